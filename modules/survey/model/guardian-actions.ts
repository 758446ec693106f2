import { action, bool, choice, date, datetime, integer, json, list, rich, text } from '#model'
import { questionShape } from './question.ts'
import { STRATA } from './strata.ts'
import { ANONYMITY, survey } from './survey.ts'
import { surveyAnswer } from './survey-rows.ts'
import type { Answers } from './walk.ts'

const need = { required: true } as const
const key = text('密钥', { ...need, min: 20, max: 64 })
const tenantId = text('学校', { max: 12 })
const access = { open: 'a guardian has no account; the key of the link is the proof, of which only the hash is kept' } as const
/** Attempts an address may make a minute, whatever key it names. */
const limit = { perMinute: 60, group: 'survey.guardian' } as const
const refusals = { ...survey.options.refusals, ...surveyAnswer.options.refusals }
/** The survey of this link; its questions only while it can be answered. */
export const openByLink = action('survey.surveyAnswer.openByLink', '凭链接打开问卷', {
  access,
  limit,
  input: { key, tenantId },
  output: {
    school: text('学校', { ...need, max: 100 }),
    name: text('名称', { ...need, max: 100 }),
    student: text('学生', { max: 100, clear: 'the guardian is told of whom the school asks; the text to their phone says it, too' }),
    anonymity: choice('署名', ANONYMITY, need),
    isAnswered: bool('已填写', need),
    endTime: datetime('截止', need),
    intro: rich('开头的话'),
    purposeText: text('收集目的', { max: 300 }),
    deleteAfter: date('到期删除'),
    strata: list('随答卷保存的分组', choice('分组', STRATA, need), need),
    versionNo: integer('版本', need),
    questions: list('题目', questionShape, { ...need, max: 400 }),
  },
  refusals,
})
/** Once for each student. No key of the call is kept, as for others (60-SV4). */
export const submitByLink = action('survey.surveyAnswer.submitByLink', '凭链接提交问卷', {
  access,
  limit,
  isUnrecorded: true,
  input: {
    ...{ key, tenantId, versionNo: integer('版本', need) },
    answers: json<Answers>('答案', { ...need, untyped: 'keys and kinds of answers are those of the survey’s version, by which the server walks and judges them' }),
  },
  output: { thanks: rich('结束语') },
  refusals,
})
export const guardianActions = [openByLink, submitByLink]
