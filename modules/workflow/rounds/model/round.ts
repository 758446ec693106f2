import { choice, datetime, type Entity, integer, json, type Refusal, type Row, ref, refusalOf, states, text } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Audience } from '#modules/system/model/audience.ts'

/** Stored state of a batch or task. "Open" is not stored: it means published and inside the window (10-W21). */
const STATES = {
  draft: { label: '草稿', tone: 'waiting' },
  pending: { label: '审批中', tone: 'going' },
  published: { label: '已发布', tone: 'going' },
  paused: { label: '已暂停', tone: 'attention' },
  closed: { label: '已结束', tone: 'over' },
  archived: { label: '已归档', tone: 'over' },
  cancelled: { label: '已取消', tone: 'refused' },
} as const
export const roundStates = states(STATES)
/** Phase shown to a reader, derived from state and time; it decides what may be done with a round. */
export const roundPhases = states(
  { ...STATES, upcoming: { label: '未开始', tone: 'waiting' }, open: { label: '进行中', tone: 'done' } },
  {
    remove: ['draft'],
    publish: ['draft'],
    extend: ['upcoming', 'open', 'paused', 'closed'],
    close: ['upcoming', 'open', 'paused'],
    pause: ['upcoming', 'open'],
    resume: ['paused'],
    cancel: ['draft', 'pending', 'upcoming', 'open', 'paused'],
    archive: ['closed'],
  },
)
export type RoundPhase = keyof typeof roundPhases.labels
export type RoundVerb = Exclude<keyof typeof roundPhases.verbs, 'remove'>
/** The publisher's scope: later joiners are found within it. */
export interface RoundPublisher {
  userId: string
  departmentId: string | null
  teacherId: string | null
  studentId: string | null
  reaches: Array<{ roleCode: string; scope: string; custom?: unknown }>
}
/** Common fields of batches and tasks, spread into each round entity. */
export const roundFields = {
  processType: text('业务类型', { required: true, readonly: true, max: 40 }),
  name: text('名称', { required: true, max: 100, search: true, sortable: true }),
  xn: text('学年', { max: 9, help: '如 2026-2027' }),
  xqM: choice('学期', { 1: '第一学期', 2: '第二学期', 3: '短学期' }),
  beginTime: datetime('开始', { required: true, sortable: true }),
  endTime: datetime('结束', { required: true, sortable: true, help: '到这一刻为止，之后不再受理' }),
  audience: json<Audience>('受众', { required: true }),
  state: roundStates.field('状态', { initial: 'draft' }),
  phase: roundPhases.field('进度', { required: false, readonly: false, computed: true }),
  quotas: json<Readonly<Record<string, number>>>('名额'),
  noticeWorkdays: integer('公示工作日', { min: 0, max: 60 }),
  copiedFrom: text('复制自', { readonly: true, max: 36 }),
  ownerDepartmentId: ref('department', '负责部门', { help: '不填为你所在的部门' }),
  stateNote: text('原因', { readonly: true, max: 200, translatable: true }),
  publishedAt: datetime('发布时间', { readonly: true }),
  audienceCount: integer('发布时人数', { readonly: true }),
  publisher: json<RoundPublisher>('发布范围', { readonly: true, secret: 'internal' }),
} as const
/** 10-W18: spread beside `roundFields` where people apply in the round. What becomes of applications that nobody has decided when it ends. */
export const AT_END = { stay: '继续审批', refuse: '驳回，并说明批次已结束' } as const
export const atEndField = { atEnd: choice('到期时未审完的申请', AT_END, { required: true, initial: 'stay' }) } as const
/** Common refusals of rounds, spread into each round entity. */
export const roundRefusals = {
  window: '结束时间 {endTime} 不晚于开始时间 {beginTime}',
  fixed: '“{name}”{state}，不能再改{what}',
  notOpen: '“{name}”{phase}（{beginTime} 至 {endTime}），现在不受理',
  notInAudience: '“{name}”不面向你',
  unqualified: '不符合“{name}”的条件：{why}',
} as const
/** Options of rounds that are calls to the whole school and pass stages of their own; spread into the entity's, which may replace some. */
export const schoolRound = {
  title: 'name',
  scope: { everyone: 'calls to the whole school, without data of students' },
  select: 'open',
  selectFields: ['name', 'stage'],
  sort: ['-beginTime'],
  verbs: ['list', 'add', 'update', 'remove', 'export'],
} as const
export type RoundEntity = Entity<typeof roundFields>
export type RoundRow = Row<RoundEntity>

type Timed = Pick<RoundRow, 'state' | 'beginTime' | 'endTime'>
/** Phase of a round at this moment (10-W21), by the clock, not by a job. `endTime` itself is outside. */
export function phaseOf({ state, beginTime, endTime }: Timed, now = Date.now()): RoundPhase {
  if (state === 'paused' && now >= Date.parse(endTime)) return 'closed'
  if (state !== 'published') return state
  if (now < Date.parse(beginTime)) return 'upcoming'
  return now < Date.parse(endTime) ? 'open' : 'closed'
}
export const isOpen = (of: Timed, now = Date.now()): boolean => phaseOf(of, now) === 'open'
/** Why answers are refused now. */
export const notOpen = (of: Pick<Entity, 'module' | 'name' | 'options'>, row: RoundRow, now = Date.now()): Refusal =>
  refusalOf(of as never, 'notOpen', {
    name: row.name,
    phase: roundPhases.labels[phaseOf(row, now)],
    beginTime: schoolTimeText(row.beginTime),
    endTime: schoolTimeText(row.endTime),
  })
