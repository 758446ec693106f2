import { choice, datetime, entity, integer, json, ref, states, text, type Wording } from '#model'

export const KINDS = { create: '新建', change: '更改', close: '结束' } as const
export const lineStates = states(
  {
    planned: { label: '待执行', tone: 'waiting' },
    blocked: { label: '待处理', tone: 'attention' },
    skipped: { label: '已跳过', tone: 'over' },
    done: { label: '已执行', tone: 'done' },
    changed: { label: '未执行', tone: 'attention' },
    undone: { label: '已撤销', tone: 'over' },
    kept: { label: '未撤销', tone: 'attention' },
  },
  { skip: ['blocked'] },
)
export type Values = Readonly<Record<string, unknown>>
const readonly = { readonly: true } as const
const internal = { ...readonly, secret: 'internal' } as const

/** 结转明细: a row that a run creates, changes or closes, with the version it had in the preview and the one the run left; an exception is one that waits for a decision. */
export const rolloverLine = entity(
  'campus.rolloverLine',
  '结转明细',
  {
    runId: ref('rolloverRun', '结转', { required: true, ...readonly }),
    step: text('步骤代码', { required: true, max: 40, ...readonly }),
    stepTitle: text('步骤', { required: true, ...readonly, max: 40, translatable: true }),
    /** Order in which lines are worked off; they are undone in the opposite order. */
    seq: integer('序号', { required: true, ...readonly, sortable: true }),
    kind: choice('办理', KINDS, { required: true, ...readonly }),
    title: text('对象', { required: true, ...readonly, max: 120, search: true }),
    departmentId: ref('department', '院系', readonly),
    state: lineStates.field('状态', { initial: 'planned' }),
    problem: text('例外或原因', { ...readonly, max: 300, translatable: true }),
    reason: text('跳过原因', { ...readonly, max: 200 }),
    skippedById: ref('user', '跳过人', readonly),
    doneAt: datetime('执行时间', readonly),
    /** Where an exception is resolved. */
    link: text('去处理', { ...readonly, max: 200 }),
    /** Names the row within its step from one preview to the next. */
    key: text('标识', { required: true, max: 80, ...internal }),
    rowEntity: text('数据', { required: true, max: 60, ...internal }),
    rowId: text('数据编号', { required: true, max: 36, ...internal }),
    rowVersion: integer('预览时的版本', internal),
    doneVersion: integer('执行后的版本', internal),
    before: json<Values>('原值', internal),
    after: json<Values>('新值', internal),
    wording: json<Record<string, Wording>>('措辞', { secret: 'internal' }),
  },
  { title: 'title', scope: { department: 'departmentId' }, sort: ['seq'], verbs: ['list', 'export'] },
)
