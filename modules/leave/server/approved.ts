import { mustAllow, refusalOf } from '#model'
import { schoolMs } from '#model/school-time.ts'
import { type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { cancel, staffOf } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import type { MissedLesson } from '../model/missing.ts'
import { changeLeave } from './leave-todos.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { aboutLeave, staffLink } from './people.ts'
import { type Leave, numbersOf, typeOf } from './submit.ts'
import { tellTeachers } from './teachers.ts'

type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
const payloadOf = ({ id, studentId, startAt, endAt, leavesCampus, leavesCity }: Leave) => ({ studentId, leaveId: id, from: startAt, to: endAt, leavesCampus, leavesCity })
export const tellChanged = (db: Db, row: Leave, isCancelled = false): Promise<void> => db.emit('leave.changed', { ...payloadOf(row), isCancelled })

/** State of a leave just approved: not begun, running, or over where it was requested late. */
export function stateNow({ startAt, endAt }: Pick<Leave, 'startAt' | 'endAt'>, now: number): 'approved' | 'active' | 'closed' {
  if (Date.parse(startAt) > now) return 'approved'
  return Date.parse(endAt) > now ? 'active' : 'closed'
}
/**
 * Effects of an approval, in its transaction: snapshots the missed lessons, notifies teachers and other modules (20-L5, L15); an extension lengthens its leave
 * (20-L9).
 */
export async function approve({ db }: Pick<Acting, 'db'>, row: Leave): Promise<void> {
  const who = await studentOf(db, row.studentId)
  if (!who) throw refusalOf(leave, 'studentUnknown')
  if (row.extendsId) return prolong(db, who, row)
  const outcome = await outcomeNow(db, who, row)
  const state = stateNow(row, Date.now())
  const ended = state === 'closed' ? { backAt: row.endAt, actualDays: outcome.days } : {}
  const changed = await db.update(leave, row.id, { ...numbersOf(outcome), lessons: outcome.lessons, approvedAt: new Date().toISOString(), state, ...ended })
  await db.emit('leave.approved', payloadOf(changed))
  await tellTeachers(db, 'teacher', who, changed, ahead(outcome.lessons))
  await warnTerm(db, who, changed, outcome)
}
/** Past lessons need no notification. */
const ahead = (lessons: readonly MissedLesson[]): MissedLesson[] => lessons.filter(l => schoolMs(l.date, l.end) > Date.now())
async function outcomeNow(db: Db, who: StudentOf, row: Leave): Promise<Outcome> {
  const type = await typeOf(db, row.typeId)
  return outcomeOf(db, { studentId: who.id, classId: who.classId, type, startAt: row.startAt, endAt: row.endAt, id: row.id, extendsId: row.extendsId })
}
/** 20-L4: warns student, counsellor and college when the term's leave days exceed the limit. */
async function warnTerm(db: Db, who: StudentOf, row: Leave, { isOverTerm, termTotal, termLimit: limit }: Outcome): Promise<void> {
  if (!isOverTerm) return
  const values = { name: who.name, total: termTotal, limit }
  await notifyAbout(db, LEAVE_MESSAGES.termTotal, aboutLeave, [{ row, who, more: values }])
  const staff = [...(await staffOf(db, who, 'fdy')), ...(await staffOf(db, who, 'college'))]
  await notifyAbout(db, LEAVE_MESSAGES.termTotal, aboutLeave, [{ row, to: staff, more: values, link: staffLink(row) }])
}
async function prolong(db: Db, who: StudentOf, extension: Leave): Promise<void> {
  const before = await db.unscoped(leave).lock(extension.extendsId ?? '') // the leave referenced by the approved row
  mustAllow(leave, before, 'extend')
  const longer = { ...before, endAt: extension.endAt }
  const outcome = await outcomeNow(db, who, longer)
  const changed = await changeLeave(db, before.id, {
    ...numbersOf(outcome),
    endAt: extension.endAt,
    lessons: outcome.lessons,
    state: stateNow(longer, Date.now()) === 'approved' ? 'approved' : 'active',
    overdueTold: null,
    overdueMarks: null,
  })
  const known = new Set((before.lessons ?? []).map(keyOf))
  const added = outcome.lessons.filter(l => !known.has(keyOf(l)))
  await db.update(leave, extension.id, { lessons: added, approvedAt: new Date().toISOString() })
  await tellChanged(db, changed)
  await tellTeachers(db, 'teacher', who, changed, ahead(added))
  await warnTerm(db, who, changed, outcome)
}
const keyOf = ({ id, date }: MissedLesson): string => `${id} ${date}`

/** An approval cancelled before the leave begins: notifies teachers (20-L13) and other modules. */
export async function afterCancel({ db }: Acting, row: Leave, reason: string): Promise<void> {
  const who = await studentOf(db, row.studentId)
  if (!who || row.extendsId) return
  await tellTeachers(db, 'teacherFreed', who, row, ahead(row.lessons ?? []))
  await notifyAbout(db, LEAVE_MESSAGES.cancelled, aboutLeave, [{ row, to: await staffOf(db, who, 'fdy'), more: { name: who.name, reason }, link: staffLink(row) }])
  await tellChanged(db, row, true)
}
/** An extension of a leave that has ended is cancelled. */
export async function dropExtension(acting: Acting, row: Leave, reason: string): Promise<void> {
  const running = await acting.db.unscoped(leave).find({ extendsId: row.id, state: ['pending', 'returned'] }) // belongs to a leave the caller has checked
  if (running) await cancel(acting, { bizType: 'leave', bizId: running.id }, reason)
}
