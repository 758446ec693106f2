import { refusalOf } from '#model'
import { PRESENT, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { goingOut } from '../model/going-out.ts'
import { regionNames } from './regions.ts'

/** The student who acts for themselves; two of their trips at once wait for each other. */
export const selfOf = (ctx: Pick<Ctx, 'db' | 'me'>): Promise<StudentOf> => selfStudent(ctx, { lock: true })
export const isPresent = ({ status }: StudentOf): boolean => status !== null && PRESENT.includes(status)
export function mustBePresent(who: StudentOf): void {
  if (!isPresent(who)) throw refusalOf(goingOut, 'studentState', { name: who.name, status: who.status ? STUDENT_STATUS[who.status] : '—' })
}
interface ShownRow {
  studentId: string
  cantonCode: string | null
  studentNo?: unknown
  region?: unknown
}
/** Number of the student, and the region with its name: what every list of trips and answers shows beside its rows. */
export async function showWhoAndWhere({ db }: Pick<Ctx, 'db'>, rows: readonly ShownRow[]): Promise<void> {
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const { full } = await regionNames(db)
  for (const row of rows) {
    row.studentNo = students.get(row.studentId)?.studentNo ?? null
    row.region = full(row.cantonCode)
  }
}
