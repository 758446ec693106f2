import sql from 'sql-template-tag'
import type { Db, Lang } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import type { Activity } from '../model/activity.ts'
import { TOOK_SEATS } from '../model/enrolment.ts'
import type { ClosingFigures } from '../model/report.ts'
import { ratingsOf } from './feedback.ts'

type Counted = Omit<ClosingFigures, 'rated' | 'content' | 'organisation' | 'gain'>
const NOBODY: Counted = { admitted: 0, present: 0, late: 0, absent: 0, excused: 0, hours: 0, photos: 0 }
/** The figures of activities as they stand now. */
export async function reportsOf(db: Db, of: readonly Activity[]): Promise<(activityId: string) => ClosingFigures> {
  const rows = await db.query<
    Counted & { id: string }
  >(sql`select a.id, e.*, (select count(*)::int from activity_photo p where p.tenant_id = ${db.me.tenantId} and p.activity_id = a.id and p.state = 'shown') as photos
    from unnest(${of.map(a => a.id)}::uuid[]) a(id) cross join lateral (
      select count(*) filter (where e.state = any(${[...TOOK_SEATS]}::text[]))::int as admitted, count(*) filter (where e.state = 'present')::int as present,
        count(*) filter (where e.state = 'late')::int as late, count(*) filter (where e.state = 'absent')::int as absent, count(*) filter (where e.state = 'excused')::int as excused,
        coalesce(sum(e.hours), 0)::float8 as hours
      from activity_enrolment e where e.tenant_id = ${db.me.tenantId} and e.activity_id = a.id) e`)
  const counted = new Map(rows.map(({ id, ...one }) => [id, one]))
  const ratingOf = await ratingsOf(db, of)
  return id => {
    const { count: rated, ...averages } = ratingOf(id)
    return { ...(counted.get(id) ?? NOBODY), rated, ...averages }
  }
}
/** The same in words. */
export function saidOf(lang: Lang, { content, organisation, gain, ...counted }: ClosingFigures): { attendance: string; rating: string } {
  const isShown = content !== null && organisation !== null && gain !== null
  return {
    attendance: formatWording(lang, { text: '录取 {admitted} 人，到场 {present}，迟到 {late}，缺勤 {absent}，请假 {excused}；共记 {hours} 小时', values: counted }),
    rating: formatWording(
      lang,
      isShown
        ? { text: '{rated} 份：内容 {content}，组织 {organisation}，收获 {gain}', values: { ...counted, content, organisation, gain } }
        : { text: '{rated} 份，太少不显示', values: counted },
    ),
  }
}
