import { action, bool, date, decimal, integer, json, list, ref, shape, statistics, text } from '#model'

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
export const readingActions = [awayNow, monthReport, leaveStatistics, leaveStatistics.sheet]
