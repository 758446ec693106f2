import { action, bool, choice, datetime, files, integer, json, list, ref, text } from '#model'
import { type Fence, positionInput } from '#model/geo.ts'
import type { Audience } from '#modules/system/model/audience.ts'
import { makeupApplication } from './makeup-application.ts'
import { lineStates } from './sign-line.ts'
import { KINDS } from './sign-task.ts'
import { WAY_RULES, WAYS } from './ways.ts'

const occurrenceId = ref('signOccurrence', '场次', { required: true })
const lines = list('签到记录', ref('signLine', '签到记录', { required: true }), { required: true, min: 1, max: 1000 })
const reason = text('原因', { required: true, min: 2, max: 200, multiline: true })
const SIGN = { permission: 'signIn:signLine:sign' } as const
const WATCH = { permission: 'signIn:signLine:manage' } as const

/** Evidence a student submits. */
const evidence = {
  ...positionInput,
  isMocked: bool('模拟定位'),
  ticket: text('扫码凭证', { max: 200 }),
  number: text('现场数字', { max: 4, format: 'digits' }),
  photo: files('照片', { maxFiles: 1, types: ['jpg', 'jpeg'] }),
  /** Required: otherwise one phone could sign for a whole room unnoticed (20-SA7). */
  deviceKey: text('设备标识', { required: true, min: 16, max: 64 }),
  deviceName: text('设备', { max: 60 }),
  clientAt: datetime('手机时间'),
} as const
/** 20-SA2: signs in or out; a repeat returns the first result. Failed numbers are counted even if the request is refused, so it opens its own transactions. */
export const sign = action('signIn.signLine.sign', '签到', {
  isWhole: false,
  input: { occurrenceId, ...evidence },
  output: {
    state: lineStates.field('状态'),
    signedAt: datetime('签到时间'),
    outAt: datetime('签退时间'),
    /** Already signed; nothing was changed. */
    isRepeat: bool('已经签过', { required: true }),
  },
  refusals: {
    notInList: '“{name}”的名单里没有你，有疑问请联系{owner}',
    notOpen: '“{name}”{opensAt} 至 {closesAt} 签到，现在是 {now}',
    paused: '“{name}”已暂停，恢复后再签',
    staffOnly: '“{name}”由老师点名，不用自己签到',
    voided: '这次签到已被作废：{reason}',
    lacking: '还缺：{ways}',
    lackingAny: '请用其中一种方式签到：{ways}',
    inaccurate: '定位误差 {accuracy} 米，要求 {most} 米以内。请到窗边或室外再试，签不上可以请老师点名',
    outside: '你在范围外 {distance} 米（已扣除定位误差 {accuracy} 米）。请走近再试，签不上可以请老师点名',
    mustLocate: '没有取到位置，请允许定位后再试，签不上可以请老师点名',
    tokenOld: '二维码已过期，请重新扫描现场正在显示的码',
    number: '现场数字不对，还可以输 {left} 次',
    numberPause: '输错 {tries} 次，请 {seconds} 秒后再试，或请老师点名',
    photoBig: '照片 {size} KB，超过 {most} KB',
    deviceLimit: '你已绑定 {most} 部手机：{names}。这部手机须先换绑，或请老师点名',
    deviceShared: '这部手机已经为别的同学签过到，请用自己的手机，或请老师点名',
    tooEarlyOut: '签到后 {minutes} 分钟才能签退，最早 {earliest}',
  },
})
/** 20-SA5: exchanges the current code for a personal ticket. */
export const scan = action('signIn.signLine.scan', '扫码', {
  ...SIGN,
  input: { code: text('二维码', { required: true, max: 200 }) },
  output: {
    occurrenceId: text('场次', { required: true, max: 36 }),
    ticket: text('凭证', { required: true, max: 200 }),
    seconds: integer('有效秒数', { required: true }),
    name: text('任务', { required: true, max: 100 }),
    lacking: list('还须', choice('方式', WAYS), { required: true }),
  },
  refusals: { tokenOld: '二维码已过期，请重新扫描现场正在显示的码', notInList: '“{name}”的名单里没有你' },
})
export const rebind = action('signIn.deviceBinding.rebind', '换绑手机', {
  output: 'none',
  ...SIGN,
  input: { deviceKey: text('设备标识', { required: true, min: 16, max: 64 }), deviceName: text('设备', { max: 60 }) },
  refusals: {
    soon: '自己换绑每 {days} 天一次，上次 {last}，请找辅导员解绑',
    known: '这部手机已经绑定',
    free: '你只绑定了 {count} 部，最多 {most} 部，签到时会自动绑定',
  },
})
/** 20-SA9: the counsellor unbinds a student's phones; the next signing binds anew. */
export const unbind = action('signIn.deviceBinding.unbind', '解绑手机', {
  input: { ids: list('设备', ref('deviceBinding', '设备', { required: true }), { required: true, min: 1, max: 200 }), reason },
  output: { count: integer('已解绑', { required: true }) },
})
const undone = { notVisible: '选中的 {asked} 条里有 {missing} 条不在你的数据范围内，请刷新后再试' } as const
export const signByStaff = action('signIn.signLine.signByStaff', '代签', {
  ...WATCH,
  input: { ids: lines, note: text('说明', { max: 200 }) },
  output: { count: integer('已签', { required: true }) },
  refusals: { ...undone, none: '选中的学生都不用代签：只有未签到、缺勤、免签和已作废的可以', early: '“{name}”{opensAt} 才开始' },
})
export const voidLines = action('signIn.signLine.void', '作废', {
  ...WATCH,
  input: { ids: lines, reason },
  output: { count: integer('已作废', { required: true }) },
  refusals: { ...undone, none: '选中的都不是已签到或迟到，不用作废' },
})
export const clearFlags = action('signIn.signLine.clearFlags', '认可', {
  ...WATCH,
  input: { ids: lines, reason },
  output: { count: integer('已认可', { required: true }) },
  refusals: { ...undone, none: '选中的没有待核实的异常' },
})
export const excuseLines = action('signIn.signLine.excuse', '记为免签', {
  ...WATCH,
  input: { ids: lines, reason },
  output: { count: integer('已免签', { required: true }) },
  refusals: { ...undone, none: '选中的都已签到，不用免签' },
})
export const remindPending = action('signIn.signOccurrence.remind', '提醒未签到', {
  ...WATCH,
  input: { occurrenceId },
  output: { told: integer('已提醒', { required: true }) },
  refusals: { nobody: '你的学生都已签到或免签', soon: '{minutes} 分钟内已经提醒过，{next} 以后可以再提醒', notOpen: '“{name}”不在签到时间，不能提醒' },
})
const OWN = { permission: 'signIn:signTask:publish' } as const
export const closeOccurrence = action('signIn.signOccurrence.close', '提前截止', {
  output: 'none',
  ...OWN,
  input: { occurrenceId, reason },
})
/** 20-SA12: notifies everybody who has not signed of the new time. */
export const retimeOccurrence = action('signIn.signOccurrence.retime', '改时间', {
  output: 'none',
  ...OWN,
  input: { occurrenceId, closesAt: datetime('截止改为', { required: true }), lateAt: datetime('迟到从'), reason },
  refusals: {
    past: '新的截止 {closesAt} 须晚于现在和开始 {opensAt}',
    window: '新的截止 {closesAt} 晚于任务结束 {endTime}，请先延长任务',
    late: '迟到时间须在开始和截止之间',
  },
})
/** A class meeting in one request: created, published and opened. */
export const quickStart = action('signIn.signTask.quick', '快速发起', {
  ...OWN,
  input: {
    name: text('名称', { required: true, max: 100 }),
    kind: choice('类型', KINDS, { required: true }),
    minutes: integer('签到时长（分钟）', { required: true, min: 1, max: 1440 }),
    lateMinutes: integer('多少分钟后算迟到', { min: 0, max: 1440 }),
    ways: list('签到方式', choice('方式', WAYS), { required: true, min: 1, max: 5 }),
    wayRule: choice('几种方式', WAY_RULES, { required: true }),
    audience: json<Audience>('受众', { required: true, untyped: 'groups of several kinds, checked by the model of audiences' }),
  },
  output: { id: text('任务', { required: true, max: 36 }), occurrenceId: text('场次', { required: true, max: 36 }), count: integer('人数', { required: true }) },
  refusals: { needsFence: '定位签到须先画出范围，请用“新增”填写完整的任务', lateOver: '{late} 分钟后算迟到，须短于签到时长 {minutes} 分钟' },
})
/** How many of last week's positions a new fence would have excluded, to test it before use. */
export const tryFences = action('signIn.signTask.tryFences', '试算范围', {
  ...OWN,
  input: { fences: json<Fence[]>('定位范围', { required: true, untyped: 'circles and polygons' }) },
  output: { total: integer('上周定位签到', { required: true }), refused: integer('会被拒绝', { required: true }), students: integer('涉及学生', { required: true }) },
  refusals: { form: '第 {n} 个范围还没有填好' },
})
export const signActions = [
  sign,
  scan,
  rebind,
  unbind,
  signByStaff,
  voidLines,
  clearFlags,
  excuseLines,
  remindPending,
  closeOccurrence,
  retimeOccurrence,
  quickStart,
  tryFences,
  ...Object.values(makeupApplication),
]
