import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billLedger } from '#modules/fee/bills/model/bill-line.ts'
import { draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import { leagueFee } from './model/fee.ts'
import { liableFor, without } from './model/liability.ts'
import { monthAfter, monthOf, monthsIn } from './model/months.ts'
import { bookSums, chargedSchool, ruleOf } from './testing.ts'

let s: Awaited<ReturnType<typeof chargedSchool>>
beforeAll(async () => {
  s = await chargedSchool()
})
afterAll(() => s.close())

describe('40-G1 a fee is months liable × standard', () => {
  it('student 0.20 a month, 6 months 1.20, by bill lines of the league’s own book', async () => {
    expect(await s.feeOf('zhou')).toMatchObject({ months: 6, monthly: 20, amount: 120, state: 'due', planId: s.planId })
    expect(await s.linesOf(s.who.zhou)).toMatchObject([{ charged: 120, owed: 120 }])
    expect(await bookSums(s)).toEqual([{ book: 'league', kind: 'charge', sum: 120 + 120 + 80 + 80 }])
  })
  it('owed from the month of joining on', async () => {
    expect(await s.feeOf('feng')).toMatchObject({ fromMonth: '2026-03-01', months: 4, amount: 80 })
  })
  it('previewed before: heads, sum, exempt by ground; classes without a standard are named and publishing refused', async () => {
    const draft = {
      name: '下半年团费',
      beginTime: '2020-01-01T00:00:00Z',
      endTime: '2099-01-01T00:00:00Z',
      audience: { all: true },
      fromMonth: '2026-07-15',
      dueDate: '2099-01-01',
      merchantId: s.merchantId,
    }
    const { id } = (await s.league.post<{ id: string }>('league/leagueFeePlan/add', draft)).data
    const preview = async () => (await s.league.get<Record<string, unknown>>('league/leagueFeePlan/previewFees', { id })).data
    expect(await preview()).toMatchObject({ heads: 3, sum: 360, exempt: [{ ground: 'party', heads: 2 }], missing: [], byClass: [{ feeClass: 'student', heads: 3, monthly: 20 }] })
    const { id: memberId } = await s.memberOf(s.who.wu)
    await s.league.post('league/leagueMember/update', {
      id: memberId,
      feeClass: 'wage2',
      version: (await s.db.query<{ version: number }>(sql`select version from league_member where id = ${memberId}`))[0]?.version,
    })
    expect(await preview()).toMatchObject({ heads: 2, missing: ['工资 2000 至 3000 元'] })
    expect(ruleOf(await s.league.post('league/leagueFeePlan/publish', { id }))).toBe('standards')
    const { version } = (await s.league.get<{ version: number }>('league/leagueFeePlan/getOne', { id })).data
    expect((await s.league.post('league/leagueFeePlan/update', { id, version, standards: [{ feeClass: 'wage2', monthly: 500 }] })).code).toBe(200)
    expect(await preview()).toMatchObject({ heads: 3, sum: 240 + 3000 })
    await s.db.query(sql`update league_member set fee_class = 'student' where id = ${memberId}`)
    const { version: now } = (await s.league.get<{ version: number }>('league/leagueFeePlan/getOne', { id })).data
    await s.league.post('league/leagueFeePlan/update', { id, version: now, fromMonth: '2026-06-01' })
    const overlap = await s.league.post('league/leagueFeePlan/publish', { id })
    expect([ruleOf(overlap), overlap.msg]).toEqual(['overlap', expect.stringContaining('2026-01 – 2026-06')])
  })
})
describe('40-G2 a party member', () => {
  it('who became probationary on 15 April owes through April only; one of last year nothing', async () => {
    expect(await s.feeOf('zheng')).toMatchObject({ fromMonth: '2026-01-01', toMonth: '2026-04-01', months: 4, amount: 80 })
    expect(await s.feeOf('wang')).toMatchObject({ months: 0, amount: 0, state: 'exempt', ground: 'party' })
  })
  it('who becomes so after the plan was made owes less at once; what was paid stays', async () => {
    const { id } = await s.memberOf(s.who.wu)
    const [{ version } = { version: 0 }] = await s.db.query<{ version: number }>(sql`select version from league_member where id = ${id}`)
    expect((await s.league.post('league/leagueMember/update', { id, version, partyStage: 'probationary', partyFrom: '2026-04-15' })).code).toBe(200)
    expect([await s.feeOf('wu'), await s.linesOf(s.who.wu)]).toMatchObject([{ months: 4, amount: 80, toMonth: '2026-04-01' }, [{ charged: 80, owed: 80 }]])
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
  it('who leaves owes through the month of leaving, once no order holds the fee', async () => {
    const id = await s.member('two', '水离')
    const now = monthOf(today())
    const member = await s.memberOf(id)
    await s.league.post('league/leagueMember/charge', { id: member.id, from: now, to: monthAfter(now, 3) })
    const leave = () => s.league.post('league/leagueMember/leave', { id: member.id, leftOn: today(), leftCause: 'transfer' })
    const order = await s.pay(await s.self(id), await s.feesOf(id))
    expect(ruleOf(await leave())).toBe('openOrder')
    const finance = await s.as({ roles: ['finance'], userType: 2 })
    await finance.post('fee/payOrder/closeOrder', { id: order.data.id })
    expect((await leave()).code).toBe(200)
    expect([await s.feesOf(id), await s.linesOf(id)]).toMatchObject([[{ toMonth: now, months: 1, amount: 20 }], [{ charged: 20, owed: 20 }]])
  })
  it('is liable from joining to leaving and through the month of becoming one, for any dates', () => {
    const month = fc.integer({ min: 0, max: 40 }).map(n => monthAfter('2024-01-01', n))
    const day = fc.tuple(month, fc.integer({ min: 1, max: 28 })).map(([m, d]) => `${m.slice(0, 8)}${String(d).padStart(2, '0')}`)
    const some = fc.option(day, { nil: null })
    fc.assert(
      fc.property(day, some, some, month, fc.integer({ min: 0, max: 11 }), (joinedOn, partyFrom, leftOn, from, n) => {
        const span = { from, to: monthAfter(from, n) }
        const found = liableFor({ joinedOn, partyStage: partyFrom ? 'probationary' : 'none', partyFrom, leftOn }, span)
        const owes = (m: string) => m >= joinedOn.slice(0, 7) && (!partyFrom || m <= partyFrom.slice(0, 7)) && (!leftOn || m <= leftOn.slice(0, 7))
        const months = Array.from({ length: n + 1 }, (_, k) => monthAfter(from, k)).filter(m => owes(m.slice(0, 7)))
        expect(typeof found === 'string' ? 0 : monthsIn(found)).toBe(months.length)
        if (typeof found === 'object') expect(found).toEqual({ from: months[0], to: months.at(-1) })
      }),
    )
  })
})
describe('40-G4 advance and back payment', () => {
  it('at most six months, and no month twice, whoever charges at once', async () => {
    const id = await s.member('two', '丁远')
    const ding = await s.self(id)
    expect(ruleOf(await ding.post('league/leagueFee/ahead', { months: 8 }))).toBe('tooMany')
    const both = await Promise.all([ding.post('league/leagueFee/ahead', { months: 3 }), ding.post('league/leagueFee/ahead', { months: 3 })])
    expect(both.map(a => a.code)).toEqual([200, 200])
    const fees = await s.feesOf(id)
    expect(fees.map(f => [f.kind, f.months])).toEqual([
      ['ahead', 3],
      ['ahead', 3],
    ])
    expect(fees[1]?.fromMonth).toBe(monthAfter(fees[0]?.toMonth ?? '', 1))
  })
  it('six months back and none before them', async () => {
    const id = await s.member('two', '戴补')
    const now = monthOf(today())
    const charge = async (from: number) =>
      s.league.post<{ months: number }>('league/leagueMember/charge', { id: (await s.memberOf(id)).id, from: monthAfter(now, from), to: monthAfter(now, -1) })
    expect(ruleOf(await charge(-7))).toBe('tooMany')
    expect((await charge(-6)).data).toEqual({ months: 6, amount: 120 })
    expect(ruleOf(await charge(-6))).toBe('chargedAlready')
  })
  it('more of one’s own will is a kind of its own, open to party members', async () => {
    const wang = await s.self(s.who.wang)
    expect((await wang.post('league/leagueFee/volunteer', { amount: 10_00 })).code).toBe(200)
    const { id } = (await wang.post<{ id: string }>('league/leagueFee/volunteer', { amount: 5_00 })).data
    const fee = await s.db.unscoped(leagueFee).one(id)
    expect(fee).toMatchObject({ kind: 'voluntary', months: 0, amount: 5_00 })
    const made = await s.pay(wang, [fee])
    await s.settle(wang, made.data.orderNo)
    expect(await s.db.unscoped(leagueFee).one(id)).toMatchObject({ state: 'paid', paid: 5_00 })
  })
  it('what remains without charged months are gaps that neither overlap nor repeat, for any spans', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 4 })), { maxLength: 5 })
    fc.assert(
      fc.property(spans, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 11 }), (taken, from, n) => {
        const at = (k: number) => monthAfter('2024-01-01', k)
        const charged = taken.map(([k, len]) => ({ from: at(k), to: at(k + len) }))
        const months = (of: ReadonlyArray<{ from: string; to: string }>) => of.flatMap(x => Array.from({ length: monthsIn(x) }, (_, k) => monthAfter(x.from, k)))
        const left = Array.from({ length: n + 1 }, (_, k) => at(from + k)).filter(m => !charged.some(c => c.from <= m && m <= c.to))
        expect(months(without({ from: at(from), to: at(from + n) }, charged))).toEqual(left)
      }),
    )
  })
})
describe('bad input', () => {
  const add = async (more: object) => {
    const officer = await s.as({ roles: ['officer'] })
    const studentId = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2302, { name: '蒋凡' }))).data.id
    return s.league.post('league/leagueMember/add', { studentId, branchId: s.branches.two, joinedOn: '2021-05-04', ...more })
  }
  it('joined before 14, probationary before joining, without its date, and a committee for a branch are refused', async () => {
    const answers = [
      await add({ joinedOn: '2019-03-13' }),
      await add({ partyStage: 'probationary', partyFrom: '2020-04-15' }),
      await add({ partyStage: 'full' }),
      await add({ branchId: s.branches.college }),
    ]
    expect(answers.map(ruleOf)).toEqual(['young', 'partyEarly', 'partyDate', 'notBranch'])
    expect((await add({ joinedOn: '2019-03-14' })).code).toBe(200)
  })
  it('two branches at once are refused, naming the first', async () => {
    const answer = await s.league.post('league/leagueMember/add', { studentId: s.who.zhou, branchId: s.branches.two, joinedOn: '2021-05-04' })
    expect([ruleOf(answer), answer.msg]).toEqual(['twice', expect.stringContaining('软件2301团支部')])
  })
})
