import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { schoolYearOf, yearBefore, yearEnds } from '#modules/campus/model/school-year.ts'
import { availableOf, fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { levelOrder, levelsOn } from '../../levels/server/api.ts'
import { simulateThresholds } from '../model/actions.ts'
import { aidBatch } from '../model/batch.ts'
import type { Threshold } from '../model/index-model.ts'
import { aidRecognition } from '../model/recognition.ts'
import { type Order, suggestedLevel } from '../model/scoring.ts'
import { type Batch, groupsOf, modelOf, type Recognition } from './scores.ts'

/** Applications that nobody refused or took back. */
export const COUNTED = ['pending', 'returned', 'approved', 'publicised', 'effective', 'adjusted', 'ended'] as const
type Model = Awaited<ReturnType<typeof modelOf>>
/** The level that an application gets by these score lines: what was proposed, else what is suggested. */
export const levelBy = (order: Order, model: Pick<Model, 'floors'>, thresholds: readonly Threshold[], row: Recognition): string | null =>
  row.isProposed ? row.proposedLevel : suggestedLevel(order, { thresholds, floors: model.floors }, row.finalScore ?? 0, groupsOf(row))
/** Score lines as they were sent: in order, and of levels that the batch uses. */
export function checkLines(order: Order, batch: Batch, lines: readonly Threshold[]): void {
  const sorted = [...lines].sort((a, b) => (order.get(a.level) ?? 0) - (order.get(b.level) ?? 0))
  const isWrong = sorted.some((t, n) => !batch.levels.includes(t.level) || (n > 0 && t.from >= (sorted[n - 1]?.from ?? 0)))
  if (isWrong || new Set(lines.map(l => l.level)).size < lines.length) throw refusalOf(aidBatch, 'thresholds', {}, 'thresholds')
}
export const given = (lines: ReadonlyArray<Threshold | null> | null | undefined): Threshold[] => (lines ?? []).flatMap(l => l ?? [])

type Levelled = { level: string | null; row: Recognition }
const byLevel = (order: Order, of: readonly Levelled[]) => [...order.keys()].map(level => ({ level, count: of.filter(o => o.level === level).length }))
function groupsBy(order: Order, of: readonly Levelled[], keyOf: (row: Recognition) => string | null, names: ReadonlyMap<string, { name: string }>) {
  const groups = Map.groupBy(of, o => keyOf(o.row) ?? '')
  return [...groups]
    .map(([id, rows]) => ({ name: names.get(id)?.name ?? '—', applied: rows.length, byLevel: byLevel(order, rows) }))
    .sort((a, b) => b.applied - a.applied || a.name.localeCompare(b.name))
}
/** How many had which level on the last day of the year before. */
async function lastYear(db: Db, order: Order, { xn }: Batch) {
  const on = yearEnds(yearBefore(xn ?? schoolYearOf(today())))
  const rows = await db.query<{ level: string; n: number }>(
    sql`select l.level, count(*)::int as n from (${levelsOn(db, sql`select id from student where tenant_id = ${db.me.tenantId}`, on)}) l group by 1`,
  )
  return [...order.keys()].map(level => ({ level, count: rows.find(r => r.level === level)?.n ?? 0 }))
}
/** What there is to spend: the rest of a fund as it is now, or what was planned. */
async function budgetOf(db: Db, { fundId, budget }: Batch): Promise<{ budget: number | null; fund: string | null }> {
  const fund = fundId ? await db.unscoped(fundAccount).one(fundId) : undefined // the fund of the batch
  return fund ? { budget: availableOf(fund), fund: fund.name } : { budget, fund: null }
}
const MOST_SHOWN = 200
async function movedRows(db: Db, before: readonly Levelled[], after: readonly Levelled[]) {
  const moved = after.flatMap((a, n) => (a.level === before[n]?.level ? [] : [{ row: a.row, before: before[n]?.level ?? null, after: a.level }]))
  const people = await studentsOf(
    db,
    moved.slice(0, MOST_SHOWN).map(m => m.row.studentId),
  )
  const shown = moved.slice(0, MOST_SHOWN).map(({ row, ...levels }) => {
    const { name = '', className = null } = people.get(row.studentId) ?? {}
    return { recognitionNo: row.recognitionNo, name, className, finalScore: row.finalScore, ...levels }
  })
  return { movedCount: moved.length, moved: shown }
}
export default handle(simulateThresholds, async ({ db }, { id, thresholds }) => {
  const batch = await db.visible(aidBatch).one(id)
  const [order, model] = await Promise.all([levelOrder(db), modelOf(db, batch)])
  const lines = given(thresholds)
  checkLines(order, batch, lines)
  const used = lines.length ? lines : [...model.thresholds]
  const rows = await db.visibleFor(aidRecognition, 'hardship:aidRecognition:list').all({ batchId: id, state: [...COUNTED] })
  const levelled = (by: readonly Threshold[]): Levelled[] => rows.map(row => ({ row, level: batch.confirmedAt ? row.level : levelBy(order, model, by, row) }))
  const [before, after] = [levelled(model.thresholds), levelled(used)]
  const [departments, classes, by] = [await db.cached(department), await db.cached(stuClass), await accountNamer(db, [batch.confirmedById])]
  return {
    ...{ applied: rows.length, waiting: rows.filter(r => r.state === 'pending' || r.state === 'returned').length, recognised: after.filter(a => a.level !== null).length },
    ...{ byLevel: byLevel(order, after), lastYear: await lastYear(db, order, batch), ...(await movedRows(db, before, after)) },
    ...{ byCollege: groupsBy(order, after, r => r.departmentId, departments), byClass: groupsBy(order, after, r => r.classId, classes) },
    ...{ cost: after.reduce((sum, a) => sum + (batch.levelAmounts?.[a.level ?? ''] ?? 0), 0), ...(await budgetOf(db, batch)), thresholds: used },
    ...{ confirmedAt: batch.confirmedAt, confirmedBy: batch.confirmedById ? by(batch.confirmedById) : null },
  }
})
