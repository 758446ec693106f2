import { type Row, refusalOf } from '#model'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { valueText } from '#modules/workflow/flows/model/explain.ts'
import { sayIn, seatsOf } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { awardApplication, awardStates } from '../model/application-row.ts'
import { type FrozenItem, holderOf } from '../model/batch.ts'
import { awardQuota } from '../model/quota.ts'
import { awardCandidates, setRanks } from '../model/quota-actions.ts'
import { levelSeats } from '../model/ranking.ts'
import { awardVote } from '../model/vote.ts'
import { batchOf, type Case } from './application.ts'
import { type Batch, itemIn } from './batches.ts'
import { clashesOfAll } from './exclusions.ts'
import { shownFacts, staffReader } from './judging.ts'

export type Quota = Row<typeof awardQuota>
const RANKED = ['approved', 'nominated', 'publicised', 'review', 'reported', 'granted'] as const
const SHOWN = [...RANKED, 'pending', 'returned', 'rejected'] as const
/** A quota row with its batch and item. */
export async function fieldOf(db: Db, quota: Quota): Promise<{ batch: Batch; item: FrozenItem }> {
  const batch = await batchOf(db, quota.batchId)
  const item = await itemIn(db, batch, quota.itemId)
  if (!item) throw refusalOf(awardQuota, 'noCases')
  return { batch, item }
}
/** Cases of the college that are ranked, as they stand: by rank, then by study rank. */
export const rankedIn = async (db: Db, { batchId, itemId, departmentId }: Quota): Promise<Case[]> =>
  (await db.unscoped(awardApplication).all({ batchId, itemId, departmentId, state: RANKED })).sort(byRank) // of the college in scope
const shareOf = (row: Case): number => Number(row.facts?.['cqa.studyRankShare'] ?? Number.POSITIVE_INFINITY)
const byRank = (a: Case, b: Case): number =>
  (a.rankInCollege ?? Number.MAX_SAFE_INTEGER) - (b.rankInCollege ?? Number.MAX_SAFE_INTEGER) ||
  (shareOf(a) === shareOf(b) ? 0 : shareOf(a) - shareOf(b)) ||
  a.id.localeCompare(b.id)
/** The facts that the item asks for, in the reader's words; what they may not read is masked. */
export async function factColumns(ctx: Ctx, item: FrozenItem): Promise<{ labels: string[]; values: (row: Case) => string[] }> {
  const reader = await staffReader(ctx)
  const say = sayIn(ctx.lang)
  const shown = shownFacts(item).flatMap(name => reader.known.find(f => f.name === name) ?? [])
  const text = (row: Case, fact: string): string =>
    reader.readable.has(fact) ? (valueText({ fact, value: row.facts?.[fact] ?? null }, reader.known, say) ?? '—') : say('无权查看')
  return { labels: shown.map(f => say(f.label)), values: row => shown.map(f => text(row, f.name)) }
}
const candidates = handle(awardCandidates, async (ctx, { id }) => {
  const { db } = ctx
  const quota = await db.visible(awardQuota).one(id)
  const { batch, item } = await fieldOf(db, quota)
  const { batchId, itemId, departmentId } = quota
  const rows = (await db.visible(awardApplication).all({ batchId, itemId, departmentId, state: SHOWN })).sort(byRank)
  const [people, classes, seats, columns] = [
    await studentsOf(
      db,
      rows.map(r => r.studentId),
    ),
    await db.cached(stuClass),
    await seatsOf(db, batchId, holderOf(item.code, departmentId)),
    await factColumns(ctx, item),
  ]
  const perLevel = levelSeats(seats.issued, item.levels)
  const suggested = item.levels.flatMap(l => Array.from({ length: perLevel.get(l.name) ?? 0 }, () => l.name))
  const ranked = rows.filter(r => (RANKED as readonly string[]).includes(r.state))
  const shown = []
  const say = sayIn(ctx.lang)
  const clashes = await clashesOfAll(db, item, batch.xn ?? '', rows)
  for (const row of rows) {
    const { recipient, state, level, rankInCollege, medianRank, isOutstanding, reviewReason } = row
    shown.push({
      ...{ id: row.id, recipient: recipient ?? '', state, level, rankInCollege, medianRank, isOutstanding, reviewReason, isOffered: row.offeredAt !== null },
      ...{ studentNo: people.get(row.studentId)?.studentNo ?? null, className: classes.get(row.classId ?? '')?.name ?? null },
      ...{ suggested: suggested[ranked.indexOf(row)] ?? null, values: columns.values(row), checks: (row.checks ?? []).flatMap(c => c ?? []) },
      warnings: (clashes.get(row.id) ?? []).map(c => say('{item}：{state}', { item: c.item, state: say(awardStates.labels[c.state]) })),
    })
  }
  return {
    ...{ batch: batch.name, item: item.name, college: (await db.cached(department)).get(departmentId)?.name ?? '—', quota: seats.issued, used: seats.used },
    ...{
      voteState: quota.voteState,
      voted: await db.unscoped(awardVote).count({ quotaId: id }), // how many, not what
      members: quota.committee?.length ?? 0,
      mayRank: quota.voteState !== 'open',
      needsCollegeNotice: batch.collegeWorkdays > 0,
    },
    levels: item.levels.map(l => ({
      name: l.name,
      amount: l.amount,
      seats: perLevel.get(l.name) ?? 0,
      used: rows.filter(r => r.level === l.name && r.state !== 'rejected').length,
    })),
    ...{ facts: columns.labels, rows: shown },
  }
})
const ranked = handle(setRanks, async ({ db }, { id, ids: given }) => {
  const quota = await db.visible(awardQuota).lock(id)
  const ids = given.flatMap(one => one ?? [])
  const rows = await rankedIn(db, quota)
  const known = new Set(rows.map(r => r.id))
  if (ids.length !== rows.length || new Set(ids).size < ids.length || ids.some(one => !known.has(one))) throw refusalOf(awardQuota, 'order', { count: rows.length }, 'ids')
  if (ids.length)
    await db.updateMany(
      awardApplication,
      ids.map((one, n) => ({ id: one, rankInCollege: n + 1 })),
    )
})
export default [candidates, ranked]
