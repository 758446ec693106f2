import { choice, date, datetime, entity, integer, json, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const recordStates = states(
  {
    unregistered: { label: '未注册', tone: 'attention' },
    registered: { label: '已注册', tone: 'done' },
    deferred: { label: '暂缓注册', tone: 'going' },
    exempt: { label: '免注册', tone: 'over' },
  },
  {},
)
export const METHODS = { self: '本人', staff: '老师登记', scan: '扫码', system: '缴费后自动' } as const
/** One condition as it was looked at. */
export interface Snapshot {
  name: string
  isMet: boolean
}
const readonly = { readonly: true } as const

/** 注册记录: how a student stands in the registration of a term, from its publication. */
export const registrationRecord = entity(
  'standing.registrationRecord',
  '学期注册',
  {
    batchId: ref('registrationBatch', '批次', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    state: recordStates.field('状态', { readonly: true, initial: 'unregistered', sortable: true }),
    method: choice('方式', METHODS, readonly),
    at: datetime('注册时间', { readonly: true, sortable: true }),
    byId: ref('user', '登记人', readonly),
    /** The conditions as they stood when registration was last tried. */
    checkSnapshot: json<readonly Snapshot[]>('条件', { readonly: true, secret: 'internal' }),
    blockedBy: text('未注册的原因', { readonly: true, max: 300 }),
    /** When the student last tried, inside the campus if the school asks for that. */
    triedAt: datetime('申请注册时间', { readonly: true, sortable: true }),
    deferReason: text('暂缓原因', { readonly: true, max: 200 }),
    deferUntil: date('暂缓到', { readonly: true, sortable: true }),
    /** How often the student was deferred in this batch. */
    deferrals: integer('暂缓次数', { readonly: true, initial: 0 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    sort: ['-at'],
    verbs: ['list', 'export'],
    refusals: {
      already: '{name}已在 {at} 注册（{method}）',
      exempt: '{name}现在{status}，不用注册',
      selfOff: '“{name}”由老师登记，不能自己注册',
      away: '你在校园外约 {metres} 米，到校后再注册，或请辅导员扫码',
      noPoint: '学校还没有设置校园位置，请辅导员扫码注册',
      noPosition: '注册须定位，请打开定位，或请辅导员扫码',
      inaccurate: '定位误差 {accuracy} 米，超过 {most} 米，请到开阔处再试，或请辅导员扫码',
      unknown: '没有学号“{studentNo}”的学生，或不在你的数据范围内',
    },
  },
)
