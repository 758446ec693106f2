import { action, bool, choice, date, datetime, decimal, integer, json, list, ref, revealed, shape, statistics, text } from '#model'
import { outcomeShape } from './actions.ts'
import { APPLY_WAYS, BACK_WAYS, leave, leaveStates } from './leave.ts'

const OWN = 'what the student entered, or their own record knows'
const span = { startAt: datetime('开始', { required: true }), endAt: datetime('结束', { required: true }) } as const
const brief = {
  id: text('编号', { required: true, max: 36 }),
  leaveNo: text('单号', { required: true, max: 30 }),
  typeName: text('类型', { required: true, max: 40 }),
  ...span,
  days: decimal('天数', { required: true }),
  state: leaveStates.field('状态'),
} as const
const type = {
  id: text('编号', { required: true, max: 36 }),
  code: text('编号', { required: true, max: 40 }),
  name: text('名称', { required: true, max: 40 }),
  needsProof: bool('须证明', { required: true }),
  proofLaterDays: integer('证明可后补', { required: true }),
  leavesCampusDefault: bool('默认离校', { required: true }),
  sensitive: bool('内容敏感', { required: true }),
} as const
/** Initial data of the form: types, known student data, and one's leaves around today. */
export const leaveForm = action('leave.leave.form', '请假表单', {
  method: 'GET',
  permission: 'leave:leave:apply',
  output: {
    types: list('类型', shape('类型', type), { required: true }),
    contactName: revealed(leave.fields.contactName, OWN),
    contactPhone: revealed(leave.fields.contactPhone, OWN),
    guardianDays: integer('须告知家长', { required: true }),
    recent: list('最近的请假', shape('请假', brief), { required: true }),
  },
})
/** One's own leaves, newest first, with all fields and available actions. */
export const myLeaves = action('leave.leave.mine', '我的请假', {
  method: 'GET',
  permission: 'leave:leave:apply',
  input: { id: ref('leave', '请假') },
  many: true,
  output: {
    ...brief,
    typeId: text('类型', { required: true, max: 36 }),
    reason: text('事由', { max: 500 }),
    proofs: list('证明', text('文件', { required: true, max: 36 })),
    proofDueOn: date('补交证明截止'),
    lacksProof: bool('缺证明', { required: true }),
    leavesCampus: bool('离开学校', { required: true }),
    leavesCity: bool('离开本市', { required: true }),
    cantonCode: text('去往', { max: 6 }),
    address: revealed(leave.fields.address, OWN),
    transport: text('交通方式', { max: 40 }),
    companion: text('同行人', { max: 100 }),
    contactName: revealed(leave.fields.contactName, OWN),
    contactPhone: revealed(leave.fields.contactPhone, OWN),
    guardianInformed: bool('已告知家长'),
    backAt: datetime('返校时间'),
    backWay: choice('销假方式', BACK_WAYS),
    actualDays: decimal('实际天数'),
    extendsNo: text('续假的单号', { max: 30 }),
    isExtending: bool('续假审批中', { required: true }),
    instanceId: text('流程', { max: 36 }),
    waitsFor: text('等待', { max: 300 }),
    waitsSince: datetime('等待自'),
    nextStep: text('下一步', { max: 500 }),
    can: list('可以做的', text('动作', { required: true, max: 20 }), { required: true }),
  },
})

const dayStrip = {
  date: date('日期', { required: true }),
  weekday: integer('星期', { required: true }),
  isFree: bool('休息', { required: true }),
  name: text('名称', { max: 30 }),
  lessons: list(
    '课',
    shape('课', {
      sectionFrom: integer('开始节次', { required: true }),
      sectionTo: integer('结束节次', { required: true }),
      courseName: text('课程', { required: true, max: 100 }),
      isMissed: bool('缺课', { required: true }),
    }),
    { required: true },
  ),
} as const
/** Everything an approver needs, on one card. */
export const leaveCard = action('leave.leave.card', '请假审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id: ref('leave', '请假', { required: true }) },
  output: {
    id: text('编号', { required: true, max: 36 }),
    leaveNo: text('单号', { required: true, max: 30 }),
    typeName: text('类型', { required: true, max: 40 }),
    sensitive: bool('内容敏感', { required: true }),
    ...span,
    state: leaveStates.field('状态'),
    applyWay: choice('申请方式', APPLY_WAYS, { required: true }),
    leavesCampus: bool('离开学校', { required: true }),
    leavesCity: bool('离开本市', { required: true }),
    placeName: text('去往', { max: 180 }),
    transportName: text('交通方式', { max: 40 }),
    companion: text('同行人', { max: 100 }),
    contactName: leave.fields.contactName,
    contactPhone: leave.fields.contactPhone,
    guardianInformed: bool('已告知家长', { required: true }),
    proofDueOn: date('补交证明截止'),
    extendsNo: text('续假的单号', { max: 30 }),
    ...outcomeShape,
    strip: list('时间', shape('日子', dayStrip), { required: true }),
    earlier: list(
      '以往请假',
      shape('请假', {
        ...brief,
        reason: text('事由', { max: 500 }),
        backWay: choice('销假方式', BACK_WAYS),
        wasLate: bool('逾期', { required: true }),
        approvedHours: decimal('审批用时'),
      }),
      { required: true },
    ),
    termCount: integer('本学期次数', { required: true }),
    lateCount: integer('逾期次数', { required: true }),
  },
})

/** Students away now in the reader's scope. */
export const awayNow = action('leave.leave.away', '当前外出', {
  method: 'GET',
  permission: 'leave:leave:list',
  input: { classId: ref('stuClass', '班级'), departmentId: ref('department', '学院') },
  output: {
    away: integer('外出', { required: true }),
    overdue: integer('逾期', { required: true }),
    leftCity: integer('离开本市', { required: true }),
    dueToday: integer('今天应返', { required: true }),
    beginToday: integer('今天开始', { required: true }),
    pending: integer('待审批', { required: true }),
    classes: list(
      '班级',
      shape('班级', {
        id: text('编号', { required: true, max: 36 }),
        name: text('班级', { required: true, max: 60 }),
        away: integer('外出', { required: true }),
        overdue: integer('逾期', { required: true }),
      }),
      {
        required: true,
      },
    ),
  },
})
/** A class for a month: half days of leave by student. */
export const monthReport = action('leave.leave.monthSheet', '班级月报', {
  method: 'GET',
  permission: 'leave:leave:list',
  input: { classId: ref('stuClass', '班级', { required: true }), month: text('月份', { required: true, min: 7, max: 7 }) },
  output: {
    className: text('班级', { required: true, max: 60 }),
    month: text('月份', { required: true, max: 7 }),
    days: list('日子', shape('日子', { date: date('日期', { required: true }), weekday: integer('星期', { required: true }), isFree: bool('休息', { required: true }) }), {
      required: true,
    }),
    students: list(
      '学生',
      shape('学生', {
        studentNo: text('学号', { max: 20 }),
        name: text('姓名', { required: true, max: 60 }),
        days: decimal('天数', { required: true }),
        marks: json<Readonly<Record<string, string>>>('日子', { required: true, untyped: 'days are the names of its values' }),
      }),
      { required: true },
    ),
    legend: json<Readonly<Record<string, string>>>('图例', { required: true, untyped: 'marks are the names of its values' }),
  },
  refusals: { month: '月份应写成 2026-09，现在是“{month}”', classUnknown: '没有这个班级，或不在你的数据范围内' },
})
export const leaveStatistics = statistics('leave.leave.statistics', '请假统计', {
  most: 400,
  input: { departmentId: ref('department', '学院') },
  sums: { days: decimal('人天', { required: true }), leaves: integer('次数', { required: true }) },
  by: { byType: '类型', byDepartment: '学院', byWeekday: '星期' },
  more: {
    students: integer('人数', { required: true }),
    overdue: integer('逾期', { required: true }),
    overduePercent: decimal('逾期率', { required: true }),
    medianHours: decimal('审批用时', { required: true }),
    besideHoliday: integer('节假日前后', { required: true }),
    byDay: list('每天', shape('每天', { date: date('日期', { required: true }), out: integer('外出', { required: true }), isFree: bool('休息', { required: true }) }), {
      required: true,
    }),
    /** Repeated short sick leaves; for the student's counsellors only. */
    shortSick: list(
      '多次短病假',
      shape('学生', {
        studentId: text('编号', { required: true, max: 36 }),
        name: text('姓名', { required: true, max: 60 }),
        className: text('班级', { max: 60 }),
        leaves: integer('次数', { required: true }),
      }),
      {
        required: true,
      },
    ),
  },
})
export const readingActions = [leaveForm, myLeaves, leaveCard, awayNow, monthReport, leaveStatistics, leaveStatistics.sheet]
