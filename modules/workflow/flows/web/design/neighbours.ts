import { type FlowGraph, layout, type Point } from '#flow/index.ts'
import type { Chosen } from './design.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'
export const isSame = (a: Chosen | undefined, b: Chosen | undefined): boolean => {
  if (!a || !b) return a === b
  if ('node' in a) return 'node' in b && a.node === b.node
  return 'of' in b && a.of === b.of && a.way === b.way
}
/** The adjacent step or branch in a direction, for the arrow keys; the start without a selection. */
export function neighbour(graph: FlowGraph, from: Chosen | undefined, direction: Direction): Chosen | undefined {
  const { nodes, heads } = layout(graph)
  const items: Array<Point & { chosen: Chosen }> = [
    ...Object.entries(nodes).map(([node, at]) => ({ ...at, chosen: { node } })),
    ...heads.map(({ of, way, x, row }) => ({ x, row, chosen: { of, way } })),
  ]
  const here = items.find(item => isSame(item.chosen, from))
  if (!here) return items.toSorted((a, b) => a.row - b.row)[0]?.chosen
  const isAcross = direction === 'left' || direction === 'right'
  const sign = direction === 'down' || direction === 'right' ? 1 : -1
  // distance along the direction counts once, sideways three times
  const far = (item: Point): [number, number] => (isAcross ? [sign * (item.x - here.x), Math.abs(item.row - here.row)] : [sign * (item.row - here.row), Math.abs(item.x - here.x)])
  const cost = (item: Point): number => far(item)[0] + 3 * far(item)[1]
  return items.filter(item => far(item)[0] > 0.01).toSorted((a, b) => cost(a) - cost(b))[0]?.chosen
}
