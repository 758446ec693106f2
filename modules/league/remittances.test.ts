import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import type { Actor } from '#testing/school.ts'
import { branchLedger, leagueBranch } from './model/branch.ts'
import { leagueFee } from './model/fee.ts'
import { monthOf } from './model/months.ts'
import { remittance } from './model/remittance.ts'
import { type LeagueSchool, leagueSchool, ruleOf } from './testing.ts'

let s: LeagueSchool
const NOW = monthOf(today())
beforeAll(async () => {
  s = await leagueSchool()
})
afterAll(() => s.close())
const post = (by: Actor, path: string, body: object) => by.post<{ id: string }>(`league/${path}`, body)

describe('40-G8 remittance', () => {
  let planId: string
  let checker: Actor
  let college: Actor
  const row = (id: string) => s.db.unscoped(remittance).one(id)
  const paidFee = async (studentId: string, amount: number) => {
    const member = await s.memberOf(studentId)
    await s.db.insert(leagueFee, {
      ...{ planId, memberId: member.id, studentId, branchId: s.branches.one, kind: 'voluntary', fromMonth: NOW, toMonth: NOW, amount, paid: amount, state: 'paid', dueDate: NOW },
    })
  }
  beforeAll(async () => {
    await s.member('one', '钱齐') // who the plan is for
    planId = await s.plan({ fromMonth: NOW })
    checker = await s.as({ roles: ['college'], departmentId: s.ids.info })
    college = s.college
  })
  it('takes what is collected × share, and is refused while orders are paying', async () => {
    const id = await s.member('one', '王缴')
    await paidFee(id, 1260_00)
    const waiting = await s.member('one', '冯等')
    const before =
      (await s.db.query<{ sum: number }>(sql`select coalesce(sum(paid), 0)::float8 as sum from league_fee where plan_id = ${planId} and branch_id = ${s.branches.one}`))[0]?.sum ??
      0
    await post(s.league, 'leagueMember/charge', { id: (await s.memberOf(waiting)).id, from: NOW, to: NOW })
    const self = await s.self(waiting)
    const order = await s.pay(self, await s.feesOf(waiting))
    const remit = () => post(college, 'remittance/remit', { planId, fromId: s.branches.one })
    expect(ruleOf(await remit())).toBe('paying')
    await s.settle(self, order.data.orderNo)
    const made = await remit()
    expect(made.data).toMatchObject({ collected: before + 20, due: before + 20 })
    expect(ruleOf(await remit())).toBe('open')
    await s.db.query(sql`update remittance set collected = 126000, due = 126000 where id = ${made.data.id}`)
  })
  it('remitted 1,260.00 and received 1,250.00 stays open with both values shown, until one explains and another confirms', async () => {
    const [{ id } = { id: '' }] = await s.db.unscoped(remittance).all({ planId })
    expect((await post(college, 'remittance/send', { id, amount: 1260_00 })).code).toBe(200)
    expect(ruleOf(await post(college, 'remittance/confirm', { id, received: 1250_00 }))).toBe('sameHand')
    expect((await checker.post('league/remittance/confirm', { id, received: 1250_00 })).data).toBe('sent')
    const [shown] = (await college.get<{ result: object[] }>('league/remittance/list', { 'filters.id': id })).data.result
    expect(shown).toMatchObject({ state: 'sent', amount: 1260_00, received: 1250_00, difference: -10_00 })
    const [todo] = await s.db.query<{ text: string }>(
      sql`select title::text as text from todo where tenant_id = ${s.tenantId} and biz_type = 'remittance' and state = 'open' limit 1`,
    )
    expect(todo?.text).toEqual(expect.stringContaining('1,260.00'))
    expect((await s.db.unscoped(leagueBranch).one(s.branches.one)).remitted).toBe(0)
    expect((await post(checker, 'remittance/explain', { id, note: '手续费 10 元' })).code).toBe(200)
    expect(ruleOf(await post(checker, 'remittance/confirm', { id, received: 1250_00 }))).toBe('sameChecker')
    const third = await s.as({ roles: ['college'], departmentId: s.ids.info })
    expect((await third.post('league/remittance/confirm', { id, received: 1250_00 })).data).toBe('received')
    expect((await s.db.unscoped(leagueBranch).one(s.branches.one)).remitted).toBe(1250_00)
    expect(await mismatches(s.db, branchLedger)).toEqual([])
    expect(await s.db.query(sql`select book, amount::int as amount from ledger_entry where tenant_id = ${s.tenantId} and kind = 'remit'`)).toEqual([
      { book: 'league', amount: 1250_00 },
    ])
  })
  it('received it is locked; what is paid later is handed up by a further one, which may be returned and sent again', async () => {
    const [{ id: first } = { id: '' }] = await s.db.unscoped(remittance).all({ planId })
    const locked = [await post(college, 'remittance/send', { id: first, amount: 1 }), await post(checker, 'remittance/return', { id: first, note: '退回' })]
    expect(locked.map(ruleOf)).toEqual(['state', 'state'])
    const late = await s.member('one', '陈后')
    await paidFee(late, 5_00)
    const { collected } = (
      await s.db.query<{ collected: number }>(
        sql`select (select sum(paid) from league_fee where plan_id = ${planId} and branch_id = ${s.branches.one})::float8 - 126000 as collected`,
      )
    )[0] ?? { collected: 0 }
    const made = await post(college, 'remittance/remit', { planId, fromId: s.branches.one })
    expect(made.data).toMatchObject({ collected })
    const { id } = made.data
    await post(college, 'remittance/send', { id, amount: collected })
    expect((await post(checker, 'remittance/return', { id, note: '凭证看不清' })).code).toBe(200)
    expect((await post(college, 'remittance/send', { id, amount: collected })).code).toBe(200)
    expect((await checker.post('league/remittance/confirm', { id, received: collected })).data).toBe('received')
    expect((await row(id)).state).toBe('received')
    expect(ruleOf(await post(college, 'remittance/remit', { planId, fromId: s.branches.one }))).toBe('nothing')
  })
  it('a college hands up its share of what all its branches collected, to the school, which alone confirms it', async () => {
    const made = await post(college, 'remittance/remit', { planId, fromId: s.branches.college })
    expect(made.code).toBe(200)
    const [of] = await s.db.unscoped(remittance).all({ planId, fromId: s.branches.college })
    expect(of).toMatchObject({ dueShare: 50, due: Math.round((of?.collected ?? 0) / 2) })
    await post(college, 'remittance/send', { id: of?.id, amount: of?.due })
    expect(ruleOf(await post(checker, 'remittance/confirm', { id: of?.id, received: of?.due }))).toBe('notYours')
    expect((await s.league.post('league/remittance/confirm', { id: of?.id, received: of?.due })).data).toBe('received')
  })
  it('a secretary hands up on their own page, is led there by what comes back, and hands up for no other branch', async () => {
    const who = await s.member('two', '程收')
    await s.db.update(leagueBranch, s.branches.two, { secretaryId: who })
    const secretary = await s.self(who)
    const member = await s.memberOf(who)
    await s.db.insert(leagueFee, {
      ...{
        planId,
        memberId: member.id,
        studentId: who,
        branchId: s.branches.two,
        kind: 'voluntary',
        fromMonth: NOW,
        toMonth: NOW,
        amount: 300,
        paid: 300,
        state: 'paid',
        dueDate: NOW,
      },
    })
    type Up = { planId: string; amount: number; remittanceId: string | null; state: string | null; note: string | null }
    const handUp = async () => (await secretary.get<{ branch: { handUp: Up[] } }>('league/leagueFee/mine')).data.branch.handUp
    const [ready] = await handUp()
    expect(ready).toMatchObject({ planId, plan: '上半年团费', amount: 300, remittanceId: null, state: null })
    const made = await post(secretary, 'remittance/remit', { planId, fromId: s.branches.two })
    expect(await handUp()).toMatchObject([{ remittanceId: made.data.id, plan: '上半年团费', state: 'draft', amount: 300 }])
    expect(ruleOf(await post(secretary, 'remittance/remit', { planId, fromId: s.branches.one }))).toBe('notYours')
    expect((await post(secretary, 'remittance/send', { id: made.data.id, amount: 300 })).code).toBe(200)
    expect((await post(college, 'remittance/return', { id: made.data.id, note: '没有凭证' })).code).toBe(200)
    expect(await handUp()).toMatchObject([{ state: 'returned', note: '没有凭证' }])
    const todos = await s.db.query<{ link: string }>(sql`select link from todo where biz_id = ${made.data.id} and user_id = ${secretary.userId} and state = 'open'`)
    expect(todos.map(todo => todo.link)).toEqual(['/league/mine'])
    await post(secretary, 'remittance/send', { id: made.data.id, amount: 300 })
    expect((await checker.post('league/remittance/confirm', { id: made.data.id, received: 300 })).data).toBe('received')
    expect(await handUp()).toEqual([])
  })
})
