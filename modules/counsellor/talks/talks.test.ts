import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { selfOf } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type LogSchool, logSchool, ok, ruleOf } from '../log/testing.ts'
import type { myTalks, talkDesk } from './model/talk-request.ts'

let s: LogSchool
let self: Actor
beforeAll(async () => {
  s = await logSchool()
  self = await selfOf(s, s.pupils[0] as string)
})
afterAll(() => s.close())
const HOUR = 3_600_000
const when = (hours: number) => ({ at: new Date(Date.now() + hours * HOUR).toISOString(), place: '学工办 203' })
const OF = 'counsellor/talkRequest'
const mine = async (who = self) => ok(await who.get<OutputOf<typeof myTalks>[]>(`${OF}/mine`))
const desk = async (who = s.fdy) => ok(await who.get<OutputOf<typeof talkDesk>[]>(`${OF}/desk`))
it('50 §8 a student asks for a talk once, the counsellor of today gives a time, and nobody else reads what it is about', async () => {
  const asked = await Promise.all([1, 2].map(() => self.post(`${OF}/ask`, { topic: 'study', words: '两门课跟不上' })))
  expect(asked.map(a => [a.code, ruleOf(a)]).toSorted()).toEqual([
    [200, undefined],
    [422, 'open'],
  ])
  const [one] = await desk()
  expect(one).toMatchObject({ name: '周雨桐', words: '两门课跟不上', state: 'asked' })
  expect([await desk(s.he), (await s.officer.get(`${OF}/desk`)).code, (await s.college.get(`${OF}/list`)).code === 200]).toEqual([[], 403, false])
  const arrange = (more: object, who = s.fdy) => who.post(`${OF}/arrange`, { id: one?.id, ...more })
  expect([ruleOf(await arrange(when(-1))), (await arrange(when(2), s.he)).code]).toEqual(['past', 404])
  ok(await arrange({ ...when(2), reply: '带上课表' }))
  expect(await mine()).toMatchObject([{ state: 'arranged', place: '学工办 203', reply: '带上课表', counsellor: '林知夏' }])
  ok(await s.fdy.post(`${OF}/talked`, { id: one?.id }))
  expect([await desk(), (await mine()).map(m => m.state)]).toEqual([[], ['done']])
})
it('50 §8 a counsellor calls an own student to a talk, who may call it off; others cannot', async () => {
  const call = (who: Actor, studentId = s.pupils[0]) => who.post(`${OF}/call`, { studentId, ...when(3) })
  expect(ruleOf(await call(s.he))).toBe('notYours')
  ok(await call(s.fdy))
  const [open] = await mine()
  expect(open).toMatchObject({ state: 'arranged', isCalled: true })
  expect((await (await selfOf(s, s.pupils[1] as string)).post(`${OF}/withdraw`, { id: open?.id })).code).toBe(404)
  ok(await self.post(`${OF}/withdraw`, { id: open?.id }))
  expect(await desk()).toEqual([])
})
