import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { serial } from '#testing/serial.ts'
import { welcomeBatch } from '../steps/model/batch.ts'
import { welcomeStep } from '../steps/model/step.ts'
import { ok, rulesOf } from '../testing.ts'
import { goodsOrder, goodsStock, welcomeGoods } from './model/goods.ts'
import { suggestSize } from './model/sizes.ts'
import { type GoodsSchool, goodsSchool, SIZES } from './testing.ts'

let s: GoodsSchool
beforeAll(async () => {
  s = await goodsSchool()
})
afterAll(() => s.close())

describe('30-WO1 buying is voluntary', () => {
  it('“I do not need it” completes the step, withdraws what was ordered, and may be thought over', async () => {
    const who = await s.someone()
    ok(await s.order(who, [[s.bedding, null]]))
    expect(await s.bills(who)).toEqual({ bedding: 30_000 })
    ok(await who.actor.post('welcome/goodsOrder/decline', {}))
    expect([(await s.rowOf(who)).state, await s.bills(who), (await s.state(s.batchId, who, 'order')).state]).toEqual(['declined', { bedding: 0 }, 'done'])
    ok(await s.order(who, [[s.bedding, null, 2]]))
    expect([(await s.rowOf(who)).state, await s.bills(who)]).toEqual(['ordered', { bedding: 60_000 }])
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
    const refused = await s.admissions.post('welcome/welcomeGoods/add', {
      batchId: s.batchId,
      kind: 'other',
      name: '学费',
      cutOff: today(),
      price: 1,
      itemId: s.items.tuition,
      isAid: false,
    })
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
    const who = await s.someone()
    ok(await who.actor.post('welcome/welcomeInfo/saveSizes', { height: 172, weight: 66 }))
    const before = await s.offered(who)
    expect([before.height, before.weight, before.goods.find(g => g?.id === s.suit)]).toMatchObject([172, 66, { suggested: 'L', why: 'both' }])
    expect(rulesOf(await s.order(who, [[s.suit, null]]))).toEqual(['sizeMissing'])
    expect(rulesOf(await s.order(who, [[s.suit, 'S']]))).toEqual(['noSize'])
    ok(await s.order(who, [[s.suit, 'XL']], { height: 172, weight: 66 }))
    expect((await s.offered(who)).lines).toMatchObject([{ goodsId: s.suit, size: 'XL', qty: 1, price: 12_000 }])
  })
})
it('30-WS a copied batch brings goods with sizes and prices; the cut-off lies as far from the first day on site', async () => {
  const [from] = await s.db.unscoped(welcomeBatch).all({ id: s.batchId })
  const moved = (at = ''): string => new Date(Date.parse(at) + 365 * DAY_MS).toISOString()
  const copy = { id: s.batchId, name: '明年的物品', beginTime: moved(from?.beginTime), endTime: moved(from?.endTime) }
  const { id } = ok(await s.admissions.post<{ id: string }>('welcome/welcomeBatch/copy', copy))
  const [old] = await s.db.unscoped(welcomeGoods).all({ id: s.suit })
  const [suit] = await s.db.unscoped(welcomeGoods).all({ batchId: id, name: old?.name ?? '' })
  expect(suit).toMatchObject({ sizes: old?.sizes, price: old?.price, itemId: old?.itemId, cutOff: addDays(old?.cutOff ?? '', 365) })
  expect(await s.db.unscoped(goodsStock).count({ goodsId: suit?.id ?? '' })).toBe(0)
})
describe('30-WO3 an order', () => {
  it('is a bill for each item, changes freely, and is paid when all of it is', async () => {
    const who = await s.someone()
    expect(
      ok(
        await s.order(who, [
          [s.bedding, null],
          [s.suit, 'M', 2],
        ]),
      ).amount,
    ).toBe(54_000)
    expect(await s.bills(who)).toEqual({ bedding: 30_000, suit: 24_000 })
    ok(await s.order(who, [[s.suit, 'L']]))
    expect(await s.bills(who)).toEqual({ bedding: 0, suit: 12_000 })
    await s.pay(who)
    expect((await s.rowOf(who)).state).toBe('paid')
    ok(
      await s.order(who, [
        [s.suit, 'L'],
        [s.bedding, null],
      ]),
    )
    expect((await s.rowOf(who)).state).toBe('ordered')
    ok(await s.order(who, [[s.suit, 'L']]))
    await s.server.settle()
    expect((await s.rowOf(who)).state).toBe('paid')
  })
  it('is fixed after the cut-off; then staff change it in their scope', async () => {
    const who = await s.someone()
    const late = await s.goods(`蚊帐${serial('net')}`, { kind: 'bedding', price: 5_000, itemId: s.items.bedding, cutOff: addDays(today(), 1) })
    ok(await s.order(who, [[late, null]]))
    ok(await s.admissions.post('welcome/welcomeGoods/update', { id: late, version: 1, cutOff: addDays(today(), -1) }))
    expect(rulesOf(await s.order(who, [[late, null, 2]]))).toEqual(['late'])
    expect(rulesOf(await who.actor.post('welcome/goodsOrder/decline', {}))).toEqual(['late'])
    ok(
      await s.order(who, [
        [late, null],
        [s.bedding, null],
      ]),
    )
    const { id } = await s.rowOf(who)
    expect((await s.fdy.post('welcome/goodsOrder/change', { id, lines: s.linesOf([[late, null, 2]]) })).code).toBe(403)
    ok(await s.admissions.post('welcome/goodsOrder/change', { id, lines: s.linesOf([[late, null, 2]]) }))
    expect(await s.bills(who)).toEqual({ bedding: 10_000 })
    ok(await s.admissions.post('welcome/goodsOrder/cancel', { id }))
    expect([(await s.rowOf(who)).state, await s.bills(who)]).toEqual(['cancelled', { bedding: 0 }])
  })
  it('is one, however often it is sent at the same moment', async () => {
    const who = await s.someone()
    const all = await Promise.all([1, 2, 3].map(qty => s.order(who, [[s.bedding, null, qty]])))
    expect(all.map(x => x.code)).toEqual([200, 200, 200])
    expect(await s.db.unscoped(goodsOrder).count({ studentId: who.id })).toBe(1)
    const row = await s.rowOf(who)
    expect(await s.bills(who)).toEqual({ bedding: row.amount })
  })
})
