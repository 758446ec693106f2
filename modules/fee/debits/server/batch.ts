import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { usable } from '#modules/exchange/server/api.ts'
import { bankAccount } from '#modules/money/payout/model/bank-account.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { dueBy } from '../../bills/server/api.ts'
import { openMerchants } from '../../merchants/server/api.ts'
import { closeOrders, orderEach, type LineToPay as Wanted } from '../../orders/server/api.ts'
import { chargeStandard } from '../../prices/model/charge-standard.ts'
import { cancelBatch, closeBatch, makeBatch } from '../model/actions.ts'
import { debitBatch, debitLine } from '../model/debit.ts'

export const DATASET = 'bankDebit'
export type Batch = Row<typeof debitBatch>
export type DebitLine = Row<typeof debitLine>
/** The bank answers within some days; until then no clock closes the order. */
const ANSWER_DAYS = 30
/** Who owes something of the item of a year by the day it is collected (40-F15), in the order of their numbers. */
const owingOf = (db: Db, { itemId, xn, debitOn }: BatchInput): Promise<Wanted[]> =>
  db.query<Wanted>(sql`select "lineId", "studentId", amount from (select l.id as "lineId", s.id as "studentId", s.student_no, ${dueBy(sql`${debitOn}::date`)}::float8 as amount
      from bill_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
      where l.tenant_id = ${db.me.tenantId} and l.item_id = ${itemId} and l.xn = ${xn} and l.owed > 0 and l.closed_at is null and (l.defer_until is null or l.defer_until < ${debitOn}::date)
        and not exists (select from pay_order_line p where p.tenant_id = l.tenant_id and p.bill_line_id = l.id and p.is_open)) x
    where x.amount > 0 order by x.student_no`)
type BatchInput = Pick<Batch, 'title' | 'itemId' | 'xn' | 'merchantId' | 'profileId' | 'debitOn'>
async function check(ctx: Ctx, { merchantId, profileId, debitOn, xn }: BatchInput) {
  const { db } = ctx
  if (debitOn < today()) throw refusalOf(debitBatch, 'past', { day: debitOn }, 'debitOn')
  if (!isSchoolYear(xn)) throw refusalOf(chargeStandard, 'xn', { xn }, 'xn')
  const account = (await openMerchants(db)).find(m => m.id === merchantId)
  if (account?.provider !== 'bankDebit') throw refusalOf(debitBatch, 'merchant', { name: account?.name ?? '—' }, 'merchantId')
  const { profile } = await usable(ctx, profileId)
  if (profile.dataset !== DATASET) throw refusalOf(debitBatch, 'profile', { name: profile.name }, 'profileId')
  return account
}
type Account = Awaited<ReturnType<typeof check>>
type Card = Row<typeof bankAccount>
/** Sums of a batch from its lines. */
export async function recount(db: Db, id: string): Promise<Batch> {
  const [sums] = await db.query<Pick<Batch, 'count' | 'total' | 'paidCount' | 'paidTotal' | 'failedCount'>>(sql`select count(*) filter (where state <> 'dropped')::int as count,
      coalesce(sum(amount) filter (where state <> 'dropped'), 0)::float8 as total, count(*) filter (where state = 'paid')::int as "paidCount",
      coalesce(sum(amount) filter (where state = 'paid'), 0)::float8 as "paidTotal", count(*) filter (where state = 'failed')::int as "failedCount"
    from debit_line where tenant_id = ${db.me.tenantId} and batch_id = ${id}`)
  return db.update(debitBatch, id, { ...sums })
}
/** Makes a batch of whoever can be asked: whole, or not at all. An order holds each line, as any payment does (40-F6). */
export async function collect(db: Db, given: BatchInput, account: Account, makerId: string): Promise<{ id: string; count: number; total: number; noCard: number }> {
  const owing = await owingOf(db, given)
  const cards = new Map((await db.unscoped(bankAccount).all({ studentId: owing.map(o => o.studentId), isDefault: true })).map(a => [a.studentId, a])) // of those who are asked
  const able = owing.filter(o => cards.has(o.studentId))
  const { id: batchId, batchNo } = await db.insert(debitBatch, { ...given, batchNo: await serialNo(db, 'DK', 'debit_batch_no_seq'), makerId })
  const expireAt = new Date(Date.parse(given.debitOn) + ANSWER_DAYS * DAY_MS).toISOString()
  const more = { state: 'paying', makerId, nextQueryAt: null, expireAt } as const
  const orders = await orderEach(db, able, { account, scene: 'counter', keyOf: lineId => `${batchNo} ${lineId}`, more })
  if (!orders.length) throw refusalOf(debitBatch, 'nothing')
  const drafts = orders.map(({ orderId, studentId, amount }, n) => {
    const { bankName, branchNo, cardNo, lastFour, holderName } = cards.get(studentId) as Card
    return { batchId, seq: n + 1, orderId, studentId, amount, bankName, branchNo, cardNo, lastFour, holderName }
  })
  await db.insertMany(debitLine, drafts)
  const { id, count, total } = await recount(db, batchId)
  return { id, count, total, noCard: owing.length - able.length }
}
const make = handle(makeBatch, async (ctx, given) => collect(ctx.db, given, await check(ctx, given), ctx.me.userId))
/** The orders of lines are closed: the students owe again, and may pay in any way. */
export const release = (db: Db, lines: readonly DebitLine[]): Promise<void> =>
  closeOrders(
    db,
    lines.map(l => l.orderId),
  )
export const linesOf = (db: Db, batchId: string, state: ReadonlyArray<DebitLine['state']>): Promise<DebitLine[]> =>
  db.unscoped(debitLine).all({ batchId, state }, { sort: ['seq'] }) // of a batch in scope
export default [
  make,
  handle(closeBatch, async ({ db }, { id }) => {
    await db.visible(debitBatch).lock(id, 'close')
    const n = (await linesOf(db, id, ['exported'])).length
    if (n) throw refusalOf(debitBatch, 'open', { n })
    await db.update(debitBatch, id, { state: 'closed' })
  }),
  handle(cancelBatch, async ({ db }, { id }) => {
    await db.visible(debitBatch).lock(id, 'cancel')
    const lines = await linesOf(db, id, ['ready'])
    await db.updateWhere(debitLine, { id: lines.map(l => l.id) }, { state: 'dropped' })
    await release(db, lines)
    await db.update(debitBatch, id, { state: 'cancelled' })
  }),
]
