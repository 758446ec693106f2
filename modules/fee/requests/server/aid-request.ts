import sql from 'sql-template-tag'
import { aidRequest } from '#modules/student/server/api.ts'

/** Applications to pay later, in parts or less. */
export default aidRequest({
  code: 'fee',
  asked: (db, students) => sql`select a.student_id as id, a.created_at as at from fee_application a
    where a.tenant_id = ${db.me.tenantId} and a.state not in ('withdrawn', 'cancelled') and a.kind <> 'refund' and a.student_id in (${students})`,
})
