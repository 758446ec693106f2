import type { FlowEdge, FlowGraph, FlowNode } from './graph.ts'
import { indexGraph } from './graph-index.ts'
import { meetingOf } from './structure.ts'

/** A flow as block structure: a column of steps, where a split contains its branches as columns. */
export type Blocks = readonly Block[]
export interface Block {
  node: FlowNode
  /** Branches of a condition or a fork. */
  ways?: readonly Way[]
  /** Join of a fork; condition branches merge without a node. */
  join?: FlowNode
}
export interface Way extends Pick<FlowEdge, 'when' | 'name'> {
  steps: Blocks
}

/** Block structure of a graph; undefined when it has none: branches that cross, end separately or form a cycle. */
export function blocksOf(graph: FlowGraph): Blocks | undefined {
  const start = graph.nodes.find(node => node.type === 'start')
  const seen = new Set<string>()
  const blocks = start && read(graph, start.id, undefined, seen)
  return blocks && seen.size === graph.nodes.length ? blocks : undefined
}
function read(graph: FlowGraph, from: string, stop: string | undefined, seen: Set<string>): Blocks | undefined {
  const blocks: Block[] = []
  let id: string | undefined = from
  while (id !== stop) {
    const part: Part | undefined = id === undefined ? undefined : readOne(graph, id, seen)
    if (!part) return undefined
    blocks.push(part.block)
    if (part.block.node.type === 'end') return stop === undefined ? blocks : undefined
    id = part.next
  }
  return blocks
}
interface Part {
  block: Block
  next: string | undefined
}
function readOne(graph: FlowGraph, id: string, seen: Set<string>): Part | undefined {
  const ways = indexGraph(graph)
  const node = ways.node(id)
  if (!node || seen.has(id)) return undefined
  seen.add(id)
  if (node.type === 'condition' || node.type === 'parallel') return readSplit(graph, node, seen)
  const out = ways.out(id)
  return out.length === (node.type === 'end' ? 0 : 1) ? { block: { node }, next: out[0]?.to } : undefined
}
function readSplit(graph: FlowGraph, node: FlowNode, seen: Set<string>): Part | undefined {
  const out = indexGraph(graph).out(node.id)
  const meeting = meetingOf(graph, node.id)
  if (!out.length || !meeting || (node.type === 'parallel' && out.length < 2)) return undefined
  const ways = out.flatMap((edge): Way[] => {
    const steps = read(graph, edge.to, meeting, seen)
    return steps ? [{ ...(edge.when ? { when: edge.when } : {}), ...(edge.name === undefined ? {} : { name: edge.name }), steps }] : []
  })
  if (ways.length < out.length) return undefined
  return node.type === 'condition' ? { block: { node, ways }, next: meeting } : joined(graph, { node, ways }, meeting, seen)
}
function joined(graph: FlowGraph, fork: Block, meeting: string, seen: Set<string>): Part | undefined {
  const join = indexGraph(graph).node(meeting)
  const after = indexGraph(graph).out(meeting)
  if (join?.type !== 'parallel' || after.length !== 1 || seen.has(meeting)) return undefined
  seen.add(meeting)
  return { block: { ...fork, join }, next: after[0]?.to }
}

/** Graph of a block structure; edges in the order of steps and branches. */
export function graphOf(blocks: Blocks): FlowGraph {
  const nodes: FlowNode[] = []
  const lines: Line[] = []
  write(blocks, [], nodes, lines)
  const place = new Map(nodes.map((node, i) => [node.id, i]))
  lines.sort((a, b) => (place.get(a.from) ?? 0) - (place.get(b.from) ?? 0) || a.branch - b.branch)
  return { nodes, edges: lines.map(({ branch: _order, ...edge }) => edge) }
}
type Line = FlowEdge & { branch: number }
type Loose = Omit<Line, 'to'>
function write(blocks: Blocks, before: readonly Loose[], nodes: FlowNode[], lines: Line[]): readonly Loose[] {
  let open = before
  for (const { node, ways, join } of blocks) {
    nodes.push(node)
    for (const line of open) lines.push({ ...line, to: node.id })
    open = ways ? ways.flatMap(({ steps, ...way }, branch) => write(steps, [{ from: node.id, branch, ...way }], nodes, lines)) : [{ from: node.id, branch: 0 }]
    if (!join) continue
    nodes.push(join)
    for (const line of open) lines.push({ ...line, to: join.id })
    open = [{ from: join.id, branch: 0 }]
  }
  return open
}
/** All blocks, including those nested in branches. */
export const allBlocks = (blocks: Blocks): Block[] => blocks.flatMap(block => [block, ...(block.ways ?? []).flatMap(way => allBlocks(way.steps))])
