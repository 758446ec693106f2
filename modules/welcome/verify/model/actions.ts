import { action, bool, choice, date, datetime, list, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { welcomeScan } from '../../desk/model/scan.ts'
import { welcomeMember, welcomeStepState } from '../../steps/model/step-state.ts'
import { CHECKS, idVerification, verifyResults } from './verification.ts'

const need = { required: true } as const
const VERIFY = 'welcome:idVerification:verify'
const refusals = { ...welcomeMember.options.refusals, ...welcomeStepState.options.refusals, ...welcomeScan.options.refusals, ...idVerification.options.refusals }
const reason = text('说明', { max: 200, multiline: true })
/** 30-WV1: the document that a reader reads, or as it is typed, beside the row of the roll. A code says for whom it is shown; without one its number says it. */
export const readDocument = action('welcome.idVerification.read', '读证', {
  permission: VERIFY,
  isWhole: 'late',
  input: {
    pointId: ref('welcomePoint', '办理点', need),
    code: text('迎新码', { max: 80 }),
    device: text('读卡器编号', { max: 40, format: 'code' }),
    cardName: text('姓名', { max: 60 }),
    cardNo: text('证件号', { max: 20, format: 'code' }),
    validTo: date('有效期至'),
    isForever: bool('长期'),
  },
  output: {
    /** Stands for what was read when the result is given. */
    reading: text('读证', { ...need, max: 1000 }),
    name: student.fields.name,
    major: text('专业', { max: 80 }),
    className: text('班级', { max: 60 }),
    admissionPhoto: text('录取照片', { max: 36 }),
    idPhoto: text('证件照片', { max: 36 }),
    mayTakePhoto: bool('同意拍照', need),
    checks: list('核对', shape('核对', { check: choice('项目', CHECKS, need), isMet: bool('符合', need) }), need),
    done: shape('已核验', { result: verifyResults.field('结果'), by: text('核验人', { ...need, max: 60 }), at: datetime('核验时间', need) }),
  },
  refusals,
})
export const verifyId = action('welcome.idVerification.verify', '身份核验', {
  isWhole: 'late',
  input: {
    reading: readDocument.output.reading,
    result: choice('结果', verifyResults.labels, need),
    reason,
    livePhoto: text('现场照片', { max: 36 }),
  },
  output: {
    /** Somebody had verified the person before. */
    isRepeat: bool('已核验过', need),
    name: student.fields.name,
    result: verifyResults.field('结果'),
    faults: list('疑点', choice('疑点', CHECKS, need), need),
    by: text('核验人', { ...need, max: 60 }),
    at: datetime('核验时间', need),
  },
  refusals,
})
const id = ref('idVerification', '核验记录', need)
const words = text('说明', { ...need, min: 2, max: 200, multiline: true })
/** 30-WV3 */
export const settleDoubt = action('welcome.idVerification.settle', '复核', {
  inScope: true,
  input: { id, result: choice('结果', { pass: verifyResults.labels.pass, fail: verifyResults.labels.fail }, need), reason: words },
  output: 'none',
  refusals,
})
/** A result that was wrong: it is in doubt again, until another person has looked. */
export const reopenVerification = action('welcome.idVerification.reopen', '重新核验', { inScope: true, input: { id, reason: words }, output: 'none', refusals })

const CONSENT = 'welcome:verifyConsent:answer'
const answers = { face: bool('同意拍摄人脸照片，和证件、录取照片比对', need), idImage: bool('同意保存证件上的照片', need) } as const
/** 30-WV2 */
export const myConsent = action('welcome.verifyConsent.mine', '我的身份核验', {
  method: 'GET',
  realms: ['welcome'],
  permission: CONSENT,
  output: { isAnswered: bool('已回答', need), ...answers, result: verifyResults.field('结果', { required: false }) },
})
export const answerConsent = action('welcome.verifyConsent.answer', '保存', { realms: ['welcome'], input: answers, output: 'none' })
export const verifyActions = [readDocument, verifyId, settleDoubt, reopenVerification, myConsent, answerConsent]
