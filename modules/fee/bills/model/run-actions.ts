import { action, date, integer, list, money, pickFields, ref, shape, text, type Values } from '#model'
import { billRun, runRefusals } from './bill-run.ts'

/** Whom a run bills for what. */
const asked = {
  xn: text('学年', { required: true, min: 9, max: 9 }),
  xqM: text('学期', { min: 1, max: 1, help: '按学期收的项目填，按学年收的不填' }),
  itemIds: list('收费项目', ref('chargeItem', '收费项目'), { required: true, min: 1, max: 20 }),
  grades: list('年级', integer('年级', { min: 1950, max: 2100 }), { max: 20 }),
  departmentIds: list('院系', ref('department', '院系'), { max: 60 }),
} as const
const dueDate = date('缴费截止', { required: true })
const digest = text('预览摘要', { required: true, max: 64 })
const group = shape('一组', {
  key: text('代码', { required: true, max: 40 }),
  label: text('名称', { required: true, max: 120 }),
  count: integer('笔数', { required: true }),
  sum: money('金额', { required: true }),
  lastYear: money('上学年', { required: true }),
})
const person = {
  studentId: ref('student', '学生', { required: true }),
  name: text('姓名', { required: true, max: 60 }),
  className: text('班级', { max: 60 }),
  item: text('收费项目', { required: true, max: 60 }),
} as const
/** 40-F4: what issuing would do; writes nothing. */
export const previewRun = action('fee.billRun.preview', '预览账单', {
  method: 'GET',
  permission: 'fee:billRun:issue',
  input: asked,
  output: {
    digest,
    payers: integer('人数', { required: true }),
    count: integer('笔数', { required: true }),
    sum: money('金额', { required: true }),
    byItem: list('按项目', group, { required: true }),
    byCollege: list('按学院', group, { required: true }),
    byGrade: list('按年级', group, { required: true }),
    missing: integer('没有标准', { required: true }),
    missingSample: list('没有标准的学生', shape('学生', person), { required: true }),
    samples: list('示例', shape('示例', { ...person, amount: money('金额', { required: true }), matched: text('按什么', { max: 300 }) }), { required: true }),
    already: integer('已出过', { required: true }),
  },
  refusals: runRefusals,
})
/** 40-F4: issues what was previewed, in the background; repeats are harmless. */
export const issueRun = action('fee.billRun.issue', '出账', {
  input: { ...asked, dueDate, digest },
  output: { id: ref('billRun', '出账批次', { required: true }) },
  refusals: runRefusals,
})
export const runProgress = action('fee.billRun.progress', '出账进度', {
  method: 'GET',
  permission: 'fee:billRun:issue',
  input: { id: ref('billRun', '出账批次', { required: true }) },
  output: pickFields(billRun.fields, ['state', 'done', 'lines', 'total', 'note']),
})
export const resumeRun = action('fee.billRun.resume', '继续出账', {
  input: { id: ref('billRun', '出账批次', { required: true }) },
  output: 'none',
  refusals: runRefusals,
})
/** Takes a whole run back by reversals, while nobody has paid. */
export const undoRun = action('fee.billRun.undo', '撤销出账', {
  input: { id: ref('billRun', '出账批次', { required: true }) },
  output: { lines: integer('笔数', { required: true }) },
  refusals: runRefusals,
})
const difference = {
  lineId: ref('billLine', '应缴明细', { required: true }),
  ...person,
  charged: money('原应收', { required: true }),
  price: money('现标准', { required: true }),
  months: integer('按原标准的月数', { required: true }),
  amount: money('差额', { required: true }),
} as const
/** 40-F5: what later changes of students and prices make of issued lines, computed by month. */
export const previewRepricing = action('fee.billLine.previewRepricing', '预览调整', {
  method: 'GET',
  permission: 'fee:billRun:issue',
  input: { xn: asked.xn },
  output: {
    digest,
    count: integer('笔数', { required: true }),
    more: money('增加', { required: true }),
    less: money('减少', { required: true }),
    lines: list('差额', shape('差额', difference), { required: true }),
  },
})
export const reprice = action('fee.billLine.reprice', '按变动调整', {
  permission: 'fee:billRun:issue',
  input: { xn: asked.xn, digest },
  output: { count: integer('笔数', { required: true }) },
  refusals: runRefusals,
})
export type Difference = Values<typeof difference>
