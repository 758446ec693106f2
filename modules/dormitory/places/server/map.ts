import sql from 'sql-template-tag'
import { campus } from '#modules/campus/model/places.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { dormOverview, roomMap } from '../model/map.ts'
import { type BedState, dormBuilding, dormFloor, dormRoom, type ROOM_STATES, type ROOM_USAGES } from '../model/places.ts'
import { BED_STATE, bedsTaken, countsBy, NO_BEDS } from './counts.ts'

const LIST = { dorm: 'dormitory:dormBuilding:list', floor: 'dormitory:dormFloor:list' } as const

const overview = handle(dormOverview, async ({ db }) => {
  const [dorms, floors] = [await db.visibleFor(dormBuilding, LIST.dorm).all(), await db.visibleFor(dormFloor, LIST.floor).all({}, { sort: ['floorNo'] })]
  const campuses = await db.cached(campus)
  const counted = new Map((await countsBy(db, 'floor_id', sql`true`)).map(c => [c.id, c]))
  const ofFloor = new Map(floors.map(f => [f.id, counted.get(f.id) ?? NO_BEDS]))
  const ofDorm = Map.groupBy(floors, f => f.dormId)
  const sum = (dormId: string, of: 'capacity' | 'occupied' | 'reserved' | 'free'): number =>
    (ofDorm.get(dormId) ?? []).reduce((total, f) => total + (ofFloor.get(f.id)?.[of] ?? 0), 0)
  return [
    ...dorms.map(d => ({
      id: d.id,
      parentId: d.campusId ?? '',
      type: 'dorm' as const,
      name: d.name,
      campusName: campuses.get(d.campusId ?? '')?.name ?? null,
      capacity: sum(d.id, 'capacity'),
      occupied: sum(d.id, 'occupied'),
      reserved: sum(d.id, 'reserved'),
      free: sum(d.id, 'free'),
    })),
    ...floors.map(f => {
      const { capacity, occupied, reserved, free } = ofFloor.get(f.id) ?? NO_BEDS
      return { id: f.id, parentId: f.dormId, type: 'floor' as const, name: f.name, campusName: null, capacity, occupied, reserved, free }
    }),
  ]
})
interface Cell {
  id: string
  floorId: string
  roomNo: string
  usage: keyof typeof ROOM_USAGES
  state: keyof typeof ROOM_STATES
  isClosed: boolean
  isEnabled: boolean
  genderCode: string | null
}
/** Highest floor first, as in a front view. */
const map = handle(roomMap, async ({ db }, { dormId }) => {
  const dorm = await db.visibleFor(dormBuilding, LIST.dorm).one(dormId)
  const floors = await db.visibleFor(dormFloor, LIST.floor).all({ dormId: dorm.id }, { sort: ['floorNo'] })
  const rooms = await db.query<Cell>(sql`
    select r.id, r.floor_id as "floorId", r.room_no as "roomNo", r.usage, r.state, coalesce(${today()}::date between r.closed_from and coalesce(r.closed_to, 'infinity'), false) as "isClosed",
      r.is_enabled as "isEnabled", r.lodging_gender as "genderCode"
    from ${db.visible(dormRoom).rows()} r where r.dorm_id = ${dorm.id} order by r.room_no`)
  const beds = await db.query<{ id: string; roomId: string; bedNo: number; state: BedState }>(
    sql`select b.id, b.room_id as "roomId", b.bed_no as "bedNo", ${BED_STATE} as state from ${bedsTaken(db, sql`b.dorm_id = ${dorm.id}`)} order by b.bed_no`,
  )
  const [ofFloor, ofRoom] = [Map.groupBy(rooms, r => r.floorId), Map.groupBy(beds, b => b.roomId)]
  const cell = ({ floorId: _floor, ...room }: Cell) => ({ ...room, beds: (ofRoom.get(room.id) ?? []).map(({ roomId: _room, ...bed }) => bed) })
  return {
    id: dorm.id,
    name: dorm.name,
    campusName: (await db.cached(campus)).get(dorm.campusId ?? '')?.name ?? '',
    genderRule: dorm.genderRule,
    floors: floors.reverse().map(f => ({ id: f.id, name: f.name, floorNo: f.floorNo, isEnabled: f.isEnabled, rooms: (ofFloor.get(f.id) ?? []).map(cell) })),
  }
})
export default [overview, map]
