import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mismatches } from '#server/ledger/check.ts'
import { expectLedger } from '#testing/ledger.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { billLedger, billLine, creditLedger, ORIGINS, type Origin, payerCredit } from './model/bill-line.ts'
import { changeCharges, openCredits, takeMoney } from './server/settle.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())
const ofPayer = () => ({ payerType: 'student' as const, payerId: s.payer.id, studentId: s.payer.id, payerName: s.payer.name })
const posted = { book: 'student', bizDate: '2026-09-01', accountKey: '测试' } as const
const cause = () => ({ sourceType: 'test', sourceId: randomUUID() })
const lineOf = (id: string) => s.db.unscoped(billLine).one(id)
const creditOf = async (origin: Origin) => (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin }))?.balance ?? 0

// 40-M1, 40-M2, 40-M3: the standard tests of a ledger
expectLedger(billLedger, {
  school: () => s,
  own: posted,
  newAccount: async () =>
    (
      await s.db.insert(billLine, {
        ...ofPayer(),
        itemId: s.items.tuition,
        xn: '2026-2027',
        sourceType: 'test',
        sourceId: randomUUID(),
        sourceSeq: '1',
        dueDate: '2026-09-30',
        explain: {},
      })
    ).id,
})
expectLedger(creditLedger, {
  school: () => s,
  own: posted,
  newAccount: async () =>
    (await openCredits(s.db, [{ payer: { ...ofPayer(), payerType: 'external', payerId: randomUUID(), studentId: null }, origin: 'own', book: 'student' }]))[0] ?? '',
})

describe('40-F11 a line never holds more than it needs', () => {
  it('takes what it owes, and the rest is the payer’s credit of that origin', async () => {
    const [a, b, before] = [await s.line(300_00), await s.line(200_00, { item: 'lodging' }), await creditOf('own')]
    const pay = cause()
    const first = await takeMoney(s.db, pay, 'own', [
      { lineId: a, amount: 350_00 },
      { lineId: b, amount: 100_00 },
    ])
    expect([Object.fromEntries(first.taken), first.surplus]).toEqual([{ [a]: 300_00, [b]: 100_00 }, 50_00])
    expect([(await lineOf(a)).owed, (await lineOf(b)).owed, (await creditOf('own')) - before]).toEqual([0, 100_00, 50_00])
    // the same again, by several at once: nothing moves
    for (const again of await Promise.all(
      [1, 2, 3].map(() =>
        takeMoney(s.db, pay, 'own', [
          { lineId: a, amount: 350_00 },
          { lineId: b, amount: 100_00 },
        ]),
      ),
    ))
      expect([again.taken.size, again.surplus]).toEqual([0, 0])
    expect((await creditOf('own')) - before).toBe(50_00)
  })
  it('lets two payments of one line race: one is allocated, the other is credit', async () => {
    const [line, before] = [await s.line(120_00), await creditOf('own')]
    await Promise.all([1, 2].map(() => takeMoney(s.db, cause(), 'own', [{ lineId: line, amount: 120_00 }])))
    expect([(await lineOf(line)).owed, (await lineOf(line)).paid, (await creditOf('own')) - before]).toEqual([0, 120_00, 120_00])
  })
  it('gives back loan first, then aid, then own money when the charge falls', async () => {
    const before = Object.fromEntries(await Promise.all(Object.keys(ORIGINS).map(async o => [o, await creditOf(o as Origin)])))
    const line = await s.line(100_00)
    await takeMoney(s.db, cause(), 'own', [{ lineId: line, amount: 50_00 }])
    await takeMoney(s.db, cause(), 'aid', [{ lineId: line, amount: 20_00 }])
    await takeMoney(s.db, cause(), 'loan', [{ lineId: line, amount: 30_00 }])
    await changeCharges(s.db, cause(), [{ lineId: line, kind: 'charge', amount: -60_00 }])
    expect(await lineOf(line)).toMatchObject({ charged: 40_00, paid: 40_00, offset: 0, owed: 0 })
    expect([(await creditOf('loan')) - before.loan, (await creditOf('aid')) - before.aid, (await creditOf('own')) - before.own]).toEqual([30_00, 20_00, 10_00])
  })
  it('keeps money whole whatever is charged, reduced and paid at once', async () => {
    const amounts = fc.integer({ min: 1, max: 900_00 })
    const step = fc.oneof(
      fc.record({ what: fc.constant('pay' as const), origin: fc.constantFrom<Origin>('own', 'loan', 'aid'), line: fc.nat(2), amount: amounts }),
      fc.record({ what: fc.constantFrom('charge' as const, 'reduce' as const), line: fc.nat(2), amount: fc.integer({ min: -500_00, max: 900_00 }).filter(n => n !== 0) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async steps => {
        const lines = [await s.line(400_00), await s.line(500_00), await s.line(600_00)]
        const before = await Promise.all((['own', 'loan', 'aid'] as const).map(creditOf))
        const done = await Promise.allSettled(
          steps.map(one => {
            const lineId = lines[one.line] as string
            return one.what === 'pay'
              ? takeMoney(s.db, cause(), one.origin, [{ lineId, amount: one.amount }])
              : changeCharges(s.db, cause(), [{ lineId, kind: one.what, amount: one.amount }])
          }),
        )
        const given = { own: 0, loan: 0, aid: 0 }
        for (const [n, one] of steps.entries()) if (one.what === 'pay' && done[n]?.status === 'fulfilled') given[one.origin] += one.amount
        const rows = await Promise.all(lines.map(lineOf))
        for (const row of rows) expect(row.owed).toBe(row.charged - row.reduced - row.paid - row.offset)
        for (const row of rows) expect(row.owed).toBeGreaterThanOrEqual(0)
        const after = await Promise.all((['own', 'loan', 'aid'] as const).map(creditOf))
        const held = rows.reduce((sum, row) => sum + row.paid + row.offset, 0)
        expect(held + after.reduce((sum, n, i) => sum + n - (before[i] ?? 0), 0)).toBe(given.own + given.loan + given.aid)
        expect((await mismatches(s.db, billLedger)).filter(m => lines.includes(m.id))).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})
describe('40-F18 lines handed in', () => {
  it('opens a line once, whoever hands it in at once, and charges the difference later', async () => {
    const source = { sourceId: randomUUID() }
    const ids = await Promise.all([1, 2, 3, 4].map(() => s.line(80_00, source)))
    expect(new Set(ids).size).toBe(1)
    const id = ids[0] as string
    expect((await lineOf(id)).charged).toBe(80_00)
    await takeMoney(s.db, cause(), 'own', [{ lineId: id, amount: 80_00 }])
    const before = await creditOf('own')
    await s.line(30_00, { ...source, dueDate: '2026-12-31' })
    expect(await lineOf(id)).toMatchObject({ charged: 30_00, paid: 30_00, owed: 0, dueDate: '2026-12-31' })
    expect((await creditOf('own')) - before).toBe(50_00)
    await s.line(95_00, source)
    expect(await lineOf(id)).toMatchObject({ charged: 95_00, owed: 65_00 })
  })
  it('refuses an item that is not there', async () => {
    await expect(s.line(1, { item: 'nothing' })).rejects.toMatchObject({ issues: [{ rule: 'fee.chargeItem.unknown', values: { code: 'nothing' } }] })
  })
})
