import { afterAll, beforeAll, expect, it } from 'vitest'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { pointWarning, tsThreshold } from './model/threshold.ts'
import { ok, type PointSchool, pointSchool, ruleOf } from './testing.ts'

let s: PointSchool
let minus = ''
let plus = ''
beforeAll(async () => {
  s = await pointSchool()
  minus = await s.item({ direction: 'deduct', pointsMax: 50 })
  plus = await s.item({ pointsMax: 50 })
})
afterAll(() => s.close())
const threshold = (more: object) => s.officer.post<{ id: string }>('totalScore/tsThreshold/add', { schemeId: s.conductId, comparison: 'lt', isEnabled: true, ...more })
const warnings = (studentId: string, thresholdId: string) => s.db.unscoped(pointWarning).all({ studentId, thresholdId }, { sort: ['createdAt'] })
const deduct = (id: string, points: number) => s.record([id], minus, { points, reason: '旷课' })
const todos = async () => ok(await s.fdy.get<{ result: Array<{ title: string; bizId: string }> }>('base/todo/mine', { bizType: 'pointWarning' })).result

it('50-TS6 a threshold fires once a crossing, again only after recovery; student and counsellor hear of it', async () => {
  const told = captureNotifications(s.server)
  const heard = captureEvents(s.server, 'totalScore.thresholdCrossed')
  const { id, actor } = s.pupil(0)
  const low = ok(await threshold({ value: 80, action: 'warnFdy' })).id
  ok(await deduct(id, 20))
  expect(await warnings(id, low)).toEqual([])
  ok(await deduct(id, 1))
  ok(await deduct(id, 5))
  expect(await warnings(id, low)).toMatchObject([{ state: 'open', balance: 79, value: 80, period: '2026-2027-1' }])
  const heardBy = async (event: string, who: string) => (await told(`totalScore.${event}`, who)).map(n => n.values?.balance)
  expect([await heardBy('crossed', actor.userId), await heardBy('crossedOf', s.fdy.userId)]).toEqual([[79], [79]])
  // it has to recover before it fires again
  ok(await s.record([id], plus, { points: 10 }))
  expect(await warnings(id, low)).toMatchObject([{ state: 'recovered' }])
  ok(await deduct(id, 10))
  expect((await warnings(id, low)).map(w => w.state)).toEqual(['recovered', 'open'])
  expect(await heardBy('crossed', actor.userId)).toEqual([79, 74])
  // an entry that is taken back counts, too
  const [last] = (await s.entries(id, minus)).toReversed()
  ok(await s.officer.post('totalScore/pointEntry/reverse', { id: last?.id, reason: '记错了' }))
  expect((await warnings(id, low)).map(w => w.state)).toEqual(['recovered', 'recovered'])
  expect(heard.map(h => [h.studentId, h.action])).toEqual([
    [id, 'warnFdy'],
    [id, 'warnFdy'],
  ])
})
it('50-TS6 two deductions at once that cross it together fire it once', async () => {
  const { id } = s.pupil(1)
  const low = ok(await threshold({ value: 90, action: 'notify' })).id
  for (const answer of await Promise.all([deduct(id, 12), s.record([id], minus, { points: 13, reason: '旷课' }, s.officer)])) ok(answer)
  expect(await warnings(id, low)).toHaveLength(1)
})
it('50-TS6 a talk is a task of the counsellor until it is recorded, or the balance has recovered', async () => {
  const [{ id }, other] = [s.pupil(2), s.pupil(3)]
  const low = ok(await threshold({ value: 60, action: 'talkTask' })).id
  ok(await deduct(id, 45))
  ok(await deduct(other.id, 45))
  const [[one], [two]] = [await warnings(id, low), await warnings(other.id, low)]
  expect((await todos()).map(t => t.bizId).toSorted()).toEqual([one?.id, two?.id].toSorted())
  expect((await s.pupil(4).actor.post('totalScore/pointWarning/talk', { id: one?.id, talk: '了解原因' })).code).toBe(403)
  expect((await (await s.as({ roles: ['college'], departmentId: s.ids.art })).post('totalScore/pointWarning/talk', { id: one?.id, talk: '了解原因' })).code).toBe(404)
  ok(await s.fdy.post('totalScore/pointWarning/talk', { id: one?.id, talk: '了解原因，约定整改' }))
  expect(ruleOf(await s.fdy.post('totalScore/pointWarning/talk', { id: one?.id, talk: '再谈一次' }))).toBe('talked')
  ok(await s.record([other.id], plus, { points: 50 }))
  expect(await todos()).toEqual([])
  expect(ruleOf(await s.fdy.post('totalScore/pointWarning/talk', { id: two?.id, talk: '不用谈了' }))).toBe('state')
})
it('50-TS6 credits have thresholds of their own; one that everybody meets at once is refused, and a second requirement of graduation', async () => {
  const { id } = s.pupil(4)
  const item = await s.item({ schemeId: s.creditId, categoryId: s.volunteerId, pointsMax: 50 })
  const reached = ok(await threshold({ schemeId: s.creditId, comparison: 'ge', value: 1.5, action: 'notify' })).id
  ok(await s.record([id], item, { points: 10 }))
  expect(await warnings(id, reached)).toEqual([])
  ok(await s.record([id], item, { points: 6 }))
  expect(await warnings(id, reached)).toMatchObject([{ balance: 1.6 }])
  const refused = async (more: object) => ruleOf(await threshold(more))
  expect([
    await refused({ value: 101, action: 'notify' }),
    await refused({ schemeId: s.creditId, value: 2, action: 'notify' }),
    await refused({ value: 50, action: 'graduationGate' }),
    await refused({ schemeId: s.creditId, comparison: 'ge', value: 9, action: 'graduationGate' }),
  ]).toEqual(['base', 'base', 'gate', 'gate'])
  const gates = await Promise.all([
    threshold({ schemeId: s.creditId, value: 2, action: 'graduationGate' }),
    threshold({ schemeId: s.creditId, value: 3, action: 'graduationGate' }),
  ])
  expect(gates.map(ruleOf).toSorted()).toEqual(['twoGates', undefined])
  expect(ok(await s.officer.post('totalScore/tsThreshold/remove', { ids: [reached] }))).toMatchObject({ done: 0, failed: [{ id: reached }] })
  const { version } = await s.db.unscoped(tsThreshold).one(reached)
  ok(await s.officer.post('totalScore/tsThreshold/update', { id: reached, version, isEnabled: false }))
  ok(await s.record([s.pupil(5).id], item, { points: 20 }))
  expect(await warnings(s.pupil(5).id, reached)).toEqual([])
})
