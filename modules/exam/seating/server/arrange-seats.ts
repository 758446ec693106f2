import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { arrange, type Seated, seatsOf } from '../model/arrange.ts'
import { pairsOf } from '../model/neighbours.ts'
import { examRoom, ROOM_KINDS } from '../model/room.ts'
import { examSeat } from '../model/seat.ts'
import { arrangeSeats, clearSeats, examSeating } from '../model/seating.ts'
import { examSession } from '../model/session.ts'
import { columnsOf, type ExamRoom } from './rooms.ts'
import { lockSetup, mustNotClash, mustNotOverlap, subjectText } from './setup.ts'
import { type Applicant, sittersOf } from './sitters.ts'

const MOST_SEED = 2_000_000_000
const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(examSeating, key, values)
}
/** 30-ER2: as many seats of a kind as people. */
function checkSeats(kind: keyof typeof ROOM_KINDS, rooms: readonly ExamRoom[], people: number): void {
  const seats = rooms.reduce((sum, room) => sum + seatsOf({ columns: columnsOf(room) }), 0)
  if (people > seats) refuse('short', { kind: { text: ROOM_KINDS[kind] }, seats, count: people, missing: people - seats })
}
async function checkSessions(db: Db, batchId: string, sitters: readonly Applicant[]): Promise<void> {
  const there = new Set((await db.unscoped(examSession).all({ batchId })).map(s => s.subject)) // of the batch in the caller's scope
  const lacking = new Map<string, number>()
  for (const { subjects } of sitters) for (const s of subjects) if (!there.has(s)) lacking.set(s, (lacking.get(s) ?? 0) + 1)
  const [first] = lacking
  if (first) refuse('noSession', { subject: subjectText(first[0]), count: first[1] })
}
async function roomsOf(db: Db, batchId: string): Promise<Record<keyof typeof ROOM_KINDS, ExamRoom[]>> {
  const rooms = await db.unscoped(examRoom).all({ batchId }, { sort: ['roomNo'] }) // of the batch in the caller's scope
  const of = (kind: keyof typeof ROOM_KINDS) => rooms.filter(r => r.kind === kind).toSorted((a, b) => (a.roomNo < b.roomNo ? -1 : 1))
  return { normal: of('normal'), special: of('special'), spare: of('spare') }
}
/** One row for each person and session. */
async function write(db: Db, batchId: string, seated: readonly Seated[], subjects: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const places = JSON.stringify(seated.map(({ id, roomId, seatNo }) => ({ id, room: roomId, seat: seatNo, subjects: subjects.get(id) ?? [] })))
  const from = sql`jsonb_to_recordset(${places}::jsonb) p(id uuid, room uuid, seat int, subjects jsonb)
    join exam_session s on s.tenant_id = ${db.me.tenantId} and s.batch_id = ${batchId}::uuid and p.subjects ? s.subject`
  await db.insertFrom(examSeat, { batchId: sql`s.batch_id`, sessionId: sql`s.id`, roomId: sql`p.room`, seatNo: sql`p.seat`, applicationId: sql`p.id` }, from, { history: false })
}
const arranged = handle(arrangeSeats, async ({ db, me }, { id, seed: given }) => {
  const { batchId } = await db.visible(examSeating).one(id)
  await lockSetup(db, batchId)
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
  const pairs = [...rooms.normal, ...rooms.special].reduce((sum, room) => {
    const here = seated.filter(s => s.roomId === room.id)
    return sum + pairsOf(columnsOf(room), new Map(here.map(s => [s.seatNo, schools.get(s.id) ?? '']))).length
  }, 0)
  await db.update(examSeating, id, { seed, pairs, arrangedAt: new Date().toISOString(), arrangedBy: me.userId })
  return { seated: seated.length, rooms: new Set(seated.map(s => s.roomId)).size, pairs, seed }
})
const cleared = handle(clearSeats, async ({ db }, { id }) => {
  const { batchId } = await db.visible(examSeating).one(id)
  await lockSetup(db, batchId)
  await db.removeWhere(examSeat, { batchId }, { history: false })
  await db.update(examSeating, id, { seed: null, pairs: 0, arrangedAt: null, arrangedBy: null })
})
export default [arranged, cleared]
