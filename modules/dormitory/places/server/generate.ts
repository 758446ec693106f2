import type { InputOf, Row } from '#model'
import { hasFloor } from '#modules/campus/model/organisation-rules.ts'
import { building } from '#modules/campus/model/places.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { generateRooms, previewGenerate } from '../model/actions.ts'
import { floorName, floorsBetween, patternFault, roomNumber } from '../model/number-pattern.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from '../model/places.ts'

type Input = InputOf<typeof generateRooms>
type GenerateCtx = Pick<ActionCtx<typeof generateRooms>, 'db' | 'refuse'>
interface Plan {
  dorm: Row<typeof dormBuilding>
  floors: Array<{ floorNo: number; known: Row<typeof dormFloor> | undefined }>
  rooms: Array<{ floorNo: number; roomNo: string; known: Row<typeof dormRoom> | undefined }>
  /** Missing beds by room number. */
  beds: Map<string, number[]>
  knownBeds: number
}
function checkInput({ refuse }: GenerateCtx, { floorFrom, floorTo, numberPattern, genderCode }: Input): void {
  if (floorTo < floorFrom) refuse('floorsReversed', { from: floorFrom, to: floorTo }, 'floorTo')
  if (genderCode && genderCode !== '1' && genderCode !== '2') refuse('gender', {}, 'genderCode')
  const fault = patternFault(numberPattern)
  if (!fault) return
  if ('unknown' in fault) refuse('unknownPlace', { place: fault.unknown }, 'numberPattern')
  else refuse(fault.missing === 'n' ? 'noNumber' : 'noFloor', {}, 'numberPattern')
}
/** The floors must be ones that the building has. */
async function checkFloors({ db, refuse }: GenerateCtx, dorm: Row<typeof dormBuilding>, { floorFrom, floorTo }: Input): Promise<void> {
  const wanted = floorsBetween(floorFrom, floorTo)
  if (!wanted.length) refuse('noFloors', { from: floorFrom, to: floorTo }, 'floorFrom')
  const house = (await db.cached(building)).get(dorm.buildingId)
  const beyond = house && wanted.find(floor => !hasFloor(house, floor))
  if (beyond !== undefined) refuse('floorBeyond', { floor: beyond, building: house?.name, floors: house?.floors, basements: house?.basements ?? 0 }, 'floorTo')
}
/** Room numbers of every floor; refuses duplicates and overlong ones. */
function numbersOf({ refuse }: GenerateCtx, input: Input): Array<{ floorNo: number; roomNo: string }> {
  const made = floorsBetween(input.floorFrom, input.floorTo).flatMap(floorNo =>
    Array.from({ length: input.roomsPerFloor }, (_, i) => ({ floorNo, roomNo: roomNumber(input.numberPattern, floorNo, i + 1) })),
  )
  const seen = new Set<string>()
  for (const { roomNo } of made) {
    if ([...roomNo].length > 20) refuse('tooLong', { roomNo }, 'numberPattern')
    if (seen.has(roomNo)) refuse('twice', { roomNo }, 'numberPattern')
    seen.add(roomNo)
  }
  return made
}
/** 20-DB6: existing floors, rooms and beds are matched by number and left unchanged. */
async function planOf(ctx: GenerateCtx, dorm: Row<typeof dormBuilding>, input: Input): Promise<Plan> {
  checkInput(ctx, input)
  await checkFloors(ctx, dorm, input)
  const numbers = numbersOf(ctx, input)
  const { db } = ctx
  // all floors of the building count; the caller has access to it
  const floors = await db.unscoped(dormFloor).all({ dormId: dorm.id })
  const rooms = new Map((await db.unscoped(dormRoom).all({ dormId: dorm.id })).map(r => [r.roomNo, r])) // of the same building
  const floorOf = new Map(floors.map(f => [f.floorNo, f]))
  const wanted = floorsBetween(input.floorFrom, input.floorTo)
  const isMixed = dorm.genderRule === 'mixed' && !input.genderCode && wanted.some(no => !floorOf.get(no)?.genderCode)
  if (isMixed && (input.usage === 'student' || input.usage === 'reserve')) ctx.refuse('noGender', { dorm: dorm.fullName }, 'genderCode')
  const planned = numbers.map(n => ({ ...n, known: rooms.get(n.roomNo) }))
  const elsewhere = planned.find(r => r.known && r.known.floorId !== floorOf.get(r.floorNo)?.id)
  if (elsewhere?.known)
    ctx.refuse('otherFloor', { roomNo: elsewhere.roomNo, floor: floors.find(f => f.id === elsewhere.known?.floorId)?.name, floorNo: elsewhere.floorNo }, 'numberPattern')
  return { dorm, floors: wanted.map(floorNo => ({ floorNo, known: floorOf.get(floorNo) })), rooms: planned, ...(await missingBeds(db, planned, input.bedsPerRoom)) }
}
async function missingBeds(db: Db, rooms: Plan['rooms'], bedsPerRoom: number): Promise<Pick<Plan, 'beds' | 'knownBeds'>> {
  const knownIds = rooms.flatMap(r => (r.known ? [r.known.id] : []))
  const there = knownIds.length ? await db.unscoped(dormBed).all({ roomId: knownIds }) : [] // of the same building
  const has = new Set(there.map(b => `${b.roomId} ${b.bedNo}`))
  const numbers = Array.from({ length: bedsPerRoom }, (_, i) => i + 1)
  const beds = new Map(rooms.map(r => [r.roomNo, numbers.filter(no => !has.has(`${r.known?.id} ${no}`))]))
  return { beds, knownBeds: there.filter(b => b.bedNo <= bedsPerRoom).length }
}
/** Inserts floors, rooms and beds: three statements, whatever the size. */
async function make(db: Db, plan: Plan, input: Input): Promise<void> {
  const dormId = plan.dorm.id
  const freshFloors = plan.floors.filter(f => !f.known)
  await db.insertMany(
    dormFloor,
    freshFloors.map(({ floorNo }) => ({ dormId, floorNo, name: floorName(floorNo), genderCode: plan.dorm.genderRule === 'mixed' ? (input.genderCode ?? null) : null })),
  )
  const floorIds = new Map((await db.unscoped(dormFloor).all({ dormId })).map(f => [f.floorNo, f.id])) // of the locked building
  const { roomType, usage, genderCode = null, bedType } = input
  await db.insertMany(
    dormRoom,
    plan.rooms
      .filter(r => !r.known)
      .map(r => ({ floorId: floorIds.get(r.floorNo) as string, roomNo: r.roomNo, roomType, usage, genderCode, hasBathroom: roomType.endsWith('Bath') })),
  )
  const roomIds = new Map((await db.unscoped(dormRoom).all({ dormId })).map(r => [r.roomNo, r.id])) // of the locked building
  await db.insertMany(
    dormBed,
    [...plan.beds].flatMap(([roomNo, numbers]) => numbers.map(bedNo => ({ roomId: roomIds.get(roomNo) as string, bedNo, bedType }))),
  )
}
const shown = ({ floors, rooms, beds, knownBeds }: Plan) => {
  const fresh = rooms.filter(r => !r.known)
  return {
    floors: { fresh: floors.filter(f => !f.known).length, known: floors.filter(f => f.known).length },
    rooms: { fresh: fresh.length, known: rooms.length - fresh.length },
    beds: { fresh: [...beds.values()].reduce((sum, of) => sum + of.length, 0), known: knownBeds },
    samples: (fresh.length ? fresh : rooms).slice(0, 4).map(r => r.roomNo),
  }
}
export default [
  handle(previewGenerate, async (ctx, input) => shown(await planOf(ctx, await ctx.db.visible(dormBuilding).one(input.dormId), input))),
  // the building is locked, so that concurrent requests generate only once
  handle(generateRooms, async (ctx, input) => {
    const plan = await planOf(ctx, await ctx.db.visible(dormBuilding).lock(input.dormId), input)
    await make(ctx.db, plan, input)
    return shown(plan)
  }),
]
