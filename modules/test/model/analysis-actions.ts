import { action, bool, choice, decimal, integer, labelsOf, list, ref, shape, text } from '#model'
import { WAYS } from './correction.ts'
import { CONTENT_PROBLEMS, QUESTION_TYPES } from './question.ts'

const need = { required: true } as const
const share = { precision: 5, scale: 3 } as const
const reading = 'test:testSchedule:analysis'
const id = ref('testSchedule', '考试', need)
const questionId = ref('testQuestion', '试题', need)
/** 60-OT14: what the figures of a question say. */
export const VERDICTS = {
  good: { label: '好', tone: 'done' },
  fair: { label: '较好', tone: 'done' },
  revise: { label: '待修改', tone: 'attention' },
  reject: { label: '宜淘汰', tone: 'refused' },
  wrongKey: { label: '答案可能有误', tone: 'refused' },
} as const
export type Verdict = keyof typeof VERDICTS
export const LEVELS = { hard: '偏难', easy: '偏易' } as const
export type Level = keyof typeof LEVELS
const item = shape(
  '试题',
  {
    questionId: text('试题', { ...need, max: 36 }),
    no: text('题号', { ...need, max: 20 }),
    type: choice('题型', QUESTION_TYPES, need),
    stem: text('题干', { ...need, max: 4000 }),
    n: integer('作答人次', need),
    /** Nothing is said of a question that too few have answered. */
    p: decimal('难度 P', share),
    d: decimal('区分度 D', share),
    r: decimal('点二列相关', share),
    level: choice('难易', LEVELS),
    verdict: choice('评价', labelsOf(VERDICTS)),
    correctedAs: choice('更正', WAYS),
  },
  need,
)
export const readAnalysis = action('test.testSchedule.analysis', '试题分析', {
  method: 'GET',
  inScope: true,
  input: { id },
  output: {
    name: text('名称', { ...need, max: 100 }),
    attempts: integer('作答人次', need),
    mean: decimal('平均分'),
    passRate: decimal('合格率', share),
    /** Of a test in which everybody had the same questions. */
    alpha: decimal('信度 α', share),
    from: integer('起算人次', need),
    items: list('试题', item, need),
  },
})
const chosen = shape(
  '选项',
  {
    letter: text('选项', { ...need, max: 2 }),
    text: text('内容', { ...need, max: 4000 }),
    isRight: bool('正确', need),
    upper: integer('高分组', need),
    middle: integer('中间组', need),
    lower: integer('低分组', need),
  },
  need,
)
/** Who chose what: the best, the middle and the last third. */
export const readChoices = action('test.testSchedule.choices', '选项分布', {
  method: 'GET',
  permission: reading,
  inScope: true,
  input: { id, questionId },
  output: {
    stem: text('题干', { ...need, max: 4000 }),
    key: text('答案', { max: 4000 }),
    hasKey: bool('可以更正答案', need),
    options: list('选项', chosen, need),
  },
  refusals: { notAsked: '“{name}”没有考这道题' },
})
const correction = {
  id,
  questionId,
  way: choice('办法', WAYS, { ...need, initial: 'key' }),
  answer: text('正确答案', { max: 4000, help: '写法和题库里一样：选择写字母，判断写对或错，填空的几种写法用 | 隔开' }),
  reason: text('原因', { ...need, min: 2, max: 200, multiline: true }),
}
const refusals = {
  notAsked: readChoices.refusals.notAsked ?? '',
  noAnswer: '请填正确答案',
  noKey: '这种题型没有可以更正的答案，请选人人得满分或不计这道题',
  same: '答案本来就是“{answer}”',
  ...CONTENT_PROBLEMS,
}
const changed = shape(
  '学生',
  { name: text('姓名', { ...need, max: 100 }), from: decimal('原来'), to: decimal('更正后'), wasPassed: bool('原来合格', need), isPassed: bool('更正后合格', need) },
  need,
)
/** Who gains and who loses by a correction, before anything is written. */
export const previewCorrection = action('test.testSchedule.previewCorrection', '预览更正', {
  permission: 'test:testSchedule:correct',
  inScope: true,
  input: correction,
  output: {
    people: integer('答过的人', need),
    gain: integer('加分', need),
    lose: integer('减分', need),
    nowPassed: integer('变为合格', need),
    nowFailed: integer('变为不合格', need),
    changed: list('学生', changed, need),
  },
  refusals,
})
export const correctQuestion = action('test.testSchedule.correct', '更正试题', {
  inScope: true,
  input: correction,
  output: { changed: integer('成绩有变的人', need) },
  refusals,
})
export const analysisActions = [readAnalysis, readChoices, previewCorrection, correctQuestion]
