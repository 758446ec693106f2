import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { fundAccount, fundLedger } from '#modules/money/payout/model/fund-account.ts'
import { reserveGrants, spendGrants } from '#modules/money/server/api.ts'
import { mismatches } from '#server/ledger/check.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { adjustment } from './model/adjustment.ts'
import { billLedger, creditLedger, type Origin, payerCredit, STANDARD } from './model/bill-line.ts'
import { takeMoney } from './server/settle.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
type Asked = { adjustmentId: string }
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
/** A line of the price list. */
const ours = (amount: number) => s.line(amount, { sourceType: STANDARD, sourceId: randomUUID() })
const adjust = (lineId: string, kind: string, amount: number) => s.finance.post<Asked>('fee/adjustment/adjustLine', { lineId, kind, amount, reason: '多收了一个月' })
const approve = (id: string, more: object = {}, by = s.checker) => by.post('fee/adjustment/approve', { id, ...more })
const asked = async (answer: Promise<{ code: number; msg: string; data: Asked }>) => {
  const { code, msg, data } = await answer
  if (code !== 200) throw new Error(msg)
  return data.adjustmentId
}
const entries = async (id: string) => (await s.finance.get<Array<{ id: string; kind: string; amount: number; mayReverse: boolean }>>('fee/billLine/entries', { id })).data
const balance = async (origin: Origin) => (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin, book: 'student' }))?.balance ?? 0
const todos = (id: string) => s.db.query(sql`select from todo where biz_type = 'adjustment' and biz_id = ${id} and state = 'open'`)
const isWhole = async () => {
  await s.server.settle()
  expect([await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger), await mismatches(s.db, fundLedger)]).toEqual([[], [], []])
}

describe('40-M4 finance adjusts a single line, by two people', () => {
  it('lowers a charge: nothing moves before the second person; what was paid beyond it is credit (40-F11)', async () => {
    const line = await ours(900_00)
    await s.pay((await s.order([line], 900_00)).orderNo)
    const before = await balance('own')
    const id = await asked(adjust(line, 'charge', -90_00))
    expect([(await s.lineOf(line)).charged, (await todos(id)).length > 0]).toEqual([900_00, true])
    expect(ruleOf(await approve(id, {}, s.finance))).toBe('fee.adjustment.sameHand')
    const both = await Promise.all([approve(id), approve(id)]) // race: posted once
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    expect([await s.lineOf(line), (await balance('own')) - before, await todos(id)]).toMatchObject([{ charged: 810_00, paid: 810_00, owed: 0 }, 90_00, []])
    const [entry] = await s.db.unscoped(ledgerEntry).all({ sourceType: 'manual', sourceId: id, kind: 'charge' })
    expect(entry).toMatchObject({ amount: -90_00, makerId: s.finance.userId, operatorId: s.checker.userId, reason: '多收了一个月' })
    await isWhole()
  })
  it('raises a charge and relieves of a part; a line charged down to nothing is closed', async () => {
    const line = await ours(100_00)
    await approve(await asked(adjust(line, 'charge', 50_00)))
    await approve(await asked(adjust(line, 'reduce', 30_00)))
    expect(await s.lineOf(line)).toMatchObject({ charged: 150_00, reduced: 30_00, owed: 120_00 })
    const wrong = await ours(40_00)
    await approve(await asked(adjust(wrong, 'charge', -40_00)))
    expect((await s.lineOf(wrong)).closedAt).not.toBeNull()
    expect(ruleOf(await adjust(wrong, 'charge', 1_00))).toBe('fee.adjustment.closed')
    await isWhole()
  })
  it('refuses, by rule and values, what would not add up: nothing is written', async () => {
    const [line, foreign] = [await ours(100_00), await s.line(20_00)]
    expect(ruleOf(await adjust(line, 'charge', 0))).toBe('fee.adjustment.zero')
    expect(ruleOf(await adjust(line, 'reduce', -1_00))).toBe('fee.adjustment.positive')
    const other = await adjust(foreign, 'charge', -1_00)
    expect(other.errors[0]).toMatchObject({ rule: 'fee.adjustment.handedIn', values: { item: '学费' } })
    const below = await approve(await asked(adjust(line, 'charge', -100_01)))
    expect(['fee.billLine.over', 'fee.billLine.below']).toContain(ruleOf(below))
    expect(ruleOf(await approve(await asked(adjust(line, 'reduce', 100_01))))).toBe('fee.billLine.over')
    expect(await s.lineOf(line)).toMatchObject({ charged: 100_00, reduced: 0, owed: 100_00 })
    expect((await s.student.post('fee/adjustment/adjustLine', { lineId: line, kind: 'charge', amount: -1_00, reason: '无' })).code).toBe(403)
    const id = await asked(adjust(line, 'reduce', 1_00))
    expect((await s.checker.post('fee/adjustment/reject', { id, why: '没有依据' })).code).toBe(200)
    expect(ruleOf(await approve(id))).toBe('fee.adjustment.state')
    await isWhole()
  })
  it('reverses an entry once, whoever asks at once; payments are not reversed but refunded', async () => {
    const line = await ours(300_00)
    await approve(await asked(adjust(line, 'reduce', 60_00)))
    await s.pay((await s.order([line], 240_00)).orderNo)
    const found = await entries(line)
    expect(found.map(e => [e.kind, e.mayReverse])).toEqual([
      ['charge', true],
      ['reduce', true],
      ['pay', false],
    ])
    const reverse = (entryId: string) => s.finance.post<Asked>('fee/adjustment/reverseEntry', { entryId, reason: '减免记错人' })
    expect(ruleOf(await reverse(found[2]?.id ?? ''))).toBe('fee.adjustment.entry')
    const ids = [await asked(reverse(found[1]?.id ?? '')), await asked(reverse(found[1]?.id ?? ''))]
    const answers = await Promise.all(ids.map(id => approve(id)))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(ruleOf(answers.find(a => a.code === 422) as never)).toBe('fee.adjustment.reversed')
    expect(await s.lineOf(line)).toMatchObject({ reduced: 0, owed: 60_00 })
    expect((await entries(line)).find(e => e.id === found[1]?.id)?.mayReverse).toBe(false)
    expect(ruleOf(await reverse(found[1]?.id ?? ''))).toBe('fee.adjustment.reversed')
    await isWhole()
  })
  it('40-F11 reverses what credit has paid: the line owes it, and the credit has it again', async () => {
    const [over, line] = [await s.line(50_00), await s.line(50_00)]
    for (const n of [1, 2]) await takeMoney(s.db, { sourceType: `twice${n}`, sourceId: randomUUID() }, 'own', [{ lineId: over, amount: 50_00 }])
    const before = await balance('own')
    expect((await s.student.post('fee/payOrder/payByCredit', { lineIds: [line], amount: 50_00 })).code).toBe(200)
    const used = (await entries(line)).find(e => e.kind === 'pay')
    await approve(await asked(s.finance.post<Asked>('fee/adjustment/reverseEntry', { entryId: used?.id, reason: '学生点错' })))
    expect([(await s.lineOf(line)).owed, await balance('own')]).toEqual([50_00, before])
    await isWhole()
  })
})
describe('40-F14 credit that is not the payer’s leaves', () => {
  const left = async (origin: Origin, amount: number) => {
    const lineId = await s.line(10_00)
    await takeMoney(s.db, { sourceType: `left ${origin}`, sourceId: randomUUID() }, origin, [{ lineId, amount: amount + 10_00 }])
    return (await s.db.unscoped(payerCredit).find({ payerId: s.payer.id, origin, book: 'student' }))?.id ?? ''
  }
  const giveBack = (creditId: string, amount: number, more: object = {}) =>
    s.finance.post<Asked>('fee/adjustment/giveBackCredit', { creditId, amount, reason: '离校，余款退回', ...more })

  it('a loan’s goes to its bank, by the number of a transfer; two who give it back at once pay once', async () => {
    const credit = await left('loan', 500_00)
    expect(ruleOf(await giveBack(credit, 500_01))).toBe('fee.adjustment.short')
    const ids = [await asked(giveBack(credit, 500_00)), await asked(giveBack(credit, 500_00))]
    expect(ruleOf(await approve(ids[0] ?? ''))).toBe('fee.adjustment.slip')
    const answers = await Promise.all(ids.map(id => approve(id, { slipNo: 'ZZ20261127' })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(answers.find(a => a.code === 422)?.errors[0]).toMatchObject({ rule: 'fee.adjustment.short', values: { balance: '0.00', amount: '500.00' } })
    expect(await balance('loan')).toBe(0)
    expect(await s.db.unscoped(adjustment).all({ creditId: credit, state: 'done' })).toMatchObject([{ slipNo: 'ZZ20261127', amount: 500_00 }])
    await isWhole()
  })
  it('aid goes to its fund, which has it to spend again, and never more than it spent', async () => {
    const credit = await left('aid', 300_00)
    const fund = await s.db.insert(fundAccount, { code: 'ZX2026', name: '助学专项', sourceKind: 'school', year: 2026 })
    expect(ruleOf(await giveBack(await left('loan', 1_00), 1_00, { fundId: fund.id }))).toBe('fee.adjustment.toBank')
    const budget = await s.finance.post('money/fundAccount/askBudget', { id: fund.id, amount: 1000_00, reason: '年度预算' })
    expect(budget.code).toBe(200)
    expect((await s.checker.post('money/fundAccount/approveBudget', { id: fund.id })).code).toBe(200)
    const early = await approve(await asked(giveBack(credit, 300_00, { fundId: fund.id })))
    expect([ruleOf(early), await balance('aid')]).toEqual(['money.fundAccount.notSpent', 300_00])
    const claim = { fundId: fund.id, sourceType: 'test', sourceId: randomUUID(), studentId: s.payer.id, amount: 400_00 }
    await reserveGrants(s.db, [claim])
    await spendGrants(s.db, [claim])
    await approve(await asked(giveBack(credit, 300_00, { fundId: fund.id })))
    expect(await s.db.unscoped(fundAccount).one(fund.id)).toMatchObject({ budget: 1000_00, reserved: 0, spent: 100_00 })
    expect(await balance('aid')).toBe(0)
    await isWhole()
  })
  it('own money is refunded by its order', async () => {
    expect(ruleOf(await giveBack(await left('own', 5_00), 5_00))).toBe('fee.adjustment.own')
  })
})
