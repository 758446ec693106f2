import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { type AdmittedState, admittedStudent } from '../../roll/model/admitted-student.ts'
import { datesOf } from '../../roll/server/api.ts'
import { overdueArrivals } from '../model/actions.ts'

interface Overdue {
  id: string
  ksh: string
  name: string
  state: AdmittedState
  phone: string
  declineReason: string | null
  majorName: string | null
  dueOn: string
  days: number
}
const MOST = 2000
/** Who should have arrived by now, or declined until the deadline, and is still admitted; late ones by their own day. Who waits for a decision about coming late is left out. */
export async function overdue(db: Db): Promise<Overdue[]> {
  const { arriveBy, answerBy } = await datesOf(db)
  const on = today()
  return db.query<Overdue>(sql`select x.* from (select a.id, a.ksh, a.name, a.state, a.phone, a.decline_reason as "declineReason", g.name as "majorName",
      (case a.state when 'declined' then ${answerBy}::date else coalesce(a.late_until, ${arriveBy}::date) end)::text as "dueOn",
      ${on}::date - (case a.state when 'declined' then ${answerBy}::date else coalesce(a.late_until, ${arriveBy}::date) end) as days
    from ${db.visible(admittedStudent).rows()} a join student s on s.tenant_id = a.tenant_id and s.id = a.id and s.status = 'preEnrolled'
      left join grade_major g on g.tenant_id = a.tenant_id and g.id = a.grade_major_id
    where a.state in ('imported', 'intended', 'late', 'declined')
      and not exists (select from late_arrival l where l.tenant_id = a.tenant_id and l.student_id = a.id and l.state = 'pending')) x
    where x.days > 0 order by x.days desc, x.ksh limit ${MOST}`)
}
export default handle(overdueArrivals, ({ db }) => overdue(db))
