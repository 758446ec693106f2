import { refusalOf } from '#model'
import { PRESENT, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { goingOut } from '../model/going-out.ts'
import { regionNames } from './regions.ts'

/** The calling student, locked: concurrent trips of a student are serialized. */
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
/** Student number and region name, shown in every list of trips and answers. */
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
