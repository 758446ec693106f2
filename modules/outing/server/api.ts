import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export { endTripFor } from './record-manually.ts'
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
export interface AwayFor {
  id: string
  studentId: string
  from: string
  until: string
  isOver: boolean
  note: string
}
/** Confirmed trips that have not ended and begin before a moment. `isOver` once they were called overdue. */
export const tripsBefore = (db: Db, before: string, studentIds: readonly string[]): Promise<AwayFor[]> =>
  db.query<AwayFor>(sql`select id, student_id as "studentId", coalesce(out_at, out_planned) as "from", back_planned as until, state = 'overdue' as "isOver", place as note from going_out
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state in ('registered', 'out', 'overdue') and confirmed_at is not null
      and coalesce(out_at, out_planned) < ${before} order by 3, id`)
/** Registered departures over a holiday that begin before a moment and from which nobody has come back; they end at the planned return. */
export const departuresBefore = (db: Db, before: string, now: string, studentIds: readonly string[]): Promise<AwayFor[]> =>
  db.query<AwayFor>(sql`select d.id, d.student_id as "studentId", d.leave_at as "from", least(d.back_at, d.back_planned) as until, false as "isOver", p.name as note
    from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
    where d.tenant_id = ${db.me.tenantId} and d.student_id = any(${[...studentIds]}::uuid[]) and d.choice <> 'stay' and p.state <> 'cancelled'
      and d.leave_at < ${before} and least(d.back_at, d.back_planned) > ${now} order by d.leave_at, d.id`)
export interface TripReturn {
  studentId: string
  /** Seen by staff; else the word of the student or of the leader of the trip. */
  way: 'staff' | 'self'
  at: string
  note: string
}
/** The last returns from trips since a moment, of each student and way. What a gate recorded is told by the gate. */
export const lastTripReturns = (db: Db, since: string, now: string, studentIds: readonly string[]): Promise<TripReturn[]> =>
  db.query<TripReturn>(sql`select distinct on (student_id, 2) student_id as "studentId", case back_way when 'staff' then 'staff' else 'self' end as way, back_at as at, place as note from going_out
    where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and state = 'back' and back_way <> 'gate' and back_at >= ${since} and back_at <= ${now}
    order by student_id, 2, back_at desc, id`)
/** The last returns from holidays since a moment, as staff noted them; one that a gate noted is told by the gate, too. */
export const lastHolidayReturns = (db: Db, since: string, now: string, studentIds: readonly string[]): Promise<TripReturn[]> =>
  db.query<TripReturn>(sql`select distinct on (d.student_id) d.student_id as "studentId", 'staff' as way, d.back_at as at, p.name as note
    from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
    where d.tenant_id = ${db.me.tenantId} and d.student_id = any(${[...studentIds]}::uuid[]) and d.back_at >= ${since} and d.back_at <= ${now} order by d.student_id, d.back_at desc, d.id`)
/** Students who have answered that they stay at school over a holiday of this day. */
export async function stayersOn(db: Db, day: string, studentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{
    id: string
  }>(sql`select distinct d.student_id as id from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id
    where d.tenant_id = ${db.me.tenantId} and d.student_id = any(${[...studentIds]}::uuid[]) and d.choice = 'stay' and d.answered_at is not null and p.state <> 'cancelled'
      and p.holiday_from <= ${day} and p.holiday_to >= ${day}`)
  return new Set(rows.map(r => r.id))
}
