import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { arrearsOf, stateOf } from '#modules/fee/bills/model/standing.ts'
import { approveAs } from '#modules/standing/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { ok, rulesOf, saysOf } from '../testing.ts'
import { greenChannel } from './model/green-channel.ts'
import { type GreenSchool, greenSchool } from './testing.ts'

let { s, batchId, someone, bill, pay, asks, apply, approve, granted, rowOf, lineOf } = {} as GreenSchool
beforeAll(async () => {
  const of = await greenSchool()
  ;({ s, batchId, someone, bill, pay, asks, apply, approve, granted, rowOf, lineOf } = of)
})
afterAll(() => s.close())

describe('30-WG1 the fee step', () => {
  it('is done when every required item is paid, covered or deferred, and not before', async () => {
    const who = await someone()
    const [tuition, lodging] = [await bill(who, 550_000), await bill(who, 120_000, 'lodging')]
    await bill(who, 60_000, 'bedding')
    const step = async () => (await s.state(batchId, who, 'fee')).state
    await pay(lodging, 120_000)
    await s.server.settle()
    expect(await step()).toBe('open')
    await granted(who, [[tuition, 350_000]])
    expect(await step()).toBe('open')
    await pay(tuition, 200_000)
    await s.server.settle()
    expect([await step(), (await s.state(batchId, who, 'key')).state]).toEqual(['done', 'open'])
  })
  it('30-WG7 lists each item with its state, what is voluntary apart, and makes a page to pay on', async () => {
    const who = await someone()
    const [tuition, bedding] = [await bill(who, 550_000), await bill(who, 60_000, 'bedding')]
    const dues = ok(await who.actor.get<{ lines: Array<{ id: string; state: string; isVoluntary: boolean }> }>('welcome/greenChannel/dues'))
    expect(dues.lines.map(l => [l.id, l.state, l.isVoluntary]).sort()).toEqual(
      [
        [tuition, 'unpaid', false],
        [bedding, 'unpaid', true],
      ].sort(),
    )
    const paying = (lineIds: string[], by = who) => by.actor.post<{ path: string }>('welcome/greenChannel/pay', { lineIds })
    expect(ok(await paying([tuition])).path).toMatch(/^\/fee\/help\?/)
    expect((await paying([tuition, bedding])).code).not.toBe(200)
    expect((await paying([tuition], await someone())).code).not.toBe(200)
  })
})
describe('30-WG2 an application', () => {
  it('needs no papers, passes counsellor, college and office, and defers the bills until the school’s day', async () => {
    const heard = captureEvents(s.server, 'welcome.greenChannelApproved')
    const who = await someone()
    const line = await bill(who, 930_000)
    const { id, instanceId } = ok(await apply(who, [[line, 930_000]], { loanReceiptCode: 'A12345', packages: ['bedding'] }))
    ok(await approveAs(s.fdy, instanceId))
    expect((await lineOf(line)).deferUntil).toBe(null)
    ok(await approveAs(s.college, instanceId))
    ok(await approveAs(s.officer, instanceId))
    await s.server.settle()
    const until = addDays(today(), 90)
    expect(await lineOf(line)).toMatchObject({ deferUntil: until, owed: 930_000 })
    expect(await rowOf(id)).toMatchObject({ state: 'approved', deferred: 930_000, until, onSite: false, hasLoanCode: true })
    expect(heard).toMatchObject([{ studentId: who.id, lineIds: [line], until }])
    expect((await s.state(batchId, who, 'fee')).state).toBe('done')
  })
  it('30-WG3 is refused above what is owed, for others’ fees, for what is voluntary, paid or deferred, and while another is open', async () => {
    const [who, other] = [await someone(), await someone()]
    const [line, bedding, paid, theirs] = [await bill(who, 100_000), await bill(who, 60_000, 'bedding'), await bill(who, 5_000, 'lodging'), await bill(other, 100_000)]
    await pay(paid, 5_000)
    const refused = await apply(who, [[line, 100_100]])
    expect(rulesOf(refused)).toEqual(['over'])
    expect(saysOf(refused)).toContain('¥1,001.00')
    expect(rulesOf(await apply(who, [[theirs, 100]]))).toEqual(['unknownLine'])
    expect(rulesOf(await apply(who, [[bedding, 100]]))).toEqual(['voluntary'])
    expect(rulesOf(await apply(who, [[paid, 100]]))).toEqual(['settled'])
    expect(
      rulesOf(
        await apply(who, [
          [line, 100],
          [line, 200],
        ]),
      ),
    ).toEqual(['twice'])
    const both = await Promise.all([apply(who, [[line, 100]]), apply(who, [[line, 100]])])
    expect(both.filter(x => x.code === 200)).toHaveLength(1)
    expect(rulesOf(both.find(x => x.code !== 200) as never)).toEqual(['open'])
    await approve(both.find(x => x.code === 200)?.data.instanceId ?? '')
    expect(rulesOf(await apply(who, [[line, 100]]))).toEqual(['planned'])
  })
  it('30-WG3 defers a part: the rest stays due on its own day', async () => {
    const who = await someone()
    const line = await bill(who, 900_000)
    const { dueDate } = await lineOf(line)
    await granted(who, [[line, 550_000]])
    const row = await lineOf(line)
    expect([arrearsOf(row, today()), arrearsOf(row, addDays(dueDate, 1)), arrearsOf(row, addDays(today(), 91))]).toEqual([0, 350_000, 900_000])
    expect(stateOf(row, addDays(dueDate, 1))).toBe('overdue')
  })
})
describe('30-WG6 the request', () => {
  it('is withheld from lists, read with an entry by whoever decides, and at other points the step says no more than done', async () => {
    const who = await someone()
    const line = await bill(who, 300_000)
    const { id, instanceId } = ok(await apply(who, [[line, 300_000]], { note: '父亲生病住院' }))
    for (const by of [s.fdy, s.officer, s.admissions]) {
      const list = ok(await by.get<{ result: Array<Record<string, unknown>> }>('welcome/greenChannel/list', { studentId: who.id }))
      expect(list.result[0]).toMatchObject({ total: 300_000 })
      expect([list.result[0]?.note, list.result[0]?.reasons, list.result[0]?.loanReceiptCode]).toEqual([undefined, undefined, undefined])
    }
    const before = await s.db.query(sql`select from audit_log where action = 'reveal' and biz_id = ${id}`)
    expect(ok(await s.fdy.get('welcome/greenChannel/card', { id }))).toMatchObject({ note: '父亲生病住院', reasons: ['hardship'] })
    expect(await s.db.query(sql`select from audit_log where action = 'reveal' and biz_id = ${id}`)).toHaveLength(before.length + 1)
    await approve(instanceId)
    const { id: memberId } = await s.member(batchId, who)
    const { steps } = ok(
      await s.college.get<{ steps: Array<{ code: string; state: string; remark: string | null; why: string[] }> }>('welcome/welcomeMember/steps', { id: memberId }),
    )
    expect(steps.find(x => x.code === 'fee')).toMatchObject({ state: 'done', remark: null, why: [] })
  })
})
describe('an application for the green channel', () => {
  const lines = new Map<string, string>()
  expectApplication({ of: greenChannel, path: 'welcome/greenChannel', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      const both = [await someone(), await someone()] as const
      for (const who of both) lines.set(who.actor.userId, await bill(who, 100_000))
      return [both[0].actor, both[1].actor]
    },
    form: by => asks([[lines.get(by.userId) ?? '', 100_000]]),
    approvers: [s.fdy, s.college, s.officer],
  }))
})
it('30-WG3 amounts by college are of the reader’s scope', async () => {
  const rows = ok(await s.officer.get<Array<{ people: number; deferred: number }>>('welcome/greenChannel/figures'))
  const [sum] = await s.db.query<{ people: number; deferred: number }>(
    sql`select count(distinct student_id)::int as people, sum(deferred) filter (where state = 'approved')::float8 as deferred from green_channel where state in ('pending', 'returned', 'approved')`,
  )
  expect([rows.reduce((n, r) => n + r.people, 0), rows.reduce((n, r) => n + r.deferred, 0)]).toEqual([sum?.people, sum?.deferred])
  expect(ok(await (await s.as({ roles: ['college'], departmentId: s.ids.art })).get('welcome/greenChannel/figures'))).toEqual([])
})
