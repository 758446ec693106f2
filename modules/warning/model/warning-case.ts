import { choice, datetime, decimal, dict, dictionary, entity, json, type Row, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { LEVELS } from './score.ts'

export const caseStates = states(
  {
    open: { label: '待处理', tone: 'attention' },
    following: { label: '跟进中', tone: 'going' },
    closed: { label: '已结束', tone: 'over' },
  },
  { follow: ['open'], close: ['open', 'following'] },
)
export const warningOutcome = dictionary('warningOutcome', '预警处理结果', {
  talked: '已谈话',
  family: '已联系家长',
  aid: '已给予帮扶',
  study: '已安排学业帮扶',
  referred: '已转介',
  falseAlarm: '误报',
  none: '无需处理',
})
/** Who sees a case that nobody began in time, in this order (60-EW6). */
export const RAISED = { college: '学院', officer: '学工处' } as const
/** One reason, with what it counts today. */
export interface Part {
  signalId: string
  source: string
  title: string
  value: number
  at: string
  points: number
  link: string | null
}
const readonly = { readonly: true } as const
/** What counts may be more than a reader may know, so it is answered by actions only, which add up what the reader sees. */
const counted = { ...readonly, required: true, secret: 'internal' } as const
/** 学生预警: a student whom somebody should look after, and why. A reason to look, never a decision. */
export const warningCase = entity(
  'warning.warningCase',
  '学生预警',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    score: decimal('得分', { ...counted, precision: 6, scale: 1 }),
    level: choice('级别', LEVELS, counted),
    parts: json<readonly Part[]>('原因', counted),
    state: caseStates.field('状态', { initial: 'open' }),
    openedAt: datetime('列入时间', { required: true, ...readonly, sortable: true }),
    dueAt: datetime('最晚处理', readonly),
    ownerId: ref('user', '跟进人', readonly),
    actedAt: datetime('开始处理', readonly),
    raised: choice('上报到', RAISED, readonly),
    urgentToldAt: datetime('告知紧急', { ...readonly, secret: 'internal' }),
    outcome: dict('结果', warningOutcome, readonly),
    note: text('说明', { ...readonly, max: 300, sensitivity: 'S2' }),
    closedAt: datetime('结束时间', readonly),
    closedById: ref('user', '处理人', readonly),
  },
  { title: 'openedAt', scope: BY_STUDENT, sort: ['-openedAt'], verbs: [] },
)
export type Case = Row<typeof warningCase>
