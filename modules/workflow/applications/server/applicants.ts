import { type Action, refusalOf } from '#model'
import { PRESENT, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'

/** A student who can submit an application: with an account. */
export type Applicant = StudentOf & { userId: string }
interface How {
  /** Serializes the applications of a student, so that checks against other ones hold. */
  lock?: boolean
}
/** Refuses students who are not at school or have no account. */
export function mustBePresent(of: Action, who: StudentOf): void {
  if (!who.status || !PRESENT.includes(who.status)) throw refusalOf(of, 'studentState', { name: who.name, status: who.status ? STUDENT_STATUS[who.status] : '—' })
  if (!who.userId) throw refusalOf(of, 'noAccount', { name: who.name })
}
/** A student in the caller's scope, for whom staff apply. `of`: the action that grants this. */
export async function studentInScope({ db }: Pick<Ctx, 'db'>, of: Action, studentId: string, how: How = {}): Promise<StudentOf> {
  const visible = await db.visibleFor(student, of.permission).find({ id: studentId })
  const who = visible && (await studentOf(db, studentId, how))
  if (!who) throw refusalOf(of, 'studentUnknown', {}, 'studentId')
  return who
}
/** The student of a submitted row, who needs an account to be told. */
export async function applicantOf(db: Db, of: Action, studentId: string): Promise<Applicant> {
  const who = await studentOf(db, studentId)
  if (!who?.userId) throw refusalOf(of, 'noAccount', { name: who?.name ?? '—' })
  return { ...who, userId: who.userId }
}
