import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { Newcomer } from '#modules/admission/testing.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn, offsetBills } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import { serial } from '#testing/serial.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { welcomeStep } from '../steps/model/step.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { ok, rulesOf, saysOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { myGoods, sizeSummary } from './model/actions.ts'
import { goodsOrder, goodsStock } from './model/goods.ts'
import { suggestSize } from './model/sizes.ts'

const SIZES = [
  { code: 'M', heightFrom: 160, heightTo: 169, weightFrom: 45, weightTo: 60 },
  { code: 'L', heightFrom: 170, heightTo: 179, weightFrom: 61, weightTo: 75 },
  { code: 'XL', heightFrom: 180, heightTo: 190, weightFrom: 76, weightTo: 90 },
]
let s: WelcomeSchool
let batchId: string
let points: [string, string]
let suit: string
let bedding: string
let items: Record<string, string>
beforeAll(async () => {
  s = await welcomeSchool()
  const made = await s.db.insertMany(chargeItem, [
    { code: 'bedding', name: '床上用品费', nature: 'agency', period: 'once', optional: true },
    { code: 'suit', name: '军训服装费', nature: 'service', period: 'once', optional: true },
    { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' },
  ] as never)
  expect(made).toBe(3)
  items = Object.fromEntries((await s.db.unscoped(chargeItem).all()).map(i => [i.code, i.id]))
  await s.newcomer()
  batchId = await s.published([
    { code: 'order', name: '物品订购', kind: 'auto', autoSource: 'welcome.goods', required: false },
    { code: 'goods', name: '领取物品', kind: 'staff', phase: 'site', required: false },
  ])
  suit = await goods('军训服', { kind: 'clothing', sizes: SIZES, price: 12_000, itemId: items.suit, supplier: '华衣服饰' })
  bedding = await goods('三件套', { kind: 'bedding', price: 30_000, itemId: items.bedding, supplier: '暖家家纺' })
  points = [await point('体育馆'), await point('后勤大厅')]
})
afterAll(() => s.close())
async function goods(name: string, more: object): Promise<string> {
  return ok(await s.admissions.post<{ id: string }>('welcome/welcomeGoods/add', { batchId, name, cutOff: addDays(today(), 30), isAid: false, sizes: [], ...more })).id
}
const point = async (name: string): Promise<string> =>
  (await s.db.insert(welcomePoint, { batchId, name, campusId: s.campusId, stepCodes: ['goods'], staff: [s.college.userId, s.officer.userId] })).id
async function someone(): Promise<Newcomer> {
  const who = await s.newcomer({ name: `林${serial('goods')}舟` })
  await lookAgain(s.db)
  return who
}
type Wanted = Array<[string, string | null, number?]>
const linesOf = (lines: Wanted) => lines.map(([goodsId, size, qty = 1]) => ({ goodsId, size, qty }))
const order = (who: Newcomer, lines: Wanted, more: object = {}) => who.actor.post<{ amount: number }>('welcome/goodsOrder/save', { lines: linesOf(lines), ...more })
const mine = async (who: Newcomer, asks: object = {}) => ok(await who.actor.get<OutputOf<typeof myGoods>>('welcome/goodsOrder/mine', asks as never))
const rowOf = async (who: Newcomer) => {
  const [row] = await s.db.unscoped(goodsOrder).all({ studentId: who.id })
  if (!row) throw new Error('no order')
  return row
}
const bills = async (who: Newcomer) => Object.fromEntries((await s.db.unscoped(billLine).all({ studentId: who.id, sourceType: 'goodsOrder' })).map(l => [l.sourceSeq, l.charged]))
async function pay(who: Newcomer): Promise<void> {
  for (const line of await s.db.unscoped(billLine).all({ studentId: who.id, sourceType: 'goodsOrder', 'owed.ge': 1 }))
    await offsetBills(s.db, [
      { kind: 'aidOffset', sourceType: 'aid', sourceId: `g${serial('pay')}`, reason: '资助', bizDate: today(), amount: line.owed, on: { lineIds: [line.id] } },
    ])
  await s.server.settle()
}
const receive = async (goodsId: string, pointId: string, size: string | null, qty: number) =>
  ok(await s.admissions.post('welcome/goodsStock/receive', { goodsId, pointId, size, qty }))
const at = async (who: Newcomer, pointId: string) => ({ pointId, name: (await s.record(who.id)).name, last4: who.idNo.slice(-4), idChecked: true })
const handOut = async (who: Newcomer, pointId: string, by = s.college) => by.post('welcome/goodsOrder/handOut', await at(who, pointId))
const exchange = async (who: Newcomer, pointId: string, size: string, by = s.college) =>
  by.post('welcome/goodsOrder/exchange', { ...(await at(who, pointId)), goodsId: suit, size })
const left = async (goodsId: string, pointId: string, size = '') => (await s.db.unscoped(goodsStock).find({ goodsId, pointId, size }))?.left ?? 0

describe('30-WO1 buying is voluntary', () => {
  it('“I do not need it” completes the step, withdraws what was ordered, and may be thought over', async () => {
    const who = await someone()
    ok(await order(who, [[bedding, null]]))
    expect(await bills(who)).toEqual({ bedding: 30_000 })
    ok(await who.actor.post('welcome/goodsOrder/decline', {}))
    expect([(await rowOf(who)).state, await bills(who), (await s.state(batchId, who, 'order')).state]).toEqual(['declined', { bedding: 0 }, 'done'])
    ok(await order(who, [[bedding, null, 2]]))
    expect([(await rowOf(who)).state, await bills(who)]).toEqual(['ordered', { bedding: 60_000 }])
  })
  it('no step may wait for an order, and no item that is due by law is sold', async () => {
    const id = await s.draft([
      { code: 'order', kind: 'auto', autoSource: 'welcome.goods' },
      { code: 'gate', kind: 'staff', phase: 'site', dependsOn: ['order'] },
    ])
    expect(rulesOf(await s.publish(id))).toEqual(['voluntary'])
    const [gate] = await s.db.unscoped(welcomeStep).all({ batchId: id, code: 'gate' })
    await s.db.update(welcomeStep, gate?.id ?? '', { dependsOn: [] })
    ok(await s.publish(id))
    ok(await s.admissions.post('welcome/welcomeBatch/close', { id, reason: '演示' }))
    const refused = await s.admissions.post('welcome/welcomeGoods/add', { batchId, kind: 'other', name: '学费', cutOff: today(), price: 1, itemId: items.tuition, isAid: false })
    expect(rulesOf(refused)).toEqual(['obligatory'])
  })
})
describe('30-WO2 the size', () => {
  it('follows height and weight, the larger where they differ, and says by which', () => {
    expect(suggestSize(SIZES, 165, 50)).toEqual({ code: 'M', by: 'both' })
    expect(suggestSize(SIZES, 165, 80)).toEqual({ code: 'XL', by: 'weight' })
    expect(suggestSize(SIZES, 182, 50)).toEqual({ code: 'XL', by: 'height' })
    expect(suggestSize(SIZES, 172, null)).toEqual({ code: 'L', by: 'height' })
    expect(suggestSize(SIZES, 210, 120)).toBe(undefined)
    expect(suggestSize([], 170, 60)).toBe(undefined)
  })
  it('is proposed from the information form, and the student decides', async () => {
    const who = await someone()
    ok(await who.actor.post('welcome/welcomeInfo/saveSizes', { height: 172, weight: 66 }))
    const before = await mine(who)
    expect([before.height, before.weight, before.goods.find(g => g?.id === suit)]).toMatchObject([172, 66, { suggested: 'L', why: 'both' }])
    expect(rulesOf(await order(who, [[suit, null]]))).toEqual(['sizeMissing'])
    expect(rulesOf(await order(who, [[suit, 'S']]))).toEqual(['noSize'])
    ok(await order(who, [[suit, 'XL']], { height: 172, weight: 66 }))
    expect((await mine(who)).lines).toMatchObject([{ goodsId: suit, size: 'XL', qty: 1, price: 12_000 }])
  })
})
describe('30-WO3 an order', () => {
  it('is a bill for each item, changes freely, and is paid when all of it is', async () => {
    const who = await someone()
    expect(
      ok(
        await order(who, [
          [bedding, null],
          [suit, 'M', 2],
        ]),
      ).amount,
    ).toBe(54_000)
    expect(await bills(who)).toEqual({ bedding: 30_000, suit: 24_000 })
    ok(await order(who, [[suit, 'L']]))
    expect(await bills(who)).toEqual({ bedding: 0, suit: 12_000 })
    await pay(who)
    expect((await rowOf(who)).state).toBe('paid')
    ok(
      await order(who, [
        [suit, 'L'],
        [bedding, null],
      ]),
    )
    expect((await rowOf(who)).state).toBe('ordered')
    ok(await order(who, [[suit, 'L']]))
    await s.server.settle()
    expect((await rowOf(who)).state).toBe('paid')
  })
  it('is fixed after the cut-off; then staff change it in their scope', async () => {
    const who = await someone()
    const late = await goods(`蚊帐${serial('net')}`, { kind: 'bedding', price: 5_000, itemId: items.bedding, cutOff: addDays(today(), 1) })
    ok(await order(who, [[late, null]]))
    ok(await s.admissions.post('welcome/welcomeGoods/update', { id: late, version: 1, cutOff: addDays(today(), -1) }))
    expect(rulesOf(await order(who, [[late, null, 2]]))).toEqual(['late'])
    expect(rulesOf(await who.actor.post('welcome/goodsOrder/decline', {}))).toEqual(['late'])
    ok(
      await order(who, [
        [late, null],
        [bedding, null],
      ]),
    )
    const { id } = await rowOf(who)
    expect((await s.fdy.post('welcome/goodsOrder/change', { id, lines: linesOf([[late, null, 2]]) })).code).toBe(403)
    ok(await s.admissions.post('welcome/goodsOrder/change', { id, lines: linesOf([[late, null, 2]]) }))
    expect(await bills(who)).toEqual({ bedding: 10_000 })
    ok(await s.admissions.post('welcome/goodsOrder/cancel', { id }))
    expect([(await rowOf(who)).state, await bills(who)]).toEqual(['cancelled', { bedding: 0 }])
  })
  it('is one, however often it is sent at the same moment', async () => {
    const who = await someone()
    const all = await Promise.all([1, 2, 3].map(qty => order(who, [[bedding, null, qty]])))
    expect(all.map(x => x.code)).toEqual([200, 200, 200])
    expect(await s.db.unscoped(goodsOrder).count({ studentId: who.id })).toBe(1)
    const row = await rowOf(who)
    expect(await bills(who)).toEqual({ bedding: row.amount })
  })
})
describe('30-WO4 at the point', () => {
  it('two points hand out one order at once: one wins, the other is told who; stock adds up', async () => {
    const who = await someone()
    ok(await order(who, [[bedding, null]]))
    for (const id of points) await receive(bedding, id, null, 5)
    expect(rulesOf(await handOut(who, points[0]))).toEqual(['notPaid'])
    await pay(who)
    const both = await Promise.all([handOut(who, points[0]), handOut(who, points[1], s.officer)])
    expect(both.filter(x => x.code === 200)).toHaveLength(1)
    const refused = both.find(x => x.code !== 200)
    expect(rulesOf(refused as never)).toEqual(['picked'])
    expect([(await rowOf(who)).state, (await left(bedding, points[0])) + (await left(bedding, points[1]))]).toEqual(['picked', 9])
    expect(rulesOf(await order(who, [[bedding, null, 2]]))).toEqual(['taken'])
  })
  it('of the last M two people want, one is told what is left of the nearest size', async () => {
    const both = [await someone(), await someone()] as const
    await receive(suit, points[0], 'L', 16)
    for (const who of both) {
      ok(await order(who, [[suit, 'L']]))
      await pay(who)
      ok(await handOut(who, points[0]))
    }
    await receive(suit, points[0], 'M', 1)
    const answers = await Promise.all(both.map(who => exchange(who, points[0], 'M')))
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    const refused = answers.find(x => x.code !== 200) as never
    expect(rulesOf(refused)).toEqual(['noStock'])
    expect(saysOf(refused)).toBe('“军训服” M在这里只剩 0 件，L 还有 15 件')
    expect([await left(suit, points[0], 'M'), await left(suit, points[0], 'L')]).toEqual([0, 15])
    const states = [(await rowOf(both[0])).state, (await rowOf(both[1])).state].sort()
    expect(states).toEqual(['exchanged', 'picked'])
  })
  it('what is not there is not handed out, and a wrong entry is corrected down to what is left', async () => {
    const who = await someone()
    ok(await order(who, [[suit, 'XL', 2]]))
    await pay(who)
    expect(rulesOf(await handOut(who, points[1]))).toEqual(['noStock'])
    expect((await rowOf(who)).state).toBe('paid')
    await receive(suit, points[1], 'XL', 3)
    ok(await handOut(who, points[1]))
    expect(rulesOf(await s.admissions.post('welcome/goodsStock/receive', { goodsId: suit, pointId: points[1], size: 'XL', qty: -2 }))).toEqual(['below'])
    await receive(suit, points[1], 'XL', -1)
    expect(await left(suit, points[1], 'XL')).toBe(0)
  })
  it('sums sizes for each supplier by gender and college, of the reader’s scope', async () => {
    const rows = ok(await s.admissions.get<Array<OutputOf<typeof sizeSummary>>>('welcome/goodsOrder/summary', { batchId }))
    const orders = (await s.db.unscoped(goodsOrder).all({ batchId })).filter(o => o.state !== 'cancelled' && o.state !== 'declined')
    const sum = orders.flatMap(o => o.lines).reduce((n, l) => n + (l?.goodsId === suit ? l.qty : 0), 0)
    expect(rows.filter(r => r.supplier === '华衣服饰').reduce((n, r) => n + r.qty, 0)).toBe(sum)
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(ok(await art.get('welcome/goodsOrder/summary', { batchId }))).toEqual([])
    const file = join(s.server.core.dataDir, 'sizes.xlsx')
    await writeFile(file, (await s.admissions.get('welcome/goodsOrder/exportSizes', { batchId })).raw)
    const [head, ...lines] = await readWorkbook(file)
    expect([head?.slice(0, 3), lines.length]).toEqual([['供应商', '物品', '尺码'], rows.length])
    expect(saysOf(await art.get('welcome/goodsOrder/exportSizes', { batchId }))).toContain('没有可导出的数据')
    // another year is another order
    expect(ok(await s.admissions.get<unknown[]>('welcome/goodsOrder/summary', { batchId: await s.draft([{ code: 'order' }]) }))).toEqual([])
  })
})
it('30-WO5 a package of the green channel is an order at price 0', async () => {
  const who = await someone()
  const gift = await goods(`爱心礼包${serial('gift')}`, { kind: 'bedding', price: 30_000, itemId: items.bedding, isAid: true })
  expect([rulesOf(await order(who, [[gift, null]])), (await mine(who)).goods.some(g => g?.id === gift)]).toEqual([['aid'], false])
  ok(await order(who, [[suit, 'M']]))
  const [lineId = ''] = await handIn(s.db, [
    {
      sourceType: 'test',
      sourceId: who.id,
      sourceSeq: '1',
      payer: { type: 'student', id: who.id, name: '林晓舟' },
      item: 'tuition',
      amount: 500_000,
      xn: '2024-2025',
      dueDate: addDays(today(), 9),
      explain: {},
    },
  ])
  ok(
    await s.officer.post('welcome/greenChannel/approveOnSite', {
      ...{ ...(await at(who, points[0])), reasons: ['hardship'], lines: [{ lineId, defer: 500_000 }], packages: ['bedding'] },
    }),
  )
  await s.server.settle()
  const row = await rowOf(who)
  expect([row.amount, row.lines.find(l => l?.goodsId === gift)]).toMatchObject([12_000, { qty: 1, price: 0 }])
  expect((await mine(who)).goods.some(g => g?.id === gift)).toBe(true)
  expect(await bills(who)).toEqual({ suit: 12_000 })
  await s.db.emit('welcome.greenChannelApproved', { studentId: who.id, lineIds: [lineId], until: today() })
  await s.server.settle()
  expect((await rowOf(who)).lines).toHaveLength(2)
})
