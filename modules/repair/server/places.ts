import sql from 'sql-template-tag'
import { type Input, type Row, refusalOf } from '#model'
import { building, venue } from '#modules/campus/model/places.ts'
import { dormBuilding, dormRoom } from '#modules/dormitory/places/model/places.ts'
import { roomOfDoorCode } from '#modules/dormitory/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { PLACE_TYPES, type place, repairOrder } from '../model/order.ts'

type GivenPlace = Input<typeof place>
/** A place as an order stores it. */
export type FoundPlace = Pick<Row<typeof repairOrder>, 'placeType' | 'roomId' | 'venueId' | 'buildingId' | 'publicPlace' | 'campusId'> & { place: string }
interface Room {
  id: string
  name: string
}
/** The room a student lives in. */
export async function ownRoom(db: Db): Promise<Room | null> {
  const [row] = await db.query<Room>(sql`select r.id, r.full_name as name from dorm_stay s join dorm_room r on r.tenant_id = s.tenant_id and r.id = s.room_id
    where s.tenant_id = ${db.me.tenantId} and s.student_id = ${db.me.studentId} and s.state = 'checkedIn' order by s.kind = 'temporary', s.check_in_at desc limit 1`)
  return row ?? null
}
const refuse = (key: string, values: Record<string, unknown>, field: string) => refusalOf(repairOrder, key, values, field)
const missing = (kind: keyof typeof PLACE_TYPES, field: string) => refuse('placeMissing', { kind: PLACE_TYPES[kind] }, field)
const isClosed = (of: { isEnabled: boolean; state?: string; closedFrom: string | null; closedTo: string | null }): boolean =>
  !of.isEnabled || of.state === 'closed' || (of.closedFrom !== null && of.closedFrom <= today() && (of.closedTo === null || of.closedTo >= today()))
const NOWHERE = { roomId: null, venueId: null, buildingId: null, publicPlace: null, campusId: null } as const

/** Room of a door code; refuses a code of another school. */
export async function scannedRoom(db: Db, doorCode: string): Promise<string> {
  const id = roomOfDoorCode(db, doorCode)
  if (!id) throw refuse('doorCode', {}, 'doorCode')
  return id
}
async function roomPlace(db: Db, given: GivenPlace, permission: string | undefined): Promise<FoundPlace> {
  const roomId = given.doorCode ? await scannedRoom(db, given.doorCode) : given.roomId
  if (!roomId) throw missing('room', 'roomId')
  const isFree = given.doorCode || permission || (await ownRoom(db))?.id === roomId
  if (!isFree) throw refuse('notYourRoom', {}, 'roomId')
  const room = await (permission ? db.visibleFor(dormRoom, permission) : db.unscoped(dormRoom)).one(roomId) // the caller's own, or one whose door they scanned
  if (isClosed(room)) throw refuse('roomClosed', { place: room.fullName }, 'roomId')
  const { buildingId = null, campusId = null } = (await db.cached(dormBuilding)).get(room.dormId ?? '') ?? {}
  return { ...NOWHERE, placeType: 'room', roomId, buildingId, campusId, place: room.fullName ?? '' }
}
async function venuePlace(db: Db, { venueId }: GivenPlace): Promise<FoundPlace> {
  const at = (await db.cached(venue)).get(venueId ?? '')
  if (!at) throw missing('venue', 'venueId')
  if (isClosed(at)) throw refuse('roomClosed', { place: at.name }, 'venueId')
  return { ...NOWHERE, placeType: 'venue', venueId: at.id, buildingId: at.buildingId, campusId: at.campusId, place: at.name }
}
async function publicPlaceOf(db: Db, { buildingId, publicPlace }: GivenPlace): Promise<FoundPlace> {
  if (!publicPlace) throw missing('public', 'publicPlace')
  const at = (await db.cached(building)).get(buildingId ?? '')
  return { ...NOWHERE, placeType: 'public', publicPlace, buildingId: at?.id ?? null, campusId: at?.campusId ?? null, place: at ? `${at.name} ${publicPlace}` : publicPlace }
}
/** Resolves a reported place. `permission`: staff report from rooms it reaches; others from their own room, or one whose door they scanned. */
export function placeOf({ db }: Pick<Ctx, 'db'>, given: GivenPlace, permission?: string): Promise<FoundPlace> {
  if (given.placeType === 'room') return roomPlace(db, given, permission)
  return given.placeType === 'venue' ? venuePlace(db, given) : publicPlaceOf(db, given)
}
