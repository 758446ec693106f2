import sql from 'sql-template-tag'
import { contactSource } from '#server/extensions/student-contacts.ts'

/** What students took part in, unless it was reversed. */
export default contactSource({
  code: 'growth.entries',
  way: 'takingPart',
  find: db => sql`select e.student_id, e.biz_date as "on" from growth_entry e where e.tenant_id = ${db.me.tenantId} and e.reverses_id is null
    and e.id not in (select r.reverses_id from growth_entry r where r.tenant_id = ${db.me.tenantId} and r.reverses_id is not null)`,
})
