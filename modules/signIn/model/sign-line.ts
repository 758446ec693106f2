import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, datetime, decimal, entity, files, integer, json, list, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { EXCUSES } from './excuse.ts'
import { FLAG_STATES, type Flag } from './flags.ts'
import { TAKEN_WAYS } from './ways.ts'

export const lineStates = states({
  pending: { label: '未签到', tone: 'waiting' },
  signed: { label: '已签到', tone: 'done' },
  late: { label: '迟到', tone: 'attention' },
  absent: { label: '缺勤', tone: 'refused' },
  excused: { label: '免签', tone: 'going' },
  madeUp: { label: '已补签', tone: 'done' },
  voided: { label: '已作废', tone: 'over' },
})
export type LineState = keyof typeof lineStates.labels
/** States that count as present. */
export const PRESENT = ['signed', 'late', 'madeUp'] as const
const position = { readonly: true, sensitivity: 'S2' } as const

/** State of one student on one occurrence. Created when it opens; a unique index prevents a second one. */
export const signLine = entity(
  'signIn.signLine',
  '签到记录',
  {
    occurrenceId: ref('signOccurrence', '场次', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    date: date('日期', { required: true, readonly: true, sortable: true }),
    state: lineStates.field('状态', { initial: 'pending' }),
    signedAt: datetime('签到时间', { readonly: true }),
    outAt: datetime('签退时间', { readonly: true }),
    way: choice('方式', TAKEN_WAYS, { readonly: true }),
    excuse: choice('免签原因', EXCUSES, { readonly: true }),
    lat: decimal('纬度', { ...position, precision: 9, scale: 6 }),
    lng: decimal('经度', { ...position, precision: 9, scale: 6 }),
    accuracy: integer('定位误差（米）', position),
    deviceId: ref('deviceBinding', '设备', { readonly: true, secret: 'internal' }),
    flags: json<Flag[]>('异常', { readonly: true }),
    flagState: choice('核实', FLAG_STATES, { readonly: true }),
    /** Last manual change and reason. */
    changedBy: ref('user', '改动人', { readonly: true }),
    reason: text('改动原因', { readonly: true, max: 200 }),
    tries: integer('输错次数', { readonly: true, secret: 'internal' }),
    triedAt: datetime('输错时间', { readonly: true, secret: 'internal' }),
    taskName: text('任务', { computed: true, max: 100 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'date',
    scope: BY_STUDENT,
    unique: [['occurrenceId', 'studentId']],
    select: 'scoped',
    sort: ['-date'],
    countsUpTo: 10_000,
    verbs: ['list', 'export'],
  },
)
/** A phone a student signs with. */
export const deviceBinding = entity(
  'signIn.deviceBinding',
  '签到设备',
  {
    userId: ref('user', '账号', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    deviceKey: text('设备标识', { required: true, secret: true, immutable: true, max: 64 }),
    name: text('设备', { max: 60 }),
    slot: integer('位置', { required: true, readonly: true, secret: 'internal', min: 1, max: 5 }),
    boundAt: datetime('绑定时间', { required: true, readonly: true, sortable: true }),
    endedAt: datetime('解绑时间', { readonly: true }),
    endedBy: ref('user', '解绑人', { readonly: true }),
  },
  { title: 'name', scope: BY_STUDENT, select: 'scoped', sort: ['-boundAt'], verbs: ['list'] },
)
/** A photo taken when signing. Visible to the publisher and the student's counsellor only, for some days. */
export const signPhoto = entity(
  'signIn.signPhoto',
  '签到照片',
  {
    lineId: ref('signLine', '签到记录', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    photo: files('照片', { required: true, readonly: true, maxFiles: 1, types: ['jpg', 'jpeg'] }),
    print: text('照片指纹', { readonly: true, secret: true, max: 64 }),
    takenAt: datetime('拍摄时间', { required: true, readonly: true, sortable: true }),
  },
  { title: 'takenAt', scope: { student: 'studentId', class: 'studentId.counselledClassId' }, unique: [['lineId']], select: 'scoped', sort: ['-takenAt'], verbs: ['list'] },
)
export const makeupStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** Application to count as present afterwards. */
export const signMakeup = entity(
  'signIn.signMakeup',
  '补签',
  {
    lineId: ref('signLine', '签到记录', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    taskName: text('任务', { readonly: true, max: 100, search: true }),
    date: date('日期', { readonly: true, sortable: true }),
    reason: text('原因', { required: true, min: 2, max: 200, multiline: true }),
    proof: files('证明', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    /** Publisher and counsellors, whoever is first. */
    deciderIds: list('审批人', ref('user', '审批人'), { readonly: true }),
    state: makeupStates.field('状态', { initial: 'pending' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'taskName',
    scope: BY_STUDENT,
    select: 'scoped',
    sort: ['-date'],
    verbs: ['list', 'export'],
    refusals: {
      notAbsent: '“{name}”{date}的签到是{state}，不用补签',
      notClosed: '“{name}”还没有截止，可以直接签到',
      late: '“{name}”补签到 {until} 为止，现在已过',
      none: '“{name}”不能补签',
      over: '一个月最多补签 {most} 次，本月已有 {used} 次',
      running: '这次签到已经申请过补签',
      nobody: '没有人可以审批这份补签，请联系辅导员',
    },
  },
)
