import { departmentsBelow } from '#modules/campus/server/api.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Scheme } from './periods.ts'

/** Of these students, those a scheme is for: by grade, and by college with all below it. */
export async function inScheme(db: Db, { gradeFrom, gradeTo, departmentIds }: Scheme, students: readonly StudentOf[]): Promise<ReadonlySet<string>> {
  const named = (departmentIds ?? []).filter(id => id !== null)
  const departments = new Set((await Promise.all(named.map(id => departmentsBelow(db, id)))).flat())
  const fits = ({ grade, departmentId }: StudentOf): boolean =>
    (gradeFrom === null || (grade ?? 0) >= gradeFrom) && (gradeTo === null || (grade ?? 9999) <= gradeTo) && (!named.length || departments.has(departmentId ?? ''))
  return new Set(students.filter(fits).map(s => s.id))
}
