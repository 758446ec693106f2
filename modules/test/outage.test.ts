import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { ok, ruleOf } from '#testing/answers.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { testAttempt } from './model/attempt.ts'
import { testExtension } from './model/extension.ts'
import { type TestSchool, testSchool } from './testing.ts'

let s: TestSchool
beforeAll(async () => {
  s = await testSchool()
})
afterAll(() => s.close())
interface Watched {
  running: number
  offline: number
  suggested: number | null
  extensions: Array<{ no: number; minutes: number; reason: string; people: number; by: string }>
}
const watch = async (id: string, who: Actor = s.officer) => ok(await who.get<Watched>('test/testAttempt/watch', { id }))
const extend = (id: string, minutes: number, known: number, who: Actor = s.officer) =>
  who.post<{ extended: number }>('test/testAttempt/extendAll', { id, minutes, reason: '机房断网', known })
const sitters = () => [...s.pupils.slice(0, 3), s.away[0] as Actor]
/** A test with four who sit it, the last one of another college. */
async function sitting() {
  const id = await s.published()
  const papers = await Promise.all(sitters().map(async who => ok(await s.start(who, id))))
  return { id, attempts: papers.map(p => p.attemptId) }
}
/** The last sign of these attempts came so many seconds ago. */
const seen = (attempts: readonly string[], seconds: number) =>
  s.db.query(sql`update test_attempt set seen_at = now() - make_interval(secs => ${seconds}::int) where id = any(${[...attempts]}::uuid[])`)
const deadline = async (id = '') => Date.parse((await s.db.unscoped(testAttempt).one(id)).deadlineAt)

it('60-OT15 over so many lost within one minute suggest the minutes that went by; few, or one after the other, do not', async () => {
  const { id, attempts } = await sitting()
  const [one = '', two = '', three = ''] = attempts
  expect(await watch(id)).toMatchObject({ running: 4, offline: 0, suggested: null, extensions: [] })
  await seen([one], 90)
  expect(await watch(id)).toMatchObject({ offline: 1, suggested: null })
  // two, but an hour apart
  await seen([two], 3690)
  expect(await watch(id)).toMatchObject({ offline: 2, suggested: null })
  // two within a minute, of four: more than the five percent, less than sixty
  await seen([two], 130)
  expect([(await watch(id)).suggested, (await watch(id, s.fdy)).suggested]).toEqual([3, 3])
  // with more to be lost, as the school says
  await setParams(s, 'test', { outagePercent: 60 })
  expect((await watch(id)).suggested).toBe(null)
  ok(await s.save(s.pupils[0] as Actor, one, []))
  // back again: nothing to suggest
  expect(await watch(id)).toMatchObject({ offline: 1, suggested: null })
  await seen([one, two, three], 400)
  expect((await watch(id)).suggested).toBe(7)
  await setParams(s, 'test', { outagePercent: 5 })
})
it('60-OT15 an extension is won by one of two at once, logged, told, and read by the candidate with the next sign', async () => {
  const told = captureNotifications(s.server)
  const { id, attempts } = await sitting()
  await seen(attempts, 130)
  const before = await Promise.all(attempts.map(deadline))
  expect((await watch(id)).suggested).toBe(3)
  const both = await Promise.all([extend(id, 3, 0), extend(id, 3, 0, s.reviewer)])
  expect(both.map(a => (a.code === 200 ? a.data.extended : ruleOf(a))).toSorted()).toEqual([4, 'again'])
  expect((await Promise.all(attempts.map(deadline))).map((at, n) => at - (before[n] ?? 0))).toEqual(attempts.map(() => 3 * MINUTE_MS))
  expect((await told('test.extended')).map(m => m.to.toSorted())).toEqual([
    sitters()
      .map(a => a.userId)
      .toSorted(),
  ])
  const [row, ...more] = await s.db.unscoped(testExtension).all({ scheduleId: id })
  expect([row, more.length]).toMatchObject([{ no: 1, minutes: 3, reason: '机房断网', people: 4 }, 0])
  // what was given is not suggested again; what the outage takes beyond it is
  expect(await watch(id)).toMatchObject({ suggested: null, extensions: [{ no: 1, minutes: 3, people: 4 }] })
  await seen(attempts, 250)
  expect((await watch(id)).suggested).toBe(2)
  const first = s.pupils[0] as Actor
  const saved = ok(await s.save(first, attempts[0] ?? '', []))
  expect(saved).toMatchObject({ extraMinutes: 3, extendReason: '机房断网' })
  expect(Date.parse(saved.deadlineAt)).toBe(await deadline(attempts[0]))
  expect(ok(await s.start(first, id))).toMatchObject({ extraMinutes: 3, extendReason: '机房断网' })
})
it('60-OT15 an invigilator extends for those of their scope; nobody without any, nor without the right', async () => {
  const { id, attempts } = await sitting()
  const before = await Promise.all(attempts.map(deadline))
  expect((await extend(id, 5, 0, s.pupils[0] as Actor)).code).toBe(403)
  expect(ok(await extend(id, 5, 0, s.fdy)).extended).toBe(3)
  expect((await Promise.all(attempts.map(deadline))).map((at, n) => at - (before[n] ?? 0))).toEqual([5, 5, 5, 0].map(n => n * MINUTE_MS))
  expect([ruleOf(await extend(id, 5, 0)), ok(await extend(id, 2, 1)).extended]).toEqual(['again', 4])
  for (const n of [0, 1, 2]) ok(await s.handIn(sitters()[n] as Actor, attempts[n] ?? ''))
  expect(ruleOf(await extend(id, 5, 2, s.fdy))).toBe('nobody')
  expect((await watch(id)).extensions).toMatchObject([
    { no: 1, minutes: 5, people: 3 },
    { no: 2, minutes: 2, people: 4 },
  ])
})
