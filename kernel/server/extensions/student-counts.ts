import sql, { type Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '../base/extension-point.ts'
import type { Ctx, Db } from '../context.ts'

/** A number of each student that a question of another module counts with. */
export interface StudentCount extends Registration {
  kind: 'studentCount'
  code: 'failedCourses' | 'warnings'
  /** One select of `student_id` and `n`, one row a student, as of a date expression that may be a column; with a reader no more than they may know of single students. */
  find(db: Db, day: Sql, reader?: Pick<Ctx, 'db' | 'me'>): Sql | Promise<Sql>
}
export const studentCounts = extensionPoint<StudentCount>('studentCount', { id: s => s.code })
/** Declares a number of students; default export of a server file. */
export const studentCount = (source: Omit<StudentCount, 'kind'>): StudentCount => studentCounts.make(source)
/** The number as a subselect; without rows where no module knows it. */
export async function countOf(db: Db, code: StudentCount['code'], day: Sql, reader?: Pick<Ctx, 'db' | 'me'>): Promise<Sql> {
  const source = db.registered(studentCounts).find(s => s.code === code)
  return sql`(${source ? await source.find(db, day, reader) : sql`select null::uuid as student_id, 0 as n where false`})`
}
