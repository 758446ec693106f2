import sql from 'sql-template-tag'
import { type Ctx, on } from '#server/context.ts'

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
/** P4: an approved leave stands in the student's schedule, follows what becomes of it and goes when it is taken back. Nothing of its reason is known here. */
async function keep({ db }: Ctx, payload: Record<string, unknown>): Promise<void> {
  const told = read(payload)
  if (!told) return
  const { studentId, leaveId, from, to, isCancelled } = told
  await db.query(sql`delete from schedule_event where tenant_id = ${db.me.tenantId} and source_type = 'leave' and source_id = ${leaveId}`)
  if (isCancelled) return
  await db.query(sql`insert into schedule_event (tenant_id, user_id, title, "begin", "end", kind, source_type, source_id, link)
    select tenant_id, id, '请假', ${from}, ${to}, 'leave', 'leave', ${leaveId}, ${`/leave/mine?id=${leaveId}`} from sys_user where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and realm = 'admin'`)
}
/** Back before the end: the rest of the time is free. */
async function shorten({ db }: Ctx, { leaveId, backAt }: Record<string, unknown>): Promise<void> {
  if (typeof leaveId !== 'string' || typeof backAt !== 'string') return
  await db.query(sql`update schedule_event set "end" = ${backAt}, version = version + 1, updated_at = now()
    where tenant_id = ${db.me.tenantId} and source_type = 'leave' and source_id = ${leaveId} and "begin" < ${backAt}::timestamptz and "end" > ${backAt}::timestamptz`)
}
export default [on('leave.approved', 'desk.leaveApproved', keep), on('leave.changed', 'desk.leaveChanged', keep), on('leave.closed', 'desk.leaveClosed', shorten)]
