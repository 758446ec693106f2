import { action, bool, choice, date, datetime, decimal, entity, integer, list, paged, pageInput, ref, revealed, shape, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { LEVELS } from '../../attention/model/attention-case.ts'
import { RISKS } from '../../attention/model/risk.ts'
import { measured, mhResult, resultStates, SOURCES } from './result.ts'
import { FAULTS } from './scoring.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const secret = { ...fixed, sensitivity: 'S2', encrypted: true, multiline: true } as const
/** 约谈: a talk about a result. */
export const mhInterview = entity(
  'mentalHealth.mhInterview',
  '普查约谈',
  {
    resultId: ref('mhResult', '普查结果', { ...fixed, isPart: true }),
    studentId: ref('student', '学生', fixed),
    interviewerId: ref('user', '约谈人', fixed),
    at: datetime('约谈时间', fixed),
    impression: text('了解到的情况', { ...secret, max: 2000, help: '写看到的、听到的，不作诊断；诊断只引用医院的证明' }),
    judged: choice('危险程度', RISKS, { readonly: true, sensitivity: 'S2', encrypted: true }),
    /** Of before it was encrypted: empty once a school was brought up to date. */
    risk: choice('危险程度', RISKS, { readonly: true, sensitivity: 'S2' }),
    advice: text('建议', { ...secret, max: 1000, help: '如转介医院、咨询、继续关注' }),
    nextOn: date('下次约谈', { readonly: true }),
  },
  { isUncounted: true, title: 'resultId', scope: BY_STUDENT, verbs: [] },
)
const CENTRE = 'psychologists, whose reading is audited'
const { fields } = mhResult
const row = {
  id: text('编号', { ...need, max: 36 }),
  studentName: text('学生', { ...need, max: 64 }),
  studentNo: text('学号', { max: 20 }),
  className: text('班级', { max: 60 }),
  screeningName: text('心理普查', { ...need, max: 100 }),
  scaleName: text('量表', { ...need, max: 60 }),
  source: choice('来源', SOURCES, need),
  total: revealed(measured.total, CENTRE),
  isRisk: bool('危险项目', need),
  fault: choice('不计分的原因', FAULTS),
  proposedLevel: choice('建议等级', LEVELS),
  confirmedLevel: choice('确认等级', LEVELS),
  state: choice('状态', resultStates.labels, need),
  takenAt: datetime('作答时间', need),
  interviewedAt: datetime('最近约谈'),
  nextOn: date('下次约谈'),
} as const
export const SHOWN = { toInterview: '待约谈', risk: '危险项目', retest: '待重测', decided: '已处理', all: '全部' } as const
const refusals = {
  notCentre: '普查结果只有心理中心的人可以看',
  notInterviewed: '先约谈、记下情况，再确认或排除',
  future: '{at} 还没有到',
  nextPast: '下次约谈 {on} 已经过去',
} as const
const READ = 'mentalHealth:mhResult:find'
const DECIDE = 'mentalHealth:mhResult:decide'
/** Results of a screening, those that need a talk first. */
export const findResults = action('mentalHealth.mhResult.find', '普查结果', {
  method: 'GET',
  permission: READ,
  input: { screeningId: ref('mhScreening', '心理普查'), only: choice('范围', SHOWN), ...pageInput },
  output: paged('普查结果', row),
  refusals,
})
const id = ref('mhResult', '普查结果', need)
const interview = {
  at: datetime('约谈时间', need),
  interviewer: text('约谈人', { ...need, max: 64 }),
  risk: choice('危险程度', RISKS, need),
  impression: revealed(mhInterview.fields.impression, CENTRE),
  advice: revealed(mhInterview.fields.advice, CENTRE),
  nextOn: date('下次约谈'),
} as const
/** One result with its answers and interviews. */
export const readResult = action('mentalHealth.mhResult.read', '查看普查结果', {
  method: 'GET',
  permission: READ,
  input: { id },
  output: {
    ...row,
    factor: revealed(measured.factor, CENTRE),
    positives: revealed(measured.positives, CENTRE),
    seconds: integer('用时（秒）'),
    dimensionScores: list('因子分', shape('因子分', { name: text('因子', { ...need, max: 40 }), score: decimal('分', need) }), need),
    answers: list('各题', shape('题', { item: text('题目', { ...need, max: 200 }), answer: text('答案', { ...need, max: 40 }) }), need),
    dismissReason: revealed(fields.dismissReason, CENTRE),
    interviews: list('约谈', shape('约谈', interview), need),
  },
  refusals,
})
export const recordInterview = action('mentalHealth.mhInterview.record', '记录约谈', {
  permission: DECIDE,
  input: {
    id,
    at: datetime('约谈时间', need),
    risk: choice('危险程度', RISKS, need),
    impression: text('了解到的情况', { ...need, max: 2000, multiline: true, help: '写看到的、听到的，不作诊断；诊断只引用医院的证明' }),
    advice: text('建议', { ...need, max: 1000, multiline: true, help: '如转介医院、咨询、继续关注' }),
    nextOn: date('下次约谈'),
  },
  output: 'none',
  refusals,
})
/** 50-MH3: the proposal stands, at the level that the psychologist finds right. */
export const confirmLevel = action('mentalHealth.mhResult.confirm', '确认等级', {
  permission: DECIDE,
  input: { id, level: choice('确认等级', LEVELS, need) },
  output: 'none',
  refusals,
})
export const dismissProposal = action('mentalHealth.mhResult.dismiss', '排除', {
  permission: DECIDE,
  input: { id, reason: text('排除原因', { ...need, min: 2, max: 300, multiline: true }) },
  output: 'none',
  refusals,
})
export const resultActions = [findResults, readResult, recordInterview, confirmLevel, dismissProposal]
