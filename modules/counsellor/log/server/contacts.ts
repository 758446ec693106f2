import sql from 'sql-template-tag'
import { contactSource } from '#server/extensions/student-contacts.ts'
import { dayOf } from './coverage.ts'

/** Talks, and visits or calls about one student. */
const KINDS = ['talk', 'homeVisit', 'homeContact']
export default contactSource({
  code: 'counsellor.talks',
  way: 'talk',
  find: db => sql`select x.id::uuid as student_id, ${dayOf} as "on" from work_log l cross join lateral jsonb_array_elements_text(coalesce(l.student_ids, '[]')) x(id)
    where l.tenant_id = ${db.me.tenantId} and l.kind = any(${KINDS}::text[]) and l.state in ('submitted', 'commented')`,
})
