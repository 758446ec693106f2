import type { FlowEdge, FlowGraph, FlowNode } from './graph.ts'

/** Diff of two versions of a flow. */
export interface Differences {
  added: readonly FlowNode[]
  removed: readonly FlowNode[]
  /** Changed steps, with the names of the changed settings. */
  changed: ReadonlyArray<{ node: FlowNode; before: FlowNode; fields: readonly string[] }>
  /** Edges added, removed, or with a changed condition or name. */
  edges: ReadonlyArray<{ how: 'added' | 'removed' | 'changed'; edge: FlowEdge; before?: FlowEdge }>
  isSame: boolean
}
/** Labels of step settings. */
export const FIELD_TEXTS: Readonly<Record<string, string>> = {
  name: '名称',
  type: '种类',
  approvers: '审批人',
  multi: '多人审批方式',
  emptyPolicy: '没有审批人时',
  samePolicy: '同一人重复审批时',
  fieldPerms: '字段权限',
  buttons: '操作',
  timeout: '办理时限',
  needSign: '手写签名',
  needOpinion: '意见',
  phrases: '常用语',
  mandatory: '必须的环节',
  hours: '等待时间',
  untilField: '等待到',
  does: '自动处理',
  defCode: '子流程',
}

/** Diff from `before` to `after`; steps are matched by id, edges by their endpoints. */
export function compareGraphs(before: FlowGraph, after: FlowGraph): Differences {
  const old = new Map(before.nodes.map(node => [node.id, node]))
  const now = new Map(after.nodes.map(node => [node.id, node]))
  const added = after.nodes.filter(node => !old.has(node.id))
  const removed = before.nodes.filter(node => !now.has(node.id))
  const changed = after.nodes.flatMap(node => {
    const was = old.get(node.id)
    const fields = was ? differing(was, node) : []
    return was && fields.length ? [{ node, before: was, fields }] : []
  })
  const edges = compareEdges(before, after)
  return { added, removed, changed, edges, isSame: !added.length && !removed.length && !changed.length && !edges.length }
}
function differing(a: FlowNode, b: FlowNode): string[] {
  const [one, other]: Array<Readonly<Record<string, unknown>>> = [{ ...a }, { ...b }]
  const keys = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...keys].filter(key => canonical(one?.[key]) !== canonical(other?.[key]))
}
/** Canonical JSON, independent of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? ''

/** Parallel edges between the same two steps are keyed by their order. */
function keyed(graph: FlowGraph): Map<string, FlowEdge & { place: number }> {
  const made = new Map<string, FlowEdge & { place: number }>()
  const places = new Map<string, number>()
  for (const edge of graph.edges) {
    const place = places.get(edge.from) ?? 0
    places.set(edge.from, place + 1)
    let n = 0
    while (made.has(`${edge.from}>${edge.to}#${n}`)) n++
    made.set(`${edge.from}>${edge.to}#${n}`, { ...edge, place })
  }
  return made
}
function compareEdges(before: FlowGraph, after: FlowGraph): Differences['edges'] {
  const old = keyed(before)
  const now = keyed(after)
  const bare = ({ place: _place, ...edge }: FlowEdge & { place: number }): FlowEdge => edge
  const said = (edge: FlowEdge & { place: number }, isSplit: boolean) => canonical([edge.when, edge.name, isSplit ? edge.place : 0])
  // Branch order matters only at condition steps.
  const asks = new Set(after.nodes.flatMap(node => (node.type === 'condition' ? [node.id] : [])))
  const gone = [...old].flatMap(([key, edge]) => (now.has(key) ? [] : [{ how: 'removed' as const, edge: bare(edge) }]))
  const there = [...now].flatMap(([key, edge]): Differences['edges'] => {
    const was = old.get(key)
    if (!was) return [{ how: 'added', edge: bare(edge) }]
    const isSplit = asks.has(edge.from)
    return said(was, isSplit) === said(edge, isSplit) ? [] : [{ how: 'changed', edge: bare(edge), before: bare(was) }]
  })
  return [...there, ...gone]
}
