import fc from 'fast-check'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staySchool } from '#modules/dormitory/stays/testing.ts'
import { houseAll } from '#modules/dormitory/stays/testing-residents.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { mismatches } from '#server/ledger/check.ts'
import { billLedger, creditLedger, type Origin, payerCredit } from '../bills/model/bill-line.ts'
import { handIn, takeMoney } from '../bills/server/api.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { feeApplication } from './model/fee-application.ts'
import { refundOf, usedMonths } from './model/refund.ts'
import { type RequestSchool, requestSchool } from './testing.ts'

let s: RequestSchool
beforeAll(async () => {
  s = await requestSchool()
})
afterAll(() => s.close())
const LEFT_ON = '2026-12-01'

describe('40-F14 the amount given back', () => {
  it('is charge × (T − used) ÷ T: of 5,500 with 3 of 10 months used, 3,850', () => {
    expect(refundOf(5500_00, 3, 10)).toBe(3850_00)
  })
  it('40-M5 property: whole fen, rounded half up once; never above the charge, and less with each month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_00 }), fc.integer({ min: 1, max: 12 }), (charge, months) => {
        const given = Array.from({ length: months + 1 }, (_, used) => refundOf(charge, used, months))
        expect([given[0], given[months]]).toEqual([charge, 0])
        for (const [used, amount] of given.entries()) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(given[used - 1] ?? charge)
          const [whole, part] = [2n * BigInt(charge) * BigInt(months - used), BigInt(months)]
          expect(BigInt(amount)).toBe((whole + part) / (2n * part))
        }
      }),
    )
  })
  it('a month that has begun counts, unless the school says otherwise', () => {
    const used = (on: string, countsBegun = true) => usedMonths({ start: '2026-09-01', on, months: 10, countsBegun })
    expect([used('2026-08-20'), used('2026-09-01'), used('2026-09-02'), used('2026-12-01'), used('2026-12-15'), used('2027-08-01')]).toEqual([0, 0, 1, 3, 4, 10])
    expect([used('2026-09-30', false), used('2026-12-15', false)]).toEqual([0, 3])
  })
})
describe('40-F14 leaving the school', () => {
  const proposals = (studentId: string) => s.db.unscoped(feeApplication).all({ studentId })
  async function leaver(name: string, paid: Partial<Record<Origin, number>>, tuition = 5500_00) {
    const { id } = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name }))).data
    await selfOf(s, id)
    const payer = { type: 'student', id, name } as const
    const line = await s.line(tuition, { payer })
    for (const [origin, amount] of Object.entries(paid)) await takeMoney(s.db, { sourceType: `test-${origin}`, sourceId: line }, origin as Origin, [{ lineId: line, amount }])
    return { id, payer, line }
  }
  const leave = async (studentId: string) => {
    await s.db.tx(tx => moveStatus(tx, { studentId, to: 'withdrawn', effectiveDate: LEFT_ON }))
    await s.server.settle()
  }
  const credits = async (studentId: string) => Object.fromEntries((await s.db.unscoped(payerCredit).all({ studentId })).map(c => [c.origin, c.balance]))
  const agree = async (row: { id: string }) => {
    const [found] = await s.db.query<{ id: string }>(sql`select id from process_instance where tenant_id = ${s.tenantId} and biz_id = ${row.id}`)
    for (const who of [s.finance, s.checker]) expect((await s.approve({ id: row.id, instanceId: found?.id ?? '' }, who)).code).toBe(200)
    await s.server.settle()
  }

  it('proposes the refund with its amount computed; agreed to by two, it is a negative charge, and origins go back loan, aid, own money', async () => {
    const who = await leaver('离校生', { own: 2500_00, loan: 2000_00, aid: 1000_00 })
    await leave(who.id)
    const [row] = await proposals(who.id)
    expect(row).toMatchObject({ kind: 'refund', amount: 3850_00, state: 'pending', parts: [{ lineId: who.line, amount: 3850_00, used: 3, of: 10 }] })
    expect(await s.lineOf(who.line)).toMatchObject({ charged: 5500_00, owed: 0 })
    await agree(row as { id: string })
    expect(await s.lineOf(who.line)).toMatchObject({ charged: 1650_00, owed: 0, paid: 1650_00, offset: 0 })
    // own money: 850 came free, and no order brought it: the bank pays it
    expect(await credits(who.id)).toEqual({ loan: 2000_00, aid: 1000_00, own: 0 })
    expect((await proposals(who.id))[0]?.rest).toBe(850_00)
    expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger)]).toEqual([[], []])
  })
  it('proposes once, however often it is told; nothing where nothing was paid, on graduation, or for somebody who stays', async () => {
    const [paid, unpaid, graduate] = [await leaver('甲', { own: 5500_00 }), await leaver('乙', {}), await leaver('丙', { own: 5500_00 })]
    await leave(paid.id)
    await s.db.emit('student.statusChanged', { studentId: paid.id, from: 'active', to: 'withdrawn', effectiveDate: LEFT_ON })
    await leave(unpaid.id)
    await s.db.tx(tx => moveStatus(tx, { studentId: graduate.id, to: 'graduated', effectiveDate: LEFT_ON }))
    await s.db.emit('student.statusChanged', { studentId: s.payer.id, from: 'active', to: 'suspended', effectiveDate: LEFT_ON })
    await s.server.settle()
    expect(await Promise.all([paid, unpaid, graduate, s.payer].map(async who => (await proposals(who.id)).length))).toEqual([1, 0, 0, 0])
  })
})
it('20-DF7 lodging is given back by the months of the stay, once it has ended', async () => {
  const d = await staySchool()
  await d.as({ roles: ['finance'], userType: 2 })
  await d.db.insert(chargeItem, { code: 'lodging', name: '住宿费', nature: 'administrative', filingNo: 'JY1', period: 'year', priority: 20 })
  const [{ id: studentId } = { id: '' }] = await d.students(1)
  await d.self(studentId)
  const [{ stayId } = { stayId: '' }] = await houseAll(d, [studentId], d.beds.women, '2026-09-01')
  const patch = (set: Sql) => d.db.query(sql`update dorm_stay set ${set} where tenant_id = ${d.tenantId} and id = ${stayId}`)
  await patch(sql`fee_per_year = ${1200_00}`)
  const source = { sourceType: 'dormStay', sourceId: stayId, sourceSeq: '2026-2027', item: 'lodging', amount: 1200_00, xn: '2026-2027', dueDate: '2026-09-30', explain: {} }
  const [lineId = ''] = await handIn(d.db, [{ ...source, payer: { type: 'student', id: studentId, name: '住宿生' } }])
  await takeMoney(d.db, { sourceType: 'test', sourceId: lineId }, 'own', [{ lineId, amount: 1200_00 }])
  const proposals = () => d.db.unscoped(feeApplication).all({ studentId })
  await d.db.tx(tx => moveStatus(tx, { studentId, to: 'withdrawn', effectiveDate: LEFT_ON }))
  await d.server.settle()
  expect(await proposals()).toEqual([])
  await patch(sql`state = 'checkedOut', is_open = false, check_out_at = ${LEFT_ON}::date, check_out_reason = 'withdraw'`)
  await d.db.emit('dormitory.stayEnded', { studentId, stayId, reason: 'withdraw', on: LEFT_ON })
  await d.server.settle()
  expect(await proposals()).toMatchObject([{ kind: 'refund', amount: 840_00, parts: [{ lineId, amount: 840_00, used: 3, of: 10 }] }])
  await d.close()
})
