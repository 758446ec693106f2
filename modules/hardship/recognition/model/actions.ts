import { action, bool, datetime, decimal, dict, integer, list, money, ref, shape, text } from '#model'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { aidBatch, aidBatchActions } from './batch.ts'
import { specialGroup } from './dictionaries.ts'
import { threshold } from './index-model.ts'
import { aidRecognition } from './recognition.ts'

const required = { required: true } as const
const word = (label: string, max = 100) => text(label, { required: true, max })
const id = ref('aidBatch', '批次', required)
const one = ref('aidRecognition', '申请', required)
const some = list('申请', one, { required: true, min: 1, max: 500 })
const CONFIRM = 'hardship:aidBatch:confirmLevels'
const batchRefusals = aidBatch.options.refusals ?? {}
const refusals = { ...aidRecognition.options.refusals, ...batchRefusals }
const count = (label: string) => integer(label, required)

/** 40-D7: a level for an application; without one it is not recognised. Another than suggested asks for a reason. */
export const proposeLevel = action('hardship.aidRecognition.propose', '拟定等级', {
  inScope: true,
  input: { id: one, level: dict('等级', aidLevel, { help: '不填表示不认定' }), reason: text('理由', { max: 200, multiline: true, help: '与建议不同时必填' }) },
  output: 'none',
  refusals,
})
export const confirmJumps = action('hardship.aidRecognition.confirmJumps', '确认跨级', { input: { ids: some }, output: { done: count('人数') }, refusals })
/** 40-D3: what the student said of special groups, as far as papers prove it. */
export const acceptGroups = action('hardship.aidRecognition.acceptGroups', '认可特殊群体', {
  inScope: true,
  permission: proposeLevel.permission,
  input: { id: one, groups: list('特殊群体', dict('特殊群体', specialGroup), { max: 8 }) },
  output: { suggestedLevel: dict('建议等级', aidLevel) },
  refusals,
})
const byLevel = list('等级', shape('等级', { level: dict('等级', aidLevel), count: count('人数') }), required)
const group = shape('人数', { name: word('名称'), applied: count('申请'), byLevel })
const moved = shape('变化', {
  recognitionNo: word('单号', 30),
  name: word('姓名', 64),
  className: text('班级', { max: 60 }),
  finalScore: decimal('总分'),
  before: dict('原来', aidLevel),
  after: dict('变为', aidLevel),
})
const lines = list('分数线', threshold, { max: 6 })
/** 40-D8: what these score lines would give, beside last year and the budget, and who would move. Stores nothing. */
export const simulateThresholds = action('hardship.aidBatch.simulateThresholds', '试算', {
  permission: CONFIRM,
  inScope: true,
  input: { id, thresholds: lines },
  output: {
    applied: count('申请'),
    waiting: count('未审批完'),
    recognised: count('认定'),
    byLevel,
    lastYear: byLevel,
    byCollege: list('学院', group, required),
    byClass: list('班级', group, required),
    cost: money('需要资金', required),
    budget: money('资助预算'),
    /** The fund whose rest the budget is. */
    fund: text('资助经费', { max: 60 }),
    movedCount: count('等级变化'),
    moved: list('等级变化', moved, required),
    thresholds: list('分数线', threshold, required),
    confirmedAt: datetime('确认时间'),
    confirmedBy: text('确认人', { max: 64 }),
  },
  refusals: batchRefusals,
})
/** Confirms the levels of a whole batch and puts them on notice. Two at once: the second is told who and when. */
export const confirmLevels = action('hardship.aidBatch.confirmLevels', '确认等级', {
  inScope: true,
  input: { id, thresholds: lines },
  output: { recognised: count('认定'), below: count('未达到'), endAt: datetime('公示到') },
  refusals: batchRefusals,
})
/** 40-D1: scores anew, by the same model or a later edition; the scores before are kept. */
export const rescore = action('hardship.aidBatch.rescore', '重新计分', {
  permission: CONFIRM,
  inScope: true,
  input: { id, modelId: ref('indexModel', '指标体系', { help: '不填时用原来的' }) },
  output: { count: count('申请') },
  refusals: { ...batchRefusals, nobody: '“{name}”还没有申请' },
})
export const compareScores = action('hardship.aidBatch.compareScores', '计分对照', {
  method: 'GET',
  permission: CONFIRM,
  inScope: true,
  input: { id },
  output: {
    total: count('申请'),
    changed: count('分数变化'),
    levelChanged: count('等级变化'),
    rows: list(
      '对照',
      shape('对照', {
        recognitionNo: word('单号', 30),
        name: word('姓名', 64),
        model: word('原指标体系'),
        indexBefore: decimal('原指标分'),
        indexAfter: decimal('现指标分'),
        finalBefore: decimal('原总分'),
        finalAfter: decimal('现总分'),
        levelBefore: dict('原建议', aidLevel),
        levelAfter: dict('现建议', aidLevel),
      }),
      required,
    ),
  },
})
/** A later edition of a model that is in use, to be changed. */
export const reviseModel = action('hardship.indexModel.revise', '另建新版', {
  permission: 'hardship:indexModel:add',
  inScope: true,
  input: { id: ref('indexModel', '指标体系', required) },
  output: { id: word('编号', 36) },
})
/** A made-up student, to try a model. */
export const tryModel = action('hardship.indexModel.tryOut', '试填', {
  method: 'GET',
  permission: 'hardship:indexModel:list',
  inScope: true,
  input: {
    id: ref('indexModel', '指标体系', required),
    incomePerHead: money('人均年收入', { min: 0 }),
    studyingCount: integer('在读人数', { min: 1, max: 20 }),
    supportCount: integer('赡养人数', { min: 0, max: 20 }),
    specialGroup: dict('特殊群体', specialGroup),
    isIll: bool('有重大疾病'),
    review: integer('评议平均分', { min: -10, max: 10 }),
  },
  output: {
    indexScore: decimal('指标分', required),
    finalScore: decimal('总分', required),
    level: dict('建议等级', aidLevel),
    detail: list('得分', shape('得分', { question: word('问题', 120), answer: word('回答', 60), points: count('分'), weight: count('权重') }), required),
  },
})
export const recognitionActions = [
  ...[proposeLevel, confirmJumps, acceptGroups, simulateThresholds, confirmLevels, rescore, compareScores, reviseModel, tryModel],
  ...Object.values(aidBatchActions),
]
