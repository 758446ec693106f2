import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import type { Actor } from '#testing/school.ts'
import { testAnswer, testAttempt, testCandidate, testFlag } from './model/attempt.ts'
import { testSchedule } from './model/schedule.ts'
import { closeDue } from './server/close-attempts.ts'
import { DEVICE, inHours, OTHER, ok, type Paper, ruleOf, type TestSchool, testSchool } from './testing.ts'

let s: TestSchool
beforeAll(async () => {
  s = await testSchool()
})
afterAll(() => s.close())
const pupil = (n: number): Actor => s.pupils[n] as Actor
const answersOf = async (attemptId: string) => (await s.db.unscoped(testAnswer).all({ attemptId })).sort((a, b) => a.no - b.no).map(a => [a.no, a.answer, a.seq])
const attemptOf = (id: string) => s.db.unscoped(testAttempt).one(id)
const candidateOf = (scheduleId: string, n: number) => s.candidate(scheduleId, pupil(n))
/** As if it had begun, and would end, so many minutes earlier. */
const back = (id: string, minutes: number) =>
  s.db.query(
    sql`update test_attempt set started_at = started_at - make_interval(mins => ${minutes}::int), deadline_at = deadline_at - make_interval(mins => ${minutes}::int) where id = ${id}`,
  )
const first = (paper: Paper, no = 1) => paper.questions[no - 1]?.options[0]?.key ?? ''
const second = (paper: Paper, no = 1) => paper.questions[no - 1]?.options[1]?.key ?? ''

describe('a test is a round', () => {
  expectRound({ of: testSchedule, path: 'test/testSchedule' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => s.draft(window),
    take: id => s.start(pupil(0), id),
  }))
})
describe('and a task', () => {
  expectTask(
    () => ({
      school: s,
      round: testSchedule,
      rounds: 'test/testSchedule',
      answers: 'test/testCandidate',
      published: () => s.published({ kind: 'exam', attempts: 1 }),
      async answer(id, who) {
        const begun = await s.start(who, id)
        return begun.code === 200 ? s.handIn(who, begun.data.attemptId) : begun
      },
      officer: s.officer,
      counsellor: s.fdy,
      students: [pupil(0), s.away[0] as Actor],
      reminder: 'test.remind',
    }),
    { follows: false },
  )
})
describe('a schedule', () => {
  it.each([
    [{ passScore: 3 }, 'passOver', { pass: 3, paper: '消防卷', total: 2 }],
    [{ stayMinutes: 61 }, 'stay', { stay: 61, minutes: 60 }],
    [{ growthHours: 2 }, 'growth', {}],
  ])('60 §5 refuses bad input: %o', async (more, rule, values) => {
    const refused = await s.officer.post('test/testSchedule/publish', { id: await s.drafted(more) })
    expect([ruleOf(refused), refused.errors[0]?.values]).toEqual([rule, values])
  })
  it('takes a published paper only, and names markers where people mark', async () => {
    const paper = ok(await s.officer.post<{ id: string }>('test/testPaper/add', { name: '没有发布的卷' }))
    expect(ruleOf(await s.officer.post('test/testSchedule/publish', { id: await s.drafted({ paperId: paper.id }) }))).toBe('paper')
  })
  it('beyond one college waits for the office', async () => {
    const college = await s.as({ roles: ['league'], departmentId: s.ids.info, nickName: '团委' })
    const { id } = ok(await college.post<{ id: string }>('test/testSchedule/add', s.draft({ name: '团委的测试' })))
    ok(await college.post('test/testSchedule/publish', { id }))
    expect((await s.db.unscoped(testSchedule).one(id)).state).toBe('pending')
    expect(await s.db.unscoped(testCandidate).count({ scheduleId: id })).toBe(0)
    ok((await s.agree(id)) as never)
    expect(await s.db.unscoped(testCandidate).count({ scheduleId: id })).toBe(8)
    const own = ok(await s.fdy.post<{ id: string }>('test/testSchedule/add', s.draft({ name: '班级测试' })))
    ok(await s.fdy.post('test/testSchedule/publish', { id: own.id }))
    expect((await s.db.unscoped(testSchedule).one(own.id)).state).toBe('published')
    expect(await s.db.unscoped(testCandidate).count({ scheduleId: own.id })).toBe(6)
  })
})
describe('60-OT2 what a candidate gets', () => {
  it('tells in no byte which option is right, before answers are shown; the same attempt keeps its form', async () => {
    const bankId = await s.bank(
      '1. 绝密题干一？\nA. 秘甲\nB. 秘乙\nC. 秘丙\n答案:B 解析:只有老师知道的解析\n2. 绝密填空____。\n答案:只有老师知道的填空\n3. 绝密简答谈一谈。\n答案:只有老师知道的要点',
    )
    const sections = ['single', 'blank', 'short'].map(type => ({ title: type, type, count: 1, scoreEach: 1, bankIds: [bankId] }))
    const id = await s.published({ paperId: await s.paper(sections, { mode: 'randomOnce' }), markerIds: [s.officer.userId], passScore: 1, showAnswers: 'afterEnd' })
    const begun = await s.start(pupil(0), id)
    const paper = ok(begun)
    const rules = await pupil(0).get('test/testAttempt/rules', { id })
    const again = await s.start(pupil(0), id)
    const saved = await s.save(pupil(0), paper.attemptId, [{ no: 1, seq: 1, answer: first(paper) }])
    const handed = await s.handIn(pupil(0), paper.attemptId)
    const hidden = await pupil(0).get('test/testAttempt/paper', { attemptId: paper.attemptId })
    const bytes = [begun, rules, again, saved, handed, hidden, await pupil(0).get('test/testAttempt/mine')].map(a => a.raw.toString()).join('\n')
    expect(bytes).toContain('绝密题干一')
    expect(bytes).not.toMatch(/只有老师知道|picks|accepted|explanation|"key":null/)
    expect(again.data.questions).toEqual(paper.questions)
    expect(paper.questions[0]?.options.map(o => o.text).sort()).toEqual(['秘丙', '秘乙', '秘甲'])
    for (const { key } of paper.questions.flatMap(q => q.options)) expect(key).toMatch(/^[a-z2-9]{5}$/)
    expect(ruleOf(hidden)).toBe('hidden')
    const { seed, form } = await attemptOf(paper.attemptId)
    expect([seed !== null, form?.items.length]).toEqual([true, 3])
  })
  it('stays what it was, though the question is changed meanwhile', async () => {
    const bankId = await s.bank('1. 第一版的题。\n答案:对')
    const id = await s.published({ paperId: await s.paper([s.section({ count: 1, bankIds: [bankId] })], { mode: 'randomOnce' }), passScore: 1 })
    const paper = ok(await s.start(pupil(0), id))
    const { result } = ok(await s.officer.get<{ result: Array<{ id: string; version: number }> }>('test/testQuestion/list', { bankId }))
    const [row] = result
    ok(await s.officer.post('test/testQuestion/update', { id: row?.id, version: row?.version, stem: '第二版的题。', answer: '错' }))
    ok(await s.reviewer.post('test/testQuestion/review', { ids: [row?.id] }))
    expect(ok(await s.start(pupil(0), id)).questions[0]?.stem).toBe('第一版的题。')
    expect(ok(await s.handIn(pupil(0), paper.attemptId, [{ no: 1, seq: 1, answer: first(paper) }])).total).toBe(1)
  })
  it('is shown with answers and explanations once they may be seen, and to nobody else', async () => {
    const id = await s.published({ showAnswers: 'atOnce' })
    const paper = ok(await s.start(pupil(0), id))
    expect(ruleOf(await pupil(0).get('test/testAttempt/paper', { attemptId: paper.attemptId }))).toBe('hidden')
    ok(await s.handIn(pupil(0), paper.attemptId, await s.right(paper)))
    const shown = ok(await pupil(0).get<{ questions: Array<{ key: string; explanation: string; got: number }> }>('test/testAttempt/paper', { attemptId: paper.attemptId }))
    expect(shown.questions.map(q => [q.key, q.got])).toEqual([
      ['对', 1],
      ['对', 1],
    ])
    expect(shown.questions[0]?.explanation).toContain('规定第')
    expect((await pupil(1).get('test/testAttempt/paper', { attemptId: paper.attemptId })).code).toBe(404)
  })
})
describe('60-OT3 time', () => {
  it('is the server’s: the minutes, but no longer than the window; a later end gives the whole time', async () => {
    const id = await s.published({ endTime: inHours(0.5), minutes: 60 })
    const paper = ok(await s.start(pupil(0), id))
    const row = await s.db.unscoped(testSchedule).one(id)
    expect(Date.parse(paper.deadlineAt)).toBe(Date.parse(row.endTime))
    ok(await s.officer.post('test/testSchedule/extend', { id, endTime: inHours(5), reason: '停电' }))
    const later = await attemptOf(paper.attemptId)
    expect(Date.parse(later.deadlineAt) - Date.parse(later.startedAt)).toBe(60 * 60_000)
  })
  it('lets answers on their way count for some seconds; later ones are kept beside, flagged and not marked', async () => {
    const id = await s.published({ kind: 'exam', attempts: 1 })
    const paper = ok(await s.start(pupil(0), id))
    await back(paper.attemptId, 60)
    const [right] = await s.right(paper)
    expect(ok(await s.save(pupil(0), paper.attemptId, [{ no: 1, seq: 1, answer: right?.answer ?? '' }])).isLate).toBe(false)
    await back(paper.attemptId, 1)
    const late = ok(
      await s.save(pupil(0), paper.attemptId, [
        { no: 1, seq: 2, answer: second(paper) },
        { no: 2, seq: 1, answer: first(paper, 2) },
      ]),
    )
    expect(late.isLate).toBe(true)
    const rows = (await s.db.unscoped(testAnswer).all({ attemptId: paper.attemptId })).sort((a, b) => a.no - b.no)
    expect(rows.map(a => [a.answer, a.lateAnswer])).toEqual([
      [right?.answer, second(paper)],
      [null, first(paper, 2)],
    ])
    expect((await s.db.unscoped(testFlag).all({ attemptId: paper.attemptId })).map(f => [f.kind, f.detail])).toEqual([['late', '2']])
    await closeDue(s.db)
    expect(await attemptOf(paper.attemptId)).toMatchObject({ state: 'marked', submitWay: 'time', total: 1 })
    expect(ruleOf(await s.save(pupil(0), paper.attemptId, [{ no: 1, seq: 3, answer: first(paper) }]))).toBe('ended')
  })
  it('ends attempts of those who are away, and not before their grace is over', async () => {
    const id = await s.published({ kind: 'exam', attempts: 1 })
    const paper = ok(await s.start(pupil(0), id))
    await back(paper.attemptId, 60)
    await closeDue(s.db)
    expect((await attemptOf(paper.attemptId)).state).toBe('running')
    await closeDue(s.db, new Date(Date.now() + 31_000))
    expect((await attemptOf(paper.attemptId)).state).toBe('marked')
  })
  it('is longer for whoever was granted more, beyond the window, too', async () => {
    const { studentId } = await candidateOf(await s.published(), 5)
    ok(await s.officer.post('test/testAdjustment/add', { studentId, extraPercent: 25, reason: '手部骨折' }))
    const id = await s.published({ endTime: inHours(0.5), minutes: 40 })
    const paper = ok(await s.start(pupil(5), id))
    const { endTime } = await s.db.unscoped(testSchedule).one(id)
    expect(Date.parse(paper.deadlineAt) - Date.parse(endTime)).toBe(10 * 60_000)
    const shown = await pupil(5).get('test/testAttempt/rules', { id })
    expect(shown.raw.toString()).not.toContain('骨折')
  })
})
describe('60-OT4 one attempt', () => {
  it('runs for a candidate, whoever presses how often', async () => {
    const id = await s.published()
    const pressed = await Promise.all([1, 2, 3, 4].map(() => s.start(pupil(0), id)))
    expect(pressed.map(a => a.code)).toEqual([200, 200, 200, 200])
    expect(new Set(pressed.map(a => a.data.attemptId)).size).toBe(1)
    expect(await s.db.unscoped(testAttempt).count({ scheduleId: id })).toBe(1)
    expect((await candidateOf(id, 0)).used).toBe(1)
  })
  it('goes on elsewhere after a confirmation, with every answer and the true time; the former screen only reads', async () => {
    const id = await s.published()
    const paper = ok(await s.start(pupil(0), id))
    ok(await s.save(pupil(0), paper.attemptId, [{ no: 1, seq: 1, answer: first(paper) }]))
    expect(ruleOf(await s.start(pupil(0), id, OTHER))).toBe('elsewhere')
    const here = ok(await pupil(0).post<Paper>('test/testAttempt/takeOver', { id, device: OTHER }))
    expect([here.answers, here.deadlineAt, here.questions]).toEqual([[{ no: 1, seq: 1, answer: first(paper) }], paper.deadlineAt, paper.questions])
    const both = await Promise.all([
      s.save(pupil(0), paper.attemptId, [{ no: 1, seq: 9, answer: second(paper) }], DEVICE),
      s.save(pupil(0), paper.attemptId, [{ no: 1, seq: 2, answer: first(paper) }], OTHER),
    ])
    expect(both.map(ruleOf)).toEqual(['notHolder', undefined])
    expect(await answersOf(paper.attemptId)).toEqual([[1, first(paper), 2]])
    expect((await s.db.unscoped(testFlag).all({ attemptId: paper.attemptId })).map(f => f.kind)).toEqual(['takeOver'])
  })
  it('is locked after three take-overs, until an invigilator lets the candidate go on', async () => {
    const id = await s.published()
    const { attemptId } = ok(await s.start(pupil(0), id))
    const over = async (device: string) => pupil(0).post<Paper>('test/testAttempt/takeOver', { id, device })
    for (const n of [1, 2, 3]) expect(ok(await over(`device-000000${n}`)).isLocked).toBe(false)
    expect(ok(await over('device-0000004'))).toMatchObject({ isLocked: true, questions: [] })
    expect(ruleOf(await s.save(pupil(0), attemptId, [], 'device-0000004'))).toBe('locked')
    expect(ruleOf(await s.start(pupil(0), id, 'device-0000004'))).toBe('locked')
    expect((await s.fdy.post('test/testAttempt/letBack', { id: attemptId })).code).toBe(200)
    expect(ok(await s.start(pupil(0), id, 'device-0000004')).questions).toHaveLength(2)
  })
})
describe('60-OT5 saving', () => {
  it('keeps the highest number of each question, whatever is repeated or comes in disorder', async () => {
    const id = await s.published()
    const paper = ok(await s.start(pupil(0), id))
    const { attemptId } = paper
    const sent = [3, 1, 5, 2, 4].map(seq =>
      s.save(pupil(0), attemptId, [
        { no: 1, seq, answer: seq === 5 ? first(paper) : second(paper) },
        { no: 2, seq, answer: `${seq}` },
      ]),
    )
    expect((await Promise.all(sent)).map(a => a.code)).toEqual([200, 200, 200, 200, 200])
    expect(await answersOf(attemptId)).toEqual([
      [1, first(paper), 5],
      [2, '5', 5],
    ])
    ok(await s.save(pupil(0), attemptId, [{ no: 2, seq: 6, answer: null }]))
    expect(await answersOf(attemptId)).toEqual([
      [1, first(paper), 5],
      [2, null, 6],
    ])
    ok(await s.save(pupil(0), attemptId, [{ no: 99, seq: 1, answer: 'x' }]))
    expect(await answersOf(attemptId)).toHaveLength(2)
  })
  it('of somebody else’s attempt is not there', async () => {
    const id = await s.published()
    const paper = ok(await s.start(pupil(0), id))
    expect((await s.save(pupil(1), paper.attemptId, [{ no: 1, seq: 1, answer: first(paper) }])).code).toBe(404)
    expect((await s.handIn(pupil(1), paper.attemptId)).code).toBe(404)
    expect(await answersOf(paper.attemptId)).toEqual([])
  })
})
it('60-OT6 handing in is final, answers the same again, and not before its time', async () => {
  const id = await s.published({ stayMinutes: 10 })
  const paper = ok(await s.start(pupil(0), id))
  expect(ruleOf(await s.handIn(pupil(0), paper.attemptId))).toBe('stay')
  await back(paper.attemptId, 11)
  const right = await s.right(paper)
  const pressed = await Promise.all([1, 2, 3].map(() => s.handIn(pupil(0), paper.attemptId, right)))
  expect(pressed.map(a => [a.code, a.data.total, a.data.isPassed])).toEqual([1, 2, 3].map(() => [200, 2, true]))
  const again = ok(await s.handIn(pupil(0), paper.attemptId, [{ no: 1, seq: 9, answer: second(paper) }]))
  expect([again.total, again.isPassed]).toEqual([2, true])
  expect((await answersOf(paper.attemptId)).map(([, answer]) => answer)).toEqual(right.map(one => one.answer))
})
describe('60-OT7 attempts', () => {
  it('are counted from their start, under the lock of the candidate, with their gap', async () => {
    const id = await s.published({ attempts: 2, gapHours: 3 })
    expect(await s.sit(pupil(0), id, false)).toMatchObject({ total: 0, isPassed: false })
    const soon = await s.start(pupil(0), id)
    expect([ruleOf(soon), soon.errors[0]?.values?.hours]).toEqual(['gap', 3])
    await s.db.query(sql`update test_candidate set last_ended_at = now() - interval '4 hours' where schedule_id = ${id}`)
    await s.sit(pupil(0), id, false)
    await s.db.query(sql`update test_candidate set last_ended_at = now() - interval '4 hours' where schedule_id = ${id}`)
    const used = await s.start(pupil(0), id)
    expect([ruleOf(used), used.errors[0]?.values]).toEqual(['used', { name: '消防安全测试', n: 2 }])
  })
  it('end with passing; the best counts, or the last or the first, as the test says', async () => {
    for (const [scoring, score] of [
      ['best', 1],
      ['last', 0],
      ['first', 1],
    ] as const) {
      const id = await s.published({ scoring, attempts: 3 })
      const paper = ok(await s.start(pupil(0), id))
      ok(await s.handIn(pupil(0), paper.attemptId, (await s.right(paper)).slice(0, 1)))
      await s.sit(pupil(0), id, false)
      expect([scoring, (await candidateOf(id, 0)).score]).toEqual([scoring, score])
    }
    const id = await s.published()
    await s.sit(pupil(0), id)
    expect(ruleOf(await s.start(pupil(0), id))).toBe('passed')
  })
  it('begin no later than the test says', async () => {
    const id = await s.published({ lateMinutes: 30 })
    expect(ruleOf(await s.start(pupil(0), id))).toBe('late')
  })
})
