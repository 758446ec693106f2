import { action, bool, choice, date, datetime, decimal, integer, json, list, ref, shape, statistics, text } from '#model'
import type { Fence } from '#model/geo.ts'
import { student } from '#modules/student/model/student.ts'
import { EXCUSES } from './excuse.ts'
import { FLAG_STATES, FLAGS } from './flags.ts'
import { lineStates, makeupStates } from './sign-line.ts'
import { DIRECTIONS, KINDS, occurrenceStates } from './sign-task.ts'
import { TAKEN_WAYS, WAY_RULES, WAYS } from './ways.ts'

const SIGN = { permission: 'signIn:signLine:sign', method: 'GET' } as const
const WATCH = { permission: 'signIn:signLine:list', method: 'GET' } as const
const occurrenceId = ref('signOccurrence', '场次', { required: true })
/** Longest span of statistics and reports, in days. */
export const MOST_DAYS = 200
const counts = {
  total: integer('应到', { required: true }),
  signed: integer('准时', { required: true }),
  late: integer('迟到', { required: true }),
  pending: integer('未签到', { required: true }),
  absent: integer('缺勤', { required: true }),
  excused: integer('免签', { required: true }),
  madeUp: integer('补签', { required: true }),
  voided: integer('作废', { required: true }),
} as const
const head = {
  occurrenceId: text('场次', { required: true, max: 36 }),
  taskId: text('任务', { required: true, max: 36 }),
  name: text('名称', { required: true, max: 100 }),
  kind: choice('类型', KINDS, { required: true }),
  date: date('日期', { required: true }),
  opensAt: datetime('开始', { required: true }),
  lateAt: datetime('迟到从'),
  closesAt: datetime('截止', { required: true }),
  state: occurrenceStates.field('状态'),
  ways: list('方式', choice('方式', WAYS), { required: true }),
  wayRule: choice('几种方式', WAY_RULES, { required: true }),
} as const

/** A student's open sign-ins and those of the last weeks. */
export const mySigns = action('signIn.signLine.mine', '我的签到', {
  ...SIGN,
  many: true,
  output: {
    ...head,
    id: text('编号', { required: true, max: 36 }),
    line: lineStates.field('结果'),
    direction: choice('方向', DIRECTIONS, { required: true }),
    isPaused: bool('已暂停', { required: true }),
    needsPhoto: bool('须拍照', { required: true }),
    signedAt: datetime('签到时间'),
    outAt: datetime('签退时间'),
    way: choice('方式', TAKEN_WAYS),
    excuse: choice('免签原因', EXCUSES),
    reason: text('说明', { max: 200 }),
    fences: json<Fence[]>('范围', { untyped: 'circles and polygons' }),
    makeupUntil: datetime('补签期限'),
    makeupId: text('补签', { max: 36 }),
    makeupState: makeupStates.field('补签状态', { required: false }),
    instanceId: text('流程', { max: 36 }),
    owner: text('发布人', { max: 64 }),
  },
})
export const myDevices = action('signIn.deviceBinding.mine', '我的签到设备', {
  ...SIGN,
  output: {
    most: integer('上限', { required: true }),
    nextRebindOn: date('可以换绑'),
    devices: list('设备', shape('设备', { name: text('设备', { max: 60 }), boundAt: datetime('绑定时间', { required: true }) }), { required: true }),
  },
})
/** Occurrences with students of the reader, open ones first. */
export const boards = action('signIn.signOccurrence.boards', '签到场次', {
  ...WATCH,
  input: { date: date('日期') },
  many: true,
  output: { ...head, ...counts, isOwn: bool('本人发布', { required: true }) },
})
/** Without excused students; voided and absent ones have not answered. */
const progress = { expected: integer('应签', { required: true }), answered: integer('已签', { required: true }) } as const
const inClass = { classId: text('班级', { max: 36 }), label: text('班级', { required: true, max: 60 }), college: text('学院', { max: 120 }), ...progress, ...counts } as const
/** 20-SA13: state of one occurrence, within the reader's scope. */
export const board = action('signIn.signOccurrence.board', '实时看板', {
  ...WATCH,
  input: { occurrenceId },
  output: {
    ...head,
    ...progress,
    ...counts,
    isOwn: bool('本人发布', { required: true }),
    isPaused: bool('已暂停', { required: true }),
    owner: text('发布人', { max: 64 }),
    now: datetime('现在', { required: true }),
    openFlags: integer('待核实', { required: true }),
    classes: list('班级', shape('班级', inClass), { required: true }),
  },
})
/** Students of a class on an occurrence, or those with flags. */
export const roster = action('signIn.signLine.seats', '名单', {
  ...WATCH,
  input: { occurrenceId, classId: ref('stuClass', '班级'), state: choice('状态', lineStates.labels), isFlagged: bool('有异常') },
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    studentId: text('学生', { required: true, max: 36 }),
    name: text('姓名', { required: true, max: 64 }),
    studentNo: text('学号', { max: 20 }),
    className: text('班级', { max: 60 }),
    phone: student.fields.phone,
    state: lineStates.field('状态'),
    signedAt: datetime('签到时间'),
    outAt: datetime('签退时间'),
    way: choice('方式', TAKEN_WAYS),
    excuse: choice('免签原因', EXCUSES),
    flags: list('异常', choice('异常', FLAGS, { required: true })),
    flagState: choice('核实', FLAG_STATES),
    reason: text('说明', { max: 200 }),
    photoId: text('照片', { max: 36 }),
  },
})
/** Projector data: current code, number, and how many have signed. */
export const projector = action('signIn.signOccurrence.projector', '投影签到码', {
  method: 'GET',
  access: 'signedIn',
  input: { occurrenceId },
  output: {
    ...head,
    ...counts,
    code: text('二维码', { max: 200 }),
    number: text('数字', { max: 4 }),
    seconds: integer('更新间隔', { required: true }),
    leftMs: integer('剩余毫秒', { required: true }),
    now: datetime('现在', { required: true }),
  },
})
export const signStatistics = statistics('signIn.signLine.statistics', '签到统计', {
  most: MOST_DAYS,
  input: { kind: choice('类型', KINDS), departmentId: ref('department', '学院') },
  sums: {
    total: integer('应到', { required: true }),
    present: integer('出勤', { required: true }),
    absent: integer('缺勤', { required: true }),
    percent: decimal('出勤率', { required: true }),
  },
  by: { byTask: '按任务', byClass: '按班级', byWeekday: '按星期', byDay: '按日期', byWay: '按方式' },
  more: {
    late: counts.late,
    excused: counts.excused,
    occurrences: integer('场次', { required: true }),
    flagged: integer('异常', { required: true }),
    confirmed: integer('核实作废', { required: true }),
    makeupPercent: decimal('补签占缺勤', { required: true }),
    longest: list(
      '缺勤最多的学生',
      shape('学生', {
        studentId: text('学生', { required: true, max: 36 }),
        name: text('姓名', { required: true, max: 64 }),
        className: text('班级', { max: 60 }),
        absent: integer('缺勤', { required: true }),
        running: integer('连续缺勤', { required: true }),
        last: date('最近一次', { required: true }),
      }),
      { required: true },
    ),
  },
})
const asked = { classId: ref('stuClass', '班级', { required: true }), from: date('从', { required: true }), to: date('到', { required: true }) } as const
const sheetRefusals = { span: '一次最多看 {most} 天，现在 {days} 天', classUnknown: '没有这个班级，或不在你的数据范围内' } as const
/** Attendance of a class over a term. */
export const attendanceReport = action('signIn.signLine.termSheet', '班级考勤表', {
  method: 'GET',
  permission: 'signIn:signLine:statistics',
  input: asked,
  output: {
    className: text('班级', { required: true, max: 60 }),
    students: list(
      '学生',
      shape('学生', { studentNo: text('学号', { max: 20 }), name: text('姓名', { required: true, max: 64 }), ...counts, percent: decimal('出勤率', { required: true }) }),
      { required: true },
    ),
  },
  refusals: sheetRefusals,
})
export const exportAttendanceReport = action('signIn.signLine.exportTermSheet', '导出考勤表', {
  output: 'file',
  method: 'GET',
  permission: 'signIn:signLine:export',
  input: asked,
  refusals: sheetRefusals,
})

export const readingActions = [mySigns, myDevices, boards, board, roster, projector, signStatistics, signStatistics.sheet, attendanceReport, exportAttendanceReport]
