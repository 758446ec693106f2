import sql from 'sql-template-tag'
import { type Db, handle, type Lang, type Principal } from '#server/context.ts'
import { findAttachments } from '#server/files/attachments.ts'
import { contentChannel, type Site } from '../model/channel.ts'
import { myContent, readContent } from '../model/reader.ts'
import { isFor, isOut, kindOf } from './items.ts'
import { channelName, said, titleOf } from './public/view.ts'
import type { Snapshot } from './revisions.ts'

const MOST = 200
const SITE_OF: Readonly<Record<Principal['realm'], Site>> = { admin: 'portal', welcome: 'welcome', exam: 'exam' }
interface Live {
  id: string
  snapshot: Snapshot
  pinnedUntil: string | null
  department: string
}
/** Approved texts that are out, on the site of the reader's realm and for people like them (60-WC4). */
async function liveFor(db: Db, me: Principal, id?: string): Promise<Live[]> {
  const channels = await db.cached(contentChannel)
  const rows = await db.query<Live>(sql`select i.id, r.snapshot - case when ${id ?? null}::uuid is null then array['body', 'bodyEn', 'bodyTw'] else array[]::text[] end as snapshot,
      i.pinned_until as "pinnedUntil", d.name as department
    from content_item i join content_revision r on r.tenant_id = i.tenant_id and r.item_id = i.id and r.no = i.live_no
      join department d on d.tenant_id = i.tenant_id and d.id = i.source_dept_id
    where i.tenant_id = ${db.me.tenantId} and i.deleted_at is null and (${id ?? null}::uuid is null or i.id = ${id ?? null}::uuid)`)
  const isShown = ({ snapshot }: Live): boolean => {
    const channel = channels.get(snapshot.channelId)
    return channel?.isEnabled === true && channel.sites.includes(SITE_OF[me.realm]) && isOut(snapshot, Date.now()) && isFor(snapshot.audience, kindOf(me))
  }
  return rows.filter(isShown)
}
const isPinned = ({ pinnedUntil }: Live): boolean => pinnedUntil !== null && Date.parse(pinnedUntil) > Date.now()
async function headOf(db: Db, lang: Lang, live: Live) {
  const { id, snapshot, department } = live
  const channel = (await db.cached(contentChannel)).get(snapshot.channelId)
  return {
    id,
    title: titleOf({ lang }, snapshot).text,
    summary: said({ lang }, snapshot.summary, snapshot.summaryEn, snapshot.summaryTw).text || null,
    channel: channel ? channelName({ lang }, channel).text : '',
    department,
    publishAt: snapshot.publishAt,
    isPinned: isPinned(live),
  }
}
const mine = handle(myContent, async ({ db, me, lang }) => {
  const rows = await liveFor(db, me)
  const sorted = rows.toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)) || Date.parse(b.snapshot.publishAt) - Date.parse(a.snapshot.publishAt))
  return Promise.all(sorted.slice(0, MOST).map(live => headOf(db, lang, live)))
})
const read = handle(readContent, async ({ db, me, lang, refuse }, { id }) => {
  const [live] = await liveFor(db, me, id)
  if (!live) return refuse('notMine')
  const { body, bodyEn, bodyTw, contact, attachments } = live.snapshot
  const files = await findAttachments(db, attachments ?? [])
  return {
    ...(await headOf(db, lang, live)),
    body: said({ lang }, body, bodyEn, bodyTw).text,
    contact: contact ?? null,
    attachments: files.map(file => ({ id: file.id, name: file.name })),
  }
})
export default [mine, read]
