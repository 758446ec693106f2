import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { campus, venue } from '#modules/campus/model/places.ts'
import { confirmVenue, releaseVenue } from '#modules/campus/server/api.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { growthEntry } from '#modules/growth/model/entry.ts'
import { approveAs } from '#modules/leave/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { isCarried, societyDissolution, societyVoter } from './model/dissolution.ts'
import { societyMember } from './model/member.ts'
import { voteEnds } from './server/dissolution-vote.ts'
import { heldBy, inHours, ok, type Pupil, ruleOf, type SocietySchool, societySchool } from './testing.ts'

let s: SocietySchool
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await societySchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
interface Group {
  id: string
  head: Pupil
  members: Pupil[]
}
async function group(n = 5): Promise<Group> {
  const id = await s.society()
  const members: Pupil[] = []
  for (let i = 0; i < n; i++) members.push(await s.pupil())
  for (const [i, who] of members.entries()) await s.enter(id, who, i ? 'member' : 'head')
  return { id, head: members[0] as Pupil, members }
}
const act = (by: Actor, verb: string, body: object) => by.post<{ id: string }>(`society/societyDissolution/${verb}`, body)
const call = (who: Pupil, societyId: string) => act(who.actor, 'callVote', { societyId, reason: '骨干都毕业了，没有人接', days: 3 })
const vote = (who: Pupil, id: string, isFor: boolean) => act(who.actor, 'castVote', { id, isFor })
const row = (id: string) => s.db.unscoped(societyDissolution).one(id)
const later = () => Date.now() + 4 * DAY_MS
async function approve(id: string, ...by: readonly Actor[]): Promise<void> {
  const [found] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${id} order by started_at desc limit 1`)
  for (const who of by) ok(await approveAs(who, found?.id ?? null))
}
interface Mine {
  votes: Array<{ id: string; hasVoted: boolean }>
  cases: Array<{ id: string; state: string; voted: number | null; leftovers: Array<{ code: string }> }>
  mayCall: Array<{ id: string }>
}
const mine = async (who: Pupil): Promise<Mine> => ok(await who.actor.get<Mine>('society/societyDissolution/mine'))
const list = async (id: string) => ok(await s.league.get<{ leftovers: Array<{ code: string; n: number }>; isClear: boolean }>('society/societyDissolution/liquidation', { id }))
/** By the league and the office. */
async function liquidating(societyId: string): Promise<string> {
  const { id } = ok(await act(s.league, 'open', { societyId, cause: 'violation', reason: '多次违规收费' }))
  await approve(id, s.officer)
  return id
}

describe('60-SO14 the members vote', () => {
  it('60-SO14 two thirds of those voting, of whom there are at least half', () => {
    const carried = (eligible: number, ayes: number, noes: number) => isCarried({ eligible, ayes, noes })
    expect([carried(10, 4, 1), carried(10, 4, 0), carried(10, 4, 2), carried(10, 3, 2), carried(0, 0, 0), carried(3, 2, 1)]).toEqual([true, false, true, false, false, true])
  })
  it('60-SO14 is called by the head; members of that moment vote once, on whatever device, and nobody learns how', async () => {
    const { id, head, members } = await group()
    expect(ruleOf(await call(members[1] as Pupil, id))).toBe('notHead')
    const both = await Promise.all([call(head, id), call(head, id)])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const called = ok(both.find(a => a.code === 200) as never) as { id: string }
    expect(ruleOf(await act(s.league, 'open', { societyId: id, cause: 'merger', reason: '并入别的社团' }))).toBe('open')
    expect((await told('society.voteCalled', members[2]?.actor.userId ?? '')).length).toBe(1)
    const late = await s.pupil()
    await s.enter(id, late)
    expect(ruleOf(await vote(late, called.id, false))).toBe('notFound')
    const [, one, two, three] = members as [Pupil, Pupil, Pupil, Pupil]
    const twice = await Promise.all([vote(one, called.id, true), vote(one, called.id, false), vote(one, called.id, true)])
    expect(twice.map(a => a.code).sort()).toEqual([200, 422, 422])
    expect(twice.filter(a => a.code !== 200).map(ruleOf)).toEqual(['voted', 'voted'])
    ok(await vote(two, called.id, true))
    expect([(await mine(one)).votes, (await mine(three)).votes]).toMatchObject([[{ hasVoted: true }], [{ hasVoted: false }]])
    const marks = await s.db.unscoped(societyVoter).all({ dissolutionId: called.id })
    const { ayes, noes, updatedBy } = (await row(called.id)) as unknown as { ayes: number; noes: number; updatedBy: string | null }
    // neither who marked a place nor when is kept, so that no order can be set against the sums
    expect(marks.map(m => [m.updatedAt, m.updatedBy])).toEqual(marks.map(m => [m.createdAt, m.createdBy]))
    expect([ayes + noes, marks.filter(m => m.votedOn).length, updatedBy]).toEqual([2, 2, null])
    // neither a list nor the case tells the sums while it runs
    const listed = ok(await s.league.get<{ result: object[] }>('society/societyDissolution/list', { id: called.id })).result[0]
    expect([listed && 'ayes' in listed, (await mine(head)).cases[0]]).toMatchObject([false, { state: 'voting', voted: null }])
    const histories = await s.db.query(sql`select 1 from operation_log t where t.user_id = ${one.actor.userId} and t::text ~ 'isFor|ayes|noes'`)
    expect(histories).toEqual([])
  })
  it('60-SO14 carried, it passes advisor, unit, league and office; else the society goes on', async () => {
    const [ends, stays] = [await group(), await group()]
    const [a, b] = [ok(await call(ends.head, ends.id)).id, ok(await call(stays.head, stays.id)).id]
    for (const who of ends.members.slice(0, 3)) ok(await vote(who, a, true))
    for (const [i, who] of stays.members.slice(0, 3).entries()) ok(await vote(who, b, i === 0))
    await voteEnds(s.db, Date.now() + DAY_MS)
    expect((await row(a)).state).toBe('voting')
    await voteEnds(s.db, later())
    expect([(await row(a)).state, (await row(b)).state]).toEqual(['pending', 'voteFailed'])
    expect([await row(a), await row(b)]).toMatchObject([
      { eligible: 5, voted: 3, agreed: 3 },
      { eligible: 5, voted: 3, agreed: 1 },
    ])
    expect(ruleOf(await vote(ends.members[4] as Pupil, a, true))).toBe('state')
    expect((await s.row(ends.id)).state).toBe('active')
    await approve(a, s.advisor, s.college, s.league)
    expect((await s.row(ends.id)).state).toBe('active')
    await approve(a, s.officer)
    expect([(await s.row(ends.id)).state, (await row(a)).state, (await s.row(stays.id)).state]).toEqual(['liquidating', 'liquidating', 'active'])
    expect(ruleOf(await s.join(await s.pupil(), ends.id))).toBe('notRunning')
  })
})
describe('60-SO14 liquidation', () => {
  it('60-SO14 lists activities, enrolments, venues, money, things and archive; all clear, it is dissolved and hours stay', async () => {
    const { id, head, members } = await group(3)
    const [, treasurer, member] = members as [Pupil, Pupil, Pupil]
    await s.db.updateWhere(societyMember, { societyId: id, studentId: treasurer.id }, { role: 'treasurer' })
    const booked = ok(
      await head.actor.post<{ id: string }>('society/societyFundDraft/book', {
        societyId: id,
        kind: 'sponsorship',
        amount: 80_000,
        about: '校友赞助',
        happenedOn: today(),
      }),
    )
    ok(await treasurer.actor.post('society/societyFundDraft/approve', { id: booked.id }))
    await heldBy(s, id, 1, [member, treasurer])
    await s.db.query(sql`update activity set state = 'approved', start_at = now() + interval '1 day', end_at = now() + interval '2 days' where society_id = ${id}`)
    await s.db.query(sql`update activity_enrolment set state = case student_id when ${member.id}::uuid then 'applied' else 'admitted' end
      where activity_id in (select id from activity where society_id = ${id})`)
    const [planned] = await s.db.query<{ id: string }>(sql`select id from activity where society_id = ${id}`)
    const [at] = await s.db.unscoped(campus).all()
    const hall = await s.db.insert(venue, { code: `HALL${serial('hall')}`, name: '排练厅', campusId: at?.id ?? '', type: 'classroom', capacity: 50 })
    const source = { sourceType: 'activity', sourceId: planned?.id ?? '' }
    const span = { venueId: hall.id, from: inHours(24), to: inHours(26), people: 20, setupMin: 0, clearMin: 0 }
    await s.db.tx(tx => confirmVenue(tx, { ...source, ...span, title: '排练', holder: '读书社' }))
    const entry = { entryNo: `CZ20251010-${serial('hours')}`, studentId: member.id, category: 'artsSports', title: '读书会', hours: 2, points: 1, labourHours: 0 }
    const counted = {
      countedHours: 2,
      countedPoints: 1,
      bizDate: '2025-10-10',
      xn: '2025-2026',
      xqM: '1',
      sourceType: 'activityEnrolment',
      sourceId: serial('hours'),
      sourceSeq: 1,
    }
    await s.db.insertMany(growthEntry, [{ ...entry, ...counted } as never], { history: false })
    const hours = () => s.db.unscoped(growthEntry).count({ studentId: member.id })
    const before = await hours()
    expect(before).toBe(1)
    const waiting = await s.society()
    expect((await act(s.college, 'open', { societyId: waiting, cause: 'violation', reason: '违规' })).code).toBe(403)
    const cleared = await liquidating(id)
    const open = async () => (await list(cleared)).leftovers.map(l => [l.code, l.n])
    expect(await open()).toEqual([
      ['fund', 80_000],
      ['things', 1],
      ['archive', 1],
      ['activities', 1],
      ['enrolments', 2],
      ['bookings', 1],
    ])
    expect((await mine(head)).cases[0]?.leftovers.map(l => l.code)).toEqual(['fund', 'things', 'archive', 'activities', 'enrolments', 'bookings'])
    const early = await act(s.league, 'finish', { id: cleared })
    expect([ruleOf(early), early.msg.includes('经费余额')]).toEqual(['notClear', true])
    expect(
      ruleOf(await head.actor.post('society/societyFundDraft/book', { societyId: id, kind: 'expense', amount: 100, about: '聚餐费用', happenedOn: '2025-10-10', vouchers: [] })),
    ).toBe('voucher')
    const back = ok(
      await head.actor.post<{ id: string }>('society/societyFundDraft/book', { societyId: id, kind: 'return', amount: 80_000, about: '交回指导单位', happenedOn: '2025-10-10' }),
    )
    expect((await open()).map(([code]) => code)).toContain('drafts')
    ok(await treasurer.actor.post('society/societyFundDraft/approve', { id: back.id }))
    await s.db.query(sql`update activity set state = 'cancelled' where society_id = ${id}`)
    await s.db.tx(tx => releaseVenue(tx, source))
    ok(await act(s.league, 'tick', { id: cleared, thingsBack: true, archived: true, clearNote: '档案移交团委' }))
    expect(await list(cleared)).toMatchObject({ leftovers: [], isClear: true })
    const ends = await Promise.all([act(s.league, 'finish', { id: cleared }), act(s.league, 'finish', { id: cleared })])
    expect(ends.map(a => a.code).sort()).toEqual([200, 422])
    expect([(await s.row(id)).state, (await row(cleared)).state, await hours()]).toEqual(['dissolved', 'dissolved', before])
    expect((await s.db.unscoped(societyMember).all({ societyId: id })).map(m => [m.state, m.role])).toEqual(members.map(() => ['left', 'member']))
    // the name is free again, and so are its head's post and the members' places
    const { name } = await s.row(id)
    const next = await s.society({ name })
    await s.enter(next, head, 'head')
  })
  it('60-SO14 a merger passes members and money to the other society, within its cap; whoever is in both stays, and nobody pays twice', async () => {
    const [from, into] = [await group(3), await group(1)]
    const [both, one] = [from.members[2] as Pupil, from.members[1] as Pupil]
    await s.enter(into.id, both)
    await s.db.query(sql`update society_member set fee_xn = '2026-2027' where society_id = ${from.id} and student_id = ${one.id}`)
    await s.db.query(sql`update society set balance = 0, member_cap = 3 where id = ${into.id}`)
    const open = (more: object) => act(s.league, 'open', { societyId: from.id, cause: 'merger', reason: '两个社团内容相同', ...more })
    expect([ruleOf(await open({})), ruleOf(await open({ intoId: from.id })), ruleOf(await open({ intoId: into.id }))]).toEqual(['intoMissing', 'intoSelf', 'intoFull'])
    await s.db.query(sql`update society set member_cap = 4 where id = ${into.id}`)
    const booked = ok(
      await s.league.post<{ id: string }>('society/societyFundDraft/book', { societyId: from.id, kind: 'allocation', amount: 30_000, about: '团委拨款', happenedOn: today() }),
    )
    ok(await from.head.actor.post('society/societyFundDraft/approve', { id: booked.id }))
    const { id } = ok(await open({ intoId: into.id }))
    await approve(id, s.officer)
    expect((await list(id)).leftovers.map(l => l.code)).toEqual(['things', 'archive'])
    ok(await act(s.league, 'tick', { id, thingsBack: true, archived: true }))
    ok(await act(s.league, 'finish', { id }))
    expect([(await s.row(from.id)).state, (await s.row(from.id)).balance, (await s.row(into.id)).balance]).toEqual(['dissolved', 0, 30_000])
    expect((await s.db.unscoped(societyMember).all({ societyId: from.id })).map(m => m.state)).toEqual(['left', 'left', 'left'])
    expect((await s.db.unscoped(societyMember).all({ societyId: into.id, state: 'active' })).map(m => m.role).sort()).toEqual(['head', 'member', 'member', 'member'])
    expect(await s.member(into.id, one)).toMatchObject({ state: 'active', feeXn: '2026-2027' })
    expect([(await told('society.merged', one.actor.userId)).length, (await told('society.merged', both.actor.userId)).length]).toEqual([1, 0])
  })
  it('60-SO14 what the office refuses goes on, and what is being cleared is not opened again', async () => {
    const { id } = await group(1)
    const { id: asked } = ok(await act(s.league, 'open', { societyId: id, cause: 'noHead', reason: '长期没有负责人' }))
    const [found] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${asked}`)
    const tasks = ok(await s.officer.get<{ result: Array<{ taskId: string; instanceId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })).result
    ok(await s.officer.post('workflow/processTask/reject', { taskId: tasks.find(t => t.instanceId === found?.id)?.taskId, opinion: '先选负责人' }))
    expect([(await s.row(id)).state, (await row(asked)).state]).toEqual(['active', 'rejected'])
    await liquidating(id)
    expect(ruleOf(await act(s.league, 'open', { societyId: id, cause: 'violation', reason: '再提一次' }))).toBe('over')
  })
  it('60-SO8 60-SO14 whoever paid to join shortly before owes nothing, as if they had left; fees of longer ago stay', async () => {
    await s.db.insert(chargeItem, { code: 'societyFee', name: '社团会费', nature: 'dues', period: 'year', receiptKind: 'internal', refundRule: 'none' } as never)
    await setParams(s, 'society', { feesAllowed: true })
    const id = await s.society({ memberFee: 20_00, joinWay: 'open' })
    const [late, early] = [await s.pupil(), await s.pupil()]
    for (const who of [late, early]) ok(await s.join(who, id))
    await s.db.updateWhere(societyMember, { societyId: id, studentId: early.id }, { joinedOn: addDays(today(), -15) })
    await liquidating(id)
    const charged = async (who: Pupil) => (await s.db.unscoped(billLine).all({ studentId: who.id, sourceType: 'societyMember' })).map(l => l.charged)
    expect([await charged(late), await charged(early)]).toEqual([[0], [20_00]])
    expect((await s.member(id, late)).state).toBe('active')
    await setParams(s, 'society', { feesAllowed: false })
  })
})
