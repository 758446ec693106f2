import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Term } from '../model/rules.ts'
import { type ChangeState, type ChangeType, COUNTING, RUNNING } from '../model/states.ts'

/** Changes of these students as applicants, or as partners who have accepted. */
const involving = (studentIds: readonly string[]) =>
  sql`(c.student_id = any(${[...studentIds]}::uuid[]) or (c.peer_confirmed_at is not null and c.peer_id = any(${[...studentIds]}::uuid[])))`

export interface Earlier {
  studentId: string
  count: number
  changeNo: string
}
/** 20-DM4: number of changes of these students in a term, executed or open, except one application. */
export const changesInTerm = (db: Db, studentIds: readonly string[], term: Term, exceptId: string | null): Promise<Earlier[]> =>
  db.query<Earlier>(sql`select x.student_id as "studentId", count(*)::int as count, max(c.change_no) as "changeNo"
    from dorm_change c cross join lateral unnest(array[c.student_id, c.peer_id]) x(student_id)
    where c.tenant_id = ${db.me.tenantId} and ${involving(studentIds)} and c.type <> 'group' and c.state = any(${[...COUNTING]}::text[])
      and c.effective_date between ${term.startDate} and ${term.endDate} and c.id is distinct from ${exceptId}::uuid
      and x.student_id = any(${[...studentIds]}::uuid[]) and (x.student_id = c.student_id or c.peer_confirmed_at is not null) group by 1`)

export interface Running {
  studentId: string
  changeNo: string
  type: ChangeType
  state: ChangeState
}
/** Open changes of these students except one application. */
export const runningOf = (db: Db, studentIds: readonly string[], exceptId: string | null): Promise<Running[]> =>
  db.query<Running>(sql`select case when c.student_id = any(${[...studentIds]}::uuid[]) then c.student_id else c.peer_id end as "studentId", c.change_no as "changeNo", c.type, c.state
    from dorm_change c where c.tenant_id = ${db.me.tenantId} and ${involving(studentIds)} and c.state = any(${[...RUNNING]}::text[]) and c.id is distinct from ${exceptId}::uuid order by c.created_at`)
