import { action, bool, datetime, decimal, files, integer, list, ref, text } from '#model'
import { positionInput } from '#model/geo.ts'
import { leaveApplication } from './application.ts'
import { leaveStates } from './leave.ts'

const id = ref('leave', '请假', { required: true })
const reason = text('原因', { required: true, max: 200, multiline: true })
const proofs = files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] })
const { permission } = leaveApplication.apply
export const extendLeave = action('leave.leave.extend', '续假', {
  permission,
  input: { id, endAt: datetime('延长到', { required: true }), reason, proofs },
  output: leaveApplication.apply.output,
  refusals: {
    ...leaveApplication.apply.refusals,
    ended: '请假已于 {to} 结束，不能再续假，请先销假',
    order: '续假到 {to}，不晚于原来的结束时间 {from}',
    running: '续假 {leaveNo} 还在审批',
  },
})
export const giveProof = action('leave.leave.giveProof', '补交证明', {
  output: 'none',
  permission,
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
  permission,
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
  permission,
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

/** 20-L11: the office's actions on an overdue leave. */
export const remindBack = action('leave.leave.remind', '提醒返校', {
  permission: 'leave:leave:close',
  input: { ids: list('请假', ref('leave', '请假', { required: true }), { required: true, min: 1, max: 500 }) },
  output: { told: integer('已提醒', { required: true }) },
})
export const leaveActions = [...Object.values(leaveApplication), extendLeave, giveProof, makePersonal, comeBack, closeLeaves, deskCode, leaveSlip, verifySlip, remindBack]
