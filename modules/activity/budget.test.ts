import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proofOf } from '#modules/offCampus/testing.ts'
import { societyFundEntry } from '#modules/society/model/fund.ts'
import { today } from '#server/base/today.ts'
import { checkLedgers } from '#server/ledger/check.ts'
import { type ActivitySchool, activitySchool, ok, ruleOf } from './testing.ts'
import { budgetsOf, line } from './testing-budgets.ts'

let s: ActivitySchool
let b: ReturnType<typeof budgetsOf>
beforeAll(async () => {
  s = await activitySchool()
  b = budgetsOf(s)
})
afterAll(() => s.close())

describe('a budget', () => {
  it('60-AT2 is held with the proposal and falls with it: rejected, withdrawn or called off; what is changed is held anew', async () => {
    await b.free(1000)
    const before = (await b.fund()).held
    const budget = [line(0, { item: '水', quantity: 40, price: 250 }), line(300, { item: '音响' }), line(500, { item: '车', source: 'other' })]
    const { id } = ok(await b.propose(budget, { title: '有预算的' }))
    expect([(await s.planned(id)).budgetSum, (await b.fund()).held]).toEqual([900_00, before + 400])
    ok(await s.teacher.post('workflow/processTask/return', { taskId: await s.todo(id, s.teacher), to: 'applicant', opinion: '省一点' }))
    expect((await b.fund()).held).toBe(before + 400)
    ok(await s.head.actor.post('activity/activity/change', { ...(await b.form(id)), budget: [line(250)] }))
    expect([(await s.planned(id)).budgetSum, (await b.fund()).held, await b.holds(id)]).toEqual([250_00, before + 250, [400, -150]])
    ok(await s.teacher.post('workflow/processTask/reject', { taskId: await s.todo(id, s.teacher), opinion: '不办了' }))
    expect([(await b.fund()).held, await b.holds(id)]).toEqual([before, [400, -150, -250]])
    const withdrawn = ok(await b.propose([line(100)]))
    ok(await s.head.actor.post('activity/activity/withdraw', { id: withdrawn.id }))
    const off = await s.activity({ budget: [line(100)] })
    expect((await b.fund()).held).toBe(before + 100)
    ok(await s.head.actor.post('activity/activity/callOff', { id: off, reason: '下雨' }))
    expect([(await b.fund()).held, await b.holds(withdrawn.id), await b.holds(off)]).toEqual([before, [100, -100], [100, -100]])
  })
  it('60-AT2 beyond what others leave of the fund it is refused, naming balance, held and wanted; nothing of the proposal is left', async () => {
    await b.free(1000)
    const { balance, held } = await b.fund()
    const first = ok(await b.propose([line(700)], { title: '先来的' }))
    const refused = await b.propose([line(301)], { title: '超出的' })
    const yuan = (n: number) => n.toLocaleString('en', { minimumFractionDigits: 2 })
    expect([ruleOf(refused), refused.errors[0]?.field, refused.errors[0]?.values]).toMatchObject([
      'fundShort',
      'budget',
      { left: yuan(balance), held: yuan(held + 700), want: '301.00' },
    ])
    expect(ok(await s.head.actor.get<Array<{ title: string }>>('activity/activity/led')).map(a => a.title)).not.toContain('超出的')
    // what it holds itself is not among the holds of others
    ok(await s.teacher.post('workflow/processTask/return', { taskId: await s.todo(first.id, s.teacher), to: 'applicant', opinion: '再算算' }))
    const change = async (yuanOf: number) => s.head.actor.post('activity/activity/change', { ...(await b.form(first.id)), budget: [line(yuanOf)] })
    const more = await change(1001)
    expect([ruleOf(more), more.errors[0]?.values]).toMatchObject(['fundShort', { held: yuan(held), want: '1,001.00' }])
    ok(await change(1000))
    // what is held is not spent on anything else
    const spend = { societyId: s.society, kind: 'return', amount: 1, about: '交回', happenedOn: today() }
    const spent = await s.league.post('society/societyFundDraft/book', spend)
    expect([ruleOf(spent), spent.msg.includes(yuan(held + 1000))]).toEqual(['fundShort', true])
    ok(await s.head.actor.post('activity/activity/withdraw', { id: first.id }))
    ok(await b.propose([line(1000)]))
  })
  it('60-AT2 of many proposals at once on one fund it is never over-held', async () => {
    await b.free(1000)
    const { held } = await b.fund()
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => b.propose([line(400)], { title: `抢${n}` })))
    expect(answers.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['fundShort', 'fundShort', 'fundShort', 'fundShort', 'ok', 'ok'])
    const after = await b.fund()
    expect([after.held, after.balance - after.held]).toEqual([held + 800, 200])
    // the totals are those of the entries
    expect(await checkLedgers(s.db)).toBe(0)
  })
  it('60-AT2 an expense and a proposal for the last money at once: one of them stands', async () => {
    await b.free(100)
    const booked = { societyId: s.society, kind: 'expense', amount: 100_00, about: '印刷', happenedOn: today(), vouchers: await proofOf(s.league) }
    const draft = ok(await s.league.post<{ id: string }>('society/societyFundDraft/book', booked))
    const [spent, asked] = await Promise.all([s.head.actor.post('society/societyFundDraft/approve', { id: draft.id }), b.propose([line(100)])])
    expect([spent.code, asked.code].toSorted()).toEqual([200, 422])
    expect(ruleOf(spent.code === 200 ? asked : spent)).toBe('fundShort')
    const { balance, held } = await b.fund()
    expect(balance - held).toBe(0)
  })
  it('60-AT2 only a society has a fund; other sources are recorded and not held; members’ statement tells of the hold apart', async () => {
    await b.free(100)
    const before = await b.fund()
    const of = { organiserId: s.ids.info, level: 'college' }
    expect(ruleOf(await s.propose(s.teacher, { ...of, budget: [line(10)] }))).toBe('fundOf')
    ok(await s.propose(s.teacher, { ...of, budget: [line(9999, { source: 'department' })] }))
    expect(await b.fund()).toEqual(before)
    ok(await b.propose([line(60)]))
    const told = ok(
      await s.head.actor.get<{ held: number; balance: number; closing: number; entries: Array<{ kind: string }> }>('society/societyFundEntry/statement', { societyId: s.society }),
    )
    expect([told.held, told.balance, told.closing]).toEqual([(before.held + 60) * 100, before.balance * 100, before.balance * 100])
    expect(told.entries.map(e => e.kind)).not.toContain('hold')
    const [hold] = await s.db.unscoped(societyFundEntry).all({ accountId: s.society, kind: 'hold' })
    expect(ruleOf(await s.league.post('society/societyFundEntry/askReversal', { id: hold?.id, reason: '不要了' }))).toBe('hold')
    const organisers = ok(await s.head.actor.get<Array<{ free: number }>>('activity/activity/organisers'))
    expect(organisers.map(o => o.free)).toEqual([40_00])
  })
})
