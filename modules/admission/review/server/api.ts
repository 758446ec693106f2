import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Re-examinations of the school, as a select of `student_id` and `ended_at`, which is null while one is open: for what is kept until then. */
export const reexaminations = (db: Db): Sql =>
  sql`select r.student_id, case when r.state not in ('open', 'doubt') then r.judged_at end as ended_at from entry_reexamination r where r.tenant_id = ${db.me.tenantId}`
