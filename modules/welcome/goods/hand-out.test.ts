import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import { serial } from '#testing/serial.ts'
import { ok, rulesOf, saysOf } from '../testing.ts'
import type { sizeSummary } from './model/actions.ts'
import { goodsOrder } from './model/goods.ts'
import { type GoodsSchool, goodsSchool } from './testing.ts'

let s: GoodsSchool
beforeAll(async () => {
  s = await goodsSchool()
})
afterAll(() => s.close())

describe('30-WO4 at the point', () => {
  it('two s.points hand out one order at once: one wins, the other is told who; stock adds up', async () => {
    const who = await s.someone()
    ok(await s.order(who, [[s.bedding, null]]))
    for (const id of s.points) await s.receive(s.bedding, id, null, 5)
    expect(rulesOf(await s.handOut(who, s.points[0]))).toEqual(['notPaid'])
    await s.pay(who)
    const both = await Promise.all([s.handOut(who, s.points[0]), s.handOut(who, s.points[1], s.officer)])
    expect(both.filter(x => x.code === 200)).toHaveLength(1)
    const refused = both.find(x => x.code !== 200)
    expect(rulesOf(refused as never)).toEqual(['picked'])
    expect([(await s.rowOf(who)).state, (await s.left(s.bedding, s.points[0])) + (await s.left(s.bedding, s.points[1]))]).toEqual(['picked', 9])
    expect(rulesOf(await s.order(who, [[s.bedding, null, 2]]))).toEqual(['taken'])
  })
  it('of the last M two people want, one is told what is left of the nearest size', async () => {
    const both = [await s.someone(), await s.someone()] as const
    await s.receive(s.suit, s.points[0], 'L', 16)
    for (const who of both) {
      ok(await s.order(who, [[s.suit, 'L']]))
      await s.pay(who)
      ok(await s.handOut(who, s.points[0]))
    }
    await s.receive(s.suit, s.points[0], 'M', 1)
    const answers = await Promise.all(both.map(who => s.exchange(who, s.points[0], 'M')))
    expect(answers.filter(x => x.code === 200)).toHaveLength(1)
    const refused = answers.find(x => x.code !== 200) as never
    expect(rulesOf(refused)).toEqual(['noStock'])
    expect(saysOf(refused)).toBe('“军训服” M在这里只剩 0 件，L 还有 15 件')
    expect([await s.left(s.suit, s.points[0], 'M'), await s.left(s.suit, s.points[0], 'L')]).toEqual([0, 15])
    const states = [(await s.rowOf(both[0])).state, (await s.rowOf(both[1])).state].sort()
    expect(states).toEqual(['exchanged', 'picked'])
  })
  it('what is not there is not handed out, and a wrong entry is corrected down to what is left', async () => {
    const who = await s.someone()
    ok(await s.order(who, [[s.suit, 'XL', 2]]))
    await s.pay(who)
    expect(rulesOf(await s.handOut(who, s.points[1]))).toEqual(['noStock'])
    expect((await s.rowOf(who)).state).toBe('paid')
    await s.receive(s.suit, s.points[1], 'XL', 3)
    ok(await s.handOut(who, s.points[1]))
    expect(rulesOf(await s.admissions.post('welcome/goodsStock/receive', { goodsId: s.suit, pointId: s.points[1], size: 'XL', qty: -2 }))).toEqual(['below'])
    await s.receive(s.suit, s.points[1], 'XL', -1)
    expect(await s.left(s.suit, s.points[1], 'XL')).toBe(0)
  })
  it('sums sizes for each supplier by gender and college, of the reader’s scope', async () => {
    const rows = ok(await s.admissions.get<Array<OutputOf<typeof sizeSummary>>>('welcome/goodsOrder/summary', { batchId: s.batchId }))
    const orders = (await s.db.unscoped(goodsOrder).all({ batchId: s.batchId })).filter(o => o.state !== 'cancelled' && o.state !== 'declined')
    const sum = orders.flatMap(o => o.lines).reduce((n, l) => n + (l?.goodsId === s.suit ? l.qty : 0), 0)
    expect(rows.filter(r => r.supplier === '华衣服饰').reduce((n, r) => n + r.qty, 0)).toBe(sum)
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(ok(await art.get('welcome/goodsOrder/summary', { batchId: s.batchId }))).toEqual([])
    const file = join(s.server.core.dataDir, 'sizes.xlsx')
    await writeFile(file, (await s.admissions.get('welcome/goodsOrder/exportSizes', { batchId: s.batchId })).raw)
    const [head, ...lines] = await readWorkbook(file)
    expect([head?.slice(0, 3), lines.length]).toEqual([['供应商', '物品', '尺码'], rows.length])
    expect(saysOf(await art.get('welcome/goodsOrder/exportSizes', { batchId: s.batchId }))).toContain('没有可导出的数据')
    // another year is another order
    expect(ok(await s.admissions.get<unknown[]>('welcome/goodsOrder/summary', { batchId: await s.draft([{ code: 'order' }]) }))).toEqual([])
  })
})
it('30-WO5 a package of the green channel is an order at price 0', async () => {
  const who = await s.someone()
  const gift = await s.goods(`爱心礼包${serial('gift')}`, { kind: 'bedding', price: 30_000, itemId: s.items.bedding, isAid: true })
  expect([rulesOf(await s.order(who, [[gift, null]])), (await s.offered(who)).goods.some(g => g?.id === gift)]).toEqual([['aid'], false])
  ok(await s.order(who, [[s.suit, 'M']]))
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
      ...{ ...(await s.at(who, s.points[0])), reasons: ['hardship'], lines: [{ lineId, defer: 500_000 }], packages: ['bedding'] },
    }),
  )
  await s.server.settle()
  const row = await s.rowOf(who)
  expect([row.amount, row.lines.find(l => l?.goodsId === gift)]).toMatchObject([12_000, { qty: 1, price: 0 }])
  expect((await s.offered(who)).goods.some(g => g?.id === gift)).toBe(true)
  expect(await s.bills(who)).toEqual({ suit: 12_000 })
  await s.db.emit('welcome.greenChannelApproved', { studentId: who.id, lineIds: [lineId], until: today() })
  await s.server.settle()
  expect((await s.rowOf(who)).lines).toHaveLength(2)
})
