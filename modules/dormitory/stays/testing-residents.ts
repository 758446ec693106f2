import sql from 'sql-template-tag'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import type { Actor } from '#testing/school.ts'
import { day } from '../places/testing.ts'
import type { StaySchool } from './testing.ts'

export interface Resident {
  id: string
  studentNo: string
  name: string
  actor: Actor
  stayId: string
  bedId: string
}
/** Assigns beds in bulk, bypassing all rules: one bed each in order, since a day (default: three months ago). */
export const houseAll = (s: StaySchool, studentIds: readonly string[], beds: readonly string[], since = day(-90)) =>
  s.db.query<
    Omit<Resident, 'actor'>
  >(sql`insert into dorm_stay (tenant_id, stay_no, student_id, student_no, name, gender_code, department_id, class_id, bed_id, room_id, floor_id, dorm_id, kind, state, planned_in, check_in_at)
    select t.tenant_id, 'A' || nextval('dorm_stay_no_seq'), t.id, t.student_no, t.name, t.gender_code, t.department_id, t.class_id, b.id, b.room_id, b.floor_id, b.dorm_id, 'main', 'checkedIn', ${since}::date, ${since}::date
    from unnest(${[...studentIds]}::uuid[], ${beds.slice(0, studentIds.length)}::uuid[]) with ordinality x(student, bed, n) join student t on t.tenant_id = ${s.tenantId} and t.id = x.student
      join dorm_bed b on b.tenant_id = t.tenant_id and b.id = x.bed order by x.n
    returning student_id as id, student_no as "studentNo", name, id as "stayId", bed_id as "bedId"`)
/** New students of a sex in beds of their building from an index on, with accounts. */
export async function housed(s: StaySchool, genderCode: '1' | '2', count: number, offset = 0): Promise<Resident[]> {
  const students = await s.students(count, { genderCode })
  const rows = await houseAll(
    s,
    students.map(x => x.id),
    s.beds[genderCode === '2' ? 'women' : 'men'].slice(offset),
  )
  return Promise.all(rows.map(async r => ({ ...r, actor: await s.self(r.id) })))
}
/** A school year around today and its first term, which began sixty days ago and has seventy-nine left. */
export async function termAround({ db }: StaySchool): Promise<void> {
  await db.insert(schoolYear, { xn: '2026-2027', startDate: day(-200), endDate: day(200) })
  await db.insert(term, { xn: '2026-2027', xqM: '1', name: '第一学期', week1Start: day(-60), weeks: 20, startDate: day(-60), endDate: day(79), switchDate: day(-67) })
}
