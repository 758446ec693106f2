import sql from 'sql-template-tag'
import { addDays, HOUR_MS, weekdayOf } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { activity } from '#modules/activity/model/activity.ts'
import { TOOK_SEATS } from '#modules/activity/model/enrolment.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { wallActivities, wallSettled } from '../model/measures.ts'
import { yearOf } from './year.ts'

/** Activities are to be settled in so many hours. */
const SETTLED_WITHIN = 72

const week = computeMeasure(wallActivities, async ctx => {
  const { db, now } = ctx
  const monday = addDays(schoolDate(now), 1 - weekdayOf(schoolDate(now)))
  const [from, to, at] = [schoolInstant(monday), schoolInstant(addDays(monday, 7)), now.toISOString()]
  const [found] = await db.query<{
    running: number
    week: number
    admitted: number
    present: number
  }>(sql`select (count(*) filter (where a.start_at <= ${at} and a.end_at > ${at}))::int as running,
      count(*)::int as week, coalesce(sum(e.admitted) filter (where a.end_at <= ${at}), 0)::int as admitted, coalesce(sum(e.present) filter (where a.end_at <= ${at}), 0)::int as present
    from ${db.visible(activity).rows()} a cross join lateral (select count(*) filter (where n.state = any(${[...TOOK_SEATS]}::text[])) as admitted,
        count(*) filter (where n.state in ('present', 'late')) as present from activity_enrolment n where n.tenant_id = ${db.me.tenantId} and n.activity_id = a.id) e
    where a.state in ('approved', 'settled') and a.start_at < ${to} and a.end_at >= ${from}`)
  const [rated] = await db.query<{ stars: number | null; n: number }>(sql`select round(avg((f.content + f.organisation + f.gain) / 3.0), 1)::float8 as stars, count(*)::int as n
    from activity_feedback f join ${db.visible(activity).rows()} a on a.id = f.activity_id where f.tenant_id = ${db.me.tenantId} and a.start_at < ${to} and a.end_at >= ${from} and a.end_at <= ${at}`)
  const { running = 0, week = 0, admitted = 0, present = 0 } = found ?? {}
  return { running, week, admitted, present, stars: rated && rated.n >= (await minCell(ctx)) ? rated.stars : null }
})
const settled = computeMeasure(wallSettled, async ctx => {
  const { db, now } = ctx
  const { from } = await yearOf(ctx)
  const [found] = await db.query<{ ended: number; inTime: number }>(sql`select count(*)::int as ended,
      (count(*) filter (where a.settled_at <= a.end_at + make_interval(hours => ${SETTLED_WITHIN})))::int as "inTime"
    from ${db.visible(activity).rows()} a where a.state in ('approved', 'settled') and a.start_at >= ${schoolInstant(from)} and a.end_at <= ${new Date(now.getTime() - SETTLED_WITHIN * HOUR_MS).toISOString()}`)
  return { ended: found?.ended ?? 0, inTime: found?.inTime ?? 0 }
})
export default [week, settled]
