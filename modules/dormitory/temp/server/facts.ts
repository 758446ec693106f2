import sql from 'sql-template-tag'
import { calendarOf } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { inNight } from '../../places/model/night.ts'
import { nightHours } from '../../places/server/api.ts'
import type { HouseNight } from '../model/nights.ts'
import { COUNTING } from '../model/temp-location.ts'

export interface OwnBed {
  studentId: string
  dormId: string
  fullName: string
}
/** Current beds of students; a temporary bed before their own. */
export async function bedsOfStudents(db: Db, studentIds: readonly string[]): Promise<Map<string, OwnBed>> {
  const rows = await db.query<OwnBed>(sql`select distinct on (s.student_id) s.student_id as "studentId", s.dorm_id as "dormId", b.full_name as "fullName"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
    where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.student_id = any(${[...studentIds]}::uuid[]) order by s.student_id, (s.kind = 'temporary') desc, s.check_in_at desc`)
  return new Map(rows.map(r => [r.studentId, r]))
}
/** Default hours of a building without any. */
const USUAL = { curfew: '23:00', gateOpening: '06:00' }
/** Nights by the student's building; calendar and hours are cached. */
export const houseNights = (db: Db, dormId: string | undefined, dates: readonly string[]): Promise<HouseNight[]> =>
  Promise.all(
    dates.map(async date => {
      const hours = dormId ? await nightHours(db, dormId, date) : undefined
      return { date, curfew: hours?.curfew ?? inNight(date, USUAL.curfew), gateOpening: hours?.gateOpening ?? inNight(date, USUAL.gateOpening) }
    }),
  )
/** 20-DT1: nights elsewhere in the term containing a night, without one application; none outside terms. */
export async function nightsInTerm(db: Db, studentId: string, firstNight: string, exceptId: string | null): Promise<number> {
  const term = (await calendarOf(db)).terms.find(t => t.startDate <= firstNight && firstNight <= t.endDate)
  if (!term) return 0
  const [row] = await db.query<{ n: number }>(sql`select coalesce(sum(coalesce(actual_nights, nights)), 0)::int as n from temp_location
    where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and state = any(${[...COUNTING]}::text[]) and first_night between ${term.startDate} and ${term.endDate} and id is distinct from ${exceptId}::uuid`)
  return row?.n ?? 0
}
