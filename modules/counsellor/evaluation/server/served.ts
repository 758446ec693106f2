import sql, { type Sql } from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { EvalScheme } from '../model/scheme.ts'

/** The day after the last one that counts: that of the period, of which nothing after today is known. */
const endOf = ({ periodTo }: Pick<EvalScheme, 'periodTo'>): Sql => sql`(least(${periodTo}::date, ${today()}::date) + 1)`
/**
 * 50-CW8: of each student the counsellor who had them longest within the period, if long enough, as `student_id` and `teacher_id`. Counted are the days on which the student was in a
 * class and the counsellor had it; among equals the one who came last. Counsellors without a file, or who left their post before the end of the period, are not evaluated.
 */
export const servedBy = (db: Db, row: Pick<EvalScheme, 'periodFrom' | 'periodTo' | 'serviceMonths'>): Sql =>
  sql`(select distinct on (d.student_id) d.student_id, d.teacher_id from (
      select h.student_id, c.teacher_id, max(greatest(h."from", c.start_date)) as since,
        sum(least(h."to", c.end_date, ${endOf(row)}) - greatest(h."from", c.start_date, ${row.periodFrom}::date)) as days
      from class_history h join class_staff c on c.tenant_id = h.tenant_id and c.class_id = h.class_id and c.role = 'fdy'
        join counsellor_file f on f.tenant_id = c.tenant_id and f.teacher_id = c.teacher_id and f.on_duty_from <= ${row.periodTo}::date and (f.on_duty_to is null or f.on_duty_to > ${row.periodTo}::date)
      where h.tenant_id = ${db.me.tenantId} and h.status = 'active'
        and least(h."to", c.end_date, ${endOf(row)}) > greatest(h."from", c.start_date, ${row.periodFrom}::date)
      group by 1, 2) d
    where d.days > 0 and d.days >= ${endOf(row)} - (${endOf(row)} - make_interval(months => ${row.serviceMonths}::int))::date
    order by d.student_id, d.days desc, d.since desc, d.teacher_id)`
