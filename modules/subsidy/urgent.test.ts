import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { fundLedger } from '#modules/money/payout/model/fund-account.ts'
import { payoutLine } from '#modules/money/payout/model/payout.ts'
import { aidedBy, moveStatus } from '#modules/student/server/api.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import { subsidyApplication } from './model/application.ts'
import { answerBy, escalateAnswers, remindAnswers } from './server/deadline.ts'
import { ruleOf, type SubsidySchool, subsidySchool } from './testing.ts'

let s: SubsidySchool
beforeAll(async () => {
  s = await subsidySchool()
})
afterAll(() => s.close())
const told = (event: string, bizId: string) =>
  s.db.query<{ to: string }>(sql`select recipient_id as to from message where tenant_id = ${s.tenantId} and event_code like ${`%${event}`} and biz_id = ${bizId}`)

describe('40-Z5 help at once', () => {
  it('is asked on any day in three answers, is granted by the college while it is small, and goes to a list of its own', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const itemId = await s.urgent(fund)
    const { data, code } = await s.ask(who.self, itemId)
    expect(code).toBe(200)
    await s.approve(data.id, s.fdy)
    expect((await s.approve(data.id, s.college)).code).toBe(200)
    expect([(await s.row(data.id)).state, await s.fundOf(fund)]).toEqual(['approved', { budget: 5000_00, reserved: 800_00, spent: 0 }])
    const [grant] = await s.grants(who.id)
    const [line] = await s.db.unscoped(payoutLine).all({ grantId: grant?.id ?? '' })
    expect([grant?.amount, line?.amount, line?.month]).toEqual([800_00, 800_00, null])
  })
  it('is to be answered by the evening of the third working day after it', async () => {
    const due = async (at: string) => schoolTimeText(await answerBy(s.db, new Date(`${at}+08:00`)))
    expect([await due('2026-11-02T00:01:00'), await due('2026-11-05T23:59:00'), await due('2026-11-07T12:00:00')]).toEqual([
      '2026-11-05 18:00',
      '2026-11-10 18:00',
      '2026-11-11 18:00',
    ])
    const before = await answerBy(s.db, new Date())
    const { data } = await s.ask((await s.student()).self, await s.urgent(await s.fund(5000_00)))
    expect([before, await answerBy(s.db, new Date())].map(Date.parse)).toContain(Date.parse((await s.row(data.id)).dueAt ?? ''))
  })
  it('of more than the college may give goes on to the office', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const { data } = await s.ask(who.self, await s.urgent(fund), { amountAsked: 1500_00 })
    await s.approve(data.id, s.fdy)
    await s.approve(data.id, s.college)
    expect([(await s.row(data.id)).state, (await s.fundOf(fund)).reserved]).toEqual(['pending', 0])
    await s.approve(data.id, s.officer)
    expect((await s.fundOf(fund)).reserved).toBe(1500_00)
  })
  it('keeps to the limits of a case and a year, and refuses what is missing or not yet happened', async () => {
    const [fund, who] = [await s.fund(50_000_00), await s.student()]
    const itemId = await s.urgent(fund)
    const ask = async (more: object) => ruleOf(await s.ask(who.self, itemId, more))
    expect(await ask({ amountAsked: 3000_01 })).toBe('overCase')
    expect(await ask({ amountAsked: 0 })).toBe('tooSmall')
    expect(await ask({ amountAsked: null })).toBe('amount')
    expect(await ask({ cause: null })).toBe('cause')
    expect(await ask({ happenedOn: '2099-01-01' })).toBe('future')
    for (const amountAsked of [3000_00, 2500_00]) await s.approveAll((await s.ask(who.self, itemId, { amountAsked })).data.id)
    expect(await ask({ amountAsked: 500_01 })).toBe('overYear')
    expect(await ask({ amountAsked: 500_00 })).toBeUndefined()
  })
  it('a counsellor asks for a student of theirs; one of another college is not found', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const input = { studentId: who.id, itemId: await s.urgent(fund), cause: 'accident', happenedOn: '2026-11-02', amountAsked: 500_00, text: '车祸住院' }
    const made = await s.fdy.post<{ id: string }>('subsidy/subsidyApplication/applyFor', input)
    expect([made.code, (await s.row(made.data.id)).appliedBy]).toEqual([200, s.fdy.userId])
    const other = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await other.post('subsidy/subsidyApplication/applyFor', input)).code).not.toBe(200)
  })
  it('reminds who decides a day before an answer is due, and tells the office once it is late', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const { id } = (await s.ask(who.self, await s.urgent(fund))).data
    const due = Date.parse((await s.row(id)).dueAt ?? '')
    await remindAnswers(s.db, due - HOUR_MS)
    await s.server.settle()
    expect((await told('answerSoon', id)).map(t => t.to)).toContain(s.fdy.userId)
    await escalateAnswers(s.db, due + 1000)
    await escalateAnswers(s.db, due + 2000)
    await s.server.settle()
    const late = (await told('answerLate', id)).map(t => t.to)
    expect([late.filter(to => to === s.officer.userId), late.includes(s.fdy.userId)]).toEqual([[s.officer.userId], true])
  })
})
describe('40-Z3 approval reserves on the fund', () => {
  it('race: of two approvals of 800.00 with 1,000.00 left one passes; the other reads what is left', async () => {
    const fund = await s.fund(1000_00)
    const itemId = await s.urgent(fund)
    const ids = []
    for (const who of [await s.student(), await s.student()]) {
      const { id } = (await s.ask(who.self, itemId)).data
      await s.approve(id, s.fdy)
      ids.push(id)
    }
    const both = await Promise.all(ids.map(id => s.approve(id, s.college)))
    expect(both.map(b => b.code).sort()).toEqual([200, 422])
    const refused = both.find(b => b.code === 422)?.msg ?? ''
    expect(['预算 1,000.00', '占用 800.00', '剩余 200.00'].every(text => refused.includes(text))).toBe(true)
    expect(await s.fundOf(fund)).toEqual({ budget: 1000_00, reserved: 800_00, spent: 0 })
    expect((await mismatches(s.db, fundLedger)).filter(m => m.id === fund)).toEqual([])
  })
  it('holds nothing of what is rejected or withdrawn', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const { id } = (await s.ask(who.self, await s.urgent(fund))).data
    expect((await who.self.post('subsidy/subsidyApplication/withdraw', { id })).code).toBe(200)
    expect((await s.fundOf(fund)).reserved).toBe(0)
  })
  it('40-Z1 an amount by hand needs a reason, and what is approved holds the new one', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const { id } = (await s.ask(who.self, await s.urgent(fund))).data
    expect((await s.college.post('subsidy/subsidyApplication/setAmount', { id, amount: 600_00, reason: '' })).code).not.toBe(200)
    expect((await s.college.post('subsidy/subsidyApplication/setAmount', { id, amount: 600_00, reason: '自付部分 600 元' })).code).toBe(200)
    await s.approveAll(id)
    expect([(await s.grants(who.id))[0]?.amount, (await s.fundOf(fund)).reserved]).toEqual([600_00, 600_00])
  })
})
describe('40-Z8 an item, a year and a student', () => {
  it('are granted once, unless the item allows more; and not beside what it excludes', async () => {
    const [fund, who] = [await s.fund(9000_00), await s.student()]
    const once = await s.item(fund)
    const asked = await Promise.all([1, 2, 3].map(() => s.ask(who.self, once)))
    expect(asked.map(a => a.code).sort()).toEqual([200, 422, 422])
    await s.approveAll(asked.find(a => a.code === 200)?.data.id ?? '')
    expect([(await s.grants(who.id)).length, ruleOf(await s.ask(who.self, once))]).toEqual([1, 'often'])
    expect(ruleOf(await s.ask(who.self, await s.item(fund, { exclusions: [once] })))).toBe('excluded')
  })
})
describe('40-Z6 a reduction', () => {
  it('is written on the bill, at most what it owes; the excess is refused with the figures', async () => {
    const who = await s.student()
    const lineId = await s.bill(who.id, 3000_00)
    const itemId = await s.item(null, { effect: 'reduceFee', chargeItemId: s.tuitionId, maxPerYear: 2 })
    const over = await s.ask(who.self, itemId, { amountAsked: 4000_00 })
    expect([ruleOf(over), over.msg.includes('3,000.00')]).toEqual(['overLine', true])
    const { id } = (await s.ask(who.self, itemId, { amountAsked: 2000_00 })).data
    await s.approve(id, s.fdy)
    await s.approve(id, s.college)
    await s.approve(id, s.officer)
    expect((await s.row(id)).state).toBe('pending')
    await s.approve(id, s.finance)
    const [line] = await s.db.query<{ reduced: number; owed: number }>(
      sql`select reduced::float8 as reduced, owed::float8 as owed from bill_line where tenant_id = ${s.tenantId} and id = ${lineId}`,
    )
    expect([line, (await s.grants(who.id))[0]]).toMatchObject([
      { reduced: 2000_00, owed: 1000_00 },
      { paid: 2000_00, state: 'finished' },
    ])
  })
  it('of a line that was paid is refunded where the item says so, and the fund has spent what went onto the bill', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    await s.bill(who.id, 1000_00)
    const itemId = await s.item(fund, { effect: 'reduceFee', chargeItemId: s.tuitionId, refundsPaid: true })
    await s.approveAll((await s.ask(who.self, itemId, { amountAsked: 2500_00 })).data.id)
    expect(await s.fundOf(fund)).toEqual({ budget: 5000_00, reserved: 1500_00, spent: 1000_00 })
    const [grant] = await s.grants(who.id)
    const [line] = await s.db.unscoped(payoutLine).all({ grantId: grant?.id ?? '' })
    expect([grant?.paid, grant?.state, line?.amount]).toEqual([1000_00, 'active', 1500_00])
  })
  it('that no longer fits when it is approved is refused, and nothing is written', async () => {
    const who = await s.student()
    const lineId = await s.bill(who.id, 1000_00)
    const itemId = await s.item(null, { effect: 'reduceFee', chargeItemId: s.tuitionId })
    const { id } = (await s.ask(who.self, itemId, { amountAsked: 800_00 })).data
    await s.bill(who.id, 1)
    await s.db.query(sql`select 1`)
    const { takeMoney } = await import('#modules/fee/bills/server/settle.ts')
    await takeMoney(s.db, { sourceType: 'test', sourceId: `pay ${lineId}` }, 'own', [{ lineId, amount: 500_00 }])
    const refused = await s.approveAll(id)
    expect([refused.code, refused.msg.includes('500.00'), (await s.grants(who.id)).length]).toEqual([422, true, 0])
  })
})
it('what the bank has paid ends a grant, and what was paid wrongly is owed by the student', async () => {
  const [fund, who] = [await s.fund(5000_00), await s.student()]
  await s.approveAll((await s.ask(who.self, await s.urgent(fund))).data.id)
  const [grant] = await s.grants(who.id)
  const due = schoolDate(Date.now() + 30 * DAY_MS)
  const recover = (amount: number) => s.finance.post('subsidy/subsidyGrant/recover', { id: grant?.id, amount, dueDate: due, reason: '材料不实' })
  expect(ruleOf(await recover(100_00))).toBe('nothingPaid')
  await s.db.query(sql`update payout_line set state = 'paid', paid_on = '2026-11-20' where tenant_id = ${s.tenantId} and grant_id = ${grant?.id}`)
  await s.db.emit('money.payoutPaid', { payoutLineId: '', source: 'subsidy', grantId: grant?.id })
  await s.server.settle()
  expect((await s.grants(who.id))[0]).toMatchObject({ paid: 800_00, state: 'finished' })
  expect(ruleOf(await recover(900_00))).toBe('overPaid')
  expect((await recover(800_00)).code).toBe(200)
  const owed = await s.db.query(sql`select 1 from bill_line where tenant_id = ${s.tenantId} and student_id = ${who.id} and source_type = 'subsidyGrant' and owed = 80000`)
  expect([owed.length, (await s.grants(who.id))[0]?.state]).toEqual([1, 'recovered'])
  // on the day before it was recovered it stood
  await s.db.query(sql`update subsidy_grant set granted_on = granted_on - 9 where id = ${grant?.id}`)
  const aidedOn = async (day: string) => (await s.db.query(aidedBy(s.db, sql`select ${who.id}::uuid`, sql`${grant?.xn}::text`, sql`${day}::date`))).length
  expect([await aidedOn(addDays(today(), -1)), await aidedOn(today())]).toEqual([1, 0])
})
it('a student who left holds nothing: what was approved in a round is free again', async () => {
  const [fund, who] = [await s.fund(5000_00), await s.student()]
  const itemId = await s.item(fund)
  const { id } = (await s.ask(who.self, itemId)).data
  await s.db.tx(tx => moveStatus(tx, { studentId: who.id, to: 'withdrawn', effectiveDate: '2026-11-20' }))
  await s.server.settle()
  expect([(await s.fundOf(fund)).reserved, (await s.db.unscoped(subsidyApplication).one(id)).reserved]).toEqual([0, 0])
})
describe('40 §4 help as an application', () => {
  let itemId = ''
  beforeAll(async () => {
    itemId = await s.urgent(await s.fund(100_000_00))
  })
  expectApplication({ of: subsidyApplication, path: 'subsidy/subsidyApplication', taken: ['applied'], files: 'files' }, () => ({
    db: s.db,
    applicants: async () => [(await s.student()).self, (await s.student()).self],
    form: () => ({ itemId, cause: 'illness', happenedOn: today(), amountAsked: 800_00, text: '住院手术，自付部分家里拿不出' }),
    approvers: [s.fdy, s.college],
  }))
})
