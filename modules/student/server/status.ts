import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { hasRecord, isBeforeEnrolment, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { beforeLast, nextSpan, standingSince } from './history.ts'
import { refuseIncomplete } from './record.ts'

export interface StatusMove {
  studentId: string
  to: StudentStatus
  /** Not earlier than the last change. */
  effectiveDate: string
  until?: string | null
  /** Id of the status change; recorded in the event and as source of the history. */
  changeId?: string
  reversed?: boolean
}
/** Changes a student's status: row, spans and events commit together. The only way a status changes (SR1); called by admission, status changes, graduation and expulsion. */
export async function moveStatus(db: Db, move: StatusMove): Promise<Row<typeof student>> {
  const before = await db.unscoped(student).lock(move.studentId) // the caller has checked the scope of this student
  const from = before.status as StudentStatus
  const since = await standingSince(db, before.id)
  if (since && move.effectiveDate < since) throw beforeLast(move.effectiveDate, since)
  if (from === move.to && (before.statusUntil ?? null) === (move.until ?? null)) return before
  if (!hasRecord(from) && hasRecord(move.to)) await refuseIncomplete(db, before, move.to)
  const after = await db.sourced(move.changeId ?? 'status').update(student, before.id, { status: move.to, statusUntil: move.until ?? null })
  await nextSpan(db, after, move.effectiveDate, isBeforeEnrolment(from) && hasRecord(move.to) ? 'enrolled' : 'statusChanged')
  if (isBeforeEnrolment(from) && hasRecord(move.to)) await db.emit('student.enrolled', { studentId: after.id, on: move.effectiveDate })
  await db.emit('student.statusChanged', {
    studentId: after.id,
    from,
    to: move.to,
    effectiveDate: move.effectiveDate,
    until: move.until ?? null,
    changeId: move.changeId ?? null,
    reversed: move.reversed ?? false,
  })
  return after
}
