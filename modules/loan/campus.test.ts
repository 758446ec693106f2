import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { approveAs } from '#modules/standing/testing.ts'
import { aidAskedFor } from '#modules/student/server/api.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { creditLoan } from './model/credit-loan.ts'
import { type Borrower, type LoanSchool, loanSchool, ruleOf, XN } from './testing.ts'

let s: LoanSchool
let college: Actor
beforeAll(async () => {
  s = await loanSchool()
  college = await s.as({ roles: ['college'], departmentId: s.ids.info, userType: 2 })
})
afterAll(() => s.close())
const form = (more: object = {}) => ({ bank: '1', xn: XN, approved: 12_000_00, surplusTo: 'payout', isRenewal: false, reason: '父母务农，学费有缺口', ...more })
const apply = ({ actor }: Borrower, more: object = {}) => actor.post<{ id: string; instanceId: string | null }>('loan/creditLoan/apply', form(more))
const pending = async ({ id }: Borrower) => (await s.db.unscoped(billLine).all({ studentId: id })).reduce((sum, l) => sum + l.loanPending, 0)
const agree = (id: string, more: object = {}) =>
  s.officer.post('loan/creditLoan/agree', { id, contractNo: `XY${serial('contract')}Z`, approved: 12_000_00, expectedOn: addDays(today(), 40), ...more })
/** Approved by counsellor, college and office; the bank has not said anything yet. */
async function approved(who: Borrower): Promise<string> {
  const { data, msg } = await apply(who)
  if (!data) throw new Error(msg)
  for (const by of [s.fdy, college, s.officer]) expect((await approveAs(by, data.instanceId)).code).toBe(200)
  return data.id
}

describe('40 §6 a campus-based loan is applied for', () => {
  expectApplication({ of: creditLoan, path: 'loan/creditLoan', taken: ['second'], files: 'files' }, () => ({
    db: s.db,
    applicants: async () => [(await s.borrower('吴一')).actor, (await s.borrower('吴二')).actor],
    form: () => form(),
    again: () => form({ approved: 10_000_00 }),
    approvers: [s.fdy, college, s.officer],
  }))
  it('40-L1 40-L2 goes to the bank after counsellor, college and office, and covers bills once the bank has agreed, perhaps to less', async () => {
    const who = await s.borrower('孙一')
    const id = await approved(who)
    expect([(await s.loanOf(id)).state, await pending(who)]).toEqual(['approved', 0])
    expect(ruleOf(await agree(id, { approved: 20_000_01 }))).toBe('overCap')
    expect((await agree(id, { approved: 6_000_00 })).code).toBe(200)
    expect(await s.loanOf(id)).toMatchObject({ state: 'awaiting', kind: 'campus', approved: 6_000_00, tuitionPart: 5_500_00, lodgingPart: 500_00, livingPart: 0 })
    expect([await pending(who), (await agree(id)).code]).toEqual([6_000_00, 422])
  })
  it('40-L1 counts as the loan of its year, refused over the figure with both values, and frees the year when the bank declines', async () => {
    const who = await s.borrower('孙二')
    const over = await apply(who, { approved: 20_000_01 })
    expect([ruleOf(over), over.msg]).toEqual(['overCap', expect.stringContaining('20,000.00')])
    const id = await approved(who)
    expect(ruleOf(await s.registerMine(who))).toBe('second')
    expect((await s.officer.post('loan/creditLoan/decline', { id, reason: '征信不良' })).code).toBe(200)
    expect([(await s.loanOf(id)).state, (await s.loanOf(id)).coverEndsOn, await pending(who)]).toEqual(['rejected', null, 0])
    const own = async (verb: string) => JSON.stringify((await who.actor.get(`loan/creditLoan/${verb}`)).data)
    expect([await own('mine'), await own('own')]).toEqual([expect.stringContaining('征信不良'), expect.not.stringContaining(id)])
    expect((await s.registerMine(who)).code).toBe(200)
  })
  it('60-ST a loan asked for or registered is a request for aid from its day on, one that was taken back is none', async () => {
    const [asks, registers, takesBack] = [await s.borrower('孙五'), await s.borrower('孙六'), await s.borrower('孙七')]
    const asked = async (since = today()) => {
      const people = sql`select unnest(${[asks.id, registers.id, takesBack.id]}::uuid[])`
      return new Set((await s.db.query<{ id: string }>(aidAskedFor(s.db, people, since))).map(r => r.id))
    }
    expect(await asked()).toEqual(new Set())
    await apply(asks)
    expect((await s.registerMine(registers)).code).toBe(200)
    const { data } = await apply(takesBack)
    expect(await asked()).toEqual(new Set([asks.id, registers.id, takesBack.id]))
    expect((await takesBack.actor.post('loan/creditLoan/withdraw', { id: data.id })).code).toBe(200)
    expect([await asked(), await asked(addDays(today(), 1))]).toEqual([new Set([asks.id, registers.id]), new Set()])
  })
  it('refuses a contract that another student has, and lets one of two officers register what the bank says', async () => {
    const [a, b] = [await s.borrower('孙三'), await s.borrower('孙四')]
    expect((await s.registerMine(a, { contractNo: 'XY556677' })).code).toBe(200)
    const id = await approved(b)
    expect(ruleOf(await agree(id, { contractNo: 'xy556677' }))).toBe('contractTaken')
    const both = await Promise.all([agree(id), s.second.post('loan/creditLoan/agree', { id, contractNo: `XY${serial('contract')}W`, approved: 9_000_00, expectedOn: today() })])
    expect(both.filter(answer => answer.code === 200)).toHaveLength(1)
  })
})
