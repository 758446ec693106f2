import { allBlocks, type Block, type Blocks, type Way } from './blocks.ts'
import type { FlowGraph, FlowNode } from './graph.ts'
import { eachRow, freeId, type GraphPosition, type NewType, newBlock, withBlocks } from './graph-position.ts'

/** Edits of a drawing. Each answers a new graph that is block-structured again, or the very same graph where it cannot be done. */

/** Puts a block at a spot. */
export const insertBlock = (graph: FlowGraph, spot: GraphPosition, block: Block): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, (row, at) => {
      if (!('after' in spot)) return at && 'of' in at && at.of === spot.of && at.way === spot.way ? [block, ...row] : row
      const i = row.findIndex(b => b.node.id === spot.after && b.node.type !== 'end')
      return i < 0 ? row : row.toSpliced(i + 1, 0, block)
    }),
  )
/** Puts a new step of this type at a spot; a condition or a fork comes with two empty branches. */
export const insertStep = (graph: FlowGraph, spot: GraphPosition, type: NewType, names?: (text: string) => string): FlowGraph =>
  insertBlock(graph, spot, newBlock(graph, type, names))

/** Replaces what is said about a step; its type and id stay. */
export const changeStep = (graph: FlowGraph, node: FlowNode): FlowGraph => ({
  ...graph,
  nodes: graph.nodes.map(old => (old.id === node.id && old.type === node.type ? node : old)),
})
const isFixed = (block: Block): boolean => block.node.type === 'start' || block.node.type === 'end'

/** Takes a step out, a split with everything in its branches; a join takes its fork along. */
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
/** One more branch; of a condition it comes before the default one. */
export const addWay = (graph: FlowGraph, id: string): FlowGraph =>
  changeWays(graph, id, (ways, { node }) => {
    if (node.type === 'parallel') return [...ways, { steps: [] }]
    const last = ways.findIndex(way => !way.when)
    return ways.toSpliced(last < 0 ? ways.length : last, 0, { when: { all: [] }, steps: [] })
  })
/** Takes a branch out with its steps. Of two, the other one's steps stay where the split was. The default branch of a condition stays while there are others to fall through from. */
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
/** What a branch asks and is called. The default branch has no condition and gets none. */
export const changeWay = (graph: FlowGraph, id: string, way: number, said: Pick<Way, 'when' | 'name'>): FlowGraph =>
  changeWays(graph, id, (ways, { node }) => {
    const old = ways[way]
    if (!old) return ways
    const { when: _when, name: _name, ...rest } = old
    const when = node.type === 'condition' && old.when ? (said.when ?? old.when) : undefined
    return ways.toSpliced(way, 1, { ...rest, ...(when ? { when } : {}), ...(said.name ? { name: said.name } : {}) })
  })
/** Priority of a branch: one further to the left (-1) or right (1); the default branch stays last. */
export const moveWay = (graph: FlowGraph, id: string, way: number, by: -1 | 1): FlowGraph =>
  changeWays(graph, id, (ways, { node }) => {
    const [a, b] = [ways[way], ways[way + by]]
    if (!a || !b || (node.type === 'condition' && (!a.when || !b.when))) return ways
    return ways.with(way, b).with(way + by, a)
  })
/** Changes places with the block above (-1) or below (1), inside its own branch. */
export const moveStep = (graph: FlowGraph, id: string, by: -1 | 1): FlowGraph =>
  withBlocks(graph, blocks =>
    eachRow(blocks, row => {
      const i = row.findIndex(block => block.node.id === id || block.join?.id === id)
      const [a, b] = [row[i], row[i + by]]
      return a && b && !isFixed(a) && !isFixed(b) ? row.with(i, b).with(i + by, a) : row
    }),
  )
/** The same once more behind it, a split with everything inside. */
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
