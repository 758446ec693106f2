import { action, integer, list, ref, text } from '#model'
import { admissionLetter } from './admission-letter.ts'
import { letterWaybill } from './letter-waybill.ts'

const required = { required: true } as const
const { carrier } = letterWaybill.fields
const MOST = 1000
const refusals = letterWaybill.options.refusals ?? {}

/** 30-LT5: envelope and letter belong together; the second who scans one of them is refused. */
export const scanEnvelope = action('letter.admissionLetter.scan', '封装', {
  input: {
    letter: text('通知书', { required: true, max: 300, help: '扫描通知书上的二维码，或输入编号' }),
    waybill: text('运单号', { required: true, max: 40, help: '扫描信封上的运单' }),
    carrier,
  },
  output: { name: text('姓名', { required: true, max: 60 }), letterNo: text('通知书编号', { required: true, max: 40 }) },
  refusals,
})
export const sendLetters = action('letter.letterWaybill.send', '交寄', {
  input: { ids: list('运单', ref('letterWaybill', '运单', required), { required: true, min: 1, max: MOST }) },
  output: { sent: integer('已寄出', required) },
})
export const handOverLetter = action('letter.admissionLetter.handOver', '自取', {
  permission: scanEnvelope.permission,
  inScope: true,
  input: { id: ref('admissionLetter', '通知书', required) },
  output: 'none',
  refusals: admissionLetter.options.refusals ?? {},
})
/** 30-LT5: a roll of waybills is laid against the letters of a print batch, the first one to the first letter. */
export const layWaybills = action('letter.letterBatch.layWaybills', '按顺序配运单', {
  permission: 'letter:letterWaybill:add',
  inScope: true,
  input: {
    id: ref('letterBatch', '打印批次', required),
    carrier,
    waybills: text('运单号', { required: true, max: 45_000, multiline: true, help: '按打印顺序，每行一个；份数须和还没有运单的通知书相同' }),
  },
  output: { bound: integer('已配运单', required) },
  refusals,
})
export const sendingActions = [scanEnvelope, sendLetters, handOverLetter, layWaybills]
