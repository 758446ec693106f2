import sql from 'sql-template-tag'
import { aidRequest } from '#modules/student/server/api.ts'

/** Whoever applies for a loan, or hands in its receipt, has told the school what they lack. */
export default aidRequest({
  code: 'loan',
  asked: (db, students) => sql`select l.student_id as id, l.created_at as at from credit_loan l
    where l.tenant_id = ${db.me.tenantId} and l.state not in ('withdrawn', 'cancelled') and l.student_id in (${students})`,
})
