import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gateFor, systemPrincipal } from '#server/access/calls.ts'
import { mismatches } from '#server/ledger/check.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { billLedger, billLine, payerCredit } from './model/bill-line.ts'
import { type Offset, offsetBills } from './server/offset.ts'
import { changeCharges, takeMoney } from './server/settle.ts'
import { undoOffset } from './server/undo-offset.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())
const as = (userId: string) => gateFor(s.server.core, { ...systemPrincipal(s.tenantId), userId }, { permission: '', source: 'test', ip: null, traceId: null })
const lineOf = (id: string) => s.db.unscoped(billLine).one(id)
const source = () => ({ sourceType: 'test', sourceId: randomUUID() })
let year = 2030
/** Tuition, lodging and books of a school year of its own. */
async function bill(tuition: number, lodging: number) {
  const xn = `${year}-${++year}`
  const line = (amount: number, item: string) => s.line(amount, { xn, item })
  return { xn, books: await line(60_00, 'books'), lodging: await line(lodging, 'lodging'), tuition: await line(tuition, 'tuition') }
}
const offsetOne = async (offset: Offset) => (await offsetBills(s.db, [offset]))[0]

describe('40-L3, 40-Z6 what others pay on bills', () => {
  it('offsets tuition, then lodging of the year, at most what they owe, and says what', async () => {
    const b = await bill(5_500_00, 1_200_00)
    const of = { ...source(), kind: 'loanOffset', amount: 12_000_00, on: { studentId: s.payer.id, xn: b.xn } } as const
    const whole = {
      total: 6_700_00,
      parts: [
        { lineId: b.tuition, amount: 5_500_00 },
        { lineId: b.lodging, amount: 1_200_00 },
      ],
      credited: 0,
    }
    const all = await Promise.all([1, 2, 3, 4].map(() => offsetOne(of)))
    expect(all).toEqual([whole, whole, whole, whole])
    expect([(await lineOf(b.tuition)).owed, (await lineOf(b.lodging)).owed, (await lineOf(b.books)).owed]).toEqual([0, 0, 60_00])
  })
  it('never takes a line below 0 while the student pays at the same moment', async () => {
    const b = await bill(5_500_00, 1_200_00)
    const [offset, paid] = await Promise.all([
      offsetOne({ ...source(), kind: 'loanOffset', amount: 12_000_00, on: { studentId: s.payer.id, xn: b.xn } }),
      takeMoney(s.db, source(), 'own', [{ lineId: b.tuition, amount: 5_500_00 }]),
    ])
    const tuition = await lineOf(b.tuition)
    expect([tuition.owed, tuition.paid + tuition.offset, (offset?.total ?? 0) + (paid.taken.get(b.tuition) ?? 0)]).toEqual([0, 5_500_00, 6_700_00])
    expect((await mismatches(s.db, billLedger)).filter(m => [b.tuition, b.lodging].includes(m.id))).toEqual([])
  })
  it('reduces named lines in their order, several sources one after another', async () => {
    const b = await bill(100_00, 50_00)
    const on = { lineIds: [b.lodging, b.tuition] }
    const [first, second] = await offsetBills(s.db, [
      { ...source(), kind: 'reduce', amount: 80_00, on },
      { ...source(), kind: 'aidOffset', amount: 100_00, on },
    ])
    expect([first?.total, second?.parts]).toEqual([80_00, [{ lineId: b.tuition, amount: 70_00 }]])
    expect(await lineOf(b.tuition)).toMatchObject({ reduced: 30_00, offset: 70_00, owed: 0 })
  })
  it('40-F11 gives the rest to the credit of whoever it belongs to, and takes it back', async () => {
    const [b, of] = [await bill(100_00, 50_00), source()]
    const before = (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin: 'aid' }))?.balance ?? 0
    const payer = { payerType: 'student', payerId: s.payer.id, studentId: s.payer.id, payerName: s.payer.name } as const
    const offset = { ...of, kind: 'aidOffset', amount: 170_00, on: { studentId: s.payer.id, xn: b.xn }, restTo: payer } as const
    expect(await Promise.all([offsetOne(offset), offsetOne(offset)])).toEqual([
      expect.objectContaining({ total: 150_00, credited: 20_00 }),
      expect.objectContaining({ total: 150_00, credited: 20_00 }),
    ])
    const balance = async () => ((await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin: 'aid' }))?.balance ?? 0) - before
    expect(await balance()).toBe(20_00)
    expect(await undoOffset(await as((await s.as()).userId), of, { makerId: (await s.as()).userId, reason: '认错人' })).toBe(170_00)
    expect(await balance()).toBe(0)
  })
  it('40-M4 reverses by another person, once, and offsets the source no more', async () => {
    const [b, of] = [await bill(100_00, 50_00), source()]
    const offset = { ...of, kind: 'aidOffset', amount: 120_00, on: { studentId: s.payer.id, xn: b.xn } } as const
    await offsetOne(offset)
    const [maker, checker] = [(await s.as()).userId, (await s.as()).userId]
    await expect(undoOffset(await as(maker), of, { makerId: maker, reason: '认错人' })).rejects.toMatchObject({ issues: [{ rule: 'fee.billLine.sameHand' }] })
    const undone = await Promise.all([1, 2].map(async () => undoOffset(await as(checker), of, { makerId: maker, reason: '认错人' })))
    expect(undone.sort()).toEqual([0, 120_00])
    expect([(await lineOf(b.tuition)).owed, (await lineOf(b.lodging)).owed]).toEqual([100_00, 50_00])
    expect(await offsetOne(offset)).toEqual({ total: 0, parts: [], credited: 0 })
  })
  it('40-F11 does not reverse what a line has given to the credit since', async () => {
    const [b, of] = [await bill(100_00, 50_00), source()]
    await offsetOne({ ...of, kind: 'loanOffset', amount: 100_00, on: { lineIds: [b.tuition] } })
    await changeCharges(s.db, source(), [{ lineId: b.tuition, kind: 'charge', amount: -40_00 }])
    const by = { makerId: (await s.as()).userId, reason: '认错人' }
    await expect(undoOffset(s.db, of, by)).rejects.toMatchObject({ issues: [{ rule: 'fee.billLine.moved', values: { held: '60.00', amount: '100.00' } }] })
    expect((await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin: 'loan' }))?.balance).toBe(40_00)
  })
})
