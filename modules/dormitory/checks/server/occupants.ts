import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { expectedPresence } from '../../stays/server/api.ts'
import type { Occupant } from '../model/score.ts'

/** A resident with a lasting bed in a room on a day; temporary guests are not scored. */
export interface Resident {
  roomId: string
  studentId: string
  name: string
  bedNo: number
  classId: string | null
  departmentId: string | null
  className: string | null
}
export const residentsOf = (db: Db, roomIds: readonly string[], on: string): Promise<Resident[]> =>
  db.query<Resident>(sql`select s.room_id as "roomId", s.student_id as "studentId", coalesce(t.name, s.name, '') as name, b.bed_no as "bedNo", t.class_id as "classId", t.department_id as "departmentId", c.name as "className"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id join student t on t.tenant_id = s.tenant_id and t.id = s.student_id
      left join stu_class c on c.tenant_id = t.tenant_id and c.id = t.class_id
    where s.tenant_id = ${db.me.tenantId} and s.room_id = any(${[...roomIds]}::uuid[]) and s.kind <> 'temporary' and s.state in ('checkedIn', 'checkedOut')
      and s.check_in_at < (${on}::date + 1)::timestamp at time zone 'Asia/Shanghai' and (s.check_out_at is null or s.check_out_at >= (${on}::date + 1)::timestamp at time zone 'Asia/Shanghai')
    order by s.room_id, b.bed_no`)
/** 20-DI1: residents counted for a score; those excused that night are left out. */
export async function occupantsOf(db: Db, residents: readonly Resident[], on: string): Promise<Map<string, Occupant[]>> {
  const presence = await expectedPresence(db, on, { studentIds: residents.map(r => r.studentId) })
  const rows = residents.map(r => ({ ...r, isExcused: presence.get(r.studentId)?.expected === 'excused' }))
  return new Map([...Map.groupBy(rows, r => r.roomId)].map(([id, own]) => [id, own.map(({ studentId, bedNo, isExcused }) => ({ studentId, bedNo, isExcused }))]))
}
/** The class of most occupants, on a tie the smaller id; its counsellor follows the room up. */
export function mainClass(residents: ReadonlyArray<Pick<Resident, 'classId' | 'departmentId'>>): { classId: string | null; departmentId: string | null } {
  const groups = [...Map.groupBy(residents, r => r.classId ?? '')].sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]))
  const first = groups[0]?.[1][0]
  return { classId: first?.classId ?? null, departmentId: first?.departmentId ?? null }
}
/** The room of a student's current lasting bed. */
export async function roomOf(db: Db, studentId: string): Promise<{ id: string; fullName: string; dormId: string } | undefined> {
  const [room] = await db.query<{ id: string; fullName: string; dormId: string }>(sql`select r.id, r.full_name as "fullName", r.dorm_id as "dormId" from dorm_stay s
    join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id
    where s.tenant_id = ${db.me.tenantId} and s.student_id = ${studentId} and s.state = 'checkedIn' and s.kind <> 'temporary' order by s.check_in_at desc limit 1`)
  return room
}
