import { action, choice, date, files, integer, list, ref, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { archiveDispatch, CARRIERS } from './archive-dispatch.ts'

const need = { required: true } as const
const { refusals = {} } = archiveDispatch.options
const MOST = 500
const id = ref('archiveDispatch', '档案转递', need)
const reason = text('原因', { ...need, min: 2, max: 200, multiline: true })
const letterNo = text('函号', { ...need, max: 20 })
const count = (label: string) => integer(label, need)
const SEND = 'archive:archiveDispatch:send'

/** 50-AR3: files of one recipient go in one letter. */
export const packFiles = action('archive.archiveDispatch.pack', '生成转递', {
  input: {
    ids: list('档案', ref('archiveFile', '学生档案', need), { ...need, min: 1, max: MOST }),
    carrier: choice('转递方式', CARRIERS, need),
    waiver: text('缺材料也转递的原因', { max: 200, multiline: true, help: '材料齐全的不填' }),
  },
  output: { batchNo: archiveDispatch.fields.batchNo, letters: count('函'), files: count('档案') },
  refusals,
})
export const scanFile = action('archive.archiveDispatch.scan', '装袋', {
  permission: SEND,
  input: { letterNo, code: text('档案号', { ...need, max: 60 }) },
  output: { name: student.fields.name, archiveNo: text('档案号', { ...need, max: 30 }), left: count('还没有装袋的') },
  refusals,
})
export const sendLetter = action('archive.archiveDispatch.send', '寄出', {
  permission: SEND,
  input: { letterNo, trackingNo: text('运单号', { max: 40, format: 'code' }) },
  output: { recipientUnit: archiveDispatch.fields.recipientUnit, files: count('档案') },
  refusals,
})
export const enterTracking = action('archive.archiveDispatch.enterTracking', '导入运单号', {
  permission: SEND,
  input: { lines: text('函号和运单号', { ...need, max: 20_000, multiline: true, help: '一行一件，函号在前、运单号在后，可从表格里整列粘贴' }) },
  output: { done: count('件数') },
  refusals,
})
export const voidLetter = action('archive.archiveDispatch.voidLetter', '作废', { permission: SEND, inScope: true, input: { id, reason }, output: 'none', refusals })
const RECEIPT = 'archive:archiveDispatch:receipt'
export const recordReceipt = action('archive.archiveDispatch.receipt', '登记回执', {
  permission: RECEIPT,
  inScope: true,
  input: { id, receiptOn: date('回执日期', need), receiptFiles: files('回执', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }) },
  output: 'none',
  refusals,
})
export const giveBackLetter = action('archive.archiveDispatch.giveBack', '登记退回', { permission: RECEIPT, inScope: true, input: { id, reason }, output: 'none', refusals })
export const dispatchActions = [packFiles, scanFile, sendLetter, enterTracking, voidLetter, recordReceipt, giveBackLetter]
