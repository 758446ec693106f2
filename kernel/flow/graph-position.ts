import { type Block, type Blocks, blocksOf, graphOf } from './blocks.ts'
import type { FlowGraph, FlowNode } from './graph.ts'

/** Insertion point: behind a step (behind the whole block of a split), or at the top of a branch. */
export type GraphPosition = { after: string } | { of: string; way: number }

export const NODE_TYPES = {
  approve: '审批',
  handle: '办理',
  cc: '抄送',
  condition: '条件分支',
  parallel: '并行',
  wait: '等待',
  auto: '自动处理',
  sub: '子流程',
} as const
export const JOIN_NAME = '汇合'
export type NewType = keyof typeof NODE_TYPES

/** A new step with default settings; `names` translates its initial name. */
export function newBlock(graph: FlowGraph, type: NewType, names: (text: string) => string = text => text): Block {
  const id = freeId(graph, type)
  const name = names(NODE_TYPES[type])
  if (type === 'condition') return { node: { id, type, name }, ways: [{ when: { all: [] }, steps: [] }, { steps: [] }] }
  if (type === 'parallel') return { node: { id, type, name }, ways: [{ steps: [] }, { steps: [] }], join: { id: `${id}Join`, type, name: names(JOIN_NAME) } }
  return { node: stepOf(id, type, name) }
}
function stepOf(id: string, type: Exclude<NewType, 'condition' | 'parallel'>, name: string): FlowNode {
  if (type === 'cc') return { id, type, name, approvers: { by: 'people', userIds: [] } }
  if (type === 'wait') return { id, type, name, hours: 24 }
  if (type === 'auto') return { id, type, name, does: '' }
  if (type === 'sub') return { id, type, name, defCode: '' }
  return { id, type, name, approvers: { by: 'relation', relation: 'fdy' }, multi: { kind: 'any' }, emptyPolicy: 'owner', samePolicy: 'ask' }
}
/** An id not used by any step or by the join derived from it. */
export function freeId(graph: FlowGraph, type: string, taken: ReadonlySet<string> = new Set()): string {
  const ids = new Set([...graph.nodes.map(node => node.id), ...taken])
  let n = 1
  while (ids.has(`${type}${n}`) || ids.has(`${type}${n}Join`)) n++
  return `${type}${n}`
}

/** Applies a change to the block structure; a graph without one is returned unchanged. */
export function withBlocks(graph: FlowGraph, change: (blocks: Blocks) => Blocks): FlowGraph {
  const blocks = blocksOf(graph)
  if (!blocks) return graph
  const changed = change(blocks)
  return changed === blocks ? graph : graphOf(changed)
}
/** Maps every row of blocks, innermost first. Unchanged parts keep their identity. */
export function eachRow(blocks: Blocks, change: (row: Blocks, spot: GraphPosition | undefined) => Blocks, spot?: GraphPosition): Blocks {
  let isChanged = false
  const inner = blocks.map(block => {
    if (!block.ways) return block
    const ways = block.ways.map((way, i) => {
      const steps = eachRow(way.steps, change, { of: block.node.id, way: i })
      return steps === way.steps ? way : { ...way, steps }
    })
    if (ways.every((way, i) => way === block.ways?.[i])) return block
    isChanged = true
    return { ...block, ways }
  })
  return change(isChanged ? inner : blocks, spot)
}
