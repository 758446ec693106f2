import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays, DAY_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { term } from '#modules/campus/model/calendar.ts'
import { today } from '#server/base/today.ts'
import { ok, ruleOf as refusalOf } from '#testing/answers.ts'
import { warningCase } from './model/warning-case.ts'
import { warningRule } from './model/warning-rule.ts'
import type { replayPlan } from './model/weight-plan.ts'
import { lookAgain } from './server/score-set.ts'
import { casesOf, close, type LeaveSchool, ruleOver, signal, warningSchool } from './testing.ts'

type Replay = OutputOf<typeof replayPlan>
let s: LeaveSchool
let rule: string
beforeAll(async () => {
  s = await warningSchool()
  rule = await ruleOver(s, 'leave.overdue', { points: 10, decayDays: 10 })
})
afterAll(() => s.close())
const planned = (more: object = {}) => ({ rules: [{ ruleId: rule, points: 30, decayDays: 10, maxCount: null, isEnabled: true, ...more }] })
const replay = async (more: object = {}): Promise<Replay> => ok(await s.officer.post<Replay>('warning/weightPlan/replay', planned(more)))
const apply = (id: string) => s.officer.post('warning/weightPlan/apply', { id })
const sumsOf = ({ sums }: Replay, plan: 'now' | 'planned') => {
  const { plan: _, ...rest } = sums.find(one => one?.plan === plan) as NonNullable<Replay['sums'][number]>
  return rest
}

it('60-EW8 new weights are replayed on last term by counsellor and week, with what was judged a false alarm, and change nothing', async () => {
  expect(refusalOf(await s.officer.post('warning/weightPlan/replay', planned()))).toBe('noTerm')
  const book = await s.db.unscoped(term).all()
  const running = book[0]?.startDate ?? today()
  const [from, to] = [addDays(running, -100), addDays(running, -10)]
  await s.db.insert(term, { xn: '2026-2027', xqM: '2', name: '第二学期', week1Start: from, weeks: 13, startDate: from, endDate: to, switchDate: from })
  const daysSince = (day: string): number => Math.round((Date.parse(today()) - Date.parse(day)) / DAY_MS)
  const people = [(await s.newStudent(s.ids.s2301, '沈一')).id, (await s.newStudent(s.ids.s2301, '沈二')).id]
  await s.db.query(sql`update class_history set "from" = ${from} where tenant_id = ${s.tenantId} and student_id = any(${people}::uuid[])`)
  for (const [n, id] of people.entries()) await signal(s, rule, id, daysSince(addDays(from, 9)) + n, { points: 10 })
  await signal(s, rule, people[0] ?? '', daysSince(addDays(from, 50)), { points: 10 })
  // the first of them was closed as a false alarm then
  const [openedAt, closedAt] = [schoolInstant(addDays(from, 9), '09:00'), schoolInstant(addDays(from, 11), '09:00')]
  const judged = { outcome: 'falseAlarm', note: '没有问题', openedAt, closedAt, closedById: s.fdy.userId }
  await s.db.insert(warningCase, { studentId: people[0] ?? '', score: 30, level: 'notice', parts: [], state: 'closed', ...judged })
  const seen = await replay()
  expect([seen.from, seen.to]).toEqual([from, to])
  expect(sumsOf(seen, 'now')).toEqual({ entries: 0, judged: 0, falseAlarms: 0 })
  expect(sumsOf(seen, 'planned')).toEqual({ entries: 3, judged: 1, falseAlarms: 1 })
  expect(seen.counsellors).toMatchObject([{ counsellorName: '林知夏', now: 0, planned: 3, mostInWeek: 2 }])
  expect(sumsOf(await replay({ points: 12 }), 'planned').entries).toBe(0)
  expect(sumsOf(await replay({ isEnabled: false }), 'planned').entries).toBe(0)
  expect(await s.db.unscoped(warningRule).one(rule)).toMatchObject({ points: 10, decayDays: 10 })
  for (const nobody of [s.fdy, s.college, s.me]) {
    expect((await nobody.post('warning/weightPlan/replay', planned())).code).toBe(403)
    expect((await nobody.post('warning/weightPlan/apply', { id: seen.id })).code).toBe(403)
    expect((await nobody.get('warning/weightPlan/rules')).code).toBe(403)
  }
})
it('60-EW8 only what was replayed takes effect, once, on the rules it was replayed against, and counts at once', async () => {
  const { id: who } = await s.newStudent(s.ids.s2301, '沈三')
  await signal(s, rule, who, 2, { points: 10 })
  await lookAgain(s.db, [who])
  expect(await casesOf(s, who)).toEqual([])
  const [one, other] = [await replay(), await replay({ points: 40 })]
  const answers = await Promise.all([apply(one.id), apply(other.id), apply(one.id)])
  expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  expect(answers.filter(a => a.code !== 200).map(a => a.code)).toEqual([422, 422])
  const { points } = await s.db.unscoped(warningRule).one(rule)
  expect([30, 40]).toContain(points)
  expect([refusalOf(await apply(one.id)), refusalOf(await apply(other.id))].every(rule => rule === 'applied' || rule === 'changed')).toBe(true)
  await s.server.settle()
  await s.server.settle()
  const [listed] = await casesOf(s, who)
  expect(listed).toMatchObject({ state: 'open' })
  expect((await close(s.fdy, listed?.id, { outcome: 'falseAlarm' })).code).toBe(200)
})
