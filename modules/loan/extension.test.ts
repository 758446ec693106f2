import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { approveAs } from '#modules/standing/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { serial } from '#testing/serial.ts'
import { loanChange } from './model/change.ts'
import { loanConfirmation } from './model/confirmation.ts'
import { loanExtension } from './model/extension.ts'
import { type Borrower, type LoanSchool, loanSchool, ruleOf } from './testing.ts'

let s: LoanSchool
beforeAll(async () => {
  s = await loanSchool()
})
afterAll(() => s.close())
const form = async ({ actor }: Pick<Borrower, 'actor'>, more: object = {}) => ({
  ...{ school: '南京大学', study: 'master', from: addDays(today(), 60), until: addDays(today(), 1100), proofs: await s.picture(actor) },
  ...more,
})
const apply = async (who: Borrower, more: object = {}) => who.actor.post<{ id: string; instanceId: string }>('loan/loanExtension/apply', await form(who, more))
const graduates = (who: Borrower, on: string) => s.db.update(student, who.id, { expectedGraduation: on })
async function leaving(name: string) {
  const who = await s.running(name)
  await graduates(who, addDays(today(), 30))
  return who
}

describe('40-L8 further study as an application', () => {
  let two: Array<Borrower & { proofs: string[] }> = []
  expectApplication({ of: loanExtension, path: 'loan/loanExtension', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => {
      const [a, b] = [await leaving(`高${serial('borrower')}`), await leaving(`高${serial('borrower')}`)]
      two = await Promise.all([a, b].map(async of => ({ ...of, proofs: await s.picture(of.actor) })))
      return [a.actor, b.actor] as const
    },
    form: who => {
      const of = two.find(b => b.actor === who)
      return { school: '南京大学', study: 'master', from: addDays(today(), 60), until: addDays(today(), 1100), proofs: of?.proofs ?? [] }
    },
    approvers: [s.officer],
  }))
})
describe('40-L8 a borrower who studies on', () => {
  it('asks before interest starts, with the letter; the office agrees, all loans are put off, and the bank hears of it', async () => {
    const who = await leaving('高三')
    await s.db.emit('student.clearanceOpened', { studentId: who.id, items: ['loan'] })
    await s.server.settle()
    expect(await s.db.unscoped(loanConfirmation).count({ studentId: who.id, state: 'open' })).toBe(1)
    const { data } = await apply(who)
    expect((await s.loanOf(who.loanId)).state).toBe('graduating')
    expect((await approveAs(s.officer, data.instanceId)).code).toBe(200)
    expect((await s.loanOf(who.loanId)).state).toBe('extended')
    expect((await s.db.unscoped(loanChange).all({ studentId: who.id })).map(c => [c.kind, c.note])).toEqual([['extend', '南京大学']])
    expect(await s.db.unscoped(loanConfirmation).count({ studentId: who.id })).toBe(0)
    expect(
      await s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and user_id = ${who.actor.userId} and biz_type = 'loanConfirmation' and state = 'open'`),
    ).toEqual([])
    expect(ruleOf(await apply(who))).toBe('nothing')
  })
  it('is refused once interest runs, without a loan, and with days out of order', async () => {
    const late = await s.running('高四')
    await graduates(late, addDays(today(), -1))
    const refused = await apply(late)
    expect([ruleOf(refused), refused.msg]).toEqual(['started', expect.stringContaining(addDays(today(), -1))])
    expect(ruleOf(await apply(await s.borrower('高五')))).toBe('nothing')
    expect(ruleOf(await apply(await leaving('高六'), { until: addDays(today(), 10) }))).toBe('order')
    const asked = await leaving('高七')
    const { data } = await apply(asked)
    await graduates(asked, addDays(today(), -1))
    expect((await approveAs(s.officer, data.instanceId)).msg).toContain('开始计息')
    expect((await s.loanOf(asked.loanId)).state).toBe('active')
  })
})
