import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mismatches } from '#server/ledger/check.ts'
import type { Actor } from '#testing/school.ts'
import { billLedger, creditLedger, payerCredit } from '../bills/model/bill-line.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
let teacher: Actor
let other: Actor
beforeAll(async () => {
  s = await paySchool()
  teacher = await s.as({ roles: ['teacher'], userType: 2, nickName: '顾老师' })
  other = await s.as({ roles: ['teacher'], userType: 2, nickName: '柯老师' })
})
afterAll(() => s.close())
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
/** A line that another module has handed in for an account that is no student's. */
const line = (amount: number, more: object = {}) => s.line(amount, { payer: { type: 'external', id: teacher.userId, name: '顾老师' }, item: 'exam', ...more })
const create = (lineIds: readonly string[], amount: number, by = teacher) =>
  by.post<{ id: string; orderNo: string }>('fee/payOrder/create', { lineIds, amount, merchantId: s.merchantId, scene: 'h5', idemKey: randomUUID() })
interface Mine {
  toPay: Array<{ id: string; owed: number }>
  settled: Array<{ id: string }>
  credits: Array<{ balance: number }>
  orders: Array<{ id: string; state: string }>
}
const mine = async (by = teacher) => (await by.get<Mine>('fee/payOrder/mine')).data
const isWhole = async () => {
  await s.server.settle()
  expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger)]).toEqual([[], []])
}

describe('40 §1 payers who are no students', () => {
  it('see what they owe, pay it, hear of it, and have the receipt; nobody else sees or pays it', async () => {
    const id = await line(68_00)
    expect((await mine()).toPay).toMatchObject([{ id, owed: 68_00 }])
    expect([(await mine(other)).toPay, (await mine(s.student)).toPay]).toEqual([[], []])
    expect([ruleOf(await create([id], 68_00, other)), ruleOf(await create([id], 68_00, s.student))]).toEqual(['fee.payOrder.notOwn', 'fee.payOrder.notOwn'])
    const made = await create([id], 68_00)
    expect(made.code).toBe(200)
    expect(await s.orderOf(made.data.id)).toMatchObject({ payerType: 'external', payerId: teacher.userId, studentId: null, payerName: '顾老师' })
    await s.pay(made.data.orderNo)
    await s.server.settle()
    expect(await s.lineOf(id)).toMatchObject({ paid: 68_00, owed: 0 })
    expect((await mine()).orders).toMatchObject([{ id: made.data.id, state: 'paid' }])
    expect((await teacher.get('fee/payOrder/mineOne', { id: made.data.id })).data).toMatchObject({ state: 'paid' })
    expect((await other.get('fee/payOrder/mineOne', { id: made.data.id })).code).toBe(404)
    expect(await s.db.query(sql`select from message where tenant_id = ${s.tenantId} and recipient_id = ${teacher.userId} and biz_id = ${made.data.id}`)).toHaveLength(1)
    expect((await teacher.get<{ receipts: object[] }>('fee/receipt/mine')).data.receipts).toMatchObject([{ amount: 68_00 }])
    expect((await other.get<{ receipts: object[] }>('fee/receipt/mine')).data.receipts).toEqual([])
  })
  it('40-F11 pay twice, told of it three times at once, and have the second in credit, which pays the next line', async () => {
    const id = await line(30_00)
    const { orderNo, id: orderId } = (await create([id], 30_00)).data
    await s.pay(orderNo)
    await Promise.all([1, 2, 3].map(() => s.tell({ orderNo, merchantNo: 'SB001', amount: 30_00, txnNo: `T${orderNo}` })))
    expect((await mine()).credits).toMatchObject([{ balance: 30_00 }])
    expect(await s.db.unscoped(payerCredit).find({ payerId: teacher.userId })).toMatchObject({ payerType: 'external', studentId: null, balance: 30_00 })
    const next = await line(30_00)
    expect((await teacher.post('fee/payOrder/payByCredit', { lineIds: [next], amount: 30_00 })).code).toBe(200)
    expect([(await s.lineOf(next)).owed, (await mine()).credits]).toEqual([0, []])
    const { refundId } = (await s.finance.post<{ refundId: string }>('fee/payOrder/requestRefund', { id: orderId, amount: 30_00, reason: '重复缴费' })).data
    expect((await s.checker.post('fee/refundOrder/approve', { id: refundId })).code).toBe(200)
    await s.server.settle()
    expect((await s.refundOf(refundId)).state).toBe('success')
    expect((await s.lineOf(id)).owed).toBe(30_00)
    await s.pay((await create([id], 30_00)).data.orderNo)
    await isWhole()
  })
  it('may have a line paid by a link, with the name masked', async () => {
    const id = await line(25_00)
    const { path } = (await teacher.post<{ path: string }>('fee/payLink/make', { lineIds: [id] })).data
    const key = new URLSearchParams(path.split('?')[1]).get('key') ?? ''
    expect((await s.anonymous.get('fee/payLink/open', { key })).data).toMatchObject({ payer: '顾**', amount: 25_00 })
    const made = await s.anonymous.post<{ orderNo: string }>('fee/payLink/pay', { key, amount: 25_00, merchantId: s.merchantId, scene: 'h5', idemKey: randomUUID() })
    await s.pay(made.data.orderNo)
    expect((await s.lineOf(id)).owed).toBe(0)
    expect(ruleOf(await other.post('fee/payLink/make', { lineIds: [id] }))).toBe('fee.payOrder.notOwn')
  })
  it('pay at the counter, with an account or none; a slip is of one payer', async () => {
    const draft = { provider: 'counter', name: '财务处柜台', merchantNo: 'CTR1', scenes: ['counter'], isEnabled: true, mode: 'test' }
    const merchantId = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', draft)).data.id
    const [mine, company] = [await line(12_00), await line(40_00, { payer: { type: 'external', id: randomUUID(), name: '远航培训公司' } })]
    const record = (lineIds: readonly string[], slipNo: string) =>
      s.finance.post<{ id: string }>('fee/payOrder/recordCounter', { lineIds, merchantId, slipNo, paidOn: '2026-09-01' })
    expect(ruleOf(await record([mine, company], 'POS-1'))).toBe('fee.payOrder.onePayer')
    const { id } = (await record([company], 'POS-1')).data
    expect((await s.checker.post('fee/payOrder/confirmCounter', { id })).code).toBe(200)
    expect([(await s.lineOf(company)).owed, (await s.lineOf(mine)).owed, (await s.orderOf(id)).payerName]).toEqual([0, 12_00, '远航培训公司'])
    await isWhole()
  })
})
