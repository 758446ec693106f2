import { action, bool, choice, dict, integer, list, pickFields, ref, revealed, shape, text } from '#model'
import { examApplicant } from './applicant.ts'
import { examApplication } from './application.ts'
import { examBatch } from './batch.ts'
import { examCategory } from './dictionaries.ts'

const need = { required: true } as const
const refusals = { ...examBatch.options.refusals, ...examApplication.options.refusals }
const batchId = ref('examBatch', '考试批次', need)
const id = ref('examApplication', '报名', need)
const count = (label: string) => integer(label, need)
const REVIEW = 'exam:examApplication:review'
const row = { permission: REVIEW, inScope: true, refusals } as const
export const VERDICTS = { approve: '通过', return: '退回修改', reject: '不通过' } as const

/** 30-EA3: all that the automatic review found nothing against, at once. */
export const approveGreen = action('exam.examApplication.approveGreen', '批量通过', { permission: REVIEW, refusals, input: { batchId }, output: { count: count('通过人数') } })
/** 30-EA3: a row that nobody else has open, held by the caller from now on. */
export const takeNext = action('exam.examApplication.takeNext', '领取下一条', {
  permission: REVIEW,
  refusals,
  input: { batchId },
  output: { id: ref('examApplication', '报名') },
})
export const holdApplication = action('exam.examApplication.hold', '审核', { ...row, input: { id }, output: 'none' })
const WHY = 'the review is about it'
const card = {
  ...pickFields(examApplication.fields, ['ksh', 'name', 'category', 'obeyAdjust', 'exempt', 'exemptState', 'exemptNote', 'doubts', 'state']),
  proofs: revealed(examApplication.fields.proofs, WHY),
  special: revealed(examApplication.fields.special, WHY),
  ...pickFields(examApplication.fields, ['firstReviewerId', 'heldBy', 'heldUntil', 'reviewNote']),
  ...pickFields(examApplicant.fields, ['genderCode', 'birthDate', 'idNo', 'school', 'canton', 'photoId', 'phone', 'isListed']),
} as const
export const reviewCard = action('exam.examApplication.card', '审核资料', {
  ...row,
  method: 'GET',
  input: { id },
  output: {
    ...card,
    choices: list('志愿', text('志愿', { ...need, max: 140 }), need),
    firstReviewerName: text('初审', { max: 60 }),
    isMine: bool('由我审核', need),
  },
})
export const decideApplication = action('exam.examApplication.decide', '审核决定', {
  ...row,
  input: { id, verdict: choice('决定', VERDICTS, need), reason: text('原因', { max: 200, multiline: true }) },
  output: { state: examApplication.fields.state },
})
/** 30-EA6 */
export const decideExempt = action('exam.examApplication.decideExempt', '认定免试', {
  ...row,
  input: { id, isGranted: bool('同意免试', need), reason: text('说明', { max: 200, multiline: true }) },
  output: 'none',
})
export const cancelApplication = action('exam.examApplication.cancel', '取消报名', {
  inScope: true,
  refusals,
  input: { id, reason: text('原因', { ...need, max: 200, multiline: true }) },
  output: 'none',
})
const plan = shape('招生计划', {
  id: ref('examPlan', '招生计划', need),
  label: text('招生计划', { ...need, max: 140 }),
  places: count('名额'),
  first: count('第一志愿'),
  all: count('填报'),
  approved: count('通过审核'),
})
const group = shape('考生类别', { category: dict('考生类别', examCategory), count: count('人数') })
/** 报名管理: how far registrations are, and how the plans fill. */
export const entryBoard = action('exam.examApplication.board', '报名概况', {
  method: 'GET',
  permission: 'exam:examApplication:list',
  input: { batchId: ref('examBatch', '考试批次') },
  output: {
    batchId: ref('examBatch', '考试批次'),
    ...{ listed: count('省招办名单'), begun: count('开始报名'), submitted: count('已提交'), pending: count('待审核'), green: count('可批量通过') },
    ...{ second: count('待复审'), approved: count('待缴费'), paid: count('报名完成'), lapsed: count('已失效') },
    plans: list('招生计划', plan, need),
    categories: list('考生类别', group, need),
  },
})
export const reviewActions = [approveGreen, takeNext, holdApplication, reviewCard, decideApplication, decideExempt, cancelApplication, entryBoard]
export { REVIEW }
