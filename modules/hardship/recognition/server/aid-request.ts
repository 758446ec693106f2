import sql from 'sql-template-tag'
import { aidRequest } from '#modules/student/server/api.ts'

/** Whoever has asked to be recognised has told the school of their hardship. */
export default aidRequest({
  code: 'hardship',
  asked: (db, students) => sql`select a.student_id as id, a.created_at as at from aid_recognition a
    where a.tenant_id = ${db.me.tenantId} and a.state not in ('withdrawn', 'cancelled') and a.source = 'apply' and a.student_id in (${students})`,
})
