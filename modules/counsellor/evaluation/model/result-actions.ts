import { action, bool, choice, date, datetime, decimal, integer, list, ref, shape, text } from '#model'
import { GRADES } from './grades.ts'
import { fdyEvalResult, objectionStates, resultStates } from './result.ts'
import { evalStages, fdyEvalScheme, PARTS, WHOLE } from './scheme.ts'

const need = { required: true } as const
const { refusals = {} } = fdyEvalResult.options
const id = ref('fdyEvalResult', '考核结果', need)
const mark = decimal('分数', { ...need, precision: 5, scale: 2, min: 0, max: WHOLE })
const reason = text('理由', { ...need, min: 2, max: 200 })
const scheme = { id: ref('fdyEvalScheme', '辅导员考核方案', need) } as const
const counted = { count: integer('人数', need) } as const

/** Ends the students' part for good: counts what they said and what was done, and proposes grades. */
export const settleEvaluation = action('counsellor.fdyEvalScheme.settle', '计算结果', {
  input: scheme,
  output: { ...counted, few: integer('学生评价不够的人数', need) },
  inScope: true,
  refusals: { running: '“{name}”还没有结束，学生还在评', settled: '“{name}”{stage}，已经计算过' },
})
/** 50-CW9: puts what the colleges confirmed on notice. */
export const publishResults = action('counsellor.fdyEvalScheme.publishResults', '公示结果', {
  input: scheme,
  output: { ...counted, until: datetime('公示到', need) },
  inScope: true,
  refusals: { ...refusals, notReady: '“{name}”还没有计算结果', unconfirmed: '这些学院还没有确认：{colleges}', nothing: '“{name}”没有要公示的结果' },
})
export const COLLEGE_PARTS = { college: PARTS.college, peers: PARTS.peers } as const
export const OFFICE_PARTS = { office: PARTS.office, workload: PARTS.workload } as const
export const scoreByCollege = action('counsellor.fdyEvalResult.scoreByCollege', '学院评分', {
  input: { id, part: choice('部分', COLLEGE_PARTS, { ...need, initial: 'college' }), mark },
  output: 'none',
  inScope: true,
  refusals,
})
export const scoreByOffice = action('counsellor.fdyEvalResult.scoreByOffice', '学工处评分', {
  input: { id, part: choice('部分', OFFICE_PARTS, { ...need, initial: 'office' }), mark },
  output: 'none',
  inScope: true,
  refusals,
})
export const scoreSelf = action('counsellor.fdyEvalResult.scoreSelf', '自评', {
  input: { id, mark, words: text('说明', { max: 1000, multiline: true }) },
  output: 'none',
  refusals,
})
/** 50-CW7: where too few students answered, an officer says what counts instead, and why. */
export const decideWeights = action('counsellor.fdyEvalResult.decideWeights', '定权重', {
  input: { id, parts: fdyEvalScheme.fields.parts, reason },
  output: 'none',
  inScope: true,
  refusals: { ...refusals, weights: '权重合计是 {sum}，须是 100', twice: '“{part}”写了两次' },
})
export const setGrade = action('counsellor.fdyEvalResult.setGrade', '改等级', {
  input: { id, grade: choice('等级', GRADES, need), reason },
  output: 'none',
  inScope: true,
  refusals,
})
export const confirmResults = action('counsellor.fdyEvalResult.confirm', '学院确认', {
  input: { ids: list('考核结果', id, { ...need, min: 1, max: 500 }) },
  output: 'none',
  refusals,
})
export const giveBackResult = action('counsellor.fdyEvalResult.giveBack', '退回学院', { input: { id, reason }, output: 'none', inScope: true, refusals })
/** One's own, once it is on notice; before that only whether a self-mark is asked for. */
export const myResults = action('counsellor.fdyEvalResult.mine', '我的考核', {
  method: 'GET',
  many: true,
  output: {
    id: text('编号', { ...need, max: 36 }),
    name: text('名称', { ...need, max: 100 }),
    stage: evalStages.field('阶段'),
    asksSelf: bool('可以自评', need),
    selfMark: decimal('自评', { precision: 5, scale: 2 }),
    marks: list(
      '各部分',
      shape('部分', { part: choice('部分', PARTS, need), weight: integer('权重', need), mark: decimal('分数', { ...need, precision: 5, scale: 2 }) }, need),
      need,
    ),
    total: decimal('总分', { precision: 5, scale: 2 }),
    grade: choice('等级', GRADES),
    state: resultStates.field('状态'),
    noticeUntil: datetime('公示到'),
    canObject: bool('可提异议', need),
    objection: text('异议', { max: 500 }),
    objectionState: objectionStates.field('异议状态', { required: false }),
    objectionAnswer: text('异议答复', { max: 500 }),
    periodFrom: date('考核期从', need),
    periodTo: date('考核期到', need),
  },
})
export const objectResult = action('counsellor.fdyEvalResult.object', '提出异议', {
  input: { id, grounds: text('异议理由', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  refusals,
})
export const RULINGS = { upheld: '成立，退回学院重评', dismissed: '不成立，维持结果' } as const
export const answerResultObjection = action('counsellor.fdyEvalResult.answerObjection', '答复异议', {
  input: { id, ruling: choice('结论', RULINGS, need), answer: text('答复', { ...need, min: 2, max: 500, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals: { noObjection: '没有待答复的异议' },
})
export const resultActions = [
  ...[settleEvaluation, publishResults, scoreByCollege, scoreByOffice, scoreSelf, decideWeights, setGrade, confirmResults],
  ...[giveBackResult, myResults, objectResult, answerResultObjection],
]
