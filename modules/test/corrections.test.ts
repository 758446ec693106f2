import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { testAttempt, testCandidate } from './model/attempt.ts'
import { testQuestion } from './model/question.ts'
import { DEVICE, ok, type Paper, ruleOf, type TestSchool, testSchool } from './testing.ts'

const STEMS = ['火警电话', '急救电话', '匪警电话', '交通事故电话'] as const
const OPTIONS = ['119', '120', '110', '122']
/** Of each the option of its own place is right. */
const QUESTIONS = STEMS.map((stem, i) => `${i + 1}. ${stem}是多少？\n${OPTIONS.map((text, at) => `${'ABCD'[at]}. ${text}`).join('\n')}\n答案:${'ABCD'[i]}`).join('\n')
let s: TestSchool
let paperId: string
let bankId: string
beforeAll(async () => {
  s = await testSchool()
  bankId = await s.bank(QUESTIONS)
  paperId = await s.paper([{ title: '单选', type: 'single', count: 4, scoreEach: 5, bankIds: [bankId] }], { mode: 'randomOnce' })
})
afterAll(() => s.close())
const all = (): Actor[] => [...s.pupils, ...s.away]
const pupil = (n: number): Actor => all()[n] as Actor
const questionOf = async (stem: string) => (await s.db.unscoped(testQuestion).find({ bankId, stem: `${stem}是多少？` }))?.id ?? ''
/** Answers with these options, by stem; nothing where none is named. */
const answersTo = (paper: Paper, given: Readonly<Record<string, string>>) =>
  paper.questions.flatMap(q => {
    const key = q.options.find(o => o.text === given[q.stem.slice(0, -4)])?.key
    return key ? [{ no: q.no, seq: 1, answer: key }] : []
  })
async function sit(who: Actor, id: string, given: Readonly<Record<string, string>>) {
  const paper = ok(await s.start(who, id))
  return ok(await s.handIn(who, paper.attemptId, answersTo(paper, given), DEVICE))
}
const right: Readonly<Record<string, string>> = Object.fromEntries(STEMS.map((stem, i) => [stem, OPTIONS[i] ?? '']))
interface Analysis {
  attempts: number
  mean: number
  passRate: number
  alpha: number | null
  items: Array<{ questionId: string; n: number; p: number | null; d: number | null; r: number | null; verdict: string | null; level: string | null; correctedAs: string | null }>
}
const analysisOf = async (id: string, who = s.officer) => ok(await who.get<Analysis>('test/testSchedule/analysis', { id }))
const mean = (of: readonly number[]): number => of.reduce((n, one) => n + one, 0) / of.length
const spread = (of: readonly number[]): number => mean(of.map(n => (n - mean(of)) ** 2))
const correlation = (a: readonly number[], b: readonly number[]): number => mean(a.map((n, i) => (n - mean(a)) * ((b[i] ?? 0) - mean(b)))) / Math.sqrt(spread(a) * spread(b))

describe('60-OT14 item analysis', () => {
  it('says from 30 attempts on how hard a question is, how well it tells apart, and how reliable the test is, as a plain reckoning does', async () => {
    const id = await s.published({ paperId, kind: 'practice', attempts: 4, passScore: 15 })
    const scores: number[][] = []
    for (let i = 0; i < 30; i++) {
      // the better the candidate, the more questions; the last one is answered by the worst only
      const given = STEMS.map((stem, q) => (q === 3 ? i < 8 : i >= q * 8) && ([stem, right[stem]] as const)).filter(one => one !== false)
      scores.push(STEMS.map(stem => (given.some(([name]) => name === stem) ? 1 : 0)))
      await sit(pupil(i % 8), id, Object.fromEntries(given) as Record<string, string>)
      if (i === 28) expect((await analysisOf(id)).items.map(one => [one.n, one.p, one.d, one.verdict])).toEqual(STEMS.map(() => [29, null, null, null]))
    }
    const found = await analysisOf(id)
    const totals = scores.map(own => own.reduce((n, one) => n + one, 0))
    // attempts of one total are in no order, so only what does not hang on it is compared exactly
    for (const [q, stem] of STEMS.entries()) {
      const own = scores.map(one => one[q] ?? 0)
      const questionId = await questionOf(stem)
      const said = found.items.find(one => one.questionId === questionId)
      expect([said?.n, said?.p, said?.r]).toEqual([30, expect.closeTo(mean(own), 3), spread(own) ? expect.closeTo(correlation(own, totals), 3) : null])
    }
    const k = STEMS.length
    const alpha = (k / (k - 1)) * (1 - STEMS.reduce((n, _, q) => n + spread(scores.map(own => own[q] ?? 0)), 0) / spread(totals))
    expect(found).toMatchObject({ attempts: 30, mean: Math.round(mean(totals) * 50) / 10, passRate: expect.closeTo(totals.filter(n => n >= 3).length / 30, 3) })
    expect(found.alpha).toBeCloseTo(alpha, 3)
    const [first, , third, last] = await Promise.all(STEMS.map(questionOf))
    const of = (questionId: string | undefined) => found.items.find(one => one.questionId === questionId)
    expect([of(first)?.level, of(third)?.verdict]).toEqual(['easy', 'good'])
    // answered by the worst only: it comes first
    expect(found.items[0]).toMatchObject({ questionId: last, verdict: 'wrongKey' })
    expect(of(last)?.d).toBeLessThan(0)
  })
  it('shows who chose what by thirds, and keeps the figures with the questions once results are out', async () => {
    const [{ id } = { id: '' }] = await s.db.query<{ id: string }>(sql`select schedule_id as id from test_attempt group by 1 having count(*) = 30`)
    const questionId = await questionOf('匪警电话')
    interface Choices {
      key: string
      options: Array<{ letter: string; text: string; isRight: boolean; upper: number; middle: number; lower: number }>
    }
    const { key, options } = ok(await s.officer.get<Choices>('test/testSchedule/choices', { id, questionId }))
    expect([key, options.map(o => [o.letter, o.text, o.isRight])]).toEqual(['C', OPTIONS.map((text, i) => ['ABCD'[i], text, i === 2])])
    expect(options.map(o => o.upper + o.middle + o.lower)).toEqual([0, 0, 14, 0])
    expect(options[2]?.upper).toBe(10)
    expect(ruleOf(await s.officer.get('test/testSchedule/choices', { id, questionId: (await s.db.unscoped(testQuestion).find({ bankId: s.bankId }))?.id ?? '' }))).toBe('notAsked')
    expect((await s.db.unscoped(testQuestion).one(questionId)).p).toBeNull()
    ok(await s.officer.post('test/testSchedule/close', { id, reason: '考完了' }))
    ok(await s.officer.post('test/testSchedule/release', { id }))
    expect(await s.db.unscoped(testQuestion).one(questionId)).toMatchObject({ p: 0.467, usedCount: 14 })
  })
  it('belongs to whoever arranged the test', async () => {
    const id = await s.published({ paperId })
    expect((await s.fdy.get('test/testSchedule/analysis', { id })).code).toBe(404)
    expect((await pupil(0).get('test/testSchedule/analysis', { id })).code).toBe(403)
  })
})
interface Preview {
  people: number
  gain: number
  lose: number
  nowPassed: number
  nowFailed: number
  changed: Array<{ name: string; from: number; to: number; isPassed: boolean }>
}
describe('60-OT11 a wrong key', () => {
  const results = async (id: string) =>
    Promise.all([0, 1, 2].map(async n => ({ ...(await s.candidate(id, pupil(n))) }))).then(rows => rows.map(row => [row.score, row.isPassed, row.passedAt !== null]))
  /** One as the key says, one as it ought to say, one nothing. */
  async function sat(more: object = {}) {
    const id = await s.published({ paperId, passScore: 20, kind: 'exam', attempts: 1, ...more })
    await sit(pupil(0), id, right)
    await sit(pupil(1), id, { ...right, 火警电话: '110' })
    await sit(pupil(2), id, { 急救电话: '120' })
    return { id, questionId: await questionOf('火警电话') }
  }
  const preview = (body: object) => s.officer.post<Preview>('test/testSchedule/previewCorrection', body)
  const correct = (body: object) => s.officer.post<{ changed: number }>('test/testSchedule/correct', body)
  const reason = '答案录错了'

  it('shows who gains, who loses and who passes, writes nothing, then marks everybody once and tells those changed', async () => {
    const told = captureNotifications(s.server)
    const at = { ...(await sat()), way: 'key', answer: 'C', reason }
    const found = ok(await preview(at))
    expect(found).toMatchObject({ people: 3, gain: 1, lose: 1, nowPassed: 1, nowFailed: 1 })
    expect(found.changed.map(one => [one.from, one.to, one.isPassed]).sort()).toEqual([
      [15, 20, true],
      [20, 15, false],
    ])
    expect(await results(at.id)).toEqual([
      [20, true, true],
      [15, false, false],
      [5, false, false],
    ])
    expect(ok(await correct(at)).changed).toBe(2)
    // what passing gave is not silently withdrawn
    expect(await results(at.id)).toEqual([
      [15, false, true],
      [20, true, true],
      [5, false, false],
    ])
    expect((await told('test.corrected')).flatMap(m => m.to).sort()).toEqual([pupil(0).userId, pupil(1).userId].sort())
    const [attempt] = await s.db.unscoped(testAttempt).all({ scheduleId: at.id, total: 20 })
    ok(await s.officer.post('test/testSchedule/close', { id: at.id, reason: '考完了' }))
    const own = ok(
      await pupil(1).get<{ total: number; questions: Array<{ stem: string; key: string; got: number; correctedAs: string | null; options: Array<{ text: string }> }> }>(
        'test/testAttempt/paper',
        { attemptId: attempt?.id },
      ),
    )
    const one = own.questions.find(q => q.stem.startsWith('火警电话'))
    expect([one?.got, one?.correctedAs, one?.options['ABCD'.indexOf(one?.key ?? '')]?.text]).toEqual([5, 'key', '110'])
    expect((await analysisOf(at.id)).items.find(item => item.questionId === at.questionId)?.correctedAs).toBe('key')
  })
  it('gives everybody its full score, or leaves the question out and spreads what it was worth', async () => {
    const { id, questionId } = await sat()
    ok(await correct({ id, questionId, way: 'full', reason }))
    expect((await results(id)).map(([score]) => score)).toEqual([20, 20, 10])
    ok(await correct({ id, questionId, way: 'drop', reason }))
    expect((await results(id)).map(([score]) => score)).toEqual([20, 20, 6.7])
    ok(await correct({ id, questionId, way: 'key', answer: 'A', reason }))
    expect((await results(id)).map(([score]) => score)).toEqual([20, 15, 5])
  })
  it('counts for whoever hands in later, too', async () => {
    const { id, questionId } = await sat()
    ok(await correct({ id, questionId, way: 'key', answer: 'c', reason }))
    expect((await sit(pupil(3), id, { ...right, 火警电话: '110' })).total).toBe(20)
  })
  it('is refused where it changes nothing, is no key, or the question was not asked', async () => {
    const { id, questionId } = await sat()
    const rule = async (more: object) => ruleOf(await correct({ id, questionId, way: 'key', reason, ...more }))
    expect([await rule({ answer: 'A' }), await rule({ answer: 'F' }), await rule({ answer: 'AB' }), await rule({})]).toEqual(['same', 'notAmong', 'oneAnswer', 'noAnswer'])
    const foreign = (await s.db.unscoped(testQuestion).find({ bankId: s.bankId }))?.id
    expect(await rule({ questionId: foreign, answer: 'A' })).toBe('notAsked')
    expect((await s.fdy.post('test/testSchedule/correct', { id, questionId, way: 'full', reason })).code).toBe(404)
    expect((await s.db.unscoped(testCandidate).all({ scheduleId: id, score: 20 })).length).toBe(1)
  })
  it('corrected by two at once, stands once and everybody is marked by what stands', async () => {
    const { id, questionId } = await sat()
    const answers = await Promise.all(['B', 'C'].map(answer => correct({ id, questionId, way: 'key', answer, reason })))
    answers.forEach(ok)
    const kept = await s.db.query<{ answer: string }>(sql`select answer from test_correction where schedule_id = ${id}`)
    expect(kept).toHaveLength(1)
    expect((await results(id)).map(([score]) => score)).toEqual(kept[0]?.answer === 'C' ? [15, 20, 5] : [15, 15, 5])
  })
})
