import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { expectLedger } from '#testing/ledger.ts'
import type { Actor } from '#testing/school.ts'
import { advisorLog } from './model/advisor-log.ts'
import { fundLedger, societyFundDraft, societyFundEntry } from './model/fund.ts'
import { societyMember } from './model/member.ts'
import { society } from './model/society.ts'
import type { societyStatistics } from './model/statistics.ts'
import { ok, type Pupil, ruleOf, type SocietySchool, societySchool } from './testing.ts'

let s: SocietySchool
let told: ReturnType<typeof captureNotifications>
let advisorsOwn: Actor
beforeAll(async () => {
  s = await societySchool()
  told = captureNotifications(s.server)
  advisorsOwn = s.advisor
})
afterAll(() => s.close())

// 40-M1, 40-M2, 40-M3, 40-M4: the standard tests of a ledger
expectLedger(fundLedger, { school: () => s, own: { about: '测试', bizDate: '2026-01-01' }, newAccount: () => s.society() })

interface Led {
  id: string
  head: Pupil
  treasurers: readonly [Pupil, Pupil]
}
/** A society with a head and two more posts, and so much money. */
async function led(yuan = 0): Promise<Led> {
  const id = await s.society()
  const [head, one, two] = [await s.pupil(), await s.pupil(), await s.pupil()]
  await s.enter(id, head, 'head')
  await s.enter(id, one, 'treasurer')
  await s.enter(id, two, 'treasurer')
  if (yuan) {
    const { id: draft } = ok(await book(s.league, id, { kind: 'allocation', amount: yuan * 100, about: '年度拨款' }))
    expect(ok(await approve(head.actor, draft)).state).toBe('posted')
  }
  return { id, head, treasurers: [one, two] }
}
const book = (by: Actor, societyId: string, more: object) =>
  by.post<{ id: string }>('society/societyFundDraft/book', { societyId, kind: 'sponsorship', amount: 100_00, about: '企业赞助', happenedOn: today(), ...more })
const act = (by: Actor, verb: string, body: object) => by.post<{ state: string }>(`society/societyFundDraft/${verb}`, body)
const approve = (by: Actor, id: string) => act(by, 'approve', { id })
const spend = async (by: Pupil, societyId: string, amount: number) => book(by.actor, societyId, { kind: 'expense', amount, about: '场地布置', vouchers: await proofOf(by.actor) })
const balance = async (id: string): Promise<number> => (await s.row(id)).balance

describe('60-SO9 funds', () => {
  it('60-SO9 two treasurers book the last 800 yuan at once: one entry stands', async () => {
    const { id, head, treasurers } = await led(800)
    const drafts = await Promise.all(treasurers.map(t => spend(t, id, 500_00)))
    expect(drafts.map(d => d.code)).toEqual([200, 200])
    const answers = await Promise.all(drafts.map(d => approve(head.actor, ok(d).id)))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const refused = answers.find(a => a.code !== 200)
    expect([ruleOf(refused as never), refused?.msg.includes('300.00')]).toEqual(['fundShort', true])
    expect(await balance(id)).toBe(300_00)
    expect(await s.db.unscoped(societyFundEntry).count({ accountId: id, kind: 'expense' })).toBe(1)
  })
  it('60-SO9 whoever made it does not check it; strangers and other societies learn nothing', async () => {
    const { id, head, treasurers } = await led(100)
    const [one, two] = treasurers
    const draft = ok(await spend(one, id, 50_00)).id
    expect(ruleOf(await approve(one.actor, draft))).toBe('samePerson')
    const other = await led()
    expect(ruleOf(await approve(other.head.actor, draft))).toBe('notYours')
    expect(ruleOf(await book(other.head.actor, id, {}))).toBe('notYours')
    const member = await s.pupil()
    await s.enter(id, member)
    expect(ruleOf(await approve(member.actor, draft))).toBe('notYours')
    expect((await told('society.fundAsked', head.actor.userId)).length).toBeGreaterThan(0)
    ok(await act(two.actor, 'giveBack', { id: draft, reason: '发票抬头不对' }))
    expect((await told('society.fundReturned', one.actor.userId)).map(m => m.values?.why)).toEqual(['发票抬头不对'])
    expect(ruleOf(await approve(head.actor, draft))).toBe('state')
    const again = { kind: 'expense', amount: 40_00, about: '场地布置', happenedOn: today(), vouchers: await proofOf(one.actor) }
    expect(ruleOf(await act(two.actor, 'change', { id: draft, ...again }))).toBe('notMaker')
    ok(await act(one.actor, 'change', { id: draft, ...again }))
    expect(ok(await approve(two.actor, draft)).state).toBe('posted')
    expect(await balance(id)).toBe(60_00)
    expect(await s.db.unscoped(societyFundEntry).all({ draftId: draft })).toMatchObject([{ amount: -40_00, makerId: one.actor.userId, checkerId: two.actor.userId }])
  })
  it('60-SO9 an expense has a voucher, does not lie ahead, and is never more than there is', async () => {
    const { id, treasurers } = await led(100)
    const [who] = treasurers
    expect(ruleOf(await book(who.actor, id, { kind: 'expense' }))).toBe('voucher')
    expect(ruleOf(await book(who.actor, id, { happenedOn: addDays(today(), 1) }))).toBe('future')
    const short = await spend(who, id, 100_01)
    expect([ruleOf(short), short.msg.includes('100.00'), short.msg.includes('100.01')]).toEqual(['fundShort', true, true])
  })
  it('60-SO9 above 500 yuan the advisor and the guidance unit agree as well', async () => {
    const { id, head, treasurers } = await led(2000)
    const draft = ok(await spend(treasurers[0], id, 500_01)).id
    expect(ok(await approve(head.actor, draft)).state).toBe('advising')
    expect(ruleOf(await approve(treasurers[1].actor, draft))).toBe('notAdvisor')
    expect((await told('society.fundAsked', s.advisor.userId)).length).toBeGreaterThan(0)
    expect(ok(await approve(s.advisor, draft)).state).toBe('confirming')
    expect(ruleOf(await approve(s.advisor, draft))).toBe('samePerson')
    expect(await balance(id)).toBe(2000_00)
    expect(ok(await approve(s.college, draft)).state).toBe('posted')
    expect(await balance(id)).toBe(1499_99)
    const small = ok(await spend(treasurers[0], id, 500_00)).id
    expect(ok(await approve(head.actor, small)).state).toBe('posted')
  })
  it('60-SO9 where nobody else holds a post, the advisor checks', async () => {
    const id = await s.society()
    const head = await s.pupil()
    await s.enter(id, head, 'head')
    const draft = ok(await book(head.actor, id, {})).id
    expect(ok(await approve(advisorsOwn, draft)).state).toBe('posted')
    expect(await balance(id)).toBe(100_00)
  })
  it('60-SO9 a mistake is reversed once, by two people', async () => {
    const { id, head, treasurers } = await led(300)
    const [entry] = await s.db.unscoped(societyFundEntry).all({ accountId: id })
    const reverse = (by: Actor) => by.post('society/societyFundEntry/askReversal', { id: entry?.id, reason: '拨款记重了' })
    ok(await reverse(treasurers[0].actor))
    expect(ruleOf(await reverse(head.actor))).toBe('reversed')
    const [draft] = await s.db.unscoped(societyFundDraft).all({ reversesId: entry?.id ?? '' })
    expect(ruleOf(await approve(treasurers[0].actor, draft?.id ?? ''))).toBe('samePerson')
    ok(await approve(head.actor, draft?.id ?? ''))
    expect(await balance(id)).toBe(0)
    expect(ruleOf(await reverse(head.actor))).toBe('reversed')
  })
  it('60-SO9 members read the month’s statement, others do not; what waits is for those who act for the society', async () => {
    const { id, treasurers } = await led(500)
    const [member, stranger] = [await s.pupil(), await s.pupil()]
    await s.enter(id, member)
    ok(await spend(treasurers[0], id, 100_00))
    const read = (by: Actor, month?: string) =>
      by.get<{ opening: number; income: number; spent: number; closing: number; drafts: object[]; mayBook: boolean }>('society/societyFundEntry/statement', {
        societyId: id,
        ...(month && { month }),
      })
    expect(ok(await read(member.actor))).toMatchObject({ opening: 0, income: 500_00, spent: 0, closing: 500_00, drafts: [], mayBook: false })
    expect(ok(await read(treasurers[1].actor)).drafts).toMatchObject([{ amount: 100_00, mayApprove: true, isMine: false }])
    expect(ok(await read(s.advisor))).toMatchObject({ mayBook: false })
    expect(ruleOf(await read(stranger.actor))).toBe('notYours')
    expect(ok(await read(member.actor, '2020-01'))).toMatchObject({ opening: 0, closing: 0 })
    expect(ok(await read(member.actor, '2099-12'))).toMatchObject({ opening: 500_00, closing: 500_00 })
  })
})
it('60-SO13 a suspended society spends nothing', async () => {
  const { id, head, treasurers } = await led(300)
  const draft = ok(await spend(treasurers[0], id, 50_00)).id
  ok(await s.league.post('society/society/suspend', { id, reason: '未按时年审' }))
  expect(ruleOf(await approve(head.actor, draft))).toBe('stopped')
  expect(ruleOf(await spend(treasurers[0], id, 10_00))).toBe('stopped')
  ok(await book(treasurers[0].actor, id, {}))
})
it('60-SO an advisor records hours, one row a day, of the own society, and not far back', async () => {
  const id = await s.society()
  const log = (more: object, by = s.advisor) => by.post('society/advisorLog/log', { societyId: id, date: today(), hours: 1, content: '参加例会', ...more })
  ok(await log({}))
  ok(await log({ hours: 2.5 }))
  expect(await s.db.unscoped(advisorLog).all({ societyId: id })).toMatchObject([{ hours: 2.5, teacherId: s.ids.he }])
  expect(ruleOf(await log({ date: addDays(today(), 1) }))).toBe('future')
  expect(ruleOf(await log({ date: addDays(today(), -31) }))).toBe('tooOld')
  const other = await s.society({ advisorId: s.ids.lin })
  expect(ruleOf(await log({ societyId: other }))).toBe('notAdvisor')
  expect((await log({}, s.officer)).code).toBe(403)
})
it('60-SO the balance of a society is nobody’s to write', async () => {
  const id = await s.society()
  const { version } = await s.row(id)
  await s.league.post('society/society/update', { id, version, balance: 900_00 })
  expect(await balance(id)).toBe(0)
  await expect(s.db.query(sql`update society_fund_entry set amount = 1 where tenant_id = ${s.tenantId}`)).rejects.toThrow('permission denied')
  expect(await s.db.unscoped(society).count({ id })).toBe(1)
})
it('statistics: societies and members as they stand, and of a span who joined and left, what was spent and how long advisors guided', async () => {
  const read = async (by: Actor = s.league) => ok(await by.get<OutputOf<typeof societyStatistics>>('society/society/statistics', { from: addDays(today(), -30), to: today() }))
  const before = await read()
  const { id, head, treasurers } = await led(800)
  const { id: draft } = ok(await spend(treasurers[0], id, 300_00))
  ok(await approve(head.actor, draft))
  await s.db.insert(advisorLog, { societyId: id, teacherId: s.ids.he, date: today(), hours: 2.5, content: '排练指导' })
  await s.db.updateWhere(societyMember, { societyId: id, studentId: treasurers[1].id }, { role: 'member', state: 'left', leftOn: today(), leaveReason: '转专业' })
  const after = await read()
  const grown = (['societies', 'members', 'joined', 'left', 'spent', 'advised', 'pupils'] as const).map(name => after[name] - before[name])
  expect(grown).toEqual([1, 2, 2, 1, 300_00, 2.5, 3])
  expect([after.perMember, after.churn]).toEqual([Math.round(after.spent / after.members), percentOf(after.left, after.members + after.left)])
  expect([after.byGrade, after.byCollege].map(groups => groups.reduce((n, g) => n + (g?.members ?? 0), 0))).toEqual([after.members, after.members])
  expect([after.unadvised.some(u => u?.id === id), after.without - before.without]).toEqual([false, 1])
  expect(await read(await s.as({ roles: ['college'], departmentId: s.ids.art }))).toMatchObject({ societies: 0, members: 0 })
  expect((await head.actor.get('society/society/statistics', { from: today(), to: today() })).code).toBe(403)
})
