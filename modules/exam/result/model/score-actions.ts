import { action, bool, choice, datetime, decimal, dict, integer, list, pickFields, ref, shape, text } from '#model'
import { applicationStates } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examCategory, examSubject } from '../../entry/model/dictionaries.ts'
import { OWN } from '../../entry/model/own-actions.ts'
import { recheckStates, scoreRecheck } from './recheck.ts'
import { examScore, FLAGS } from './score.ts'

const need = { required: true } as const
const refusals = { ...examBatch.options.refusals, ...examScore.options.refusals }
const batchId = ref('examBatch', '考试批次', need)
const subject = dict('科目', examSubject, need)
const count = (label: string) => integer(label, need)
const total = (label: string, more: object = {}) => decimal(label, { precision: 7, scale: 2, ...more })
export const ENTER = 'exam:examScore:enter'
export const MOST_LINES = 2000

/** 30-ES1: by two different people, each without what the other has entered. */
export const enterScores = action('exam.examScore.enter', '登记成绩', {
  permission: ENTER,
  refusals,
  input: {
    batchId,
    subject,
    lines: text('成绩', { ...need, max: 100_000, multiline: true, help: '从表格里复制两列粘贴即可：考生号或准考证号、成绩。缺考写“缺考”，违纪写“违纪”' }),
  },
  output: { entered: count('登记条数'), differing: count('与另一次不一致') },
})
const progress = shape('科目', {
  subject,
  full: decimal('满分', { precision: 5, scale: 1 }),
  expected: count('应考'),
  once: count('登记一次'),
  both: count('登记两次'),
  differing: count('不一致'),
})
/** How far the entering is. */
export const scoreBoard = action('exam.examScore.board', '登记进度', {
  method: 'GET',
  permission: ENTER,
  input: { batchId: ref('examBatch', '考试批次') },
  output: { batchId: ref('examBatch', '考试批次'), scoresAt: datetime('成绩发布时间'), subjects: list('科目', progress, need) },
})
/** 30-ES1: what two people have entered differently, for those who settle it with the papers. */
export const scoreDifferences = action('exam.examScore.differences', '不一致的成绩', {
  method: 'GET',
  permission: 'exam:examScore:settle',
  input: { batchId },
  many: true,
  output: {
    id: ref('examScore', '考试成绩', need),
    ...pickFields(examScore.fields, ['ksh', 'name', 'subject', 'firstBy', 'secondBy']),
    entry1: decimal('第一次成绩', { precision: 5, scale: 1 }),
    flag1: choice('第一次情况', FLAGS),
    entry2: decimal('第二次成绩', { precision: 5, scale: 1 }),
    flag2: choice('第二次情况', FLAGS),
    firstName: text('第一次登记', { max: 60 }),
    secondName: text('第二次登记', { max: 60 }),
    isOwn: bool('本人登记过', need),
  },
})
/** After a look at the paper: both entries are void, and are made anew. */
export const voidScore = action('exam.examScore.settle', '作废重新登记', {
  refusals,
  input: { id: ref('examScore', '考试成绩', need), reason: text('原因', { ...need, max: 200, multiline: true }) },
  output: 'none',
})
export const publishScores = action('exam.examScore.publish', '发布成绩', { refusals, input: { batchId }, output: { count: count('发布人数') } })
const chosen = shape('志愿', {
  planId: ref('examPlan', '招生计划', need),
  label: text('招生计划', { ...need, max: 140 }),
  total: total('总分'),
  line: total('分数线'),
})
/** 30-ES1: the caller's own, once published. */
export const myScores = action('exam.examScore.mine', '我的成绩', {
  method: 'GET',
  permission: OWN,
  realms: ['exam'],
  refusals,
  input: { batchId },
  output: {
    name: text('考试批次', { ...need, max: 100 }),
    state: applicationStates.field('状态', { required: false }),
    scoresAt: datetime('成绩发布时间'),
    scores: list(
      '成绩',
      shape('成绩', {
        ...{ subject, value: decimal('成绩', { precision: 5, scale: 1 }), flag: choice('考试情况', FLAGS, need), full: decimal('满分', { precision: 5, scale: 1 }) },
        recheck: recheckStates.field('复核情况', { required: false }),
        before: decimal('原成绩', { precision: 5, scale: 1 }),
        answer: scoreRecheck.fields.answer,
        mayRecheck: bool('可以申请复核', need),
      }),
      need,
    ),
    recheckUntil: datetime('复核申请截止'),
    choices: list('志愿', chosen, need),
    category: dict('考生类别', examCategory),
    total: total('总分'),
    rankFrom: integer('位次从'),
    rankTo: integer('位次到'),
  },
})
const step = shape('分数段', { from: integer('从', need), count: count('人数') })
/** How many of a category lie above each total, for a line that is still to be found. */
export const scoreHistogram = action('exam.examLine.histogram', '分数段', {
  method: 'GET',
  permission: 'exam:examLine:update',
  input: { batchId, category: dict('考生类别', examCategory, need) },
  output: { places: count('名额'), people: count('人数'), steps: list('分数段', step, need) },
})
export const scoreActions = [enterScores, scoreBoard, scoreDifferences, voidScore, publishScores, myScores, scoreHistogram]
