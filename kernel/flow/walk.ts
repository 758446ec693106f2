import type { Approver, CaseEvent, CaseState, World } from './case.ts'
import { isEnded, runEvent } from './engine.ts'
import type { FlowEdge, FlowGraph, FlowNode } from './graph.ts'
import { askedBefore, type GraphIndex, indexGraph } from './graph-index.ts'
import type { ProblemValues } from './problem.ts'
import type { NobodyPolicy, Trace } from './run.ts'

/** Messages of the simulation; `{node}` is the step's name. */
export const WALK_TEXTS = {
  nobodyOwner: '“{node}”没有找到审批人，转给流程负责人',
  nobodyUpDepartment: '“{node}”没有找到审批人，转给上一级部门',
  nobodySkip: '“{node}”没有找到审批人，跳过',
  nobodySuperior: '“{node}”只找到申请人本人，转给上一级',
  ownOwner: '“{node}”只找到申请人本人，转给流程负责人',
  withoutApplicant: '“{node}”的审批人里有申请人本人，由其他人审批',
  samePasses: '“{node}”的审批人刚审批过上一步，自动通过',
  samePerson: '“{node}”与“{before}”由同一人审批',
  stuck: '走到“{node}”后无法继续：{why}',
} as const
export interface PathWarning {
  node?: string
  level: 'warning' | 'error'
  /** `walk.{key}` */
  rule: string
  text: string
  values: ProblemValues
}
export interface PathStep {
  node: string
  name: string
  type: FlowNode['type']
  people: readonly Approver[]
  /** For a condition: the branch taken; described by `sayBranch`. */
  branch?: FlowEdge
  /** Fallback policy, when the source found nobody. */
  policy?: NobodyPolicy
  /** People who pass without being asked, because they approved the step before. */
  same?: readonly string[]
}
export interface Path {
  steps: readonly PathStep[]
  /** Edges walked, as `from>to`. */
  edges: readonly string[]
  warnings: readonly PathWarning[]
  isThrough: boolean
  /** Steps whose people must be looked up to continue the path. */
  needs: readonly string[]
}

/** Path of a case if everybody approves (10-W19): runs the engine without storing anything. */
export function pathOf(graph: FlowGraph, world: World, chosen?: CaseState['chosen']): Path {
  const trace: Trace[] = []
  const warnings: PathWarning[] = []
  let state: CaseState | undefined
  let event: CaseEvent | undefined = { kind: 'submit', ...(chosen ? { chosen } : {}) }
  while (event) {
    const run = runEvent(graph, state, event, world)
    trace.push(...run.trace)
    const isStopped = run.needs.size > 0 || run.refusal !== undefined
    if (isStopped) {
      if (!run.needs.size && run.refusal) warnings.push(stuck(run.refusal.values ?? {}))
      return { ...drawn(graph, trace, warnings), isThrough: false, needs: [...run.needs] }
    }
    state = run.state
    event = isEnded(state) ? undefined : agree(graph, state)
  }
  return { ...drawn(graph, trace, warnings), isThrough: true, needs: [] }
}
/** Next event if everybody approves and everything waited for arrives. */
function agree(graph: FlowGraph, state: CaseState): CaseEvent | undefined {
  const task = state.tasks.find(t => t.state === 'todo')
  if (task) return { kind: 'approve', task: task.no, by: task.userId }
  const ways = indexGraph(graph)
  for (const { node } of state.places) {
    const type = ways.node(node)?.type
    if (type === 'wait') return { kind: 'waited', node }
    if (type === 'auto') return { kind: 'autoDone', node }
    if (type === 'sub') return { kind: 'subEnded', node, approved: true }
  }
  return undefined
}
const warn = (key: keyof typeof WALK_TEXTS, values: ProblemValues, node?: string): PathWarning => ({
  ...(node ? { node } : {}),
  level: key === 'stuck' ? 'error' : 'warning',
  rule: `walk.${key}`,
  text: WALK_TEXTS[key],
  values,
})
const stuck = (values: ProblemValues): PathWarning => warn('stuck', values, typeof values.id === 'string' ? values.id : undefined)

function drawn(graph: FlowGraph, trace: readonly Trace[], warnings: readonly PathWarning[]): Pick<Path, 'steps' | 'edges' | 'warnings'> {
  const ways = indexGraph(graph)
  const steps = new Map<string, PathStep>()
  const add = (id: string, more: Partial<PathStep> = {}) => {
    const node = ways.node(id)
    if (node) steps.set(id, { node: id, name: node.name, type: node.type, people: [], ...steps.get(id), ...more })
  }
  const start = graph.nodes.find(node => node.type === 'start')
  if (start) add(start.id)
  const edges = new Set<string>()
  for (const at of trace) {
    if ('node' in at) add(at.node, { people: at.people, ...(at.policy ? { policy: at.policy } : {}), ...(at.same ? { same: at.same } : {}) })
    else {
      edges.add(`${at.edge.from}>${at.edge.to}`)
      if (ways.node(at.edge.from)?.type === 'condition') add(at.edge.from, { branch: at.edge })
      add(at.edge.to)
    }
  }
  const found = trace.flatMap(at => ('node' in at ? warningsOf(graph, ways, steps, at) : []))
  return { steps: [...steps.values()], edges: [...edges], warnings: [...found, ...warnings] }
}
const OF_POLICY = { owner: 'nobodyOwner', upDepartment: 'nobodyUpDepartment', skip: 'nobodySkip', superior: 'nobodySuperior' } as const
function warningsOf(graph: FlowGraph, ways: GraphIndex, steps: ReadonlyMap<string, PathStep>, at: Extract<Trace, { node: string }>): PathWarning[] {
  const node = ways.node(at.node)?.name ?? at.node
  const policy = at.policy === 'owner' && at.without ? 'ownOwner' : at.policy && OF_POLICY[at.policy]
  // Nobody at all: the case is reported as stuck there.
  if (!at.people.length && at.policy !== 'skip') return []
  if (policy) return [warn(policy, { node }, at.node)]
  const passes = at.people.some(person => at.same?.includes(person.userId))
  const [only] = at.people
  const before = askedBefore(graph, at.node).find(id => at.people.length === 1 && steps.get(id)?.people.length === 1 && steps.get(id)?.people[0]?.userId === only?.userId)
  return [
    ...(at.without ? [warn('withoutApplicant', { node }, at.node)] : []),
    ...(passes ? [warn('samePasses', { node }, at.node)] : []),
    ...(before && !passes ? [warn('samePerson', { node, before: ways.node(before)?.name ?? before }, at.node)] : []),
  ]
}
