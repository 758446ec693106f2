import { bool, choice, date, datetime, dict, dictionary, entity, json, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const alertTypes = states({
  lateReturn: { label: '晚归', tone: 'attention' },
  nightOut: { label: '未归', tone: 'refused' },
  notSeen: { label: '多日无记录', tone: 'refused' },
  notLeft: { label: '长时间未出楼', tone: 'going' },
})
export const ALERT_TYPES = alertTypes.labels
export type AlertType = keyof typeof ALERT_TYPES
/** 20-DA5: types visible to every reader; "has not come out" is never shown to building managers or offices. */
export const EVERYBODYS_TYPES = ['lateReturn', 'nightOut', 'notSeen'] as const satisfies readonly AlertType[]
export const alertStates = states({
  open: { label: '待处理', tone: 'attention' },
  handling: { label: '处理中', tone: 'going' },
  closed: { label: '已处理', tone: 'done' },
  autoClosed: { label: '自动解除', tone: 'over' },
})
export type AlertState = keyof typeof alertStates.labels
export const OPEN_STATES = ['open', 'handling'] as const satisfies readonly AlertState[]
export const EXPLANATIONS = { record: '通行记录', excused: '已准假或已登记', rollCall: '晚点名', left: '不再住宿' } as const
export type Explanation = keyof typeof EXPLANATIONS
export const accessAlertResult = dictionary('accessAlertResult', '门禁提醒处理结果', {
  confirmed: '情况属实，已教育',
  safe: '已联系，安全',
  family: '已联系家长',
  wrong: '设备误报',
  other: '其他',
})
/** Facts behind the current judgement of an alert. */
export interface AlertFacts {
  curfew: string
  gateOpening: string
  lastDirection: 'in' | 'out' | null
  lastAt: string | null
  /** Hours without a record, for alerts about that. */
  hours: number | null
}
/** One step in the history of an alert; append-only. */
export interface AlertTrace {
  at: string
  what: 'opened' | 'changed' | 'uncertain' | 'certain' | 'taken' | 'closed' | 'autoClosed' | 'reopened' | 'escalated'
  type: AlertType
  by?: string
  note?: string
}
const readonly = { readonly: true } as const

/** 门禁提醒: an anomaly of a student's night, at most one per night. Read at the desk, which restricts 长时间未出楼 to its permitted readers. */
export const accessAlert = entity(
  'dormitory.accessAlert',
  '门禁提醒',
  {
    type: choice('类型', ALERT_TYPES, { required: true }),
    studentId: ref('student', '学生', { required: true }),
    /** Values of that night; data scope follows the student. */
    classId: ref('stuClass', '班级', readonly),
    departmentId: ref('department', '学院', readonly),
    dormId: ref('dormBuilding', '宿舍楼', readonly),
    roomId: ref('dormRoom', '房间', readonly),
    nightDate: date('夜晚', { required: true, sortable: true }),
    at: datetime('时间', { required: true, sortable: true }),
    isFinal: bool('已确定', { required: true, ...readonly, initial: false }),
    isUncertain: bool('不确定', { required: true, ...readonly, initial: false }),
    wasUncertain: bool('曾不确定', { required: true, ...readonly, initial: false }),
    facts: json<AlertFacts>('依据', { required: true }),
    state: alertStates.field('状态', { initial: 'open' }),
    openedAt: datetime('发现时间', { ...readonly, sortable: true }),
    handledBy: ref('user', '处理人', readonly),
    handledAt: datetime('处理时间', readonly),
    closedAt: datetime('解除时间', readonly),
    result: dict('处理结果', accessAlertResult, readonly),
    note: text('处理说明', { ...readonly, max: 300 }),
    explainedBy: choice('解除原因', EXPLANATIONS, readonly),
    toldAt: datetime('通知时间', readonly),
    escalatedAt: datetime('上报时间', readonly),
    trace: json<readonly AlertTrace[]>('经过', readonly),
  },
  {
    title: 'nightDate',
    unique: [['studentId', 'nightDate']],
    scope: {
      ...BY_STUDENT,
      building: 'dormId.buildingId',
    },
    sort: ['-openedAt'],
    verbs: [],
  },
)
