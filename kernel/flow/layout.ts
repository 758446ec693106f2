import { type Block, type Blocks, blocksOf, type Way } from './blocks.ts'
import type { FlowGraph } from './graph.ts'
import { indexGraph } from './graph-index.ts'
import type { GraphPosition } from './graph-position.ts'

/** Coordinates: `x` in columns (the middle of the first is 0.5), `row` in rows from the top. */
export interface Point {
  x: number
  row: number
}
/** Layout of a flow, top to bottom. */
export interface Drawing {
  /** Step → position of its card. */
  nodes: Readonly<Record<string, Point>>
  /** Header of each branch: condition and priority. */
  heads: ReadonlyArray<Point & { of: string; way: number; edge: number }>
  /** Merge points of condition branches. */
  merges: ReadonlyArray<Point & { of: string }>
  /** Insertion points; none when the graph has no block structure and is laid out in layers. */
  slots: ReadonlyArray<Point & { spot: GraphPosition }>
  /** Line segments, with the indexes of the graph's edges that run along them. */
  lines: ReadonlyArray<{ from: Point; to: Point; edges: readonly number[] }>
  columns: number
  rows: number
}
interface Making {
  graph: FlowGraph
  nodes: Record<string, Point>
  heads: Array<Point & { of: string; way: number; edge: number }>
  merges: Array<Point & { of: string }>
  slots: Array<Point & { spot: GraphPosition }>
  lines: Array<{ from: Point; to: Point; edges: readonly number[] }>
}
/** Open ends to be connected to the next step. */
type Loose = ReadonlyArray<{ at: Point; edges: readonly number[] }>

/** Vertical layout: branches as columns, sequence as rows. */
export function layout(graph: FlowGraph): Drawing {
  const blocks = blocksOf(graph)
  if (!blocks) return layers(graph)
  const making: Making = { graph, nodes: {}, heads: [], merges: [], slots: [], lines: [] }
  const { row } = place(making, blocks, 0, 0, [])
  const { graph: _graph, ...drawn } = making
  return { ...drawn, columns: widthOf(blocks), rows: row }
}
const widthOf = (blocks: Blocks): number => Math.max(1, ...blocks.map(widthOfBlock))
const widthOfBlock = (block: Block): number => (block.ways ?? []).reduce((sum, way) => sum + widthOf(way.steps), 0)
const outOf = (graph: FlowGraph, id: string): number[] => graph.edges.flatMap((edge, i) => (edge.from === id ? [i] : []))

function place(making: Making, blocks: Blocks, left: number, top: number, before: Loose, width = widthOf(blocks)): { row: number; open: Loose } {
  let row = top
  let open = before
  const x = left + width / 2
  for (const block of blocks) {
    const at = { x, row }
    making.nodes[block.node.id] = at
    connect(making, open, at)
    row += 1
    open = [{ at, edges: outOf(making.graph, block.node.id) }]
    if (block.ways) ({ row, open } = placeWays(making, block, block.ways, left + (width - widthOfBlock(block)) / 2, at))
    if (block.node.type !== 'end') making.slots.push({ spot: { after: block.node.id }, x, row: row - 0.5 })
  }
  return { row, open }
}
const connect = (making: Making, open: Loose, to: Point): void => {
  for (const { at, edges } of open) making.lines.push({ from: at, to, edges })
}
function placeWays(making: Making, block: Block, ways: readonly Way[], left: number, from: Point): { row: number; open: Loose } {
  const edges = outOf(making.graph, block.node.id)
  let x = left
  let bottom = from.row + 2
  const ends: Array<Loose[number]> = []
  for (const [i, way] of ways.entries()) {
    const width = widthOf(way.steps)
    const edge = edges[i] ?? -1
    const head = { x: x + width / 2, row: from.row + 1 }
    making.heads.push({ ...head, of: block.node.id, way: i, edge })
    making.slots.push({ spot: { of: block.node.id, way: i }, x: head.x, row: head.row + 0.5 })
    making.lines.push({ from, to: head, edges: [edge] })
    const made = place(making, way.steps, x, from.row + 2, [{ at: head, edges: [edge] }], width)
    ends.push(...made.open)
    bottom = Math.max(bottom, made.row)
    x += width
  }
  const meet = { x: from.x, row: bottom }
  connect(making, ends, meet)
  if (block.join) making.nodes[block.join.id] = meet
  else making.merges.push({ ...meet, of: block.node.id })
  return { row: bottom + 1, open: [{ at: meet, edges: block.join ? outOf(making.graph, block.join.id) : ends.flatMap(end => end.edges) }] }
}

/** Fallback layout without block structure: each step one row below the lowest of its predecessors. */
function layers(graph: FlowGraph): Drawing {
  const rows = rowsOf(graph)
  const used = new Map<number, number>()
  const nodes: Record<string, Point> = {}
  for (const { id } of graph.nodes) {
    const row = rows.get(id) ?? 0
    const column = used.get(row) ?? 0
    used.set(row, column + 1)
    nodes[id] = { x: column + 0.5, row }
  }
  const lines = graph.edges.flatMap(({ from, to }, i) => {
    const [a, b] = [nodes[from], nodes[to]]
    return a && b ? [{ from: a, to: b, edges: [i] }] : []
  })
  return { nodes, heads: [], merges: [], slots: [], lines, columns: Math.max(1, ...used.values()), rows: Math.max(0, ...rows.values()) + 1 }
}
/** Longest path from the start; steps in a cycle keep the row of the first visit. */
function rowsOf(graph: FlowGraph): ReadonlyMap<string, number> {
  const ways = indexGraph(graph)
  const rows = new Map<string, number>()
  const rowOf = (id: string): number => {
    const known = rows.get(id)
    if (known !== undefined) return known
    rows.set(id, 0)
    const row = Math.max(-1, ...ways.into(id).map(edge => rowOf(edge.from))) + 1
    rows.set(id, row)
    return row
  }
  for (const { id } of graph.nodes) rowOf(id)
  return rows
}
