import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { building, venue } from '#modules/campus/model/places.ts'
import { dormBuilding, dormRoom } from '#modules/dormitory/places/model/places.ts'
import { roomOfDoorCode } from '#modules/dormitory/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { PLACE_TYPES, repairOrder } from '../model/order.ts'

export interface GivenPlace {
  placeType: keyof typeof PLACE_TYPES
  roomId?: string | null
  venueId?: string | null
  buildingId?: string | null
  publicPlace?: string | null
  doorCode?: string | null
}
/** A place as an order stores it. */
export interface FoundPlace {
  placeType: keyof typeof PLACE_TYPES
  roomId: string | null
  venueId: string | null
  buildingId: string | null
  publicPlace: string | null
  campusId: string | null
  place: string
}
/** The room a student lives in. */
export async function ownRoom(db: Db): Promise<{ id: string; name: string } | null> {
  if (!db.me.studentId) return null
  const [row] = await db.query<{
    id: string
    name: string
  }>(sql`select r.id, r.full_name as name from dorm_stay s join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id
    where s.tenant_id = ${db.me.tenantId} and s.student_id = ${db.me.studentId} and s.state = 'checkedIn' order by s.kind = 'temporary', s.check_in_at desc limit 1`)
  return row ?? null
}
const refuse = (key: string, values: Record<string, unknown>, field: string) => refusalOf(repairOrder, key, values, field)
const isClosed = (of: { isEnabled: boolean; state?: string; closedFrom: string | null; closedTo: string | null }): boolean =>
  !of.isEnabled || of.state === 'closed' || (of.closedFrom !== null && of.closedFrom <= today() && (of.closedTo === null || of.closedTo >= today()))

/** Room of a door code; refuses a code of another school. */
export async function scannedRoom(db: Db, doorCode: string): Promise<string> {
  const id = roomOfDoorCode(db, doorCode)
  if (!id) throw refuse('doorCode', {}, 'doorCode')
  return id
}
async function roomPlace({ db }: Pick<Ctx, 'db'>, given: GivenPlace, permission: string | undefined): Promise<FoundPlace> {
  const roomId = given.doorCode ? await scannedRoom(db, given.doorCode) : given.roomId
  if (!roomId) throw refuse('placeMissing', { kind: PLACE_TYPES.room }, 'roomId')
  const isFree = given.doorCode || permission || (await ownRoom(db))?.id === roomId
  if (!isFree) throw refuse('notYourRoom', {}, 'roomId')
  const room = await (permission ? db.visibleFor(dormRoom, permission) : db.unscoped(dormRoom)).one(roomId) // the caller's own, or one whose door they scanned
  if (isClosed(room)) throw refuse('roomClosed', { place: room.fullName }, 'roomId')
  const dorm = (await db.cached(dormBuilding)).get(room.dormId ?? '')
  return { placeType: 'room', roomId, venueId: null, publicPlace: null, buildingId: dorm?.buildingId ?? null, campusId: dorm?.campusId ?? null, place: room.fullName ?? '' }
}
async function venuePlace({ db }: Pick<Ctx, 'db'>, { venueId }: GivenPlace): Promise<FoundPlace> {
  const at = (await db.cached(venue)).get(venueId ?? '')
  if (!at) throw refuse('placeMissing', { kind: PLACE_TYPES.venue }, 'venueId')
  if (isClosed(at)) throw refuse('roomClosed', { place: at.name }, 'venueId')
  return { placeType: 'venue', roomId: null, venueId: at.id, publicPlace: null, buildingId: at.buildingId, campusId: at.campusId, place: at.name }
}
async function publicPlaceOf({ db }: Pick<Ctx, 'db'>, { buildingId, publicPlace }: GivenPlace): Promise<FoundPlace> {
  if (!publicPlace) throw refuse('placeMissing', { kind: PLACE_TYPES.public }, 'publicPlace')
  const at = (await db.cached(building)).get(buildingId ?? '')
  return {
    placeType: 'public',
    roomId: null,
    venueId: null,
    publicPlace,
    buildingId: at?.id ?? null,
    campusId: at?.campusId ?? null,
    place: at ? `${at.name} ${publicPlace}` : publicPlace,
  }
}
/** Resolves a reported place. `permission`: staff report from rooms it reaches; others from their own room, or one whose door they scanned. */
export function placeOf(ctx: Pick<Ctx, 'db'>, given: GivenPlace, permission?: string): Promise<FoundPlace> {
  if (given.placeType === 'room') return roomPlace(ctx, given, permission)
  return given.placeType === 'venue' ? venuePlace(ctx, given) : publicPlaceOf(ctx, given)
}
