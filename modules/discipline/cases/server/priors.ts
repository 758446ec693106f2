import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Level } from '../model/levels.ts'

export interface Prior {
  caseNo: string
  level: Level
  decidedOn: string | null
  until: string | null
}
/** Other punishments of the student that are in force, the newest first; those lifted or revoked are not held against anybody. */
export const priorsOf = (db: Db, { id, studentId }: { id: string; studentId: string }): Promise<Prior[]> =>
  db.query<Prior>(sql`select c.case_no as "caseNo", p.decided_level as level, p.decided_on::text as "decidedOn", p.period_end::text as until
    from punishment p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.tenant_id = ${db.me.tenantId} and p.student_id = ${studentId} and p.id <> ${id} and p.state in ('inForce', 'liftPending') and p.decided_level is not null
    order by p.decided_on desc nulls last, p.id`)
