import sql from 'sql-template-tag'
import { isUuid } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dormBuilding, dormFloor, dormRoom } from '../model/places.ts'
import { counsellorRooms, dormSelect, floorSelect, roomFullName, roomSelect, roomStudents } from '../model/wire.ts'
import { countsBy } from './counts.ts'

const itemOf = (id: string, label: string) => ({ id, value: id, label })
const LIST = { dorm: 'dormitory:dormBuilding:list', floor: 'dormitory:dormFloor:list', room: 'dormitory:dormRoom:list' } as const
/** 1/0/true/false; undefined: no filter. */
const enabled = (given: string | null | undefined): { isEnabled?: boolean } => (given ? { isEnabled: given === '1' || given === 'true' } : {})
/** Unknown ids match nothing. */
const among = (id: string | null | undefined): string | undefined => (id ? (isUuid(id) ? id : '00000000-0000-0000-0000-000000000000') : undefined)
/** The student's room. */
async function ownRoom(db: Db): Promise<string | undefined> {
  if (!db.me.studentId) return undefined
  const [own] = await db.query<{ id: string }>(
    sql`select room_id as id from dorm_stay where tenant_id = ${db.me.tenantId} and student_id = ${db.me.studentId} and state = 'checkedIn' order by kind = 'temporary' desc limit 1`,
  )
  return own?.id
}
/** Rooms in the scope of the list permission, plus one's own. */
const reached = (db: Db, own: string | undefined) => sql`(select * from ${db.visibleFor(dormRoom, LIST.room).rows()} v
  union select * from ${db.unscoped(dormRoom).rows()} o where o.id = ${own ?? null}::uuid)` // every student may see their own room

const dorm = handle(dormSelect, async ({ db }, { campusId, isEnabled }) => {
  const where = { ...enabled(isEnabled), ...(campusId ? { campusId: among(campusId) as string } : {}) }
  const rows = await db.visibleFor(dormBuilding, LIST.dorm).all(where)
  return rows.map(d => ({ ...itemOf(d.id, d.name), code: d.code, name: d.name, genderRule: d.genderRule }))
})
const floor = handle(floorSelect, async ({ db }, { dormId }) => {
  const rows = await db.visibleFor(dormFloor, LIST.floor).all(dormId ? { dormId: among(dormId) as string } : {}, { sort: ['floorNo'] })
  return rows.map(f => ({ ...itemOf(f.id, f.name), name: f.name, floorNo: f.floorNo, genderCode: f.genderCode }))
})
const room = handle(roomSelect, async ({ db }, { floorId, isEnabled }) => {
  const floorIs = among(floorId)
  const { isEnabled: wanted } = enabled(isEnabled)
  const rows = await db.query<{ id: string; roomNo: string; roomType: string; genderCode: string | null }>(sql`
    select r.id, r.room_no as "roomNo", r.room_type as "roomType", r.lodging_gender as "genderCode" from ${db.visibleFor(dormRoom, LIST.room).rows()} r
    where (${floorIs ?? null}::uuid is null or r.floor_id = ${floorIs ?? null}) and (${wanted ?? null}::boolean is null or r.is_enabled = ${wanted ?? null}) order by r.full_name`)
  const counts = new Map((await countsBy(db, 'room_id', sql`(${floorIs ?? null}::uuid is null or b.floor_id = ${floorIs ?? null})`)).map(c => [c.id, c]))
  return rows.map(r => ({
    ...itemOf(r.id, r.roomNo),
    name: r.roomNo,
    roomType: r.roomType,
    genderCode: r.genderCode,
    capacity: counts.get(r.id)?.capacity ?? 0,
    free: counts.get(r.id)?.free ?? 0,
  }))
})
const fullName = handle(roomFullName, async ({ db }, { dormId, roomId }) => {
  const [dormIs, roomIs] = [among(dormId) ?? null, among(roomId) ?? null]
  const rows = await db.query<{ id: string; fullName: string }>(sql`select r.id, r.full_name as "fullName" from ${reached(db, await ownRoom(db))} r
    where (${dormIs}::uuid is null or r.dorm_id = ${dormIs}) and (${roomIs}::uuid is null or r.id = ${roomIs}) order by r.full_name`)
  return rows.map(r => ({ ...itemOf(r.id, r.fullName), fullName: r.fullName }))
})
const residents = handle(roomStudents, async ({ db }, { roomId }) => {
  const id = among(roomId)
  if (!id) return []
  const known = await db.unscoped(dormRoom).find({ id }) // existence check: an unknown room is an empty list, one outside the scope is 404
  if (!known) return []
  const own = await ownRoom(db)
  if (!(await db.query(sql`select 1 from ${reached(db, own)} r where r.id = ${id}`)).length) throw notFound()
  const rows = await db.query<{ id: string; userId: string | null; xh: string | null; name: string; bedNo: number; className: string | null }>(sql`
    select s.student_id as id, u.id as "userId", s.student_no as xh, s.name, b.bed_no as "bedNo", c.name as "className" from dorm_stay s
      join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join sys_user u on u.tenant_id = s.tenant_id and u.student_id = s.student_id and u.realm = 'admin'
    where s.tenant_id = ${db.me.tenantId} and s.room_id = ${id} and s.state = 'checkedIn' order by b.bed_no`)
  return rows.map(r => ({ ...r, ...itemOf(r.id, r.name) }))
})
interface Lodger {
  roomId: string
  fullName: string
  userId: string | null
  xh: string | null
  name: string
  bedNo: number
}
/** Rooms of a counsellor's students, within the caller's list scope. */
const ofCounsellor = handle(counsellorRooms, async ({ db, me }, { userId }) => {
  const rows = await db.query<Lodger>(sql`
    select s.room_id as "roomId", r.full_name as "fullName", u.id as "userId", s.student_no as xh, s.name, b.bed_no as "bedNo"
    from ${db.visibleFor(student, 'student:student:list').rows()} st join dorm_stay s on s.tenant_id = st.tenant_id and s.student_id = st.id and s.state = 'checkedIn'
      join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
      left join sys_user u on u.tenant_id = s.tenant_id and u.student_id = s.student_id and u.realm = 'admin'
    where st.id in (select k.student_id from student_staff_now k where k.tenant_id = ${me.tenantId} and k.user_id::text = ${userId ?? me.userId} and k.role = 'fdy')
    order by r.full_name, b.bed_no`)
  const byRoom = Map.groupBy(rows, r => r.roomId)
  return [...byRoom].map(([id, students]) => {
    const name = students[0]?.fullName ?? ''
    return { ...itemOf(id, name), fullName: name, students: students.map(({ userId: user, xh, name: called, bedNo }) => ({ userId: user, xh, name: called, bedNo })) }
  })
})
export default [dorm, floor, room, fullName, residents, ofCounsellor]
