import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { hasRecord, isBeforeEnrolment, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { told } from './events.ts'
import { beforeLast, nextSpan, standingSince } from './history.ts'
import { placed, refuseIncomplete } from './record.ts'
import { followStatus } from './status-followers.ts'

type Student = Row<typeof student>
export interface StatusMove {
  studentId: string
  to: StudentStatus
  /** Not earlier than the last change. */
  effectiveDate: string
  until?: string | null
  /** Where the student belongs from then on: a class, or a grade-major without one. What follows from it is derived. */
  place?: { classId: string | null; gradeMajorId: string }
  expectedGraduation?: string | null
  /** Id of the status change; recorded in the event. */
  changeId?: string
  /** Source of the history: the number of the change, where it has one. */
  source?: string
  reversed?: boolean
}
/**
 * Changes a student's status, place and end of studies: row, spans and events commit together. The only way a status changes (SR1); called by admission, status changes,
 * graduation and expulsion.
 */
export async function moveStatus(db: Db, move: StatusMove): Promise<Student> {
  const before = await db.unscoped(student).lock(move.studentId) // the caller has checked the scope of this student
  const from = before.status as StudentStatus
  const since = await standingSince(db, before.id)
  if (since && move.effectiveDate < since) throw beforeLast(move.effectiveDate, since)
  const patch = await patchOf(db, before, move)
  if (Object.entries(patch).every(([name, value]) => (before[name as keyof Student] ?? null) === (value ?? null))) return before
  if (!hasRecord(from) && hasRecord(move.to)) await refuseIncomplete(db, before, move.to)
  const after = await db.sourced(move.source ?? move.changeId ?? 'status').update(student, before.id, patch)
  const isEnrolled = isBeforeEnrolment(from) && hasRecord(move.to)
  await nextSpan(db, after, move.effectiveDate, isEnrolled ? 'enrolled' : from === move.to ? 'classChanged' : 'statusChanged')
  if (isEnrolled) await db.emit('student.enrolled', { studentId: after.id, on: move.effectiveDate })
  await told(db, before, after, move.source ?? 'status', move.effectiveDate)
  if (from !== move.to || (before.statusUntil ?? null) !== (after.statusUntil ?? null)) await tellStatus(db, from, move)
  if (from !== move.to) await followStatus(db, after.id, move.to)
  return after
}
async function patchOf(db: Db, before: Student, { to, until = null, place, expectedGraduation }: StatusMove): Promise<Partial<Student>> {
  return { status: to, statusUntil: until, ...(place ? await placed(db, before, place) : {}), ...(expectedGraduation ? { expectedGraduation } : {}) }
}
const tellStatus = (db: Db, from: StudentStatus, { studentId, to, effectiveDate, until = null, changeId, reversed = false }: StatusMove): Promise<void> =>
  db.emit('student.statusChanged', { studentId, from, to, effectiveDate, until, changeId: changeId ?? null, reversed })
