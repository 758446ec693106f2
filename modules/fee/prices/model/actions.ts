import { action, integer, list, money, ref, shape, text } from '#model'

const need = { required: true } as const
const xn = (label: string) => text(label, { ...need, min: 9, max: 9, help: '如 2026-2027' })
const itemId = ref('chargeItem', '收费项目', need)
const LIST = 'fee:chargeStandard:list'

/** Which price this student would get, and why. */
export const priceOf = action('fee.chargeStandard.priceOf', '试算', {
  method: 'GET',
  permission: LIST,
  input: { itemId, studentId: ref('student', '学生', need), xn: xn('学年') },
  output: {
    amount: money('标准'),
    standardId: ref('chargeStandard', '收费标准'),
    matched: text('按什么', { max: 300 }),
  },
})
const row = shape('行', { id: text('编号', { ...need, max: 36 }), label: text('名称', { ...need, max: 120 }), cells: list('标准', shape('标准', { amount: money('标准') }), need) })
/** Prices of an item, the first one where none is named, in a school year: by major and entry year, or, where its standards name kinds of rooms, by kind and school year. */
export const priceTable = action('fee.chargeStandard.table', '对照表', {
  method: 'GET',
  permission: LIST,
  input: { itemId: ref('chargeItem', '收费项目'), xn: xn('学年') },
  output: { item: text('收费项目', { ...need, max: 60 }), columns: list('列', text('列', { ...need, max: 20 }), need), rows: list('行', row, need) },
})
/** Standards of a year again from another year on; those of one entry year move on with the years between. */
export const copyStandards = action('fee.chargeStandard.copyYear', '沿用上年标准', {
  permission: 'fee:chargeStandard:add',
  input: { from: xn('从学年'), to: xn('到学年') },
  output: { copied: integer('已新增', need), skipped: integer('已有标准', need) },
})
