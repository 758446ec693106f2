import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { departmentsOfStudents } from '#modules/leave/testing.ts'
import type { Pupil } from '#modules/signIn/testing.ts'
import { activity } from './model/activity.ts'
import { activityEnrolment } from './model/enrolment.ts'
import { type lotteryRecord, resultsOf } from './model/lottery.ts'
import { freeSplits } from './server/jobs.ts'
import { drawDue } from './server/lottery.ts'
import { type ActivitySchool, activitySchool, inHours, offeredTo, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
/** Students of another college. */
let art: Pupil[] = []
beforeAll(async () => {
  s = await activitySchool()
  art = [s.away, await s.newStudent(s.ids.a2301, '艺一'), await s.newStudent(s.ids.a2301, '艺二'), await s.newStudent(s.ids.a2301, '艺三')]
  await departmentsOfStudents(s)
})
afterAll(() => s.close())
const states = async (id: string, ...of: readonly number[]) => Promise.all(of.map(async n => (await s.enrolled(id, s.pupil(n))).state))
const held = async (id: string) => (await s.planned(id)).held
const SIX = [0, 1, 2, 3, 4, 5] as const
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
  expect(await offeredTo(id, one(0).actor)).toMatchObject({ placesLeft: 2, group: { by: 'college', seats: 1 } })
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
  expect(await offeredTo(id, s.pupil(3).actor)).toMatchObject({ placesLeft: 0, position: 2, waiting: 2 })
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
