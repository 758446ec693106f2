import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { approveAs } from '#modules/leave/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { CHARTER_PARTS, type Founding, founderConsent, societyFounding } from './model/founding.ts'
import { societyMember } from './model/member.ts'
import { likeness, similarTo } from './model/similar-names.ts'
import { society } from './model/society.ts'
import { lapse } from './server/jobs.ts'
import { fakeFacts, ok, type Pupil, ruleOf, type SocietySchool, societySchool } from './testing.ts'

let s: SocietySchool
let facts: ReturnType<typeof fakeFacts>
beforeAll(async () => {
  s = await societySchool()
  facts = fakeFacts(s)
})
beforeEach(() => setParams(s, 'society', { advisorMost: 50, foundersLeast: 3 }))
afterAll(() => s.close())

const act = (by: Actor, verb: string, body: object) => by.post<{ id: string; state: string }>(`society/societyFounding/${verb}`, body)
const form = async (who: Pupil, more: object = {}) => ({
  ...{
    name: `新社团${serial('founding')}号`,
    category: 'academic',
    level: 'school',
    guidanceUnitId: s.ids.info,
    advisorNo: 'T002',
    advisorName: '何文博',
    purpose: '一起做天文观测',
  },
  ...{ joinWay: 'open', charter: await proofOf(who.actor), charterParts: Object.keys(CHARTER_PARTS), ...more },
})
const row = (id: string): Promise<Founding> => s.db.unscoped(societyFounding).one(id)
/** A student with a rank that allows leading. */
async function able(): Promise<Pupil> {
  const who = await s.pupil()
  facts.ranks[who.id] = 20
  return who
}
interface Started {
  id: string
  who: Pupil
  founders: Pupil[]
}
/** Started, and backed by so many others. */
async function started(others = 2, more: object = {}): Promise<Started> {
  const who = await able()
  const { id } = ok(await act(who.actor, 'start', await form(who, more)))
  const founders: Pupil[] = []
  for (let n = 0; n < others; n++) {
    const one = await s.pupil()
    ok(await act(one.actor, 'consent', { id }))
    founders.push(one)
  }
  return { id, who, founders }
}
const instanceOf = async (id: string): Promise<string> => {
  const [found] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${id} order by started_at desc limit 1`)
  return found?.id ?? ''
}
async function approved(id: string): Promise<void> {
  const instance = await instanceOf(id)
  for (const by of [s.advisor, s.college, s.league]) ok(await approveAs(by, instance))
}
async function endNotice(id: string): Promise<void> {
  await s.db.query(sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${id} and state = 'running'`)
  await followNotices(s.db)
  await s.server.settle()
}
interface Mine {
  id: string
  isMine: boolean
  isFounder: boolean
  confirmed: number
  needed: number
  founders: string[]
  similar: string[]
}
const mine = async (who: Pupil, id?: string) => ok(await who.actor.get<Mine[]>('society/societyFounding/mine', id ? { id } : {}))

describe('60-SO1 founding a society', () => {
  it('60-SO1 waits for enough founders, each of whom consents personally', async () => {
    const { id, who, founders } = await started(1)
    const few = await act(who.actor, 'submit', { id })
    expect([ruleOf(few), few.msg.includes('3'), few.msg.includes('2')]).toEqual(['tooFew', true, true])
    expect(ruleOf(await act(founders[0]?.actor ?? who.actor, 'consent', { id }))).toBe('twice')
    const third = await s.pupil({ name: '钱发起' })
    expect((await mine(third, id)).map(f => [f.id, f.isMine, f.isFounder, f.confirmed, f.needed])).toEqual([[id, false, false, 2, 3]])
    ok(await act(third.actor, 'consent', { id }))
    expect((await mine(third)).map(f => [f.isFounder, f.founders])).toEqual([[true, []]])
    expect((await mine(who))[0]?.founders).toContain('钱发起')
    ok(await act(third.actor, 'takeBack', { id }))
    expect(ruleOf(await act(who.actor, 'submit', { id }))).toBe('tooFew')
    ok(await act(third.actor, 'consent', { id }))
    expect(ok(await act(who.actor, 'submit', { id })).state).toBe('pending')
    expect(ruleOf(await act(third.actor, 'takeBack', { id }))).toBe('state')
    expect((await act(third.actor, 'submit', { id })).code).toBe(404)
  })
  it('60-SO1 who is barred from offices does not found, nor stays a founder', async () => {
    const { id, who, founders } = await started(2)
    const barred = await s.pupil()
    facts.barred.add(barred.id)
    expect(ruleOf(await act(barred.actor, 'consent', { id }))).toBe('barred')
    facts.barred.add(founders[0]?.id ?? '')
    expect(ruleOf(await act(who.actor, 'submit', { id }))).toBe('barredFounders')
    facts.barred.clear()
    await s.db.query(sql`update student set status = 'suspended' where id = ${founders[0]?.id}`)
    expect(ruleOf(await act(who.actor, 'submit', { id }))).toBe('tooFew')
  })
  it('60-SO1 the charter is a pdf and says all it has to; the advisor is on the staff, the name is free', async () => {
    const { id, who } = await started(2, { charterParts: ['purpose'] })
    const lacking = await act(who.actor, 'submit', { id })
    expect([ruleOf(lacking), lacking.msg.includes('选举和罢免')]).toEqual(['charterLacks', true])
    const name = '天象社'
    await s.society({ name })
    ok(await act(who.actor, 'change', { id, ...(await form(who, { name })) }))
    expect(ruleOf(await act(who.actor, 'submit', { id }))).toBe('nameTaken')
    expect(ruleOf(await act(who.actor, 'change', { id, ...(await form(who, { advisorName: '何某' })) }))).toBe('advisorUnknown')
    expect(ruleOf(await act(who.actor, 'change', { id, ...(await form(who, { charter: [] })) }))).toBe('charterMissing')
    expect((await mine(who))[0]?.similar).toContain('天象社')
  })
  it('60-SO1 names are compared without the words that societies share', () => {
    expect([likeness('天文社', '天文协会'), likeness('天文社', '篮球社'), likeness('数学建模协会', '数学建模学社') >= 0.6]).toEqual([1, 0, true])
    expect(similarTo('街舞社', ['街舞俱乐部', '吉他社', '街头舞蹈社'], 0.6)).toEqual(['街舞俱乐部'])
  })
  it('60-SO1 founders have seven days; then the call lapses, and they are free', async () => {
    const { id, founders } = await started(1)
    const late = await s.pupil()
    await s.db.updateWhere(societyFounding, { id }, { gatherUntil: new Date(Date.now() - 1000).toISOString() })
    expect(ruleOf(await act(late.actor, 'consent', { id }))).toBe('late')
    await lapse(s.db)
    expect((await row(id)).state).toBe('lapsed')
    const other = await started(0)
    ok(await act(founders[0]?.actor ?? late.actor, 'consent', { id: other.id }))
    const { gatherUntil } = await row(other.id)
    expect(Math.round((Date.parse(gatherUntil) - Date.now()) / DAY_MS)).toBe(7)
  })
})
describe('60-SO2 backing', () => {
  it('60-SO2 a student backs one founding at a time, from however many phones', async () => {
    const calls = await Promise.all([started(0), started(0), started(0)])
    const who = await s.pupil()
    const answers = await Promise.all(calls.map(({ id }) => act(who.actor, 'consent', { id })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422, 422])
    expect(answers.filter(a => a.code !== 200).map(ruleOf)).toEqual(['elsewhere', 'elsewhere'])
    expect(await s.db.unscoped(founderConsent).count({ studentId: who.id, state: 'agreed' })).toBe(1)
    expect(ruleOf(await act(who.actor, 'start', await form(who)))).toBe('elsewhere')
    const [first] = calls
    expect(ruleOf(await act(first.who.actor, 'takeBack', { id: first.id }))).toBe('ownFounding')
    ok(await act(first.who.actor, 'withdraw', { id: first.id }))
    ok(await act(first.who.actor, 'start', await form(first.who)))
  })
})
describe('60-SO5 who may head a society', () => {
  const refused = async (change: (who: Pupil) => unknown): Promise<string | undefined> => {
    const { id, who } = await started(2)
    await change(who)
    return ruleOf(await act(who.actor, 'submit', { id }))
  }
  it('60-SO5 no first-years, within the first half of the major, not barred, one society', async () => {
    expect(await refused(who => s.db.query(sql`update student set grade = ${Number(schoolYearOf(today()).slice(0, 4))} where id = ${who.id}`))).toBe('firstYear')
    expect(await refused(who => Object.assign(facts.ranks, { [who.id]: 50.01 }))).toBe('rank')
    expect(await refused(async who => s.enter(await s.society(), who, 'head'))).toBe('headElsewhere')
    expect(await refused(who => Object.assign(facts.ranks, { [who.id]: 50 }))).toBeUndefined()
  })
  it('60-SO5 without a rank on file the college confirms first', async () => {
    const { id, who } = await started(2)
    delete facts.ranks[who.id]
    ok(await act(who.actor, 'submit', { id }))
    const instance = await instanceOf(id)
    await expect(approveAs(s.advisor, instance)).rejects.toThrow()
    ok(await approveAs(s.college, instance))
    ok(await approveAs(s.advisor, instance))
  })
})
describe('60-SO3 the new society', () => {
  it('60-SO3 after advisor, unit, league and public notice it begins a year of probation with its founders', async () => {
    const { id, who, founders } = await started(2)
    ok(await act(who.actor, 'submit', { id }))
    await approved(id)
    expect((await row(id)).state).toBe('publicised')
    expect(await s.db.unscoped(society).count({ name: (await row(id)).name })).toBe(0)
    await endNotice(id)
    const { state, societyId } = await row(id)
    expect(state).toBe('established')
    const made = await s.row(societyId ?? '')
    expect(made).toMatchObject({ state: 'probation', foundedOn: today(), advisorId: s.ids.he })
    expect(made.probationUntil?.slice(0, 4)).toBe(String(Number(today().slice(0, 4)) + 1))
    const members = await s.db.unscoped(societyMember).all({ societyId: societyId ?? '', state: 'active' })
    expect(members.map(m => m.studentId).sort()).toEqual([who.id, ...founders.map(f => f.id)].sort())
    expect(members.find(m => m.role === 'head')).toMatchObject({ studentId: who.id, headTerms: 1, postFrom: today() })
    expect(await s.db.unscoped(founderConsent).count({ foundingId: id, state: 'agreed' })).toBe(0)
  })
  it('60-SO3 refused or withdrawn, nothing is founded, and its founders are free', async () => {
    const { id, who, founders } = await started(2)
    ok(await act(who.actor, 'submit', { id }))
    ok(await act(who.actor, 'withdraw', { id }))
    expect((await row(id)).state).toBe('withdrawn')
    const other = await started(0)
    ok(await act(founders[0]?.actor ?? who.actor, 'consent', { id: other.id }))
  })
  it('60-SO3 returned, it is changed and submitted again with the same founders', async () => {
    const { id, who } = await started(2)
    ok(await act(who.actor, 'submit', { id }))
    const { data } = await s.advisor.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })
    const instance = await instanceOf(id)
    ok(await s.advisor.post('workflow/processTask/return', { taskId: data.result.find(c => c.instanceId === instance)?.taskId, to: 'applicant', opinion: '宗旨再写具体些' }))
    expect((await row(id)).state).toBe('returned')
    ok(await act(who.actor, 'change', { id, ...(await form(who, { purpose: '每周一次观测，每学期一次讲座' })) }))
    ok(await act(who.actor, 'submit', { id }))
    await approved(id)
    expect((await row(id)).state).toBe('publicised')
  })
  it('60-SO the card is for who decides, not for others', async () => {
    const { id, who } = await started(2)
    ok(await act(who.actor, 'submit', { id }))
    const card = (by: Actor) => by.get<{ founders: object[] }>('society/societyFounding/card', { id })
    expect(ok(await card(s.advisor)).founders.length).toBe(3)
    expect((await card((await s.pupil()).actor)).code).toBe(404)
  })
})
