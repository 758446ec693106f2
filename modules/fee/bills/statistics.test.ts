import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { billLine, type Origin } from './model/bill-line.ts'
import { takeMoney } from './server/settle.ts'

let s: FeeSchool
const [DUE, LONG_DUE] = [addDays(today(), -20), addDays(today(), -100)]
const A_YEAR_AGO = `${Number(today().slice(0, 4)) - 1}${today().slice(4)}`.replace('02-29', '02-28')
const asked = { from: addDays(today(), -120), to: addDays(today(), 1) }
interface Data {
  net: number
  collected: number
  late: number
  rate: number
  rateDeferred: number
  rateLoan: number
  aidShare: number
  byCollege: Array<{ label: string; rate: number }>
  byItem: Array<{ label: string; net: number }>
  byGrade: Array<{ key: string; net: number }>
  byDay: Array<{ key: string; amount: number; lastYear: number }>
  byAge: Array<{ key: string; people: number; owed: number }>
}
const pay = (lineId: string, origin: Origin, amount: number, bizDate = today()) =>
  takeMoney(s.db, { sourceType: 'test', sourceId: `${origin} ${lineId}`, bizDate }, origin, [{ lineId, amount }])
beforeAll(async () => {
  s = await feeSchool()
  const [paid, deferred, waits, late, old] = [
    await s.line(400_00, { dueDate: DUE }),
    await s.line(200_00, { dueDate: DUE }),
    await s.line(200_00, { dueDate: DUE, item: 'lodging' }),
    await s.line(100_00, { dueDate: DUE }),
    await s.line(100_00, { dueDate: LONG_DUE }),
  ]
  await s.server.settle() // lines that are issued are looked at for what covers them
  await pay(paid, 'own', 300_00)
  await pay(paid, 'aid', 100_00, A_YEAR_AGO)
  await s.db.update(billLine, deferred, { deferUntil: addDays(today(), 30) })
  await s.db.update(billLine, waits, { loanPending: 200_00 })
  await pay(late, 'own', 50_00)
  await s.line(999_00, { dueDate: addDays(today(), 200) }) // not due in the span
  await s.server.settle()
  await s.db.update(billLine, waits, { loanPending: 200_00 })
  expect(old).toBeTruthy()
})
afterAll(() => s.close())
const read = async (more: object = {}) => (await s.finance.get<Data>('fee/billLine/statistics', { ...asked, ...more })).data

describe('40 §1 statistics of what was collected', () => {
  it('the rate three ways: of what was charged, without what is deferred, without what waits for a loan', async () => {
    const data = await read()
    expect(data).toMatchObject({ net: 1000_00, collected: 450_00, late: 150_00, rate: 45, rateDeferred: 56.3, rateLoan: 75 })
    expect(data.byItem.map(g => [g.label, g.net])).toEqual([
      ['学费', 800_00],
      ['住宿费', 200_00],
    ])
    expect([data.byCollege.length, data.byGrade.length]).toEqual([1, 1])
    expect(await read({ itemId: s.items.lodging })).toMatchObject({ net: 200_00, collected: 0 })
  })
  it('each day beside the same day of last year, arrears by age, and the share of aid', async () => {
    const data = await read()
    expect(data.byDay.find(d => d.key === today())).toEqual({ key: today(), amount: 350_00, lastYear: 100_00 })
    expect(data.byAge.filter(a => a.owed)).toMatchObject([
      { key: 'd30', people: 1, owed: 50_00 },
      { key: 'd365', people: 1, owed: 100_00 },
    ])
    expect(data.aidShare).toBe(22.2)
  })
  it('for whoever may see them', async () => {
    expect((await (await s.as({ roles: ['fdy'] })).get('fee/billLine/statistics', asked)).code).toBe(403)
    expect((await s.finance.get('fee/billLine/exportStatistics', asked)).status).toBe(200)
  })
})
