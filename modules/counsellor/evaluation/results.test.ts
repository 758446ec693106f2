import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { excellentMost, proposedGrades, totalOf } from './model/grades.ts'
import { type EvalResult, fdyEvalResult } from './model/result.ts'
import type { myResults } from './model/result-actions.ts'
import { fdyEvalScheme } from './model/scheme.ts'
import type { evaluationStatistics } from './model/statistics.ts'
import { finishResults } from './server/objections.ts'
import { type EvaluationSchool, evaluationSchool, inHours, ok, ruleOf } from './testing.ts'

let s: EvaluationSchool
beforeAll(async () => {
  s = await evaluationSchool()
})
afterAll(() => s.close())
const SCHEME = 'counsellor/fdyEvalScheme'
const RESULT = 'counsellor/fdyEvalResult'
const NO_STUDENTS = [
  { kind: 'college', weight: 50 },
  { kind: 'office', weight: 50 },
]
const resultOf = async (schemeId: string, teacherId: string): Promise<EvalResult> => {
  const found = await s.db.unscoped(fdyEvalResult).find({ schemeId, teacherId })
  if (!found) throw new Error('no result')
  return found
}
const close = async (id: string) => ok(await s.officer.post(`${SCHEME}/close`, { id, reason: '评完了' }))
const settle = (id: string) => s.officer.post<{ count: number; few: number }>(`${SCHEME}/settle`, { id })
/** Closed, counted, with the marks of college and office. */
async function settled(more: object = {}): Promise<{ id: string; lin: string; he: string }> {
  const id = await s.published(more)
  for (const [n, who] of s.pupils.entries()) ok(await s.rate(who, id, n === 0 ? [1, 1] : [5, 5]))
  for (const who of s.few) ok(await s.rate(who, id, [2, 2]))
  await close(id)
  ok(await settle(id))
  const [lin, he] = [(await resultOf(id, s.ids.lin)).id, (await resultOf(id, s.ids.he)).id]
  for (const one of [lin, he]) {
    ok(await s.college.post(`${RESULT}/scoreByCollege`, { id: one, part: 'college', mark: 90 }))
    ok(await s.officer.post(`${RESULT}/scoreByOffice`, { id: one, part: 'office', mark: 80 }))
    ok(await s.officer.post(`${RESULT}/scoreByOffice`, { id: one, part: 'workload', mark: 100 }))
  }
  return { id, lin, he }
}
const weigh = (id: string, parts: object = NO_STUDENTS) => s.officer.post(`${RESULT}/decideWeights`, { id, parts, reason: '只有两名学生' })
const confirm = (ids: readonly string[], by: Actor = s.college) => by.post(`${RESULT}/confirm`, { ids })
const publish = (id: string) => s.officer.post<{ count: number; until: string }>(`${SCHEME}/publishResults`, { id })
const mine = async (by: Actor, id: string) => {
  const { schemeId } = await s.db.unscoped(fdyEvalResult).one(id)
  const { name } = await s.db.unscoped(fdyEvalScheme).one(schemeId)
  return ok(await by.get<Array<OutputOf<typeof myResults>>>(`${RESULT}/mine`)).find(r => r.id === id && r.name === name)
}

describe('reckoning', () => {
  it('50-CW9 a total is the weighted sum, and none while a part is missing', () => {
    const parts = [
      { kind: 'college', weight: 70 },
      { kind: 'self', weight: 30 },
    ] as const
    expect([totalOf(parts, { college: 90, self: 80 }), totalOf(parts, { college: 90, self: null })]).toEqual([87, null])
  })
  it('50-CW9 of a college no more are excellent than the share of its heads, rounded down', () => {
    expect([excellentMost(4, 20), excellentMost(5, 20), excellentMost(14, 20)]).toEqual([0, 1, 2])
    const five = [98, 97, 70, 60, 10].map((total, n) => ({ id: `${n}`, total }))
    expect([...proposedGrades(five, 20).values()]).toEqual(['excellent', 'competent', 'basic', 'basic', 'incompetent'])
  })
})
it('50-CW8 the mark of students is their mean without the highest and lowest, and nothing of it is known while they answer', async () => {
  const id = await s.published({ trimPercent: 10 })
  for (const [n, who] of s.pupils.entries()) ok(await s.rate(who, id, n === 0 ? [1, 1] : n === 1 ? [3, 4] : [5, 5]))
  expect(ruleOf(await settle(id))).toBe('running')
  expect(await resultOf(id, s.ids.lin)).toMatchObject({ responses: null, studentsMark: null, total: null })
  await close(id)
  expect(ok(await settle(id))).toEqual({ count: 2, few: 1 })
  // 20, 70 and ten times 100: one is cut at either end
  expect(await resultOf(id, s.ids.lin)).toMatchObject({ responses: 12, studentsMark: 97 })
  expect(ruleOf(await settle(id))).toBe('settled')
  // counted twice, the answers in between could be subtracted out
  expect(ruleOf(await s.officer.post(`${SCHEME}/extend`, { id, endTime: inHours(72), reason: '再评几天' }))).toBe('counted')
})
it('50-CW7 below the least number nothing is shown, and an officer decides the weights, on record', async () => {
  const id = await s.published()
  for (const who of s.few) ok(await s.rate(who, id, [1, 1]))
  const he = (await resultOf(id, s.ids.he)).id
  // before the end nobody knows whether they are too few
  expect(ruleOf(await weigh(he))).toBe('notClosed')
  for (const who of s.pupils) ok(await s.rate(who, id, [4, 4]))
  await close(id)
  expect(ruleOf(await weigh(he))).toBe('notClosed')
  ok(await settle(id))
  const lin = (await resultOf(id, s.ids.lin)).id
  const shown = ok(await s.college.get<{ result: EvalResult[] }>(`${RESULT}/list`, { schemeId: id })).result
  expect(shown.find(r => r.id === he)).toMatchObject({ responses: null, studentsMark: null })
  expect(shown.find(r => r.id === lin)).toMatchObject({ responses: 12, studentsMark: 80 })
  expect(ruleOf(await weigh(lin))).toBe('enough')
  expect(ruleOf(await weigh(he, [{ kind: 'students', weight: 100 }]))).toBe('noStudents')
  expect(ruleOf(await weigh(he, [{ kind: 'college', weight: 90 }]))).toBe('weights')
  expect((await s.college.post(`${RESULT}/decideWeights`, { id: he, parts: NO_STUDENTS, reason: '学院定' })).code).toBe(403)
  ok(await weigh(he))
  expect(await resultOf(id, s.ids.he)).toMatchObject({ ownParts: NO_STUDENTS, weightReason: '只有两名学生', weightedById: s.officer.userId })
  const history = await s.db.query<{ diff: Record<string, unknown> }>(sql`select diff from operation_log where biz_id = ${he} and diff ? 'ownParts'`)
  expect(history).toHaveLength(1)
})
it('50-CW9 a missing part blocks confirming and publishing, with names; the colleges confirm before the office publishes', async () => {
  const { id, lin, he } = await settled()
  expect(ruleOf(await confirm([lin, he]))).toBe('missing')
  const blocked = await publish(id)
  expect([ruleOf(blocked), JSON.stringify(blocked.errors[0]?.values).includes('何文博')]).toEqual(['missing', true])
  ok(await weigh(he))
  expect(await resultOf(id, s.ids.he)).toMatchObject({ total: 85, grade: 'competent' })
  // 20 once and eleven times 100 of twelve: nothing cut at 5%
  expect(await resultOf(id, s.ids.lin)).toMatchObject({ studentsMark: 93.33, total: 89, grade: 'competent' })
  expect(ruleOf(await publish(id))).toBe('unconfirmed')
  ok(await confirm([lin, he]))
  expect((await s.college.post(`${RESULT}/scoreByCollege`, { id: lin, part: 'college', mark: 10 })).code).toBe(422)
  const told = captureNotifications(s.server)
  expect(ok(await publish(id)).count).toBe(2)
  expect((await told('fdyEval.result')).flatMap(n => n.to).toSorted()).toEqual([s.fdy.userId, s.he.userId].toSorted())
})
it('50-CW9 in a college no more are excellent than may be, whoever sets the grade and however many at once', async () => {
  const { lin, he } = await settled({ excellentPercent: 50 })
  ok(await weigh(he))
  const both = await Promise.all([lin, he].map(id => s.college.post(`${RESULT}/setGrade`, { id, grade: 'excellent', reason: '工作突出' })))
  expect(both.map(ruleOf).filter(rule => rule === 'excellent')).toHaveLength(1)
  const rows = await Promise.all([lin, he].map(id => s.db.unscoped(fdyEvalResult).one(id)))
  expect(rows.filter(r => r.grade === 'excellent')).toHaveLength(1)
  // a new mark moves totals, not a grade that somebody set
  ok(await s.college.post(`${RESULT}/scoreByCollege`, { id: rows.find(r => r.grade === 'excellent')?.id, part: 'college', mark: 60 }))
  expect((await Promise.all([lin, he].map(id => s.db.unscoped(fdyEvalResult).one(id)))).filter(r => r.grade === 'excellent')).toHaveLength(1)
})
it('a counsellor sees their result on notice and objects once: upheld it goes back to the college, dismissed it holds', async () => {
  const { id, lin, he } = await settled()
  ok(await weigh(he))
  expect(await mine(s.fdy, lin)).toMatchObject({ total: null, grade: null, marks: [], canObject: false })
  ok(await confirm([lin, he]))
  ok(await publish(id))
  expect(await mine(s.fdy, lin)).toMatchObject({ total: 89, grade: 'competent', canObject: true })
  const object = (by: Actor, one: string) => by.post(`${RESULT}/object`, { id: one, grounds: '班会次数少算了' })
  expect((await object(s.fdy, he)).code).toBe(404)
  ok(await object(s.fdy, lin))
  expect(ruleOf(await object(s.fdy, lin))).toBe('once')
  const answer = (one: string, ruling: string) => s.officer.post(`${RESULT}/answerObjection`, { id: one, ruling, answer: '已核对' })
  expect(ruleOf(await answer(he, 'dismissed'))).toBe('noObjection')
  // an open objection keeps its result from holding, whatever the clock says
  const later = Date.now() + 60 * 86_400_000
  await finishResults(s.db, later)
  expect([(await resultOf(id, s.ids.lin)).state, (await resultOf(id, s.ids.he)).state]).toEqual(['publicised', 'final'])
  ok(await answer(lin, 'upheld'))
  expect(await resultOf(id, s.ids.lin)).toMatchObject({ state: 'open', objectionState: 'upheld', noticeUntil: null })
  ok(await s.officer.post(`${RESULT}/scoreByOffice`, { id: lin, part: 'office', mark: 90 }))
  ok(await confirm([lin]))
  expect(ok(await publish(id)).count).toBe(1)
  ok(await object(s.fdy, lin))
  ok(await answer(lin, 'dismissed'))
  await finishResults(s.db, later)
  expect((await resultOf(id, s.ids.lin)).state).toBe('final')
  expect((await s.db.unscoped(fdyEvalScheme).one(id)).stage).toBe('locked')
  expect(await s.db.query(sql`select 1 from todo where biz_id = ${lin} and state = 'open'`)).toEqual([])
})
it('statistics count what has been published, by year, round, college and grade, in the reader’s scope', async () => {
  const span = { from: addDays(today(), -30), to: today() }
  const of = async (who: Actor) => ok(await who.get<OutputOf<typeof evaluationStatistics>>(`${RESULT}/statistics`, span))
  const before = await of(s.officer)
  const { id, lin, he } = await settled()
  ok(await weigh(he))
  ok(await confirm([lin, he]))
  expect((await of(s.officer)).people).toBe(before.people)
  ok(await publish(id))
  const after = await of(s.officer)
  expect(after.people).toBe(before.people + 2)
  expect(after.byScheme.find(g => g?.key === id)).toMatchObject({ people: 2, excellent: 0, mean: 87, students: 93.3 })
  expect(after.byGrade.reduce((n, g) => n + (g?.people ?? 0), 0)).toBe(after.people)
  const art = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' })
  expect((await of(art)).people).toBe(0)
  expect((await s.fdy.get(`${RESULT}/statistics`, span)).code).toBe(403)
})
it('nobody marks themselves but in the own part, and a college reaches its own people only', async () => {
  const id = await s.published({
    parts: [
      { kind: 'self', weight: 50 },
      { kind: 'college', weight: 50 },
    ],
  })
  const lin = (await resultOf(id, s.ids.lin)).id
  expect((await s.fdy.post(`${RESULT}/scoreByCollege`, { id: lin, part: 'college', mark: 100 })).code).toBe(403)
  const he = (await resultOf(id, s.ids.he)).id
  expect(ruleOf(await s.he.post(`${RESULT}/scoreByCollege`, { id: he, part: 'college', mark: 100 }))).toBe('ownMark')
  const art = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' })
  expect((await art.post(`${RESULT}/scoreByCollege`, { id: lin, part: 'college', mark: 10 })).code).toBe(404)
  expect(ruleOf(await s.officer.post(`${RESULT}/scoreByOffice`, { id: lin, part: 'office', mark: 10 }))).toBe('notAPart')
  ok(await s.fdy.post(`${RESULT}/scoreSelf`, { id: lin, mark: 88, words: '做了这些' }))
  expect((await s.he.post(`${RESULT}/scoreSelf`, { id: lin, mark: 1 })).code).toBe(404)
  expect(await mine(s.fdy, lin)).toMatchObject({ asksSelf: true, selfMark: 88 })
})
