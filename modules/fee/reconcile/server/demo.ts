import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { type SKEWS, sandboxTrade } from '../../merchants/model/sandbox-trade.ts'
import { applyTrade, book, type Order, writeOrder } from '../../orders/server/api.ts'
import { reconDay } from '../model/recon-day.ts'
import { closeLocked } from './close-day.ts'
import { fetchNow } from './fetch.ts'
import { dayOf } from './open-days.ts'

const EACH = 5
const DAYS = 14
/** Settlements reach the bank two days later. */
const ARRIVES_AFTER = 2
interface DemoTrade {
  /** Days ago. */
  ago: number
  skew?: keyof typeof SKEWS
  /** What the school knows of it: booked, still open, or closed. */
  here: 'booked' | 'open' | 'closed'
}
/** Yesterday has five differences of each kind, beside what agrees; those of the neighbouring day are matched by themselves. */
const CASES: readonly DemoTrade[] = [
  { ago: 1, here: 'booked' },
  { ago: 1, here: 'open' },
  { ago: 1, here: 'booked', skew: 'omit' },
  { ago: 1, here: 'booked', skew: 'amount' },
  { ago: 1, here: 'closed' },
  { ago: 2, here: 'booked', skew: 'nextDay' },
]
type Account = NonNullable<Awaited<ReturnType<typeof sandboxOf>>>
const sandboxOf = (db: Db) => db.unscoped(merchantAccount).find({ provider: 'sandbox' }) // demo data

/** Two weeks of the simulated provider: yesterday has differences to handle, the days before are closed. */
export async function demoReconcile(db: Db): Promise<void> {
  const account = await sandboxOf(db)
  const finance = await demoAccount(db, 'finance')
  if (!account || !finance) return
  const lines = await db.query<{ id: string; studentId: string; name: string }>(sql`select distinct on (l.student_id) l.id, l.student_id as "studentId", l.payer_name as name
    from bill_line l left join student_account a on a.tenant_id = l.tenant_id and a.student_id = l.student_id left join sys_user u on u.tenant_id = l.tenant_id and u.id = a.user_id
    where l.tenant_id = ${db.me.tenantId} and l.owed > 100 and l.defer_until is null and u.user_name is distinct from 'student'
      and not exists (select from pay_order_line p where p.tenant_id = l.tenant_id and p.bill_line_id = l.id) order by l.student_id, l.id limit ${CASES.length * EACH}`)
  for (const [n, line] of lines.entries()) await pay(db, account, line, CASES[n % CASES.length] as DemoTrade)
  for (let ago = DAYS; ago >= 1; ago--) await fetchNow(db, await db.unscoped(reconDay).one(await dayOf(db, account.id, day(-ago)))) // demo data
  for (let ago = DAYS; ago > 1; ago--) await close(db, account.id, day(-ago), finance.id)
}
async function pay(db: Db, account: Account, line: { id: string; studentId: string; name: string }, { ago, skew, here }: DemoTrade): Promise<void> {
  const order = await writeOrder(
    db,
    { lineIds: [line.id] },
    { payer: { payerType: 'student', payerId: line.studentId, studentId: line.studentId, payerName: line.name }, account, scene: 'h5', idemKey: randomUUID() },
  )
  const paidAt = moment(-ago, '16:20')
  await db.insert(sandboxTrade, tradeOf(order, paidAt, skew))
  if (here === 'booked') await book(db, order, { txnNo: `SB${order.orderNo}`, amount: order.amount, paidAt, bizDate: day(-ago) })
  if (here === 'closed') await applyTrade(db, order, { state: 'closed' })
}
const tradeOf = ({ orderNo, title, amount, merchantId }: Order, paidAt: string, skew?: keyof typeof SKEWS) => ({
  ...{ merchantId, orderNo, title, amount, returnUrl: '/fee/mine', noticeUrl: '/', state: 'paid' as const, txnNo: `SB${orderNo}`, paidAt },
  ...(skew ? { skew } : {}),
})
/** Closed by the finance office the day after; what is older has reached the bank. */
async function close(db: Db, merchantId: string, bizDate: string, closedBy: string): Promise<void> {
  const found = await db.unscoped(reconDay).find({ merchantId, bizDate }) // demo data
  if (!found || found.diffCount) return
  await closeLocked(db, found)
  const arrivedOn = addDays(bizDate, ARRIVES_AFTER)
  const arrival = arrivedOn < day(0) ? { arrivedOn, arrivedSum: found.theirSum - found.feeSum, arrivedBy: closedBy } : {}
  await db.update(reconDay, found.id, { closedBy, closedAt: moment(0, '09:10'), ...arrival })
}
