import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { studentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { handIn } from '../../bills/server/api.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { sandboxTrade } from '../../merchants/model/sandbox-trade.ts'
import { sandboxKeys } from '../../merchants/server/api.ts'
import { payOrder } from '../model/pay-order.ts'
import { refundOrder } from '../model/refund-order.ts'
import { book } from './book.ts'
import { writeOrder } from './create-order.ts'
import { askRefund, succeed } from './refunds.ts'
import { takeBack } from './take-back.ts'

/** Of those who paid, who paid twice, whose refund waits for the second person, whose nobody has asked for. */
const [PAID, TWICE, WAITING, UNASKED] = [24, 12, 3, 5]
/** Accounts: the simulated provider takes money, the others wait for their keys. */
const ACCOUNTS = [
  { provider: 'sandbox', name: '模拟支付', merchantNo: 'SANDBOX', scenes: ['h5', 'pc', 'qr'], isEnabled: true },
  { provider: 'counter', name: '财务处柜台', merchantNo: 'COUNTER', scenes: ['counter'], isEnabled: true },
  { provider: 'alipay', name: '支付宝', merchantNo: '2088000000000000', scenes: ['h5', 'pc', 'qr'], isEnabled: false },
  { provider: 'wechat', name: '微信支付', merchantNo: '1900000000', scenes: ['h5', 'qr'], isEnabled: false },
  { provider: 'sandbox', name: '团费模拟支付', merchantNo: 'LEAGUE', book: 'league', scenes: ['h5', 'pc', 'qr'], isEnabled: true },
  { provider: 'unionpay', name: '银联', merchantNo: '777290058110097', scenes: ['h5', 'pc'], isEnabled: false },
] as const
/** Some open lines are paid by the simulated provider, a half of them twice: what is over waits for its refund, or was refunded. The demo's own student keeps what is open. */
export async function demoOrders(db: Db): Promise<void> {
  await demoDue(db)
  const accounts = []
  for (const { scenes, ...account } of ACCOUNTS)
    accounts.push(await db.insert(merchantAccount, { ...account, scenes: [...scenes], mode: 'test', ...(account.provider === 'sandbox' ? sandboxKeys() : {}) }))
  const sandbox = accounts[0]
  const [maker, checker] = [await demoAccount(db, 'officer'), await demoAccount(db, 'finance')]
  if (!sandbox || !maker || !checker) return
  const open = await db.query<{ id: string; studentId: string; name: string }>(sql`select distinct on (l.student_id) l.id, l.student_id as "studentId", l.payer_name as name
    from bill_line l left join student_account a on a.tenant_id = l.tenant_id and a.student_id = l.student_id left join sys_user u on u.tenant_id = l.tenant_id and u.id = a.user_id
    where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and l.defer_until is null and u.user_name is distinct from 'student' order by l.student_id, l.id limit ${PAID}`)
  for (const [n, line] of open.entries()) {
    const payer = { payerType: 'student', payerId: line.studentId, studentId: line.studentId, payerName: line.name } as const
    const order = await writeOrder(db, { lineIds: [line.id] }, { payer, account: sandbox, scene: 'h5', idemKey: randomUUID() })
    const bizDate = day(-(n % 14))
    const paidAt = moment(-(n % 14), '10:30')
    const { orderNo, title, amount } = order
    const txnNo = `SB${orderNo}`
    await db.insert(sandboxTrade, { merchantId: sandbox.id, orderNo, title, amount, returnUrl: '/fee/mine', noticeUrl: '/', state: 'paid', txnNo, paidAt })
    await book(db, order, { txnNo, amount, paidAt, bizDate })
    if (n < TWICE) await payAgain(db, order.id, n < UNASKED && n >= WAITING ? null : { makerId: maker.id, checkerId: n < WAITING ? null : checker.id })
  }
}
/** The demo's own student has something to pay, whatever was drawn. */
async function demoDue(db: Db): Promise<void> {
  const student = await demoAccount(db, 'student')
  const who = student?.studentId && (await studentOf(db, student.studentId))
  if (!who) return
  const payer = { type: 'student', id: who.id, name: who.name } as const
  const source = { sourceType: 'demoDue', sourceId: who.id, sourceSeq: '1', item: 'tuition', xn: schoolYearOf(day(0)), dueDate: day(20) }
  await handIn(db, [{ ...source, payer, amount: 1_200_00, explain: { note: '转专业后按新专业的标准补缴差额' } }])
}
/** Paid twice by mistake: the second payment is asked back, and goes back once a second person has agreed. */
async function payAgain(db: Db, orderId: string, by: { makerId: string; checkerId: string | null } | null): Promise<void> {
  const paid = await db.unscoped(payOrder).one(orderId) // demo data
  const { amount } = paid
  await book(db, paid, { txnNo: `SB${randomUUID().slice(0, 18).toUpperCase()}`, amount })
  if (!by) return
  const asked = await askRefund(db, await db.unscoped(payOrder).one(orderId), { amount, reason: '重复缴费', route: 'original', makerId: by.makerId }) // demo data
  if (!by.checkerId) return
  const refund = await db.update(refundOrder, asked.refund.id, { state: 'accepted', checkerId: by.checkerId, checkedAt: moment(0, '09:00') })
  await takeBack(db, asked.order, refund)
  await succeed(db, asked.order, refund)
}
