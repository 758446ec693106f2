import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mismatches } from '#server/ledger/check.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { billLedger, creditLedger } from '../bills/model/bill-line.ts'
import { withdrawLines } from '../bills/server/withdraw-lines.ts'
import { handIn } from '../server/api.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
let closed: Array<Record<string, unknown>>
beforeAll(async () => {
  s = await paySchool()
  closed = captureEvents(s.server, 'fee.lineClosed')
})
afterAll(() => s.close())
/** As another module hands in what it charges for. */
const source = (id: string) => ({ sourceType: 'madeUp', sourceId: id, sourceSeq: '1' })
const handed = async (id: string, amount = 80_00): Promise<string> =>
  (await handIn(s.db, [{ ...source(id), payer: s.payer, item: 'tuition', amount, xn: '2026-2027', dueDate: '2026-09-30', explain: {} }]))[0] ?? ''
const withdrawn = async (id: string): Promise<void> => {
  await handed(id, 0)
  await s.server.settle()
}

describe('40-F18 a module withdraws a line by handing in nothing to pay', () => {
  it('its open order is closed, at its provider, then nothing is owed and the module hears of it, once', async () => {
    const line = await handed('a')
    const order = await s.order([line], 80_00)
    await handed('a', 0)
    await Promise.all([withdrawLines(s.db), withdrawLines(s.db)])
    await withdrawn('a')
    expect([(await s.orderOf(order.id)).state, await s.lineOf(line)]).toMatchObject(['closed', { charged: 0, owed: 0, closedAt: expect.any(String) }])
    expect(closed.filter(c => c.lineId === line)).toMatchObject([{ sourceType: 'madeUp', sourceId: 'a', studentId: s.payer.id }])
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
  it('what was paid is the payer’s credit, also where only the provider knows it yet', async () => {
    const [told, silent, before] = [await handed('b'), await handed('d'), await s.credit()]
    await s.pay((await s.order([told], 80_00)).orderNo)
    await s.pay((await s.order([silent], 80_00)).orderNo, 'silent')
    await withdrawn('b')
    await withdrawn('d')
    expect((await s.credit()) - before).toBe(160_00)
    for (const line of [told, silent]) expect(await s.lineOf(line)).toMatchObject({ charged: 0, paid: 0, owed: 0, closedAt: expect.any(String) })
    expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger)]).toEqual([[], []])
  })
  it('stays while somebody at the counter pays it, until that is confirmed', async () => {
    const line = await handed('e')
    const draft = { provider: 'counter', name: '柜台', merchantNo: 'C1', scenes: ['counter'], isEnabled: true, mode: 'test' }
    const counter = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', draft)).data.id
    const made = await s.finance.post<{ id: string }>('fee/payOrder/recordCounter', {
      lineIds: [line],
      merchantId: counter,
      slipNo: 'POS-1',
      paidOn: '2026-09-10',
    })
    expect(made.code).toBe(200)
    await withdrawn('e')
    expect((await s.lineOf(line)).closedAt).toBeNull()
    expect((await s.checker.post('fee/payOrder/confirmCounter', { id: made.data.id })).code).toBe(200)
    await withdrawn('e')
    expect(await s.lineOf(line)).toMatchObject({ paid: 0, owed: 0, closedAt: expect.any(String) })
  })
  it('handed in again, is owed again', async () => {
    const line = await handed('c')
    await withdrawn('c')
    expect(await handed('c', 90_00)).toBe(line)
    await s.server.settle()
    expect(await s.lineOf(line)).toMatchObject({ charged: 90_00, owed: 90_00, closedAt: null })
  })
})
