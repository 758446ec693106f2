/** A row of a tree. */
export interface TreeNode {
  id: string
  parentId: string | null
}
export function groupByParent<T extends TreeNode>(rows: Iterable<T>): Map<string | null, T[]> {
  return Map.groupBy(rows, row => row.parentId)
}
/** A node and all its descendants. */
export function subtree(nodes: Iterable<TreeNode>, root: string): Set<string> {
  const children = groupByParent(nodes)
  const found = new Set([root])
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child.id)
  return found
}
/** Depth of a node, itself included; infinite for a cycle. */
export function depthOf(nodes: ReadonlyMap<string, TreeNode>, id: string | null): number {
  const seen = new Set<string>()
  for (let at = id; at !== null; at = nodes.get(at)?.parentId ?? null) {
    if (seen.has(at)) return Number.POSITIVE_INFINITY
    seen.add(at)
  }
  return seen.size
}
/** Height of the subtree, the node included. */
export function heightOf(nodes: Iterable<TreeNode>, root: string): number {
  const children = groupByParent(nodes)
  const height = (id: string, seen: readonly string[]): number =>
    seen.includes(id) ? 0 : 1 + Math.max(0, ...(children.get(id) ?? []).map(child => height(child.id, [...seen, id])))
  return height(root, [])
}
