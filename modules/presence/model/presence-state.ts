import { bool, choice, datetime, entity, json, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import type { Evidence } from './evidence.ts'

/** 在校状态, in the order of the tiles. Nothing is done to a state by hand: it follows from what other modules know. */
export const presenceStates = states({
  inDorm: { label: '在宿舍', tone: 'done' },
  inSchool: { label: '在校内', tone: 'done' },
  outShort: { label: '短时外出', tone: 'going' },
  onLeave: { label: '请假', tone: 'going' },
  livingOut: { label: '住在校外', tone: 'going' },
  practice: { label: '实习交流', tone: 'going' },
  holidayAway: { label: '假期离校', tone: 'going' },
  overdue: { label: '应返未返', tone: 'refused' },
  notAtSchool: { label: '不在读', tone: 'over' },
  unknown: { label: '去向不明', tone: 'attention' },
})
export type PresenceStateName = keyof typeof presenceStates.labels
export const STATE_NAMES = Object.keys(presenceStates.labels) as PresenceStateName[]
export const CONFIDENCES = { high: '可靠', medium: '较可靠', low: '待核实' } as const
export type Confidence = keyof typeof CONFIDENCES
const readonly = { readonly: true } as const
/** Where somebody was seen is a movement trace: read only for a purpose, by an audited action. */
const trace = { ...readonly, secret: 'internal' } as const

/** One row for each student with a school record, rewritten by reconciliation only. */
export const presenceState = entity(
  'presence.presenceState',
  '在校状态',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    /** The building the student lives in: its doors decide how far anything known of its residents can be trusted. */
    dormId: ref('dormBuilding', '宿舍楼', readonly),
    state: presenceStates.field('状态', { initial: 'unknown' }),
    since: datetime('开始时间', { required: true, ...readonly, sortable: true }),
    confidence: choice('可信度', CONFIDENCES, { required: true, ...readonly, initial: 'low' }),
    /** 60-PR2: a door of the building is silent: what is missing may still be delivered. */
    isSilent: bool('门禁失联', { required: true, ...readonly, initial: false }),
    /** The building where the student was last seen coming in and not leaving since. */
    placeId: ref('building', '地点', trace),
    evidence: json<readonly Evidence[]>('依据', trace),
    /** The moment from which the passing of time alone may change the state. */
    nextAt: datetime('下次核对', trace),
    computedAt: datetime('更新时间', { required: true, ...readonly }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  { title: 'studentNo', unique: [['studentId']], scope: { ...BY_STUDENT, building: 'dormId.buildingId' }, sort: ['-since'], countsUpTo: 10_000, verbs: ['list', 'export'] },
)
/** What a student's state was before: only changes, for some months. */
export const presenceChange = entity(
  'presence.presenceChange',
  '状态变化',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    before: choice('原状态', presenceStates.labels, readonly),
    state: choice('状态', presenceStates.labels, { required: true, ...readonly }),
    since: datetime('开始时间', { required: true, ...readonly }),
    at: datetime('变化时间', { required: true, ...readonly, sortable: true }),
  },
  { title: 'at', scope: BY_STUDENT, sort: ['-at'], verbs: [] },
)
