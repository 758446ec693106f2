import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, dict, dictionary, entity, files, integer, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

/** States after approval: it begins, and ends on time or overdue. */
export const tempStates = states(
  {
    ...SUBMITTED_STATES,
    approved: { label: '已通过', tone: 'going' },
    active: { label: '外宿中', tone: 'done' },
    overdue: { label: '逾期未归', tone: 'refused' },
    closed: { label: '已返回', tone: 'over' },
  },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], cancel: ['approved'], comeBack: ['approved', 'active', 'overdue'], close: ['approved', 'active', 'overdue'] },
)
export type TempState = keyof typeof tempStates.labels
/** States that block overlapping applications of the same student. */
export const HOLDING = ['pending', 'returned', 'approved', 'active', 'overdue'] as const
/** States whose nights count for the term. */
export const COUNTING = [...HOLDING, 'closed'] as const
/** Approved: excuses nights until the student is back. */
export const AGREED = ['approved', 'active', 'overdue', 'closed'] as const
export const AWAY = ['active', 'overdue'] as const
export const tempPlaceType = dictionary('tempPlaceType', '外宿地点', {
  home: '自己家',
  relative: '亲友家',
  hospital: '医院',
  laboratory: '实验室',
  hotel: '酒店',
  other: '其他',
})
/** Form fields of the applicant. */
export const asked = {
  from: datetime('离开', { required: true, sortable: true }),
  to: datetime('返回', { required: true, sortable: true }),
  placeType: dict('外宿地点', tempPlaceType, { required: true }),
  cantonCode: cantonCode('所在地区'),
  address: text('详细地址', { required: true, max: 200, sensitivity: 'S1', mask: 'address' }),
  companion: text('同住人', { max: 100 }),
  contactName: text('紧急联系人', { required: true, max: 60, sensitivity: 'S1', mask: 'name' }),
  contactPhone: text('联系电话', { required: true, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  guardianInformed: bool('已告知家长', { required: true, initial: false }),
  reason: text('事由', { required: true, max: 300, multiline: true }),
  proofs: files('证明', { maxFiles: 4, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
} as const
const readonly = { readonly: true } as const

/** 临时外宿: nights elsewhere without missing class. Not linked to a building: its managers see only "excused". */
export const tempLocation = entity(
  'dormitory.tempLocation',
  '临时外宿',
  {
    tempNo: text('单号', { required: true, ...readonly, max: 30, search: true, sortable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    /** Values at the time of application; data scope follows the student. */
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    nights: integer('晚数', { required: true, ...readonly }),
    firstNight: date('首晚', { required: true, ...readonly }),
    /** Less than requested after an early return. */
    actualNights: integer('实际晚数', readonly),
    state: tempStates.field('状态', { sortable: true }),
    approvedAt: datetime('批准时间', readonly),
    /** When the student was reminded of the end. */
    dueToldAt: datetime('到期提醒时间', readonly),
    backAt: datetime('实际返回', { ...readonly, sortable: true }),
    backWay: choice('返回依据', { self: '本人登记', staff: '老师登记', status: '学籍状态变动' }, readonly),
    backNote: text('返回说明', { ...readonly, max: 200, translatable: true }),
    cancelReason: text('取消原因', { ...readonly, max: 200, translatable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'tempNo',
    unique: [['tempNo']],
    scope: BY_STUDENT,
    sort: ['-from'],
    verbs: ['list', 'export'],
    refusals: {
      order: '返回时间 {to} 不晚于离开时间 {from}',
      daytime: '{from} 至 {to} 不含完整的一晚（{curfew} 到次日 {gateOpening}），白天外出请用外出登记',
      over: '最后一晚 {night} 已经过去，不能再申请',
      longest: '临时外宿一次最多 {most} 晚，这次 {nights} 晚；更久请申请校外住宿',
      perTerm: '临时外宿一学期最多 {most} 晚，已有 {used} 晚，加上这次 {nights} 晚；更久请申请校外住宿',
      late: '首晚 {night} 的外宿须在当天 {until} 前提交，现在已过；紧急情况请上传证明',
      onLeave: '请假 {leaveNo} 已批准离校，{from} 至 {to} 都包含在内，不用再申请临时外宿',
      overlap: '与临时外宿 {tempNo}（{from} 至 {to}）时间重叠',
      noStay: '你现在没有在住的床位，不用申请临时外宿',
      cantonUnknown: '行政区划里没有代码“{code}”',
    },
  },
)
