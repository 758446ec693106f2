import sql from 'sql-template-tag'
import { user } from '#modules/system/model/user.ts'
import { type Ctx, on } from '#server/context.ts'
import { scheduleEvent } from '../model/schedule.ts'
import { settleSchedule } from './api.ts'

interface LeaveSpan {
  studentId: string
  leaveId: string
  from: string
  to: string
  isCancelled: boolean
}
function read({ studentId, leaveId, from, to, isCancelled }: Record<string, unknown>): LeaveSpan | undefined {
  const isWhole = [studentId, leaveId, from, to].every(v => typeof v === 'string')
  return isWhole ? { studentId: String(studentId), leaveId: String(leaveId), from: String(from), to: String(to), isCancelled: isCancelled === true } : undefined
}
/** P4: an approved leave appears in the student's schedule, follows its changes and is removed on cancellation. The reason is not copied. */
async function keep({ db }: Ctx, payload: Record<string, unknown>): Promise<void> {
  const told = read(payload)
  if (!told) return
  const { studentId, leaveId, from, to, isCancelled } = told
  const people = isCancelled ? [] : await db.unscoped(user).all({ studentId, realm: 'admin' }) // event handler of the program: no data scope
  const link = `/leave/mine?id=${leaveId}`
  await settleSchedule(
    db,
    { sourceType: 'leave', sourceId: leaveId },
    people.map(({ id }) => ({ userId: id, title: '请假', begin: from, end: to, kind: 'leave', link })),
  )
}
/** Early return: the rest of the entry is cut off. */
async function shorten({ db }: Ctx, { leaveId, backAt }: Record<string, unknown>): Promise<void> {
  if (typeof leaveId !== 'string' || typeof backAt !== 'string') return
  const isUnderWay = sql`source_type = 'leave' and source_id = ${leaveId} and "begin" < ${backAt}::timestamptz and "end" > ${backAt}::timestamptz`
  await db.updateWhere(scheduleEvent, isUnderWay, { end: backAt }, { history: false }) // the leave has the history
}
export default [on('leave.approved', 'desk.leaveApproved', keep), on('leave.changed', 'desk.leaveChanged', keep), on('leave.closed', 'desk.leaveClosed', shorten)]
