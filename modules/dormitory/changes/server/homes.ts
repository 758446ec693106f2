import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** A student's current lasting bed: the start of a change. */
export interface Home {
  stayId: string
  studentId: string
  studentNo: string | null
  name: string
  genderCode: string
  classId: string | null
  departmentId: string | null
  bedId: string
  bed: string
  roomId: string
  dormId: string
  feePerYear: number | null
}
/** The caller has checked access. */
export async function homesOf(db: Db, studentIds: readonly string[]): Promise<Map<string, Home>> {
  const rows =
    await db.query<Home>(sql`select s.id as "stayId", s.student_id as "studentId", s.student_no as "studentNo", s.name, s.gender_code as "genderCode", s.class_id as "classId",
      s.department_id as "departmentId", s.bed_id as "bedId", b.full_name as bed, s.room_id as "roomId", s.dorm_id as "dormId", s.fee_per_year::float8 as "feePerYear"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
    where s.tenant_id = ${db.me.tenantId} and s.student_id = any(${[...studentIds]}::uuid[]) and s.state = 'checkedIn' and s.kind = 'main' order by s.check_in_at`)
  return new Map(rows.map(r => [r.studentId, r]))
}
export interface Resident {
  roomId: string
  studentId: string
  name: string
  classId: string | null
  departmentId: string | null
  bedNo: number
}
export interface RoomOf {
  departmentId: string | null
  residents: Resident[]
}
/** College assignment and residents of these rooms. */
export async function roomsOf(db: Db, roomIds: readonly string[]): Promise<Map<string, RoomOf>> {
  const ids = [...new Set(roomIds)]
  const rooms = await db.query<{ id: string; departmentId: string | null }>(
    sql`select id, department_id as "departmentId" from dorm_room where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[])`,
  )
  const residents =
    await db.query<Resident>(sql`select s.room_id as "roomId", s.student_id as "studentId", s.name, s.class_id as "classId", s.department_id as "departmentId", b.bed_no as "bedNo"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id where s.tenant_id = ${db.me.tenantId} and s.room_id = any(${ids}::uuid[]) and s.state = 'checkedIn' order by b.bed_no`)
  const byRoom = Map.groupBy(residents, r => r.roomId)
  return new Map(rooms.map(r => [r.id, { departmentId: r.departmentId, residents: byRoom.get(r.id) ?? [] }]))
}
