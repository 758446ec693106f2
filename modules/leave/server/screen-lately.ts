import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays, eachDay } from '#modules/campus/model/days.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { leaveSubject } from '../model/flow.ts'
import { leave } from '../model/leave.ts'

const DAYS = 30
const wall = (day: string) => sql`${schoolInstant(day)}::timestamptz`

/** Person-days of each of the last thirty days, half days counting as 0.5. An early return ends the leave; an overdue one counts until now. */
export async function personDays(db: Db) {
  const [from, to] = [addDays(today(), 1 - DAYS), today()]
  const book = await calendarOf(db)
  const rows = await db.query<{ date: string; days: number }>(sql`
    select d.day::text as date, (count(*) filter (where start_at < d.noon and last_at > d.begin) + count(*) filter (where start_at < d.next and last_at > d.noon))::float8 / 2 as days
    from (select start_at, coalesce(back_at, case when state = 'overdue' then greatest(end_at, now()) else end_at end) as last_at from ${db.visible(leave).rows()} v
      where extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and start_at < ${wall(addDays(to, 1))} and (end_at > ${wall(from)} or back_at > ${wall(from)} or state = 'overdue')) l,
      lateral (select x.day::date as day, x.day at time zone 'Asia/Shanghai' as begin, (x.day + interval '12 hours') at time zone 'Asia/Shanghai' as noon, (x.day + interval '1 day') at time zone 'Asia/Shanghai' as next
        from generate_series(greatest(date_trunc('day', start_at at time zone 'Asia/Shanghai'), ${from}::timestamp), least(last_at at time zone 'Asia/Shanghai', ${to}::timestamp), interval '1 day') x(day)) d
    group by 1`)
  const days = new Map(rows.map(r => [r.date, r.days]))
  return eachDay(from, to).map(date => ({ date, days: days.get(date) ?? 0, isFree: !isSchoolDayOn(book, date) }))
}
interface Decided {
  decided: number
  medianHours: number | null
  slowHours: number | null
}
const tenth = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * 10) / 10)
/** Hours from submission to the final decision, over the last seven days. */
export async function decisions(db: Db): Promise<Decided> {
  const [row] = await db.query<Decided>(sql`with ended as materialized (
      select biz_id::uuid as id, extract(epoch from ended_at - started_at)::float8 / 3600 as hours from process_instance
      where tenant_id = ${db.me.tenantId} and biz_type = ${leaveSubject.processType} and state in ('approved', 'rejected') and ended_at >= now() - interval '7 days')
    select count(*)::int as decided, percentile_cont(0.5) within group (order by hours) as "medianHours", percentile_cont(0.9) within group (order by hours) as "slowHours"
    from ended join ${db.visible(leave).rows()} l on l.id = ended.id`)
  return { decided: row?.decided ?? 0, medianHours: tenth(row?.medianHours ?? null), slowHours: tenth(row?.slowHours ?? null) }
}
