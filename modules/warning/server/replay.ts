import sql from 'sql-template-tag'
import { addDays } from '#model/days.ts'
import { isOnDay } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { atSchool } from '#server/statistics/groupings.ts'
import { settingsOf } from './settings.ts'

export interface Weight {
  ruleId: string
  points: number
  decayDays: number
  maxCount: number | null
}
/** Entries of one class in one week of the span, and what became of those that somebody closed. */
export interface Entries {
  classId: string | null
  departmentId: string | null
  week: number
  entries: number
  judged: number
  falseAlarms: number
}
/** How long after an entry a case may begin that is taken for the same. */
const SAME_DAYS = 7
/**
 * 60-EW8: whom these weights would have brought onto the list on which day of a span, from the signals of that time, in one statement: scored as `scoresOf` scores a day. An entry is a day
 * on which somebody is listed who was not the day before; it is judged by the case that somebody closed about the student then.
 */
export async function entriesUnder(db: Db, weights: readonly Weight[], from: string, to: string): Promise<Entries[]> {
  const { noticeFrom } = await settingsOf(db)
  const tenant = db.me.tenantId
  return db.query<Entries>(sql`with signal as (
      select s.id, s.student_id, s.rule_id, s.occurred_at, (${atSchool(sql`s.occurred_at`)})::date as day, w.points, w."decayDays" as decay, w."maxCount" as most
      from warning_signal s join jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) w("ruleId" uuid, points int, "decayDays" int, "maxCount" int) on w."ruleId" = s.rule_id
      where s.tenant_id = ${tenant}),
    part as (
      select s.student_id, d::date as on_day, round(s.points * (s.decay - (d::date - s.day))::numeric / s.decay, 1) as counts, s.most,
        row_number() over (partition by s.student_id, s.rule_id, d order by s.occurred_at desc, s.id) as nth
      from signal s cross join lateral generate_series(greatest(s.day, ${addDays(from, -1)}::date)::timestamp, least(s.day + s.decay - 1, ${to}::date)::timestamp, interval '1 day') d),
    listed as (select student_id, on_day from part where most is null or nth <= most group by 1, 2 having sum(counts) >= ${noticeFrom}::numeric),
    entry as (select l.* from listed l where l.on_day >= ${from}::date and not exists (select from listed p where p.student_id = l.student_id and p.on_day = l.on_day - 1)),
    judged as (
      select e.student_id, e.on_day, (select c.outcome from warning_case c where c.tenant_id = ${tenant} and c.student_id = e.student_id and c.closed_by_id is not null
          and (${atSchool(sql`c.opened_at`)})::date <= e.on_day + ${SAME_DAYS}::int and (${atSchool(sql`c.closed_at`)})::date >= e.on_day order by c.closed_at limit 1) as outcome from entry e)
    select h.class_id as "classId", k.department_id as "departmentId", ((e.on_day - ${from}::date) / 7)::int as week, count(*)::int as entries,
      count(e.outcome)::int as judged, (count(*) filter (where e.outcome = 'falseAlarm'))::int as "falseAlarms"
    from judged e left join class_history h on h.tenant_id = ${tenant} and h.student_id = e.student_id and ${isOnDay(sql`e.on_day`)}
      left join stu_class k on k.tenant_id = ${tenant} and k.id = h.class_id
    group by 1, 2, 3`)
}
