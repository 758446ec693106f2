import sql from 'sql-template-tag'
import { aidRequest } from '#modules/student/server/api.ts'

/** Applications for a grant or an allowance. */
export default aidRequest({
  code: 'subsidy',
  asked: (db, students) => sql`select a.student_id as id, a.created_at as at from subsidy_application a
    where a.tenant_id = ${db.me.tenantId} and a.state not in ('withdrawn', 'cancelled') and a.student_id in (${students})`,
})
