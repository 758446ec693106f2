import fc from 'fast-check'
import { mayBeLast } from '#flow/graph-index.ts'
import type { AskStep, CaseEvent, CaseState, FlowGraph, FlowNode, Mode, World } from '#flow/index.ts'
import { ask, flow, type Part, world } from './flow.ts'

/** Random flows, users and events for property tests. */
type Shape =
  | { kind: 'ask'; step: Partial<AskStep>; people: string[]; superiors: string[] }
  | { kind: 'own' | 'cc' | 'wait' | 'auto' | 'sub' }
  | { kind: 'condition'; limit: number; ways: Shape[][] }
  | { kind: 'parallel'; ways: Shape[][] }

const PEOPLE = ['p1', 'p2', 'p3', 'p4', 'student'] as const
const some = (most: number) => fc.uniqueArray(fc.constantFrom<string>(...PEOPLE), { maxLength: most })
const mode: fc.Arbitrary<Mode> = fc.oneof(
  fc.constant<Mode>({ kind: 'any' }),
  fc.constant<Mode>({ kind: 'sequence' }),
  fc.constant<Mode>({ kind: 'all' }),
  fc.record({ kind: fc.constant('all' as const), percent: fc.integer({ min: 1, max: 100 }), untilEverybodyVoted: fc.boolean() }),
)
const askShape: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constant('ask' as const),
  step: fc.record({
    type: fc.constantFrom('approve' as const, 'approve' as const, 'handle' as const),
    multi: mode,
    emptyPolicy: fc.constantFrom('owner' as const, 'upDepartment' as const, 'skip' as const),
    samePolicy: fc.constantFrom('ask' as const, 'pass' as const),
  }),
  people: some(4),
  superiors: some(2),
})
const { steps } = fc.letrec<{ part: Shape; steps: Shape[] }>(tie => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    { arbitrary: askShape, weight: 5 },
    { arbitrary: fc.record({ kind: fc.constantFrom('own' as const, 'cc' as const, 'wait' as const, 'auto' as const, 'sub' as const) }), weight: 2 },
    {
      arbitrary: fc.record({ kind: fc.constant('condition' as const), limit: fc.integer({ min: 0, max: 10 }), ways: fc.array(tie('steps'), { minLength: 2, maxLength: 3 }) }),
      weight: 2,
    },
    { arbitrary: fc.record({ kind: fc.constant('parallel' as const), ways: fc.array(tie('steps'), { minLength: 2, maxLength: 3 }) }), weight: 2 },
  ),
  steps: fc.array(tie('part'), { maxLength: 4 }),
}))

export interface RandomFlow {
  graph: FlowGraph
  around: World
}
const anyFlow: fc.Arbitrary<RandomFlow> = fc.record({ shapes: steps, last: askShape, days: fc.integer({ min: 0, max: 10 }) }).map(({ shapes, last, days }) => {
  const found: Named = { count: 0, people: {}, superiors: {} }
  const graph = settled(flow(...[...shapes, last].map(shape => named(shape, found))))
  return { graph, around: world({ people: found.people, superiors: found.superiors, facts: { days } }) }
})
/** A publishable flow with approvers for its steps; the last step always asks somebody. */
export const randomFlow = anyFlow.filter(({ graph }) => graph.nodes.length <= 80)
interface Named {
  count: number
  people: Record<string, string[]>
  superiors: Record<string, string[]>
}
function named(shape: Shape, found: Named): Part {
  found.count += 1
  const id = `n${found.count}`
  if (shape.kind === 'ask') {
    found.people[id] = shape.people
    found.superiors[id] = shape.superiors
    return ask(id, shape.step)
  }
  if (shape.kind === 'condition')
    return {
      split: 'condition',
      id,
      ways: shape.ways.map((way, i) => ({
        ...(i < shape.ways.length - 1 ? { when: { fact: 'days', op: 'gt' as const, value: shape.limit + i } } : {}),
        steps: way.map(s => named(s, found)),
      })),
    }
  if (shape.kind === 'parallel') return { split: 'parallel', id, ways: shape.ways.map(way => ({ steps: way.map(s => named(s, found)) })) }
  return simple(id, shape.kind)
}
function simple(id: string, kind: 'own' | 'cc' | 'wait' | 'auto' | 'sub'): FlowNode {
  const name = `环节${id}`
  if (kind === 'own') return ask(id, { type: 'handle', approvers: { by: 'applicant' } })
  if (kind === 'cc') return { id, type: 'cc', name, approvers: { by: 'relation', relation: 'fdy' } }
  if (kind === 'wait') return { id, type: 'wait', name, hours: 24 }
  return kind === 'auto' ? { id, type: 'auto', name, does: 'book' } : { id, type: 'sub', name, defCode: 'extra' }
}
/** A node that may be the last approval never skips (10-W4). */
const settled = (graph: FlowGraph): FlowGraph => ({
  ...graph,
  nodes: graph.nodes.map(node => ('emptyPolicy' in node && node.emptyPolicy === 'skip' && mayBeLast(graph, node.id) ? { ...node, emptyPolicy: 'owner' as const } : node)),
})

const KINDS = [
  ...['approve', 'approve', 'approve', 'approve', 'approve', 'reject', 'return', 'return', 'transfer', 'delegate', 'answer', 'addSign', 'removeSign', 'takeBack', 'takeBack'],
  ...['timeout', 'resubmit', 'waited', 'autoDone', 'subEnded', 'suspend', 'resume', 'jump', 'reassign', 'withdraw', 'void'],
] as const
export interface Dice {
  kind: number
  task: number
  who: number
  to: number
  flag: boolean
}
export const dice: fc.Arbitrary<Dice> = fc.record({ kind: fc.nat(99), task: fc.nat(30), who: fc.nat(9), to: fc.nat(30), flag: fc.boolean() })

/** A random event, valid or not. */
export function eventOf(d: Dice, graph: FlowGraph, state: CaseState): CaseEvent {
  // Termination is rare, or few cases would progress.
  const thrown = KINDS[d.kind % (d.who === 0 ? KINDS.length : KINDS.length - 2)] ?? 'approve'
  const open = state.tasks.filter(t => t.state === 'todo')
  // Suspended and returned cases are usually resumed, or few would continue.
  if (state.state === 'suspended' && d.task % 3) return { kind: 'resume', by: 'admin' }
  if (state.state === 'returned' && d.task % 3) return { kind: 'resubmit', walkAgain: d.flag }
  // Rarely possible events are tried whenever possible.
  const kind = thrown === 'approve' && d.task % 2 === 0 && open.some(t => t.kind === 'opinion') ? 'answer' : thrown
  const comes = thrown === 'approve' && d.task % 3 === 0 ? arrival(graph, state, d) : undefined
  if (comes) return comes
  const fit = open.filter(t => (kind === 'answer' ? t.kind === 'opinion' : kind === 'removeSign' ? t.of !== undefined : kind !== 'approve' || t.kind === 'decide'))
  const among = d.flag && fit.length ? fit : state.tasks
  const task = among[d.task % Math.max(among.length, 1)]
  const by = d.who === 1 ? 'p1' : (task?.userId ?? 'p1')
  const no = task?.no ?? 1
  const to = d.who === 2 ? 'student' : `x${d.to}`
  const node = graph.nodes[d.to % graph.nodes.length]?.id ?? ''
  if (kind === 'return')
    return { kind, task: no, by, to: d.flag ? (state.passed[d.to % Math.max(state.passed.length, 1)]?.node ?? 'applicant') : 'applicant', walkAgain: d.who % 2 === 0 }
  if (kind === 'transfer' || kind === 'delegate' || kind === 'reassign') return { kind, task: no, by, to }
  if (kind === 'addSign') return { kind, task: no, by, to: [to, `y${d.to}`], as: (['before', 'after', 'beside'] as const)[d.who % 3] ?? 'before' }
  if (kind === 'removeSign') return { kind, task: no, by: state.tasks.find(t => t.no === task?.of)?.userId ?? by }
  if (kind === 'timeout') return { kind, task: no, action: (['approve', 'reject', 'escalate', 'transfer'] as const)[d.who % 4] ?? 'approve', to }
  if (kind === 'resubmit') return { kind, walkAgain: d.flag }
  if (kind === 'waited' || kind === 'autoDone') return { kind, node: waitedFor(state, d) ?? node }
  if (kind === 'subEnded') return { kind, node: waitedFor(state, d) ?? node, approved: d.flag }
  if (kind === 'jump') return { kind, by: 'admin', to: node }
  if (kind === 'withdraw') return { kind, by: 'student' }
  if (kind === 'suspend' || kind === 'resume' || kind === 'void') return { kind, by: 'admin' }
  return { kind, task: no, by } as CaseEvent
}
function arrival(graph: FlowGraph, state: CaseState, d: Dice): CaseEvent | undefined {
  const id = waitedFor(state, d)
  const type = graph.nodes.find(n => n.id === id)?.type
  if (id === undefined) return undefined
  if (type === 'wait') return { kind: 'waited', node: id }
  if (type === 'auto') return { kind: 'autoDone', node: id }
  return type === 'sub' ? { kind: 'subEnded', node: id, approved: true } : undefined
}
const waitedFor = (state: CaseState, d: Dice): string | undefined => {
  const places = [...state.places, ...(state.backTo ?? [])]
  return places[d.to % Math.max(places.length, 1)]?.node
}
