import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** What stands of these students from one day to another, both included: a select of the columns of `evidence`, reversed entries and reversals left out. */
export const evidenceOf = (db: Db, students: Sql, from: string, to: string): Sql => sql`select e.* from evidence e
  where e.tenant_id = ${db.me.tenantId} and e.student_id in (${students}) and e.occurred_on between ${from}::date and ${to}::date and e.reverses_id is null
    and not exists (select from evidence r where r.tenant_id = e.tenant_id and r.reverses_id = e.id)`
export { type EvidenceUse, evidenceUse, type LockedResult } from './uses.ts'
