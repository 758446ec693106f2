import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { creditLoan } from './model/credit-loan.ts'
import { paybackOf } from './model/payback.ts'
import { loanReceipt } from './model/receipt.ts'
import { endCovers, remindReceipts } from './server/jobs.ts'
import { type Borrower, type LoanSchool, loanSchool, ruleOf, XN } from './testing.ts'

let s: LoanSchool
beforeAll(async () => {
  s = await loanSchool()
})
afterAll(() => s.close())
const pending = async ({ id }: Borrower) => (await s.db.unscoped(billLine).all({ studentId: id }, { sort: ['dueDate'] })).reduce((sum, l) => sum + l.loanPending, 0)

describe('40-L1 one loan of a student and year, within the figure', () => {
  it('registers one, and says what beyond tuition and lodging is for living', async () => {
    const who = await s.borrower('陈一')
    const loan = await s.loanOf((await s.registerMine(who)).data.id)
    expect(loan).toMatchObject({ state: 'registered', kind: 'origin', tuitionPart: 5_500_00, lodgingPart: 1_200_00, livingPart: 5_300_00 })
    const again = await s.register(who)
    expect([ruleOf(again), again.msg]).toEqual(['second', expect.stringContaining('12,000.00')])
  })
  it('refuses more than the figure of the loan’s own year, naming both', async () => {
    const who = await s.borrower('陈二')
    const over = await s.registerMine(who, { approved: 20_000_01 })
    expect([ruleOf(over), over.msg]).toEqual(['overCap', expect.stringContaining('20,000.00')])
    expect(ruleOf(await s.registerMine(who, { approved: 16_000_01, xn: '2023-2024' }))).toBe('overCap')
    expect((await s.registerMine(who, { approved: 20_000_00 })).code).toBe(200)
  })
  it('gives one of two who register at once', async () => {
    const who = await s.borrower('陈三')
    const both = await Promise.all([s.registerMine(who), s.register(who)])
    expect(both.map(a => a.code === 200).filter(Boolean)).toHaveLength(1)
  })
  it('refuses a contract of another student, and shows the number to nobody in a list', async () => {
    const [a, b] = [await s.borrower('陈四'), await s.borrower('陈五')]
    expect((await s.registerMine(a, { contractNo: 'HT-778899' })).code).toBe(200)
    const taken = await s.registerMine(b, { contractNo: 'ht-778899' })
    expect([ruleOf(taken), taken.msg]).toEqual(['contractTaken', expect.stringContaining('陈四')])
    const list = await s.fdy.get<{ result: Array<Record<string, unknown>> }>('loan/creditLoan/list', { studentId: a.id })
    expect(list.data.result[0]).toMatchObject({ contractTail: '8899' })
    expect(JSON.stringify(list.data)).not.toContain('778899')
  })
})
describe('40-L2, F15 a registered loan with proof defers its amount', () => {
  it('defers at once, with the proof alone, and not without it', async () => {
    const who = await s.borrower('李一')
    const { id } = (await s.officer.post<{ id: string }>('loan/creditLoan/register', { studentId: who.id, kind: 'origin', ...s.form() })).data
    expect(await pending(who)).toBe(0)
    const receipt = await s.receiptOf(id)
    expect((await who.actor.post('loan/loanReceipt/prove', { id: receipt.id, proof: await s.picture(who.actor) })).code).toBe(200)
    expect(await pending(who)).toBe(6_700_00)
  })
  it('ends after a rejection, when the notice has run', async () => {
    const who = await s.borrower('李二')
    const { id } = (await s.registerMine(who)).data
    expect(await pending(who)).toBe(6_700_00)
    expect((await s.officer.post('loan/creditLoan/decline', { id, reason: '材料不全' })).code).toBe(200)
    const loan = await s.loanOf(id)
    expect([loan.state, loan.coverEndsOn, await pending(who)]).toEqual(['rejected', addDays(today(), 14), 6_700_00])
    await s.db.update(creditLoan, id, { coverEndsOn: addDays(today(), -1) })
    await endCovers(s.db)
    expect(await pending(who)).toBe(0)
  })
  it('ends where nothing has arrived by its day, when the notice has run', async () => {
    const who = await s.borrower('李三')
    const { id } = (await s.registerMine(who)).data
    await s.db.update(creditLoan, id, { expectedOn: today() })
    await endCovers(s.db)
    expect((await s.loanOf(id)).coverEndsOn).toBeNull()
    await s.db.update(creditLoan, id, { expectedOn: addDays(today(), -1) })
    await endCovers(s.db)
    expect([(await s.loanOf(id)).coverEndsOn, await pending(who)]).toEqual([addDays(today(), 14), 6_700_00])
    await s.db.update(creditLoan, id, { coverEndsOn: today() })
    await endCovers(s.db)
    expect(await pending(who)).toBe(6_700_00)
    await s.db.update(creditLoan, id, { coverEndsOn: addDays(today(), -1) })
    await endCovers(s.db)
    expect(await pending(who)).toBe(0)
  })
})
describe('40 §6 receipts are entered by one officer', () => {
  it('tells a second officer who has it, and refuses codes that are wrong or used', async () => {
    const [a, b] = [await s.borrower('王一'), await s.borrower('王二')]
    const [one, two] = [await s.receiptOf((await s.registerMine(a)).data.id), await s.receiptOf((await s.registerMine(b)).data.id)]
    const enter = (by: typeof s.officer, id: string, checkCode: string) => by.post('loan/loanReceipt/enter', { id, checkCode, owedConfirmed: 6_700_00 })
    expect(ruleOf(await enter(s.officer, one.id, 'AB1234'))).toBe('notHeld')
    expect((await s.officer.post<{ owed: number; name: string }>('loan/loanReceipt/take', { id: one.id })).data).toMatchObject({ owed: 6_700_00, name: '王一' })
    const held = await s.second.post('loan/loanReceipt/take', { id: one.id })
    expect([ruleOf(held), held.msg]).toEqual(['held', expect.stringContaining('甲老师')])
    expect(ruleOf(await enter(s.officer, one.id, 'AB12'))).toBe('code')
    expect((await enter(s.officer, one.id, 'ab1234')).code).toBe(200)
    expect([(await s.receiptOf(one.loanId)).state, (await s.loanOf(one.loanId)).state]).toEqual(['entered', 'receiptEntered'])
    await s.second.post('loan/loanReceipt/take', { id: two.id })
    const used = await enter(s.second, two.id, 'AB1234')
    expect([ruleOf(used), used.msg]).toEqual(['codeUsed', expect.stringContaining('王一')])
    expect((await s.officer.post<{ sent: number }>('loan/creditLoan/send', { ids: [one.loanId], expectedOn: addDays(today(), 30) })).data.sent).toBe(1)
    expect((await s.loanOf(one.loanId)).state).toBe('awaiting')
  })
  it('lets one of two take it at once', async () => {
    const { id } = await s.receiptOf((await s.registerMine(await s.borrower('王三'))).data.id)
    const both = await Promise.all([s.officer, s.second].map(by => by.post('loan/loanReceipt/take', { id })))
    expect(both.map(ruleOf).sort()).toEqual(['held', undefined])
  })
  it('40-L5 reminds 15, 7, 3 and 1 days before, on both lists, each once', async () => {
    const who = await s.borrower('王四')
    const receipt = await s.receiptOf((await s.registerMine(who)).data.id)
    await s.db.update(loanReceipt, receipt.id, { deadline: addDays(today(), 3) })
    await remindReceipts(s.db)
    const open = async () =>
      await s.db.query<{ userId: string; node: string }>(
        sql`select user_id as "userId", node from todo where tenant_id = ${s.tenantId} and biz_id = ${receipt.id} and state = 'open'`,
      )
    const listed = async () => (await open()).map(o => `${o.node} ${o.userId}`)
    expect(await listed()).toEqual(expect.arrayContaining([`enter ${s.officer.userId}`, `enter ${s.second.userId}`, `near ${who.actor.userId}`]))
    expect((await s.receiptOf(receipt.loanId)).remindedDays).toBe(3)
    await s.officer.post('loan/loanReceipt/take', { id: receipt.id })
    await s.officer.post('loan/loanReceipt/enter', { id: receipt.id, checkCode: 'ZZ1234', owedConfirmed: 0 })
    expect(await open()).toEqual([])
  })
  it('40-L5 reminds at each of the marks once, of several that have passed of the nearest, and not of what is entered', async () => {
    const who = await s.borrower('王六')
    const told = captureNotifications(s.server)
    const { id } = await s.receiptOf((await s.registerMine(who)).data.id)
    const deadline = addDays(today(), 40)
    await s.db.update(loanReceipt, id, { deadline })
    const marks: Array<number | null> = []
    for (const before of [16, 15, 14, 7, 6, 3, 1, 0]) {
      await remindReceipts(s.db, addDays(deadline, -before))
      marks.push((await s.db.unscoped(loanReceipt).one(id)).remindedDays)
    }
    expect(marks).toEqual([null, 15, 15, 7, 7, 3, 1, 1])
    expect((await told('loan.receiptMissing')).filter(h => h.bizId === id && h.to.includes(who.actor.userId))).toHaveLength(4)
    await remindReceipts(s.db, addDays(deadline, 1))
    expect((await s.db.unscoped(loanReceipt).one(id)).state).toBe('late')
    const late = await s.receiptOf((await s.registerMine(await s.borrower('王七'))).data.id)
    await s.db.update(loanReceipt, late.id, { deadline: addDays(today(), 2) })
    await remindReceipts(s.db)
    expect((await s.db.unscoped(loanReceipt).one(late.id)).remindedDays).toBe(3)
  })
  it('gives one that cannot be read back to the student, and defers no more', async () => {
    const who = await s.borrower('王五')
    const receipt = await s.receiptOf((await s.registerMine(who)).data.id)
    await s.officer.post('loan/loanReceipt/take', { id: receipt.id })
    expect((await s.officer.post('loan/loanReceipt/refuse', { id: receipt.id, reason: '照片模糊' })).code).toBe(200)
    expect(await pending(who)).toBe(0)
    expect((await who.actor.post('loan/loanReceipt/prove', { id: receipt.id, proof: await s.picture(who.actor) })).code).toBe(200)
    expect([(await s.receiptOf(receipt.loanId)).state, await pending(who)]).toEqual(['toEnter', 6_700_00])
  })
})
describe('40 §6 on the phone', () => {
  it('says how much may be borrowed, and how far one’s own loans are', async () => {
    const who = await s.borrower('赵一')
    const before = await who.actor.get<{ mayRegister: boolean; year: { cap: number } }>('loan/creditLoan/own')
    expect(before.data).toMatchObject({ mayRegister: true, year: { cap: 20_000_00 } })
    await s.registerMine(who, { xn: XN })
    const after = await who.actor.get<{ loans: unknown[] }>('loan/creditLoan/own')
    expect(after.data.loans).toEqual([expect.objectContaining({ xn: XN, approved: 12_000_00, state: 'registered', receiptState: 'toEnter' })])
  })
  it('reckons what paying back costs', () => {
    expect(paybackOf(12_000_00, { rate: 0, years: 20, grace: 5 })).toEqual({ monthly: 66_67, interest: 0, total: 12_000_00 })
    expect(paybackOf(12_000_00, { rate: 280, years: 15, grace: 5 }).interest).toBe(28_00)
  })
})
