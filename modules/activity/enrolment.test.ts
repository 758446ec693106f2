import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { departmentsOfStudents } from '#modules/leave/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import type { Pupil } from '#modules/signIn/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { activity } from './model/activity.ts'
import { activityEnrolment } from './model/enrolment.ts'
import { type lotteryRecord, resultsOf } from './model/lottery.ts'
import { freeSplits, passOffers } from './server/jobs.ts'
import { drawDue } from './server/lottery.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
interface Offered {
  id: string
  placesLeft: number | null
  waiting: number
  mine: string | null
  position: number | null
  isOpen: boolean
  clash: { what: string; from: string } | null
}
const shown = async (id: string, by: Actor) => ok(await by.get<Offered[]>('activity/activityEnrolment/square')).find(a => a.id === id)
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
    expect(await shown(id, s.pupil(out).actor)).toMatchObject({ placesLeft: 0, waiting: 3, mine: null })
  })
  it('60-AT3 without a quota everybody has a seat', async () => {
    const id = await s.activity({ title: '不限', quota: null })
    for (const n of SIX) expect(ok(await s.enrol(s.pupil(n).actor, id))).toEqual({ state: 'admitted', position: null })
    expect(await shown(id, s.me)).toMatchObject({ placesLeft: null })
  })
  it('60-AT6 a freed seat is offered to the first who waits, for some hours; who does not answer loses it to the next', async () => {
    const id = await s.activity({ title: '候补', quota: 1 })
    for (const n of [0, 1, 2]) ok(await s.enrol(s.pupil(n).actor, id))
    expect(await shown(id, s.pupil(2).actor)).toMatchObject({ mine: 'waiting', position: 2, waiting: 2 })
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
describe('seats shared out among groups', () => {
  const split = (more: object) =>
    s.activity({
      ...{ quota: 4, waitlist: 2, splitBy: 'college' },
      quotaSplit: [
        { key: s.ids.info, seats: 2 },
        { key: s.ids.art, seats: 1 },
      ],
      ...more,
    })
  const due = (id: string) => s.db.update(activity, id, { splitUntil: inHours(-0.1) })
  let art: Pupil[] = []
  beforeAll(async () => {
    art = [s.away, await s.newStudent(s.ids.a2301, '艺一'), await s.newStudent(s.ids.a2301, '艺二'), await s.newStudent(s.ids.a2301, '艺三')]
    await departmentsOfStudents(s)
  })
  const one = (n: number) => art[n] as Pupil
  it('60-AT3 a split names groups that exist, each once, within the quota and whom it is for', async () => {
    const refusedBy = async (more: object) => ruleOf(await s.propose(s.head.actor, { quota: 3, splitBy: 'college', quotaSplit: [{ key: s.ids.info, seats: 2 }], ...more }))
    expect(await refusedBy({ quota: null })).toBe('splitQuota')
    expect(await refusedBy({ quotaSplit: [] })).toBe('splitEmpty')
    expect(await refusedBy({ quotaSplit: [{ key: s.ids.info, seats: 4 }] })).toBe('splitOver')
    expect(await refusedBy({ quotaSplit: [s.ids.info, s.ids.info].map(key => ({ key, seats: 1 })) })).toBe('splitTwice')
    expect(await refusedBy({ quotaSplit: [{ key: s.studentId, seats: 1 }] })).toBe('splitUnknown')
    expect(await refusedBy({ splitBy: 'grade', quotaSplit: [{ key: '二零二三', seats: 1 }] })).toBe('splitUnknown')
    expect(await refusedBy({ collegeIds: [s.ids.art] })).toBe('splitOutside')
    expect(await refusedBy({ splitUntil: await s.ahead(9) })).toBe('splitTime')
  })
  it('60-AT3 of many at once no group has more than its seats and those kept for none; each waits in its own queue', async () => {
    const id = await split({ title: '分学院' })
    expect(await shown(id, one(0).actor)).toMatchObject({ placesLeft: 2, group: { by: 'college', seats: 1 } })
    const answers = await Promise.all([...SIX.map(n => s.pupil(n)), ...art].flatMap(who => [s.enrol(who.actor, id), s.enrol(who.actor, id)]))
    expect(
      answers
        .filter(a => a.code === 200)
        .map(a => ok(a).state)
        .filter(state => state === 'admitted'),
    ).toHaveLength(4)
    expect(answers.filter(a => a.code !== 200).every(a => ['groupFull', 'already'].includes(ruleOf(a) ?? ''))).toBe(true)
    const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id }, { sort: ['seq'] })
    const of = (key: string) => ['admitted', 'waiting'].map(state => rows.filter(r => r.splitKey === key && r.state === state).length)
    const [info, arts] = [of(s.ids.info), of(s.ids.art)]
    // one seat is kept for none, and whoever came first of either has it
    expect([info, arts]).toEqual(
      (info[0] ?? 0) > 2
        ? [
            [3, 2],
            [1, 2],
          ]
        : [
            [2, 2],
            [2, 2],
          ],
    )
    expect([await held(id), new Set(rows.map(r => r.seq)).size]).toEqual([4, 8])
    const { groups } = ok(
      await s.teacher.get<{ groups: Array<{ name: string; seats: number; held: number; waiting: number }> }>('activity/activityEnrolment/roster', { activityId: id }),
    )
    expect(groups.map(g => [g.seats, g.held, g.waiting])).toEqual([
      [2, ...info],
      [1, ...arts],
      [1, 0, 0],
    ])
    // a seat that is given back stays in its group
    const [first, next] = [rows.find(r => r.splitKey === s.ids.art && r.state === 'admitted'), rows.find(r => r.splitKey === s.ids.art && r.state === 'waiting')]
    const who = art.find(a => a.id === first?.studentId) ?? one(0)
    ok(await who.actor.post('activity/activityEnrolment/cancel', { id: first?.id ?? '' }))
    const after = await s.db.unscoped(activityEnrolment).all({ activityId: id, state: ['offered', 'waiting'] }, { sort: ['seq'] })
    const expected = arts[0] === 1 ? next : rows.find(r => r.state === 'waiting') // or it was the one kept for none
    expect(after.flatMap(r => (r.state === 'offered' ? [r.id] : []))).toEqual([expected?.id])
    expect(await held(id)).toBe(4)
  })
  it('60-AT3 what groups do not use stays free until the moment it names, and then goes to whoever waits longest', async () => {
    const id = await split({ title: '到期放开', quota: 3, waitlist: 3 })
    for (const n of [0, 1, 2, 3]) ok(await s.enrol(s.pupil(n).actor, id))
    expect([await states(id, 0, 1, 2, 3), await held(id)]).toEqual([['admitted', 'admitted', 'waiting', 'waiting'], 2])
    expect(await shown(id, s.pupil(3).actor)).toMatchObject({ placesLeft: 0, position: 2, waiting: 2 })
    expect(await freeSplits(s.db)).toBe(0)
    await due(id)
    // whoever presses before the job does not overtake whoever waits
    expect(ok(await s.enrol(one(0).actor, id))).toEqual({ state: 'waiting', position: 1 })
    expect([await states(id, 2, 3), await held(id), await freeSplits(s.db)]).toEqual([['offered', 'waiting'], 3, 0])
    const other = await split({ title: '由任务放开', quota: 3 })
    for (const n of [0, 1, 2]) ok(await s.enrol(s.pupil(n).actor, other))
    await due(other)
    expect([await freeSplits(s.db), await freeSplits(s.db), await states(other, 2)]).toEqual([1, 0, ['offered']])
    expect(ok(await s.enrol(one(1).actor, other))).toEqual({ state: 'waiting', position: 1 })
  })
  it('60-AT4 the draw gives each group its seats, what one does not use to all by their rank, and anybody works it out again', async () => {
    const id = await split({
      title: '分组抽签',
      enrolWay: 'lottery',
      quota: 4,
      waitlist: 1,
      quotaSplit: [
        { key: s.ids.info, seats: 1 },
        { key: s.ids.art, seats: 3 },
      ],
    })
    for (const who of [...SIX.map(n => s.pupil(n)), one(0)]) ok(await s.enrol(who.actor, id))
    await s.db.update(activity, id, { enrolTo: inHours(-0.1), enrolFrom: inHours(-2) })
    await drawDue(s.db)
    const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id }, { sort: ['seq'] })
    expect([(await s.enrolled(id, one(0))).state, await held(id)]).toEqual(['admitted', 4])
    expect(rows.filter(r => r.splitKey === s.ids.info).map(r => r.state)).toEqual(['admitted', 'admitted', 'admitted', 'waiting', 'notAdmitted', 'notAdmitted'])
    const record = ok(await s.me.get<OutputOf<typeof lotteryRecord>>('activity/activity/lottery', { id }))
    const shares = record.groups.flatMap(g => (g?.key ? [{ key: g.key, seats: g.seats }] : []))
    const again = resultsOf(
      record.tickets.flatMap(t => t ?? []),
      { quota: record.quota ?? 0, shares, held: new Map(), isOver: true, waitlist: record.waitlist },
    )
    expect([...again.values()]).toEqual(rows.map(r => r.state))
  })
  it('60-AT3 where the organiser chooses, no group has more than its seats', async () => {
    const id = await split({ title: '分组选定', enrolWay: 'review', quota: 3 })
    for (const who of [s.pupil(0), s.pupil(1), s.pupil(2), one(0)]) ok(await s.enrol(who.actor, id))
    const choose = async (...of: readonly Pupil[]) =>
      s.head.actor.post('activity/activityEnrolment/choose', { activityId: id, ids: await Promise.all(of.map(async who => (await s.enrolled(id, who)).id)) })
    const over = await choose(s.pupil(0), s.pupil(1), s.pupil(2))
    expect([ruleOf(over), over.errors[0]?.values]).toMatchObject(['groupFull', { left: 2, chosen: 3 }])
    const both = await Promise.all([choose(s.pupil(0), s.pupil(1), one(0)), choose(s.pupil(2))])
    expect([both.map(a => a.code).toSorted(), (await held(id)) <= 3]).toEqual([[200, 422], true])
  })
})
describe('whom it is for', () => {
  it('60-AT3 outside its time, its colleges, grades or members nobody enrols, and each refusal says why', async () => {
    const early = await s.activity({ title: '明天开始', enrolFrom: inHours(1) })
    const refused = await s.enrol(s.me, early)
    expect([ruleOf(refused), refused.msg.includes('明天开始')]).toEqual(['notOpen', true])
    expect(await shown(early, s.me)).toMatchObject({ isOpen: false })
    const art = await s.activity({ title: '艺术学院的', collegeIds: [s.ids.art] })
    expect([ruleOf(await s.enrol(s.me, art)), await shown(art, s.me)]).toEqual(['audience', undefined])
    ok(await s.enrol(s.away.actor, art))
    const grade = await s.activity({ title: '2024 级的', grades: [2024] })
    expect(ruleOf(await s.enrol(s.me, grade))).toBe('audience')
    const members = await s.activity({ title: '成员的', membersOnly: true })
    const outside = await s.enrol(s.me, members)
    expect([ruleOf(outside), outside.errors[0]?.values, await shown(members, s.me)]).toMatchObject(['members', { society: '天文社' }, undefined])
    ok(await s.enrol(s.head.actor, members))
    const waiting = ok(await s.propose(s.head.actor, { title: '没批的' }))
    expect((await s.enrol(s.me, waiting.id)).code).toBe(404)
    expect((await s.enrol(s.officer, art)).code).toBe(403)
  })
})
describe('other appointments', () => {
  it('60-AT5 a lesson, a leave or another activity at that time is warned of, or refused where the school says so', async () => {
    const lesson = await s.activity({ title: '周一上午', startAt: schoolInstant(s.monday, '08:30'), endAt: schoolInstant(s.monday, '11:00') })
    const warned = await s.enrol(s.me, lesson, { isClashKnown: false })
    expect([ruleOf(warned), warned.errors[0]?.values]).toMatchObject(['clash', { what: '数据库应用' }])
    expect((await shown(lesson, s.me))?.clash?.what).toContain('数据库应用')
    ok(await s.enrol(s.me, lesson))
    const other = await s.activity({ title: '同一上午', startAt: schoolInstant(s.monday, '10:30'), endAt: schoolInstant(s.monday, '11:30'), hours: 1 })
    expect(ruleOf(await s.enrol(s.me, other, { isClashKnown: false }))).toBe('clash')
    const away = { startAt: await s.ahead(20), endAt: await s.ahead(20, 2) }
    const free = await s.activity({ title: '请假那天', ...away })
    const [type] = await s.db.unscoped(leaveType).all()
    const span = { startAt: away.startAt, endAt: away.endAt, days: 1, leavesCampus: false, leavesCity: false, state: 'approved' as const }
    await s.db.insert(leave, { leaveNo: 'QJ-1', studentId: s.studentId, typeId: type?.id ?? '', ...span } as never)
    expect(ruleOf(await s.enrol(s.me, free, { isClashKnown: false }))).toBe('clash')
    expect((await shown(free, s.me))?.clash?.what).toContain('请假')
    ok(await s.enrol(s.pupil(0).actor, free, { isClashKnown: false }))
    await setParams(s, 'activity', { refusesClash: true })
    expect(ruleOf(await s.enrol(s.me, free))).toBe('clash')
    await setParams(s, 'activity', { refusesClash: false })
  })
})
