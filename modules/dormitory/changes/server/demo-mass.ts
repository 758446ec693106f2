import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { dormChange } from '../model/dorm-change.ts'
import { massMove, massMoveLine } from '../model/mass-move.ts'
import type { Crowd } from './demo.ts'
import { movedBefore, type Resident } from './demo-people.ts'

const NAME = '兰苑东侧水管维修腾挪'
/** Of the same sex, so that any two can swap. */
function peers(crowd: Crowd, n: number): Resident[] {
  const first = crowd.next()
  const others = Array.from({ length: n - 1 }, () => first && crowd.next(first.gender))
  return [first, ...others].flatMap(who => who ?? [])
}
/** One executed this morning and still undoable, one planned for next week, and a list in preparation. */
export async function demoMass(db: Db, crowd: Crowd): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  if (!officer) return
  await executed(db, peers(crowd, 8), officer.id)
  await planned(db, peers(crowd, 2), officer.id)
  const next = peers(crowd, 5)
  const ring = next.slice(0, 3)
  const spare = next[3] && crowd.bedFor(next[3])
  await db.insertMany(massMoveLine, [
    ...ring.map((who, n) => ({ studentId: who.id, toBedId: ring[(n + 1) % ring.length]?.bedId ?? who.bedId, isOpen: true, ownerId: officer.id })),
    ...(next[3] && spare ? [{ studentId: next[3].id, toBedId: spare.id, isOpen: true, ownerId: officer.id }] : []),
    ...(next[3] && next[4] ? [{ studentId: next[4].id, toBedId: next[3].bedId, isOpen: true, ownerId: officer.id }] : []),
  ])
}
/** Two students who will swap beds. */
async function planned(db: Db, [first, second]: readonly Resident[], officerId: string): Promise<void> {
  if (!first || !second) return
  const { id } = await db.insert(massMove, {
    name: '下周宿舍调整',
    reason: 'classMove',
    students: 2,
    cycles: 1,
    state: 'planned',
    effectiveDate: addDays(today(), 7),
    executedBy: officerId,
  })
  await db.insertMany(massMoveLine, [
    { studentId: first.id, toBedId: second.bedId, isOpen: true, ownerId: officerId, massMoveId: id },
    { studentId: second.id, toBedId: first.bedId, isOpen: true, ownerId: officerId, massMoveId: id },
  ])
}
/** Two cycles of four students, moved this morning. */
async function executed(db: Db, movers: readonly Resident[], officerId: string): Promise<void> {
  if (movers.length < 8) return
  const at = new Date(Date.now() - 3 * HOUR_MS).toISOString()
  const moved = movers.map((who, n) => ({ who, fromBedId: movers[n < 4 ? (n + 1) % 4 : 4 + ((n + 1) % 4)]?.bedId ?? who.bedId }))
  const before = await movedBefore(
    db,
    moved.map(({ who, fromBedId }) => ({ stayId: who.stayId, fromBedId, at })),
  )
  const { id } = await db.insert(massMove, {
    name: NAME,
    reason: 'repair',
    students: moved.length,
    cycles: 2,
    state: 'executed',
    effectiveDate: today(),
    executedAt: at,
    executedBy: officerId,
  })
  await db.insertMany(
    massMoveLine,
    moved.map(({ who, fromBedId }) => ({
      studentId: who.id,
      toBedId: who.bedId,
      isOpen: false,
      ownerId: officerId,
      massMoveId: id,
      fromStayId: before.get(who.stayId) ?? null,
      fromBedId,
      newStayId: who.stayId,
    })),
  )
  await db.insertMany(
    dormChange,
    moved.map(({ who, fromBedId }) => ({
      type: 'group' as const,
      studentId: who.id,
      departmentId: who.departmentId,
      classId: who.classId,
      fromStayId: before.get(who.stayId) ?? who.stayId,
      fromBedId,
      toBedId: who.bedId,
      toDormId: who.dormId,
      toStayId: who.stayId,
      reason: 'repair',
      detail: NAME,
      proofs: [],
      effectiveDate: today(),
      state: 'executed' as const,
      executedAt: at,
      executedBy: officerId,
      massMoveId: id,
    })),
  )
}
