import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { campus, venue } from '#modules/campus/model/places.ts'
import { leagueBranch } from '#modules/league/model/branch.ts'
import { setParams } from '#modules/message/testing.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { type ActivitySchool, activitySchool, inHours, monitorOf, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
interface Led {
  id: string
  phase: string
  abilities: { change: boolean; withdraw: boolean; callOff: boolean }
  admitted: number
}
const led = async (by: Actor): Promise<Led[]> => ok(await by.get<Led[]>('activity/activity/led'))
const organisers = async (by: Actor) => ok(await by.get<Array<{ id: string; type: string; name: string }>>('activity/activity/organisers')).map(o => `${o.type} ${o.name}`)
const squareIds = async (by: Actor) => ok(await by.get<Array<{ id: string }>>('activity/activityEnrolment/square')).map(a => a.id)
const whole = async (id: string) => {
  const { title, summary, category, level, startAt, endAt, place, enrolFrom, enrolTo, quota, waitlist, hours, points } = await s.planned(id)
  return { id, title, summary, category, level, startAt, endAt, place, enrolFrom, enrolTo, quota, waitlist, hours, points }
}

describe('a proposal', () => {
  it('60-AT1 is made in the name of a society one leads, a class one is monitor of, or one’s department, and of nothing else', async () => {
    expect(await organisers(s.head.actor)).toEqual(['society 天文社'])
    expect(await organisers(s.teacher)).toEqual(['society 天文社', 'department 信息工程学院'])
    expect(await organisers(s.me)).toEqual([])
    await monitorOf(s, s.ids.s2301, s.studentId)
    expect(await organisers(s.me)).toEqual(['class 软件2301'])
    expect(ruleOf(await s.propose(s.me))).toBe('notOrganiser')
    expect(ruleOf(await s.propose(s.pupil(0).actor))).toBe('notOrganiser')
    // a suspended society plans nothing new (60-SO13)
    ok(await s.league.post('society/society/suspend', { id: s.society, reason: '整改' }))
    expect(ruleOf(await s.propose(s.head.actor))).toBe('notOrganiser')
    ok(await s.league.post('society/society/resume', { id: s.society }))
  })
  it('60-AT1 of a society is approved by advisor, unit and league; students see it then, not before', async () => {
    const { id } = ok(await s.propose(s.head.actor, { title: '流星雨' }))
    expect([(await s.planned(id)).state, await squareIds(s.me)]).toEqual(['pending', []])
    for (const by of [s.teacher, s.college]) {
      await s.agree(id, by)
      expect((await s.planned(id)).state).toBe('pending')
    }
    expect((await s.propose(s.teacher, { title: '作品展', organiserId: s.ids.info, level: 'college' })).code).toBe(200)
    await s.agree(id, s.league)
    expect((await s.planned(id)).state).toBe('approved')
    expect(await squareIds(s.me)).toEqual([id])
    expect((await led(s.head.actor)).find(a => a.id === id)).toMatchObject({ phase: 'enrolling', abilities: { callOff: true } })
    // the advisor of the society sees it among those led, an outsider does not
    expect((await led(s.teacher)).find(a => a.id === id)).toMatchObject({ abilities: { change: false, withdraw: false, callOff: true } })
    expect(await led(s.pupil(0).actor)).toEqual([])
  })
  it('60-AT1 of a student organisation: whoever leads or guides it proposes; its guide agrees, and the league above the class', async () => {
    const org = async (draft: object, kind: string) => {
      const { id } = ok(await s.league.post<{ id: string }>('studentOrg/studentOrg/add', { type: 'volunteerTeam', termMonths: 12, ...draft }))
      const post = ok(await s.league.post<{ id: string }>('studentOrg/orgPost/add', { orgId: id, name: '负责人', kind, seats: 1, way: 'appointment' }))
      ok(await s.league.post('studentOrg/studentOrg/publish', { id }))
      return { id, post: post.id }
    }
    const team = await org({ code: 'TD', name: '校志愿服务队', level: 'school', guideId: s.ids.he }, 'unitHead')
    const leader = s.pupil(1)
    const held = { orgId: team.id, post: '负责人', studentId: leader.id, from: addDays(today(), -3), to: addDays(today(), 60) }
    ok(await s.league.post('studentOrg/appointmentImport/add', held))
    expect(await organisers(leader.actor)).toEqual(['organisation 校志愿服务队'])
    expect(await organisers(s.teacher)).toContain('organisation 校志愿服务队')
    const { id } = ok(await s.propose(leader.actor, { organiserId: team.id, title: '清扫老街', level: 'school' }))
    await s.agree(id, s.teacher)
    expect((await s.planned(id)).state).toBe('pending')
    await s.agree(id, s.league)
    expect(await s.planned(id)).toMatchObject({ state: 'approved', organiserType: 'organisation', orgId: team.id })
    expect((await led(s.teacher)).find(a => a.id === id)).toMatchObject({ abilities: { callOff: true } })
    const roster = await leader.actor.get('activity/activityEnrolment/roster', { activityId: id })
    expect([roster.code, (await s.pupil(2).actor.get('activity/activityEnrolment/roster', { activityId: id })).code]).toEqual([200, 404])
    const branch = await s.db.insert(leagueBranch, { code: 'TZB1', name: '软件2301团支部', level: 'branch', classId: s.ids.s2301, departmentId: s.ids.info })
    const ofClass = await org({ code: 'BJ', name: '软件2301支委会', type: 'leagueBranch', level: 'class', leagueBranchId: branch.id }, 'secretary')
    ok(await s.league.post('studentOrg/appointmentImport/add', { ...held, orgId: ofClass.id }))
    const small = ok(await s.propose(leader.actor, { organiserId: ofClass.id, title: '班级图书角', level: 'class' }))
    await s.agree(small.id, s.fdy)
    expect((await s.planned(small.id)).state).toBe('approved')
  })
  it('60-AT1 what lies above the table of the school goes to the league as well, and stands on the card with both values', async () => {
    ok(await s.league.post('activity/activityRate/add', { category: 'artsSports', level: 'class', hours: 3, points: 1 }))
    await monitorOf(s, s.ids.s2301, s.studentId)
    const asked = { organiserId: s.ids.s2301, level: 'class', title: '班级观影' }
    const [within, above] = [ok(await s.propose(s.me, { ...asked, hours: 2, points: 1 })), ok(await s.propose(s.me, { ...asked, title: '班级露营', hours: 2, points: 2.5 }))]
    for (const { id } of [within, above]) await s.agree(id, s.fdy)
    expect([(await s.planned(within.id)).state, (await s.planned(above.id)).state]).toEqual(['approved', 'pending'])
    const card = ok(await s.league.get<{ above: unknown }>('activity/activity/card', { id: above.id }))
    expect(card.above).toEqual([{ amount: 'points', asked: 2.5, most: 1 }])
    await s.agree(above.id, s.league)
    expect((await s.planned(above.id)).state).toBe('approved')
    expect((await s.college.post('activity/activityRate/add', { category: 'volunteer', level: 'class', hours: 3 })).code).toBe(403)
  })
  it('60-AT1 of a class goes to its counsellor, of a department to the college', async () => {
    await monitorOf(s, s.ids.s2301, s.studentId)
    const ofClass = ok(await s.propose(s.me, { organiserId: s.ids.s2301, title: '班级聚会', level: 'class' }))
    await s.agree(ofClass.id, s.fdy)
    expect((await s.planned(ofClass.id)).state).toBe('approved')
    const ofDepartment = ok(await s.propose(s.teacher, { organiserId: s.ids.info, title: '学术讲座', level: 'college' }))
    await s.agree(ofDepartment.id, s.college)
    expect((await s.planned(ofDepartment.id)).state).toBe('approved')
  })
  it('60-AT1 comes so many school days ahead, more with a plan for safety or guests, and says the earliest day', async () => {
    const at = async (days: number) => ({ startAt: await s.ahead(days), endAt: await s.ahead(days, 2) })
    const soon = await s.propose(s.head.actor, await at(2))
    expect([ruleOf(soon), soon.errors[0]?.values]).toMatchObject(['tooSoon', { days: 3, earliest: (await s.ahead(3)).slice(0, 10) }])
    ok(await s.propose(s.head.actor, await at(3)))
    expect(ruleOf(await s.propose(s.head.actor, { ...(await at(9)), guests: '王老师，天文馆，星云' }))).toBe('tooSoon')
    ok(await s.propose(s.head.actor, { ...(await at(10)), guests: '王老师，天文馆，星云' }))
    // a plan from so many people on, and wherever there is a risk
    expect(ruleOf(await s.propose(s.head.actor, { ...(await at(10)), quota: 200 }))).toBe('planMissing')
    expect(ruleOf(await s.propose(s.head.actor, { ...(await at(10)), risks: ['water'] }))).toBe('planMissing')
    const riskPlan = await proofOf(s.head.actor)
    expect(ruleOf(await s.propose(s.head.actor, { ...(await at(9)), risks: ['water'], riskPlan }))).toBe('tooSoon')
    ok(await s.propose(s.head.actor, { ...(await at(10)), risks: ['water'], riskPlan: await proofOf(s.head.actor) }))
  })
  it('60-AT1 with guests from outside the publicity office decides as well, from 500 people on the security office', async () => {
    const [publicity, security] = [await s.as({ roles: ['teacher'] }), await s.as({ roles: ['teacher'] })]
    await setParams(s, 'workflow', { 'position.publicityOffice': publicity.userId, 'position.securityOffice': security.userId })
    const at = { startAt: await s.ahead(11), endAt: await s.ahead(11, 2) }
    const { id } = ok(await s.propose(s.head.actor, { ...at, quota: 500, riskPlan: await proofOf(s.head.actor), guests: '李教授，大学，黑洞' }))
    await s.agree(id, s.teacher, s.college, s.league)
    expect((await s.planned(id)).state).toBe('pending')
    await s.agree(id, publicity)
    expect((await s.planned(id)).state).toBe('pending')
    await s.agree(id, security)
    expect((await s.planned(id)).state).toBe('approved')
  })
  it('60-AT1 refuses times out of order, no place, a venue too small, hours beyond the time', async () => {
    const rule = async (more: object) => ruleOf(await s.propose(s.head.actor, more))
    const start = await s.ahead(4)
    expect(await rule({ endAt: start })).toBe('order')
    expect(await rule({ enrolTo: inHours(-2) })).toBe('enrolOrder')
    expect(await rule({ enrolTo: await s.ahead(4, 1) })).toBe('enrolLate')
    expect(await rule({ cancelUntil: await s.ahead(4, 1) })).toBe('cancelLate')
    expect(await rule({ place: null })).toBe('noPlace')
    expect(await rule({ hours: 1.2 })).toBe('halves')
    expect(await rule({ hours: 0, points: 0 })).toBe('nothing')
    expect(await rule({ hours: 3, signRule: 'inOut' })).toBe('inOutHours')
    expect(ruleOf(await s.propose(s.teacher, { organiserId: s.ids.info, membersOnly: true }))).toBe('membersOf')
    const [campusId] = await s.db.unscoped(campus).all()
    const room = await s.db.insert(venue, { code: 'V1', name: '小教室', campusId: campusId?.id ?? '', type: 'classroom', capacity: 2 })
    const small = await s.propose(s.head.actor, { venueId: room.id })
    expect([ruleOf(small), small.errors[0]?.values]).toMatchObject(['venueSmall', { venue: '小教室', capacity: 2, quota: 3 }])
    await s.db.update(venue, room.id, { bookable: false })
    expect(await rule({ venueId: room.id, quota: 2 })).toBe('venueClosed')
  })
  it('60-AT1 returned it is changed by who proposed it and goes on; withdrawn it is over', async () => {
    const { id } = ok(await s.propose(s.head.actor, { title: '退回的' }))
    ok(await s.teacher.post('workflow/processTask/return', { taskId: await s.todo(id, s.teacher), to: 'applicant', opinion: '写清楚集合地点' }))
    expect((await s.planned(id)).state).toBe('returned')
    const form = await whole(id)
    expect((await s.pupil(1).actor.post('activity/activity/change', form)).code).toBe(404)
    expect(ruleOf(await s.head.actor.post('activity/activity/change', { ...form, place: null }))).toBe('noPlace')
    ok(await s.head.actor.post('activity/activity/change', { ...form, place: '图书馆楼顶' }))
    expect(await s.planned(id)).toMatchObject({ state: 'pending', place: '图书馆楼顶' })
    ok(await s.head.actor.post('activity/activity/withdraw', { id }))
    expect((await s.planned(id)).state).toBe('withdrawn')
    expect(ruleOf(await s.head.actor.post('activity/activity/withdraw', { id }))).toBe('state')
  })
})
describe('calling off', () => {
  it('ends all enrolments and tells everybody why; once it has begun it is refused; others do not find it', async () => {
    const id = await s.activity({ title: '取消的', quota: 1 })
    for (const n of [0, 1]) ok(await s.enrol(s.pupil(n).actor, id))
    expect((await s.pupil(0).actor.post('activity/activity/callOff', { id, reason: '下雨' })).code).toBe(404)
    ok(await s.head.actor.post('activity/activity/callOff', { id, reason: '下大雨' }))
    expect(await s.planned(id)).toMatchObject({ state: 'cancelled', held: 0, stateNote: '下大雨' })
    expect([(await s.enrolled(id, s.pupil(0))).state, (await s.enrolled(id, s.pupil(1))).state]).toEqual(['cancelled', 'cancelled'])
    await s.server.settle()
    expect(JSON.stringify(ok(await s.pupil(1).actor.get('base/message/mine', {})))).toContain('“取消的”取消了')
    const begun = await s.activity({ title: '已开始' })
    await moved(s, begun, inHours(-1))
    expect(ruleOf(await s.head.actor.post('activity/activity/callOff', { id: begun, reason: '下雨' }))).toBe('begun')
  })
})
describe('who reads what', () => {
  it('the card is for who decides, the list for staff in their scope, the roster for who runs it', async () => {
    const { id } = ok(await s.propose(s.head.actor, { title: '看得到' }))
    expect(ok(await s.teacher.get<{ organiser: string; title: string }>('activity/activity/card', { id }))).toMatchObject({ organiser: '天文社', title: '看得到' })
    expect((await s.pupil(2).actor.get('activity/activity/card', { id })).code).toBe(404)
    const other = await s.as({ roles: ['college'], departmentId: s.ids.art })
    const titles = async (by: Actor) => ok(await by.get<{ result: Array<{ title: string }> }>('activity/activity/list', { title: '看得到' })).result.map(r => r.title)
    expect([await titles(s.college), await titles(other), await titles(s.league)]).toEqual([['看得到'], [], ['看得到']])
    expect((await s.pupil(2).actor.get('activity/activity/list')).code).toBe(403)
    expect((await s.pupil(2).actor.get('activity/activityEnrolment/roster', { activityId: id })).code).toBe(404)
    expect((await other.get('activity/activityEnrolment/roster', { activityId: id })).code).toBe(404)
    ok(await s.college.get('activity/activityEnrolment/roster', { activityId: id }))
  })
})
