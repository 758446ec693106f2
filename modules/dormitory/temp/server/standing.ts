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
export interface TempReturn {
  studentId: string
  way: 'staff' | 'self'
  at: string
  note: string
}
/** The last returns from nights elsewhere since a moment, of each student and way; an end by the program is no return. */
export const lastTempReturns = (db: Db, since: string, now: string, studentIds: readonly string[]): Promise<TempReturn[]> =>
  db.query<TempReturn>(sql`select distinct on (student_id, back_way) student_id as "studentId", back_way as way, back_at as at, temp_no as note from temp_location
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state = 'closed' and back_way in ('staff', 'self') and back_at >= ${since} and back_at <= ${now}
    order by student_id, back_way, back_at desc, id`)
