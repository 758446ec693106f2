import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { testAttempt } from './model/attempt.ts'
import type { Given } from './model/marking.ts'
import { testRecheck } from './model/recheck.ts'
import { testSchedule } from './model/schedule.ts'
import { ok, ruleOf, type TestSchool, testSchool } from './testing.ts'

let s: TestSchool
beforeAll(async () => {
  s = await testSchool()
})
afterAll(() => s.close())
const pupil = (n: number): Actor => s.pupils[n] as Actor
const attemptOf = (id: string) => s.db.unscoped(testAttempt).one(id)
const candidateOf = (scheduleId: string, n: number) => s.candidate(scheduleId, pupil(n))

describe('60-OT10 marking by hand', () => {
  it('is done question by question without names, not of own classes, and never beyond the full score; then results are released', async () => {
    const bankId = await s.bank('1. 谈谈怎样逃生。\n答案:低姿，走安全出口')
    const paperId = await s.paper([{ title: '简答', type: 'short', count: 1, scoreEach: 10, bankIds: [bankId] }], { mode: 'randomOnce' })
    const without = await s.officer.post('test/testSchedule/publish', { id: await s.drafted({ paperId, passScore: 6 }) })
    expect(ruleOf(without)).toBe('markers')
    const id = await s.published({ paperId, passScore: 6, kind: 'exam', attempts: 1, showScore: 'published', markerIds: [s.officer.userId, s.fdy.userId] })
    const written = async (who: Actor, answer: Given) => {
      const { attemptId } = ok(await s.start(who, id))
      ok(await s.handIn(who, attemptId, answer ? [{ no: 1, seq: 1, answer }] : []))
      return attemptId
    }
    const [near, far, empty] = [await written(pupil(0), '走楼梯'), await written(s.away[0] as Actor, '坐电梯'), await written(pupil(1), null)]
    expect([(await attemptOf(near)).state, (await attemptOf(empty)).total]).toEqual(['submitted', 0])
    expect(ruleOf(await s.officer.post('test/testSchedule/release', { id }))).toBe('unmarked')
    interface Marking {
      questions: Array<{ left: number; done: number; full: number }>
      answers: Array<{ id: string; answer: string }>
    }
    const read = async (who: Actor) => ok(await who.get<Marking>('test/testAnswer/marking', { id }))
    expect(ruleOf(await s.reviewer.get('test/testAnswer/marking', { id }))).toBe('notMarker')
    const all = await read(s.officer)
    expect([all.questions, all.answers.map(a => a.answer).sort()]).toMatchObject([[{ left: 2, done: 0, full: 10 }], ['坐电梯', '走楼梯']])
    expect(Object.keys(all.answers[0] ?? {}).sort()).toEqual(['answer', 'id'])
    expect((await read(s.fdy)).answers.map(a => a.answer)).toEqual(['坐电梯'])
    const own = all.answers.find(a => a.answer === '走楼梯')
    const other = all.answers.find(a => a.answer === '坐电梯')
    const mark = (who: Actor, answer: { id: string } | undefined, score: number) => who.post('test/testAnswer/mark', { id: answer?.id, score })
    expect([ruleOf(await mark(s.fdy, own, 5)), ruleOf(await mark(s.officer, own, 11)), ruleOf(await mark(s.reviewer, own, 5))]).toEqual(['ownClass', 'over', 'notMarker'])
    ok((await mark(s.officer, own, 8)) as never)
    ok((await mark(s.fdy, other, 2)) as never)
    expect(ruleOf(await mark(s.officer, other, 9))).toBe('done')
    expect([(await attemptOf(near)).total, (await attemptOf(far)).total]).toEqual([8, 2])
    ok(await s.officer.post('test/testSchedule/release', { id }))
    expect(await candidateOf(id, 0)).toMatchObject({ score: 8, isPassed: true })
    expect(ruleOf(await mark(s.officer, own, 3))).toBe('released')
  })
  it('marked twice, no marker sees the other; too far apart a third decides with the nearer, and three must be left for each class', async () => {
    const bankId = await s.bank('1. 谈谈怎样报警。\n答案:说清地点')
    const paperId = await s.paper([{ title: '简答', type: 'short', count: 1, scoreEach: 10, bankIds: [bankId] }], { mode: 'randomOnce' })
    const third = await s.as({ roles: ['officer'], nickName: '第三人' })
    const base = { paperId, passScore: 6, kind: 'exam', attempts: 1, showScore: 'published', isDouble: true }
    const publish = async (...markers: Actor[]) => s.officer.post('test/testSchedule/publish', { id: await s.drafted({ ...base, markerIds: markers.map(m => m.userId) }) })
    expect((await publish(s.officer, s.reviewer)).errors[0]).toMatchObject({ rule: 'test.testSchedule.doubleMarkers', values: { n: 2, needed: 3 } })
    expect((await publish(s.officer, s.reviewer, s.fdy)).errors[0]).toMatchObject({ rule: 'test.testSchedule.ownMarkers', values: { class: '软件2301', n: 2, needed: 3 } })
    const id = await s.published({ ...base, markerIds: [s.officer.userId, s.reviewer.userId, third.userId] })
    expect(ruleOf(await s.officer.post('test/testSchedule/update', { id, version: (await s.db.unscoped(testSchedule).one(id)).version, markerIds: [s.officer.userId] }))).toBe(
      'doubleMarkers',
    )
    const write = async (who: Actor, answer: string) => {
      const { attemptId } = ok(await s.start(who, id))
      ok(await s.handIn(who, attemptId, [{ no: 1, seq: 1, answer }]))
    }
    await write(pupil(0), '说清地点')
    await write(pupil(1), '挂掉电话')
    const read = async (who: Actor) =>
      ok(await who.get<{ questions: Array<Record<string, number>>; answers: Array<{ id: string; answer: string }> }>('test/testAnswer/marking', { id }))
    const mark = async (who: Actor, answer: string, score: number) =>
      who.post('test/testAnswer/mark', { id: (await read(s.officer)).answers.concat((await read(third)).answers).find(a => a.answer === answer)?.id, score })
    ok(await mark(s.officer, '挂掉电话', 6))
    const [second] = (await read(s.reviewer)).answers.filter(a => a.answer === '挂掉电话')
    expect(Object.keys(second ?? {}).sort()).toEqual(['answer', 'id'])
    ok(await s.reviewer.post('test/testAnswer/mark', { id: second?.id, score: 3 }))
    expect([(await read(s.officer)).answers.map(a => a.answer), (await read(third)).questions]).toMatchObject([['说清地点'], [{ left: 2, done: 0, second: 0, third: 1 }]])
    expect((await candidateOf(id, 1)).score).toBeNull()
    ok(await mark(third, '挂掉电话', 4))
    expect([(await candidateOf(id, 1)).score, ruleOf(await s.officer.post('test/testAnswer/mark', { id: second?.id, score: 9 }))]).toEqual([3.5, 'done'])
    const [both] = (await read(s.officer)).answers
    for (const [who, score] of [
      [s.officer, 9],
      [s.reviewer, 7],
    ] as const)
      ok(await who.post('test/testAnswer/mark', { id: both?.id, score }))
    expect([(await candidateOf(id, 0)).score, (await read(third)).answers]).toEqual([8, []])
    expect(await read(s.officer)).toMatchObject({ questions: [{ left: 0, done: 2, ownMean: 7.5, otherMean: 4.7 }] })
    ok(await s.officer.post('test/testSchedule/release', { id }))
  })
})
describe('60-OT12 a recheck', () => {
  it('is asked by the candidate once within three days of the release; somebody who did not mark the paper changes what people gave, and answers', async () => {
    const told = captureNotifications(s.server)
    const bankId = await s.bank('1. 谈谈怎样灭火。\n答案:先断电')
    const sections = [{ title: '简答', type: 'short', count: 1, scoreEach: 10, bankIds: [bankId] }, s.section({ count: 1 })]
    const paperId = await s.paper(sections, { mode: 'randomOnce' })
    const id = await s.published({ paperId, passScore: 6, kind: 'exam', attempts: 1, showScore: 'published', markerIds: [s.officer.userId] })
    const written = async (who: Actor) => {
      const { attemptId } = ok(await s.start(who, id))
      ok(await s.handIn(who, attemptId, [{ no: 1, seq: 1, answer: '先断电' }]))
      return attemptId
    }
    const [first, second] = [await written(pupil(0)), await written(pupil(1))]
    const ask = (who: Actor, attemptId: string) => who.post('test/testRecheck/ask', { attemptId, reason: '第 1 题与参考答案一致' })
    expect(ruleOf(await ask(pupil(0), first))).toBe('notReleased')
    for (const { id: answerId } of ok(await s.officer.get<{ answers: Array<{ id: string }> }>('test/testAnswer/marking', { id })).answers)
      ok(await s.officer.post('test/testAnswer/mark', { id: answerId, score: 4 }))
    ok(await s.officer.post('test/testSchedule/release', { id }))
    expect((await ask(pupil(1), first)).code).toBe(404)
    const twice = await Promise.all([ask(pupil(0), first), ask(pupil(0), first)])
    expect(twice.map(one => (one.errors.length ? ruleOf(one) : 'ok')).sort()).toEqual(['asked', 'ok'])
    const asked = await s.db.unscoped(testRecheck).find({ attemptId: first })
    expect(asked).toMatchObject({ state: 'asked', before: 4 })
    // the arranger marked the paper, so the rest of the office is asked
    const to = (await told('test.recheckAsked')).flatMap(m => m.to)
    expect([to.includes(s.officer.userId), to.includes(s.reviewer.userId)]).toEqual([false, true])
    const check = (who: Actor, marks: object[] = [], recheckId = asked?.id) => who.post('test/testRecheck/check', { id: recheckId, answer: '第 1 题重新评阅', marks })
    expect(ok(await s.reviewer.get('test/testRecheck/paper', { id: asked?.id }))).toMatchObject({ total: 4, isOwnMark: false, byHand: [1], questions: [{ got: 4 }, { got: 0 }] })
    expect([ruleOf(await check(s.officer)), ruleOf(await check(s.reviewer, [{ no: 2, score: 1 }])), ruleOf(await check(s.reviewer, [{ no: 1, score: 11 }]))]).toEqual([
      'ownMark',
      'notByHand',
      'over',
    ])
    expect((await check(pupil(0))).code).toBe(403)
    ok(await check(s.reviewer, [{ no: 1, score: 9 }]))
    expect(await candidateOf(id, 0)).toMatchObject({ score: 9, isPassed: true })
    expect((await told('test.rechecked')).map(m => m.to)).toEqual([[pupil(0).userId]])
    const rules = async (n: number) => ok(await pupil(n).get<{ attempts: object[] }>('test/testAttempt/rules', { id })).attempts
    expect(await rules(0)).toMatchObject([{ recheck: 'changed', recheckAnswer: '第 1 题重新评阅', recheckUntil: null, total: 9 }])
    expect(ruleOf(await check(s.reviewer))).toBe('state')
    ok(await ask(pupil(1), second))
    const other = await s.db.unscoped(testRecheck).find({ attemptId: second })
    ok(await check(s.fdy, [], other?.id))
    expect([(await s.db.unscoped(testRecheck).one(other?.id ?? '')).state, (await candidateOf(id, 1)).score]).toEqual(['unchanged', 4])
  })
  it('is no longer asked when the three days are over', async () => {
    const id = await s.published({ kind: 'exam', attempts: 1, showScore: 'published' })
    await s.sit(pupil(2), id)
    ok(await s.officer.post('test/testSchedule/release', { id }))
    await s.db.update(testSchedule, id, { releasedAt: new Date(Date.now() - 3 * DAY_MS).toISOString() })
    const { attempts } = ok(await pupil(2).get<{ attempts: Array<{ id: string; recheckUntil: string | null }> }>('test/testAttempt/rules', { id }))
    expect(attempts[0]?.recheckUntil).toBeNull()
    expect(ruleOf(await pupil(2).post('test/testRecheck/ask', { attemptId: attempts[0]?.id, reason: '想再看看' }))).toBe('over')
  })
})
