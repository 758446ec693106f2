import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { postMoney } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import { lockAccounts } from '#server/ledger/post.ts'
import { billLedger, creditLedger, payerCredit } from '../../bills/model/bill-line.ts'
import { type Line, lockLines, openCredits } from '../../bills/server/api.ts'
import { type FeeBook, merchantAccount } from '../../merchants/model/merchant-account.ts'
import { payOrder } from '../model/pay-order.ts'
import type { refundOrder } from '../model/refund-order.ts'
import { linesOf, type Order } from './book.ts'

export type Refund = Row<typeof refundOrder>
const SOURCE = 'refundOrder'
interface Left {
  line: Line
  amount: number
}
/** What this order's money on its lines still is: what it paid there, less what earlier refunds of it took away. */
async function heldOnLines(db: Db, orderId: string, lines: ReadonlyMap<string, Line>): Promise<Map<string, number>> {
  const rows = await db.query<{ lineId: string; held: number }>(sql`select e.account_id as "lineId", sum(e.amount)::float8 as held from ledger_entry e
    where e.tenant_id = ${db.me.tenantId} and e.account_id = any(${[...lines.keys()]}::uuid[]) and e.kind = 'pay' and (e.source_type = 'payOrder' and e.source_id = ${orderId}
      or e.source_type = ${SOURCE} and e.source_id in (select id::text from refund_order r where r.tenant_id = ${db.me.tenantId} and r.order_id = ${orderId}))
    group by 1`)
  return new Map(rows.map(r => [r.lineId, Math.min(r.held, lines.get(r.lineId)?.paid ?? 0)]))
}
/** Takes an amount from the lines of an order, the last line first. */
function spread(amount: number, lines: ReadonlyMap<string, Line>, held: ReadonlyMap<string, number>): Left[] {
  let rest = amount
  return [...lines.values()].reverse().flatMap(line => {
    const takes = Math.min(rest, held.get(line.id) ?? 0)
    rest -= takes
    return takes > 0 ? [{ line, amount: takes }] : []
  })
}
const merchantBook = async (db: Db, { merchantId }: Pick<Order, 'merchantId'>): Promise<FeeBook> => (await db.unscoped(merchantAccount).one(merchantId)).book // where the order's money landed
/** The credit of whoever paid an order, in the book of its money. */
async function creditOf(db: Db, order: Order): Promise<{ creditId: string; book: FeeBook }> {
  const { payerType, payerId, studentId, payerName } = order
  const book = await merchantBook(db, order)
  const [creditId = ''] = await openCredits(db, [{ payer: { payerType, payerId, studentId, payerName }, origin: 'own', book }])
  return { creditId, book }
}
/**
 * 40-F11: every refund leaves from the payer's credit. What the credit lacks comes out of the order's own lines first, which then owe it again. Locks lines and credit; the order is
 * locked by the caller.
 */
export async function takeBack(db: Db, order: Order, refund: Refund): Promise<void> {
  const lines = await lockLines(
    db,
    (await linesOf(db, order.id)).map(l => l.billLineId),
  )
  const { creditId } = await creditOf(db, order)
  await lockAccounts(db, creditLedger, [creditId])
  const { balance } = await db.unscoped(payerCredit).one(creditId) // the payer of the order
  const fromLines = spread(Math.max(0, refund.amount - balance), lines, await heldOnLines(db, order.id, lines))
  const available = balance + fromLines.reduce((sum, l) => sum + l.amount, 0)
  if (available < refund.amount) throw refusalOf(payOrder, 'short', { left: yuanText(available) })
  await post(db, order, refund, creditId, fromLines)
}
async function post(db: Db, order: Order, refund: Refund, creditId: string, fromLines: readonly Left[]): Promise<void> {
  const posting = { book: await merchantBook(db, order), channel: order.merchantId }
  const common = { sourceType: SOURCE, sourceId: refund.id, reason: refund.reason, studentId: order.studentId, ...(refund.makerId ? { makerId: refund.makerId } : {}) }
  const onLine = ({ line, amount }: Left, n: number) =>
    ({ ...common, accountId: line.id, accountKey: `${line.item} ${line.xn}`.slice(0, 60), kind: 'pay', amount: -amount, sourceSeq: n + 1, values: { item: line.item } }) as const
  await postMoney(db, billLedger, posting, fromLines.map(onLine))
  const credit = { ...common, accountId: creditId, accountKey: order.payerName }
  await postMoney(db, creditLedger, posting, [
    ...fromLines.map(({ amount }, n) => ({ ...credit, kind: 'creditIn' as const, amount, sourceSeq: n + 1 })),
    { ...credit, kind: 'refund' as const, amount: refund.amount, sourceSeq: 0 },
  ])
  for (const { line, amount } of fromLines)
    await db.emit('fee.refunded', { lineId: line.id, sourceType: line.sourceType, sourceId: line.sourceId, studentId: line.studentId, amount, orderId: order.id })
}
/** The provider will not pay a refund: the money is the payer's credit again. */
export async function giveToCredit(db: Db, order: Order, refund: Refund): Promise<void> {
  const { payerName, studentId } = order
  const { creditId: accountId, book } = await creditOf(db, order)
  const entry = {
    accountId,
    accountKey: payerName,
    studentId,
    kind: 'refund',
    amount: -refund.amount,
    sourceType: SOURCE,
    sourceId: refund.id,
    sourceSeq: -1,
    reason: refund.why,
  } as const
  await postMoney(db, creditLedger, { book, channel: order.merchantId }, [entry])
}
