import sql from 'sql-template-tag'
import type { Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { inNight } from '../../places/model/night.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { submitPatrol } from '../model/actions.ts'
import type { Evidence } from '../model/evidence.ts'
import { dormPatrol, type RoomTick } from '../model/night-line.ts'
import { addedTicks, lastTicks } from '../model/ticks.ts'
import { correctableUntil } from './correct.ts'
import { type DormNight, dormNights } from './dorm-nights.ts'
import { lockLines, settle } from './write.ts'

type Patrolling = ActionCtx<typeof submitPatrol>
/** Tolerance for phones' clocks. */
const AHEAD_MS = 2 * 60_000
interface Room {
  id: string
  roomNo: string
}
const roomsOf = async (db: Db, dormId: string): Promise<Map<string, Room>> =>
  new Map(
    (await db.query<Room>(sql`select id, room_no as "roomNo" from dorm_room where tenant_id = ${db.me.tenantId} and dorm_id = ${dormId} and deleted_at is null`)).map(r => [
      r.id,
      r,
    ]),
  )

/** Every room must be in the building, and every time within the night and in the past. */
async function judge(ctx: Patrolling, dorm: string, night: DormNight, ticks: readonly RoomTick[]): Promise<void> {
  const rooms = await roomsOf(ctx.db, night.dormId)
  for (const { roomId, at } of ticks) {
    const room = rooms.get(roomId)
    if (!room) ctx.refuse('foreignRoom', { room: await anyRoomNo(ctx.db, roomId), dorm })
    const words = { room: room.roomNo, at: schoolTimeText(at), night: night.nightDate }
    if (Date.parse(at) > Date.now() + AHEAD_MS) ctx.refuse('future', words)
    if (Date.parse(at) < Date.parse(inNight(night.nightDate, '12:00')) || Date.parse(at) >= Date.parse(night.gateOpening)) ctx.refuse('tooEarly', words)
  }
}
const anyRoomNo = async (db: Db, roomId: string): Promise<string> =>
  (await db.query<{ no: string }>(sql`select room_no as no from dorm_room where tenant_id = ${db.me.tenantId} and id = ${roomId}`))[0]?.no ?? roomId

/** The user's patrol of a building in a night, locked; a second phone waits. */
async function myPatrol(db: Db, { nightDate, dormId }: DormNight, startedAt: string): Promise<Row<typeof dormPatrol>> {
  const id = await db.getOrCreateId(dormPatrol, ['nightDate', 'dormId', 'by'], { nightDate, dormId, by: db.me.userId, startedAt })
  return db.unscoped(dormPatrol).lock(id) // restricted to the caller's own rows
}
/** 20-DN3: applies new ticks to the residents of those rooms. Others' ticks are kept; the later one wins. */
async function spread(ctx: Patrolling, night: DormNight, ticks: readonly RoomTick[]): Promise<void> {
  const { db, me } = ctx
  const byRoom = Map.groupBy(ticks, tick => tick.roomId)
  const lines = await lockLines(db, night.nightDate, sql`l.room_id = any(${[...byRoom.keys()]}::uuid[])`)
  const roomOf = new Map((await placesOf(db, night.nightDate, [...byRoom.keys()])).map(p => [p.studentId, p.roomId]))
  for (const tick of ticks) if ([...tick.out, ...tick.late].some(id => roomOf.get(id) !== tick.roomId)) ctx.refuse('notInRoom', { room: await anyRoomNo(db, tick.roomId) })
  await settle(db, lines, line => ({ evidence: (byRoom.get(roomOf.get(line.studentId) ?? '') ?? []).map(tick => said(tick, line.studentId, me.userId)) }))
}
const placesOf = (db: Db, date: string, roomIds: readonly string[]) =>
  db.query<{ studentId: string; roomId: string }>(
    sql`select student_id as "studentId", room_id as "roomId" from night_line where tenant_id = ${db.me.tenantId} and night_date = ${date}::date and room_id = any(${[...roomIds]}::uuid[])`,
  )
const said = ({ at, out, late }: RoomTick, studentId: string, by: string): Evidence => ({
  way: 'patrol',
  says: out.includes(studentId) ? 'out' : late.includes(studentId) ? 'late' : 'in',
  at,
  by,
})

export default handle(submitPatrol, async (ctx, { dormId, nightDate, ticks: given, photos }) => {
  const { db } = ctx
  const dorm = await db.visible(dormBuilding).one(dormId)
  const night = (await dormNights(db, nightDate, [dormId])).get(dormId)
  if (!night) return ctx.refuse('notBegun', { dorm: dorm.name, night: nightDate })
  if (!night.ways.includes('patrol')) ctx.refuse('notThisWay', { dorm: dorm.name })
  const until = await correctableUntil(db, nightDate)
  if (Date.now() >= Date.parse(until)) ctx.refuse('over', { night: nightDate, until: schoolTimeText(until) })
  const ticks = given.flatMap((t): RoomTick[] =>
    t ? [{ roomId: t.roomId, at: new Date(t.at).toISOString(), out: t.out.flatMap(id => id ?? []), late: t.late.flatMap(id => id ?? []) }] : [],
  )
  await judge(ctx, dorm.name, night, ticks)
  const mine = await myPatrol(db, night, ticks.map(t => t.at).sort()[0] ?? new Date().toISOString())
  const fresh = addedTicks(mine.rooms ?? [], ticks)
  const rooms = [...(mine.rooms ?? []), ...fresh].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const last = lastTicks(rooms)
  const kept = photos?.flatMap(id => id ?? [])
  const startedAt = rooms[0]?.at
  await db.update(dormPatrol, mine.id, {
    rooms,
    ...(startedAt && Date.parse(startedAt) < Date.parse(mine.startedAt) ? { startedAt } : {}),
    roomCount: last.size,
    outCount: [...last.values()].reduce((sum, t) => sum + t.out.length, 0),
    lastAt: rooms.at(-1)?.at ?? null,
    ...(kept ? { photos: kept } : {}),
  })
  if (kept) await attachFiles(db, dormPatrol, mine.id, { photos: kept })
  if (fresh.length) await spread(ctx, night, fresh)
  return { kept: fresh.length, roomCount: last.size }
})
