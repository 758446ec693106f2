import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { AGREED } from '../model/off-campus-stay.ts'

/** What other modules may call. */
export { endStayFor } from './ending.ts'

export interface LivingOut {
  id: string
  studentId: string
  fromOn: string
  lastNight: string
}
/** 50-OC4: students who live outside on a day, from the first night to the last. */
export const livingOutOn = (db: Db, day: string, studentIds: readonly string[]): Promise<LivingOut[]> =>
  db.query<LivingOut>(sql`select id, student_id as "studentId", from_on::text as "fromOn", last_night::text as "lastNight" from off_campus_stay where tenant_id = ${db.me.tenantId}
    and student_id = any(${[...studentIds]}::uuid[]) and state = any(${[...AGREED]}::text[]) and approved_at is not null and from_on <= ${day}::date and last_night >= ${day}::date order by from_on, id`)
