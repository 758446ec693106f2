import { action, bool, choice, date, datetime, files, integer, list, ref, rich, text } from '#model'
import { LEVELS } from '../../cases/model/levels.ts'
import { appeal, appealStates, CONCLUSIONS, STAGES } from './appeal.ts'

const required = { required: true } as const
const refusals = appeal.options.refusals ?? {}
const id = ref('appeal', '申诉', required)
const punishmentId = ref('punishment', '处分', required)
const words = (label: string) => text(label, { required: true, min: 2, max: 300, multiline: true })
const papers = { grounds: rich('理由', { required: true, max: 50_000 }), files: files('材料', { maxFiles: 9, types: ['pdf', 'jpg', 'jpeg', 'png'] }) } as const

export const submitAppeal = action('discipline.appeal.submit', '提出申诉', {
  input: { punishmentId, ...papers },
  output: { id: text('编号', { required: true, max: 36 }) },
  refusals,
})
export const correctAppeal = action('discipline.appeal.correct', '补正材料', { permission: 'discipline:appeal:submit', input: { id, ...papers }, output: 'none', refusals })
export const withdrawAppeal = action('discipline.appeal.withdraw', '撤回申诉', { permission: 'discipline:appeal:submit', input: { id }, output: 'none', refusals })
export const myAppeals = action('discipline.appeal.mine', '我的申诉', {
  method: 'GET',
  permission: 'discipline:appeal:submit',
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    punishmentId: text('处分', { required: true, max: 36 }),
    stage: choice('申诉到', STAGES, required),
    state: appealStates.field('状态'),
    submittedAt: datetime('申诉时间', required),
    missing: text('须补正', { max: 300 }),
    correctDueOn: date('补正截止'),
    refusalReason: text('不予受理的理由', { max: 300 }),
    dueOn: date('复查期限'),
    conclusion: choice('结论', CONCLUSIONS),
    resultNo: text('复查文号', { max: 60 }),
    provinceDueOn: date('省级申诉截止'),
  },
})
const voters = (label: string) => list(label, ref('user', '委员', required), { max: 15 })
/** Who of the members present voted how. */
const VOTES = { uphold: voters('赞成维持'), suggestRevoke: voters('赞成撤销'), suggestChange: voters('赞成变更') }
const REVIEW = 'discipline:appeal:review'
/** 50-PN10: accepts it and names the committee. */
export const acceptAppeal = action('discipline.appeal.accept', '受理', {
  permission: REVIEW,
  inScope: true,
  input: { id, members: list('委员', ref('user', '委员', required), { required: true, min: 3, max: 15 }), suspendAdvice: bool('建议暂缓执行') },
  output: 'none',
  refusals,
})
export const askCorrection = action('discipline.appeal.askCorrection', '通知补正', {
  permission: REVIEW,
  inScope: true,
  input: { id, missing: words('须补正') },
  output: 'none',
  refusals,
})
export const refuseAppeal = action('discipline.appeal.refuse', '不予受理', { permission: REVIEW, inScope: true, input: { id, reason: words('理由') }, output: 'none', refusals })
/** Before the first deadline only, once, approved by the school's leader. */
export const extendAppeal = action('discipline.appeal.extend', '延长复查', {
  permission: REVIEW,
  inScope: true,
  input: { id, approvedBy: ref('user', '批准的校领导', required) },
  output: { dueOn: date('复查期限', required) },
  refusals,
})
export const concludeAppeal = action('discipline.appeal.conclude', '作出结论', {
  permission: REVIEW,
  inScope: true,
  input: {
    id,
    ...VOTES,
    conclusion: choice('结论', CONCLUSIONS, required),
    opinion: text('复查意见', { required: true, min: 2, max: 1000, multiline: true }),
  },
  output: { resultNo: text('复查文号', { required: true, max: 60 }) },
  refusals,
})
/** The deciding body follows the suggestion. */
export const revokePunishment = action('discipline.appeal.revoke', '撤销处分', {
  permission: REVIEW,
  inScope: true,
  input: { id, reason: words('理由') },
  output: 'none',
  refusals,
})
export const changeLevel = action('discipline.appeal.change', '变更处分', {
  permission: REVIEW,
  inScope: true,
  input: { id, level: choice('变更为', LEVELS, required), periodMonths: integer('处分期（月）', { min: 1, max: 24 }), reason: words('理由') },
  output: { documentNo: text('处分文号', { required: true, max: 60 }) },
  refusals,
})
export const appealActions = [
  submitAppeal,
  correctAppeal,
  withdrawAppeal,
  myAppeals,
  acceptAppeal,
  askCorrection,
  refuseAppeal,
  extendAppeal,
  concludeAppeal,
  revokePunishment,
  changeLevel,
]
