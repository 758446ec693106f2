import type { FlowGraph, FlowNode } from './graph.ts'
import { type GraphIndex, indexGraph } from './graph-index.ts'
import { ofNode, type Problem, problem } from './problem.ts'

const NAME_LENGTH = 60
/** Validates the structure (10-W1): node and edge references, exactly one start, end reachable from everywhere, no cycles, forks that join. */
export function structureProblems(graph: FlowGraph): Problem[] {
  const ids = [...idProblems(graph), ...edgeProblems(graph)]
  // With duplicate ids or dangling edges further messages would name the wrong step.
  if (ids.some(p => p.rule === 'flow.duplicateId' || p.rule === 'flow.danglingEdge')) return ids
  const ways = indexGraph(graph)
  const ends = [...startProblems(graph, ways), ...endProblems(graph, ways)]
  const circles = cycleProblems(graph, ways)
  const joins = ids.length || ends.length || circles.length ? [] : graph.nodes.flatMap(node => parallelProblems(graph, ways, node))
  return [...ids, ...ends, ...circles, ...graph.nodes.flatMap(node => branchProblems(ways, node)), ...joins]
}
function idProblems({ nodes }: FlowGraph): Problem[] {
  const twice = [...Map.groupBy(nodes, node => node.id)].filter(([, same]) => same.length > 1)
  const names = nodes.flatMap((node): Problem[] => {
    if (!node.name.trim()) return [problem('noName', { id: node.id }, { node: node.id })]
    return [...node.name].length > NAME_LENGTH ? [ofNode(node, 'longName', { count: [...node.name].length, most: NAME_LENGTH })] : []
  })
  return [...twice.map(([id, same]) => problem('duplicateId', { id, count: same.length }, { node: id })), ...names]
}
function edgeProblems({ nodes, edges }: FlowGraph): Problem[] {
  const names = new Map(nodes.map(node => [node.id, node.name]))
  return edges.flatMap(edge =>
    names.has(edge.from) && names.has(edge.to)
      ? []
      : [problem('danglingEdge', { from: names.get(edge.from) ?? edge.from, to: names.get(edge.to) ?? edge.to }, { node: edge.from })],
  )
}
function startProblems({ nodes }: FlowGraph, ways: GraphIndex): Problem[] {
  const starts = nodes.filter(node => node.type === 'start')
  const [start] = starts
  if (!start) return [problem('noStart')]
  if (starts.length > 1) return starts.slice(1).map(node => ofNode(node, 'manyStarts', { count: starts.length }))
  const reached = ways.from(start.id)
  const lost = nodes.filter(node => !reached.has(node.id)).map(node => ofNode(node, 'unreachable'))
  return ways.into(start.id).length ? [ofNode(start, 'intoStart'), ...lost] : lost
}
function endProblems({ nodes }: FlowGraph, ways: GraphIndex): Problem[] {
  const ends = nodes.filter(node => node.type === 'end')
  if (!ends.length) return [problem('noEnd')]
  const after = ends.filter(end => ways.out(end.id).length).map(end => ofNode(end, 'outOfEnd'))
  const lost = nodes.filter(node => !ends.some(end => ways.from(node.id).has(end.id))).map(node => ofNode(node, 'cannotEnd'))
  return [...after, ...lost]
}
/** Every cycle contains a step that is reachable from itself. */
function cycleProblems({ nodes }: FlowGraph, ways: GraphIndex): Problem[] {
  const at = nodes.find(node => ways.out(node.id).some(edge => ways.from(edge.to).has(node.id)))
  return at ? [ofNode(at, 'cycle')] : []
}
function branchProblems(ways: GraphIndex, node: FlowNode): Problem[] {
  const out = ways.out(node.id)
  if (node.type === 'condition') return conditionProblems(ways, node)
  const many = out.length > 1 && node.type !== 'parallel' ? [ofNode(node, 'manyWaysOut', { count: out.length })] : []
  return out.some(edge => edge.when) ? [...many, ofNode(node, 'whenElsewhere')] : many
}
function conditionProblems(ways: GraphIndex, node: FlowNode): Problem[] {
  const out = ways.out(node.id)
  if (out.length < 2) return [ofNode(node, 'fewBranches', { count: out.length })]
  const defaults = out.filter(edge => !edge.when).length
  if (!defaults) return [ofNode(node, 'noDefault')]
  return defaults > 1 ? [ofNode(node, 'manyDefaults', { count: defaults })] : []
}

/** Branches of a fork must be disjoint, have no entry from outside, and meet in one join. */
function parallelProblems(graph: FlowGraph, ways: GraphIndex, node: FlowNode): Problem[] {
  if (node.type !== 'parallel') return []
  const isFork = ways.out(node.id).length > 1
  const isJoin = ways.into(node.id).length > 1
  if (!isFork && !isJoin) return [ofNode(node, 'loneParallel')]
  if (isFork) return forkProblems(graph, ways, node)
  const forks = graph.nodes.filter(other => other.type === 'parallel' && ways.out(other.id).length > 1)
  return forks.some(fork => meetingOf(graph, fork.id) === node.id) ? [] : [ofNode(node, 'joinsNothing')]
}
function forkProblems(graph: FlowGraph, ways: GraphIndex, fork: FlowNode): Problem[] {
  const join = meetingOf(graph, fork.id)
  if (!join || ways.node(join)?.type !== 'parallel') return [ofNode(fork, 'notJoined')]
  const behind = ways.from(join)
  const inside = ways.out(fork.id).map(edge => [...ways.from(edge.to)].filter(id => !behind.has(id)))
  const met = inside.flatMap((way, i) => way.filter(id => inside.some((other, j) => j > i && other.includes(id))))
  // An empty branch and another one may both lead to the join; two edges into one inner step may not.
  const [at] = met
  if (at) return [ofNode(fork, 'mixedWays', { at: ways.node(at)?.name ?? at })]
  const own = new Set([fork.id, ...inside.flat()])
  const crossed = [...inside.flat(), join].find(id => ways.into(id).some(edge => !own.has(edge.from)))
  return crossed ? [ofNode(fork, 'crossedWays', { at: ways.node(crossed)?.name ?? crossed })] : []
}

const meetings = new WeakMap<FlowGraph, Map<string, string | undefined>>()
/** Post-dominator of a step: the first step on every path from here to an end; undefined when branches end separately. */
export function meetingOf(graph: FlowGraph, id: string): string | undefined {
  const known = meetings.get(graph) ?? new Map<string, string | undefined>()
  meetings.set(graph, known)
  if (!known.has(id)) known.set(id, firstCommon(graph, id))
  return known.get(id)
}
function firstCommon(graph: FlowGraph, id: string): string | undefined {
  const ways = indexGraph(graph)
  const starts = [...new Set(ways.out(id).map(edge => edge.to))]
  const candidates = [...ways.from(id)].filter(step => step !== id && starts.every(start => cannotPass(ways, start, step)))
  // Of several unavoidable steps, the first is the one the others are reachable from.
  return candidates.find(step => candidates.every(other => ways.from(step).has(other)))
}
/** Whether every path to an end passes `step`. */
function cannotPass(ways: GraphIndex, start: string, step: string): boolean {
  if (start === step) return true
  const seen = new Set([start])
  for (const at of seen) {
    const out = ways.out(at)
    if (!out.length) return false
    for (const edge of out) if (edge.to !== step) seen.add(edge.to)
  }
  return true
}
