import { type CaseState, type FlowGraph, type FlowNode, isOpen, type Place } from '#flow/index.ts'

/** Why a case cannot move to another version: a message key and its values. */
export interface Obstacle {
  text: string
  values: Readonly<Record<string, string>>
}

/** Positions of a case, also while it is returned, including where it comes back to after a return. */
const placesOf = (flow: CaseState): Place[] => [...flow.places, ...(flow.backTo ?? [])]
const standing = (flow: CaseState): Set<string> => {
  const all = placesOf(flow).flatMap(p => [p, ...(p.back ?? [])])
  return new Set([...all.map(p => p.node), ...flow.tasks.filter(isOpen).map(t => t.node)])
}

/** 10-W3: whether a running case can move to a later version: its steps must exist with the same type, and no join may wait for a branch that no longer runs. */
export function obstacleTo(flow: CaseState, from: FlowGraph, to: FlowGraph): Obstacle | undefined {
  for (const id of standing(flow)) {
    const before = from.nodes.find(n => n.id === id)
    const after = to.nodes.find(n => n.id === id)
    const node = before?.name || id
    if (!after) return { text: '新版本没有“{node}”这个环节', values: { node } }
    if (!isSameKind(before, after)) return { text: '新版本的“{node}”不是同一种环节', values: { node } }
  }
  const places = placesOf(flow)
  if (isSplit(places) && forks(from) !== forks(to)) return { text: '正在几条并行的分支上办理，新版本的分支不同', values: {} }
  return joinOutOfReach(places, to)
}
const isSameKind = (before: FlowNode | undefined, after: FlowNode): boolean => {
  if (before?.type !== after.type) return false
  if (before.type === 'sub' && after.type === 'sub') return before.defCode === after.defCode
  return before.type === 'auto' && after.type === 'auto' ? before.does === after.does : true
}
const isSplit = (places: CaseState['places']): boolean => places.length > 1 || places.some(p => p.arrived?.length)
/** The parallel branches of a graph in a comparable form. */
function forks({ nodes, edges }: FlowGraph): string {
  const parallel = new Set(nodes.filter(n => n.type === 'parallel').map(n => n.id))
  return edges
    .filter(e => parallel.has(e.from) || parallel.has(e.to))
    .map(e => `${e.from}>${e.to}`)
    .sort()
    .join()
}
function reach(graph: FlowGraph, from: string): Set<string> {
  const seen = new Set([from])
  for (const id of seen) for (const e of graph.edges) if (e.from === id) seen.add(e.to)
  return seen
}
/** A join ahead that waits for a branch which does not begin at the case's position. */
function joinOutOfReach(places: CaseState['places'], to: FlowGraph): Obstacle | undefined {
  const walked = new Set(places.flatMap(p => [...reach(to, p.node)]))
  const arrived = new Set(places.flatMap(p => p.arrived ?? []))
  for (const join of to.nodes.filter(n => n.type === 'parallel' && walked.has(n.id))) {
    const ways = to.edges.filter(e => e.to === join.id).map(e => e.from)
    const lacking = ways.length > 1 ? ways.find(way => !walked.has(way) && !arrived.has(way)) : undefined
    if (lacking) return { text: '新版本在“{join}”还要等“{node}”，这份申请不会经过那里', values: { join: nameOf(to, join.id), node: nameOf(to, lacking) } }
  }
  return undefined
}
const nameOf = (graph: FlowGraph, id: string): string => graph.nodes.find(n => n.id === id)?.name || id
