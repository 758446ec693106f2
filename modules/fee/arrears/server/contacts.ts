import sql from 'sql-template-tag'
import { contactSource } from '#server/extensions/student-contacts.ts'

export default contactSource({
  code: 'fee.talks',
  way: 'talk',
  find: db => sql`select t.student_id, t.talked_on as "on" from fee_talk t where t.tenant_id = ${db.me.tenantId}`,
})
