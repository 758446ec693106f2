import type { FlowEdge, FlowGraph, FlowNode } from '#flow/index.ts'

/** Normalises an imported flow to block structure; steps exported by this product (`own`) stay unchanged. */
export function tidy(graph: FlowGraph, own: ReadonlySet<string>): FlowGraph {
  const isOwn = (node: FlowNode) => own.has(node.id)
  return withDefaults(withGateways(withoutPassing(oneEnd(graph, isOwn), isOwn), isOwn), isOwn)
}
type IsOwn = (node: FlowNode) => boolean

/** Merges several ends into one. */
function oneEnd(graph: FlowGraph, isOwn: IsOwn): FlowGraph {
  const ends = graph.nodes.filter(node => node.type === 'end')
  const [first] = ends
  if (!first || ends.length < 2 || ends.every(isOwn)) return graph
  const gone = new Set(ends.slice(1).map(node => node.id))
  return { nodes: graph.nodes.filter(node => !gone.has(node.id)), edges: graph.edges.map(edge => (gone.has(edge.to) ? { ...edge, to: first.id } : edge)) }
}
/** Removes gateways that only merge branches, which we do without a node. Joins stay. */
function withoutPassing(graph: FlowGraph, isOwn: IsOwn): FlowGraph {
  const gone = new Set<string>()
  let edges = graph.edges
  for (const { id, type } of graph.nodes.filter(node => !isOwn(node) && (node.type === 'condition' || node.type === 'parallel'))) {
    const next = edges.filter(edge => edge.from === id).map(edge => edge.to)
    const into = edges.filter(edge => edge.to === id).length
    const [only] = next
    if (next.length !== 1 || only === undefined || only === id || !into || (type === 'parallel' && into > 1)) continue
    gone.add(id)
    edges = edges.flatMap(edge => (edge.from === id ? [] : edge.to === id ? [{ ...edge, to: only }] : [edge]))
  }
  return { nodes: graph.nodes.filter(node => !gone.has(node.id)), edges }
}
/** Several edges out of a step become a fork, or a condition where they carry conditions. */
function withGateways(graph: FlowGraph, isOwn: IsOwn): FlowGraph {
  const nodes: FlowNode[] = []
  let edges = [...graph.edges]
  for (const node of graph.nodes) {
    nodes.push(node)
    const out = edges.filter(edge => edge.from === node.id)
    if (isOwn(node) || out.length < 2 || node.type === 'condition' || node.type === 'parallel') continue
    const id = freeId(graph, `${node.id.slice(0, 50)}_split`)
    const isChoice = out.some(edge => edge.when)
    nodes.push(isChoice ? { id, type: 'condition', name: '条件分支' } : { id, type: 'parallel', name: '并行' })
    edges = [...edges.map(edge => (edge.from === node.id ? { ...edge, from: id } : edge)), { from: node.id, to: id }]
  }
  return { nodes, edges }
}
function freeId(graph: FlowGraph, wanted: string): string {
  const ids = new Set(graph.nodes.map(node => node.id))
  let id = wanted
  for (let n = 2; ids.has(id); n++) id = `${wanted}${n}`
  return id
}
/** Gives each condition one default branch and the others an empty condition to be filled in; removes conditions elsewhere. */
function withDefaults(graph: FlowGraph, isOwn: IsOwn): FlowGraph {
  const types = new Map(graph.nodes.map(node => [node.id, node]))
  const last = new Map<string, FlowEdge>()
  for (const edge of graph.edges) if (!edge.when) last.set(edge.from, edge)
  const edges = graph.edges.map((edge): FlowEdge => {
    const node = types.get(edge.from)
    if (!node || isOwn(node)) return edge
    if (node.type === 'condition') return edge.when || last.get(edge.from) === edge ? edge : { ...edge, when: { all: [] } }
    const { when: _when, ...plain } = edge
    return plain
  })
  return { ...graph, edges }
}
