import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { type SKEWS, sandboxTrade } from '../../merchants/model/sandbox-trade.ts'
import { merchantOf, newTxnNo } from '../../merchants/server/api.ts'
import { newNo } from '../../orders/server/api.ts'
import { skewStatement } from '../model/actions.ts'
import type { DiffKind } from '../model/recon-diff.ts'
import type { Account } from './our-side.ts'

const SKEW_OF: Readonly<Partial<Record<DiffKind, keyof typeof SKEWS>>> = { oursOnly: 'omit', amount: 'amount', crossDay: 'nextDay' }
const NOON = '12:00'
const UNKNOWN_AMOUNT = 10_000

/** Trades of a day whose row in the statement becomes another. */
async function skewTrades(db: Db, { merchantId, bizDate }: Account, skew: keyof typeof SKEWS, count: number): Promise<number> {
  const some = sql`t.id in (select id from sandbox_trade where tenant_id = ${db.me.tenantId} and merchant_id = ${merchantId} and state = 'paid' and skew is null
    and (paid_at at time zone 'Asia/Shanghai')::date = ${bizDate}::date order by id limit ${count})`
  return (await db.updateWhere(sandboxTrade, some, { skew })).length
}
/** Trades that were closed and are paid all the same, without a notice. */
async function payClosed(db: Db, { merchantId, bizDate }: Account, count: number): Promise<number> {
  const some = sql`t.id in (select id from sandbox_trade where tenant_id = ${db.me.tenantId} and merchant_id = ${merchantId} and state = 'closed' order by id limit ${count})`
  const paid = { state: 'paid', paidAt: schoolInstant(bizDate, NOON), copies: 0 } as const
  const rows = await db.updateWhere(sandboxTrade, some, { ...paid, txnNo: sql`'SB' || upper(substr(md5(t.id::text || ${newTxnNo()}), 1, 18))` })
  return rows.length
}
/** Payments that the school has no order of. */
async function payUnknown(db: Db, { merchantId, bizDate }: Account, count: number): Promise<number> {
  const drafts = Array.from({ length: count }, () => ({
    ...{ merchantId, orderNo: newNo('P'), title: '—', amount: UNKNOWN_AMOUNT, returnUrl: '/', noticeUrl: '/' },
    ...{ state: 'paid' as const, txnNo: newTxnNo(), paidAt: schoolInstant(bizDate, NOON) },
  }))
  return db.insertMany(sandboxTrade, drafts, { history: false })
}
export default handle(skewStatement, async ({ db, refuse }, { merchantId, bizDate, kind, count }) => {
  if ((await merchantOf(db, merchantId)).provider !== 'sandbox') return refuse('notSandbox')
  const skew = SKEW_OF[kind]
  const of = { merchantId, bizDate }
  const made = await (skew ? skewTrades(db, of, skew, count) : kind === 'state' ? payClosed(db, of, count) : payUnknown(db, of, count))
  if (!made) return refuse('nothingToSkew', { day: bizDate })
  return { made }
})
