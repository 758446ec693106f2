import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import type { pointStatistics } from './model/statistics.ts'
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
it('statistics: entries that stand, balances by class, who is below the gate, items nobody used, and who records strictly', async () => {
  const made = async (of: string, draft: object) => ok(await s.officer.post<{ id: string }>(`totalScore/${of}/add`, draft as Record<string, unknown>)).id
  const schemeId = await made('tsScheme', { name: '统计方案', kind: 'conduct', period: 'term', baseScore: 60 })
  const categoryId = await made('tsCategory', { schemeId, name: '表现', position: 1 })
  const [rated, idle] = [await s.item({ schemeId, categoryId, name: '评分项', pointsMax: 50 }), await s.item({ schemeId, categoryId, name: '没人用的项' })]
  ok(await s.officer.post('totalScore/tsScheme/activate', { id: schemeId }))
  ok(await threshold({ schemeId, value: 50, action: 'notify' }))
  const { id } = s.pupil(4)
  for (let n = 0; n < 5; n++) ok(await s.record([id], rated, { points: 2 }))
  for (let n = 0; n < 5; n++) ok(await s.record([id], rated, { points: 4 }, s.officer))
  ok(await s.record([id], rated, { points: 50 }))
  const wrong = (await s.entries(id, rated)).find(e => e.amount === 5000)
  ok(await s.officer.post('totalScore/pointEntry/reverse', { id: wrong?.id, reason: '记错了' }))
  const read = async (by: Actor, of = schemeId) =>
    ok(await by.get<OutputOf<typeof pointStatistics>>('totalScore/pointEntry/statistics', { from: addDays(today(), -1), to: today(), schemeId: of }))
  const all = await read(s.officer)
  expect(all).toMatchObject({ entries: 10, students: 1, added: 30, deducted: 0, byItem: [{ key: rated, entries: 10 }], unused: [{ id: idle, name: '没人用的项' }] })
  const off = all.recorders.map(r => [r?.key, r?.n, r?.mean, r?.off]).toSorted((a, b) => Number(a[3]) - Number(b[3]))
  expect(off).toEqual([
    [s.fdy.userId, 5, 2, -1],
    [s.officer.userId, 5, 4, 1],
  ])
  const own = all.classes.find(c => c?.label === '软件2301')
  expect(own).toMatchObject({ scheme: '统计方案', lowest: 60, highest: 90, low: 0 })
  expect(own?.mean).toBeCloseTo(60 + 30 / (own?.students ?? 1), 1)
  const creditId = await made('tsScheme', { name: '统计学分', kind: 'credit', period: 'study', baseScore: 0, pointsPerCredit: 10 })
  const skill = await made('tsCategory', { schemeId: creditId, name: '技能特长', growthCategory: 'skill', position: 1 })
  const course = await s.item({ schemeId: creditId, categoryId: skill, pointsMax: 50 })
  ok(await s.officer.post('totalScore/tsScheme/activate', { id: creditId }))
  ok(await threshold({ schemeId: creditId, value: 2, action: 'graduationGate' }))
  const gates = async () => (await read(s.officer, creditId)).gates.map(g => [g?.scheme, g?.students, g?.below])
  const [[scheme, students, below] = []] = await gates()
  expect([scheme, below]).toEqual(['统计学分', students])
  ok(await s.record([id], course, { points: 20 }))
  expect((await gates())[0]).toEqual(['统计学分', students, Number(students) - 1])
  expect((await s.me.get('totalScore/pointEntry/statistics', { from: today(), to: today() })).code).toBe(403)
})
