import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export interface TempStanding {
  id: string
  studentId: string
  tempNo: string
  from: string
  until: string
  isOver: boolean
}
/** Approved nights elsewhere that have not ended and begin before a moment. `isOver` once they were called overdue. */
export const tempsBefore = (db: Db, before: string, studentIds: readonly string[]): Promise<TempStanding[]> =>
  db.query<TempStanding>(sql`select id, student_id as "studentId", temp_no as "tempNo", "from", "to" as until, state = 'overdue' as "isOver" from temp_location
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state in ('approved', 'active', 'overdue') and "from" < ${before} order by "from", id`)
