import sql from 'sql-template-tag'
import { yearBeginsOn } from '#modules/campus/server/api.ts'
import { studentAid } from '#modules/student/server/api.ts'
import { AID_KINDS } from '../model/aid.ts'

/** Waivers count in the year whose tuition they waive, the rest in the school year in which it was reported, or else decided. */
export default studentAid({
  code: 'enlistment',
  label: '参军资助',
  granted(db, students, xn) {
    const from = yearBeginsOn(xn)
    const day = sql`coalesce(a.reported_on, (a.created_at at time zone 'Asia/Shanghai')::date)`
    return sql`select a.student_id as id, ${JSON.stringify(AID_KINDS)}::jsonb ->> a.kind as name, case when a.kind in ('waiver', 'retiredWaiver') then (y->>'amount')::bigint else a.total end as amount, ${day} as day
      from military_aid a left join lateral jsonb_array_elements(a.years) y on a.kind in ('waiver', 'retiredWaiver') and y->>'xn' = ${xn}
      where a.tenant_id = ${db.me.tenantId} and a.state in ('approved', 'reported', 'funded', 'paid') and a.student_id in (${students})
        and case when a.kind in ('waiver', 'retiredWaiver') then y is not null else ${day} >= ${from} and ${day} < ${from} + interval '1 year' end`
  },
})
