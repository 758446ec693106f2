import { bool, choice, datetime, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const SCAN_KINDS = { done: '办理', undone: '撤销' } as const
export const SCAN_CHANNELS = { scan: '扫码', offline: '离线扫码' } as const
const fixed = { required: true, readonly: true } as const

/** 扫码记录: what was done at points; written once and never changed. */
export const welcomeScan = entity(
  'welcome.welcomeScan',
  '扫码记录',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    stepCode: text('环节', { ...fixed, max: 30, format: 'code' }),
    pointId: ref('welcomePoint', '办理点', fixed),
    by: ref('user', '办理人', fixed),
    kind: choice('动作', SCAN_KINDS, fixed),
    channel: choice('方式', SCAN_CHANNELS, fixed),
    /** By the device's clock where it was scanned without a network. */
    at: datetime('办理时间', { ...fixed, sortable: true }),
    /** 30-WS4: without a fresh code the document was looked at. */
    idChecked: bool('已核对证件', fixed),
    remark: text('说明', { readonly: true, max: 200 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    sort: ['-at'],
    verbs: ['list', 'export'],
    appendOnly: true,
    countsUpTo: 10_000,
    refusals: {
      notStaff: '你不是办理点“{point}”的工作人员',
      pointClosed: '办理点“{point}”已关闭',
      outside: '办理点“{point}”不办环节“{code}”',
      batchOver: '“{batch}”{state}，不能扫码办理',
      unknownCode: '这不是迎新码',
      expired: '这个码已过期，请学生刷新后再扫',
      used: '这个码 {at} 已在“{point}”用过，请学生刷新后再扫',
      otherBatch: '{name}不在“{batch}”的新生名单里',
      nobody: '没有找到姓名“{name}”、证件号后四位“{last4}”的新生',
      several: '有 {count} 名新生姓名和证件号后四位都相同，请扫码办理',
      idUnchecked: '没有扫到现场的码，须先核对身份证件',
      deviceTime: '离线办理的时间 {at} 不在最近 {hours} 小时内',
      notOwn: '{name}的“{step}”不是你扫码办的，不能撤销',
      undoLate: '{at} 扫的码，已过 {minutes} 分钟，撤销请找招生办',
    },
  },
)
