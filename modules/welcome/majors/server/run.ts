import { refusalOf } from '#model'
import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { issueSeatsTo, lockSeats, takeSeats } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { settle, simulate } from '../model/application.ts'
import { majorAdjustBatch } from '../model/batch.ts'
import { type Assigned, assign, type Wish } from '../model/ranking.ts'
import type { Adjustment } from './about.ts'
import { SOURCE } from './chain.ts'
import { NO_PLACE, publicise, tellPlaced, tellRefused } from './notice.ts'
import { admittedLines, type Batch, conditionsFor, isBefore, offersOf, quotaOf } from './places.ts'

/** The wishes of a batch as of now: who does not meet a condition any more has none, whoever is enrolled meanwhile as well. */
export async function wishesOf(db: Db, batch: Batch, state: 'approved' | 'rejected' = 'approved'): Promise<Wish[]> {
  const rows = await db.unscoped(majorAdjustment).all({ batchId: batch.id, state }) // of the whole batch
  const rolls = new Map((await db.unscoped(admittedStudent).all({ id: rows.map(r => r.studentId) })).map(r => [r.id, r])) // as above
  const [offers, lines] = [new Map((await offersOf(db, batch.id)).map(o => [o.id, o])), await admittedLines(db, batch.year)]
  return rows.map(row => {
    const roll = rolls.get(row.studentId)
    const may = (id: string): boolean => {
      const target = offers.get(id)
      return Boolean(roll && target && isBefore(roll) && id !== roll.gradeMajorId && conditionsFor(batch, roll, target, lines).every(j => j.isMet))
    }
    return { id: row.id, score: roll?.totalScore ?? 0, at: row.createdAt, from: roll?.gradeMajorId ?? '', choices: row.choices.flatMap(id => (id && may(id) ? [id] : [])) }
  })
}
/** Refuses where places are not what they were, naming the majors. */
async function sameQuota(db: Db, was: Readonly<Record<string, number>>, now: ReadonlyMap<string, number>): Promise<void> {
  const known = await db.cached(gradeMajor)
  const changed = [...new Set([...Object.keys(was), ...now.keys()])].filter(id => (was[id] ?? 0) !== (now.get(id) ?? 0))
  if (!changed.length) return
  const changes = changed.map(id => `${known.get(id)?.name ?? '—'} ${was[id] ?? 0} → ${now.get(id) ?? 0}`)
  throw refusalOf(majorAdjustBatch, 'quotaEdited', { changes: changes.join('，') })
}
/** The places, held until the transaction ends: an officer who edits them waits for it. */
async function lockedQuota(db: Db, batchId: string): Promise<Map<string, number>> {
  await lockSeats(db, batchId)
  return quotaOf(db, batchId)
}
/** Places the wishes of a batch and keeps the outcome; whoever edits the places meanwhile has it begun again (30-WM2). */
export async function placeWishes(db: Db, batch: Batch) {
  const { id } = batch
  const quota = await quotaOf(db, id)
  const wishes = await wishesOf(db, batch)
  if (!wishes.length) throw refusalOf(majorAdjustBatch, 'nobody', { name: batch.name })
  const { assigned, passes } = assign(wishes, quota)
  await sameQuota(db, Object.fromEntries(quota), await lockedQuota(db, id))
  await db.updateMany(
    majorAdjustment,
    assigned.map(({ id: row, rank, to, pass }) => ({ id: row, rank, toGradeMajorId: to, pass })),
  )
  await db.update(majorAdjustBatch, id, { stage: 'simulated', simulatedPlaces: Object.fromEntries(quota), passes })
  const placed = assigned.filter(a => a.to)
  return { ranked: assigned.length, placed: placed.length, chained: placed.filter(a => (a.pass ?? 1) > 1).length, passes }
}
/** Everybody has applied and is decided about. */
async function mustBeOver(db: Db, batch: Batch): Promise<void> {
  const phase = phaseOf(batch)
  if (phase !== 'closed') throw refusalOf(majorAdjustBatch, 'stillOpen', { name: batch.name, phase: roundPhases.labels[phase] })
  const waiting = await db.unscoped(majorAdjustment).count({ batchId: batch.id, state: ['pending', 'returned'] }) // of the whole batch
  if (waiting) throw refusalOf(majorAdjustBatch, 'waiting', { count: waiting })
}
const simulated = handle(simulate, async ({ db }, { id }) => {
  const batch = await db.visible(majorAdjustBatch).lock(id, 'simulate')
  await mustBeOver(db, batch)
  return placeWishes(db, batch)
})
/** Places that leavers have freed, by major: they are added to the ledger, so that it never counts more people than places. */
function freedBy(placed: readonly Assigned[], wishes: ReadonlyMap<string, Wish>, quota: ReadonlyMap<string, number>): Map<string, number> {
  const into = new Map<string, number>()
  for (const { to } of placed) if (to) into.set(to, (into.get(to) ?? 0) + 1)
  const freed = new Map<string, number>()
  for (const { id } of placed) {
    const from = wishes.get(id)?.from ?? ''
    if (quota.has(from)) freed.set(from, (freed.get(from) ?? 0) + 1)
  }
  return new Map([...freed].flatMap(([id, n]) => (into.has(id) ? [[id, n] as const] : [])))
}
const settled = handle(settle, async ({ db }, { id }) => {
  const batch = await db.visible(majorAdjustBatch).lock(id, 'settle')
  await mustBeOver(db, batch)
  const quota = await lockedQuota(db, id)
  await sameQuota(db, batch.simulatedPlaces ?? {}, quota)
  const wishes = await wishesOf(db, batch)
  const rows = new Map((await db.unscoped(majorAdjustment).all({ batchId: id, state: 'approved' })).map(r => [r.id, r])) // of the whole batch
  const { assigned } = assign(wishes, quota)
  if (assigned.some(a => rows.get(a.id)?.toGradeMajorId !== a.to || rows.get(a.id)?.rank !== a.rank)) throw refusalOf(majorAdjustBatch, 'resultChanged')
  const placed = assigned.filter(a => a.to)
  const freed = freedBy(placed, new Map(wishes.map(w => [w.id, w])), quota)
  await issueSeatsTo(
    db,
    id,
    [...freed].map(([holder, n]) => ({ holder, issued: (quota.get(holder) ?? 0) + n })),
    'majorAdjustBatch',
    '转出空出的名额',
  )
  await takeSeats(
    db,
    placed.map(a => ({ roundId: id, holder: a.to ?? '', sourceType: SOURCE, sourceId: a.id, sourceSeq: 1 })),
  )
  const refused = assigned.filter(a => !a.to)
  const whyNot = (row: string): string => (wishes.find(w => w.id === row)?.choices.length ? NO_PLACE : '不再符合条件')
  await db.updateMany(
    majorAdjustment,
    placed.map(a => ({ id: a.id, state: 'placed' as const })),
  )
  await db.updateMany(
    majorAdjustment,
    refused.map(a => ({ id: a.id, state: 'rejected' as const, cancelReason: whyNot(a.id) })),
  )
  await db.update(majorAdjustBatch, id, { stage: 'settled' })
  const all = new Map((await db.unscoped(majorAdjustment).all({ id: assigned.map(a => a.id) })).map(r => [r.id, r])) // of the batch
  const rowsOf = (of: readonly Assigned[]): Adjustment[] => of.flatMap(a => all.get(a.id) ?? [])
  await tellPlaced(db, batch, rowsOf(placed), batch.hasNotice && placed.length ? await publicise(db, batch, rowsOf(placed)) : null)
  await tellRefused(db, batch, rowsOf(refused))
  return { placed: placed.length, refused: refused.length }
})
export default [simulated, settled]
