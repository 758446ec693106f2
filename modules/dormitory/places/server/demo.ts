import sql from 'sql-template-tag'
import { building } from '#modules/campus/model/places.ts'
import { student } from '#modules/student/model/student.ts'
import type { Db } from '#server/context.ts'
import { curfewProfile } from '../model/curfew.ts'
import { floorName, roomNumber } from '../model/number-pattern.ts'
import { dormBuilding, dormFloor, dormRoom } from '../model/places.ts'

/** Share of beds taken. */
const FILLED = 0.93
const BEDS = 4
/** Rooms per building; small schools have fewer buildings rather than smaller ones. */
const ROOMS = 200
const FEWEST = 5
/** Below this many buildings, repairs take less. */
const FEW = 10
const HOURS = { curfewWorkday: '23:00', curfewFree: '23:30', cutOff: '00:30', gateOpening: '06:00' }

interface House {
  id: string
  name: string
  code: string
  genderRule: 'male' | 'female' | 'mixed'
}
/** Buildings for each gender: of forty, eighteen for men, eighteen for women and four mixed. */
export async function makeMap(db: Db): Promise<void> {
  const [men, students] = [await db.unscoped(student).count({ status: 'active', genderCode: '1' }), await db.unscoped(student).count({ status: 'active' })] // demo setup: no data scope
  const base = await db.unscoped(building).all({ usage: 'dormitory', isEnabled: true }) // as the students
  const rooms = Math.ceil(students / FILLED / BEDS)
  const many = Math.min(base.length, Math.max(FEWEST, Math.round(rooms / ROOMS)))
  const houses = await makeHouses(db, base.slice(0, many))
  const floors = Math.min(6, Math.max(2, Math.ceil(rooms / many / 12)))
  const perFloor = Math.ceil(rooms / many / floors)
  await makeFloors(db, houses, floors, men / Math.max(1, students))
  await makeRooms(db, houses, perFloor)
  await makeBeds(db)
  await db.query(sql`analyze dorm_building, dorm_floor, dorm_room, dorm_bed`)
}
async function makeHouses(db: Db, base: ReadonlyArray<{ id: string; name: string; code: string; campusId: string }>): Promise<House[]> {
  const { id: curfewProfileId } = await db.insert(curfewProfile, { name: '学生公寓', ...HOURS })
  await db.insert(curfewProfile, { name: '研究生公寓', ...HOURS, curfewWorkday: '23:30', curfewFree: '23:59', cutOff: '01:00' })
  const staff = await managers(db)
  const mixed = Math.max(1, Math.round(base.length / 10))
  const drafts = base.map((b, i) => ({
    buildingId: b.id,
    code: b.code,
    name: b.name.replace(/^\S+ /, '').replaceAll(' ', ''),
    genderRule: i >= base.length - mixed ? ('mixed' as const) : i % 2 ? ('female' as const) : ('male' as const),
    managerIds: [...new Set([i < 4 ? staff[0] : undefined, staff[(i % Math.max(1, staff.length - 1)) + 1] ?? staff[0]].filter(id => id !== undefined))],
    dutyPhone: `027-8766${String(1200 + i)}`,
    curfewProfileId,
    gateMode: i % 5 === 4 ? ('manual' as const) : ('events' as const),
    holidayShared: i % 4 === 0,
    sort: i,
  }))
  await db.insertMany(dormBuilding, drafts)
  const made = await db.unscoped(dormBuilding).all({}, { sort: ['sort'] })
  await exceptNewYear(db, curfewProfileId, made[0]?.id ?? null)
  return made
}
/** The demo's own manager first, then others of the office. */
async function managers(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select t.id from teacher t join sys_user u on u.tenant_id = t.tenant_id and u.teacher_id = t.id
    where t.tenant_id = ${db.me.tenantId} and t.status = 'active'
      and t.department_id = (select o.department_id from teacher o join sys_user m on m.tenant_id = o.tenant_id and m.teacher_id = o.id where o.tenant_id = ${db.me.tenantId} and m.user_name = 'dormManager')
    order by u.user_name = 'dormManager' desc, t.staff_no limit 21`)
  return rows.map(r => r.id)
}
async function exceptNewYear(db: Db, profileId: string, dormId: string | null): Promise<void> {
  const year = new Date().getFullYear()
  const late = { curfew: '00:30', cutOff: '01:00', gateOpening: '06:30' }
  await db.update(curfewProfile, profileId, {
    exceptions: [
      { date: `${year}-12-31`, dormId: null, ...late, reason: '跨年晚会' },
      { date: `${year}-12-24`, dormId, ...late, reason: '楼内消防演练' },
    ],
  })
}
/** Mixed buildings have men below and women above, by the demand left. */
async function makeFloors(db: Db, houses: readonly House[], floors: number, men: number): Promise<void> {
  const houseCount = (rule: House['genderRule']): number => houses.filter(h => h.genderRule === rule).length
  const wanting = Math.round((men * houses.length * floors - houseCount('male') * floors) / houseCount('mixed'))
  const below = Math.min(floors - 1, Math.max(1, wanting))
  await db.insertMany(
    dormFloor,
    houses.flatMap(h =>
      Array.from({ length: floors }, (_, i) => ({ dormId: h.id, floorNo: i + 1, name: floorName(i + 1), genderCode: h.genderRule === 'mixed' ? (i < below ? '1' : '2') : null })),
    ),
  )
}
/** Each floor has a common room, the lowest a porter's lodge; colleges have floors; one floor is in repair, in a small school half of one. */
async function makeRooms(db: Db, houses: readonly House[], perFloor: number): Promise<void> {
  const floors = await db.unscoped(dormFloor).all({}, { sort: ['fullName'] })
  const colleges = await db.query<{ id: string }>(
    sql`select d.id from department d where d.tenant_id = ${db.me.tenantId} and exists (select from stu_class c where c.tenant_id = d.tenant_id and c.department_id = d.id and c.state = 'active') order by d.code`,
  )
  const inRepair = floors.find(f => f.dormId === houses[1]?.id && f.floorNo === 2)?.id
  await db.insertMany(
    dormRoom,
    floors.flatMap((f, at) =>
      Array.from({ length: perFloor + 1 }, (_, i) => {
        const no = i + 1
        const isCommon = no === (f.floorNo === 1 ? 1 : Math.min(8, perFloor + 1))
        return {
          floorId: f.id,
          roomNo: roomNumber('{floor}{nn}', f.floorNo, no),
          roomType: 'fourBath',
          usage: isCommon ? (f.floorNo === 1 ? ('staff' as const) : ('activity' as const)) : ('student' as const),
          departmentId: isCommon ? null : (colleges[at % Math.max(1, colleges.length)]?.id ?? null),
          hasBathroom: !isCommon,
          hasAircon: true,
          accessible: f.floorNo === 1 && no === 2,
          orientation: no % 2 ? 'south' : 'north',
          state: f.id === inRepair && (houses.length > FEW || no > perFloor / 2) ? ('repair' as const) : ('normal' as const),
        }
      }),
    ),
  )
}
/** Four beds per room; some are locked until next term. */
async function makeBeds(db: Db): Promise<void> {
  await db.query(sql`insert into dorm_bed (tenant_id, room_id, bed_no, bed_type)
    select r.tenant_id, r.id, n, case when n = 4 and right(r.room_no, 2) in ('05', '15') then 'long' else 'loft' end
    from dorm_room r cross join generate_series(1, ${BEDS}::int) n where r.tenant_id = ${db.me.tenantId} and r.usage = 'student'`)
  await db.query(sql`update dorm_bed b set lock_reason = '床板待更换', locked_at = now() - interval '3 days', locked_until = now() + interval '60 days',
      locked_by = (select id from sys_user u where u.tenant_id = b.tenant_id and u.user_name = 'dormManager')
    from dorm_room r where b.tenant_id = ${db.me.tenantId} and r.tenant_id = b.tenant_id and r.id = b.room_id and r.room_no in ('107', '206') and b.bed_no = 4 and r.state = 'normal'`)
}
