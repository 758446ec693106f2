import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import type { Actor } from '#testing/school.ts'
import { activity } from './model/activity.ts'
import { openSignIns } from './server/sign-tasks.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
interface Mine {
  id: string
  activityId: string
  startAt: string
  isAsked: boolean
  moves: number
  mayCancel: boolean
}
const mine = async (id: string, n: number) => ok(await s.pupil(n).actor.get<Mine[]>('activity/activityEnrolment/mine')).find(a => a.activityId === id)
const move = async (id: string, to: object, by: Actor = s.head.actor) => {
  const { startAt, endAt, venueId, place, online } = await s.planned(id)
  return by.post<{ asked: number }>('activity/activity/move', { id, startAt, endAt, venueId, place, online, reason: '操场维修。', ...to })
}
const confirm = async (id: string, n: number, moves?: number) => {
  const row = await mine(id, n)
  return s.pupil(n).actor.post('activity/activityEnrolment/confirm', { id: row?.id, moves: moves ?? row?.moves })
}
const cancel = async (id: string, n: number) => s.pupil(n).actor.post('activity/activityEnrolment/cancel', { id: (await s.enrolled(id, s.pupil(n))).id })
const states = async (id: string, ...of: readonly number[]) => Promise.all(of.map(async n => (await s.enrolled(id, s.pupil(n))).state))

it('60-AT10 another time or place asks everybody with a seat anew, and leaving is free then, after the last day for it, too', async () => {
  const id = await s.activity({ title: '改期', quota: 3, cancelUntil: inHours(-0.5) })
  for (const n of [0, 1, 2, 3] as const) ok(await s.enrol(s.pupil(n).actor, id))
  expect(ruleOf(await cancel(id, 0))).toBe('late')
  const [startAt, endAt] = [await s.ahead(6), await s.ahead(6, 2)]
  expect((await move(id, { startAt, endAt }, s.pupil(0).actor)).code).toBe(404)
  expect(ok(await move(id, { startAt, endAt, place: '体育馆' }))).toEqual({ asked: 3 })
  await s.server.settle()
  for (const n of [0, 3]) expect(JSON.stringify(ok(await s.pupil(n).actor.get('base/message/mine', {})))).toContain('“改期”改了时间地点')
  expect([await mine(id, 0), await mine(id, 3)]).toMatchObject([{ isAsked: true, mayCancel: true }, { isAsked: false }])
  // the last day for leaving has moved along with the beginning; whoever was asked may leave even after it
  await s.db.update(activity, id, { cancelUntil: inHours(-0.5) })
  ok(await confirm(id, 1))
  expect([ruleOf(await confirm(id, 1)), ruleOf(await cancel(id, 1))]).toEqual(['notAsked', 'late'])
  ok(await cancel(id, 0))
  expect(await states(id, 0, 1, 2, 3)).toEqual(['cancelled', 'admitted', 'admitted', 'offered'])
  const { people } = ok(await s.head.actor.get<{ people: Array<{ isAsked: boolean }> }>('activity/activityEnrolment/roster', { activityId: id }))
  expect(people.map(p => p.isAsked)).toEqual([false, false, true, false])
  // a confirmation is of the change that was read
  const read = (await mine(id, 2))?.moves ?? 0
  ok(await move(id, { place: '礼堂' }))
  expect([ruleOf(await confirm(id, 2, read)), (await mine(id, 1))?.isAsked]).toEqual(['movedAgain', true])
  const both = await Promise.all([confirm(id, 2), confirm(id, 2), move(id, { place: '操场' })])
  expect(both.every(a => a.code === 200 || ['notAsked', 'movedAgain'].includes(ruleOf(a) ?? ''))).toBe(true)
  expect((await s.planned(id)).moves).toBe(3)
})
it('60-AT10 is refused without a change, in the past, too soon when brought forward, without place, and once the sign-in is made', async () => {
  const id = await s.activity({ title: '不能改' })
  const { startAt, endAt } = await s.planned(id)
  expect(ruleOf(await move(id, {}))).toBe('unmoved')
  expect(ruleOf(await move(id, { startAt: inHours(-2), endAt: inHours(2) }))).toBe('past')
  expect(ruleOf(await move(id, { startAt: inHours(3), endAt: inHours(5) }))).toBe('tooSoon')
  expect(ruleOf(await move(id, { startAt: endAt, endAt: startAt }))).toBe('order')
  expect(ruleOf(await move(id, { place: null, venueId: null }))).toBe('noPlace')
  const waiting = ok(await s.propose(s.head.actor, { title: '没批的' }))
  expect((await move(waiting.id, { place: '礼堂' })).code).not.toBe(200)
  ok(await s.enrol(s.pupil(0).actor, id))
  await moved(s, id, inHours(0.2))
  // put off it needs no notice
  expect(ok(await move(id, { startAt: inHours(0.3), endAt: inHours(2.3) }))).toEqual({ asked: 1 })
  expect(await openSignIns(s.db)).toBe(1)
  expect(ruleOf(await move(id, { place: '礼堂' }))).toBe('signing')
})
it('60-AT10 whoever never agreed to the change is not absent; whoever agreed is', async () => {
  const id = await s.activity({ title: '没回答' })
  for (const n of [0, 1] as const) ok(await s.enrol(s.pupil(n).actor, id))
  ok(await move(id, { place: '礼堂' }))
  ok(await confirm(id, 1))
  await moved(s, id, inHours(-3), 2 * HOUR_MS)
  ok(await s.head.actor.post('activity/activity/settle', { id }))
  expect(await states(id, 0, 1)).toEqual(['excused', 'absent'])
})
