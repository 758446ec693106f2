import type { Approver, CaseState, World } from './case.ts'
import { type AskStep, type FlowGraph, isAsking } from './graph.ts'
import { askedBefore, mayBeLast } from './graph-index.ts'
import type { NobodyPolicy } from './run.ts'

/** Labels of sources the engine resolves itself. */
export const SOURCE_TEXTS = { applicant: '申请人', chosenByApplicant: '申请人选择', chosenByPrevious: '上一步选择', previous: '上一步审批人' } as const
/** People to ask at a step. `policy`: fallback applied because nobody was found; `without`: the applicant was removed. */
export interface Approvers {
  people: readonly Approver[]
  policy?: NobodyPolicy
  without?: true
}

/** Resolves the people of a step: its source without the applicant (10-W5), else the fallback policy (10-W4). Undefined when they must be looked up first. */
export function whoIsAsked(graph: FlowGraph, state: CaseState, step: AskStep, world: World): Approvers | undefined {
  const found = sourced(graph, state, step, world)
  if (!found) return undefined
  const able = usable(found, world)
  // A handling step may go to the applicant (a statement, a confirmation); an approval never does.
  if (step.approvers.by === 'applicant' && step.type === 'handle' && able.length) return { people: able }
  const others = able.filter(person => person.userId !== world.applicantId)
  const without = others.length < able.length ? ({ without: true } as const) : {}
  if (others.length) return { people: others, ...without }
  if (able.length) return { ...above(step, world, 'superior'), ...without }
  if (step.emptyPolicy === 'skip' && !mayBeLast(graph, step.id)) return { people: [], policy: 'skip' }
  return step.emptyPolicy === 'upDepartment' ? above(step, world, 'upDepartment') : { people: owners(world), policy: 'owner' }
}
function sourced(graph: FlowGraph, state: CaseState, step: AskStep, world: World): readonly Approver[] | undefined {
  const source = step.approvers
  const known = world.people.get(step.id)
  if (source.by === 'applicant') return [{ userId: world.applicantId, role: SOURCE_TEXTS.applicant }]
  if (source.by === 'previous') return previous(graph, state, step.id).map(userId => ({ userId, role: SOURCE_TEXTS.previous }))
  const chosen = source.by === 'chosen' ? state.chosen?.[step.id] : undefined
  if (source.by !== 'chosen' || !chosen?.length) return known
  const role = source.chooser === 'applicant' ? SOURCE_TEXTS.chosenByApplicant : SOURCE_TEXTS.chosenByPrevious
  return chosen.map(userId => known?.find(person => person.userId === userId) ?? { userId, role })
}
/** Deduplicated, without accounts that cannot receive tasks. */
const usable = (found: readonly Approver[], world: World): Approver[] =>
  found.filter((person, i) => world.isAble(person.userId) && found.findIndex(other => other.userId === person.userId) === i)
const others = (found: readonly Approver[] | undefined, world: World): Approver[] => usable(found ?? [], world).filter(person => person.userId !== world.applicantId)
const owners = (world: World): Approver[] => others(world.owners, world)
/** Superiors for the step, or the process owners when there are none. */
function above(step: AskStep, world: World, policy: 'superior' | 'upDepartment'): Approvers {
  const superiors = others(world.superiors.get(step.id), world)
  return superiors.length ? { people: superiors, policy } : { people: owners(world), policy: 'owner' }
}
/** Recipients of an escalation: superiors for the step, else the process owners. */
export const escalationTo = (step: string, world: World): readonly Approver[] => {
  const superiors = others(world.superiors.get(step), world)
  return superiors.length ? superiors : owners(world)
}
const decided = (state: CaseState, node: string): readonly string[] => state.passed.findLast(p => p.node === node)?.by ?? []
/** Approvers of the steps directly before, on the present walk. */
export const decidedBefore = (graph: FlowGraph, state: CaseState, id: string): string[] => [...new Set(askedBefore(graph, id).flatMap(node => decided(state, node)))]
/** Most recent approvers; steps that wait, run automatically or were skipped are passed over. */
const previous = (graph: FlowGraph, state: CaseState, id: string): string[] => [
  ...new Set(askedBefore(graph, id, node => !isAsking(node) || !decided(state, node.id).length).flatMap(node => decided(state, node))),
]
