import sql from 'sql-template-tag'
import type { Row } from '#model'
import { isUuid } from '#model'
import { type Db, handle, onMany } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { payOrder } from '../../orders/model/pay-order.ts'
import { issueReceipts, type ReceiptItem, receipt, retryReceipt, reverseReceipt } from '../model/receipt.ts'

export const RECEIPT_QUEUE = 'fee.receipts'
export type Receipt = Row<typeof receipt>
interface Due {
  orderId: string
  orderNo: string
  studentId: string | null
  payerName: string
  isTest: boolean
  kind: string
  amount: number
  items: ReceiptItem[]
}
const REFUNDED = '退款冲红，余额重开'
/**
 * What orders hold on their lines now, by kind of receipt and by whose lines they are (40-G7): what they paid there, less what refunds took away, and less what left for credit when the
 * charge fell (40-F14), which is taken from the latest order first. Credit is no fee, and has no receipt.
 */
const dueOf = (db: Db, orderIds: readonly string[]): Promise<Due[]> =>
  db.query<Due>(sql`with paid as (select p.order_id, p.bill_line_id as line_id, o.paid_at, sum(e.amount) as amount
      from pay_order_line p join pay_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
        join ledger_entry e on e.tenant_id = p.tenant_id and e.account_id = p.bill_line_id and e.kind = 'pay' and (e.source_type = 'payOrder' and e.source_id = o.id::text
          or e.source_type = 'refundOrder' and e.source_id in (select r.id::text from refund_order r where r.tenant_id = o.tenant_id and r.order_id = o.id))
      where p.tenant_id = ${db.me.tenantId} and p.bill_line_id in (select q.bill_line_id from pay_order_line q where q.tenant_id = p.tenant_id and q.order_id = any(${[...orderIds]}::uuid[]))
      group by 1, 2, 3),
    lowered as (select e.account_id as line_id, -sum(e.amount) as amount from ledger_entry e
      where e.tenant_id = ${db.me.tenantId} and e.account_id in (select line_id from paid) and e.kind = 'pay' and e.source_type not in ('payOrder', 'refundOrder') group by 1),
    held as (select p.order_id, p.line_id, p.amount - least(p.amount, greatest(0, coalesce(w.amount, 0) - coalesce(
        sum(p.amount) over (partition by p.line_id order by p.paid_at desc, p.order_id desc rows between unbounded preceding and 1 preceding), 0))) as amount
      from paid p left join lowered w on w.line_id = p.line_id)
    select x."orderId", x."orderNo", x."studentId", x."payerName", x."isTest", x.kind, sum(x.held)::float8 as amount,
      jsonb_agg(jsonb_build_object('item', x.item, 'xn', x.xn, 'amount', x.held) order by x.item, x.xn) as items
    from (select o.id as "orderId", o.order_no as "orderNo", l.student_id as "studentId", l.payer_name as "payerName", o.is_test as "isTest", i.receipt_kind as kind,
        i.name as item, l.xn, h.amount::float8 as held
      from held h join pay_order o on o.tenant_id = ${db.me.tenantId} and o.id = h.order_id
        join bill_line l on l.tenant_id = o.tenant_id and l.id = h.line_id join charge_item i on i.tenant_id = o.tenant_id and i.id = l.item_id
      where o.id = any(${[...orderIds]}::uuid[]) and h.amount > 0) x
    group by 1, 2, 3, 4, 5, 6`)
/** Orders that paid these lines. */
const ordersOf = async (db: Db, lineIds: readonly string[]): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select distinct order_id as id from pay_order_line where tenant_id = ${db.me.tenantId} and bill_line_id = any(${[...lineIds]}::uuid[])`)).map(
    o => o.id,
  )
const keyOf = (of: { orderId: string; kind: string; studentId: string | null }): string => `${of.orderId} ${of.kind} ${of.studentId}`

/** Takes a receipt back: one that has a number stays as reversed, one that has none yet is not needed. */
export async function takeBackReceipt(db: Db, row: Receipt, reason: string): Promise<void> {
  if (row.no) await db.update(receipt, row.id, { state: 'reversed', reason, reversedAt: new Date().toISOString(), nextAt: new Date().toISOString(), tries: 0 })
  else await db.removeWhere(receipt, { id: row.id })
}
/**
 * 40-F17: one receipt of a kind, for each whose lines it paid, for what an order holds; where that has changed, the former is reversed and the rest issued anew. Orders are locked in ascending order of their ids.
 * Repeated, it comes to the same. Returns how many are to be issued.
 */
export async function settleReceipts(db: Db, given: readonly string[]): Promise<number> {
  const orderIds = [...new Set(given)].sort()
  return db.tx(async tx => {
    await tx.query(sql`select from pay_order where tenant_id = ${tx.me.tenantId} and id = any(${orderIds}::uuid[]) order by id for update`)
    const due = await dueOf(tx, orderIds)
    const dueBy = new Map(due.map(d => [keyOf(d), d]))
    const live = await tx.unscoped(receipt).all({ orderId: orderIds, state: ['pending', 'issued', 'failed'] }) // of these orders
    const stale = live.filter(row => dueBy.get(keyOf(row))?.amount !== row.amount)
    for (const row of stale) await takeBackReceipt(tx, row, REFUNDED)
    const kept = new Set(live.filter(row => !stale.includes(row)).map(keyOf))
    const nextAt = new Date().toISOString()
    const drafts = due.flatMap(d => (kept.has(keyOf(d)) ? [] : [{ ...d, nextAt }]))
    const made = await tx.insertMany(receipt, drafts, { skipExisting: true, history: false })
    if (made || stale.length) await notifyWorkers(tx, RECEIPT_QUEUE)
    return made
  })
}
const issue = handle(issueReceipts, async ({ db }, { orderIds }) => {
  const orders = await db.visible(payOrder).all({ id: orderIds.flatMap(id => id ?? []) })
  return {
    made: await settleReceipts(
      db,
      orders.map(o => o.id),
    ),
  }
})
const retry = handle(retryReceipt, async ({ db }, { id }) => {
  const row = await db.visible(receipt).lock(id, 'retry')
  await db.update(receipt, row.id, { nextAt: new Date().toISOString(), tries: 0 })
  await notifyWorkers(db, RECEIPT_QUEUE)
})
const reverse = handle(reverseReceipt, async ({ db }, { id, reason }) => {
  const { orderId } = await db.visible(receipt).one(id)
  await db.unscoped(payOrder).lock(orderId) // the receipt is in the caller's scope
  await takeBackReceipt(db, await db.visible(receipt).lock(id, 'reverse'), reason)
  await settleReceipts(db, [orderId])
})
const idsIn = (payloads: ReadonlyArray<Record<string, unknown>>, name: string): string[] => payloads.flatMap(({ [name]: id }) => (typeof id === 'string' && isUuid(id) ? [id] : []))
const follow = async (db: Db, orderIds: readonly string[]): Promise<void> => void (orderIds.length && (await settleReceipts(db, orderIds)))
export default [
  issue,
  retry,
  reverse,
  onMany(['fee.paid'], 'issueReceipts', ({ db }, payloads) => follow(db, idsIn(payloads, 'orderId'))),
  onMany(['fee.refunded'], 'reissueReceipts', async ({ db }, payloads) => follow(db, await ordersOf(db, idsIn(payloads, 'lineId')))),
]
