import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { sandboxTrade } from '../merchants/model/sandbox-trade.ts'
import { openMerchants } from '../merchants/server/api.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { payOrder } from './model/pay-order.ts'
import { prepay, writeOrder } from './server/create-order.ts'
import { queryOrders } from './server/query-orders.ts'
import { sendNotices } from './server/sandbox-cashier.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
const entries = async (orderId: string) => (await s.db.unscoped(ledgerEntry).all({ sourceType: 'payOrder', sourceId: orderId })).map(e => e.kind)
/** All questions that are due at a moment. */
const askAll = async (now: number) => {
  while (await queryOrders(s.db, now));
}
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule

describe('a student pays', () => {
  it('sees what is owed and why, pays at the cashier, and the line is settled by the notice', async () => {
    const line = await s.line(5500_00, { explain: { note: '软件技术，每学年 5500 元' } })
    const mine = (await s.student.get<{ toPay: Array<{ id: string; owed: number; explain: object }>; ways: object[] }>('fee/payOrder/mine')).data
    expect(mine.toPay.find(l => l.id === line)).toMatchObject({ item: '学费', owed: 5500_00, explain: { note: '软件技术，每学年 5500 元' }, isOptional: false })
    expect(mine.ways).toEqual([{ merchantId: s.merchantId, name: '模拟支付', provider: 'sandbox', book: 'student', scenes: ['h5', 'pc', 'qr'] }])
    const made = await s.order([line], 5500_00)
    const [school] = await s.db.query<{ code: string }>(sql`select code from tenant where id = ${s.tenantId}`)
    expect(made.payload).toMatchObject({ kind: 'link', url: `/fee/cashier?tenantId=${school?.code}&orderNo=${made.orderNo}` })
    expect(made.orderNo).toMatch(/^[0-9A-Z]{8,24}$/)
    expect((await s.student.get('fee/sandboxTrade/cashier', { orderNo: made.orderNo })).data).toMatchObject({ amount: 5500_00, state: 'waiting', title: '学费' })
    expect((await s.pay(made.orderNo)).data.state).toBe('paid')
    expect((await s.student.get('fee/payOrder/mineOne', { id: made.id })).data).toMatchObject({ state: 'paid', amount: 5500_00, surplus: 0 })
    expect(await s.lineOf(line)).toMatchObject({ paid: 5500_00, owed: 0 })
    expect([await entries(made.id), await s.outcomes(made.orderNo)]).toEqual([['pay'], ['booked']])
  })
  it('40-F7 is refused where the page shows another amount, and pays parts only as the item allows', async () => {
    const [line, other] = [await s.line(300_00), await s.line(90_00, { item: 'lodging' })]
    const altered = await s.create([line], 1)
    expect([ruleOf(altered), altered.errors[0]?.values]).toEqual(['fee.payOrder.changed', { amount: '300.00', shown: '0.01' }])
    expect(ruleOf(await s.create([line], 99_99, { part: 99_99 }))).toBe('fee.payOrder.part')
    expect(ruleOf(await s.create([line], 300_01, { part: 300_01 }))).toBe('fee.payOrder.part')
    expect(ruleOf(await s.create([line, other], 200_00, { part: 200_00 }))).toBe('fee.payOrder.onePart')
    const first = await s.order([line], 250_00, { part: 250_00 })
    await s.pay(first.orderNo)
    expect(await s.lineOf(line)).toMatchObject({ paid: 250_00, owed: 50_00 })
    await s.pay((await s.order([line], 50_00, { part: 50_00 })).orderNo) // the rest, however little
    expect(await s.lineOf(line)).toMatchObject({ owed: 0 })
    expect(ruleOf(await s.create([line], 50_00))).toBe('fee.payOrder.notOwed')
    await s.pay((await s.order([other], 90_00)).orderNo)
  })
  it('40-F3 never pays service and agency items together with administrative ones', async () => {
    await s.db.insert(chargeItem, { code: 'damage', name: '损坏赔偿', nature: 'compensation', period: 'once' })
    const [law, chosen] = [await s.line(100_00), await s.line(60_00, { item: 'books' })]
    const broken = await s.line(30_00, { item: 'damage' }) // owed for what was broken, and no choice
    expect(ruleOf(await s.create([law, chosen], 160_00))).toBe('fee.payOrder.optional')
    const toPay = (await s.student.get<{ toPay: Array<{ id: string; isOptional: boolean; isApart: boolean }> }>('fee/payOrder/mine')).data.toPay
    expect(toPay.find(l => l.id === chosen)).toMatchObject({ isOptional: true, isApart: true })
    expect(toPay.find(l => l.id === broken)).toMatchObject({ isOptional: false, isApart: false })
    await s.pay((await s.order([chosen], 60_00)).orderNo)
    await s.pay((await s.order([law, broken], 130_00)).orderNo)
  })
  it('40-F15, F16 asks for what is due now: neither for later instalments nor for what a loan will pay, also where an item is not paid in parts', async () => {
    const today = schoolDate(Date.now())
    const [planned, covered] = [await s.line(900_00), await s.line(500_00)]
    await s.db.query(
      sql`update bill_line set instalments = ${JSON.stringify([
        { date: schoolDate(Date.now() - 2 * DAY_MS), amount: 300_00 },
        { date: schoolDate(Date.now() + 60 * DAY_MS), amount: 600_00 },
      ])}::jsonb where id = ${planned}`,
    )
    await s.db.query(sql`update bill_line set loan_pending = ${450_00}, due_date = ${today}::date where id = ${covered}`)
    await s.db.query(sql`update charge_item set partial = false where id = ${s.items.tuition}`)
    const toPay = (await s.student.get<{ toPay: Array<{ id: string; owed: number; payNow: number }> }>('fee/payOrder/mine')).data.toPay
    expect([planned, covered].map(id => toPay.find(l => l.id === id))).toMatchObject([
      { owed: 900_00, payNow: 300_00 },
      { owed: 500_00, payNow: 50_00 },
    ])
    expect(ruleOf(await s.create([planned, covered], 1400_00))).toBe('fee.payOrder.changed')
    await s.pay((await s.order([planned, covered], 350_00)).orderNo)
    expect([await s.lineOf(planned), await s.lineOf(covered)]).toMatchObject([
      { paid: 300_00, owed: 600_00 },
      { paid: 50_00, owed: 450_00 },
    ])
    await s.db.query(sql`update charge_item set partial = true where id = ${s.items.tuition}`)
  })
  it('finds nothing of other payers: neither their lines nor their orders', async () => {
    const line = await s.line(70_00)
    const made = await s.order([line], 70_00)
    const officer = await s.as({ roles: ['officer'] })
    const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '沈言' }))).data
    const other = await selfOf(s, id)
    expect((await other.post('fee/payOrder/create', { lineIds: [line], amount: 70_00, merchantId: s.merchantId, scene: 'h5', idemKey: randomUUID() })).code).toBe(404)
    expect((await other.get('fee/payOrder/mineOne', { id: made.id })).code).toBe(404)
    expect((await other.get<{ toPay: unknown[]; orders: unknown[] }>('fee/payOrder/mine')).data).toMatchObject({ toPay: [], orders: [] })
    expect((await other.post('fee/payOrder/closeOrder', { id: made.id })).code).toBe(403)
    await s.pay(made.orderNo)
  })
  it('gets the same order for the same press of the button', async () => {
    const line = await s.line(40_00)
    const idemKey = randomUUID()
    const [a, b] = [await s.order([line], 40_00, { idemKey }), await s.order([line], 40_00, { idemKey })]
    expect(b).toEqual(a)
    await s.pay(a.orderNo)
  })
})
describe('40-F6 one open order for a line', () => {
  it('an order that another one closed before the provider knew of it is closed there, too, and leads nobody to pay', async () => {
    const line = await s.line(33_00)
    const [account] = (await openMerchants(s.db)).filter(m => m.id === s.merchantId)
    if (!account) throw new Error('no account')
    const { id, name } = s.payer
    const payer = { payerType: 'student', payerId: id, studentId: id, payerName: name } as const
    const first = await s.db.tx(db => writeOrder(db, { lineIds: [line] }, { payer, account, scene: 'h5', idemKey: randomUUID() }))
    const second = await s.order([line], 33_00)
    await expect(prepay(s.db, first, '127.0.0.1', null)).rejects.toMatchObject({ issues: [{ rule: 'fee.payOrder.elsewhere' }] })
    const state = async (orderNo: string) => (await s.db.unscoped(sandboxTrade).find({ orderNo }))?.state
    expect([await state(first.orderNo), await state(second.orderNo)]).toEqual(['closed', 'waiting'])
    await s.pay(second.orderNo)
    expect(await s.lineOf(line)).toMatchObject({ paid: 33_00, owed: 0 })
  })
  it('closes the former at the provider when another is made, by several at once, too', async () => {
    const line = await s.line(80_00)
    const first = await s.order([line], 80_00)
    const second = await s.order([line], 80_00)
    expect([(await s.orderOf(first.id)).state, (await s.orderOf(second.id)).state]).toEqual(['closed', 'paying'])
    expect(await s.db.unscoped(sandboxTrade).find({ orderNo: first.orderNo })).toMatchObject({ state: 'closed' })
    const answers = await Promise.all([1, 2, 3].map(() => s.create([line], 80_00)))
    const open = await s.db.query(sql`select from pay_order_line where bill_line_id = ${line} and is_open`)
    expect([open.length, answers.filter(a => a.code === 200).length >= 1]).toEqual([1, true])
    for (const refused of answers.filter(a => a.code !== 200)) expect(ruleOf(refused)).toBe('fee.payOrder.elsewhere')
  })
  it('books the former and refuses the new one where the provider answers that it is paid', async () => {
    const line = await s.line(85_00)
    const first = await s.order([line], 85_00)
    await s.pay(first.orderNo, 'silent')
    expect((await s.orderOf(first.id)).state).toBe('paying')
    const refused = await s.create([line], 85_00)
    expect([ruleOf(refused), refused.errors[0]?.values?.amount]).toEqual(['fee.payOrder.alreadyPaid', '85.00'])
    expect([(await s.orderOf(first.id)).state, (await s.lineOf(line)).owed]).toEqual(['paid', 0])
  })
})
describe('40 acceptance', () => {
  it('two hands: a line paid twice within a second is allocated once, the other payment is credit with a refund to do', async () => {
    const [line, before] = [await s.line(200_00), await s.credit()]
    const first = await s.order([line], 200_00)
    const second = await s.order([line], 200_00, { scene: 'pc' })
    await Promise.all([s.pay(first.orderNo, 'late'), s.pay(second.orderNo)])
    const states = [(await s.orderOf(first.id)).state, (await s.orderOf(second.id)).state]
    expect(states).toEqual(['paidLate', 'paid'])
    expect([(await s.lineOf(line)).owed, (await s.lineOf(line)).paid, (await s.credit()) - before]).toEqual([0, 200_00, 200_00])
    const over = (await s.db.unscoped(payOrder).all({ id: [first.id, second.id] })).filter(o => o.surplus > 0)
    expect(over.map(o => o.surplus)).toEqual([200_00])
    expect(await s.db.query(sql`select from todo where biz_type = 'payOrder' and biz_id = ${over[0]?.id} and state = 'open'`)).not.toEqual([])
  })
  it('40-F8 lost notice: what the browser comes back with pays nothing, an order paid without a notice is paid by the question at fifteen seconds (40-F12)', async () => {
    const line = await s.line(210_00)
    const made = await s.order([line], 210_00)
    await s.pay(made.orderNo, 'silent')
    // the browser is back from the provider, and its page asks
    expect((await s.student.get('fee/payOrder/mineOne', { id: made.id })).data).toMatchObject({ state: 'paying' })
    expect((await s.student.post('fee/payOrder/queryNow', { id: made.id })).code).toBe(403)
    expect([await entries(made.id), (await s.lineOf(line)).paid]).toEqual([[], 0])
    const made0 = Date.parse((await s.orderOf(made.id)).createdAt)
    await askAll(made0 + 14_000)
    expect((await s.orderOf(made.id)).state).toBe('paying')
    await askAll(made0 + 16_000)
    expect([(await s.orderOf(made.id)).state, (await s.lineOf(line)).owed]).toEqual(['paid', 0])
    expect(await s.outcomes(made.orderNo)).toEqual([])
  })
})
describe('40-F12 the provider is asked', () => {
  it('at 15 s, 1, 3, 5, 10 min and at expiry, when the order is closed, then once more', async () => {
    const line = await s.line(220_00)
    const made = await s.order([line], 220_00)
    const order = await s.orderOf(made.id)
    const [from, seconds] = [Date.parse(order.createdAt), [] as number[]]
    for (let n = 0; n < 12; n++) {
      const { nextQueryAt } = await s.orderOf(made.id)
      if (!nextQueryAt) break
      seconds.push(Math.round((Date.parse(nextQueryAt) - from) / 1000))
      await askAll(Date.parse(nextQueryAt))
    }
    expect(seconds.slice(0, 5)).toEqual([15, 60, 180, 300, 600])
    expect(seconds.slice(5)).toEqual([1800, 1860])
    expect([(await s.orderOf(made.id)).state, (await s.orderOf(made.id)).nextQueryAt]).toEqual(['closed', null])
    expect(await s.db.unscoped(sandboxTrade).find({ orderNo: made.orderNo })).toMatchObject({ state: 'closed' })
  })
  it('by several processes at once, each order by one of them', async () => {
    const ids = []
    for (let n = 0; n < 3; n++) ids.push((await s.order([await s.line(10_00 + n)], 10_00 + n)).id)
    const later = Date.now() + 20_000
    await Promise.all([askAll(later), askAll(later), askAll(later)])
    for (const id of ids) expect((await s.orderOf(id)).queries).toBe(1)
  })
  it('by finance: query now books what is paid, close closes what is not', async () => {
    const [a, b] = [await s.line(230_00), await s.line(231_00)]
    const [paid, open] = [await s.order([a], 230_00), await s.order([b], 231_00)]
    await s.pay(paid.orderNo, 'silent')
    expect((await s.finance.post<{ state: string }>('fee/payOrder/queryNow', { id: paid.id })).data.state).toBe('paid')
    expect((await s.finance.post<{ state: string }>('fee/payOrder/queryNow', { id: open.id })).data.state).toBe('paying')
    expect((await s.finance.post<{ state: string }>('fee/payOrder/closeOrder', { id: open.id })).data.state).toBe('closed')
    expect(ruleOf(await s.finance.post('fee/payOrder/closeOrder', { id: paid.id }))).toBe('fee.payOrder.state')
  })
  it('a delayed notice of the sandbox comes by its queue', async () => {
    const made = await s.order([await s.line(240_00)], 240_00)
    await s.pay(made.orderNo, 'delayed')
    expect((await s.orderOf(made.id)).state).toBe('paying')
    await s.db.query(sql`update sandbox_trade set notify_at = now() where order_no = ${made.orderNo}`)
    await sendNotices(s.db)
    expect((await s.orderOf(made.id)).state).toBe('paid')
  })
})
