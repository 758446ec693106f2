import { allBlocks, type Block, type Blocks, type Way } from './blocks.ts'
import type { FlowGraph, FlowNode } from './graph.ts'
import { eachRow, freeId, type GraphPosition, type NewType, newBlock, withBlocks } from './graph-position.ts'

/** Edit operations on a flow. Each returns a new block-structured graph, or the same object when the edit is not possible. */

/** Inserts a block at a position. */
export const insertBlock = (graph: FlowGraph, spot: GraphPosition, block: Block): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, (row, at) => {
      if (!('after' in spot)) return at && 'of' in at && at.of === spot.of && at.way === spot.way ? [block, ...row] : row
      const i = row.findIndex(b => b.node.id === spot.after && b.node.type !== 'end')
      return i < 0 ? row : row.toSpliced(i + 1, 0, block)
    }),
  )
/** Inserts a new step of the given type; a condition or fork gets two empty branches. */
export const insertStep = (graph: FlowGraph, spot: GraphPosition, type: NewType, names?: (text: string) => string): FlowGraph =>
  insertBlock(graph, spot, newBlock(graph, type, names))

/** Replaces a step's settings; type and id stay. */
export const changeStep = (graph: FlowGraph, node: FlowNode): FlowGraph => ({
  ...graph,
  nodes: graph.nodes.map(old => (old.id === node.id && old.type === node.type ? node : old)),
})
const isFixed = (block: Block): boolean => block.node.type === 'start' || block.node.type === 'end'

/** Removes a step; a split with all its branches, a join with its fork. */
export const removeStep = (graph: FlowGraph, id: string): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, row => {
      const i = row.findIndex(block => !isFixed(block) && (block.node.id === id || block.join?.id === id))
      return i < 0 ? row : row.toSpliced(i, 1)
    }),
  )
const changeWays = (graph: FlowGraph, id: string, change: (ways: readonly Way[], block: Block) => readonly Way[]): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, row => {
      const i = row.findIndex(block => block.node.id === id)
      const block = row[i]
      if (!block?.ways) return row
      const ways = change(block.ways, block)
      return ways === block.ways ? row : row.toSpliced(i, 1, { ...block, ways })
    }),
  )
/** Adds a branch; at a condition before the default branch. */
export const addWay = (graph: FlowGraph, id: string): FlowGraph =>
  changeWays(graph, id, (ways, { node }) => {
    if (node.type === 'parallel') return [...ways, { steps: [] }]
    const last = ways.findIndex(way => !way.when)
    return ways.toSpliced(last < 0 ? ways.length : last, 0, { when: { all: [] }, steps: [] })
  })
/** Removes a branch with its steps. If one branch would be left, its steps replace the split. The default branch of a condition can only be removed as one of two. */
export const removeWay = (graph: FlowGraph, id: string, way: number): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, row => {
      const i = row.findIndex(block => block.node.id === id)
      const block = row[i]
      const gone = block?.ways?.[way]
      if (!block?.ways || !gone || (block.node.type === 'condition' && !gone.when && block.ways.length > 2)) return row
      const left = block.ways.toSpliced(way, 1)
      const [only] = left
      return left.length === 1 && only ? row.toSpliced(i, 1, ...only.steps) : row.toSpliced(i, 1, { ...block, ways: left })
    }),
  )
/** Changes condition and name of a branch; the default branch never gets a condition. */
export const changeWay = (graph: FlowGraph, id: string, way: number, said: Pick<Way, 'when' | 'name'>): FlowGraph =>
  changeWays(graph, id, (ways, { node }) => {
    const old = ways[way]
    if (!old) return ways
    const { when: _when, name: _name, ...rest } = old
    const when = node.type === 'condition' && old.when ? (said.when ?? old.when) : undefined
    return ways.toSpliced(way, 1, { ...rest, ...(when ? { when } : {}), ...(said.name ? { name: said.name } : {}) })
  })
/** Moves a branch one place left (-1) or right (1), i.e. changes its priority; the default branch stays last. */
export const moveWay = (graph: FlowGraph, id: string, way: number, by: -1 | 1): FlowGraph =>
  changeWays(graph, id, (ways, { node }) => {
    const [a, b] = [ways[way], ways[way + by]]
    if (!a || !b || (node.type === 'condition' && (!a.when || !b.when))) return ways
    return ways.with(way, b).with(way + by, a)
  })
/** Swaps a block with the one above (-1) or below (1) in the same branch. */
export const moveStep = (graph: FlowGraph, id: string, by: -1 | 1): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, row => {
      const i = row.findIndex(block => block.node.id === id || block.join?.id === id)
      const [a, b] = [row[i], row[i + by]]
      return a && b && !isFixed(a) && !isFixed(b) ? row.with(i, b).with(i + by, a) : row
    }),
  )
/** Duplicates a step behind itself; a split with all its contents. */
export function duplicateStep(graph: FlowGraph, id: string): FlowGraph {
  const taken = new Set<string>()
  return withBlocks(graph, blocks => {
    const block = allBlocks(blocks).find(b => b.node.id === id || b.join?.id === id)
    if (!block || isFixed(block)) return blocks
    const copy = renamed(graph, block, taken)
    return eachRow(blocks, row => {
      const i = row.indexOf(block)
      return i < 0 ? row : row.toSpliced(i + 1, 0, copy)
    })
  })
}
function renamed(graph: FlowGraph, block: Block, taken: Set<string>): Block {
  const id = freeId(graph, block.node.type, taken)
  taken.add(id)
  const row = (steps: Blocks): Blocks => steps.map(inner => renamed(graph, inner, taken))
  return {
    node: { ...block.node, id },
    ...(block.ways ? { ways: block.ways.map(way => ({ ...way, steps: row(way.steps) })) } : {}),
    ...(block.join ? { join: { ...block.join, id: `${id}Join` } } : {}),
  }
}
