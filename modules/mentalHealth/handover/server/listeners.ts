import sql from 'sql-template-tag'
import { isEnded } from '#modules/student/model/status.ts'
import { today } from '#server/base/today.ts'
import { type Db, on, onMany } from '#server/context.ts'
import type { HandoverReason } from '../model/handover.ts'
import { beginHandover } from './begin.ts'

type Payload = Readonly<Record<string, unknown>>
const AWAY: readonly unknown[] = ['suspended', 'retained']
const isText = (value: unknown): value is string => typeof value === 'string'
/** The students of a class whose counsellor is another from today on; what is entered for a later day is told again on that day. */
const staff = on('campus.classStaffChanged', 'mentalHealth.staffHandover', async ({ db }, { classId, role, on: day }) => {
  if (role !== 'fdy' || !isText(classId) || (isText(day) && day > today())) return
  const rows = await db.query<{ id: string }>(
    sql`select s.id from student s join attention_case t on t.tenant_id = s.tenant_id and t.student_id = s.id and t.state in ('open', 'handover')
      where s.tenant_id = ${db.me.tenantId} and s.counselled_class_id = ${classId}`,
  )
  await beginHandover(db, new Map(rows.map(r => [r.id, 'counsellor'])))
})
/** Counsellors of these classes today, by class. */
async function counsellorsOf(db: Db, classIds: readonly unknown[]): Promise<Map<unknown, Set<string>>> {
  const rows = await db.query<{ id: string; teacherIds: string[] }>(sql`select class_id as id, array_agg(teacher_id) as "teacherIds" from class_staff_now
    where tenant_id = ${db.me.tenantId} and role = 'fdy' and class_id = any(${classIds.filter(isText)}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, new Set(r.teacherIds)]))
}
const isPayload = (value: unknown): value is Payload => typeof value === 'object' && value !== null
const moved = onMany('student.classChanged', 'mentalHealth.classHandover', async ({ db }, payloads) => {
  const under = await withCase(db, payloads)
  const moves = payloads.flatMap(({ studentId, from, to }) => (isText(studentId) && under.has(studentId) && isPayload(from) && isPayload(to) ? [{ studentId, from, to }] : []))
  const staffOf = await counsellorsOf(
    db,
    moves.flatMap(m => [m.from.classId, m.to.classId]),
  )
  const reasonOf = ({ from, to }: Record<'from' | 'to', Payload>): HandoverReason | undefined => {
    if (from.gradeMajorId !== to.gradeMajorId || from.departmentId !== to.departmentId) return 'major'
    // a move within a major to a class of the same counsellor changes nothing
    const stays = from.classId === to.classId || staffOf.get(from.classId)?.intersection(staffOf.get(to.classId) ?? new Set()).size
    return stays ? undefined : 'counsellor'
  }
  const reasons = new Map<string, HandoverReason>()
  for (const move of moves) {
    const reason = reasonOf(move)
    if (reason) reasons.set(move.studentId, reason)
  }
  await beginHandover(db, reasons)
})
async function withCase(db: Db, payloads: readonly Payload[]): Promise<Set<string>> {
  const ids = payloads.map(p => p.studentId).filter(isText)
  const rows = await db.query<{ id: string }>(
    sql`select student_id as id from attention_case where tenant_id = ${db.me.tenantId} and student_id = any(${ids}::uuid[]) and state in ('open', 'handover')`,
  )
  return new Set(rows.map(r => r.id))
}
function statusReason({ from, to }: Payload): HandoverReason | undefined {
  if (AWAY.includes(to)) return 'suspended'
  if (isText(to) && isEnded(to)) return 'left'
  // back after a suspension, or because an end of studies was taken back
  return to === 'active' && (AWAY.includes(from) || (isText(from) && isEnded(from))) ? 'returned' : undefined
}
const status = onMany('student.statusChanged', 'mentalHealth.statusHandover', async ({ db }, payloads) => {
  const reasons = new Map<string, HandoverReason>()
  for (const payload of payloads) {
    const reason = statusReason(payload)
    if (isText(payload.studentId) && reason) reasons.set(payload.studentId, reason)
  }
  await beginHandover(db, reasons)
})
export default [staff, moved, status]
