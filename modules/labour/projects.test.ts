import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolInstant } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { labourProject, labourSession } from './model/project.ts'
import { inHours, type LabourSchool, labourSchool, ok, projectRow, ruleOf, sessionOn } from './testing.ts'

let s: LabourSchool
beforeAll(async () => {
  s = await labourSchool()
})
afterAll(() => s.close())
const hall = async (who: Actor) =>
  ok(await who.get<Array<{ id: string; placesLeft: number; waiting: number; mine: string | null; position: number | null }>>('labour/labourEnrolment/hall'))
const stateOf = async (projectId: string, who: Actor) => (await s.enrolled(projectId, who)).state
const patch = async (id: string, more: object) => ({ id, version: (await projectRow(s, id)).version, ...more })
const cancel = async (projectId: string, who: Actor) => who.post('labour/labourEnrolment/cancel', { id: (await s.enrolled(projectId, who)).id })

describe('requirements and projects', () => {
  it('the course of a plan has at least the hours of the national guideline', async () => {
    const plan = { educationLevel: '4', grade: 2023, courseHours: 31, dailyHours: 8, productionHours: 8, serviceHours: 8, weeksPerYear: 1, credit: 1, minutesPerHour: 45 }
    const refused = await s.officer.post('labour/labourPlan/add', plan)
    expect([ruleOf(refused), refused.errors[0]?.values]).toMatchObject(['least', { least: 32, hours: 31 }])
    expect(ruleOf(await s.officer.post('labour/labourPlan/add', { ...plan, educationLevel: '5', courseHours: 15 }))).toBe('least')
    ok(await s.officer.post('labour/labourPlan/add', { ...plan, educationLevel: '5', courseHours: 16 }))
    expect((await s.fdy.post('labour/labourPlan/add', { ...plan, courseHours: 32 })).code).toBe(403)
  })
  it('refuses sessions outside the term, hours over their length, overlap, enrolment after the beginning, weights that are not 100', async () => {
    const rule = async (more: object) => ruleOf(await s.guide.post('labour/labourProject/add', s.draft(more)))
    expect(await rule({ sessions: [] })).toBe('noSessions')
    expect(await rule({ sessions: [sessionOn(3, '21:00', '19:00')] })).toBe('sessionOrder')
    expect(await rule({ sessions: [sessionOn(3, '19:00', '20:00', 1.5)] })).toBe('sessionHours')
    expect(await rule({ sessions: [sessionOn(3), sessionOn(3, '20:00', '22:00')] })).toBe('sessionOverlap')
    expect(await rule({ sessions: [sessionOn(3), sessionOn(120)] })).toBe('outsideTerm')
    expect(await rule({ sessions: [sessionOn(900)] })).toBe('noTerm')
    expect(await rule({ endTime: inHours(24 * 5) })).toBe('enrolLate')
    expect(await rule({ hoursCap: 3 })).toBe('cap')
    expect(await rule({ assessment: { attendance: 50, performance: 40, report: 20 } })).toBe('weights')
    expect(await rule({ place: null })).toBe('noPlace')
  })
  it('is published once college and office have approved it; returned it is a draft again', async () => {
    const { id } = ok(await s.guide.post<{ id: string }>('labour/labourProject/add', s.draft({ name: '待审' })))
    ok(await s.guide.post('labour/labourProject/publish', { id }))
    expect((await projectRow(s, id)).state).toBe('pending')
    expect((await s.guide.post('labour/labourProject/publish', { id })).errors[0]?.rule).toContain('state')
    expect((await hall(s.me)).some(p => p.id === id)).toBe(false)
    ok(await s.agree(id, s.college))
    expect((await projectRow(s, id)).state).toBe('pending')
    ok(await s.agree(id, s.officer))
    expect(await projectRow(s, id)).toMatchObject({ state: 'published', xn: '2026-2027', xqM: '1' })
    expect(await s.db.unscoped(labourSession).count({ projectId: id })).toBe(1)
    expect((await hall(s.me)).find(p => p.id === id)).toMatchObject({ placesLeft: 3, waiting: 0, mine: null })
    expect(ruleOf(await s.guide.post('labour/labourProject/update', await patch(id, { category: 'daily' })))).toBe('settledField')
    expect(ruleOf(await s.guide.post('labour/labourProject/extend', { id, endTime: inHours(24 * 5), reason: '人还不够' }))).toBe('enrolLate')
  })
})
describe('a project as a round', () =>
  expectRound({ of: labourProject, path: 'labour/labourProject' }, () => ({
    school: s,
    publisher: s.guide,
    draft: window => s.draft({ ...window, sessions: [sessionOn(14)] }),
    approve: async id => [ok(await s.agree(id, s.college)), ok(await s.agree(id, s.officer))],
    take: id => s.enrol(s.pupil(0).actor, id),
  })))
describe('enrolment', () => {
  it('asks for the safety notice, and for insurance where it is needed', async () => {
    const id = await s.project({ name: '木工', needsInsurance: true })
    expect(ruleOf(await s.enrol(s.me, id, { isSafetyRead: false }))).toBe('safety')
    expect(ruleOf(await s.enrol(s.me, id))).toBe('insured')
    expect(ok(await s.enrol(s.me, id, { isInsured: true }))).toEqual({ state: 'enrolled', position: null })
    expect(ruleOf(await s.enrol(s.me, id, { isInsured: true }))).toBe('already')
  })
  it('50-LB1 of many at once exactly the places are won, the others wait in the order of arrival', async () => {
    const id = await s.project({ name: '抢名额', capacity: 3, sessions: [sessionOn(4)] })
    const all = [...s.pupils.map(p => p.actor), s.me]
    const answers = await Promise.all(all.map(who => s.enrol(who, id)))
    const got = answers.map(ok)
    expect(got.filter(g => g.state === 'enrolled')).toHaveLength(3)
    expect(
      got
        .filter(g => g.state === 'waiting')
        .map(g => g.position)
        .toSorted(),
    ).toEqual([1, 2, 3, 4])
    expect(await projectRow(s, id)).toMatchObject({ enrolled: 3, arrivals: 7 })
    // those three cancel at once, and the first three who wait have their places
    const cancelled = await Promise.all(all.map((who, n) => (got[n]?.state === 'enrolled' ? cancel(id, who) : undefined)))
    expect(cancelled.flatMap(a => a?.code ?? [])).toEqual([200, 200, 200])
    expect(await projectRow(s, id)).toMatchObject({ enrolled: 3 })
    for (const [n, who] of all.entries()) if (got[n]?.state === 'waiting') expect(await stateOf(id, who)).toBe(got[n]?.position === 4 ? 'waiting' : 'enrolled')
    // the same student twice at once has one place
    const other = await s.project({ name: '双击', sessions: [sessionOn(5)] })
    const twice = await Promise.all([s.enrol(s.me, other), s.enrol(s.me, other)])
    expect(twice.map(a => a.code).toSorted()).toEqual([200, 422])
    expect((await projectRow(s, other)).enrolled).toBe(1)
  })
  it('50-LB1 a cancellation moves up the first who waits and tells them; too late it is refused', async () => {
    const id = await s.project({ name: '候补', capacity: 1, sessions: [sessionOn(6)] })
    const [one, two, three] = [s.pupil(0).actor, s.pupil(1).actor, s.pupil(2).actor]
    for (const who of [one, two, three]) ok(await s.enrol(who, id))
    expect((await hall(three)).find(p => p.id === id)).toMatchObject({ placesLeft: 0, waiting: 2, mine: 'waiting', position: 2 })
    ok(await cancel(id, one))
    expect([await stateOf(id, one), await stateOf(id, two), await stateOf(id, three)]).toEqual(['cancelled', 'enrolled', 'waiting'])
    await s.server.settle()
    const told = ok(await two.get<{ result: Array<{ title: string }> }>('base/message/mine', {}))
    expect(JSON.stringify(told)).toContain('“候补”轮到你了')
    expect((await cancel(id, one)).errors[0]?.rule).toContain('state')
    // who comes again stands at the end
    expect(ok(await s.enrol(one, id))).toEqual({ state: 'waiting', position: 2 })
    const late = await s.project({ name: '明天', cancelBeforeHours: 720, sessions: [sessionOn(7)] })
    ok(await s.enrol(one, late))
    expect(ruleOf(await cancel(late, one))).toBe('cancelLate')
    expect((await two.post('labour/labourEnrolment/cancel', { id: (await s.enrolled(late, one)).id })).code).toBe(404)
  })
  it('50-LB1 more places move up whoever waits; whoever leaves school gives the place back', async () => {
    const id = await s.project({ name: '加名额', capacity: 1, sessions: [sessionOn(8)] })
    const [one, two, three] = [s.pupil(3), s.pupil(4), s.pupil(5)]
    for (const who of [one, two, three]) ok(await s.enrol(who.actor, id))
    ok(await s.guide.post('labour/labourProject/update', await patch(id, { capacity: 2 })))
    expect([await stateOf(id, two.actor), await stateOf(id, three.actor)]).toEqual(['enrolled', 'waiting'])
    expect(ruleOf(await s.guide.post('labour/labourProject/update', await patch(id, { capacity: 1 })))).toBe('capacityTaken')
    await s.db.emit('student.statusChanged', { studentId: one.id, from: 'active', to: 'withdrawn', effectiveDate: today(), changeId: null, reversed: false })
    await s.server.settle()
    expect([await stateOf(id, one.actor), await stateOf(id, three.actor)]).toEqual(['cancelled', 'enrolled'])
    ok(await s.guide.post('labour/labourEnrolment/drop', { id: (await s.enrolled(id, three.actor)).id, reason: '手受伤' }))
    expect((await projectRow(s, id)).enrolled).toBe(1)
    // without a waiting list the last one is refused
    const full = await s.project({ name: '不候补', capacity: 1, hasWaitlist: false, sessions: [sessionOn(9)] })
    ok(await s.enrol(two.actor, full))
    expect(ruleOf(await s.enrol(three.actor, full))).toBe('full')
  })
  it('50-LB2 overlap with other labour, a lesson or a leave is refused, showing the clash', async () => {
    const day = 10
    const first = await s.project({ name: '擦玻璃', sessions: [sessionOn(day)] })
    ok(await s.enrol(s.me, first))
    const second = await s.project({ name: '浇花', sessions: [sessionOn(day, '20:00', '22:00')] })
    const refused = await s.enrol(s.me, second)
    expect([ruleOf(refused), refused.errors[0]?.values]).toMatchObject(['clashSession', { other: '擦玻璃' }])
    // one that begins when the other ends is none
    const next = await s.project({ name: '接着', hoursCap: 1, sessions: [sessionOn(day, '21:00', '22:00', 1)] })
    ok(await s.enrol(s.me, next))
    // a Monday of the term with a lesson at 08:20
    const monday = addDays(today(), 8 - weekdayOf(today()))
    const session = { start: schoolInstant(monday, '09:00'), end: schoolInstant(monday, '10:30'), hours: 2 }
    const lesson = await s.project({ name: '周一上午', endTime: inHours(1), sessions: [session] })
    const clash = await s.enrol(s.me, lesson)
    expect([ruleOf(clash), clash.errors[0]?.values]).toMatchObject(['clashLesson', { course: '数据库应用' }])
    const away = sessionOn(day + 1)
    const [type] = await s.db.unscoped(leaveType).all()
    const span = { startAt: away.start, endAt: away.end, days: 1, leavesCampus: false, leavesCity: false, state: 'approved' as const }
    await s.db.insert(leave, { leaveNo: 'QJ-1', studentId: s.studentId, typeId: type?.id ?? '', ...span } as never)
    const third = await s.project({ name: '请假', sessions: [away] })
    expect(ruleOf(await s.enrol(s.me, third))).toBe('clashLeave')
    ok(await s.enrol(s.pupil(0).actor, third))
    await s.db.emit('leave.approved', { studentId: s.pupil(0).id, leaveId: '', from: away.start, to: away.end, leavesCampus: false, leavesCity: false })
    await s.server.settle()
    expect(await stateOf(third, s.pupil(0).actor)).toBe('cancelled')
  })
  it('is only for its audience and its window; a cancelled project has nobody', async () => {
    const id = await s.project({ name: '本人', audience: { userIds: [s.me.userId] }, sessions: [sessionOn(12)] })
    expect(ruleOf(await s.enrol(s.pupil(1).actor, id))).toBe('notInAudience')
    ok(await s.enrol(s.me, id))
    ok(await s.guide.post('labour/labourProject/cancel', { id, reason: '下雨' }))
    expect(await stateOf(id, s.me)).toBe('cancelled')
    expect(ruleOf(await s.enrol(s.pupil(1).actor, id))).toBe('notOpen')
  })
})
