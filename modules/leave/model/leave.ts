import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, decimal, dict, dictionary, entity, files, integer, json, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { LEVELS } from './counting.ts'
import type { MissedLesson } from './missing.ts'

/** After the approval a leave begins, and ends on time or overdue. An approved one whose start has passed is away before the clock says so. */
export const leaveStates = states(
  {
    ...SUBMITTED_STATES,
    approved: { label: '已通过', tone: 'going' },
    active: { label: '休假中', tone: 'done' },
    overdue: { label: '逾期未归', tone: 'refused' },
    closed: { label: '已销假', tone: 'over' },
  },
  {
    resubmit: ['returned'],
    withdraw: ['pending', 'returned'],
    cancel: ['approved'],
    extend: ['approved', 'active', 'overdue'],
    slip: ['approved', 'active', 'overdue'],
    comeBack: ['approved', 'active', 'overdue'],
    close: ['approved', 'active', 'overdue'],
    giveProof: ['pending', 'returned', 'approved', 'active', 'overdue', 'closed'],
  },
)
/** States in which a leave blocks overlapping ones of the same student. */
export const HOLDING = ['pending', 'returned', 'approved', 'active', 'overdue'] as const
/** States counted for days and missed lessons of the term. */
export const COUNTING = [...HOLDING, 'closed'] as const
/** Approved and not yet back. */
export const AWAY = ['active', 'overdue'] as const
export const APPLY_WAYS = { self: '本人申请', byStaff: '代为申请', retro: '补假' } as const
export const BACK_WAYS = { gate: '门禁', location: '定位', scan: '扫码', staff: '老师登记' } as const
export const transport = dictionary('leaveTransport', '交通方式', {
  train: '火车',
  plane: '飞机',
  coach: '长途汽车',
  car: '自驾或接送',
  metro: '地铁公交',
  other: '其他',
})
const PROOF = { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] } as const
const S2 = { sensitivity: 'S2' } as const

/** Form fields of the applicant; also used when staff apply for a student. */
export const asked = {
  typeId: ref('leaveType', '类型', { required: true }),
  startAt: datetime('开始', { required: true, sortable: true }),
  endAt: datetime('结束', { required: true, sortable: true }),
  leavesCampus: bool('离开学校', { required: true, initial: false }),
  leavesCity: bool('离开本市', { required: true, initial: false }),
  cantonCode: cantonCode('去往'),
  address: text('详细地址', { max: 200, sensitivity: 'S1', mask: 'address' }),
  transport: dict('交通方式', transport),
  companion: text('同行人', { max: 100 }),
  contactName: text('紧急联系人', { max: 60, sensitivity: 'S1', mask: 'name' }),
  contactPhone: text('联系电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  guardianInformed: bool('已告知家长', { initial: false }),
} as const
export const leave = entity(
  'leave.leave',
  '请假',
  {
    leaveNo: text('单号', { required: true, readonly: true, max: 30, search: true, sortable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Values at the time of application, for statistics; data scope follows the student. */
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...asked,
    days: decimal('天数', { required: true, readonly: true, precision: 4, scale: 1, sortable: true }),
    /** 20-L2: together with adjacent leaves. */
    countedDays: decimal('合并天数', { readonly: true, precision: 5, scale: 1 }),
    level: choice('审批到', LEVELS, { readonly: true }),
    besideHoliday: bool('节假日前后', { readonly: true, initial: false }),
    hasExam: bool('考试期间', { readonly: true, initial: false }),
    /** For sensitive types the reason is stored in the second field; the same for proofs. */
    reason: text('事由', { max: 500, multiline: true }),
    privateReason: text('敏感事由', { max: 500, multiline: true, ...S2 }),
    proofs: files('证明', PROOF),
    privateProofs: files('敏感证明', { ...PROOF, ...S2 }),
    /** 20-L7: due date of a promised proof. */
    proofDueOn: date('补交证明截止', { readonly: true }),
    lessons: json<readonly MissedLesson[]>('缺课', { readonly: true, secret: 'internal' }),
    lessonCount: integer('缺课节数', { readonly: true }),
    applyWay: choice('申请方式', APPLY_WAYS, { readonly: true, initial: 'self' }),
    /** Who approved by phone in an emergency, recorded by staff. */
    approvedByPhone: text('电话批准人', { readonly: true, max: 60, clear: 'the name of who agreed, no number' }),
    extendsId: ref('leave', '续假', { readonly: true }),
    teamId: ref('leaveTeam', '集体请假', { readonly: true }),
    state: leaveStates.field('状态', { sortable: true }),
    approvedAt: datetime('批准时间', { readonly: true }),
    backAt: datetime('返校时间', { readonly: true, sortable: true }),
    backWay: choice('销假方式', BACK_WAYS, { readonly: true }),
    backNote: text('销假说明', { readonly: true, max: 200, translatable: true }),
    actualDays: decimal('实际天数', { readonly: true, precision: 4, scale: 1 }),
    overdueDays: integer('逾期天数', { computed: true }),
    /** Last overdue reminder sent, and number of escalation marks passed (20-L11). */
    overdueTold: text('逾期提醒到', { readonly: true, secret: 'internal', max: 20 }),
    overdueMarks: integer('逾期上报次数', { readonly: true, secret: 'internal' }),
    cancelReason: text('取消原因', { readonly: true, max: 200, translatable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    /** Region name, for print and export. */
    cantonName: text('去往地名', { computed: true, max: 200 }),
  },
  {
    title: 'leaveNo',
    unique: [['leaveNo']],
    scope: BY_STUDENT,
    select: 'scoped',
    sort: ['-startAt'],
    importKey: ['studentId', 'startAt'],
    verbs: ['list', 'export', 'import'],
    refusals: {
      order: '结束时间 {to} 不晚于开始时间 {from}',
      typeOff: '“{name}”已停用，请选其他类型',
      maxDays: '{name}一次最多 {maxDays} 天，现在 {days} 天',
      maxPerTerm: '{name}一学期最多 {maxPerTerm} 天，已请 {used} 天，加上这次 {days} 天',
      advance: '{name}须提前 {hours} 小时申请，最早从 {earliest} 开始',
      retro: '{name}只能在开始后 {days} 天内补假，这次从 {from} 开始，已过 {passed} 天',
      retroNever: '{name}不能补假，开始时间 {from} 已经过去',
      retroProof: '补假须上传证明',
      proof: '{name}须上传证明',
      proofLater: '{name}须上传证明，或承诺在 {days} 天内补交',
      overlap: '与请假 {leaveNo}（{from} 至 {to}）时间重叠',
      guardian: '{days} 天的请假须先告知家长（{limit} 天起）',
      where: '离校请假须填写去往哪里',
      cantonUnknown: '行政区划里没有代码“{code}”',
      exam: '这段时间有考试（{dates}），请确认仍要请假',
      tooFar: '请假最远可以申请到 {last}，这次到 {to}',
      reason: '请填写事由',
      contact: '请填写紧急联系人和电话',
      studentUnknown: '没有这名学生，或不在你的数据范围内',
    },
  },
)
