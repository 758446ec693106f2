import { refusalOf } from '#model'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { isEnded } from '#modules/student/model/status.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { type NoticeLineOf, noticeKind, officersOf, publishNotice, returnSeatsOf, seatsIn, takeSeats } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { notify } from '#server/notifications/notify.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import type { Change } from '../../changes/server/api.ts'
import { publiciseTransfers } from '../model/actions.ts'
import { majorTransferBatch, outOf } from '../model/batch.ts'
import { TRANSFER_MESSAGES } from '../model/messages.ts'
import type { Candidate, Placed } from '../model/ranking.ts'
import { aboutTransfer, STAFF } from './about.ts'
import type { Batch } from './batches.ts'
import { rankAll, rankingOf } from './rank.ts'

const SOURCE = 'statusChange'
const COLUMNS = ['name', 'studentNo', 'college', 'className', 'item']
const NO_PLACE = '志愿专业没有名额了'
const NO_SCORE = '没有考核成绩'
const BELOW = '考核成绩不够'
const OBJECTED = '公示异议成立'

type Winner = Placed & { to: string }
const winners = (placed: readonly Placed[]): Winner[] => placed.flatMap(p => (p.to ? [{ ...p, to: p.to }] : []))
/** A place in the new grade-major, and one of those that the old one may lose. */
const seatsFor = (batchId: string, { id, to }: Winner, from: string) =>
  [to, outOf(from)].map((holder, n) => ({ roundId: batchId, holder, sourceType: SOURCE, sourceId: id, sourceSeq: n + 1 }))
/** Takes the places of these, together: the ledger refuses what exceeds a quota. Where nobody said how many may leave, nothing is counted. */
async function take(db: Db, batch: Batch, placed: readonly Winner[], candidates: ReadonlyMap<string, Candidate>): Promise<void> {
  const seats = await seatsIn(db, batch.id)
  const isCounted = (holder: string): boolean => (seats.get(holder)?.issued ?? 0) > 0
  await takeSeats(
    db,
    placed.flatMap(p => seatsFor(batch.id, p, candidates.get(p.id)?.from ?? '')).filter(s => s.sourceSeq === 1 || isCounted(s.holder)),
  )
}
async function linesOf(db: Db, placed: readonly Winner[], candidates: ReadonlyMap<string, Candidate>): Promise<NoticeLineOf[]> {
  const gradeMajors = await db.cached(gradeMajor)
  const rows = new Map((await db.unscoped(statusChange).all({ id: placed.map(p => p.id) })).map(row => [row.id, row])) // of the batch
  const nameOf = (id: string | undefined): string => gradeMajors.get(id ?? '')?.name ?? '—'
  return placed.map(({ id, to }) => ({
    bizId: id,
    studentId: rows.get(id)?.studentId ?? '',
    values: { item: `${nameOf(candidates.get(id)?.from)} → ${nameOf(to)}` },
  }))
}
/** Tells those who get no place, and why. */
async function refuse(db: Db, batch: Batch, why: ReadonlyMap<string, string>): Promise<void> {
  await db.updateMany(
    statusChange,
    [...why].map(([id, cancelReason]) => ({ id, state: 'rejected' as const, cancelReason })),
  )
  const rows = await withStudents(db, await db.unscoped(statusChange).all({ id: [...why.keys()] })) // of the batch
  await notifyAbout(
    db,
    TRANSFER_MESSAGES.transferRefused,
    aboutTransfer(batch),
    rows.map(({ row, who }) => ({ row, who, more: { rank: row.rank ?? '—', reason: { text: row.cancelReason ?? '' } } })),
  )
}
/** Ranks once more, since what has been withdrawn or allotted meanwhile counts, takes the places, and puts the result on notice. */
export async function publicise(db: Db, batch: Batch) {
  const { placed, unscored, candidates } = await rankAll(db, batch)
  const chosen = winners(placed)
  if (!chosen.length) throw refusalOf(publiciseTransfers, 'nobody', { name: batch.name })
  await take(db, batch, chosen, candidates)
  const whyNot = (id: string): string => (candidates.get(id)?.choices.length ? NO_PLACE : BELOW)
  await refuse(db, batch, new Map([...placed.flatMap(p => (p.to ? [] : [[p.id, whyNot(p.id)] as const])), ...unscored.map(u => [u, NO_SCORE] as const)]))
  const columns = batch.noticeColumns?.length ? batch.noticeColumns.flatMap(c => c ?? []) : COLUMNS
  const lines = await linesOf(db, chosen, candidates)
  const { endAt } = await publishNotice({ db }, { round: batch, roundOf: majorTransferBatch, of: statusChange, level: batch.noticeLevel ?? 'school', columns, lines })
  await db.update(majorTransferBatch, batch.id, { stage: 'publicised' })
  return { placed: chosen.length, endAt }
}
const publicised = handle(publiciseTransfers, async ({ db }, { id }) => publicise(db, await db.visible(majorTransferBatch).lock(id, 'publicise')))
/** 40-N3: who loses the place after an objection makes room for the next in the ranking. */
async function movesUp({ db }: Pick<Ctx, 'db'>, bizId: string): Promise<NoticeLineOf[]> {
  const row = await db.unscoped(statusChange).lock(bizId) // the result that was objected to
  if (!row.batchId || row.state !== 'publicised') return []
  const batch = await db.unscoped(majorTransferBatch).lock(row.batchId) // of that result
  await fall(db, row)
  const { placed, candidates } = await rankingOf(db, batch, 'rejected')
  const next = winners(placed)
  await take(db, batch, next, candidates)
  await db.updateMany(
    statusChange,
    next.map(({ id, to }) => ({ id, toGradeMajorId: to, cancelReason: null })),
  )
  return linesOf(db, next, candidates)
}
async function fall(db: Db, row: Change): Promise<void> {
  await db.update(statusChange, row.id, { state: 'rejected', cancelReason: OBJECTED })
  await returnSeatsOf(db, SOURCE, [row.id])
}
const objected = on('publicNotice.objectionDecided', 'standing.transferObjection', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== SOURCE || typeof bizId !== 'string' || !upheld) return
  const row = await db.unscoped(statusChange).find({ id: bizId }) // the event names the row
  if (row?.batchId && row.state === 'publicised') await fall(db, row)
})
const ended = on('publicNotice.ended', 'standing.transfersCleared', async ({ db }, { roundId }) => {
  const batch = typeof roundId === 'string' ? await db.unscoped(majorTransferBatch).find({ id: roundId }) : undefined // the event names the batch
  if (!batch) return
  if (batch.stage === 'publicised') await db.update(majorTransferBatch, batch.id, { stage: 'cleared' })
  const count = await db.unscoped(statusChange).count({ batchId: batch.id, state: 'publicised' }) // of the whole batch
  const about = { bizType: 'majorTransferBatch', bizId: batch.id, link: STAFF, mobileLink: STAFF }
  await notify(db, TRANSFER_MESSAGES.transferCleared, { ...about, to: await officersOf(db), values: { batch: batch.name, count } })
})
/** 30-SC1: the place of somebody who has left is free again. */
const left = on('student.statusChanged', 'standing.transferPlaces', async ({ db }, { studentId, to }) => {
  if (typeof studentId !== 'string' || typeof to !== 'string' || !isEnded(to as Parameters<typeof isEnded>[0])) return
  const gone = await db.unscoped(statusChange).all({ studentId, state: 'cancelled' }) // of the student of the event
  await returnSeatsOf(
    db,
    SOURCE,
    gone.flatMap(row => (row.batchId ? row.id : [])),
  )
})
export default [noticeKind({ entity: statusChange, movesUp }), publicised, objected, ended, left]
