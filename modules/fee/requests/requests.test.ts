import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { payoutLine, payoutList } from '#modules/money/payout/model/payout.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { warningFacts } from '#testing/warning-facts.ts'
import { billLine, payerCredit } from '../bills/model/bill-line.ts'
import { arrearsOf, stateOf } from '../bills/model/standing.ts'
import { takeMoney } from '../bills/server/api.ts'
import { feeApplication } from './model/fee-application.ts'
import { type RequestSchool, requestSchool } from './testing.ts'

/** A school year whose end is far away, whenever this runs. */
const XN = '2098-2099'
const inDays = (n: number): string => addDays(today(), n)
let s: RequestSchool
let deferrals: unknown[]
beforeAll(async () => {
  s = await requestSchool()
  deferrals = captureEvents(s.server, 'fee.deferralChanged')
})
afterAll(() => s.close())
const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule.replace('fee.feeApplication.', ''))
const owing = (amount: number, more: object = {}) => s.line(amount, { xn: XN, dueDate: inDays(-20), ...more })

describe('40-F15 paying later', () => {
  it('is agreed to by counsellor, college and finance, then nothing is in arrears until that day, and it ends by itself', async () => {
    const line = await owing(5500_00)
    expect(stateOf(await s.lineOf(line), today())).toBe('overdue')
    await s.agreed({ kind: 'deferral', lineIds: [line], until: inDays(30) }, [s.fdy, s.college, s.finance])
    const after = await s.lineOf(line)
    expect([after.deferUntil, stateOf(after, today()), stateOf(after, inDays(31)), arrearsOf(after, inDays(31))]).toEqual([inDays(30), 'deferred', 'overdue', 5500_00])
    await s.server.settle()
    expect(deferrals).toContainEqual({ event: 'fee.deferralChanged', studentId: s.payer.id, lineIds: [line], until: inDays(30) })
  })
  it('60-EW arrears warn until the student has asked for help with them', async () => {
    const { id } = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '欠费的人' }))).data
    const other = await selfOf(s, id)
    const line = await s.line(300_00, { xn: XN, dueDate: inDays(-70) })
    await s.db.query(sql`update bill_line set student_id = ${id}, payer_id = ${id} where tenant_id = ${s.tenantId} and id = ${line}`)
    const warned = () => warningFacts(s.db, 'fee.arrears', id, inDays(-60))
    expect(await warned()).toEqual([70])
    const asked = await s.ask({ kind: 'deferral', lineIds: [line], until: inDays(5) }, other)
    expect([asked.code, await warned()]).toEqual([200, []])
    expect((await other.post('fee/feeApplication/withdraw', { id: asked.data.id })).code).toBe(200)
    expect(await warned()).toEqual([70])
  })
  it('is refused for what is paid, for a past day, beyond the school year, without a day, and while another application asks about it', async () => {
    const [line, none] = [await owing(100_00), await owing(100_00)]
    await s.db.query(sql`update bill_line set charged = 0 where id = ${none}`)
    const ask = async (form: object) => rulesOf(await s.ask({ kind: 'deferral', lineIds: [line], ...form }))
    expect(await ask({ lineIds: [none], until: inDays(5) })).toEqual(['settled'])
    expect(await ask({ until: today() })).toEqual(['untilPast'])
    expect(await ask({ until: '2099-09-01' })).toEqual(['untilYear'])
    expect(await ask({})).toEqual(['until'])
    expect(await ask({ lineIds: [] })).toEqual(expect.arrayContaining(['lines']))
    await s.ask({ kind: 'deferral', lineIds: [line], until: inDays(5) })
    expect(await ask({ until: inDays(9) })).toEqual(['open'])
  })
  it('cannot be asked for another payer’s line', async () => {
    const { id } = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '别人' }))).data
    const other = await selfOf(s, id)
    const line = await owing(100_00)
    expect(rulesOf(await s.ask({ kind: 'deferral', lineIds: [line], until: inDays(5) }, other))).toEqual(['unknown'])
    const begun = await other.get<{ lines: unknown[] }>('fee/feeApplication/form')
    expect(begun.data.lines).toEqual([])
  })
})
describe('40-F15 instalments', () => {
  const plan = (...parts: Array<[number, number]>) => parts.map(([n, yuan]) => ({ date: inDays(n), amount: yuan * 100 }))
  it('sum to the line exactly, end inside the school year, in order, and begin with a fifth at least', async () => {
    const line = await owing(1000_00)
    const ask = async (of: object[]) => rulesOf(await s.ask({ kind: 'instalment', lineIds: [line], plan: of }))
    expect(await ask(plan([1, 500], [30, 499]))).toEqual(['planSum'])
    expect(
      await ask([
        { date: inDays(1), amount: 500_00 },
        { date: '2099-09-01', amount: 500_00 },
      ]),
    ).toEqual(['planEnd'])
    expect(await ask(plan([30, 500], [1, 500]))).toEqual(['planOrder'])
    expect(await ask(plan([-1, 500], [30, 500]))).toEqual(['planBegin'])
    expect(await ask(plan([1, 199], [30, 801]))).toEqual(['planFirst'])
    expect(await ask(plan([1, 1000]))).toEqual(['planParts'])
    expect(rulesOf(await s.ask({ kind: 'instalment', lineIds: [line, await owing(1_00)], plan: plan([1, 500], [30, 500]) }))).toEqual(['many'])
  })
  it('leave in arrears only the parts whose day has passed', async () => {
    const line = await owing(1000_00)
    await s.agreed({ kind: 'instalment', lineIds: [line], plan: plan([3, 200], [30, 400], [60, 400]) }, [s.fdy, s.college, s.finance])
    const after = await s.lineOf(line)
    expect([0, 4, 31, 61].map(n => arrearsOf(after, inDays(n)))).toEqual([0, 200_00, 600_00, 1000_00])
    expect(rulesOf(await s.ask({ kind: 'instalment', lineIds: [line], plan: plan([1, 500], [30, 500]) }))).toEqual(['running'])
  })
})
describe('40-F5 a reduction', () => {
  it('is agreed to by the student-affairs office, too, and what was paid beyond it is credit', async () => {
    const line = await owing(900_00)
    const order = await s.order([line], 900_00)
    await s.pay(order.orderNo)
    const before = await s.credit()
    expect(rulesOf(await s.ask({ kind: 'reduction', lineIds: [line], amount: 901_00 }))).toEqual(['over'])
    await s.agreed({ kind: 'reduction', lineIds: [line], amount: 300_00 }, [s.fdy, s.college, s.officer, s.finance])
    expect(await s.lineOf(line)).toMatchObject({ charged: 900_00, reduced: 300_00, paid: 600_00, owed: 0 })
    expect((await s.credit()) - before).toBe(300_00)
  })
})
describe('40-M4 a refund that is asked for', () => {
  it('of credit is agreed to by two people of finance and goes back by the order that brought it', async () => {
    const line = await owing(400_00, { xn: XN })
    const order = await s.order([line], 400_00)
    await s.pay(order.orderNo)
    await s.agreed({ kind: 'reduction', lineIds: [line], amount: 400_00 }, [s.fdy, s.college, s.officer, s.finance])
    const credit = await s.credit()
    expect(rulesOf(await s.ask({ kind: 'refund', lineIds: [], amount: credit + 1 }))).toEqual(['credit'])
    const made = (await s.ask({ kind: 'refund', lineIds: [], amount: 400_00 })).data
    expect(rulesOf(await s.ask({ kind: 'refund', lineIds: [], amount: credit - 400_00 + 1 }))).toEqual(['credit'])
    expect((await s.approve(made, s.finance)).code).toBe(200)
    expect((await s.approve(made, s.finance)).msg).toContain('退费的经办和复核不能是同一人')
    expect((await s.approve(made, s.checker)).code).toBe(200)
    await s.server.settle()
    expect(await s.orderOf(order.id)).toMatchObject({ state: 'refunded', refunded: 400_00 })
    expect([(await s.requestOf(made.id)).rest, await s.credit()]).toEqual([0, credit - 400_00])
  })
  /** A student with credit that no order brought, and an application for 50 yuan of it. */
  async function withCredit(name: string) {
    const { id } = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name }))).data
    const [line, who] = [await owing(250_00, { payer: { type: 'student', id, name } }), await selfOf(s, id)]
    await takeMoney(s.db, { sourceType: 'test', sourceId: line }, 'own', [{ lineId: line, amount: 300_00 }])
    const made = (await s.ask({ kind: 'refund', lineIds: [], amount: 50_00 }, who)).data
    return { id, made, balance: async () => (await s.db.unscoped(payerCredit).find({ payerId: id, origin: 'own' }))?.balance }
  }
  it('40-B1 that no order can take leaves the credit for the list of refunds, which the bank pays', async () => {
    const { id, made, balance } = await withCredit('无订单')
    for (const by of [s.finance, s.checker]) expect((await s.approve(made, by)).code).toBe(200)
    await s.server.settle()
    const [line] = await s.db.unscoped(payoutLine).all({ grantId: made.id })
    expect(line).toMatchObject({ studentId: id, amount: 50_00, state: 'ready', what: '退费 预存' })
    expect((await s.db.unscoped(payoutList).one(line?.listId ?? '')).source).toBe('refund')
    expect([await balance(), (await s.requestOf(made.id)).rest]).toEqual([0, 50_00])
  })
  it('of credit that was spent since is not agreed to', async () => {
    const { id, made, balance } = await withCredit('已用完')
    await s.approve(made, s.finance)
    await s.db.query(sql`update payer_credit set balance = 10_00 where tenant_id = ${s.tenantId} and payer_id = ${id}`)
    expect((await s.approve(made, s.checker)).msg).toContain('预存只剩 10.00 元，不够退 50.00 元')
    expect([await balance(), (await s.requestOf(made.id)).state]).toEqual([10_00, 'pending'])
  })
  it('of an item that is given back by month is not asked for, nor of one that is never given back', async () => {
    const [tuition, exam] = [await owing(100_00), await owing(100_00, { item: 'exam' })]
    expect(rulesOf(await s.ask({ kind: 'refund', lineIds: [tuition] }))).toEqual(['leaving'])
    await s.finance.post('fee/chargeItem/update', { id: s.items.exam, refundRule: 'none', version: 1 })
    expect(rulesOf(await s.ask({ kind: 'refund', lineIds: [exam] }))).toEqual(['notRefunded'])
  })
  it('of an optional item gives back what was not used, by a negative charge', async () => {
    await s.finance.post('fee/chargeItem/update', { id: s.items.books, refundRule: 'unused', version: 1 })
    const line = await owing(600_00, { item: 'books' })
    expect(rulesOf(await s.ask({ kind: 'refund', lineIds: [line] }))).toEqual(['nothing'])
    const order = await s.order([line], 600_00)
    await s.pay(order.orderNo)
    await s.agreed({ kind: 'refund', lineIds: [line], amount: 150_00 }, [s.finance, s.checker])
    await s.server.settle()
    expect([(await s.lineOf(line)).charged, (await s.orderOf(order.id)).refunded]).toEqual([450_00, 150_00])
  })
})
describe('an application about fees', () => {
  let others = 0
  const lines = new Map<object, string>()
  expectApplication({ of: feeApplication, path: 'fee/feeApplication', taken: ['open'], files: 'files' }, () => ({
    db: s.db,
    async applicants() {
      const people = await Promise.all(
        [1, 2].map(async () => {
          const { id } = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: `学生${++others}` }))).data
          const [lineId, who] = [await s.line(700_00, { xn: XN, payer: { type: 'student', id, name: '学生' } }), await selfOf(s, id)]
          lines.set(who, lineId)
          return who
        }),
      )
      return [people[0] as never, people[1] as never]
    },
    form: who => ({ kind: 'deferral', lineIds: [lines.get(who)], until: inDays(10), reason: '家里暂时困难' }),
    approvers: [s.fdy, s.college, s.finance],
  }))
  it('tells who decides what it is about: amounts, plan, what else is owed', async () => {
    const line = await owing(300_00)
    const { data } = await s.ask({ kind: 'deferral', lineIds: [line], until: inDays(7) })
    const card = await s.fdy.get<{ amount: number; parts: unknown[]; until: string }>('fee/feeApplication/card', { id: data.id })
    expect(card.data).toMatchObject({ amount: 300_00, until: inDays(7), parts: [{ item: '学费', amount: 300_00, owed: 300_00 }] })
    const preview = await s.student.get<{ amount: number; problems: Array<{ rule: string }>; steps: Array<{ name: string }> }>('fee/feeApplication/preview', {
      kind: 'reduction',
      lineIds: [await owing(1_00)],
      amount: 50,
    })
    expect([preview.data.problems, preview.data.steps.map(x => x.name)]).toEqual([[], ['辅导员', '学院', '学工处', '财务处']])
  })
  it('changes nothing while it is undecided', async () => {
    const line = await owing(300_00)
    await s.ask({ kind: 'deferral', lineIds: [line], until: inDays(7) })
    expect((await s.db.unscoped(billLine).one(line)).deferUntil).toBeNull()
  })
})
