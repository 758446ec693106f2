import { type FlowGraph, type FlowNode, type GraphPosition, layout, type Point } from '#flow/index.ts'

/** A rectangle of the drawing, in pixels from its top left. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
/** Layout of a flow in pixels. */
export interface Places {
  width: number
  height: number
  nodes: ReadonlyArray<{ node: FlowNode; box: Box }>
  heads: ReadonlyArray<{ of: string; way: number; edge: number; box: Box }>
  /** Centres of insertion points. */
  slots: ReadonlyArray<{ spot: GraphPosition; key: string; x: number; y: number }>
  lines: ReadonlyArray<{ key: string; path: string; edges: readonly number[] }>
}
/** Sizes of all elements. */
export interface Sizes {
  column: number
  gap: number
  card: number
  heightOf: (node: FlowNode) => number
  widthOf: (node: FlowNode) => number
  head: number
}
export const spotKey = (spot: GraphPosition): string => ('after' in spot ? `after ${spot.after}` : `way ${spot.of} ${spot.way}`)

/** Maps the grid layout to pixels: row height is that of its highest element. */
export function placesOf(graph: FlowGraph, sizes: Sizes): Places {
  const drawing = layout(graph)
  const node = new Map(graph.nodes.map(n => [n.id, n]))
  const heights = new Map<string, number>()
  const rows = Array.from({ length: drawing.rows }, () => 0)
  const put = (at: Point, height: number) => {
    heights.set(pointKey(at), height)
    rows[at.row] = Math.max(rows[at.row] ?? 0, height)
  }
  const steps = Object.entries(drawing.nodes).flatMap(([id, at]) => {
    const found = node.get(id)
    return found ? [{ node: found, at }] : []
  })
  for (const step of steps) put(step.at, sizes.heightOf(step.node))
  for (const head of drawing.heads) put(head, sizes.head)
  for (const merge of drawing.merges) put(merge, 0)
  const tops = [0]
  for (const height of rows) tops.push((tops.at(-1) ?? 0) + height + sizes.gap)
  const top = (row: number): number => tops[row] ?? 0
  const middle = (x: number): number => x * sizes.column
  const boxOf = (at: Point, width: number): Box => ({ x: middle(at.x) - width / 2, y: top(at.row), width, height: heights.get(pointKey(at)) ?? 0 })
  const merges = new Set(drawing.merges.map(pointKey))
  return {
    width: drawing.columns * sizes.column,
    height: Math.max(0, (tops.at(-1) ?? 0) - sizes.gap),
    nodes: steps.map(step => ({ node: step.node, box: boxOf(step.at, sizes.widthOf(step.node)) })),
    heads: drawing.heads.map(({ of, way, edge, ...at }) => ({ of, way, edge, box: boxOf(at, sizes.card) })),
    slots: drawing.slots.map(({ spot, ...at }) => {
      const row = Math.floor(at.row)
      return { spot, key: spotKey(spot), x: middle(at.x), y: top(row) + (rows[row] ?? 0) + sizes.gap / 2 }
    }),
    lines: drawing.lines.map(({ from, to, edges }, i) => {
      const start = { x: middle(from.x), y: top(from.row) + (heights.get(pointKey(from)) ?? 0) }
      const end = { x: middle(to.x), y: top(to.row) }
      const isHead = drawing.heads.some(head => pointKey(head) === pointKey(to))
      const bend = merges.has(pointKey(to)) ? end.y : isHead ? start.y + sizes.gap / 2 : end.y - sizes.gap / 2
      return { key: `${i}`, path: elbow(start, end, bend), edges }
    }),
  }
}
const pointKey = ({ x, row }: Point): string => `${x} ${row}`
const RADIUS = 8
/** Down, across at the bend, down again, with rounded corners. */
function elbow(from: { x: number; y: number }, to: { x: number; y: number }, bend: number): string {
  if (from.x === to.x) return `M${from.x} ${from.y}V${to.y}`
  const side = Math.sign(to.x - from.x)
  const r = Math.min(RADIUS, Math.abs(to.x - from.x) / 2)
  const across = `M${from.x} ${from.y}V${bend - r}Q${from.x} ${bend} ${from.x + side * r} ${bend}`
  if (bend >= to.y) return `${across}H${to.x}`
  return `${across}H${to.x - side * r}Q${to.x} ${bend} ${to.x} ${bend + r}V${to.y}`
}
