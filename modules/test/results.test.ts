import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { testAttempt, testCandidate, testFlag } from './model/attempt.ts'
import { testSchedule } from './model/schedule.ts'
import type { testStatistics } from './model/statistics.ts'
import { tick } from './server/jobs.ts'
import { DEVICE, inHours, ok, ruleOf, type TestSchool, testSchool } from './testing.ts'

let s: TestSchool
beforeAll(async () => {
  s = await testSchool()
})
afterAll(() => s.close())
const pupil = (n: number): Actor => s.pupils[n] as Actor
const attemptOf = (id: string) => s.db.unscoped(testAttempt).one(id)
const candidateOf = (scheduleId: string, n: number) => s.candidate(scheduleId, pupil(n))

describe('60-OT8 measures', () => {
  it('are kept for the invigilator and change no score; leaving too often ends the attempt', async () => {
    const id = await s.published({ watch: ['leaving'], leaveLimit: 2 })
    const paper = ok(await s.start(pupil(0), id))
    const leave = async (kind = 'leave') =>
      ok(await pupil(0).post<{ leaves: number; isHandedIn: boolean }>('test/testAttempt/flag', { attemptId: paper.attemptId, device: DEVICE, kind }))
    ok(await s.save(pupil(0), paper.attemptId, await s.right(paper)))
    expect([await leave('copy'), await leave(), await leave()].map(a => a.isHandedIn)).toEqual([false, false, true])
    expect(await attemptOf(paper.attemptId)).toMatchObject({ submitWay: 'left', total: 2, leaves: 2 })
    expect((await s.db.unscoped(testFlag).all({ attemptId: paper.attemptId })).map(f => f.kind).sort()).toEqual(['copy', 'leave', 'leave'])
  })
  it('keep a test to the campus', async () => {
    const refused = await s.start(pupil(0), await s.published({ watch: ['campusOnly'] }))
    expect([ruleOf(refused), refused.errors[0]?.values?.name]).toEqual(['campus', '消防安全测试'])
  })
  it('a person voids, with a reason that the candidate reads', async () => {
    const told = captureNotifications(s.server)
    const id = await s.published()
    await s.sit(pupil(0), id)
    const [attempt] = await s.db.unscoped(testAttempt).all({ scheduleId: id })
    ok(await s.fdy.post('test/testAttempt/void', { id: attempt?.id, reason: '代考' }))
    expect([(await candidateOf(id, 0)).score, (await candidateOf(id, 0)).isPassed]).toEqual([null, false])
    expect((await told('test.voided')).map(m => m.to)).toEqual([[pupil(0).userId]])
    expect((await (s.away[0] as Actor).post('test/testAttempt/void', { id: attempt?.id, reason: '代考' })).code).toBe(403)
  })
})
describe('60-OT12 results', () => {
  it('of a test that shows them later are released at one moment, to all who sat it', async () => {
    const told = captureNotifications(s.server)
    const events = captureBeside(s.server, 'test.released', 'test.passed')
    const id = await s.published({ showScore: 'published', kind: 'exam', attempts: 1 })
    expect(await s.sit(pupil(0), id)).toMatchObject({ total: null, isPassed: null })
    const running = ok(await s.start(pupil(1), id))
    expect(ruleOf(await s.officer.post('test/testSchedule/release', { id }))).toBe('running')
    ok(await s.handIn(pupil(1), running.attemptId))
    const rules = async () => ok(await pupil(0).get<{ score: number | null; isPassed: boolean | null }>('test/testAttempt/rules', { id }))
    expect(await rules()).toMatchObject({ score: null, isPassed: null })
    expect(ok(await s.officer.post<{ released: number }>('test/testSchedule/release', { id })).released).toBe(2)
    expect(await rules()).toMatchObject({ score: 2, isPassed: true })
    expect(ruleOf(await s.officer.post('test/testSchedule/release', { id }))).toBe('state')
    expect((await told('test.released')).flatMap(m => m.to).sort()).toEqual([pupil(0).userId, pupil(1).userId].sort())
    await s.server.settle()
    const heard = events.filter(e => e.scheduleId === id)
    expect(heard.map(e => String(e.event)).sort()).toEqual(['test.passed', 'test.released', 'test.released'])
  })
  it('that wait for nobody are released by the clock, once the last attempt is over', async () => {
    const id = await s.published({ showScore: 'afterEnd', kind: 'exam', attempts: 1, showAnswers: 'published' })
    await s.sit(pupil(0), id)
    ok(await s.officer.post('test/testSchedule/close', { id, reason: '都考完了' }))
    expect((await s.db.unscoped(testSchedule).one(id)).stage).toBe('marking')
    await tick(s.db)
    expect((await s.db.unscoped(testSchedule).one(id)).stage).toBe('released')
    expect(ok(await pupil(0).get<{ attempts: Array<{ showsAnswers: boolean }> }>('test/testAttempt/rules', { id })).attempts).toMatchObject([{ showsAnswers: true }])
  })
  it('give hours once, and settle the step of enrolment', async () => {
    const id = await s.published({ isWelcomeStep: true, growthCategory: 'ideology', growthHours: 2, kind: 'practice', attempts: 3 })
    const { studentId } = await candidateOf(id, 2)
    const source = s.db.registered(welcomeSources).find(one => one.code === 'test')
    const settled = async () => {
      const found = await s.db.query<{ id: string }>(source?.settled(s.db, sql`select ${studentId}::uuid`, '') ?? sql`select null as id`)
      return found.map(f => f.id)
    }
    expect(await settled()).toEqual([])
    await s.sit(pupil(2), id)
    await s.sit(pupil(2), id)
    await s.server.settle()
    expect(await settled()).toEqual([studentId])
    const [counted] = await s.db.query<{ n: number; terms: number }>(
      sql`select (select count(*)::int from growth_entry where source_type = 'testCandidate' and student_id = ${studentId}) as n, (select count(*)::int from term where start_date <= current_date and end_date >= current_date) as terms`,
    )
    expect(counted?.n).toBe(counted?.terms ? 1 : 0)
  })
})
describe('60-OT13 staff', () => {
  it('grant one more attempt to whoever has used theirs and not passed, and tell them', async () => {
    const told = captureNotifications(s.server)
    const id = await s.published({ attempts: 1 })
    const grant = async (n: number) => s.fdy.post('test/testCandidate/grant', { id: (await candidateOf(id, n)).id, n: 1, reason: '补学后再考' })
    expect(ruleOf(await grant(0))).toBe('left')
    await s.sit(pupil(0), id, false)
    ok(await grant(0))
    await s.sit(pupil(0), id)
    expect(ruleOf(await grant(0))).toBe('passed')
    expect((await told('test.granted')).map(m => m.to)).toEqual([[pupil(0).userId]])
  })
  it('make a make-up for exactly those who have not passed', async () => {
    const id = await s.published({ attempts: 1 })
    await s.sit(pupil(0), id)
    await s.sit(pupil(1), id, false)
    const window = { name: '补考', beginTime: inHours(1), endTime: inHours(9) }
    expect(ruleOf(await s.officer.post('test/testSchedule/makeup', { id, ...window }))).toBe('early')
    ok(await s.officer.post('test/testSchedule/close', { id, reason: '结束' }))
    const made = ok(await s.officer.post<{ id: string; people: number }>('test/testSchedule/makeup', { id, ...window }))
    expect(made.people).toBe(7)
    ok(await s.officer.post('test/testSchedule/publish', { id: made.id }))
    const asked = await s.db.unscoped(testCandidate).all({ scheduleId: made.id })
    expect([asked.length, asked.some(c => c.studentId === undefined)]).toEqual([7, false])
    expect(asked.map(c => c.studentId)).not.toContain((await candidateOf(id, 0)).studentId)
  })
  it('see by class who sits and who is lost, and extend for everybody in their scope', async () => {
    const id = await s.published()
    const papers = [ok(await s.start(pupil(0), id)), ok(await s.start(pupil(1), id)), ok(await s.start(s.away[0] as Actor, id))]
    await s.sit(pupil(2), id)
    const watch = async (who = s.officer) =>
      ok(await who.get<{ notStarted: number; running: number; offline: number; submitted: number; byClass: unknown[] }>('test/testAttempt/watch', { id }))
    expect(await watch()).toMatchObject({ notStarted: 4, running: 3, offline: 0, submitted: 1 })
    expect(await watch(s.fdy)).toMatchObject({ running: 2, byClass: [{ label: '软件2301' }] })
    await s.db.query(sql`update test_attempt set seen_at = now() - interval '90 seconds' where schedule_id = ${id} and state = 'running'`)
    expect(await watch()).toMatchObject({ offline: 3 })
    expect(ok(await s.fdy.post<{ extended: number }>('test/testAttempt/extendAll', { id, minutes: 10, reason: '机房断网', known: 0 })).extended).toBe(2)
    const later = await Promise.all(papers.map(p => attemptOf(p.attemptId)))
    expect(later.map((a, i) => Date.parse(a.deadlineAt) - Date.parse(papers[i]?.deadlineAt ?? ''))).toEqual([600_000, 600_000, 0])
    const [paper] = papers
    ok(await s.fdy.post('test/testAttempt/force', { id: paper?.attemptId, reason: '提前离场' }))
    expect(await attemptOf(paper?.attemptId ?? '')).toMatchObject({ submitWay: 'forced', state: 'marked' })
    expect((await s.fdy.post('test/testAttempt/force', { id: papers[2]?.attemptId, reason: '提前离场' })).code).toBe(404)
  })
})
it('60-OT13 statistics: who passed by class and attempt, in what time, and which topics of a test were lost', async () => {
  const { id: bankId } = ok(await s.officer.post<{ id: string }>('test/questionBank/add', { code: 'TJ', name: '统计题库', category: 'safety' }))
  for (const [no, topics] of [
    ['1', ['fire']],
    ['2', ['fire', 'traffic']],
  ])
    ok(await s.officer.post('test/testQuestion/add', { bankId, no, type: 'judge', stem: `第 ${no} 条规定必须遵守`, answer: '对', score: 1, difficulty: 3, topics }))
  const { result } = ok(await s.officer.get<{ result: Array<{ id: string }> }>('test/testQuestion/list', { bankId }))
  ok(await s.reviewer.post('test/testQuestion/review', { ids: result.map(one => one.id) }))
  const scheduleId = await s.published({
    name: '统计用的考试',
    attempts: 2,
    paperId: await s.paper([s.section({ bankIds: [bankId] })], { mode: 'randomOnce', shuffleQuestions: false }),
  })
  await s.sit(pupil(0), scheduleId)
  const paper = ok(await s.start(pupil(1), scheduleId))
  const [first] = (await s.right(paper)).filter(one => paper.questions[one.no - 1]?.stem.startsWith('第 1'))
  ok(await s.handIn(pupil(1), paper.attemptId, first ? [first] : []))
  await s.sit(pupil(1), scheduleId)
  await s.sit(s.away[0] as Actor, scheduleId, false)
  await s.db.query(sql`update test_attempt set started_at = submitted_at - interval '10 minutes' where schedule_id = ${scheduleId}`)
  const read = async (who: Actor, more: object = { scheduleId }) =>
    ok(await who.get<OutputOf<typeof testStatistics>>('test/testCandidate/statistics', { from: addDays(today(), -1), to: today(), ...more }))
  const all = await read(s.officer)
  expect(all).toMatchObject({ asked: 8, sat: 3, passed: 2, rate: 25, minutes: 10, byTest: [{ key: scheduleId, label: '统计用的考试', asked: 8 }] })
  expect(all.byClass.map(g => [g.label, g.asked, g.passed]).sort()).toEqual([
    ['视觉2301', 2, 0],
    ['软件2301', 6, 2],
  ])
  expect(all.attempts).toEqual([
    { no: 1, n: 3, passed: 1, rate: 33.3 },
    { no: 2, n: 1, passed: 1, rate: 100 },
  ])
  expect(all.topics).toEqual([
    { key: 'traffic', label: '交通', n: 4, share: 50 },
    { key: 'fire', label: '消防', n: 8, share: 62.5 },
  ])
  expect(await read(s.fdy)).toMatchObject({ asked: 6, sat: 2, passed: 2 })
  expect((await read(s.officer, {})).topics).toEqual([])
  expect((await pupil(0).get('test/testCandidate/statistics', { from: today(), to: today() })).code).toBe(403)
})
