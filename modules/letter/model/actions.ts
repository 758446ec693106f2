import { action, bool, dict, integer, list, pickFields, ref, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { admissionLetter } from './admission-letter.ts'
import { letterRun } from './letter-run.ts'
import { letterCarrier, waybillEvent } from './letter-waybill.ts'

const required = { required: true } as const
const refusals = admissionLetter.options.refusals ?? {}
const MOST = 1000
const id = ref('admissionLetter', '通知书', required)
const year = integer('年份', { required: true, min: 2000, max: 2100 })
const reason = text('原因', { required: true, max: 200, multiline: true })
const CHECK = 'letter:admissionLetter:check'

export const prepareLetters = action('letter.admissionLetter.prepare', '补建通知书', {
  permission: CHECK,
  input: { year },
  output: { made: integer('新建', required) },
})
/** What a letter needs before it is made. */
export const LACKS = { name: '姓名', major: '专业', reportDate: '报到日期', address: '寄送地址', gone: '不来校' } as const
const faulty = shape('信息不全', { id, name: text('姓名', { required: true, max: 60 }), lacks: text('缺少', { required: true, max: 100 }) }, required)
/** 30-LT2: complete letters may be made; the others are listed with what they lack. */
export const checkLetters = action('letter.admissionLetter.check', '核对', {
  input: { year, ids: list('通知书', id, { max: MOST }) },
  output: { ready: integer('核对通过', required), lacking: integer('信息不全', required), rows: list('信息不全', faulty, required) },
})
export const reopenLetter = action('letter.admissionLetter.reopen', '退回核对', { permission: CHECK, inScope: true, input: { id }, output: 'none', refusals })
export const voidLetter = action('letter.admissionLetter.voidLetter', '作废', { inScope: true, input: { id, reason }, output: 'none', refusals })
export const reissueLetter = action('letter.admissionLetter.reissue', '补发', {
  permission: voidLetter.permission,
  inScope: true,
  input: { id, reason },
  output: { letterNo: text('通知书编号', { required: true, max: 40 }) },
  refusals,
})
export const letterTemplates = action('letter.letterRun.templates', '通知书模板', {
  method: 'GET',
  permission: 'letter:letterRun:submit',
  many: true,
  output: { code: text('编号', { required: true, max: 40 }), name: text('名称', { required: true, max: 60 }) },
})
/** 30-LT2: asks for the letters of a year and level; five of them, drawn at random, are looked at before any is made. */
export const submitRun = action('letter.letterRun.submit', '申请生成', {
  input: { year, level: student.fields.level, template: text('模板', { required: true, max: 40 }) },
  output: { id: text('编号', { required: true, max: 36 }), count: integer('份数', required) },
  refusals,
})
export const previewRun = action('letter.letterRun.preview', '查看样张', {
  method: 'GET',
  permission: 'letter:letterRun:list',
  access: 'signedIn',
  input: { id: ref('letterRun', '生成申请', required) },
  output: 'file',
  refusals,
})
export const runCard = action('letter.letterRun.card', '生成申请', {
  method: 'GET',
  permission: 'letter:letterRun:list',
  access: 'signedIn',
  input: { id: ref('letterRun', '生成申请', required) },
  output: pickFields(letterRun.fields, ['year', 'level', 'templateName', 'edition', 'count']),
})
const batchId = ref('letterBatch', '打印批次', required)
export const resumeBatch = action('letter.letterBatch.resume', '继续生成', { inScope: true, input: { id: batchId }, output: 'none' })
export const markPrinted = action('letter.letterBatch.markPrinted', '已打印', { inScope: true, input: { id: batchId }, output: { done: integer('份数', required) } })

/** 30-LT7 */
export const confirmAddress = action('letter.admissionLetter.confirmAddress', '确认地址', {
  realms: ['welcome'],
  input: {
    recipient: text('收件人', { required: true, max: 60 }),
    address: text('寄送地址', { required: true, max: 180 }),
    phone: text('收件电话', { required: true, max: 20, format: 'phone' }),
  },
  output: 'none',
  refusals,
})
export const myLetter = action('letter.admissionLetter.mine', '我的通知书', {
  method: 'GET',
  realms: ['welcome'],
  permission: confirmAddress.permission,
  output: {
    ...pickFields(admissionLetter.fields, ['letterNo', 'state', 'recipient', 'address', 'phone', 'addressConfirmedAt']),
    canConfirm: bool('可以确认', required),
    hasCopy: bool('电子版', required),
    waybill: text('运单号', { max: 40 }),
    carrier: dict('承运方', letterCarrier),
    events: list('物流', shape('物流', pickFields(waybillEvent.fields, ['kind', 'happenedAt', 'place']), required), required),
  },
  refusals,
})
export const myCopy = action('letter.admissionLetter.copy', '电子版', { method: 'GET', realms: ['welcome'], permission: confirmAddress.permission, output: 'file', refusals })

export const letterActions = [prepareLetters, checkLetters, reopenLetter, voidLetter, reissueLetter]
export const runActions = [letterTemplates, submitRun, previewRun, runCard, resumeBatch, markPrinted]
export const ownActions = [confirmAddress, myLetter, myCopy]
