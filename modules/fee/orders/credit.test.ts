import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { mismatches } from '#server/ledger/check.ts'
import { billLedger, creditLedger, type Origin, payerCredit } from '../bills/model/bill-line.ts'
import { takeMoney } from '../bills/server/api.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
/** Pays a line of this amount and the same again, so that it is credit. */
async function credit(amount: number, origin: Origin = 'own') {
  const lineId = await s.line(amount)
  for (const n of [1, 2]) await takeMoney(s.db, { sourceType: `test${n}`, sourceId: randomUUID() }, origin, [{ lineId, amount }])
}
const use = (lineIds: readonly string[], amount: number) => s.student.post('fee/payOrder/payByCredit', { lineIds, amount })
const balance = async (origin: Origin) => (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin, book: 'student' }))?.balance ?? 0
const mine = async () =>
  (await s.student.get<{ toPay: Array<{ id: string }>; settled: Array<{ id: string; paid: number }>; credits: Array<{ origin: Origin; balance: number }> }>('fee/payOrder/mine'))
    .data
const kinds = async (accountId: string) => (await s.db.unscoped(ledgerEntry).all({ accountId }, { sort: ['createdAt'] })).map(e => `${e.kind} ${e.amount}`)
const isWhole = async () => {
  await s.server.settle()
  expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger)]).toEqual([[], []])
}

describe('40-F11 credit pays the next line on the payer’s word', () => {
  it('own money that was paid twice pays the next line; both sides are in the ledger, the page shows it, and the refund of the surplus is no longer asked for', async () => {
    const first = await s.line(150_00)
    const order = await s.order([first], 150_00)
    await s.pay(order.orderNo)
    await s.tell({ orderNo: order.orderNo, merchantNo: 'SB001', amount: 150_00, txnNo: `T${order.orderNo}` })
    const todos = () => s.db.query(sql`select from todo where biz_type = 'payOrder' and biz_id = ${order.id} and state = 'open'`)
    const [part, rest] = [await s.line(100_00, { item: 'lodging' }), await s.line(80_00)]
    expect((await use([part], 100_00)).code).toBe(200)
    expect(await s.lineOf(part)).toMatchObject({ paid: 100_00, offset: 0, owed: 0 })
    expect((await mine()).settled.find(l => l.id === part)).toMatchObject({ paid: 100_00 })
    expect((await mine()).credits).toEqual([{ origin: 'own', book: 'student', balance: 50_00 }])
    expect((await todos()).length).toBeGreaterThan(0) // 50.00 may still be refunded
    expect((await use([rest], 50_00)).code).toBe(200)
    expect(await s.lineOf(rest)).toMatchObject({ paid: 50_00, owed: 30_00 })
    expect([await balance('own'), await todos()]).toEqual([0, []])
    const account = (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin: 'own' }))?.id ?? ''
    expect(await kinds(account)).toEqual(['creditIn 15000', 'creditOut 10000', 'creditOut 5000'])
    expect(await kinds(rest)).toEqual(['charge 8000', 'pay 5000'])
    await isWhole()
  })
  it('40-F7 the page’s amount is compared; nothing is taken where there is none, or from another payer’s lines', async () => {
    const line = await s.line(40_00)
    expect(ruleOf(await use([line], 40_00))).toBe('fee.payOrder.noCredit')
    await credit(30_00)
    const wrong = await use([line], 40_00)
    expect(wrong.errors[0]).toMatchObject({ rule: 'fee.payOrder.changed', values: { amount: '30.00', shown: '40.00' } })
    const strange = await s.line(10_00, { payer: { type: 'external', id: randomUUID(), name: '校外单位' } })
    expect(ruleOf(await use([strange], 10_00))).toBe('fee.payOrder.notOwn')
    expect([await balance('own'), (await s.lineOf(line)).owed]).toEqual([30_00, 40_00])
    expect((await use([line], 30_00)).code).toBe(200)
  })
  it('keeps its origin: what a loan left pays what a loan may pay, as an offset, and before own money', async () => {
    await credit(70_00, 'loan')
    await credit(20_00, 'own')
    const [exam, lodging] = [await s.line(15_00, { item: 'exam' }), await s.line(80_00, { item: 'lodging' })]
    expect((await use([exam], 15_00)).code).toBe(200)
    expect([await balance('loan'), await balance('own')]).toEqual([70_00, 5_00])
    expect((await use([lodging], 75_00)).code).toBe(200)
    expect(await s.lineOf(lodging)).toMatchObject({ offset: 70_00, paid: 5_00, owed: 5_00 })
    expect([await balance('loan'), await balance('own')]).toEqual([0, 0])
    await isWhole()
  })
  it('40-F7 pays a line that is not paid in parts whole, or leaves it', async () => {
    await s.db.insert(chargeItem, { code: 'card', name: '补卡费', nature: 'administrative', filingNo: 'JY1', period: 'once', partial: false })
    await credit(12_00)
    const [card, cheap] = [await s.line(20_00, { item: 'card' }), await s.line(12_00, { item: 'card' })]
    expect(ruleOf(await use([card], 12_00))).toBe('fee.payOrder.noCredit')
    expect((await use([card, cheap], 12_00)).code).toBe(200)
    expect([(await s.lineOf(card)).owed, (await s.lineOf(cheap)).owed]).toEqual([20_00, 0])
  })
  it('40-F6 closes an order of the line first; race: used for several lines at once it is spent once', async () => {
    await credit(50_00)
    const lines = [await s.line(50_00), await s.line(50_00), await s.line(50_00)]
    const order = await s.order([lines[0] as string], 50_00)
    const codes = (await Promise.all([...lines, lines[1] as string].map(line => use([line], 50_00)))).map(a => a.code)
    expect(codes.filter(code => code === 200)).toHaveLength(1)
    expect([await balance('own'), (await s.orderOf(order.id)).state]).toEqual([0, 'closed'])
    const owed = await Promise.all(lines.map(async line => (await s.lineOf(line)).owed))
    expect(owed.sort()).toEqual([0, 50_00, 50_00])
    await isWhole()
  })
})
