import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import type { StatementRow } from '../../merchants/model/provider.ts'
import type { Flow } from '../model/recon-diff.ts'

/** A payment or refund as the school has it. */
export interface Ours {
  id: string
  flow: Flow
  orderId: string
  refundId: string | null
  orderNo: string
  /** Number of the slip, for money paid by hand. */
  slipNo: string | null
  refundNo: string | null
  txnNo: string
  amount: number
  fee: number | null
  /** Null for a refund that is not done. */
  day: string | null
}
export interface KnownOrder {
  id: string
  orderNo: string
  slipNo: string | null
  state: string
}
export interface Account {
  merchantId: string
  bizDate: string
}
/** How far the two sides may lie apart and still be matched without anybody. */
const NEAR = 1
const distinct = (values: ReadonlyArray<string | undefined>): string[] => [...new Set(values.flatMap(v => v || []))]

/** Payments of an account on this day and its neighbours, and all that a statement names, whenever they were. */
function paymentsOf(db: Db, { merchantId, bizDate }: Account, numbers: readonly string[], txnNos: readonly string[]): Promise<Ours[]> {
  return db.query<Ours>(sql`select p.id, 'payment' as flow, p.order_id as "orderId", null::uuid as "refundId", o.order_no as "orderNo", o.slip_no as "slipNo", null::text as "refundNo",
      p.txn_no as "txnNo", p.amount::float8 as amount, p.fee::float8 as fee, p.paid_on::text as day
    from order_payment p join pay_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
    where p.tenant_id = ${db.me.tenantId} and p.merchant_id = ${merchantId}
      and (p.paid_on between ${addDays(bizDate, -NEAR)}::date and ${addDays(bizDate, NEAR)}::date or p.txn_no = any(${txnNos}::text[])
        or o.order_no = any(${numbers}::text[]) or o.slip_no = any(${numbers}::text[]))`)
}
/** Refunds the way the money came. One by bank is in no statement of a provider. */
function refundsOf(db: Db, { merchantId, bizDate }: Account, refundNos: readonly string[]): Promise<Ours[]> {
  return db.query<Ours>(sql`select r.id, 'refund' as flow, r.order_id as "orderId", r.id as "refundId", o.order_no as "orderNo", null::text as "slipNo", r.refund_no as "refundNo",
      '' as "txnNo", r.amount::float8 as amount, null::float8 as fee, case when r.state = 'success' then (r.finished_at at time zone 'Asia/Shanghai')::date::text end as day
    from refund_order r join pay_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
    where r.tenant_id = ${db.me.tenantId} and o.merchant_id = ${merchantId}
      and (r.route = 'original' and r.state = 'success' and (r.finished_at at time zone 'Asia/Shanghai')::date between ${addDays(bizDate, -NEAR)}::date and ${addDays(bizDate, NEAR)}::date
        or r.refund_no = any(${refundNos}::text[]))`)
}
/** Our side of a statement. */
export async function ourSide(db: Db, of: Account, theirs: readonly StatementRow[]): Promise<Ours[]> {
  const paid = theirs.filter(r => r.kind === 'payment')
  const [payments, refunds] = await Promise.all([
    paymentsOf(db, of, distinct(paid.map(r => r.orderNo)), distinct(paid.map(r => r.txnNo))),
    refundsOf(db, of, distinct(theirs.map(r => r.refundNo))),
  ])
  return [...payments, ...refunds]
}
/** Orders of this account that a statement names, by their number or slip. */
export async function ordersNamed(db: Db, { merchantId }: Account, theirs: readonly StatementRow[]): Promise<ReadonlyMap<string, KnownOrder>> {
  const numbers = distinct(theirs.map(r => r.orderNo))
  const rows = await db.query<KnownOrder>(sql`select id, order_no as "orderNo", slip_no as "slipNo", state from pay_order
    where tenant_id = ${db.me.tenantId} and merchant_id = ${merchantId} and (order_no = any(${numbers}::text[]) or slip_no = any(${numbers}::text[]))`)
  return new Map(rows.flatMap(row => [row.orderNo, row.slipNo].flatMap(no => (no ? [[no, row] as const] : []))))
}
