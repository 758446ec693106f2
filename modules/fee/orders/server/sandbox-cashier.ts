import { generateKeyPairSync } from 'node:crypto'
import sql from 'sql-template-tag'
import { Refusal, type Row, refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { type Behaviour, sandboxCashier, sandboxPay, sandboxTrade } from '../../merchants/model/sandbox-trade.ts'
import { merchantOf, newTxnNo, openMerchants, sandboxHeaders } from '../../merchants/server/api.ts'
import { takeNotice } from './take-notice.ts'

type StoredTrade = Row<typeof sandboxTrade>
/** How many notices go out about a payment made so. */
const COPIES: Readonly<Record<Behaviour, number>> = { pay: 1, silent: 0, five: 5, delayed: 1, wrongAmount: 1, badSignature: 1, late: 1, refuse: 0 }
const AT_ONCE = 20

/** The simulated cashier is open to whoever has an order's number, as a provider's page is: only its payer is given it. Nothing is paid there once the school takes real money (40-F19). */
async function tradeOf(db: Db, orderNo: string): Promise<{ trade: StoredTrade; merchant: string }> {
  const trade = await db.unscoped(sandboxTrade).find({ orderNo })
  const merchant = trade && (await openMerchants(db)).find(m => m.id === trade.merchantId)
  if (!merchant) throw new Refusal(404, [{ rule: 'fee.sandboxTrade.unknown', text: '没有这个订单' }])
  return { trade, merchant: merchant.name }
}
/** What a payment changes; a closed order can only be paid late. */
function paidBy(row: StoredTrade, how: Behaviour, seconds: number) {
  if (row.state === 'paid') throw refusalOf(sandboxTrade, 'over')
  if (row.state === 'closed' && how !== 'late') throw refusalOf(sandboxTrade, 'closed')
  const now = Date.now()
  const notifyAt = new Date(how === 'delayed' ? now + seconds * 1000 : now).toISOString()
  return { state: 'paid' as const, behaviour: how, txnNo: newTxnNo(), paidAt: new Date(now).toISOString(), notifyAt, copies: COPIES[how] }
}
/** Sends what is due to the school's own notice handler, byte for byte what another machine would send. */
async function sendNotice(db: Db, row: StoredTrade): Promise<void> {
  const merchant = await merchantOf(db, row.merchantId)
  const { orderNo, txnNo, paidAt, behaviour } = row
  const amount = behaviour === 'wrongAmount' ? row.amount + 100 : row.amount
  const body = JSON.stringify({ orderNo, merchantNo: merchant.merchantNo, amount, txnNo, paidAt })
  const key =
    behaviour === 'badSignature' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() : merchant.privateKey
  await takeNotice(db, merchant, sandboxHeaders(key, body), Buffer.from(body), '127.0.0.1')
}
/** Takes trades whose notices are due, all copies at once, so that no other process sends them, too. */
export async function sendNotices(db: Db): Promise<boolean> {
  const due = await db.tx(async tx => {
    const rows = await tx.query<{ id: string }>(sql`select id from sandbox_trade where tenant_id = ${tx.me.tenantId} and copies > 0 and notify_at <= now()
      order by notify_at limit ${AT_ONCE} for update skip locked`)
    const ids = rows.map(r => r.id)
    const trades = await tx.unscoped(sandboxTrade).all({ id: ids }) // the simulated provider's own rows
    if (ids.length) await tx.updateWhere(sandboxTrade, { id: ids }, { copies: 0 }, { bookkeeping: true })
    return trades
  })
  for (const trade of due) for (let n = 0; n < trade.copies; n++) await sendNotice(db, trade)
  return due.length === AT_ONCE
}
const pay = handle(sandboxPay, async ({ db }, { orderNo, how, seconds }) => {
  const { id, state } = (await tradeOf(db, orderNo)).trade
  if (how === 'refuse') return { state } // the buyer goes away: nothing happened
  const paid = await db.tx(async tx => {
    const row = await tx.unscoped(sandboxTrade).lock(id) // as above
    if (how === 'late' && row.state === 'waiting') await tx.update(sandboxTrade, id, { state: 'closed' })
    return tx.update(sandboxTrade, id, paidBy(how === 'late' && row.state === 'waiting' ? { ...row, state: 'closed' } : row, how, seconds ?? 30))
  })
  await sendNotices(db)
  return { state: paid.state }
})
const cashier = handle(sandboxCashier, async ({ db }, { orderNo }) => {
  const { trade, merchant } = await tradeOf(db, orderNo)
  const { title, amount, state, returnUrl } = trade
  return { merchant, title, amount, state, returnUrl }
})
export default [pay, cashier, queueWorker('fee.sandboxNotices', `select from sandbox_trade where tenant_id = $1 and copies > 0 and notify_at <= now()`, sendNotices)]
