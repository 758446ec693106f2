import { action, bool, choice, datetime, decimal, entity, integer, paged, pageInput, ref, revealed, states, text } from '#model'
import { attentionRule } from './attention-rule.ts'

const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const sensitive = { readonly: true, sensitivity: 'S2' } as const
export const signalStates = states(
  {
    new: { label: '待处理', tone: 'attention' },
    handled: { label: '已处理', tone: 'done' },
    dismissed: { label: '未计入', tone: 'over' },
  },
  { handle: ['new'], dismiss: ['new', 'handled'] },
)
/** 关注信号: one fact about a student, with the weight its rule had when it was told. It names the fact and judges nothing. */
export const attentionSignal = entity(
  'mentalHealth.attentionSignal',
  '关注信号',
  {
    studentId: ref('student', '学生', fixed),
    ruleId: ref('attentionRule', '信号', fixed),
    occurredAt: datetime('发生时间', { ...need, ...readonly }),
    value: decimal('数值', { ...need, ...sensitive, precision: 10, scale: 2 }),
    /** 0: the rule was off, so that it counts nothing and nobody sees it. */
    weight: integer('计多少', { ...need, ...sensitive, min: 0, max: 20 }),
    /** The event it comes from, which counts once. */
    sourceId: text('来源编号', { ...fixed, max: 80, secret: 'internal' }),
    caseId: ref('attentionCase', '个案', readonly),
    handledById: ref('user', '处理人', readonly),
    handledAt: datetime('处理时间', readonly),
    reason: text('为什么不计入', { ...sensitive, max: 300, multiline: true, encrypted: true }),
    state: signalStates.field('状态', { initial: 'new' }),
  },
  { isUncounted: true, title: 'occurredAt', scope: {}, unique: [['studentId', 'ruleId', 'sourceId']], sort: ['-occurredAt'], verbs: [] },
)
const { fields } = attentionSignal
const THEIRS = 'the centre, and who follows the case it belongs to; each reading is audited'
export const SIGNAL_VIEWS = { new: '待处理', inCase: '在个案中', settled: '已处理', all: '全部' } as const
const FIND = 'mentalHealth:attentionSignal:find'
/** Signals the caller may read: of nobody's case the centre, of a case those with a layer of it. */
export const findSignals = action('mentalHealth.attentionSignal.find', '关注信号', {
  method: 'GET',
  permission: FIND,
  input: { ...pageInput, view: choice('范围', SIGNAL_VIEWS) },
  output: paged('关注信号', {
    id: text('编号', { ...need, max: 36 }),
    name: text('姓名', { ...need, max: 60 }),
    studentNo: text('学号', { max: 20, format: 'code' }),
    className: text('班级', { max: 120 }),
    title: attentionRule.fields.title,
    occurredAt: fields.occurredAt,
    value: revealed(fields.value, THEIRS),
    weight: revealed(fields.weight, THEIRS),
    isInCase: bool('在个案中', need),
    by: text('处理人', { max: 60 }),
    reason: revealed(fields.reason, THEIRS),
    state: signalStates.field('状态', need),
  }),
})
const id = ref('attentionSignal', '关注信号', need)
export const handleSignal = action('mentalHealth.attentionSignal.handle', '处理好了', { permission: FIND, input: { id }, output: 'none' })
export const dismissSignal = action('mentalHealth.attentionSignal.dismiss', '不计入', {
  permission: FIND,
  input: { id, reason: text('理由', { ...need, min: 2, max: 300, multiline: true, help: '写核实到的事实，如“已补假条”' }) },
  output: 'none',
})
export const signalActions = [findSignals, handleSignal, dismissSignal]
