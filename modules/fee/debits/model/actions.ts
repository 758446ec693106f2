import { action, integer, money, ref, text } from '#model'
import { fileChoices, returned } from '#modules/exchange/model/actions.ts'
import { debitBatch } from './debit.ts'

const need = { required: true } as const
const id = text('编号', { ...need, max: 36 })
const { title, debitOn, xn } = debitBatch.fields
/** Everybody who owes the item of the year, has a card and pays in no other way now. */
export const makeBatch = action('fee.debitBatch.make', '生成代扣批次', {
  input: {
    title: text('名称', { ...need, max: title.options.max ?? 100 }),
    itemId: ref('chargeItem', '收费项目', need),
    xn: text('学年', { ...need, min: 9, max: xn.options.max ?? 9 }),
    merchantId: ref('merchantAccount', '收款账户', { ...need, help: '银行代扣的收款账户' }),
    profileId: ref('exportProfile', '银行格式', need),
    debitOn: { ...debitOn, options: { required: true, help: '银行从学生卡里扣款的日子' } },
  },
  output: { id, count: integer('笔数', need), total: money('金额', need), noCard: integer('没有银行卡', need) },
})
export const exportDebits = action('fee.debitBatch.exportBank', '导出给银行', {
  input: { id, password: fileChoices.password, reason: fileChoices.reason },
  output: 'file',
  inScope: true,
})
export const importDebits = action('fee.debitBatch.importReturn', '导入回单', { input: { id, fileId: id }, output: returned, inScope: true })
export const closeBatch = action('fee.debitBatch.close', '结清', { input: { id }, output: 'none', inScope: true })
export const cancelBatch = action('fee.debitBatch.cancel', '作废', { input: { id }, output: 'none', inScope: true })
