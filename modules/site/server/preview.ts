import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { previewContent } from '../model/actions.ts'
import { contentChannel } from '../model/channel.ts'
import { contentItem } from '../model/content-item.ts'
import { settingsOf } from './settings.ts'

/** Key derivation purpose of preview links. */
export const PREVIEW_KEY = 'site preview'
const sign = (key: Buffer, body: string): string => createHmac('sha256', key).update(body).digest('base64url')
/** 60-WC3: which school and item, until when; whoever has the link reads it, nobody makes another. */
export function makePreview(key: Buffer, tenantId: string, itemId: string, until: number): string {
  const body = `p1.${tenantId}.${itemId}.${Math.floor(until / 1000)}`
  return `${body}.${sign(key, body)}`
}
export function readPreview(key: Buffer, token: string, now: number): { tenantId: string; itemId: string } | undefined {
  const [mark, tenantId, itemId, until, mac] = token.split('.')
  if (mark !== 'p1' || !tenantId || !itemId || !until || !mac || !(Number(until) * 1000 > now)) return undefined
  const [wanted, given] = [sign(key, `p1.${tenantId}.${itemId}.${until}`), mac].map(text => Buffer.from(text)) as [Buffer, Buffer]
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? { tenantId, itemId } : undefined
}
export default handle(previewContent, async ({ db, me }, { id }) => {
  const row = await db.visible(contentItem).one(id)
  const { previewHours: hours } = await settingsOf(db)
  const channel = (await db.cached(contentChannel)).get(row.channelId)
  const site = channel?.sites[0] ?? 'portal'
  const isTimed = Date.parse(row.publishAt) > Date.now()
  // the slider knows whole minutes: the first one at which it is out
  const out = Date.parse(row.publishAt) + MINUTE_MS - 1
  const at = isTimed ? `?at=${schoolDate(out)}T${schoolClock(out)}` : ''
  const token = makePreview((db as Db).key(PREVIEW_KEY), me.tenantId, id, Date.now() + hours * HOUR_MS)
  return { address: `/site/preview/${token}/${site}/zh-cn/${channel?.code ?? 'notice'}/${id}${at}`, hours, site, isTimed }
})
