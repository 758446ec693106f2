import { type FlowEdge, type FlowGraph, type FlowNode, isAsking } from './graph.ts'

/** Index of a graph for walking and validation. */
export interface GraphIndex {
  node: (id: string) => FlowNode | undefined
  out: (id: string) => readonly FlowEdge[]
  into: (id: string) => readonly FlowEdge[]
  /** Steps reachable from this one, itself included. */
  from: (id: string) => ReadonlySet<string>
}
const known = new WeakMap<FlowGraph, GraphIndex>()

/** Index of a graph, cached for as long as the graph object lives. */
export function indexGraph(graph: FlowGraph): GraphIndex {
  const cached = known.get(graph)
  if (cached) return cached
  const made = build(graph)
  known.set(graph, made)
  return made
}
function build(graph: FlowGraph): GraphIndex {
  const nodes = new Map(graph.nodes.map(node => [node.id, node]))
  const out = Map.groupBy(graph.edges, edge => edge.from)
  const into = Map.groupBy(graph.edges, edge => edge.to)
  const reached = new Map<string, ReadonlySet<string>>()
  const from = (id: string): ReadonlySet<string> => {
    const found = reached.get(id) ?? reach(id, out)
    reached.set(id, found)
    return found
  }
  return { node: id => nodes.get(id), out: id => out.get(id) ?? [], into: id => into.get(id) ?? [], from }
}
function reach(start: string, edges: ReadonlyMap<string, readonly FlowEdge[]>): ReadonlySet<string> {
  const seen = new Set([start])
  for (const id of seen) for (const edge of edges.get(id) ?? []) seen.add(edge.to)
  return seen
}

/** Whether the end can be reached from this step without another approval; such a step must not be skipped (10-W4). */
export function mayBeLast(graph: FlowGraph, id: string): boolean {
  const ways = indexGraph(graph)
  const seen = new Set(ways.out(id).map(edge => edge.to))
  for (const next of seen) {
    const node = ways.node(next)
    if (node?.type === 'end') return true
    if (node && node.type !== 'approve') for (const edge of ways.out(next)) seen.add(edge.to)
  }
  return false
}
const PASSING: ReadonlySet<FlowNode['type']> = new Set(['condition', 'parallel', 'cc'])
/** The asking steps directly before this one; conditions, forks and cc steps between are passed over. `isThrough` decides which others are. */
export function askedBefore(graph: FlowGraph, id: string, isThrough: (node: FlowNode) => boolean = node => PASSING.has(node.type)): string[] {
  const ways = indexGraph(graph)
  const seen = new Set(ways.into(id).map(edge => edge.from))
  const found: string[] = []
  for (const before of seen) {
    const node = ways.node(before)
    if (node && isThrough(node)) for (const edge of ways.into(before)) seen.add(edge.from)
    else if (node && isAsking(node)) found.push(before)
  }
  return found
}
