import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { yearBegins } from '#modules/campus/model/school-year.ts'
import { availableOf, fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { figureOn, figureUse } from '#modules/system/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { factsOfStudents, round, roundQualify } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { previewBatch } from '../model/actions.ts'
import { subsidyApplication } from '../model/application.ts'
import { batchActions, batchQualify, subsidyBatch } from '../model/batch.ts'
import { subsidySubject } from '../model/flow.ts'
import { subsidyItem } from '../model/item.ts'
import { fundOf } from './claims.ts'
import { type Item, itemOf } from './items.ts'

export type Batch = Row<typeof subsidyBatch>
async function check({ db }: Ctx, batch: Batch): Promise<void> {
  const item = await itemOf(db, batch.itemId)
  if (item.mode !== 'apply') throw refusalOf(subsidyBatch, 'itemMode', { item: item.name }, 'itemId')
  if (item.effect === 'payout' && !(batch.fundId ?? item.fundId)) throw refusalOf(subsidyBatch, 'noFund', { name: batch.name }, 'fundId')
  if (!batch.xn) throw refusalOf(subsidyBatch, 'noYear', { name: batch.name }, 'xn')
}
interface Counts {
  id: string
  applied: number
  approved: number
  total: number
}
const counts = compute(subsidyBatch, ['appliedCount', 'approvedCount', 'total'], async ({ db }, rows) => {
  const found = await db.query<Counts>(sql`select batch_id as id, count(*) filter (where state not in ('withdrawn', 'cancelled'))::int as applied,
      count(*) filter (where state in ('approved', 'publicised', 'granted'))::int as approved, coalesce(sum(amount_approved) filter (where state in ('approved', 'publicised', 'granted')), 0)::float8 as total
    from subsidy_application where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { appliedCount: byId.get(row.id)?.applied ?? 0, approvedCount: byId.get(row.id)?.approved ?? 0, total: byId.get(row.id)?.total ?? 0 })
})
/** What the state's figure allows in the round's year; undefined where the item follows none. */
const boundsOf = (db: Db, item: Item, xn: string) => (item.figure ? figureOn(db, item.figure, { scope: 'undergraduate', on: yearBegins(xn) }) : undefined)
export interface Soldier {
  studentId: string
  departmentId: string | null
  classId: string | null
  amount: number
}
const RETIRED = 'enlistment.isRetired'
/** 40-Z2: retired soldiers among the students at school, who have no application in the round: they get the figure's sum without recognition. */
export async function soldiersOf(db: Db, batch: Batch, item: Item): Promise<Soldier[]> {
  const amount = (await boundsOf(db, item, batch.xn ?? ''))?.soldier
  if (!amount) return []
  const students = await db.query<Omit<Soldier, 'amount'>>(sql`select s.id as "studentId", s.department_id as "departmentId", s.class_id as "classId" from student s
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and not exists (select from subsidy_application a
      where a.tenant_id = s.tenant_id and a.batch_id = ${batch.id} and a.student_id = s.id and a.state not in ('withdrawn', 'cancelled'))
      and not exists (select from subsidy_grant g where g.tenant_id = s.tenant_id and g.student_id = s.id and g.item_id = ${item.id} and g.xn = ${batch.xn})`)
  const facts = await factsOfStudents(
    db,
    sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null`,
    [RETIRED],
    batch.factsAsOf,
  )
  return students.filter(s => facts(s.studentId)[RETIRED] === true).map(s => ({ ...s, amount }))
}
/** What a round gives as it stands: those approved, and the retired soldiers who join them. */
export async function outcomeOf(db: Db, batch: Batch) {
  const item = await itemOf(db, batch.itemId)
  const rows = await db.unscoped(subsidyApplication).all({ batchId: batch.id, state: ['approved', 'publicised'] }, { sort: ['id'] }) // of the whole round
  const waiting = await db.unscoped(subsidyApplication).count({ batchId: batch.id, state: ['pending', 'returned'] }) // of the whole round
  const soldiers = batch.stage === 'applying' ? await soldiersOf(db, batch, item) : []
  const fundId = await fundOf(db, item, batch.id)
  const fund = fundId ? await db.unscoped(fundAccount).one(fundId) : undefined // the fund of the round
  const heads = rows.length + soldiers.length
  const soldierSum = soldiers.reduce((n, s) => n + s.amount, 0)
  const sum = rows.reduce((n, r) => n + (r.amountApproved ?? 0), 0) + soldierSum
  const left = fund ? availableOf(fund) - soldierSum : 0
  const average = heads ? Math.floor(sum / heads + 0.5) : 0
  return { item, rows, waiting, soldiers, fundId, heads, sum, left, average, most: (await boundsOf(db, item, batch.xn ?? ''))?.average ?? null }
}
const preview = handle(previewBatch, async ({ db }, { id }) => {
  const { rows, soldiers, waiting, heads, sum, left, average, most } = await outcomeOf(db, await db.visible(subsidyBatch).one(id))
  const byTier = [...Map.groupBy(rows, r => r.tier)].map(([level, of]) => ({ level, heads: of.length, sum: of.reduce((n, r) => n + (r.amountApproved ?? 0), 0) }))
  return { heads, soldiers: soldiers.length, sum, average, most, left, waiting, byTier: byTier.toSorted((a, b) => b.sum - a.sum) }
})
/** 40-Z1: the round's average keeps within the figure, nothing waits, and the window is over. */
export async function mustBeReady(db: Db, batch: Batch) {
  if (isOpen(batch)) throw refusalOf(subsidyBatch, 'open', { name: batch.name })
  const outcome = await outcomeOf(db, batch)
  if (outcome.waiting) throw refusalOf(subsidyBatch, 'waiting', { name: batch.name, n: outcome.waiting })
  if (!outcome.heads) throw refusalOf(subsidyBatch, 'nobody', { name: batch.name })
  if (outcome.most !== null && outcome.average > outcome.most) throw refusalOf(subsidyBatch, 'average', { average: yuanText(outcome.average), most: yuanText(outcome.most) })
  return outcome
}
export default [
  counts,
  preview,
  round(subsidyBatch, batchActions, {
    processType: 'subsidyBatch',
    audience: 'live',
    link: '/subsidy/apply',
    subject: subsidySubject,
    check,
    copied: async ({ db }, _from, to) => void (await db.update(subsidyBatch, to.id, { stage: 'applying' })),
  }),
  ...roundQualify(subsidyBatch, batchQualify),
  /** 40-P2: rounds that have not granted yet follow a change of the figure. */
  figureUse('subsidy', async (db, { code }) => {
    if (code !== 'nationalGrant') return []
    const items = await db.unscoped(subsidyItem).all({ figure: 'nationalGrant' }) // settings of the school
    const open = await db.unscoped(subsidyBatch).all({ itemId: items.map(i => i.id), stage: ['applying', 'publicised', 'cleared'], state: ['published', 'paused', 'closed'] }) // rounds of the school
    return open.map(({ id, name }) => ({ id, name, link: '/subsidy/batches' }))
  }),
]
