import { bool, datetime, entity, integer, json, list, ref, states, text, type Wording } from '#model'

export const rolloverStates = states(
  {
    previewed: { label: '已预览', tone: 'waiting' },
    running: { label: '结转中', tone: 'going' },
    done: { label: '已完成', tone: 'done' },
    failed: { label: '未完成', tone: 'attention' },
    undone: { label: '已撤销', tone: 'over' },
  },
  { preview: ['previewed', 'failed'], start: ['previewed', 'failed'], undo: ['done', 'failed'] },
)
export const stepStates = states(
  {
    planned: { label: '待执行', tone: 'waiting' },
    waiting: { label: '等处理例外', tone: 'attention' },
    running: { label: '执行中', tone: 'going' },
    done: { label: '已完成', tone: 'done' },
    undone: { label: '已撤销', tone: 'over' },
  },
  {},
)
/** A step of a run, as the log keeps it. */
export interface StepLog {
  code: string
  title: string
  state: keyof typeof stepStates.labels
  startedAt?: string | null
  endedAt?: string | null
}
export const rolloverRefusals = {
  notOffered: '不能结转到 {toXn} 学年，只能逐年结转',
  busy: '{name}从 {startedAt} 起正在结转到 {toXn} 学年，已办 {done} / {total} 项，请等它结束',
  undoing: '{toXn} 学年的结转正在撤销，请先继续撤销',
  undoLate: '{endedAt} 结束的结转已超过 {hours} 小时，不能撤销',
} as const
const readonly = { readonly: true } as const
const counted = { required: true, ...readonly, initial: 0 } as const

/** 学年结转: the roll-over of a school from one year to the next, previewed, run and possibly undone. */
export const rolloverRun = entity(
  'campus.rolloverRun',
  '学年结转',
  {
    fromXn: text('原学年', { required: true, ...readonly, min: 9, max: 9 }),
    toXn: text('新学年', { required: true, ...readonly, min: 9, max: 9, sortable: true }),
    state: rolloverStates.field('状态', { initial: 'previewed' }),
    steps: list('步骤', json<StepLog>('步骤'), { required: true, ...readonly, secret: 'internal' }),
    isUndo: bool('撤销', { required: true, ...readonly, initial: false, secret: 'internal' }),
    total: integer('项数', counted),
    done: integer('已办', counted),
    exceptions: integer('例外', { computed: true }),
    previewedAt: datetime('预览时间', readonly),
    startedById: ref('user', '操作人', readonly),
    startedAt: datetime('开始时间', { ...readonly, sortable: true }),
    endedAt: datetime('结束时间', readonly),
    note: text('说明', { ...readonly, max: 300, translatable: true }),
    wording: json<Record<string, Wording>>('措辞', { secret: 'internal' }),
  },
  { title: 'toXn', scope: {}, sort: ['-toXn', '-startedAt'], verbs: ['list', 'export'], refusals: rolloverRefusals },
)
