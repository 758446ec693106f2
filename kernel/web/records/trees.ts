export interface TreeNode {
  id: string
  name: string
  code?: string
  parentId?: string | null
  children?: TreeNode[]
  [field: string]: unknown
}
/** Path from the root to the node with this id; empty if not found. */
export function pathTo(nodes: readonly TreeNode[], id: string | undefined): TreeNode[] {
  if (!id) return []
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(node.children ?? [], id)
    if (below.length) return [node, ...below]
  }
  return []
}
/** Number of nodes on all levels. */
export const countOf = (nodes: readonly TreeNode[]): number => nodes.reduce((sum, node) => sum + 1 + countOf(node.children ?? []), 0)
export const ancestorsOf = (nodes: readonly TreeNode[], id: string | undefined): string[] =>
  pathTo(nodes, id)
    .slice(0, -1)
    .map(node => node.id)

/** Nodes matching the keyword, with their ancestors, and the ids to expand. */
export function matching(nodes: readonly TreeNode[], keyword: string): { nodes: TreeNode[]; unfolded: string[] } {
  const unfolded: string[] = []
  const keep = (list: readonly TreeNode[]): TreeNode[] =>
    list.flatMap(node => {
      const isHit = node.name.toLowerCase().includes(keyword) || (node.code ?? '').toLowerCase().includes(keyword)
      const below = keep(node.children ?? [])
      if (!isHit && !below.length) return []
      if (below.length) unfolded.push(node.id)
      return [{ ...node, ...(isHit && !below.length ? {} : { children: below }) }]
    })
  return { nodes: keep(nodes), unfolded }
}
