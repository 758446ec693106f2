import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export { answerStays, type Destination, leaveWithoutAnswer, type Plan, planOf, setStayRooms, takeBackAnswer } from './stays.ts'

export interface TripNow {
  studentId: string
  until: string
  isOverdue: boolean
}
/** Trips that have begun and whose students are not back. */
export const tripsNow = (db: Db, studentIds: readonly string[]): Promise<TripNow[]> =>
  db.query<TripNow>(sql`select student_id as "studentId", back_planned as until, (state = 'overdue' or back_planned < now()) as "isOverdue" from going_out
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state in ('out', 'overdue') order by back_planned`)
/** Students whose registered departure covers the whole span: they leave before it and return, or returned, after it. With the holiday's name. */
export async function departedOver(db: Db, { from, to }: { from: string; to: string }, studentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ studentId: string; name: string }>(sql`
    select d.student_id as "studentId", p.name from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
    where d.tenant_id = ${db.me.tenantId} and d.student_id = any(${[...studentIds]}::uuid[]) and d.choice <> 'stay' and p.state <> 'cancelled'
      and d.leave_at <= ${from} and least(d.back_at, d.back_planned) >= ${to}`)
  return new Map(rows.map(r => [r.studentId, r.name]))
}
