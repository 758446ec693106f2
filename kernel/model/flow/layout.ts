import { type Block, type Blocks, blocksOf, type Way } from './blocks.ts'
import type { FlowGraph } from './graph.ts'
import { indexGraph } from './graph-index.ts'
import type { GraphPosition } from './graph-position.ts'

/** A point of the drawing: `x` counts columns (the middle of the first is 0.5), `row` counts rows from the top. */
export interface Point {
  x: number
  row: number
}
/** Where everything of a flow stands when it is drawn from top to bottom. */
export interface Drawing {
  /** Step → where its card stands. */
  nodes: Readonly<Record<string, Point>>
  /** Top of each branch: its words, its priority. */
  heads: ReadonlyArray<Point & { of: string; way: number; edge: number }>
  /** Where the branches of a condition meet again. */
  merges: ReadonlyArray<Point & { of: string }>
  /** Where steps can be inserted; nowhere, where ways cross or end apart and steps stand in layers. */
  slots: ReadonlyArray<Point & { spot: GraphPosition }>
  /** Pieces of line, with the numbers of the graph's edges that run along each. */
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
/** Ends that still look for what comes next. */
type Loose = ReadonlyArray<{ at: Point; edges: readonly number[] }>

/** The vertical drawing of a flow: branches as columns, the way down as rows. */
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

/** A drawing that is no block structure: every step one row below the lowest of those before it. */
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
/** Longest way down; steps on a circle stay where they were first met. */
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
