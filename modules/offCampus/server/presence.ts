import sql from 'sql-template-tag'
import { type Night, presenceExcuse } from '#modules/dormitory/server/api.ts'
import type { Db } from '#server/context.ts'
import { AGREED } from '../model/off-campus-stay.ts'

/** 50-OC4: nights from the first to the last, by the night's date: none before, none after. */
async function covers(db: Db, { date, studentIds }: Night): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ studentId: string }>(sql`select student_id as "studentId" from off_campus_stay where tenant_id = ${db.me.tenantId}
    and student_id = any(${[...studentIds]}::uuid[]) and state = any(${[...AGREED]}::text[]) and approved_at is not null and from_on <= ${date}::date and last_night >= ${date}::date`)
  return new Map(rows.map(r => [r.studentId, '校外住宿']))
}
export default presenceExcuse({ code: 'offCampus', source: 'stay', covers })
