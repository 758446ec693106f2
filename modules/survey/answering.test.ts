import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import { eraseStale, findAttachments } from '#server/files/attachments.ts'
import { upload } from '#testing/roster.ts'
import { question } from './model/question.ts'
import { survey } from './model/survey.ts'
import { surveyAnswer, surveyTicket } from './model/survey-rows.ts'
import { eraseDue } from './server/jobs.ts'
import { choose, inHours, ok, QUESTIONS, ruleOf, type SurveySchool, surveySchool } from './testing.ts'

let s: SurveySchool
beforeAll(async () => {
  s = await surveySchool()
})
afterAll(() => s.close())
const answersOf = (id: string) => s.db.unscoped(surveyAnswer).all({ surveyId: id })
const pupil = (n: number) => s.pupils[n] as SurveySchool['officer']
const countOf = async (id: string): Promise<number> => (await s.db.query<{ n: number }>(sql`select count(*)::int as n from survey_result where survey_id = ${id}`))[0]?.n ?? 0

describe('a survey is a round', () => {
  expectRound({ of: survey, path: 'survey/survey' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => s.draft(window),
    prepare: id => s.officer.post('survey/survey/saveDesign', { id, versionNo: 1, questions: QUESTIONS }),
    take: id => s.submit(pupil(0), id, { food: 'yes' }),
  }))
})
describe('and a task', () => {
  expectTask(
    () => ({
      school: s,
      round: survey,
      rounds: 'survey/survey',
      answers: 'survey/surveyTicket',
      published: () => s.published(),
      answer: (id, who) => s.submit(who, id, { food: 'yes' }),
      officer: s.officer,
      counsellor: s.fdy,
      students: [pupil(0), s.away[0] as SurveySchool['officer']],
      reminder: 'survey.remind',
    }),
    { follows: false },
  )
})
it('60-SV1 freezes the version at publishing: later wording and options make the next, by which answers join', async () => {
  const id = await s.published()
  ok(await s.submit(pupil(0), id, { food: 'yes' }))
  const bold = await s.officer.post('survey/survey/saveDesign', { id, versionNo: 1, questions: QUESTIONS.slice(0, 2) })
  expect([ruleOf(bold), bold.errors[0]?.values]).toEqual(['beyondWording', { name: '食堂满意度', title: '其他建议' }])
  const worded = QUESTIONS.map(q => ({ ...q, title: `${q.title}？` }))
  expect(ok(await s.officer.post<{ versionNo: number }>('survey/survey/saveDesign', { id, versionNo: 1, questions: worded })).versionNo).toBe(2)
  expect(ruleOf(await s.officer.post('survey/survey/saveDesign', { id, versionNo: 1, questions: worded }))).toBe('version')
  expect(ruleOf(await s.submit(pupil(1), id, { food: 'yes' }))).toBe('version')
  ok(await s.submit(pupil(1), id, { food: 'yes' }, { versionNo: 2 }))
  expect((await answersOf(id)).map(a => a.versionNo).sort()).toEqual([1, 2])
  const fixed = await s.officer.post('survey/survey/update', { id, version: (await s.db.unscoped(survey).one(id)).version, anonymity: 'anonymous' })
  expect(ruleOf(fixed)).toBe('fixedField')
})
it('60-SV2 refuses to publish what the checker finds, naming the question in the reader’s language', async () => {
  const id = await s.drafted({}, [choose('a', '第一'), choose('b', '第二', { jumps: [{ option: null, to: 'a' }] })])
  const refused = await s.officer.post('survey/survey/publish', { id })
  expect([ruleOf(refused), refused.msg]).toEqual(['backward', '第 2 题跳回了前面的“第一”，只能向后跳'])
  const shown = ok(await s.officer.get<{ problems: Array<{ text: string }> }>('survey/survey/design', { id }))
  expect(shown.problems.map(p => p.text)).toEqual([refused.msg])
})
it('60-SV3 walks the branches again: drops what was not shown, refuses by number what is missing', async () => {
  const id = await s.published()
  ok(await s.submit(pupil(0), id, { food: 'yes', why: '没有人问' }))
  expect((await answersOf(id)).map(a => a.answers)).toEqual([{ food: 'yes' }])
  const missing = await s.submit(pupil(1), id, { food: 'no' })
  expect([ruleOf(missing), missing.msg]).toEqual(['answers', '有题目没有答好：第 2 题没有回答'])
  expect((await s.db.unscoped(surveyTicket).all({ surveyId: id, respondentId: pupil(1).userId })).map(t => t.usedOn)).toEqual([null])
})
it('60-SV8 keeps drafts until they are handed in; of two tabs one counts, the other reads so', async () => {
  const id = await s.published()
  ok(await pupil(0).post('survey/surveyAnswer/saveDraft', { id, answers: { food: 'no' } }))
  const open = () => pupil(0).get<{ answers: object; isAnswered: boolean }>('survey/surveyAnswer/form', { id })
  expect(ok(await open())).toMatchObject({ answers: { food: 'no' }, isAnswered: false })
  const tabs = await Promise.all([1, 2, 3].map(n => s.submit(pupil(0), id, { food: 'yes', more: `页面 ${n}` })))
  expect(tabs.map(ruleOf).sort()).toEqual(['answered', 'answered', undefined])
  expect(await answersOf(id)).toHaveLength(1)
  expect((await s.db.unscoped(surveyTicket).find({ surveyId: id, respondentId: pupil(0).userId }))?.draft).toBeNull()
  expect(ruleOf(await pupil(0).post('survey/surveyAnswer/saveDraft', { id, answers: { food: 'no' } }))).toBe('answered')
  const changing = await s.published({ editable: true })
  ok(await s.submit(pupil(0), changing, { food: 'yes' }))
  ok(await s.submit(pupil(0), changing, { food: 'no', why: '太咸' }))
  expect((await answersOf(changing)).map(a => a.answers)).toEqual([{ food: 'no', why: '太咸' }])
})
it('takes no more than its quota, whoever presses at once', async () => {
  for (const anonymity of ['named', 'anonymous']) {
    const id = await s.published({ quota: 3, anonymity })
    const pressed = await Promise.all(s.pupils.map(who => s.submit(who, id, { food: 'yes' })))
    expect(pressed.filter(a => a.code === 200)).toHaveLength(3)
    expect(new Set(pressed.filter(a => a.code !== 200).map(ruleOf))).toEqual(new Set(['full']))
    expect(await countOf(id)).toBe(3)
    expect(await s.db.unscoped(surveyTicket).count({ surveyId: id, 'usedOn.isNull': false })).toBe(3)
  }
})
it('60-SV7 never asks what is known: fills it in, whatever the browser says', async () => {
  const asked = await s.drafted({}, [...QUESTIONS, question({ key: 'no', type: 'text', title: '学号' })])
  expect(ruleOf(await s.officer.post('survey/survey/publish', { id: asked }))).toBe('known')
  const filled = question({ key: 'who', type: 'text', title: '班级', prefill: 'className' })
  const id = await s.published({}, [...QUESTIONS, filled])
  ok(await s.submit(pupil(0), id, { food: 'yes', who: '别的班' }))
  expect((await answersOf(id)).map(a => a.answers?.who)).toEqual(['软件2301'])
  const hidden = await s.drafted({ anonymity: 'anonymous' }, [...QUESTIONS, filled])
  expect(ruleOf(await s.officer.post('survey/survey/publish', { id: hidden }))).toBe('anonymousForm')
})
it('60-SV11 refuses scales of psychology', async () => {
  const id = await s.drafted({}, [choose('a', '抑郁自评量表第一题')])
  const refused = await s.officer.post('survey/survey/publish', { id })
  expect([ruleOf(refused), refused.errors[0]?.values]).toEqual(['scale', { scale: '抑郁自评' }])
})
it('60-SV12 erases personal answers on their day, and keeps the others', async () => {
  const phone = question({ key: 'tel', type: 'phone', title: '联系方式', sensitivity: 'S1' })
  const bare = await s.drafted({}, [...QUESTIONS, phone])
  expect(ruleOf(await s.officer.post('survey/survey/publish', { id: bare }))).toBe('purpose')
  const deleteAfter = inHours(24 * 30).slice(0, 10)
  const id = await s.published({ purposeText: '回访', deleteAfter }, [...QUESTIONS, phone])
  ok(await s.submit(pupil(0), id, { food: 'yes', tel: '13812345678' }))
  expect(await eraseDue(s.db)).toBe(0)
  expect(await eraseDue(s.db, deleteAfter)).toBe(1)
  expect((await answersOf(id)).map(a => a.answers)).toEqual([{ food: 'yes' }])
})
it('60-SV12 erases the files of personal answers with them, and keeps those of the others', async () => {
  const [card, plan] = [question({ key: 'card', type: 'file', title: '证件', sensitivity: 'S2' }), question({ key: 'plan', type: 'file', title: '方案' })]
  const deleteAfter = inHours(24 * 30).slice(0, 10)
  const id = await s.published({ purposeText: '核对', deleteAfter }, [...QUESTIONS, card, plan])
  const sent = async (name: string): Promise<string> =>
    ok(await upload<{ fileId: string }>(pupil(0), 'oss/oss/endpoint/put-file', Buffer.from(`%PDF-1.4 ${name}\n%%EOF\n`), `${name}.pdf`)).fileId
  const [personal, kept] = [await sent('证件'), await sent('方案')]
  ok(await s.submit(pupil(0), id, { food: 'yes', card: [personal], plan: [kept] }))
  const readable = async () => (await findAttachments(s.db, [personal, kept])).map(f => f.id).sort()
  expect(await readable()).toEqual([personal, kept].sort())
  expect(await eraseDue(s.db, deleteAfter)).toBe(1)
  expect((await answersOf(id)).map(a => [a.answers, a.attachments])).toEqual([[{ food: 'yes', plan: [kept] }, [kept]]])
  expect(await readable()).toEqual([kept])
  await eraseStale(s.db, s.server.office.store)
  expect((await s.db.query<{ id: string }>(sql`select id from attachment where id = any(${[personal, kept]}::uuid[])`)).map(f => f.id)).toEqual([kept])
})
it('waits for the office where the audience is large, and asks exactly those of the day it is published', async () => {
  await setParams(s, 'survey', { approvalOver: 3 })
  const own = await s.published({ name: '学工处的问卷' })
  expect((await s.db.unscoped(survey).one(own)).state).toBe('published')
  const { id } = ok(await s.fdy.post<{ id: string }>('survey/survey/add', s.draft({ name: '班级问卷' })))
  ok(await s.fdy.post('survey/survey/saveDesign', { id, versionNo: 1, questions: QUESTIONS }))
  ok(await s.fdy.post('survey/survey/publish', { id }))
  expect((await s.db.unscoped(survey).one(id)).state).toBe('pending')
  expect(await s.db.unscoped(surveyTicket).count({ surveyId: id })).toBe(0)
  ok(await s.agree(id))
  expect((await s.db.unscoped(survey).one(id)).state).toBe('published')
  expect(await s.db.unscoped(surveyTicket).count({ surveyId: id })).toBe(12)
  ok(await s.submit(pupil(0), id, { food: 'yes' }))
  await setParams(s, 'survey', { approvalOver: 500 })
})
it('is for those asked: others read that it is not for them', async () => {
  const id = await s.published({ audience: { classIds: [s.ids.s2301] } })
  const [other] = s.away
  expect(ruleOf(await s.submit(other as SurveySchool['officer'], id, { food: 'yes' }))).toBe('notInAudience')
  const mine = ok(await pupil(0).get<Array<{ id: string; isOpen: boolean }>>('survey/surveyAnswer/mine'))
  expect(mine.some(one => one.id === id && one.isOpen)).toBe(true)
})
