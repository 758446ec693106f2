import { type FlowGraph, type FlowNode, isAsking } from '#flow/index.ts'
import type { Sizes } from './places.ts'

export const isPill = (node: FlowNode): boolean => node.type === 'condition' || node.type === 'parallel' || node.type === 'end'
/** Card sizes; a step with a known usual duration has one more line. */
export const sizesOf = (graph: FlowGraph, timed: ReadonlySet<string>): Sizes => ({
  column: 264,
  gap: 44,
  card: 224,
  head: 58,
  widthOf: node => (isPill(node) ? 168 : 224),
  heightOf: node => {
    if (isPill(node)) return 32
    if (node.type === 'start') return 48
    return isAsking(node) && timed.has(node.id) ? 92 : 70
  },
  ...(graph.nodes.length > 60 ? { gap: 40 } : {}),
})
