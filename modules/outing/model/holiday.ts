import { bool, choice, date, datetime, dict, dictionary, entity, json, list, ref, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { conditionFields } from '#modules/workflow/rounds/model/conditions.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { qualifyActions } from '#modules/workflow/rounds/model/round-qualify.ts'
import { outingTransport } from './going-out.ts'

export const HOLIDAY_KINDS = { short: '小长假', winter: '寒假', summer: '暑假', other: '其他' } as const
export const holidayStayReason = dictionary('holidayStayReason', '留校原因', {
  study: '备考或课题研究',
  internship: '就近实习',
  work: '校内勤工助学',
  duty: '学校安排的工作',
  far: '路途远',
  family: '家庭原因',
  other: '其他',
})
/** Floors for central lodging of stayers. Written by the dormitory module. */
export interface StayRooms {
  floorIds: readonly string[]
}
/** Conditions for closing a building besides complete answers. */
export interface CloseRules {
  /** Everybody who said they would leave has left. */
  needsDeparture: boolean
  /** Each room has a safety report by the last person leaving. */
  needsSafe: boolean
}
export const CLOSE_RULES: CloseRules = { needsDeparture: true, needsSafe: false }
export const holidayPlan = entity(
  'outing.holidayPlan',
  '节假日去向计划',
  {
    ...roundFields,
    ...conditionFields,
    kind: choice('假期', HOLIDAY_KINDS, { required: true, initial: 'short' }),
    holidayFrom: date('放假', { required: true, sortable: true }),
    holidayTo: date('收假', { required: true }),
    stayAllowed: bool('可以留校', { required: true, initial: true }),
    stayNeedsApproval: bool('留校须申请', { required: true, initial: false }),
    stayReasons: list('可选的留校原因', dict('原因', holidayStayReason), { max: 20, help: '不选时都可以' }),
    stayRooms: json<StayRooms>('集中住宿', { readonly: true }),
    closeRules: json<CloseRules>('关楼条件'),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { ...roundRefusals, holiday: '收假 {to} 早于放假 {from}', late: '登记结束 {endTime} 晚于收假 {to}' },
  },
)
export const planActions = roundActions(holidayPlan)
/** Preview of a plan's audience, and of students without somebody responsible. */
export const planPreview = qualifyActions(holidayPlan)

export const CHOICES = { stay: '留校', home: '回家', travel: '出游', other: '其他' } as const
export type Choice = keyof typeof CHOICES
export const answer = {
  choice: choice('去向', CHOICES, { required: true }),
  leaveAt: datetime('离校时间', { sortable: true }),
  backPlanned: datetime('计划返校', { sortable: true }),
  cantonCode: cantonCode('去往'),
  address: text('详细地址', { max: 200, sensitivity: 'S1', mask: 'address' }),
  transport: dict('交通方式', outingTransport),
  tripNo: text('车次或航班', { max: 30 }),
  companion: text('同行人', { max: 100 }),
  contactPhone: text('假期电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  showsToCompanions: bool('让同城同日的同学看到我', { initial: false, help: '只有也同意的同学之间互相看得到姓名、班级和车次' }),
} as const
export const holidayDestination = entity(
  'outing.holidayDestination',
  '节假日去向',
  {
    planId: ref('holidayPlan', '假期', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...answer,
    /** Empty where the answer was withdrawn: a refused stay, or a departure without an answer. */
    answeredAt: datetime('登记时间', { readonly: true, sortable: true }),
    /** 20-G6: the last change made after leaving; the history has all. */
    changedAfterAt: datetime('离校后改动', { readonly: true }),
    backAt: datetime('实际返校', { readonly: true, sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    region: text('去往地区', { computed: true, max: 180 }),
  },
  {
    title: 'choice',
    scope: BY_STUDENT,
    unique: [['planId', 'studentId']],
    select: 'scoped',
    sort: ['-answeredAt'],
    verbs: ['list', 'export'],
    refusals: {
      order: '计划返校 {to} 不晚于离校时间 {from}',
      stayFields: '留校不用填写{fields}',
      needed: '{choice}须填写{fields}',
      cantonUnknown: '行政区划里没有代码“{code}”',
      stayOff: '“{name}”不安排留校',
      stayApply: '“{name}”留校须先申请，请到离校留校里办理',
      ended: '“{name}”已于 {to} 收假，不能再改去向',
    },
  },
)
