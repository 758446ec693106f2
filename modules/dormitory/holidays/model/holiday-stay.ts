import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, dict, entity, ref, states, text } from '#model'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

/** 20-DH6: an approval can be revoked. */
export const holidayStayStates = states(
  { ...SUBMITTED_STATES, revoked: { label: '已收回', tone: 'refused' } },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], assign: ['approved'], revoke: ['approved'] },
)
export type HolidayStayState = keyof typeof holidayStayStates.labels
/** States that count: at most one per holiday and student. */
export const HOLDING = ['pending', 'returned', 'approved'] as const
export const LODGINGS = { ownBed: '住原床位', central: '集中住宿' } as const
export const STAY_SOURCES = { apply: '学生申请', plain: '登记留校', list: '组织名单' } as const
/** Form fields of the applicant. */
export const asked = {
  from: date('从哪天', { required: true, sortable: true }),
  to: date('到哪天', { required: true, sortable: true }),
  reason: dict('留校原因', holidayStayReason, { required: true }),
  detail: text('说明', { max: 300, multiline: true }),
  guardianName: text('监护人', { max: 60, sensitivity: 'S1', mask: 'name' }),
  guardianPhone: text('监护人电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  lodging: choice('住在哪里', LODGINGS, { required: true, initial: 'ownBed' }),
  commitment: text('留校承诺', { required: true, max: 500, multiline: true }),
} as const
const readonly = { readonly: true } as const

/** 留校申请: a stay over a holiday with reason and guardian. The answer itself is the holiday destination. */
export const holidayStay = entity(
  'dormitory.holidayStay',
  '留校申请',
  {
    stayNo: text('单号', { required: true, ...readonly, max: 30, search: true, sortable: true }),
    destinationId: ref('holidayDestination', '去向', { required: true, immutable: true }),
    planId: ref('holidayPlan', '假期', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    /** Building of residence; its managers may read the stays. */
    dormId: ref('dormBuilding', '楼栋', readonly),
    source: choice('来源', STAY_SOURCES, { required: true, ...readonly, initial: 'apply' }),
    ...asked,
    /** Set by the counsellor after the call; null before. */
    guardianAgreed: bool('已联系家长，家长同意'),
    dutyTeacherId: ref('teacher', '责任教师', readonly),
    /** The bed of central lodging, if assigned. */
    stayId: ref('dormStay', '集中住宿床位', readonly),
    state: holidayStayStates.field('状态', { sortable: true }),
    approvedAt: datetime('批准时间', readonly),
    revokeReason: text('收回原因', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    bed: text('床位', { computed: true, max: 200 }),
  },
  {
    title: 'stayNo',
    unique: [['stayNo']],
    scope: { ...BY_STUDENT_OF_COLLEGE, building: 'dormId.buildingId' },
    sort: ['-from'],
    verbs: ['list', 'export'],
    refusals: {
      order: '结束日期 {to} 早于开始日期 {from}',
      outside: '留校日期 {from} 至 {to} 超出了“{name}”（{holidayFrom} 至 {holidayTo}）',
      stayOff: '“{name}”不安排留校',
      plain: '“{name}”留校不用申请，登记去向时选留校即可',
      reasonOff: '“{name}”不受理以“{reason}”留校',
      minor: '{name}未满 18 周岁，须先联系家长并登记家长同意',
      guardian: '请先联系{name}的家长，家长同意后再审批',
      whom: '{name}未满 18 周岁，请填写监护人和电话',
      twice: '“{name}”已有留校申请 {stayNo}（{state}）',
      leavesForGood: '{name}的床位到 {plannedOut} 为止，毕业离校请办理退宿',
      noStay: '{name}现在没有在住的床位，不用申请留校',
      noAccount: '{name}还没有账号，不能提交申请',
    },
  },
)
