import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dormBuilding } from '../../places/model/places.ts'
import type { Expected } from '../../stays/model/presence.ts'
import type { NightResult } from '../model/evidence.ts'
import type { RoomTick } from '../model/night-line.ts'
import { patrolRooms } from '../model/read-actions.ts'
import { lastTicks } from '../model/ticks.ts'
import { tonight } from './confirm-presence.ts'
import { dormNights } from './dorm-nights.ts'
import { settingsOf } from './settings.ts'

interface Occupant {
  roomId: string
  roomNo: string
  floorName: string
  studentId: string
  name: string
  bedNo: number
  expected: Expected
  result: NightResult
}
const sleepersIn = (db: Db, night: string, dormId: string): Promise<Occupant[]> =>
  db.query<Occupant>(sql`select r.id as "roomId", r.room_no as "roomNo", f.name as "floorName", s.id as "studentId", s.name, b.bed_no as "bedNo", l.expected, l.result
    from night_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id join dorm_bed b on b.tenant_id = l.tenant_id and b.id = l.bed_id
      join dorm_room r on r.tenant_id = l.tenant_id and r.id = l.room_id join dorm_floor f on f.tenant_id = l.tenant_id and f.id = l.floor_id
    where l.tenant_id = ${db.me.tenantId} and l.night_date = ${night}::date and l.dorm_id = ${dormId} and l.expected <> 'notResident' order by f.floor_no, r.room_no, b.bed_no`)
interface Ticked extends RoomTick {
  by: string
}
async function ticksIn(db: Db, night: string, dormId: string): Promise<Map<string, Ticked>> {
  const walks = await db.query<{
    by: string
    rooms: RoomTick[] | null
  }>(sql`select coalesce(u.nick_name, '') as by, p.rooms from dorm_patrol p left join sys_user u on u.tenant_id = p.tenant_id and u.id = p."by"
    where p.tenant_id = ${db.me.tenantId} and p.night_date = ${night}::date and p.dorm_id = ${dormId} order by p.id`)
  return lastTicks(walks.flatMap(w => (w.rooms ?? []).map(tick => ({ ...tick, by: w.by }))))
}
/** Offline data of a patrol; whereabouts of excused students are not included. */
export default handle(patrolRooms, async ({ db }, { dormId: given }) => {
  const night = tonight()
  const own = (await db.visible(dormBuilding).all({ isEnabled: true }, { sort: ['sort', 'code'] })).map(d => ({ id: d.id, name: d.fullName ?? d.name }))
  const nights = await dormNights(db, night)
  const dorms = own.map(d => ({ ...d, isPatrolled: nights.get(d.id)?.ways.includes('patrol') ?? false }))
  if (given && !own.some(d => d.id === given)) throw notFound()
  const dormId = given ?? dorms.find(d => d.isPatrolled)?.id ?? dorms[0]?.id
  const { nightRosterAt } = await settingsOf(db)
  const head = { night, dormId: dormId ?? null, dorms, rosterAt: nightRosterAt, curfew: nights.get(dormId ?? '')?.curfew ?? null }
  if (!dormId) return { ...head, rooms: [] }
  const [sleepers, ticks] = [await sleepersIn(db, night, dormId), await ticksIn(db, night, dormId)]
  const rooms = [...Map.groupBy(sleepers, s => s.roomId)].map(([id, those]) => {
    const tick = ticks.get(id)
    return {
      id,
      roomNo: those[0]?.roomNo ?? '',
      floorName: those[0]?.floorName ?? '',
      residents: those.map(({ studentId, name, bedNo, expected, result }) => ({ studentId, name, bedNo, expected, result })),
      tickedAt: tick?.at ?? null,
      tickedBy: tick?.by ?? null,
      out: [...(tick?.out ?? [])],
      late: [...(tick?.late ?? [])],
    }
  })
  return { ...head, rooms }
})
