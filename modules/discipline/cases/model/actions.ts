import { action, bool, choice, date, dict, files, integer, list, ref, rich, text } from '#model'
import { DOCUMENTS, documentDelivery, METHODS, RESULTS } from './delivery.ts'
import { aggravatingFact, mitigatingFact } from './dictionaries.ts'
import { LEVELS } from './levels.ts'
import { DEFENCES, PART_ROLES, punishment } from './punishment.ts'

const required = { required: true } as const
const refusals = punishment.options.refusals ?? {}
const id = ref('punishment', '处分', required)
const reason = text('理由', { required: true, min: 2, max: 300, multiline: true })
const levelReason = text('超出条款幅度的理由', { max: 300, multiline: true })
const periodMonths = integer('处分期（月）', { min: 1, max: 24, help: '不填按学校规定' })
const periodReason = text('处分期的理由', { max: 300, multiline: true, help: '不在 6 至 12 个月之间才需要' })
const { lapsed: _, ...MADE } = DEFENCES
const defence = { kind: choice('方式', MADE, required), text: rich('内容', { max: 50_000 }) } as const

/** 50-PN1 … PN5: what is held against a party, and which level follows from it. A notice given before is void. */
export const proposePunishment = action('discipline.punishment.propose', '拟处理', {
  inScope: true,
  input: {
    id,
    partRole: choice('责任', PART_ROLES, required),
    facts: rich('认定事实', { max: 50_000 }),
    materialIds: list('证据', ref('caseMaterial', '材料', required), { max: 50 }),
    aggravating: list('从重情节', dict('从重情节', aggravatingFact, required)),
    mitigating: list('从轻情节', dict('从轻情节', mitigatingFact, required)),
    level: choice('拟给予', LEVELS, { help: '退学处理、取消学籍和取消入学资格不填' }),
    periodMonths,
    levelReason,
    periodReason,
  },
  output: 'none',
  refusals,
})
/** Ends it without a punishment: 批评教育. */
export const dismissPunishment = action('discipline.punishment.dismiss', '批评教育结案', { inScope: true, input: { id, reason }, output: 'none', refusals })
/** 50-PN2 */
export const issueNotice = action('discipline.punishment.issueNotice', '签发告知书', { inScope: true, input: { id }, output: 'none', refusals })
/** By staff: what the student said or handed in. */
export const recordDefence = action('discipline.punishment.recordDefence', '登记申辩', {
  inScope: true,
  input: { id, ...defence, on: date('日期', required) },
  output: 'none',
  refusals,
})
export const answerDefence = action('discipline.punishment.answerDefence', '答复申辩', {
  inScope: true,
  input: { id, answer: rich('答复', { required: true, max: 20_000 }) },
  output: 'none',
  refusals,
})
/** By the student. */
export const defend = action('discipline.punishment.defend', '陈述申辩', { input: { id, ...defence }, output: 'none', refusals })
/** Sends it to those who decide; a level above the notified one goes back for a new notice. */
export const submitPunishment = action('discipline.punishment.submit', '送审', {
  inScope: true,
  input: { id, level: choice('处分', LEVELS, { help: '重于告知的，须重新告知' }), periodMonths, levelReason, periodReason },
  output: { isNoticeAgain: bool('须重新告知', required) },
  refusals,
})
/** 50-PN8 */
export const recordDelivery = action('discipline.documentDelivery.record', '登记送达', {
  input: {
    punishmentId: id,
    documentKind: choice('文书', DOCUMENTS, required),
    method: choice('方式', METHODS, required),
    attemptedOn: date('送达日期', required),
    result: choice('结果', RESULTS, required),
    receivedOn: date('签收日期', { help: '邮寄送达填写' }),
    witnesses: list('见证人', text('见证人', { required: true, max: 60 }), { max: 5 }),
    trackingNo: text('邮件号', { max: 40 }),
    publicUrl: text('公告网址', { max: 300 }),
    proof: files('凭证', { maxFiles: 6, types: ['pdf', 'jpg', 'jpeg', 'png'] }),
  },
  output: { effectiveOn: date('生效日期') },
  refusals: documentDelivery.options.refusals ?? {},
})
/** By the student, who agreed to it before: signing is the delivery. */
export const signDelivery = action('discipline.documentDelivery.sign', '电子签收', {
  permission: 'discipline:punishment:defend',
  input: { punishmentId: id, documentKind: choice('文书', DOCUMENTS, required), signature: files('签名', { required: true, maxFiles: 1, types: ['png', 'jpg', 'jpeg'] }) },
  output: 'none',
  refusals: documentDelivery.options.refusals ?? {},
})
export const agreeESign = action('discipline.punishment.agreeESign', '同意电子送达', { permission: 'discipline:punishment:defend', input: { id }, output: 'none' })
export const punishmentActions = [
  proposePunishment,
  dismissPunishment,
  issueNotice,
  recordDefence,
  answerDefence,
  defend,
  submitPunishment,
  recordDelivery,
  signDelivery,
  agreeESign,
]
