import { action, bool, choice, date, decimal, integer, list, ref, shape, text } from '#model'
import { FLAGS } from './flags.ts'
import { QUESTION_TYPES } from './question.ts'
import { ANONYMITY } from './survey.ts'

const need = { required: true } as const
const id = ref('survey', '问卷', need)
const permission = 'survey:survey:list'
const reading = { method: 'GET', permission, inScope: true } as const
const key = text('代号', { ...need, max: 60 })
const label = text('名称', { ...need, max: 300 })
/** Empty: too few to be shown. */
const count = integer('人数')
const cell = shape('人数', { n: count }, need)
const bar = shape('选项', { key, label, n: count, percent: decimal('占比', { precision: 5, scale: 1 }) }, need)
const result = shape(
  '题目',
  {
    key,
    number: integer('题号', need),
    title: label,
    type: choice('题型', QUESTION_TYPES, need),
    answered: count,
    bars: list('选项', bar, need),
    mean: decimal('平均', { precision: 12, scale: 2 }),
    nps: integer('净推荐值'),
  },
  need,
)
const day = shape('日期', { day: date('日期', need), n: integer('人数', need) }, need)
export const resultFields = { answers: integer('答卷', need), questions: list('题目', result, need) } as const
/** Figures of a survey, by question. With a filter they are a row of the cross table, so that no two readings show by their difference what one of them hides (60-SV6). */
export const surveyResults = action('survey.survey.results', '问卷分析', {
  ...reading,
  input: { id, by: text('筛选', { max: 40 }), value: text('值', { max: 60 }) },
  output: {
    ...resultFields,
    name: text('名称', { ...need, max: 100 }),
    anonymity: choice('署名', ANONYMITY, need),
    isGuarded: bool('少于最小人数的不显示', need),
    asked: integer('应填写', need),
    used: integer('已填写', need),
    medianSeconds: integer('用时中位数（秒）'),
    curve: list('每天', day, need),
    dropOuts: list('停在', shape('题目', { number: integer('题号', need), n: integer('人数', need) }, need), need),
    flags: list('标记', shape('标记', { flag: choice('标记', FLAGS, need), n: count }, need), need),
    /** What can be filtered and crossed by. */
    facets: list('分组', shape('分组', { key, label, values: list('值', shape('值', { key, label }, need), need) }, need), need),
    former: list('以前的问卷', shape('问卷', { id: text('编号', { ...need, max: 36 }), name: label }, need), need),
  },
  refusals: { filter: '“{by}”不能用来筛选' },
})
export const crossTable = action('survey.survey.cross', '交叉表', {
  ...reading,
  input: { id, rows: text('行', { ...need, max: 40 }), columns: text('列', { ...need, max: 40 }) },
  output: {
    columns: list('列', shape('列', { key, label }, need), need),
    rows: list('行', shape('行', { key, label, cells: list('人数', cell, need), total: count }, need), need),
    totals: list('合计', cell, need),
    total: integer('合计', need),
    chiSquare: decimal('卡方', { precision: 12, scale: 3 }),
    freedom: integer('自由度'),
    p: decimal('p 值', { precision: 9, scale: 6 }),
    v: decimal('Cramér V', { precision: 5, scale: 3 }),
    isSparse: bool('期望频数不足 5', need),
    isGuarded: bool('少于最小人数的不显示', need),
  },
  refusals: { unknown: '“{key}”不能用来交叉' },
})
/** Texts of one question, in an order that joins them to no other. */
export const openTexts = action('survey.survey.texts', '填写的文字', {
  ...reading,
  input: { id, question: text('题', { ...need, max: 20 }), keyword: text('查找', { max: 60 }), current: integer('页', { min: 1, initial: 1 }) },
  output: { total: integer('共', need), texts: list('文字', text('文字', { max: 2000, clear: 'what a question asked; those that ask for personal data are not listed' }), need) },
})
export const compareRounds = action('survey.survey.compare', '与以前比较', {
  ...reading,
  input: { id, former: ref('survey', '以前的问卷', need) },
  many: true,
  output: { number: integer('题号', need), title: label, before: decimal('以前', { precision: 12, scale: 2 }), now: decimal('现在', { precision: 12, scale: 2 }) },
})
export const exportResults = action('survey.survey.exportResults', '导出结果', {
  method: 'GET',
  permission: 'survey:survey:export',
  inScope: true,
  input: {
    id,
    what: choice('内容', { xlsx: '表格', csv: 'CSV', codebook: '编码表' }, need),
    as: choice('写法', { labels: '选项文字', codes: '代号' }, { ...need, initial: 'labels' }),
  },
  output: 'file',
  refusals: { empty: '没有可导出的数据！' },
})
/** What came of it, told to everybody who was asked. */
export const tellOutcome = action('survey.survey.tellOutcome', '反馈结果', {
  permission: 'survey:survey:publish',
  inScope: true,
  input: { id, outcome: text('结果反馈', { ...need, min: 5, max: 1000, multiline: true }) },
  output: { told: integer('已告知', need) },
  refusals: { notClosed: '“{name}”还没有结束' },
})
/** For those who answered, where the author shares the results. */
export const sharedResults = action('survey.surveyAnswer.results', '问卷结果', {
  method: 'GET',
  permission: 'survey:surveyAnswer:submit',
  input: { id },
  output: { ...resultFields, name: text('名称', { ...need, max: 100 }), outcome: text('结果反馈', { max: 1000 }) },
  refusals: { notShared: '“{name}”的结果不公开', notYet: '“{name}”是投票，结束后才公布结果', mustAnswer: '填写“{name}”后才能看结果' },
})
export const analysisActions = [surveyResults, crossTable, openTexts, compareRounds, exportResults, tellOutcome, sharedResults]
