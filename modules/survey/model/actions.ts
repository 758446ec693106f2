import { action, bool, choice, date, datetime, integer, json, list, ref, rich, shape, text } from '#model'
import { DESIGN_PROBLEMS } from './check-questions.ts'
import { questionShape } from './question.ts'
import { STRATA } from './strata.ts'
import { ANONYMITY, KINDS } from './survey.ts'
import { surveyAnswer } from './survey-rows.ts'
import type { Answers } from './walk.ts'

const need = { required: true } as const
const id = ref('survey', '问卷', need)
const questions = list('题目', questionShape, { ...need, max: 400 })
const BY_VERSION = 'keys and kinds of answers are those of the survey’s version, by which the server walks and judges them'
const answers = json<Answers>('答案', { ...need, untyped: BY_VERSION })

/** The questions of a survey, with what keeps them from being published. */
export const readDesign = action('survey.survey.design', '问卷设计', {
  method: 'GET',
  permission: 'survey:survey:list',
  inScope: true,
  input: { id },
  output: {
    name: text('名称', { ...need, max: 100 }),
    kind: choice('类型', KINDS, need),
    anonymity: choice('署名', ANONYMITY, need),
    versionNo: integer('版本', need),
    isFrozen: bool('已发布', need),
    questions,
    problems: list('问题', shape('问题', { key: text('题', { max: 20 }), rule: choice('规则', DESIGN_PROBLEMS, need), text: text('说明', { ...need, max: 600 }) }, need), need),
  },
})
/** Before publishing it replaces the questions; afterwards it makes the next version, in which only wording changes and options are added (60-SV1). */
export const saveDesign = action('survey.survey.saveDesign', '保存设计', {
  permission: 'survey:survey:update',
  inScope: true,
  input: { id, versionNo: integer('版本', need), questions },
  output: { versionNo: integer('版本', need) },
  refusals: { version: '问卷已是第 {now} 版，请刷新后再改' },
})
const meta = {
  id: text('问卷', { ...need, max: 36 }),
  name: text('名称', { ...need, max: 100 }),
  kind: choice('类型', KINDS, need),
  anonymity: choice('署名', ANONYMITY, need),
  endTime: datetime('截止', need),
  isOpen: bool('可填写', need),
  isAnswered: bool('已填写', need),
  canChange: bool('可修改', need),
  showsResults: bool('可看结果', need),
} as const
const submitting = 'survey:surveyAnswer:submit'
/** The surveys that ask the caller, those still to be answered first. */
export const mySurveys = action('survey.surveyAnswer.mine', '我的问卷', { method: 'GET', permission: submitting, many: true, output: meta })
export const surveyForm = {
  ...meta,
  intro: rich('开头的话'),
  thanks: rich('结束语'),
  purposeText: text('收集目的', { max: 300 }),
  deleteAfter: date('到期删除'),
  strata: list('随答卷保存的分组', choice('分组', STRATA, need), need),
  versionNo: integer('版本', need),
  questions,
  /** The caller's own: what is known of them, and what they have filled in so far or handed in. */
  known: json<Readonly<Record<string, string>>>('自动填入', { ...need, untyped: 'the caller’s own data, by key of the question' }),
  answers,
} as const
export const openForm = action('survey.surveyAnswer.form', '打开问卷', { method: 'GET', permission: submitting, input: { id }, output: surveyForm })
/** Keeps what is filled in so far; of an anonymous survey it stays on the device. */
export const saveDraft = action('survey.surveyAnswer.saveDraft', '保存草稿', {
  permission: submitting,
  input: { id, answers },
  output: 'none',
  refusals: { anonymous: '匿名问卷的草稿只留在你的设备上', answered: '已经提交，不再保存草稿' },
})
/** No key of the call is kept: beside a user, the hash of what was sent would tell whose an anonymous answer is (60-SV4). */
export const submitAnswers = action('survey.surveyAnswer.submit', '提交问卷', {
  isUnrecorded: true,
  input: { id, versionNo: integer('版本', need), answers, seconds: integer('用时（秒）', { min: 0, max: 86_400 }) },
  output: { thanks: rich('结束语') },
  refusals: surveyAnswer.options.refusals ?? {},
})
export const surveyActions = [readDesign, saveDesign, mySurveys, openForm, saveDraft, submitAnswers]
