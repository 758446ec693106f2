import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { arrange, seatsOf } from '../model/arrange.ts'
import { pairsOf } from '../model/neighbours.ts'
import { examRoom, ROOM_KINDS } from '../model/room.ts'
import { examSeat } from '../model/seat.ts'
import { arrangeSeats, clearSeats, examSeating, MOST_SEED } from '../model/seating.ts'
import { columnsOf, type ExamRoom } from './rooms.ts'
import { lockSetup, mustNotBeOpened, mustNotClash, mustNotOverlap, type Seating } from './setup.ts'
import { sittersOf } from './sitters.ts'
import { checkSessions, write } from './write-seats.ts'

const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(examSeating, key, values)
}
/** 30-ER2: as many seats of a kind as people. */
function checkSeats(kind: keyof typeof ROOM_KINDS, rooms: readonly ExamRoom[], people: number): void {
  const seats = rooms.reduce((sum, room) => sum + seatsOf({ columns: columnsOf(room) }), 0)
  if (people > seats) refuse('short', { kind: { text: ROOM_KINDS[kind] }, seats, count: people, missing: people - seats })
}
async function roomsOf(db: Db, batchId: string): Promise<Record<keyof typeof ROOM_KINDS, ExamRoom[]>> {
  const rooms = await db.unscoped(examRoom).all({ batchId }, { sort: ['roomNo'] }) // of the batch in the caller's scope
  const of = (kind: keyof typeof ROOM_KINDS) => rooms.filter(r => r.kind === kind)
  return { normal: of('normal'), special: of('special'), spare: of('spare') }
}
/** Seats everybody of an examination anew, under the lock of the set-up. */
export async function arrangeBatch(db: Db, { id, batchId }: Pick<Seating, 'id' | 'batchId'>, given?: number | null) {
  const { sitters } = await sittersOf(db, batchId)
  if (!sitters.length) refuse('nobody', { batch: (await db.unscoped(examBatch).one(batchId)).name }) // its title
  await checkSessions(db, batchId, sitters)
  const rooms = await roomsOf(db, batchId)
  const seed = given ?? Math.floor(Math.random() * MOST_SEED)
  const seated = (['normal', 'special'] as const).flatMap(kind => {
    const people = sitters.filter(s => s.isSpecial === (kind === 'special'))
    checkSeats(kind, rooms[kind], people.length)
    return arrange(
      rooms[kind].map(room => ({ id: room.id, columns: columnsOf(room) })),
      people,
      seed,
    )
  })
  await db.removeWhere(examSeat, { batchId }, { history: false })
  await write(db, batchId, seated, new Map(sitters.map(s => [s.id, s.subjects])))
  await mustNotOverlap(db, batchId)
  await mustNotClash(db, batchId)
  const schools = new Map(sitters.map(s => [s.id, s.school]))
  const byRoom = Map.groupBy(seated, s => s.roomId)
  const pairs = [...rooms.normal, ...rooms.special].reduce(
    (sum, room) => sum + pairsOf(columnsOf(room), new Map((byRoom.get(room.id) ?? []).map(s => [s.seatNo, schools.get(s.id) ?? '']))).length,
    0,
  )
  await db.update(examSeating, id, { seed, pairs, arrangedAt: new Date().toISOString(), arrangedBy: db.me.userId || null })
  return { seated: seated.length, rooms: byRoom.size, pairs, seed }
}
const arranged = handle(arrangeSeats, async ({ db }, { id, seed }) => {
  const { batchId } = await db.visible(examSeating).one(id)
  mustNotBeOpened(await lockSetup(db, batchId))
  return arrangeBatch(db, { id, batchId }, seed)
})
const cleared = handle(clearSeats, async ({ db }, { id }) => {
  const { batchId } = await db.visible(examSeating).one(id)
  mustNotBeOpened(await lockSetup(db, batchId))
  await db.removeWhere(examSeat, { batchId }, { history: false })
  await db.update(examSeating, id, { seed: null, pairs: 0, arrangedAt: null, arrangedBy: null })
})
export default [arranged, cleared]
