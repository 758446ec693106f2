import { action, choice, entity, integer, json, list, ref, text } from '#model'
import { type Question, questionShape } from './question.ts'
import { KINDS } from './survey.ts'

const need = { required: true } as const
/** 问卷模板: questions to begin with. What is saved is the questions alone: neither audience nor anything that was answered. */
export const surveyTemplate = entity(
  'survey.surveyTemplate',
  '问卷模板',
  {
    title: text('名称', { ...need, min: 2, max: 60, search: true }),
    kind: choice('类型', KINDS, { ...need, initial: 'survey', sortable: true }),
    summary: text('用处', { max: 200, search: true }),
    questions: json<Question[]>('题目', { ...need, readonly: true, secret: 'internal' }),
    ownerId: ref('user', '保存人', { readonly: true }),
    questionCount: integer('题数', { computed: true }),
  },
  {
    title: 'title',
    scope: { everyone: 'questions without answers, for whoever asks surveys' },
    unique: [['title']],
    sort: ['title'],
    verbs: ['list', 'update', 'remove'],
  },
)
const questions = list('题目', questionShape, { ...need, max: 400 })
export const readTemplate = action('survey.surveyTemplate.read', '查看模板', {
  method: 'GET',
  permission: 'survey:surveyTemplate:list',
  input: { id: ref('surveyTemplate', '问卷模板', need) },
  output: { questions },
})
/** The questions of a survey of one's own, for all who ask surveys. */
export const saveTemplate = action('survey.surveyTemplate.save', '存为模板', {
  input: { surveyId: ref('survey', '问卷', need), title: surveyTemplate.fields.title, summary: surveyTemplate.fields.summary },
  output: 'none',
  refusals: { empty: '“{name}”还没有题目', broken: '“{name}”有 {n} 处要先改：{what}' },
})
/** Replaces the questions of a survey that is not published. */
export const applyTemplate = action('survey.survey.applyTemplate', '用模板出题', {
  permission: 'survey:survey:update',
  inScope: true,
  input: { id: ref('survey', '问卷', need), versionNo: integer('版本', need), templateId: ref('surveyTemplate', '问卷模板', need) },
  output: { questions },
  refusals: { published: '“{name}”已经发布，题目不能再换', version: '问卷已是第 {now} 版，请刷新后再改' },
})
export const templateActions = [readTemplate, saveTemplate, applyTemplate]
