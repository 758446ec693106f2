import { type CaseState, type FlowGraph, type FlowNode, isOpen, type Place } from '#model/flow/index.ts'

/** Why a case cannot go on in another drawing: a sentence and its values. */
export interface Obstacle {
  text: string
  values: Readonly<Record<string, string>>
}

/** Where a case stands, also while it is back with its applicant, and where it comes back to from a step it was returned to. */
const placesOf = (flow: CaseState): Place[] => [...flow.places, ...(flow.backTo ?? [])]
const standing = (flow: CaseState): Set<string> => {
  const all = placesOf(flow).flatMap(p => [p, ...(p.back ?? [])])
  return new Set([...all.map(p => p.node), ...flow.tasks.filter(isOpen).map(t => t.node)])
}

/** 10-W3: whether a running case can be moved to a later drawing: what it stands at must be there and of the same kind, and no join may be left waiting for a way nobody walks. */
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
/** The parallel ways of a drawing, in a form that can be compared. */
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
/** A join ahead that waits for a way which does not begin where the case stands. */
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
