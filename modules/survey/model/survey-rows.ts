import { bool, choice, date, datetime, entity, files, integer, json, list, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { taskActions } from '#modules/workflow/tasks/model/task.ts'
import { FLAGS } from './flags.ts'
import type { Question } from './question.ts'
import { survey } from './survey.ts'
import type { Answers } from './walk.ts'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
/** A list of questions; frozen once its survey is published, a change is a further version. */
export const surveyVersion = entity(
  'survey.surveyVersion',
  '问卷版本',
  { surveyId: ref('survey', '问卷', fixed), no: integer('版本', { ...need, min: 1 }), questions: json<Question[]>('题目', need) },
  { title: 'no', scope: { department: 'surveyId.ownerDepartmentId', user: 'surveyId.ownerId' }, unique: [['surveyId', 'no']], verbs: [] },
)
export const RESPONDENT_TYPES = { user: '本人', guardian: '监护人', device: '设备' } as const
export type RespondentType = keyof typeof RESPONDENT_TYPES
/** Who is asked, and whether they have answered. Of an anonymous survey it says nothing finer than the day, and names no answer. */
export const surveyTicket = entity(
  'survey.surveyTicket',
  '问卷名单',
  {
    surveyId: ref('survey', '问卷', fixed),
    respondentType: choice('身份', RESPONDENT_TYPES, fixed),
    respondentId: text('填写人', { ...fixed, max: 64 }),
    studentId: ref('student', '学生', { immutable: true }),
    usedOn: date('填写日期', { readonly: true }),
    /** Of a guardian's link: the hash of its key, when it was sent, and whether it is to be sent (again). */
    tokenHash: text('链接密钥', { readonly: true, max: 64, secret: 'internal' }),
    sentAt: datetime('发送时间', { readonly: true }),
    wantsLink: bool('待发送', { readonly: true, ...need, initial: false }),
    /** Pages filled in so far; empty once they are handed in, and always of an anonymous survey. */
    draft: json<Answers>('草稿', { readonly: true, secret: 'internal' }),
  },
  { title: 'respondentType', scope: BY_STUDENT, unique: [['surveyId', 'respondentType', 'respondentId']], verbs: [] },
)
/** Answers with a name. Anonymous ones lie in a table without any column that could have one. */
export const surveyAnswer = entity(
  'survey.surveyAnswer',
  '答卷',
  {
    surveyId: ref('survey', '问卷', fixed),
    versionNo: integer('版本', need),
    respondentType: choice('身份', RESPONDENT_TYPES, fixed),
    respondentId: text('填写人', { ...fixed, max: 64 }),
    studentId: ref('student', '学生', { immutable: true }),
    strata: json<Record<string, string>>('分组', { readonly: true, secret: 'internal' }),
    answers: json<Answers>('答案', { ...need, secret: 'internal' }),
    attachments: files('附件', { maxFiles: 20 }),
    seconds: integer('用时（秒）', { min: 0 }),
    channel: text('来源', { max: 20 }),
    submittedAt: datetime('提交时间', need),
    flags: list('标记', choice('标记', FLAGS, need), { max: 3 }),
    isValid: bool('有效', { ...need, initial: true }),
  },
  {
    title: 'respondentType',
    scope: BY_STUDENT,
    unique: [['surveyId', 'respondentType', 'respondentId']],
    verbs: [],
    refusals: {
      answered: '你已经填过“{name}”',
      answers: '有题目没有答好：{faults}',
      full: '“{name}”已收满 {quota} 份',
      version: '问卷已更新，请刷新后再提交',
      notEditable: '“{name}”提交后不能修改',
    },
  },
)
export const surveyTask = taskActions(survey, surveyTicket, { remindWith: 'survey:survey:publish' })
