import type { Fact } from './condition.ts'
import { CONDITION_TEXTS, checkCondition, factsOf } from './facts.ts'
import { type AskStep, BUTTONS, EMPTY_POLICIES, FIELD_PERMS, type FlowGraph, type FlowNode, isAsking, MAX_STEPS, SAME_POLICIES, TIMEOUT_ACTIONS, type Timeout } from './graph.ts'
import { type GraphIndex, indexGraph, mayBeLast } from './graph-index.ts'
import { NODE_TYPES } from './graph-position.ts'
import { ofNode, type Problem, problem } from './problem.ts'
import { type SourceDirectory, sourceProblems } from './sources.ts'
import { structureProblems } from './structure.ts'
import type { FlowSubject } from './subject.ts'

export const MAX_TIMEOUT_HOURS = 8760
/** Validation context. `facts`: operands of conditions, where there are more than the subject declares. */
export type CheckedSubject = Pick<FlowSubject, 'label' | 'entity' | 'form' | 'facts' | 'mandatory' | 'autos' | 'noAutoApprove'>

/** All errors that prevent publishing (10-W1), each attached to a step or edge; empty when it can be published. */
export function problemsOf(graph: FlowGraph, subject: CheckedSubject, known: SourceDirectory, facts: readonly Fact[] = factsOf(subject)): Problem[] {
  const surplus = graph.nodes[MAX_STEPS]
  if (surplus) return [problem('tooManySteps', { count: graph.nodes.length, most: MAX_STEPS }, { node: surplus.id })]
  const ways = indexGraph(graph)
  const structure = structureProblems(graph)
  const steps = graph.nodes.flatMap(node => stepProblems(graph, node, { subject, known, ways }))
  const conditions = graph.edges.flatMap(edge => {
    const at = { node: ways.node(edge.from)?.name ?? edge.from, branch: edge.name ?? ways.node(edge.to)?.name ?? edge.to }
    const way = ways.out(edge.from).indexOf(edge)
    return (edge.when ? checkCondition(edge.when, facts) : []).map(p => {
      const cause = { text: CONDITION_TEXTS[p.rule], values: p.values }
      return problem('condition', { ...at, why: fillIn(cause.text, cause.values) }, { node: edge.from, way, cause })
    })
  })
  return [...structure, ...steps, ...conditions, ...mandatoryProblems(graph, subject, structure.length === 0), ...decisionProblems(graph)]
}
const fillIn = (text: string, values: Readonly<Record<string, string>>): string => text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
const decisionProblems = (graph: FlowGraph): Problem[] => (graph.nodes.some(node => node.type === 'approve') ? [] : [problem('nobodyDecides')])

interface About {
  subject: CheckedSubject
  known: SourceDirectory
  ways: GraphIndex
}
/** Known node types; imported graphs may contain others. */
const TYPES: ReadonlySet<string> = new Set(['start', 'end', ...Object.keys(NODE_TYPES)])
function stepProblems(graph: FlowGraph, node: FlowNode, about: About): Problem[] {
  if (!TYPES.has(node.type)) return [ofNode(node, 'unknownType', { type: String(node.type) })]
  if (isAsking(node)) return askProblems(graph, node, about)
  if (node.type === 'cc') return sourceProblems(node, about)
  if (node.type === 'auto') return Object.hasOwn(about.subject.autos, node.does) ? [] : [ofNode(node, 'unknownAuto', { does: node.does, label: about.subject.label })]
  if (node.type === 'sub') return subProblems(node, about.known)
  return node.type === 'wait' ? waitProblems(node, about.subject) : []
}
function subProblems(node: Extract<FlowNode, { type: 'sub' }>, known: SourceDirectory): Problem[] {
  if (node.defCode === known.code) return [ofNode(node, 'ownFlow')]
  if (known.code && known.flowsIn(node.defCode).has(known.code)) return [ofNode(node, 'flowCircle', { code: node.defCode })]
  return known.isFlow(node.defCode) ? [] : [ofNode(node, 'unknownFlow', { code: node.defCode })]
}
function waitProblems(node: Extract<FlowNode, { type: 'wait' }>, subject: CheckedSubject): Problem[] {
  const { hours, untilField } = node
  const kind = untilField !== undefined && subject.form.includes(untilField) ? subject.entity.fields[untilField]?.kind : undefined
  const isRight = untilField === undefined ? isHours(hours) : hours === undefined && (kind === 'date' || kind === 'datetime')
  return isRight ? [] : [ofNode(node, 'wait')]
}
const isHours = (hours: number | undefined): boolean => hours !== undefined && hours > 0 && hours <= MAX_TIMEOUT_HOURS

function askProblems(graph: FlowGraph, step: AskStep, about: About): Problem[] {
  return [
    ...sourceProblems(step, about),
    ...modeProblems(step),
    ...policyProblems(graph, step, about.subject),
    ...fieldProblems(step, about.subject),
    ...(step.buttons ?? []).filter(button => !Object.hasOwn(BUTTONS, button)).map(button => ofNode(step, 'unknownButton', { button })),
    ...(step.timeout ? timeoutProblems(step, step.timeout, about) : []),
  ]
}
function modeProblems(step: AskStep): Problem[] {
  const kind: string | undefined = step.multi?.kind
  if (kind !== 'all' && kind !== 'any' && kind !== 'sequence') return [ofNode(step, 'unknownMode')]
  const percent = step.multi.kind === 'all' ? (step.multi.percent ?? 100) : 100
  return Number.isInteger(percent) && percent >= 1 && percent <= 100 ? [] : [ofNode(step, 'percent', { percent })]
}
function policyProblems(graph: FlowGraph, step: AskStep, subject: CheckedSubject): Problem[] {
  if (!Object.hasOwn(EMPTY_POLICIES, step.emptyPolicy)) return [ofNode(step, 'unknownPolicy', { value: String(step.emptyPolicy) })]
  if (!Object.hasOwn(SAME_POLICIES, step.samePolicy)) return [ofNode(step, 'unknownPolicy', { value: String(step.samePolicy) })]
  const unknown =
    step.mandatory !== undefined && !Object.hasOwn(subject.mandatory, step.mandatory) ? [ofNode(step, 'unknownMandatory', { word: step.mandatory, label: subject.label })] : []
  if (step.emptyPolicy !== 'skip') return unknown
  if (step.mandatory !== undefined) return [...unknown, ofNode(step, 'skipMandatory')]
  return step.type === 'approve' && mayBeLast(graph, step.id) ? [ofNode(step, 'skipLast')] : []
}
const fieldProblems = (step: AskStep, subject: CheckedSubject): Problem[] =>
  Object.entries(step.fieldPerms ?? {}).flatMap(([field, value]) => {
    if (!subject.form.includes(field)) return [ofNode(step, 'unknownField', { field })]
    return Object.hasOwn(FIELD_PERMS, value) ? [] : [ofNode(step, 'unknownPerm', { field, value })]
  })
function timeoutProblems(step: AskStep, timeout: Timeout, { subject, known }: About): Problem[] {
  const hours = isHours(timeout.hours) ? [] : [ofNode(step, 'timeoutHours', { hours: timeout.hours, most: MAX_TIMEOUT_HOURS })]
  const actions = (timeout.marks ?? []).flatMap(({ atPercent, action, toUserId }): Problem[] => {
    if (!Object.hasOwn(TIMEOUT_ACTIONS, action)) return [ofNode(step, 'timeoutAction', { action })]
    if (!(atPercent >= 1 && atPercent <= 1000)) return [ofNode(step, 'timeoutPercent', { percent: atPercent })]
    if (action === 'approve' && subject.noAutoApprove) return [ofNode(step, 'autoApprove', { label: subject.label })]
    if (action === 'reject' && step.type === 'handle') return [ofNode(step, 'rejectHandling')]
    return action === 'transfer' && !(toUserId && known.isPerson(toUserId)) ? [ofNode(step, 'transferTo')] : []
  })
  return [...hours, ...actions]
}

/** Required steps must exist and must not be avoidable. Paths are checked only when the structure is sound. */
function mandatoryProblems(graph: FlowGraph, subject: CheckedSubject, isSound: boolean): Problem[] {
  return Object.entries(subject.mandatory).flatMap(([word, step]) => {
    const label = subject.label
    const there = new Set(graph.nodes.flatMap(node => (isAsking(node) && node.mandatory === word ? [node.id] : [])))
    if (!there.size) return [problem('mandatoryMissing', { label, step })]
    return isSound && isAvoidable(graph, there) ? [problem('mandatoryAvoided', { label, step })] : []
  })
}
/** A condition avoids a step if one branch does, a fork only if all branches do. */
function isAvoidable(graph: FlowGraph, there: ReadonlySet<string>): boolean {
  const ways = indexGraph(graph)
  const known = new Map<string, boolean>()
  const avoids = (id: string): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    const next = ways.out(id).map(edge => edge.to)
    const isFork = ways.node(id)?.type === 'parallel'
    const made = !there.has(id) && (next.length === 0 || (isFork ? next.every(avoids) : next.some(avoids)))
    known.set(id, made)
    return made
  }
  return avoids(graph.nodes.find(node => node.type === 'start')?.id ?? '')
}
