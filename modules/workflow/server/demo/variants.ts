import { type ApproverSource, type Condition, type FlowEdge, type FlowGraph, type FlowNode, usualSteps, WORKDAY_HOURS, withinWorkdays } from '#flow/index.ts'

/** A demo flow for any kind of application whose conditions may use `facts`. */
export interface Variant {
  code: string
  name: string
  facts: readonly string[]
  graph: FlowGraph
  /** Index of the college it is bound to, in the order of their codes. */
  college?: number
  state?: 'draft' | 'disabled'
}
const relation = (of: 'fdy' | 'bzr' | 'college'): ApproverSource => ({ by: 'relation', relation: of })
const { step: ask } = usualSteps()
const day = { hours: WORKDAY_HOURS, workingTime: true }
const fdy = ask('fdy', '辅导员审批', relation('fdy'), { timeout: day, phrases: ['同意，注意安全', '请补充证明材料'] })
const bzr = ask('bzr', '班主任审批', relation('bzr'), { timeout: day })
const college = ask('college', '学院审批', relation('college'), withinWorkdays(2))
const officer = ask('officer', '学工处审批', { by: 'role', role: 'officer' }, { timeout: { hours: 3 * WORKDAY_HOURS, workingTime: true } })
const head = ask('head', '学院负责人审批', { by: 'head', levelsUp: 0 })
const fork = (id: string, name: string): FlowNode => ({ id, type: 'parallel', name })
const choose = (id: string, name: string): FlowNode => ({ id, type: 'condition', name })
const START: FlowNode = { id: 'start', type: 'start', name: '提交申请' }
const END: FlowNode = { id: 'end', type: 'end', name: '结束' }

const line = (...ids: string[]): FlowEdge[] => ids.slice(1).map((to, i) => ({ from: ids[i] ?? '', to }))
const when = (from: string, to: string, name: string, condition?: Condition): FlowEdge => ({ from, to, name, ...(condition ? { when: condition } : {}) })
/** A subgraph that begins at its first step and ends at `last`. */
interface Part {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
  last: string
}
const steps = (...nodes: FlowNode[]): Part => ({ nodes, edges: line(...nodes.map(n => n.id)), last: nodes.at(-1)?.id ?? '' })
const together: Part = {
  nodes: [fork('split', '同时办理'), fdy, bzr, fork('join', '汇合')],
  edges: [...line('split', 'fdy', 'join'), ...line('split', 'bzr', 'join')],
  last: 'join',
}
/** Adds one step if the condition holds, then continues; `choose` is the gateway before it. */
const maybe = (before: Part, id: string, name: string, condition: Condition, more: FlowNode, next: string): Part => ({
  nodes: [...before.nodes, choose(id, name), more],
  edges: [...before.edges, ...line(before.last, id), when(id, more.id, name, condition), when(id, next, '其他情况')],
  last: more.id,
})
const whole = ({ nodes, edges, last }: Part): FlowGraph => ({
  nodes: [START, ...nodes, END],
  edges: [...line('start', nodes[0]?.id ?? 'end'), ...edges, ...line(last, 'end')],
})
/** Escalates by length: to the college from the fourth day, to the office from the eighth. Without days always to the college. */
function upwards({ nodes, edges, last }: Part, days: string | undefined): FlowGraph {
  if (!days) return whole({ nodes: [...nodes, college], edges: [...edges, ...line(last, 'college')], last: 'college' })
  const over = (n: number): Condition => ({ fact: days, op: 'gt', value: n })
  return {
    nodes: [START, ...nodes, choose('three', '超过 3 天'), college, choose('seven', '超过 7 天'), officer, END],
    edges: [
      ...line('start', nodes[0]?.id ?? 'three'),
      ...edges,
      ...line(last, 'three'),
      when('three', 'college', '超过 3 天', over(3)),
      when('three', 'end', '3 天以内'),
      ...line('college', 'seven'),
      when('seven', 'officer', '超过 7 天', over(7)),
      when('seven', 'end', '7 天以内'),
      ...line('officer', 'end'),
    ],
  }
}
const next = (days: string | undefined): string => (days ? 'three' : 'college')
/** Before a holiday the college decides, however short the leave. */
const holiday = (days: string | undefined): FlowGraph =>
  upwards(maybe(steps(fdy), 'holiday', '节假日前后', { fact: 'touchesHoliday', op: 'eq', value: true }, head, next(days)), days)
const graduate = (days: string | undefined, grade: number): FlowGraph =>
  upwards(maybe(steps(fdy), 'graduate', '毕业班', { fact: 'applicant.gradeYear', op: 'le', value: grade }, head, next(days)), days)

/**
 * Typical school flows: by days, by holidays, for graduates, in parallel. `days`: fact that holds the length, if any; `graduates`: entry year of the next graduates.
 * The first college keeps the default.
 */
export const variants = (days: string | undefined, graduates: number): readonly Variant[] => [
  { code: 'byDays', name: '按天数分级（3 天、7 天）', facts: days ? [days] : ['days'], graph: upwards(steps(fdy), days), college: 1 },
  { code: 'together', name: '辅导员和班主任同时办理', facts: [], graph: upwards(together, days), college: 2 },
  { code: 'holiday', name: '节假日前后加学院负责人', facts: ['touchesHoliday'], graph: holiday(days), college: 3 },
  { code: 'graduates', name: '毕业班加学院负责人', facts: [], graph: graduate(days, graduates), college: 4 },
  { code: 'full', name: '逐级审批', facts: [], graph: whole(steps(fdy, college, officer)), college: 5 },
  { code: 'quick', name: '辅导员直批', facts: [], graph: whole(steps(fdy)) },
  { code: 'allManagers', name: '学院会签', facts: [], graph: whole(steps(fdy, { ...college, multi: { kind: 'all' } }, officer)) },
  { code: 'trial', name: '试行：班主任先审', facts: [], graph: upwards(steps(bzr, fdy), days), state: 'draft' },
  { code: 'former', name: '旧版：学工处统一审批', facts: [], graph: whole(steps(officer)), state: 'disabled' },
]
