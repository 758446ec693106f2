import sql from 'sql-template-tag'
import type { Row } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate, schoolMs } from '#model/school-time.ts'
import { venue } from '#modules/campus/model/places.ts'
import { appInfo } from '#modules/system/model/app.ts'
import type { Db } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { type ChannelCode, contentChannel, type Site } from '../../model/channel.ts'
import { type ChargeRow, chargeTable } from '../../model/charge-table.ts'
import { contentItem } from '../../model/content-item.ts'
import { faqCategory } from '../../model/dictionaries.ts'
import { faqItem, guideStep, overviewBlock } from '../../model/pieces.ts'
import { isOut } from '../items.ts'
import { filesOf, type Snapshot } from '../revisions.ts'

export type Channel = Row<typeof contentChannel>
export interface Head extends Snapshot {
  id: string
  no: number
  pinnedUntil: string | null
  department: string
  fileNames: ReadonlyArray<{ id: string; name: string; size: number }>
}
export type Table = Row<typeof chargeTable> & { rows: readonly ChargeRow[] }
/** All that the public pages of a school are made of, but the texts of its items. */
export interface Content {
  schoolName: string
  code: string
  recordNo: ReadonlyMap<Site, string | null>
  languages: ReadonlyMap<Site, readonly string[]>
  channels: readonly Channel[]
  items: readonly Head[]
  questions: ReadonlyArray<Row<typeof faqItem> & { categoryName: string }>
  steps: readonly Row<typeof guideStep>[]
  venues: ReadonlyMap<string, string>
  blocks: readonly Row<typeof overviewBlock>[]
  tables: readonly Table[]
  /** Beginnings of enrolment on site, in order. */
  arrivals: ReadonlyArray<{ from: string; to: string }>
}
const APP_TYPES: Readonly<Record<Site, number>> = { portal: 0, welcome: 2, exam: 3 }
/** What went live and did not end long ago; `preview` adds the newest text of one item, as if it were approved. */
export async function loadContent(db: Db, preview?: string): Promise<Content> {
  const tenant = db.me.tenantId
  const items = await db.query<{ id: string; no: number; snapshot: Snapshot; pinnedUntil: string | null; department: string }>(
    sql`select i.id, r.no, r.snapshot - array['body', 'bodyEn', 'bodyTw'] as snapshot, i.pinned_until as "pinnedUntil", d.name as department
      from content_item i join content_revision r on r.tenant_id = i.tenant_id and r.item_id = i.id and r.no = case when i.id::text = ${preview ?? ''} then i.last_no else i.live_no end
        join department d on d.tenant_id = i.tenant_id and d.id = i.source_dept_id
      where i.tenant_id = ${tenant} and i.deleted_at is null`,
  )
  const files = await db.query<{ id: string; name: string; size: number }>(
    sql`select id, name, size::float8 as size from attachment where tenant_id = ${tenant} and biz_type = ${contentItem.name} and scan_state <> 'blocked'`,
  )
  const fileOf = new Map(files.map(file => [file.id, file]))
  const [school] = await db.query<{ schoolName: string; code: string }>(sql`select school_name as "schoolName", code from tenant where id = ${tenant}`)
  const infos = [...(await db.cached(appInfo)).values()]
  const infoOf = (site: Site) => infos.find(i => i.appType === APP_TYPES[site]) ?? infos.find(i => i.appType === 0)
  const bySite = <T>(of: (site: Site) => T): Map<Site, T> => new Map((['portal', 'welcome', 'exam'] as const).map(site => [site, of(site)]))
  const names = await labelsOf(db, faqCategory)
  const shown = { isEnabled: true } as const
  return {
    schoolName: school?.schoolName ?? '',
    code: school?.code ?? '',
    recordNo: bySite(site => infoOf(site)?.recordNo ?? infoOf('portal')?.recordNo ?? null),
    languages: bySite(site => infoOf(site)?.languages ?? ['zh-cn', 'zh-tw', 'en']),
    channels: [...(await db.cached(contentChannel)).values()].filter(c => c.isEnabled).sort((a, b) => a.sort - b.sort || a.id.localeCompare(b.id)),
    items: items
      .map(({ snapshot, ...item }) => ({ ...snapshot, ...item, fileNames: filesOf({ attachments: snapshot.attachments ?? null }).flatMap(id => fileOf.get(id) ?? []) }))
      .sort((a, b) => Date.parse(b.publishAt) - Date.parse(a.publishAt) || b.id.localeCompare(a.id)),
    // all of these are published texts
    questions: (await db.unscoped(faqItem).all(shown, { sort: ['sort', 'id'] })).map(row => ({ ...row, categoryName: names(row.category) })), // published
    steps: await db.unscoped(guideStep).all(shown, { sort: ['no', 'id'] }), // published
    venues: new Map([...(await db.cached(venue)).values()].map(v => [v.id, v.name])),
    blocks: await db.unscoped(overviewBlock).all(shown, { sort: ['sort', 'id'] }), // published
    tables: (await db.unscoped(chargeTable).all({ state: ['published', 'replaced'] }, { sort: ['-xn', '-edition'] })) as Table[], // published
    arrivals: await db.query(sql`select site_from as from, site_to as to from welcome_batch where tenant_id = ${tenant} and state = 'published' order by site_from`),
  }
}
/** The text of one revision. */
export async function bodyOf(db: Db, { id, no }: Head): Promise<Pick<Snapshot, 'body' | 'bodyEn' | 'bodyTw'>> {
  const [row] = await db.query<{ body: string; bodyEn: string | null; bodyTw: string | null }>(
    sql`select snapshot ->> 'body' as body, snapshot ->> 'bodyEn' as "bodyEn", snapshot ->> 'bodyTw' as "bodyTw" from content_revision where tenant_id = ${db.me.tenantId} and item_id = ${id} and no = ${no}`,
  )
  return row ?? { body: '' }
}
export const channelsOf = ({ channels }: Content, site: Site, code?: ChannelCode): Channel[] => channels.filter(c => c.sites.includes(site) && (!code || c.code === code))
/** 60-WC4: what anybody may read at a moment. In a preview the previewed item, whoever it is for. */
export function itemsOf(content: Content, { site, at, preview }: { site: Site; at: number; preview?: string | undefined }): Head[] {
  const open = new Set(channelsOf(content, site).map(c => c.id))
  return content.items.filter(item => open.has(item.channelId) && isOut(item, at) && (item.audience === 'public' || item.id === preview))
}
export const isPinned = (item: Head, at: number): boolean => item.pinnedUntil !== null && Date.parse(item.pinnedUntil) > at
/** When the pages will say something else by the clock alone: an item begins, ends or falls back among the others, or a day of a countdown has passed. */
export function nextChange(content: Content, at: number): number {
  const moments = content.items.flatMap(i => [i.publishAt, i.expireAt, i.pinnedUntil].flatMap(moment => (moment ? Date.parse(moment) : [])))
  const ends = content.arrivals.map(a => Date.parse(a.to))
  return Math.min(schoolMs(schoolDate(at + DAY_MS)), ...[...moments, ...ends].filter(moment => moment > at))
}
