import sql from 'sql-template-tag'
import { type Db, onMany } from '#server/context.ts'
import { NOTIFICATION_EVENT, type Notification } from '#server/notifications/notify.ts'
import { ruleOf, spread, summaryTitle } from './fan-out.ts'
import { settingsOf } from './settings.ts'
import { eventNamed, insideText } from './texts.ts'

type ReceivedNotification = Notification & { event: string }
interface Written extends ReceivedNotification {
  title: string
  content: string
}
const SUMMARISED = 5

/** Turns notification events into messages. The inbox marker commits with them, so that a crash leaves neither. */
export default onMany(NOTIFICATION_EVENT, 'message.spread', async ({ db }, payloads) => {
  const settings = await settingsOf(db)
  const byEvent = new Map<string, ReceivedNotification[]>()
  for (const told of payloads as unknown as readonly ReceivedNotification[]) byEvent.set(told.event, [...(byEvent.get(told.event) ?? []), told])
  for (const [code, heard] of byEvent) {
    const event = eventNamed(code)
    if (!event) continue // its module is no longer installed
    const templates = (await ruleOf(db, event))?.templates ?? null
    const written: Written[] = heard.map(h => ({ ...h, ...insideText(event, templates, h.values ?? {}) }))
    const summaries = await manyFor(db, written, settings.massCount)
    const summed = grouped(summaries).map(([to, of]) => ({
      to,
      title: summaryTitle(event, of.length),
      content: summaryText(of),
      bizType: 'summary',
      bizId: event.code,
      count: of.length,
    }))
    const single = written.map(({ event: _code, ...one }) => ({ ...one, to: one.to.filter(id => !summaries.has(id)) }))
    await spread(db, event, [...summed, ...single.filter(one => one.to.length)], settings)
  }
})
const summaryText = (of: readonly Written[]): string =>
  `${of
    .slice(0, SUMMARISED)
    .map(w => w.title)
    .join('；')
    .slice(0, 1900)}${of.length > SUMMARISED ? '等' : ''}`

/** Staff who would get more than `most` messages from one action, with those messages: they get a summary. */
async function manyFor(db: Db, written: readonly Written[], most: number): Promise<Map<string, Written[]>> {
  const byPerson = new Map<string, Written[]>()
  if (written.length <= most) return byPerson
  for (const one of written) for (const id of one.to) byPerson.set(id, [...(byPerson.get(id) ?? []), one])
  for (const [id, of] of byPerson) if (of.length <= most) byPerson.delete(id)
  if (!byPerson.size) return byPerson
  const staff = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and user_type = 1 and id = any(${[...byPerson.keys()]}::uuid[])`)
  const isStaff = new Set(staff.map(s => s.id))
  for (const id of [...byPerson.keys()]) if (!isStaff.has(id)) byPerson.delete(id)
  return byPerson
}
/** Groups people with identical messages. */
function grouped(of: ReadonlyMap<string, Written[]>): Array<[string[], Written[]]> {
  const made = new Map<string, [string[], Written[]]>()
  for (const [id, list] of of) {
    const key = JSON.stringify(list.map(w => [w.title, w.bizId]))
    const known = made.get(key)
    if (known) known[0].push(id)
    else made.set(key, [[id], list])
  }
  return [...made.values()]
}
