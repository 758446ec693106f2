import {
  addWay,
  changeStep,
  changeWay,
  duplicateStep,
  type FlowGraph,
  type FlowNode,
  type GraphPosition,
  insertStep,
  moveStep,
  moveWay,
  type NewType,
  removeStep,
  removeWay,
  type Way,
} from '#flow/index.ts'

/** Selection of the side panel: a step or a branch. */
export type Chosen = { node: string } | { of: string; way: number }
/** Its key on the page. */
export const keyOf = (chosen: Chosen): string => ('node' in chosen ? chosen.node : `${chosen.of} ${chosen.way}`)
/** Editor state: graph, history and selection; a pure reducer without I/O. */
export interface Design {
  graph: FlowGraph
  past: readonly FlowGraph[]
  future: readonly FlowGraph[]
  chosen: Chosen | undefined
  /** Consecutive keystrokes in one field are one undo step: the field of the last one. */
  stroke: string | undefined
}
export type DesignAct =
  | { kind: 'insert'; spot: GraphPosition; type: NewType; names?: (text: string) => string }
  | { kind: 'change'; node: FlowNode; stroke?: string }
  | { kind: 'changeWay'; of: string; way: number; said: Pick<Way, 'when' | 'name'>; stroke?: string }
  | { kind: 'remove' | 'duplicate'; id: string }
  | { kind: 'move'; id: string; by: -1 | 1 }
  | { kind: 'addWay'; of: string }
  | { kind: 'removeWay'; of: string; way: number }
  | { kind: 'moveWay'; of: string; way: number; by: -1 | 1 }
  | { kind: 'replace'; graph: FlowGraph }
  | { kind: 'choose'; chosen: Chosen | undefined }
  | { kind: 'undo' | 'redo' }

/** Limit of the undo history. */
export const MOST_STEPS_BACK = 100
export const designOf = (graph: FlowGraph): Design => ({ graph, past: [], future: [], chosen: undefined, stroke: undefined })

/** The next state; the same object if the action is impossible. */
export function designed(design: Design, act: DesignAct): Design {
  switch (act.kind) {
    case 'choose':
      return { ...design, chosen: act.chosen, stroke: undefined }
    case 'undo':
      return back(design)
    case 'redo':
      return forth(design)
    default:
      return edited(design, act)
  }
}
type Edit = Exclude<DesignAct, { kind: 'choose' } | { kind: 'undo' | 'redo' }>

function edited(design: Design, act: Edit): Design {
  const graph = graphAfter(design.graph, act)
  if (graph === design.graph) return design
  const stroke = 'stroke' in act ? act.stroke : undefined
  const goesOn = stroke !== undefined && stroke === design.stroke
  const past = goesOn ? design.past : [...design.past, design.graph].slice(-MOST_STEPS_BACK)
  return { graph, past, future: [], stroke, chosen: still(graph, chosenAfter(design, graph, act)) }
}
function graphAfter(graph: FlowGraph, act: Edit): FlowGraph {
  switch (act.kind) {
    case 'insert':
      return insertStep(graph, act.spot, act.type, act.names)
    case 'change':
      return changeStep(graph, act.node)
    case 'changeWay':
      return changeWay(graph, act.of, act.way, act.said)
    case 'remove':
      return removeStep(graph, act.id)
    case 'duplicate':
      return duplicateStep(graph, act.id)
    case 'move':
      return moveStep(graph, act.id, act.by)
    case 'addWay':
      return addWay(graph, act.of)
    case 'removeWay':
      return removeWay(graph, act.of, act.way)
    case 'moveWay':
      return moveWay(graph, act.of, act.way, act.by)
    case 'replace':
      return act.graph
  }
}
/** Selects a newly added element. */
function chosenAfter(design: Design, graph: FlowGraph, act: Edit): Chosen | undefined {
  if (act.kind === 'insert' || act.kind === 'duplicate') {
    const known = new Set(design.graph.nodes.map(node => node.id))
    const made = graph.nodes.find(node => !known.has(node.id))
    return made ? { node: made.id } : design.chosen
  }
  if (act.kind === 'addWay') return { of: act.of, way: newWay(design.graph, graph, act.of) }
  if (act.kind === 'moveWay') return { of: act.of, way: act.way + act.by }
  return act.kind === 'remove' || act.kind === 'removeWay' || act.kind === 'replace' ? undefined : design.chosen
}
const waysOut = (graph: FlowGraph, id: string) => graph.edges.filter(edge => edge.from === id)
function newWay(before: FlowGraph, after: FlowGraph, id: string): number {
  const now = waysOut(after, id)
  const isSplit = after.nodes.some(node => node.id === id && node.type === 'condition')
  // the default branch of a condition stays last
  return Math.max(0, isSplit ? now.length - 2 : waysOut(before, id).length)
}
/** Drops a selection that no longer exists. */
function still(graph: FlowGraph, chosen: Chosen | undefined): Chosen | undefined {
  if (!chosen) return undefined
  if ('node' in chosen) return graph.nodes.some(node => node.id === chosen.node) ? chosen : undefined
  return waysOut(graph, chosen.of).length > chosen.way && waysOut(graph, chosen.of).length > 1 ? chosen : undefined
}
function back(design: Design): Design {
  const graph = design.past.at(-1)
  if (!graph) return design
  return { graph, past: design.past.slice(0, -1), future: [design.graph, ...design.future], stroke: undefined, chosen: still(graph, design.chosen) }
}
function forth(design: Design): Design {
  const [graph, ...future] = design.future
  if (!graph) return design
  return { graph, past: [...design.past, design.graph], future, stroke: undefined, chosen: still(graph, design.chosen) }
}
