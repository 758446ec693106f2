import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { surveyResults } from './model/analysis-actions.ts'
import { problemsOf } from './model/check-questions.ts'
import { question } from './model/question.ts'
import type { answerSheets, revealSheet } from './model/sheet-actions.ts'
import { surveyTemplate } from './model/template.ts'
import { inHours, ok, QUESTIONS, ruleOf, type SurveySchool, surveySchool } from './testing.ts'

let s: SurveySchool
beforeAll(async () => {
  s = await surveySchool()
})
afterAll(() => s.close())
const phone = question({ key: 'tel', type: 'phone', title: '联系方式', sensitivity: 'S1' })
const asks = { purposeText: '回访', deleteAfter: inHours(24 * 30).slice(0, 10) }
const answered = async (more: object = {}): Promise<string> => {
  const id = await s.published({ ...asks, ...more }, [...QUESTIONS, phone])
  ok(await s.submit(s.pupils[0] as SurveySchool['officer'], id, { food: 'no', why: '太咸', tel: '13812345678' }))
  return id
}
const sheets = (who: SurveySchool['officer'], id: string) => who.get<OutputOf<typeof answerSheets>>('survey/survey/sheets', { id })

it('named answers are read one by one; what is personal is hidden until it is revealed, and that is audited', async () => {
  const id = await answered()
  const [one] = ok(await sheets(s.officer, id)).sheets
  expect([one?.name, one?.className, one?.cells.map(c => c.said)]).toEqual(['学生1', '软件2301', ['不满意', '太咸', '', '******']])
  const shown = ok(await s.officer.post<OutputOf<typeof revealSheet>>('survey/survey/reveal', { id, answerId: one?.id }))
  expect(shown.cells.at(-1)?.said).toBe('13812345678')
  const audited = await s.db.query<{ by: string }>(sql`select user_id as by from audit_log where biz_type = 'surveyAnswer' and biz_id = ${one?.id} and action = 'survey.reveal'`)
  expect(audited).toEqual([{ by: s.officer.userId }])
  const sheet = (await s.officer.get('survey/survey/exportResults', { id, what: 'csv', as: 'labels' })).raw.toString('utf8')
  expect([sheet.includes('太咸'), sheet.includes('13812345678')]).toEqual([true, false])
})
it('confidential answers are for their readers, anonymous ones for nobody, and none for whoever does not see the survey', async () => {
  const confidential = await answered({ anonymity: 'confidential', analystIds: [s.fdy.userId] })
  expect(ruleOf(await sheets(s.officer, confidential))).toBe('confidential')
  const anonymous = await s.published({ anonymity: 'anonymous' })
  expect(ruleOf(await sheets(s.officer, anonymous))).toBe('anonymous')
  expect((await sheets(s.fdy, await answered())).code).toBe(404)
})
it('60-SV9 a doubtful answer is left out of the results, never deleted, and counts again', async () => {
  const id = await answered()
  const answerId = ok(await sheets(s.officer, id)).sheets[0]?.id
  const counted = async () => ok(await s.officer.get<OutputOf<typeof surveyResults>>('survey/survey/results', { id })).answers
  const judge = (isValid: boolean) => s.officer.post('survey/survey/judge', { id, answerId, isValid })
  expect(await counted()).toBe(1)
  ok(await judge(false))
  expect([await counted(), ok(await sheets(s.officer, id)).total]).toEqual([0, 1])
  ok(await judge(true))
  expect(await counted()).toBe(1)
})
it('60 §4 a template holds the questions of a survey, and gives them to another that is not published', async () => {
  for (const { title, questions } of await s.db.unscoped(surveyTemplate).all()) expect([title, problemsOf(questions ?? [])]).toEqual([title, []])
  const save = (by: SurveySchool['officer'], surveyId: string, title: string) => by.post('survey/surveyTemplate/save', { surveyId, title, summary: '回访' })
  const from = await answered()
  expect((await save(s.fdy, from, '不是我的')).code).toBe(404)
  expect(ruleOf(await save(s.officer, await s.drafted({}, []), '空的'))).toBe('empty')
  ok(await save(s.officer, from, '食堂回访'))
  expect((await save(s.officer, from, '食堂回访')).code).toBe(422)
  const list = ok(await s.fdy.get<{ result: Array<{ id: string; title: string; questionCount: number }> }>('survey/surveyTemplate/list', { size: 100 })).result
  const template = list.find(t => t.title === '食堂回访')
  expect([template?.questionCount, list.length]).toEqual([QUESTIONS.length + 1, 7])
  const { id } = ok(await s.fdy.post<{ id: string }>('survey/survey/add', s.draft({ name: '辅导员的问卷' })))
  const apply = (by: SurveySchool['officer'], of: string, versionNo = 1) =>
    by.post<{ questions: unknown[] }>('survey/survey/applyTemplate', { id: of, versionNo, templateId: template?.id })
  expect(ruleOf(await apply(s.fdy, id, 2))).toBe('version')
  expect(ok(await apply(s.fdy, id)).questions).toHaveLength(QUESTIONS.length + 1)
  expect(ok(await s.fdy.get<{ questions: unknown[] }>('survey/survey/design', { id })).questions).toHaveLength(QUESTIONS.length + 1)
  expect([(await apply(s.fdy, from)).code, ruleOf(await apply(s.officer, from))]).toEqual([404, 'published'])
  // the office keeps the templates in order
  expect((await s.fdy.post('survey/surveyTemplate/remove', { ids: [template?.id] })).code).toBe(403)
  ok(await s.officer.post('survey/surveyTemplate/remove', { ids: [template?.id] }))
})
