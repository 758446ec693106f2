import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export { closeLeaveFor } from './return-actions.ts'

/**
 * 20-L15: students with approved off-campus leave for the whole span, from the evening's curfew to the morning's gate opening. A night after the end of the leave is
 * not excused, however late the student returned.
 */
export async function excusedByLeave(db: Db, span: { from: string; to: string }, studentIds?: readonly string[]): Promise<Map<string, string>> {
  const some = studentIds ? sql`and student_id = any(${[...studentIds]}::uuid[])` : sql``
  const rows = await db.query<{ studentId: string; leaveNo: string }>(sql`select student_id as "studentId", leave_no as "leaveNo" from leave where tenant_id = ${db.me.tenantId}
    and extends_id is null and leaves_campus and state in ('approved', 'active', 'overdue', 'closed') and start_at <= ${span.from} and least(back_at, end_at) >= ${span.to} ${some}`)
  return new Map(rows.map(r => [r.studentId, r.leaveNo]))
}
export interface LeaveNow {
  studentId: string
  leaveNo: string
  until: string
  isOverdue: boolean
}
/** Leaves that have begun and whose students have not come back, overdue ones first. */
export const leavesNow = (db: Db, studentIds: readonly string[]): Promise<LeaveNow[]> =>
  db.query<LeaveNow>(sql`select student_id as "studentId", leave_no as "leaveNo", end_at as until, (state = 'overdue' or end_at < now()) as "isOverdue" from leave
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and extends_id is null and state in ('approved', 'active', 'overdue') and start_at <= now()
    order by 4 desc, end_at`)
/** Students on leave at a moment: excused from lessons, sign-ins and work. */
export async function onLeaveAt(db: Db, at: string, studentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{
    studentId: string
  }>(sql`select distinct student_id as "studentId" from leave where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[])
    and extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and start_at <= ${at} and least(back_at, end_at) > ${at}`)
  return new Set(rows.map(r => r.studentId))
}

export interface LeaveSpan {
  studentId: string
  from: string
  to: string
}
/** Leaves in force during any part of a span; an early return ends the leave. All students, or some. */
export async function leaveSpans(db: Db, span: { from: string; to: string }, studentIds?: readonly string[]): Promise<LeaveSpan[]> {
  const some = studentIds ? sql`and student_id = any(${[...studentIds]}::uuid[])` : sql``
  return db.query<LeaveSpan>(sql`select student_id as "studentId", start_at as "from", coalesce(least(back_at, end_at), end_at) as "to" from leave where tenant_id = ${db.me.tenantId}
    and extends_id is null and state in ('approved', 'active', 'overdue', 'closed') and start_at < ${span.to} and coalesce(least(back_at, end_at), end_at) > ${span.from} ${some}`)
}
export interface OffCampusLeave {
  id: string
  leaveNo: string
  from: string
  to: string
}
/** Approved leaves of a student that leave the campus during a span, so that another module need not ask for the same absence again. */
export const offCampusLeaves = (db: Db, studentId: string, span: { from: string; to: string }): Promise<OffCampusLeave[]> =>
  db.query<OffCampusLeave>(sql`select id, leave_no as "leaveNo", start_at as "from", end_at as "to" from leave where tenant_id = ${db.me.tenantId} and student_id = ${studentId}
    and extends_id is null and leaves_campus and state in ('approved', 'active', 'overdue') and start_at < ${span.to} and end_at > ${span.from} order by start_at`)

export interface LeaveStanding {
  id: string
  studentId: string
  leaveNo: string
  from: string
  until: string
  leavesCampus: boolean
  isOver: boolean
}
/** Approved leaves that are not closed and begin before a moment. `isOver` once the time limit for coming back has passed. */
export const leavesBefore = (db: Db, before: string, studentIds: readonly string[]): Promise<LeaveStanding[]> =>
  db.query<LeaveStanding>(sql`select id, student_id as "studentId", leave_no as "leaveNo", start_at as "from", end_at as until, leaves_campus as "leavesCampus", state = 'overdue' as "isOver" from leave
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and extends_id is null and state in ('approved', 'active', 'overdue') and start_at < ${before} order by start_at, id`)

export interface LeaveReturn {
  studentId: string
  /** Seen by staff or by their code; else the student's own word. */
  way: 'staff' | 'self'
  at: string
  note: string
}
/** The last returns from leave since a moment, of each student and way. What a gate recorded is told by the gate. */
export const lastLeaveReturns = (db: Db, since: string, now: string, studentIds: readonly string[]): Promise<LeaveReturn[]> =>
  db.query<LeaveReturn>(sql`select distinct on (student_id, 2) student_id as "studentId", case when back_way in ('staff', 'scan') then 'staff' else 'self' end as way, back_at as at, leave_no as note from leave
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and extends_id is null and leaves_campus and state = 'closed' and back_way <> 'gate'
      and back_at >= ${since} and back_at <= ${now} order by student_id, 2, back_at desc, id`)
