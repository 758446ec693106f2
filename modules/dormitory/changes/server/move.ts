import { type Issue, refusalOf } from '#model'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { dormRoom } from '../../places/model/places.ts'
import { changeMany, fees } from '../../places/server/api.ts'
import { furnitureOf, piecesOf } from '../../stays/model/checklist.ts'
import { overlap } from '../../stays/model/period.ts'
import type { BedOf } from '../../stays/model/rules.ts'
import { stayStates } from '../../stays/model/states.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { bedIssues, bedsOf, changeStays, copyOf, expireHolds, lockStays, type Other, openNear, type Stay, settingsOf, told } from '../../stays/server/api.ts'
import { dormChange } from '../model/dorm-change.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
/** One student from a stay into a bed. */
export interface Move {
  studentId: string
  fromStayId: string
  /** The bed they are expected to leave; refused if they live in another by now. */
  fromBedId: string
  toBedId: string
  /** The stay that holds the bed since the application; without it one is created. */
  toStayId: string | null
}
/** Moves executed together or not at all; a bed freed by one can be taken by another. */
export type Together = readonly Move[]
export interface MoveContext {
  stays: ReadonlyMap<string, Stay>
  students: ReadonlyMap<string, StudentOf>
  beds: ReadonlyMap<string, BedOf>
  others: readonly Other[]
}
const LEFT = ['left', 'moved', 'holdGone'] as const
/** Whether retrying cannot help. */
export const isLasting = (issues: readonly Issue[]): boolean => issues.some(i => LEFT.some(key => i.rule.endsWith(`.${key}`)))
const issue = (key: string, values: Record<string, unknown>): Issue => refusalOf(dormChange, key, values).issues[0] as Issue

/** Locks stays, students and beds in the common order, and loads what moves are checked against. */
export async function lockFor(db: Db, moves: readonly Move[]): Promise<MoveContext> {
  const stays = await lockStays(
    db,
    moves.flatMap(m => (m.toStayId ? [m.fromStayId, m.toStayId] : [m.fromStayId])),
  )
  const students = await studentsOf(
    db,
    moves.map(m => m.studentId),
    { lock: true },
  )
  const bedIds = moves.map(m => m.toBedId)
  await bedsOf(db, bedIds, { isLocked: true })
  await expireHolds(db, bedIds)
  return {
    stays: new Map(stays.map(s => [s.id, s])),
    students,
    beds: await bedsOf(
      db,
      moves.flatMap(m => [m.toBedId, m.fromBedId]),
    ),
    others: await openNear(
      db,
      moves.map(m => ({ studentId: m.studentId, bedId: m.toBedId })),
    ),
  }
}
/** All violations of these moves today, or on a later date as far as known; by the stay each begins at. */
export function judgeMoves(together: Together, known: MoveContext, on = today()): Map<string, Issue[]> {
  const leaving = new Set(together.map(m => m.fromStayId))
  const inBed = Map.groupBy(
    known.others.filter(o => o.kind !== 'temporary' && !leaving.has(o.id)),
    o => o.bedId,
  )
  return new Map(together.map(m => [m.fromStayId, againstMove(m, known, inBed.get(m.toBedId) ?? [], on)]))
}
function againstMove(m: Move, { stays, students, beds }: MoveContext, inBed: readonly Other[], on: string): Issue[] {
  const stay = stays.get(m.fromStayId)
  const who = students.get(m.studentId)
  const bed = beds.get(m.toBedId)
  const name = who?.name ?? stay?.name ?? '—'
  if (!who || !bed || !stay) return [issue('bedUnknown', {})]
  const from = beds.get(m.fromBedId)?.fullName ?? '—'
  if (stay.state !== 'checkedIn') return [issue('left', { name, bed: from, state: stayStates.labels[stay.state] })]
  if (stay.bedId !== m.fromBedId) return [issue('moved', { name, bed: from })]
  const found = bedIssues(who, bed)
  const kept = m.toStayId ? stays.get(m.toStayId) : undefined
  if (m.toStayId && kept?.state !== 'reserved') found.push(issue('holdGone', { bed: bed.fullName, state: kept ? stayStates.labels[kept.state] : '—' }))
  const lasting = { plannedIn: on, plannedOut: lastDay(kept ?? stay) }
  const isNow = on <= today()
  const other = inBed.find(o => o.id !== m.toStayId && ((isNow && o.state === 'checkedIn') || overlap(o, lasting)))
  if (other?.state === 'checkedIn') found.push(issue('stillThere', { bed: bed.fullName, holder: other.name, plannedOut: other.plannedOut ?? '—' }))
  else if (other) found.push(issue('taken', { bed: bed.fullName, from: other.plannedIn, holder: other.name }))
  return found
}
/** An overstaying resident keeps an open end, rather than being checked out by the move. */
const lastDay = ({ plannedOut }: Pick<Stay, 'plannedOut'>): string | null => (plannedOut && plannedOut > today() ? plannedOut : null)

/** 20-DM3: closes old stays and begins new ones in the caller's transaction, atomically. Returns new stays by student. */
export async function carryOut(
  { db, me }: Acting,
  moves: Together,
  known: MoveContext,
  { cause, batchId = null }: { cause: string; batchId?: string | null },
): Promise<Map<string, Stay>> {
  const at = new Date().toISOString()
  const by = me.userId || null
  const old = moves.map(m => known.stays.get(m.fromStayId) as Stay)
  await changeStays(
    db,
    old.map(s => ({
      id: s.id,
      state: 'checkedOut' as const,
      isOpen: false,
      checkOutAt: at,
      checkOutBy: by,
      checkOutReason: 'change',
      checkOutNote: null,
      debts: [],
      debtCount: 0,
    })),
  )
  await open({ db, me }, moves, known, { at, batchId })
  const made = await db.unscoped(dormStay).all({ studentId: moves.map(m => m.studentId), state: 'checkedIn', kind: 'main' }) // written just before for these students
  await clearHeads(db, made)
  await db.emitMany('dormitory.stayEnded', told(old, today(), { reason: 'change' }))
  await db.emitMany('dormitory.stayCheckedIn', told(made, today()))
  await db.emitMany(
    'dormitory.roomChanged',
    moves.map(m => ({ studentId: m.studentId, fromBedId: m.fromBedId, toBedId: m.toBedId, cause })),
  )
  return new Map(made.map(s => [s.studentId, s]))
}
async function open({ db, me }: Acting, moves: Together, { stays, students, beds }: MoveContext, { at, batchId }: { at: string; batchId: string | null }): Promise<void> {
  const prices = await fees(db).prices(db, [...new Set(moves.map(m => beds.get(m.toBedId)?.roomId ?? ''))])
  const pieces = piecesOf(furnitureOf((await settingsOf(db)).furniture), [])
  const lived = (m: Move) => ({
    kind: 'main' as const,
    state: 'checkedIn' as const,
    checkInAt: at,
    checkInBy: me.userId || null,
    checkInWay: 'batch' as const,
    inventoryJson: pieces,
    feePerYear: prices.get(beds.get(m.toBedId)?.roomId ?? '') ?? null,
  })
  const kept = moves.flatMap(m => (m.toStayId ? [{ id: m.toStayId, holdUntil: null, plannedIn: today(), ...lived(m) }] : []))
  await changeStays(db, kept)
  const fresh = moves.flatMap(m => {
    const [who, from] = [students.get(m.studentId), stays.get(m.fromStayId)]
    if (m.toStayId || !who || !from) return []
    return [{ ...copyOf(who), ...lived(m), studentId: who.id, bedId: m.toBedId, source: 'change' as const, isOpen: true, plannedIn: today(), plannedOut: lastDay(from), batchId }]
  })
  if (fresh.length) await db.insertMany(dormStay, fresh)
}
/** Removes movers as heads of their old rooms. */
export async function clearHeads(db: Db, made: readonly Stay[]): Promise<void> {
  const roomOf = new Map(made.map(s => [s.studentId, s.roomId]))
  const rooms = await db.unscoped(dormRoom).all({ headStudentId: [...roomOf.keys()] }) // in any room where they were head
  await changeMany(
    db,
    dormRoom,
    rooms.filter(r => r.id !== roomOf.get(r.headStudentId ?? '')),
    { headStudentId: null },
  )
}
