import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { activity } from './model/activity.ts'
import { activityEnrolment } from './model/enrolment.ts'
import { passOffers } from './server/jobs.ts'
import { type ActivitySchool, activitySchool, inHours, moved, offeredTo, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
const cancel = async (id: string, n: number) => s.pupil(n).actor.post('activity/activityEnrolment/cancel', { id: (await s.enrolled(id, s.pupil(n))).id })
const accept = async (id: string, n: number) => s.pupil(n).actor.post('activity/activityEnrolment/accept', { id: (await s.enrolled(id, s.pupil(n))).id })
const states = async (id: string, ...of: readonly number[]) => Promise.all(of.map(async n => (await s.enrolled(id, s.pupil(n))).state))
const held = async (id: string) => (await s.planned(id)).held
const SIX = [0, 1, 2, 3, 4, 5] as const

describe('seats', () => {
  it('60-AT3 of many at once exactly the seats are won, the waiting list has its length, in gapless order, nobody twice', async () => {
    const id = await s.activity({ title: '抢票', quota: 2, waitlist: 3 })
    const answers = await Promise.all([...SIX, ...SIX].map(n => s.enrol(s.pupil(n).actor, id)))
    const got = answers.flatMap(a => (a.code === 200 ? [ok(a)] : []))
    expect(got.filter(g => g.state === 'admitted')).toHaveLength(2)
    expect(
      got
        .filter(g => g.state === 'waiting')
        .map(g => g.position)
        .toSorted(),
    ).toEqual([1, 2, 3])
    expect(answers.filter(a => a.code !== 200).every(a => ['full', 'already'].includes(ruleOf(a) ?? ''))).toBe(true)
    const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id }, { sort: ['seq'] })
    expect([rows.map(r => r.seq), rows.map(r => r.state), await held(id)]).toEqual([[1, 2, 3, 4, 5], ['admitted', 'admitted', 'waiting', 'waiting', 'waiting'], 2])
    const out = SIX.find(n => !rows.some(r => r.studentId === s.pupil(n).id)) ?? 0
    const full = await s.enrol(s.pupil(out).actor, id)
    expect([ruleOf(full), full.errors[0]?.values]).toMatchObject(['full', { quota: 2, waiting: 3 }])
    expect(await offeredTo(id, s.pupil(out).actor)).toMatchObject({ placesLeft: 0, waiting: 3, mine: null })
  })
  it('lobby television shows today’s activities that are for the whole school, with the places left', async () => {
    const ids = [
      await s.activity({ title: '全校的', quota: 2 }),
      await s.activity({ title: '只限成员', membersOnly: true }),
      await s.activity({ title: '只限一个学院', collegeIds: [s.ids.info] }),
    ]
    const shown = async () => ok(await s.anonymous.get<{ events: unknown[] }>('screen/wall/lobby')).events
    expect(await shown()).toEqual([])
    for (const id of ids) await moved(s, id, inHours(-0.01))
    expect(await shown()).toMatchObject([{ title: '全校的', place: '操场', left: null }])
    await s.db.update(activity, ids[0] ?? '', { startAt: inHours(0.001), enrolTo: inHours(0.001) })
    ok(await s.enrol(s.pupil(0).actor, ids[0] ?? ''))
    expect(await shown()).toMatchObject([{ title: '全校的', left: 1 }])
  })
  it('60-AT3 without a quota everybody has a seat', async () => {
    const id = await s.activity({ title: '不限', quota: null })
    for (const n of SIX) expect(ok(await s.enrol(s.pupil(n).actor, id))).toEqual({ state: 'admitted', position: null })
    expect(await offeredTo(id, s.me)).toMatchObject({ placesLeft: null })
  })
  it('60-AT6 a freed seat is offered to the first who waits, for some hours; who does not answer loses it to the next', async () => {
    const id = await s.activity({ title: '候补', quota: 1 })
    for (const n of [0, 1, 2]) ok(await s.enrol(s.pupil(n).actor, id))
    expect(await offeredTo(id, s.pupil(2).actor)).toMatchObject({ mine: 'waiting', position: 2, waiting: 2 })
    ok(await cancel(id, 0))
    expect([await states(id, 0, 1, 2), await held(id)]).toEqual([['cancelled', 'offered', 'waiting'], 1])
    // whoever comes now waits: the seat is held by the offer
    expect(ok(await s.enrol(s.pupil(3).actor, id))).toEqual({ state: 'waiting', position: 2 })
    await s.server.settle()
    expect(JSON.stringify(ok(await s.pupil(1).actor.get('base/message/mine', {})))).toContain('“候补”有名额了')
    expect(await passOffers(s.db)).toBe(0)
    expect(await passOffers(s.db, Date.now() + 3 * HOUR_MS)).toBe(1)
    expect([await states(id, 1, 2, 3), await held(id)]).toEqual([['expired', 'offered', 'waiting'], 1])
    expect(ruleOf(await accept(id, 1))).toBe('state')
    ok(await accept(id, 2))
    expect([await states(id, 2, 3), await held(id)]).toEqual([['admitted', 'waiting'], 1])
    // who let it pass may come again, at the end
    expect(ok(await s.enrol(s.pupil(1).actor, id))).toEqual({ state: 'waiting', position: 2 })
    expect((await s.pupil(1).actor.post('activity/activityEnrolment/accept', { id: (await s.enrolled(id, s.pupil(3))).id })).code).toBe(404)
  })
  it('60-AT6 an offer is not taken after its time, even before the clock has passed it on', async () => {
    const id = await s.activity({ title: '过时', quota: 1 })
    for (const n of [0, 1]) ok(await s.enrol(s.pupil(n).actor, id))
    ok(await cancel(id, 0))
    await s.db.update(activityEnrolment, (await s.enrolled(id, s.pupil(1))).id, { offeredUntil: inHours(-0.1) })
    expect(ruleOf(await accept(id, 1))).toBe('offerOver')
    expect(await passOffers(s.db)).toBe(1)
    expect([await states(id, 1), await held(id)]).toEqual([['expired'], 0])
  })
  it('60-AT6 in the last hours the seat is given at once; after the last day for cancelling it is kept', async () => {
    const id = await s.activity({ title: '马上开始', quota: 1 })
    for (const n of [0, 1]) ok(await s.enrol(s.pupil(n).actor, id))
    await moved(s, id, inHours(3))
    ok(await cancel(id, 0))
    expect(await states(id, 0, 1)).toEqual(['cancelled', 'admitted'])
    const late = await s.activity({ title: '太晚', quota: 1, cancelUntil: inHours(-0.5) })
    for (const n of [2, 3]) ok(await s.enrol(s.pupil(n).actor, late))
    expect(ruleOf(await cancel(late, 2))).toBe('late')
    ok(await cancel(late, 3))
    expect(await states(late, 2, 3)).toEqual(['admitted', 'cancelled'])
  })
  it('60-AT3 60-AT6 many cancel while others enrol: never more than the quota, seats go in waiting order', async () => {
    const id = await s.activity({ title: '同时', quota: 2 })
    for (const n of [0, 1, 2, 3]) ok(await s.enrol(s.pupil(n).actor, id))
    const all = await Promise.all([cancel(id, 0), cancel(id, 1), s.enrol(s.pupil(4).actor, id), s.enrol(s.pupil(5).actor, id)])
    expect(all.map(a => a.code)).toEqual([200, 200, 200, 200])
    expect([await states(id, 2, 3, 4, 5), await held(id)]).toEqual([['offered', 'offered', 'waiting', 'waiting'], 2])
    const both = await Promise.all([accept(id, 2), accept(id, 2), cancel(id, 3)])
    expect(both.map(a => a.code).toSorted()).toEqual([200, 200, 422])
    const [four, five] = await states(id, 4, 5)
    expect([await states(id, 2, 3), [four, five].toSorted(), await held(id)]).toEqual([['admitted', 'cancelled'], ['offered', 'waiting'], 2])
  })
  it('60-AT6 who leaves school gives the seat back; who runs the activity may take somebody off, with the reason', async () => {
    const id = await s.activity({ title: '离校', quota: 1 })
    const gone = await s.newStudent(s.ids.s2301, '要退学')
    ok(await s.enrol(gone.actor, id))
    for (const n of [0, 1]) ok(await s.enrol(s.pupil(n).actor, id))
    await s.db.emit('student.statusChanged', { studentId: gone.id, from: 'active', to: 'withdrawn', effectiveDate: today(), changeId: null, reversed: false })
    await s.server.settle()
    expect([(await s.enrolled(id, gone)).note, await states(id, 0, 1)]).toEqual(['已不在校', ['offered', 'waiting']])
    const dropped = { id: (await s.enrolled(id, s.pupil(0))).id, reason: '重复报名' }
    expect((await s.pupil(1).actor.post('activity/activityEnrolment/drop', dropped)).code).toBe(404)
    ok(await s.head.actor.post('activity/activityEnrolment/drop', dropped))
    expect([await states(id, 0, 1), (await s.enrolled(id, s.pupil(0))).note]).toEqual([['cancelled', 'offered'], '重复报名'])
    const { people } = ok(await s.teacher.get<{ people: Array<{ name: string; state: string }> }>('activity/activityEnrolment/roster', { activityId: id }))
    expect(people.map(p => p.state)).toEqual(['cancelled', 'cancelled', 'offered'])
  })
})
describe('whom it is for', () => {
  it('60-AT3 outside its time, its colleges, grades or members nobody enrols, and each refusal says why', async () => {
    const early = await s.activity({ title: '明天开始', enrolFrom: inHours(1) })
    const refused = await s.enrol(s.me, early)
    expect([ruleOf(refused), refused.msg.includes('明天开始')]).toEqual(['notOpen', true])
    expect(await offeredTo(early, s.me)).toMatchObject({ isOpen: false })
    const art = await s.activity({ title: '艺术学院的', collegeIds: [s.ids.art] })
    expect([ruleOf(await s.enrol(s.me, art)), await offeredTo(art, s.me)]).toEqual(['audience', undefined])
    ok(await s.enrol(s.away.actor, art))
    const grade = await s.activity({ title: '2024 级的', grades: [2024] })
    expect(ruleOf(await s.enrol(s.me, grade))).toBe('audience')
    const members = await s.activity({ title: '成员的', membersOnly: true })
    const outside = await s.enrol(s.me, members)
    expect([ruleOf(outside), outside.errors[0]?.values, await offeredTo(members, s.me)]).toMatchObject(['members', { society: '天文社' }, undefined])
    ok(await s.enrol(s.head.actor, members))
    const waiting = ok(await s.propose(s.head.actor, { title: '没批的' }))
    expect((await s.enrol(s.me, waiting.id)).code).toBe(404)
    expect((await s.enrol(s.officer, art)).code).toBe(403)
  })
  it('what fills a gap of credits is named with the points: open, meant for the student, with a place left, not joined yet', async () => {
    const add = async (of: string, draft: Record<string, unknown>) => ok(await s.officer.post<{ id: string }>(`totalScore/${of}/add`, draft)).id
    const schemeId = await add('tsScheme', { name: '第二课堂', kind: 'credit', period: 'study', baseScore: 0, pointsPerCredit: 10 })
    const categoryId = await add('tsCategory', { schemeId, name: '技能特长', growthCategory: 'skill', requiredMin: 5, cap: 20, position: 1 })
    await add('tsCategory', { schemeId, name: '思想成长', growthCategory: 'ideology', cap: 20, position: 2 })
    await add('tsItem', { schemeId, categoryId, code: 'S1', name: '技能活动', direction: 'add', pointsMin: 1, pointsMax: 5, unit: 'once', isEnabled: true })
    ok(await s.officer.post('totalScore/tsScheme/activate', { id: schemeId }))
    const skill = { category: 'skill' }
    const fitting = await s.activity({ ...skill, title: '摄影入门' })
    await s.activity({ ...skill, title: '还没开始的', enrolFrom: inHours(1) })
    await s.activity({ ...skill, title: '艺术学院的', collegeIds: [s.ids.art] })
    ok(await s.enrol(s.away.actor, await s.activity({ ...skill, title: '满了的', quota: 1 })))
    await s.activity({ title: '不缺这一类的', category: 'ideology' })
    interface Points {
      schemes: Array<{ id: string; categories: Array<{ name: string; gap: number; offers: Array<{ title: string; link: string }> }> }>
    }
    const offered = async () => {
      const { schemes } = ok(await s.me.get<Points>('totalScore/pointEntry/mine', {}))
      return schemes.find(one => one.id === schemeId)?.categories.map(c => [c.name, c.gap, c.offers.map(o => o.title)])
    }
    expect(await offered()).toEqual([
      ['技能特长', 5, ['摄影入门']],
      ['思想成长', 0, []],
    ])
    ok(await s.enrol(s.me, fitting))
    expect((await offered())?.[0]).toEqual(['技能特长', 5, []])
  })
})
describe('other appointments', () => {
  it('60-AT5 a lesson, a leave or another activity at that time is warned of, or refused where the school says so', async () => {
    const lesson = await s.activity({ title: '周一上午', startAt: schoolInstant(s.monday, '08:30'), endAt: schoolInstant(s.monday, '11:00') })
    const warned = await s.enrol(s.me, lesson, { isClashKnown: false })
    expect([ruleOf(warned), warned.errors[0]?.values]).toMatchObject(['clash', { what: '数据库应用' }])
    expect((await offeredTo(lesson, s.me))?.clash?.what).toContain('数据库应用')
    ok(await s.enrol(s.me, lesson))
    const other = await s.activity({ title: '同一上午', startAt: schoolInstant(s.monday, '10:30'), endAt: schoolInstant(s.monday, '11:30'), hours: 1 })
    expect(ruleOf(await s.enrol(s.me, other, { isClashKnown: false }))).toBe('clash')
    const away = { startAt: await s.ahead(20), endAt: await s.ahead(20, 2) }
    const free = await s.activity({ title: '请假那天', ...away })
    const [type] = await s.db.unscoped(leaveType).all()
    const span = { startAt: away.startAt, endAt: away.endAt, days: 1, leavesCampus: false, leavesCity: false, state: 'approved' as const }
    await s.db.insert(leave, { leaveNo: 'QJ-1', studentId: s.studentId, typeId: type?.id ?? '', ...span } as never)
    expect(ruleOf(await s.enrol(s.me, free, { isClashKnown: false }))).toBe('clash')
    expect((await offeredTo(free, s.me))?.clash?.what).toContain('请假')
    ok(await s.enrol(s.pupil(0).actor, free, { isClashKnown: false }))
    await setParams(s, 'activity', { refusesClash: true })
    expect(ruleOf(await s.enrol(s.me, free))).toBe('clash')
    await setParams(s, 'activity', { refusesClash: false })
  })
})
