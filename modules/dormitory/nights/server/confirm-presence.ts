import sql from 'sql-template-tag'
import { type Located, locatedAt, metresAway } from '#model/geo.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type ActionCtx, type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { fenceOf } from '../../places/model/fence.ts'
import { nightAt } from '../../places/model/night.ts'
import { dormBuilding, dormRoom } from '../../places/model/places.ts'
import { confirmRoom, pressNight } from '../model/actions.ts'
import type { DormWay, Evidence } from '../model/evidence.ts'
import { nightLine } from '../model/night-line.ts'
import { type DormNight, dormNights } from './dorm-nights.ts'
import { settingsOf } from './settings.ts'
import { type Line, lockLines, settle } from './write.ts'

type Pressing = ActionCtx<typeof pressNight | typeof confirmRoom>
export const tonight = (): string => nightAt(new Date().toISOString())
const clock = (instant: string): string => schoolTimeText(instant).slice(11)

async function ownLine(ctx: Pressing): Promise<Line> {
  const { db, me } = ctx
  if (!me.studentId) ctx.refuse('noStudent')
  const [line] = await lockLines(db, tonight(), sql`l.student_id = ${me.studentId} and l.expected <> 'notResident'`)
  return line ?? ctx.refuse('notTonight', { at: (await settingsOf(db)).nightRosterAt })
}
const dormName = async (db: Db, dormId: string): Promise<string> => (await db.cached(dormBuilding)).get(dormId)?.name ?? ''
/** Checks time and enabled sources, by the server's clock. */
async function openNight(ctx: Pressing, line: Line, way: DormWay): Promise<DormNight> {
  const night = (await dormNights(ctx.db, line.nightDate, [line.dormId])).get(line.dormId)
  if (!night) throw notFound()
  if (!night.ways.includes(way)) ctx.refuse('notThisWay', { dorm: await dormName(ctx.db, line.dormId) })
  const now = Date.now()
  if (now < Date.parse(night.opensAt) || now >= Date.parse(night.closesAt))
    ctx.refuse('notOpen', { from: clock(night.opensAt), to: clock(night.closesAt), now: clock(new Date(now).toISOString()) })
  return night
}
const pressed = handle(pressNight, async (ctx, given) => {
  const { db, me } = ctx
  const line = await ownLine(ctx)
  const known = line.evidence?.find(e => e.way === 'self')
  // a repeat returns the first result
  if (known) return { result: line.result, seenAt: known.at, isRepeat: true }
  await openNight(ctx, line, 'self')
  const dorm = (await db.cached(dormBuilding)).get(line.dormId)
  if (!dorm?.fence) return ctx.refuse('notThisWay', { dorm: dorm?.name ?? '' })
  const { nightMaxAccuracy } = await settingsOf(db)
  const spot = locatedAt(given)
  if (spot.accuracy > nightMaxAccuracy) ctx.refuse('inaccurate', { accuracy: spot.accuracy, most: nightMaxAccuracy })
  const distance = metresAway([fenceOf(dorm.fence)], spot)
  if (distance) ctx.refuse('outside', { dorm: dorm.name, distance, accuracy: spot.accuracy })
  const at = new Date().toISOString()
  const [after] = await settle(db, [line], () => ({ evidence: [{ way: 'self', says: 'in', at, by: me.userId }] }))
  await keepSpot(db, line.id, spot)
  return { result: after?.result ?? line.result, seenAt: at, isRepeat: false }
})
/** Movement data: stored apart from the evidence, so that it can be erased after the retention period. */
const keepSpot = (db: Db, lineId: string, { latitude, longitude, accuracy }: Located): Promise<unknown> =>
  db.updateWhere(nightLine, { id: lineId }, { lat: sql`${latitude.toFixed(6)}::numeric`, lng: sql`${longitude.toFixed(6)}::numeric`, accuracy }, { bookkeeping: true })

/** The room the user is head of, if any. */
export async function headedRoom({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<{ id: string; fullName: string } | undefined> {
  if (!me.studentId) return undefined
  const [room] = await db.unscoped(dormRoom).all({ headStudentId: me.studentId }, { limit: 1 }) // the user's own room
  return room && { id: room.id, fullName: room.fullName ?? room.roomNo }
}
const confirmed = handle(confirmRoom, async (ctx, given) => {
  const { db, me } = ctx
  const line = await ownLine(ctx)
  const room = await headedRoom(ctx)
  if (!room) return ctx.refuse('notHead', { room: await dormName(db, line.dormId) })
  const [inIds, outIds] = [given.inIds.flatMap(id => id ?? []), given.outIds.flatMap(id => id ?? [])]
  const ids = [...new Set([...inIds, ...outIds])]
  if (!ids.length) ctx.refuse('nobody', { room: room.fullName })
  const lines = await lockLines(db, line.nightDate, sql`l.room_id = ${room.id} and l.student_id = any(${ids}::uuid[])`)
  const [first] = lines
  if (!first || lines.length < ids.length) return ctx.refuse('notInRoom', { room: room.fullName })
  await openNight(ctx, first, 'head')
  const at = new Date().toISOString()
  const of = (studentId: string): Evidence => ({ way: 'head', says: outIds.includes(studentId) ? 'out' : 'in', at, by: me.userId })
  await settle(db, lines, l => ({ evidence: [of(l.studentId)] }))
  return { confirmed: lines.length }
})
export default [pressed, confirmed]
