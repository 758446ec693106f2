import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { activity } from './model/activity.ts'
import { activityEnrolment } from './model/enrolment.ts'
import { drawOrder } from './model/lottery.ts'
import { drawDue } from './server/lottery.ts'
import { openSignIns } from './server/sign-tasks.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
interface Record {
  drawHash: string
  seed: string | null
  drawnAt: string | null
  applied: number
  ownNo: number | null
  quota: number
  waitlist: number
  tickets: Array<{ no: number; rank: number; isHalf: boolean }>
}
const SIX = [0, 1, 2, 3, 4, 5] as const
const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex')
const record = async (id: string, by: Actor) => ok(await by.get<Record>('activity/activity/lottery', { id }))
const draw = (id: string, by: Actor) => by.post<{ admitted: number; waiting: number; notAdmitted: number }>('activity/activity/draw', { id })
const closed = (id: string) => s.db.update(activity, id, { enrolTo: inHours(-0.1), enrolFrom: inHours(-2) })
const lottery = (more: object) => s.activity({ enrolWay: 'lottery', quota: 2, waitlist: 2, ...more })

it('60-AT4 the hash of the seed is told while people apply, the seed after the draw, and anybody works the order out again', async () => {
  expect(ruleOf(await s.propose(s.head.actor, { title: '没名额', enrolWay: 'lottery', quota: null }))).toBe('lotteryQuota')
  const id = await lottery({ title: '抽签的' })
  const before = await record(id, s.away.actor)
  expect(before).toMatchObject({ seed: null, drawnAt: null, applied: 0, tickets: [], ownNo: null })
  expect(before.drawHash).toMatch(/^[0-9a-f]{64}$/)
  expect((await Promise.all(SIX.map(n => s.enrol(s.pupil(n).actor, id)))).map(a => ok(a))).toEqual(SIX.map(() => ({ state: 'applied', position: null })))
  expect((await s.planned(id)).held).toBe(0)
  // who leaves before the draw is not drawn, and whoever comes back gets another number
  for (const n of [4, 5] as const) ok(await s.pupil(n).actor.post('activity/activityEnrolment/cancel', { id: (await s.enrolled(id, s.pupil(n))).id }))
  ok(await s.enrol(s.pupil(5).actor, id))
  expect((await s.enrolled(id, s.pupil(5))).drawNo).toBe(7)
  for (const by of [s.head.actor, s.league, s.pupil(0).actor]) {
    const shown = JSON.stringify([await by.get('activity/activity/led', {}), await by.get('activity/activity/list', {}), await by.get('activity/activityEnrolment/square', {})])
    expect(shown).not.toContain((await s.planned(id)).drawSeed)
  }
  expect(ruleOf(await draw(id, s.head.actor))).toBe('drawEarly')
  await closed(id)
  expect(ruleOf(await s.enrol(s.away.actor, id))).toBe('notOpen')
  expect((await draw(id, s.pupil(0).actor)).code).toBe(404)
  const [one, two] = await Promise.all([draw(id, s.head.actor), draw(id, s.teacher), drawDue(s.db)])
  // the job may have been first
  for (const answer of [one, two]) expect(answer.code === 200 ? ok(answer) : ruleOf(answer)).toEqual(answer.code === 200 ? { admitted: 2, waiting: 2, notAdmitted: 1 } : 'drawn')
  expect([one, two].filter(a => a.code === 200).length).toBeLessThanOrEqual(1)
  expect(ruleOf(await draw(id, s.head.actor))).toBe('drawn')
  const after = await record(id, s.pupil(5).actor)
  expect([after.drawHash, sha256(after.seed ?? ''), after.ownNo]).toEqual([before.drawHash, before.drawHash, 7])
  expect(after.tickets.map(t => t.no).toSorted()).toEqual([...new Set(after.tickets.map(t => t.no))].toSorted())
  expect(after.tickets).toHaveLength(5)
  expect(drawOrder(after.tickets, no => sha256(`${after.seed}:${no}`))).toEqual(after.tickets.map(t => t.no))
  const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id, 'drawRank.ge': 1 }, { sort: ['seq'] })
  expect(rows.map(r => r.state)).toEqual(['admitted', 'admitted', 'waiting', 'waiting', 'notAdmitted'])
  expect([(await s.planned(id)).held, JSON.stringify(after).includes(s.pupil(0).id)]).toEqual([2, false])
  // a seat that is given back goes to whoever was drawn next, not to whoever applied first
  const who = (n: number) => SIX.map(i => s.pupil(i)).find(p => p.id === rows[n]?.studentId) ?? s.pupil(0)
  ok(await who(0).actor.post('activity/activityEnrolment/cancel', { id: rows[0]?.id ?? '' }))
  expect([(await s.enrolled(id, who(2))).state, (await s.enrolled(id, who(3))).state]).toEqual(['offered', 'waiting'])
  await s.server.settle()
  expect(JSON.stringify(ok(await who(4).actor.get('base/message/mine', {})))).toContain('“抽签的”抽签有结果了')
})
it('60-AT4 whoever was admitted in the last days counts half where the school says so; absences do not keep from a lottery', async () => {
  const lucky = s.pupil(0)
  ok(await s.enrol(lucky.actor, await s.activity({ title: '先来的' })))
  const drawn = async (title: string) => {
    const id = await lottery({ title, quota: 1 })
    for (const n of [0, 1] as const) ok(await s.enrol(s.pupil(n).actor, id))
    await closed(id)
    expect(await drawDue(s.db)).toBe(1)
    return { id, tickets: (await record(id, s.me)).tickets, own: (await s.enrolled(id, lucky)).drawHalf }
  }
  expect((await drawn('不减半')).own).toBe(false)
  await setParams(s, 'activity', { halvesRecent: true, recentDays: 30 })
  const half = await drawn('减半')
  expect([half.own, half.tickets.filter(t => t.isHalf).length >= 1]).toEqual([true, true])
  const { seed } = await record(half.id, s.me)
  expect(drawOrder(half.tickets, no => sha256(`${seed}:${no}`))).toEqual(half.tickets.map(t => t.no))
  await s.db.query(sql`update activity_enrolment set admitted_at = now() - interval '31 days' where student_id = ${lucky.id} and admitted_at is not null`)
  expect((await drawn('很久以前')).own).toBe(false)
  await setParams(s, 'activity', { halvesRecent: false })
  // of many tickets the halved ones come first a third of the time
  const pairs = Array.from(
    { length: 3000 },
    (_, n) =>
      drawOrder(
        [
          { no: 1, isHalf: false },
          { no: 2, isHalf: true },
        ],
        no => sha256(`${n}:${no}`),
      )[0],
  )
  expect(pairs.filter(no => no === 2).length / pairs.length).toBeCloseTo(1 / 3, 1)
  const absent = await s.newStudent(s.ids.s2301, '缺席的')
  for (const title of ['缺甲', '缺乙', '缺丙']) {
    const id = await s.activity({ title })
    ok(await s.enrol(absent.actor, id))
    await moved(s, id, inHours(-3))
    ok(await s.head.actor.post('activity/activity/settle', { id }))
  }
  expect(ruleOf(await s.enrol(absent.actor, await s.activity({ title: '先到先得的' })))).toBe('barred')
  expect(ok(await s.enrol(absent.actor, await lottery({ title: '抽签不限' })))).toMatchObject({ state: 'applied' })
})
it('60-AT4 what nobody has drawn is drawn before its sign-in closes the list', async () => {
  const id = await lottery({ title: '临近的', quota: 1, waitlist: 0 })
  for (const n of [2, 3] as const) ok(await s.enrol(s.pupil(n).actor, id))
  await moved(s, id, inHours(0.2))
  expect(await openSignIns(s.db)).toBe(1)
  const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id })
  expect(rows.map(r => r.state).toSorted()).toEqual(['admitted', 'notAdmitted'])
  expect(Date.parse((await s.planned(id)).drawnAt ?? '') > Date.now() - DAY_MS).toBe(true)
})
it('60-AT3 where the organiser chooses, nobody has a seat by arriving first; seats stay within the quota, and who is left is told', async () => {
  const told = captureNotifications(s.server)
  const id = await s.activity({ title: '志愿讲解员选拔', enrolWay: 'review', quota: 2 })
  for (const n of [0, 1, 2]) expect(ok(await s.enrol(s.pupil(n).actor, id))).toEqual({ state: 'applied', position: null })
  const row = async (n: number) => s.enrolled(id, s.pupil(n))
  const choose = async (...of: readonly number[]) =>
    s.head.actor.post('activity/activityEnrolment/choose', { activityId: id, ids: await Promise.all(of.map(async n => (await row(n)).id)) })
  const over = await choose(0, 1, 2)
  expect([ruleOf(over), over.errors[0]?.values]).toMatchObject(['fullNow', { quota: 2, left: 2, chosen: 3 }])
  expect((await s.pupil(0).actor.post('activity/activityEnrolment/choose', { activityId: id, ids: [(await row(0)).id] })).code).toBe(404)
  const both = await Promise.all([choose(2, 1), choose(1, 0)])
  expect(both.map(a => a.code).toSorted()).toEqual([200, 422])
  expect((await s.planned(id)).held).toBe(2)
  ok(await s.head.actor.post('activity/activityEnrolment/closeChoice', { activityId: id }))
  const states = await Promise.all([0, 1, 2].map(async n => (await row(n)).state))
  expect(states.toSorted()).toEqual(['admitted', 'admitted', 'notAdmitted'])
  expect((await told('activity.chosen')).map(m => m.values?.result)).toHaveLength(3)
  expect(ruleOf(await s.head.actor.post('activity/activityEnrolment/closeChoice', { activityId: await s.activity({ title: '先到先得的' }) }))).toBe('notChosen')
})
