import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, datetime, dict, dictionary, entity, files, json, ref, states, text } from '#model'
import { cantonCode } from '#modules/campus/model/canton.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

/** A trip runs from registration to return; where trips need approval, the application states come first. */
export const outingStates = states(
  {
    ...SUBMITTED_STATES,
    registered: { label: '已登记', tone: 'waiting' },
    out: { label: '外出中', tone: 'going' },
    overdue: { label: '逾期未归', tone: 'refused' },
    back: { label: '已返校', tone: 'done' },
  },
  {
    resubmit: ['returned'],
    withdraw: ['pending', 'returned'],
    cancel: ['registered'],
    confirm: ['registered'],
    decline: ['registered'],
    leave: ['registered'],
    noteOut: ['registered'],
    comeBack: ['registered', 'out', 'overdue'],
    close: ['registered', 'out', 'overdue'],
    remind: ['registered', 'out', 'overdue'],
    safe: ['registered', 'out', 'overdue'],
  },
)
/** States in which a trip blocks overlapping ones of the same student. */
export const HOLDING = ['pending', 'returned', 'approved', 'registered', 'out', 'overdue'] as const
/** Not back, whether or not seen going out: only a gate, a position or a counsellor changes that. */
export const NOT_BACK = ['registered', 'out', 'overdue'] as const
/** Source of a passage (20-G2); the door code counts as a gate. */
export const SEEN_WAYS = { gate: '门禁或门码', location: '定位', leader: '带队人点名', staff: '老师登记' } as const
export const outingPurpose = dictionary('outingPurpose', '外出目的', {
  shopping: '购物办事',
  family: '回家探亲',
  meal: '聚餐会友',
  travel: '出游',
  work: '实习兼职',
  medical: '就医',
  other: '其他',
})
export const outingTransport = dictionary('outingTransport', '交通方式', {
  metro: '地铁公交',
  taxi: '打车',
  car: '自驾或接送',
  coach: '长途汽车',
  train: '火车',
  plane: '飞机',
  walk: '步行骑行',
  other: '其他',
})
/** Daily report on a long trip; the position is optional. */
export interface SafeReport {
  at: string
  note?: string
  latitude?: number
  longitude?: number
}
/** Form fields of a trip. */
export const trip = {
  purpose: dict('目的', outingPurpose, { required: true }),
  cantonCode: cantonCode('去往', { required: true }),
  place: text('地点', { required: true, max: 100 }),
  outPlanned: datetime('计划外出', { required: true, sortable: true }),
  backPlanned: datetime('计划返校', { required: true, sortable: true }),
  companions: text('同行人', { max: 100 }),
  transport: dict('交通方式', outingTransport),
  contactPhone: text('外出期间电话', { required: true, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
} as const
export const goingOut = entity(
  'outing.goingOut',
  '外出登记',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...trip,
    proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    /** Trip of the leader who registered the group (20-G5). */
    groupId: ref('goingOut', '同行登记', { readonly: true }),
    /** Group members confirm themselves; for others registration is confirmation. */
    confirmedAt: datetime('确认时间', { readonly: true }),
    outAt: datetime('实际外出', { readonly: true, sortable: true }),
    outWay: choice('外出依据', SEEN_WAYS, { readonly: true }),
    backAt: datetime('实际返校', { readonly: true, sortable: true }),
    backWay: choice('返校依据', SEEN_WAYS, { readonly: true }),
    wayNote: text('登记说明', { readonly: true, max: 200, translatable: true }),
    lastSafeAt: datetime('最近报平安', { readonly: true, sortable: true }),
    safeReports: json<readonly SafeReport[]>('报平安记录', { readonly: true, sensitivity: 'S2' }),
    state: outingStates.field('状态', { sortable: true }),
    /** Last overdue reminder sent (20-G3). */
    lateTold: text('逾期提醒到', { readonly: true, secret: 'internal', max: 10 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    region: text('去往地区', { computed: true, max: 180 }),
  },
  {
    title: 'place',
    scope: BY_STUDENT,
    select: 'scoped',
    sort: ['-outPlanned'],
    importKey: ['studentId', 'outPlanned'],
    verbs: ['list', 'export', 'import'],
    refusals: {
      order: '计划返校 {to} 不晚于计划外出 {from}',
      past: '计划返校 {to} 已经过去',
      tooFar: '最远可以登记 {days} 天后的外出，这次从 {from} 开始',
      lesson: '这段时间有课：{lessons}。请改为请假',
      night: '{nights} 夜里不在校，第二天要上学。请申请请假或临时离校住宿',
      overlap: '与 {from} 至 {to} 去{place}的外出时间重叠',
      cantonUnknown: '行政区划里没有代码“{code}”',
      studentState: '{name}现在{status}，不能登记外出',
      notOver: '{to} 还没有到，只能导入已经结束的外出',
      memberUnknown: '没有学号为“{no}”的在校学生',
      memberSelf: '你自己不用写进同行名单',
      memberBusy: '学号 {no} 的同学这段时间不能由你登记，请本人登记',
    },
  },
)
