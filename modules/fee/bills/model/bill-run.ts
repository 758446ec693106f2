import { action, bool, date, entity, integer, list, money, pickFields, ref, shape, states, text, type Values } from '#model'

export const runStates = states(
  {
    running: { label: '出账中', tone: 'going' },
    done: { label: '已出账', tone: 'done' },
    failed: { label: '中断', tone: 'attention' },
    undone: { label: '已撤销', tone: 'over' },
  },
  { resume: ['failed'], undo: ['done'] },
)
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
const readonly = { readonly: true } as const
const total = { required: true, ...readonly, initial: 0 } as const

const refusals = {
  year: '没有 {xn} 学年，请先在校历中建立',
  term: '{item}按学期收，请选学期；每次只出一个学期的账',
  wholeYear: '{item}按学年收，不能按学期出账',
  optional: '{item}是自愿项目，由学生自己选择，不能统一出账',
  handedIn: '{item}由其他业务交来，不在这里出账',
  due: '缴费截止 {dueDate} 不在 {xn} 学年内（{from} 至 {to}）',
  stale: '预览之后情况有变，现在是 {nowCount} 笔 {now} 元，请重新预览',
  nothing: '没有要出账的学生',
  undoLate: '出账已超过 {minutes} 分钟，不能整批撤销，请逐笔调整',
  undoPaid: '已有 {count} 笔缴费，不能整批撤销，请逐笔调整',
}
/** 出账批次: bills of one school year or term, issued once. */
export const billRun = entity(
  'fee.billRun',
  '出账批次',
  {
    xn: text('学年', { required: true, ...readonly, max: 9, sortable: true }),
    xqM: text('学期', { ...readonly, max: 1 }),
    itemIds: list('收费项目', ref('chargeItem', '收费项目'), { required: true, ...readonly }),
    grades: list('年级', integer('年级'), readonly),
    departmentIds: list('院系', ref('department', '院系'), readonly),
    dueDate: date('缴费截止', { required: true, ...readonly }),
    payers: integer('人数', total),
    lines: integer('笔数', total),
    done: integer('已出', total),
    total: money('金额', total),
    digest: text('预览摘要', { required: true, ...readonly, max: 64 }),
    state: runStates.field('状态', { initial: 'running' }),
    note: text('说明', { ...readonly, max: 300 }),
  },
  {
    title: 'xn',
    scope: {},
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals,
  },
)
/** What a run bills each student: written with the run, worked off in portions. */
export const billRunLine = entity(
  'fee.billRunLine',
  '出账明细',
  {
    runId: ref('billRun', '出账批次', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly }),
    itemId: ref('chargeItem', '收费项目', { required: true, ...readonly }),
    standardId: ref('chargeStandard', '收费标准', readonly),
    amount: money('金额', { required: true, ...readonly }),
    lineId: ref('billLine', '应缴明细', readonly),
    isDone: bool('已出', { required: true, ...readonly, initial: false }),
  },
  { title: 'amount', scope: {}, unique: [['runId', 'studentId', 'itemId']], verbs: [] },
)
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
  refusals,
})
/** 40-F4: issues what was previewed, in the background; repeats are harmless. */
export const issueRun = action('fee.billRun.issue', '出账', {
  input: { ...asked, dueDate, digest },
  output: { id: ref('billRun', '出账批次', { required: true }) },
  refusals,
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
  refusals,
})
/** Takes a whole run back by reversals, while nobody has paid. */
export const undoRun = action('fee.billRun.undo', '撤销出账', {
  input: { id: ref('billRun', '出账批次', { required: true }) },
  output: { lines: integer('笔数', { required: true }) },
  refusals,
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
  refusals,
})
export type Difference = Values<typeof difference>
