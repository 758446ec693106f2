import sql from 'sql-template-tag'
import type { Db, Lang } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import type { Activity } from '../model/activity.ts'
import { TOOK_SEATS } from '../model/enrolment.ts'
import type { ClosingFigures } from '../model/report.ts'
import { ratingOf } from './feedback.ts'

type Counted = Omit<ClosingFigures, 'rated' | 'content' | 'organisation' | 'gain'>
/** The figures of an activity as they stand now. */
export async function reportOf(db: Db, of: Activity): Promise<ClosingFigures> {
  const [counted] =
    await db.query<Counted>(sql`select count(*) filter (where state = any(${[...TOOK_SEATS]}::text[]))::int as admitted, count(*) filter (where state = 'present')::int as present,
      count(*) filter (where state = 'late')::int as late, count(*) filter (where state = 'absent')::int as absent, count(*) filter (where state = 'excused')::int as excused,
      coalesce(sum(hours), 0)::float8 as hours,
      (select count(*)::int from activity_photo p where p.tenant_id = ${db.me.tenantId} and p.activity_id = ${of.id} and p.state = 'shown') as photos
    from activity_enrolment where tenant_id = ${db.me.tenantId} and activity_id = ${of.id}`)
  const { count: rated, content, organisation, gain } = await ratingOf(db, of)
  return { ...(counted ?? { admitted: 0, present: 0, late: 0, absent: 0, excused: 0, hours: 0, photos: 0 }), rated, content, organisation, gain }
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
