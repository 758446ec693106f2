import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mismatches } from '#server/ledger/check.ts'
import type { Actor } from '#testing/school.ts'
import { fundAccount, fundLedger } from './model/fund-account.ts'
import { releaseGrants, reserveGrants } from './server/funds.ts'
import { payOut } from './server/lists.ts'
import { type PayoutSchool, payoutSchool } from './testing.ts'

let s: PayoutSchool
let checker: Actor
beforeAll(async () => {
  s = await payoutSchool()
  checker = await s.as({ roles: ['finance'] })
})
afterAll(() => s.close())
const fund = (id: string) => s.db.unscoped(fundAccount).one(id)
let funds = 0
async function newFund(budget: number): Promise<string> {
  const { id } = await s.db.insert(fundAccount, { code: `N${++funds}`, name: `经费${funds}`, sourceKind: 'school', year: 2026 })
  await s.finance.post('money/fundAccount/askBudget', { id, amount: budget, reason: '年度预算' })
  expect((await checker.post('money/fundAccount/approveBudget', { id })).code).toBe(200)
  return id
}
const claim = (fundId: string, amount: number) => ({ fundId, amount, sourceType: 'subsidyGrant', sourceId: randomUUID(), studentId: s.who(0).id })

describe('40-Z3 a grant reserves on its fund', () => {
  it('race: whatever is reserved at once, reserved and spent never pass the budget; the other reads what is left', async () => {
    const fundId = await newFund(1000_00)
    const both = await Promise.allSettled([1, 2].map(() => reserveGrants(s.db, [claim(fundId, 800_00)])))
    const [refused] = both.flatMap(b => (b.status === 'rejected' ? [b.reason] : []))
    expect(both.filter(b => b.status === 'fulfilled')).toHaveLength(1)
    expect(refused).toMatchObject({
      issues: [{ rule: 'money.fundAccount.short', values: { budgetText: '1,000.00', reservedText: '800.00', leftText: '200.00', wantedText: '800.00' } }],
    })
    expect(await fund(fundId)).toMatchObject({ reserved: 800_00, spent: 0 })
  })
  it('is reserved and released once, however often it is asked, and all of a call or nothing', async () => {
    const fundId = await newFund(1000_00)
    const one = claim(fundId, 300_00)
    await Promise.all([1, 2, 3].map(() => reserveGrants(s.db, [one])))
    await expect(reserveGrants(s.db, [claim(fundId, 600_00), claim(fundId, 200_00)])).rejects.toThrow()
    expect((await fund(fundId)).reserved).toBe(300_00)
    await Promise.all([1, 2].map(() => releaseGrants(s.db, [one])))
    expect((await fund(fundId)).reserved).toBe(0)
    expect(await mismatches(s.db, fundLedger)).toEqual([])
  })
  it('turns into spent when the bank has paid, and its list names no other fund', async () => {
    const fundId = await newFund(1000_00)
    const of = claim(fundId, 300_00)
    await reserveGrants(s.db, [of])
    const { listId } = await payOut(s.db, { source: 'subsidy', title: '补助', fundId, ...s.month() }, [
      { grantId: of.sourceId, studentId: of.studentId, amount: 300_00, what: '补助' },
    ])
    expect((await s.prepare(listId)).errors[0]?.rule).toBe('money.payoutList.fundFixed')
    await s.prepare(listId, { fundId })
    await s.check(listId)
    await s.submit(listId)
    await s.approve(listId, s.officer)
    await s.approve(listId, s.finance)
    await s.exportBank(listId)
    const [line] = await s.lines(listId)
    await s.importReturn(listId, await s.fileOf([[(await s.list(listId)).listNo, 1, '陈舟', line?.cardNo ?? '', 300, '交易成功', '']]))
    expect(await fund(fundId)).toMatchObject({ reserved: 0, spent: 300_00 })
  })
})
describe('moving money between funds', () => {
  it('takes two people; both budgets change together, and not below what is promised', async () => {
    const [from, to] = [await newFund(1000_00), await newFund(100_00)]
    const move = (amount: number, toId = to) => s.finance.post('money/fundAccount/moveFund', { id: from, toId, amount, reason: '调剂' })
    expect((await move(100_00, from)).errors[0]?.rule).toBe('money.fundAccount.sameFund')
    await move(400_00)
    expect((await s.finance.post('money/fundAccount/approveBudget', { id: from })).errors[0]?.rule).toBe('money.fundAccount.sameHand')
    const both = await Promise.all([1, 2].map(() => checker.post('money/fundAccount/approveBudget', { id: from })))
    expect(both.map(b => b.code).sort()).toEqual([200, 422])
    expect([(await fund(from)).budget, (await fund(to)).budget]).toEqual([600_00, 500_00])
    await reserveGrants(s.db, [claim(from, 500_00)])
    await move(200_00)
    expect((await checker.post('money/fundAccount/approveBudget', { id: from })).errors[0]?.rule).toBe('money.fundAccount.short')
    expect([(await fund(from)).budget, (await fund(to)).budget]).toEqual([600_00, 500_00])
  })
  it('race: two funds that give each other money at once', async () => {
    const [a, b] = [await newFund(1000_00), await newFund(1000_00)]
    await s.finance.post('money/fundAccount/moveFund', { id: a, toId: b, amount: 300_00, reason: '调剂' })
    await s.finance.post('money/fundAccount/moveFund', { id: b, toId: a, amount: 100_00, reason: '调剂' })
    const both = await Promise.all([a, b].map(id => checker.post('money/fundAccount/approveBudget', { id })))
    expect([both.map(x => x.code), (await fund(a)).budget, (await fund(b)).budget]).toEqual([[200, 200], 800_00, 1200_00])
  })
})
it('tells the office once when less than a tenth of a fund is left', async () => {
  const fundId = await newFund(1000_00)
  for (const amount of [850_00, 60_00, 10_00]) await reserveGrants(s.db, [claim(fundId, amount)])
  await s.server.settle()
  const told = await s.db.query(
    sql`select 1 from message where tenant_id = ${s.tenantId} and biz_type = 'fundAccount' and biz_id = ${fundId} and recipient_id = ${s.officer.userId}`,
  )
  expect(told).toHaveLength(1)
})
