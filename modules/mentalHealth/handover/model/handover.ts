import { action, choice, datetime, entity, ref, revealed, text } from '#model'
import { attentionCase, LEVELS } from '../../attention/model/attention-case.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
/** What takes a case out of the hands it was in. Whoever comes back after a suspension is looked at anew before anybody goes on (复学评估). */
export const HANDOVER_REASONS = { counsellor: '更换辅导员', major: '调整专业', suspended: '休学', returned: '复学', left: '毕业或离校' } as const
export type HandoverReason = keyof typeof HANDOVER_REASONS
/** 个案交接: a case waits for whoever receives it. A case has one that is not signed at most. */
export const attentionHandover = entity(
  'mentalHealth.attentionHandover',
  '个案交接',
  {
    caseId: ref('attentionCase', '个案', { ...fixed, isPart: true }),
    studentId: ref('student', '学生', fixed),
    reason: choice('原因', HANDOVER_REASONS, fixed),
    at: datetime('开始时间', fixed),
    signedById: ref('user', '签收人', { readonly: true }),
    signedAt: datetime('签收时间', { readonly: true }),
  },
  {
    isUncounted: true,
    title: 'reason',
    scope: {},
    verbs: [],
    refusals: { signed: '已经签收', assess: '复学的学生由心理中心先评估，请用“复学评估”', noReturn: '只有复学的学生需要复学评估' },
  },
)
const { fields } = attentionHandover
const { refusals = {} } = attentionHandover.options
const id = text('编号', { ...need, max: 36 })
const one = { id: ref('attentionHandover', '个案交接', need) } as const
const words = (label: string, max: number, help: string) => text(label, { ...need, min: 2, max, multiline: true, help })
const head = {
  id,
  ...{ name: text('姓名', { ...need, max: 60 }), studentNo: text('学号', { max: 20, format: 'code' }), className: text('班级', { max: 120 }) },
  ...{ level: choice('级别', LEVELS, need), reason: fields.reason, at: fields.at, owner: text('此前负责人', { max: 60 }) },
} as const
export const signHandover = action('mentalHealth.attentionHandover.sign', '签收个案', {
  input: { ...one, note: words('怎么交接的', 500, '和谁交接、已经了解了什么、接下来怎么做。不写诊断') },
  output: 'none',
  refusals,
})
/** Handovers that wait for the caller. */
export const openHandovers = action('mentalHealth.attentionHandover.waiting', '个案交接', { method: 'GET', permission: signHandover.permission, many: true, output: head })
const RECEIVER = 'whoever has to sign it, in the wording of layer ML1'
/** What the receiver takes on. */
export const openHandover = action('mentalHealth.attentionHandover.open', '查看', {
  permission: signHandover.permission,
  input: one,
  output: { watchFor: revealed(attentionCase.fields.watchFor, RECEIVER), agreedActions: revealed(attentionCase.fields.agreedActions, RECEIVER) },
})
export const assessReturn = action('mentalHealth.attentionHandover.assess', '复学评估', {
  input: {
    ...one,
    assessment: words('评估', 2000, '只有个案组看得到'),
    watchFor: words('注意什么', 500, '给辅导员和学院看，不写诊断'),
    agreedActions: words('约定的做法', 500, '谁在什么情况下做什么'),
  },
  output: 'none',
  refusals,
})
export const handoverActions = [signHandover, openHandovers, openHandover, assessReturn]
