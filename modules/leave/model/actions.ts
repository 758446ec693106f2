import { action, bool, choice, date, datetime, decimal, files, integer, list, ref, shape, text } from '#model'
import { positionInput } from '#model/geo.ts'
import { LEVELS } from './counting.ts'
import { asked, leave, leaveStates } from './leave.ts'

const id = ref('leave', '请假', { required: true })
const reason = text('原因', { required: true, max: 200, multiline: true })
const proofs = files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] })
/** The submitted form; the type decides which fields store reason and proofs. */
const form = {
  ...asked,
  reason: text('事由', { required: true, max: 500, multiline: true }),
  proofs,
  proofPromised: bool('承诺后补证明', { initial: false }),
  examConfirmed: bool('考试期间仍要请假', { initial: false }),
} as const
const handedIn = {
  id: text('编号', { required: true, max: 36 }),
  leaveNo: text('单号', { required: true, max: 30 }),
  instanceId: text('流程', { max: 36 }),
  nextStep: text('下一步', { max: 500 }),
} as const
const refusals = leave.options.refusals ?? {}

export const applyLeave = action('leave.leave.apply', '请假', { input: form, output: handedIn, refusals })
/** Staff apply for a student; `approvedByPhone` names who approved in an emergency. */
export const applyForStudent = action('leave.leave.applyFor', '代为请假', {
  input: {
    studentId: ref('student', '学生', { required: true }),
    ...form,
    approvedByPhone: text('电话批准人', { max: 60, help: '紧急情况下电话批准的，写明是谁批准的，登记后立即生效' }),
  },
  output: handedIn,
  refusals,
})
/** Resubmits a returned application. */
export const resubmitLeave = action('leave.leave.resubmit', '修改后重新提交', {
  permission: 'leave:leave:apply',
  input: { id, ...form },
  output: handedIn,
  refusals,
})
export const withdrawLeave = action('leave.leave.withdraw', '撤回请假', {
  output: 'none',
  permission: 'leave:leave:apply',
  input: { id },
})
export const cancelLeave = action('leave.leave.cancel', '取消请假', {
  output: 'none',
  permission: 'leave:leave:apply',
  input: { id, reason },
  refusals: { begun: '请假已于 {from} 开始，不能取消，请销假' },
})
export const extendLeave = action('leave.leave.extend', '续假', {
  permission: 'leave:leave:apply',
  input: { id, endAt: datetime('延长到', { required: true }), reason, proofs },
  output: handedIn,
  refusals: {
    ...refusals,
    ended: '请假已于 {to} 结束，不能再续假，请先销假',
    order: '续假到 {to}，不晚于原来的结束时间 {from}',
    running: '续假 {leaveNo} 还在审批',
  },
})
export const giveProof = action('leave.leave.giveProof', '补交证明', {
  output: 'none',
  permission: 'leave:leave:apply',
  input: { id, proofs: files('证明', { required: true, maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }) },
})
/** 20-L7: the counsellor converts a leave whose proof did not arrive. */
export const makePersonal = action('leave.leave.makePersonal', '改为事假', {
  inScope: true,
  output: 'none',
  input: { id, reason },
  refusals: { given: '{leaveNo} 的证明已交，不能改为事假', notDue: '补交证明的期限是 {date}，还没有到', none: '{leaveNo} 没有承诺补交证明' },
})

/** 20-L10: the student reports back, by position or by the code at the counsellor's desk. */
export const comeBack = action('leave.leave.comeBack', '销假', {
  permission: 'leave:leave:apply',
  input: {
    id,
    ...positionInput,
    code: text('销假码', { max: 200 }),
  },
  output: { backAt: datetime('返校时间', { required: true }), actualDays: decimal('实际天数', { required: true }), state: leaveStates.field('状态') },
  refusals: {
    notBegun: '请假 {from} 才开始，不用销假，可以取消',
    noPosition: '请用定位或扫老师的销假码销假',
    far: '你离学校还有 {distance} 米（已扣除定位误差 {accuracy} 米），请到校后再试或请辅导员登记',
    inaccurate: '定位误差 {accuracy} 米，超过 {most} 米，请到室外再试或请辅导员登记',
    noPoint: '学校没有设置位置，不能定位销假，请扫老师的销假码',
    code: '销假码已失效，请重新扫描',
  },
})
/** Staff close leaves of students who report in person. */
export const closeLeaves = action('leave.leave.close', '登记销假', {
  input: { ids: list('请假', ref('leave', '请假', { required: true }), { required: true, min: 1, max: 500 }), backAt: datetime('返校时间'), note: text('说明', { max: 200 }) },
  output: { closed: integer('已销假', { required: true }) },
  refusals: { future: '返校时间 {backAt} 还没有到', before: '返校时间 {backAt} 早于 {leaveNo} 的开始时间 {from}' },
})
const changing = { code: text('码', { required: true, max: 200 }), seconds: integer('更新间隔', { required: true }) } as const
export const deskCode = action('leave.leave.deskCode', '销假码', { method: 'GET', permission: 'leave:leave:close', output: changing })
/** 20-L12: one's own slip, with a rotating code. */
export const leaveSlip = action('leave.leave.slip', '假条', {
  method: 'GET',
  permission: 'leave:leave:apply',
  input: { id },
  output: {
    ...changing,
    name: text('姓名', { required: true, max: 60 }),

    startAt: datetime('开始', { required: true }),
    endAt: datetime('结束', { required: true }),
  },
})
/** What a guard sees of a slip: the student and whether it is valid. */
export const verifySlip = action('leave.leave.verify', '查验假条', {
  input: { code: text('假条码', { required: true, max: 200 }) },
  output: { isValid: bool('有效', { required: true }), name: text('姓名', { max: 60 }), why: text('说明', { required: true, max: 100 }) },
})

const course = {
  courseNo: text('课程号', { required: true, max: 30 }),
  courseName: text('课程', { required: true, max: 100 }),
  now: integer('这次', { required: true }),
  past: integer('以往', { required: true }),
  planned: integer('学期共', { required: true }),
  isOver: bool('超过限度', { required: true }),
} as const
const missed = {
  date: date('日期', { required: true }),
  begin: text('开始', { required: true, max: 5 }),
  end: text('结束', { required: true, max: 5 }),
  courseName: text('课程', { required: true, max: 100 }),
  courseNo: text('课程号', { required: true, max: 30 }),
  teacherName: text('任课教师', { max: 60 }),
  sectionFrom: integer('开始节次', { required: true }),
  sectionTo: integer('结束节次', { required: true }),
} as const
export const outcomeShape = {
  days: decimal('天数', { required: true }),
  countedDays: decimal('合并天数', { required: true }),
  near: list(
    '合并的请假',
    shape('请假', { leaveNo: text('单号', { required: true, max: 30 }), days: decimal('天数', { required: true }), startAt: datetime('开始', { required: true }) }),
    { required: true },
  ),
  level: choice('审批到', LEVELS, { required: true }),
  besideHoliday: list('节假日前后', date('日期', { required: true }), { required: true }),
  exams: list('考试', date('日期', { required: true }), { required: true }),
  hasTimetable: bool('有课表', { required: true }),
  lessons: list('缺课', shape('课', missed), { required: true }),
  courses: list('课程', shape('课程', course), { required: true }),
  termTotal: decimal('本学期共请', { required: true }),
  termLimit: integer('学期上限', { required: true }),
  isOverTerm: bool('超过学期上限', { required: true }),
  advisesSuspension: bool('建议休学', { required: true }),
  needsGuardian: bool('须告知家长', { required: true }),
} as const
/** 20: previews the outcome of an application; stores nothing. Violations are returned as sentences. */
export const previewLeave = action('leave.leave.preview', '请假预览', {
  method: 'GET',
  access: 'signedIn',
  input: {
    typeId: ref('leaveType', '类型', { required: true }),
    startAt: datetime('开始', { required: true }),
    endAt: datetime('结束', { required: true }),
    studentId: ref('student', '学生'),
    /** The leave being edited or extended. */
    id: ref('leave', '请假'),
    extendsId: ref('leave', '续假'),
  },
  output: {
    ...outcomeShape,
    steps: list(
      '审批',
      shape('环节', {
        name: text('名称', { required: true, max: 60 }),
        people: text('人员', { max: 300 }),
        why: text('原因', { max: 500 }),
        usualMin: integer('通常用时（分钟）'),
      }),
      {
        required: true,
      },
    ),
    needsProof: bool('须证明', { required: true }),
    isRetro: bool('补假', { required: true }),
    proofLaterDays: integer('证明可后补', { required: true }),
    guardianDays: integer('须告知家长', { required: true }),
    problems: list('不能提交的原因', text('原因', { required: true, max: 300 }), { required: true }),
    /** 20-L9: latest half day it can be extended to. */
    furthest: datetime('最晚到'),
  },
})
/** 20-L11: the office's actions on an overdue leave. */
export const remindBack = action('leave.leave.remind', '提醒返校', {
  permission: 'leave:leave:close',
  input: { ids: list('请假', ref('leave', '请假', { required: true }), { required: true, min: 1, max: 500 }) },
  output: { told: integer('已提醒', { required: true }) },
})
export const leaveActions = [
  applyLeave,
  applyForStudent,
  resubmitLeave,
  withdrawLeave,
  cancelLeave,
  extendLeave,
  giveProof,
  makePersonal,
  comeBack,
  closeLeaves,
  deskCode,
  leaveSlip,
  verifySlip,
  previewLeave,
  remindBack,
]
