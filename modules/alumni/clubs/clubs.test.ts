import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { approveAs, todoOf } from '#modules/leave/testing.ts'
import { unread } from '#modules/message/testing.ts'
import { giveBack } from '#modules/workflow/testing.ts'
import { today } from '#server/base/today.ts'
import { type AlumniSchool, alumniSchool, type Graduate, ok, ruleOf } from '../records/testing.ts'
import { alumniClub, alumniClubMember, alumniClubPost } from './model/club.ts'
import { alumniClubFounding } from './model/founding.ts'
import { followTerms } from './server/posts.ts'

let s: AlumniSchool
/** Backs all foundings of this file. */
let backers: Graduate[]
beforeAll(async () => {
  s = await alumniSchool()
  backers = []
  for (let n = 0; n < 5; n++) backers.push(await s.graduate())
})
afterAll(() => s.close())
let serial = 0
const form = (more: object = {}) => ({ name: `测试校友会${++serial}`, kind: 'interest', intro: '一起跑步', joinWay: 'open', ...more })
const alumnusOf = async (who: Graduate): Promise<string> => {
  const [found] = await s.db.query<{ id: string }>(sql`select y.alumnus_id as id from alumnus_study y where y.tenant_id = ${s.tenantId} and y.student_id = ${who.id}::uuid`)
  return found?.id ?? ''
}
const first = (): Graduate => backers[0] as Graduate
const start = async (who = first(), more: object = {}) => ok(await who.actor.post<{ id: string }>('alumni/alumniClubFounding/start', form(more))).id
const agree = (who: Graduate, id: string) => who.actor.post('alumni/alumniClubFounding/agree', { id })
const submit = (who: Graduate, id: string) => who.actor.post('alumni/alumniClubFounding/submit', { id })
const decide = async (id: string) => {
  const [instance] = await s.db.query<{ id: string }>(sql`select id from process_instance where tenant_id = ${s.tenantId} and biz_id = ${id}`)
  return approveAs(s.officer, instance?.id ?? '')
}
/** A club that five have founded; the first is its head. */
async function club(more: object = {}): Promise<string> {
  const id = await start(first(), more)
  for (const who of backers.slice(1)) ok(await agree(who, id))
  ok(await submit(first(), id))
  ok(await decide(id))
  return (await s.db.unscoped(alumniClubFounding).one(id)).clubId ?? ''
}
const join = (who: Graduate, clubId: string) => who.actor.post<{ state: string }>('alumni/alumniClubMember/join', { clubId })
const memberOf = async (clubId: string, who: Graduate) => s.db.unscoped(alumniClubMember).find({ clubId, alumnusId: await alumnusOf(who) })
const inClub = (clubId: string, state = 'member') => s.db.unscoped(alumniClubMember).count({ clubId, state } as never)
const limit = async (clubId: string, memberLimit: number) =>
  s.officer.post('alumni/alumniClub/update', { id: clubId, version: (await s.db.unscoped(alumniClub).one(clubId)).version, memberLimit })
const todos = async (bizType: string, bizId: string): Promise<number> =>
  (await s.db.query<{ n: number }>(sql`select count(*)::int as n from todo where tenant_id = ${s.tenantId} and biz_type = ${bizType} and biz_id = ${bizId} and state = 'open'`))[0]
    ?.n ?? 0
interface Roster {
  people: Array<{ id: string; name: string; state: string; phone: string | null }>
}
const roster = (who: Graduate, clubId: string) => who.actor.get<Roster>(`alumni/alumniClub/roster?clubId=${clubId}`)

describe('30-AB1 founding', () => {
  it('30-AB1 needs a proposer, enough founders who agree themselves, and the office; then founders are members and the proposer leads', async () => {
    const id = await start()
    expect(ruleOf(await agree(first(), id))).toBe('twice')
    expect(ruleOf(await first().actor.post('alumni/alumniClubFounding/takeBack', { id }))).toBe('ownFounding')
    const three = backers.slice(1, 4)
    await Promise.all([...three, ...three].map(who => agree(who, id)))
    expect(ruleOf(await submit(first(), id))).toBe('tooFew')
    ok(await agree(backers[4] as Graduate, id))
    ok(await (backers[1] as Graduate).actor.post('alumni/alumniClubFounding/takeBack', { id }))
    expect(ruleOf(await submit(first(), id))).toBe('tooFew')
    ok(await agree(backers[1] as Graduate, id))
    expect((await submit(backers[1] as Graduate, id)).code).toBe(404)
    ok(await submit(first(), id))
    expect(await s.db.unscoped(alumniClub).count()).toBe(0)
    ok(await decide(id))
    const clubId = (await s.db.unscoped(alumniClubFounding).one(id)).clubId ?? ''
    expect(await inClub(clubId)).toBe(5)
    expect(await s.db.unscoped(alumniClubPost).all({ clubId })).toMatchObject([{ post: 'head', alumnusId: await alumnusOf(first()), from: today(), to: null }])
    expect(ruleOf(await first().actor.post('alumni/alumniClubFounding/start', { ...form(), name: (await s.db.unscoped(alumniClub).one(clubId)).name }))).toBe('nameTaken')
  })
  it('30-AB1 one that comes back finds founders again, where one has taken it back meanwhile', async () => {
    const id = await start()
    for (const who of backers.slice(1)) ok(await agree(who, id))
    ok(await submit(first(), id))
    const [instance] = await s.db.query<{ id: string }>(sql`select id from process_instance where tenant_id = ${s.tenantId} and biz_id = ${id}`)
    ok(await giveBack(s.officer, (await todoOf(s.officer, instance?.id ?? '')) ?? '', 'applicant'))
    ok(await (backers[1] as Graduate).actor.post('alumni/alumniClubFounding/takeBack', { id }))
    expect(ruleOf(await submit(first(), id))).toBe('tooFew')
    ok(await agree(backers[1] as Graduate, id))
    ok(await submit(first(), id))
    await s.db.updateWhere(alumniClubFounding, { id }, { state: 'withdrawn' })
  })
  it('30-AB1 two of one name are not both approved, and what lacks its place is refused', async () => {
    const name = `同名校友会${++serial}`
    const ids = [await start(first(), { name }), await start(backers[1] as Graduate, { name })]
    for (const id of ids) {
      await Promise.all(backers.map(who => agree(who, id)))
    }
    ok(await submit(first(), ids[0] as string))
    ok(await submit(backers[1] as Graduate, ids[1] as string))
    const decided = await Promise.allSettled(ids.map(id => decide(id)))
    expect(await s.db.unscoped(alumniClub).count({ name })).toBe(1)
    expect(decided).toHaveLength(2)
    expect(ruleOf(await first().actor.post('alumni/alumniClubFounding/start', form({ kind: 'region' })))).toBe('placeMissing')
    expect(ruleOf(await first().actor.post('alumni/alumniClubFounding/start', form({ kind: 'college' })))).toBe('collegeMissing')
    await s.db.updateWhere(alumniClubFounding, { state: 'pending' }, { state: 'withdrawn' })
  })
})
describe('30-AB1 joining', () => {
  it('30-AB1 is open or approved by officers, who alone may answer', async () => {
    const clubId = await club({ joinWay: 'review' })
    const [who, other] = [await s.graduate(), await s.graduate()]
    expect(ok(await join(who, clubId)).state).toBe('pending')
    expect(ruleOf(await join(who, clubId))).toBe('pending')
    await s.server.settle()
    expect(await unread(first().actor)).toBeGreaterThan(0)
    expect(await todos('alumniClubJoin', clubId)).toBe(1)
    const id = (await memberOf(clubId, who))?.id
    expect((await (backers[1] as Graduate).actor.post('alumni/alumniClubMember/accept', { id })).code).toBe(404)
    expect((await who.actor.post('alumni/alumniClubMember/accept', { id })).code).toBe(404)
    const answers = await Promise.all([1, 2].map(() => first().actor.post('alumni/alumniClubMember/accept', { id })))
    expect(answers.map(a => a.code === 200).sort()).toEqual([false, true])
    expect(await todos('alumniClubJoin', clubId)).toBe(0)
    ok(await join(other, clubId))
    ok(await first().actor.post('alumni/alumniClubMember/decline', { id: (await memberOf(clubId, other))?.id, reason: '不在本地' }))
    expect((await memberOf(clubId, other))?.state).toBe('declined')
    expect(await todos('alumniClubJoin', clubId)).toBe(0)
    ok(await who.actor.post('alumni/alumniClubMember/leave', { id }))
    expect(ok(await join(who, clubId)).state).toBe('pending')
  })
  it('many at once fill the club up to its limit, and the others are told', async () => {
    const clubId = await club()
    expect(ruleOf(await limit(clubId, 5))).toBeUndefined()
    ok(await limit(clubId, 12))
    const people: Graduate[] = []
    for (let n = 0; n < 14; n++) people.push(await s.graduate())
    const answers = await Promise.all(people.map(who => join(who, clubId)))
    expect(await inClub(clubId)).toBe(12)
    expect(answers.filter(a => a.code === 200)).toHaveLength(7)
    expect(answers.filter(a => a.code !== 200).map(a => ruleOf(a))).toEqual(Array(7).fill('full'))
    expect(ruleOf(await limit(clubId, 11))).toBe('limitBelow')
  })
})
it('30-AB2 officers see who is in, with contacts of those who show themselves, and nobody else sees the list', async () => {
  const clubId = await club()
  const [open, closed] = [await s.graduate({ name: '公开的' }), await s.graduate({ name: '不公开的' })]
  const save = (who: Graduate, visible: string, phone: string) => who.actor.post('alumni/alumnus/saveCard', { contactConsent: true, visible, phone })
  ok(await save(open, 'alumni', '13812340011'))
  ok(await save(closed, 'none', '13812340012'))
  for (const who of [open, closed]) ok(await join(who, clubId))
  const { people } = ok(await roster(first(), clubId))
  expect(people.find(p => p.name === '公开的')?.phone).toBe('13812340011')
  expect(people.find(p => p.name === '不公开的')?.phone).toBeNull()
  expect((await roster(open, clubId)).code).toBe(404)
  expect((await first().actor.get('alumni/alumniClubMember/list')).code).toBe(403)
  expect((await first().actor.post('alumni/alumniClub/appoint', { id: clubId, alumnusId: await alumnusOf(open), post: 'deputy', from: today() })).code).toBe(403)
  expect((await first().actor.post('alumni/alumniClub/dissolve', { id: clubId, reason: '没有人' })).code).toBe(403)
})
describe('30-AB3', () => {
  const appoint = async (clubId: string, who: Graduate, more: object = {}) =>
    s.officer.post('alumni/alumniClub/appoint', { id: clubId, alumnusId: await alumnusOf(who), post: 'head', from: today(), ...more })
  it('30-AB3 a club without an officer is a to-do of the office until somebody leads it', async () => {
    const clubId = await club()
    expect(await todos('alumniClubLead', clubId)).toBe(0)
    ok(await first().actor.post('alumni/alumniClubMember/leave', { id: (await memberOf(clubId, first()))?.id }))
    expect(await todos('alumniClubLead', clubId)).toBeGreaterThan(0)
    expect(ruleOf(await appoint(clubId, first()))).toBe('notMember')
    const heir = backers[1] as Graduate
    const made = await Promise.all([appoint(clubId, heir), appoint(clubId, backers[2] as Graduate)])
    expect(made.map(m => ruleOf(m)).filter(Boolean)).toEqual(['headTaken'])
    expect(await todos('alumniClubLead', clubId)).toBe(0)
    // the term passes by the day
    await s.db.updateWhere(alumniClubPost, { clubId, 'to.isNull': true } as never, { from: addDays(today(), -10), to: today() })
    await followTerms(s.db)
    expect(await todos('alumniClubLead', clubId)).toBeGreaterThan(0)
    expect((await s.db.unscoped(alumniClub).one(clubId)).isLed).toBe(false)
  })
  it('30-AB3 a merge makes members of one members of the other, and keeps what both were', async () => {
    const [one, two] = [await club(), await club()]
    const [extra, waits] = [await s.graduate(), await s.graduate()]
    ok(await join(extra, one))
    ok(await s.officer.post('alumni/alumniClub/update', { id: one, version: (await s.db.unscoped(alumniClub).one(one)).version, joinWay: 'review' }))
    ok(await join(waits, one))
    ok(await limit(two, 5))
    expect(ruleOf(await s.officer.post('alumni/alumniClub/merge', { id: one, intoId: two }))).toBe('overLimit')
    expect(await inClub(one)).toBe(6)
    ok(await limit(two, 6))
    expect(ruleOf(await s.officer.post('alumni/alumniClub/merge', { id: one, intoId: one }))).toBe('itself')
    const merged = await Promise.all([s.officer.post('alumni/alumniClub/merge', { id: one, intoId: two }), s.officer.post('alumni/alumniClub/merge', { id: two, intoId: one })])
    expect(merged.filter(m => m.code === 200)).toHaveLength(1)
    const [from, into] = merged[0]?.code === 200 ? [one, two] : [two, one]
    expect(await s.db.unscoped(alumniClub).one(from)).toMatchObject({ state: 'merged', mergedIntoId: into, endedOn: today(), isLed: false })
    expect([await inClub(from, 'moved'), await inClub(into), await inClub(into, 'pending')]).toEqual([from === one ? 7 : 5, 6, 1])
    expect(await s.db.unscoped(alumniClubPost).all({ clubId: from })).toMatchObject([{ post: 'head', to: today() }])
    expect(await s.db.unscoped(alumniClubPost).all({ clubId: into })).toMatchObject([{ post: 'head', to: null }])
    expect([await todos('alumniClubLead', from), await todos('alumniClubJoin', from), await todos('alumniClubJoin', into)]).toEqual([0, 0, 1])
    expect(ruleOf(await join(extra, from))).toBe('notRunning')
  })
})
