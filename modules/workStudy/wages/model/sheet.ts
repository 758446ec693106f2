import { SUBMITTED_STATES } from '#flow/index.ts'
import { action, choice, date, decimal, entity, integer, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { PAY_MODES } from '../../posts/model/post.ts'

export const sheetStates = states(
  { draft: { label: '编制', tone: 'waiting' }, ...SUBMITTED_STATES, paid: { label: '已发放', tone: 'over' } },
  { make: ['draft', 'returned', 'rejected', 'withdrawn'], submit: ['draft', 'returned', 'rejected', 'withdrawn'], remove: ['draft'] },
)
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const sum = { required: true, readonly: true, initial: 0 } as const

/** 工资表: the month of a unit, made of approved hours until it is submitted. */
export const wageSheet = entity(
  'workStudy.wageSheet',
  '工资表',
  {
    title: text('名称', { ...fixed, max: 80, search: true }),
    unitId: ref('employUnit', '用工单位', fixed),
    month: text('月份', { ...fixed, max: 7, sortable: true }),
    fundId: ref('fundAccount', '经费', readonly),
    people: integer('人数', sum),
    hours: decimal('小时', { ...sum, precision: 8, scale: 1 }),
    base: money('报酬', sum),
    bonus: money('奖励', sum),
    deduction: money('扣减', sum),
    tax: money('税', sum),
    net: money('应发', { ...sum, sortable: true }),
    state: sheetStates.field('状态', { initial: 'draft', sortable: true }),
    makerId: ref('user', '编制人', readonly),
  },
  {
    title: 'title',
    scope: { unit: 'unitId' },
    unique: [['unitId', 'month']],
    select: 'scoped',
    sort: ['-month', 'title'],
    verbs: ['list', 'remove', 'export'],
    refusals: {
      month: '月份应是 2026-10 这样，不晚于本月',
      nothing: '“{unit}”到 {month} 没有可以发放的工时',
      empty: '工资表是空的',
      noFund: '“{unit}”还没有指定经费，请联系学工处',
    },
  },
)
export const LINE_KINDS = { hours: '工时', difference: '补差' } as const
/** 工资明细: a student's hours of a month on a post, or what puts an earlier line right. */
export const wageLine = entity(
  'workStudy.wageLine',
  '工资明细',
  {
    /** Null: a difference that waits for the next sheet of the unit. */
    sheetId: ref('wageSheet', '工资表', readonly),
    unitId: ref('employUnit', '用工单位', fixed),
    engagementId: ref('engagement', '上岗', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    month: text('工作月份', { ...fixed, max: 7, sortable: true }),
    kind: choice('种类', LINE_KINDS, fixed),
    hours: decimal('小时', { ...sum, precision: 6, scale: 1 }),
    payMode: choice('计酬', PAY_MODES, fixed),
    rate: money('标准', fixed),
    base: money('报酬', sum),
    bonus: money('奖励', sum),
    bonusReason: text('奖励原因', { ...readonly, max: 100 }),
    deduction: money('扣减', sum),
    deductionReason: text('扣减原因', { ...readonly, max: 100 }),
    tax: money('税', sum),
    net: money('应发', sum),
    correctsId: ref('wageLine', '更正的明细', readonly),
    reason: text('补差原因', { ...readonly, max: 200 }),
    paidOn: date('到账日', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'month',
    scope: { unit: 'unitId', ...BY_STUDENT_OF_COLLEGE },
    sort: ['-month', 'studentId'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      sheetState: '工资表{state}，不能修改',
      why: '{what}须写原因',
      negative: '扣减 {deduction} 元超过应发的 {most} 元',
      notApproved: '工资表{state}，直接修改即可，不用补差',
    },
  },
)
const need = { required: true } as const
const month = text('月份', { ...need, max: 7, help: '如 2026-10' })
export const makeSheet = action('workStudy.wageSheet.make', '编制', {
  input: { unitId: ref('employUnit', '用工单位', need), month },
  output: { id: text('编号', { ...need, max: 36 }), people: integer('人数', need), net: money('应发', need) },
})
export const makeAllSheets = action('workStudy.wageSheet.makeAll', '编制全部', { input: { month }, output: { sheets: integer('工资表', need), people: integer('人次', need) } })
export const submitSheet = action('workStudy.wageSheet.submit', '提交审批', {
  permission: makeSheet.permission,
  input: { id: ref('wageSheet', '工资表', need) },
  output: 'none',
  inScope: true,
})
export const adjustLine = action('workStudy.wageLine.adjust', '奖励和扣减', {
  permission: makeSheet.permission,
  input: {
    id: ref('wageLine', '明细', need),
    bonus: money('奖励', { ...need, min: 0, max: 1_000_000 }),
    bonusReason: text('奖励原因', { max: 100 }),
    deduction: money('扣减', { ...need, min: 0, max: 1_000_000 }),
    deductionReason: text('扣减原因', { max: 100 }),
  },
  output: 'none',
  inScope: true,
})
/** 40-W8: a mistake in an approved sheet is put right on the next one. */
export const correctLine = action('workStudy.wageLine.correct', '补差', {
  input: { id: ref('wageLine', '明细', need), amount: money('差额', { ...need, help: '多发的填负数' }), reason: text('原因', { ...need, max: 200 }) },
  output: 'none',
  inScope: true,
})
export const wageActions = [makeSheet, makeAllSheets, submitSheet, adjustLine, correctLine]
