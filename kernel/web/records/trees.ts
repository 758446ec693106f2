export interface TreeNode {
  id: string
  name: string
  code?: string
  parentId?: string | null
  children?: TreeNode[]
  [field: string]: unknown
}
/** The node with this id and the ones above it, the topmost first; empty when it is not there. */
export function pathTo(nodes: readonly TreeNode[], id: string | undefined): TreeNode[] {
  if (!id) return []
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = pathTo(node.children ?? [], id)
    if (below.length) return [node, ...below]
  }
  return []
}
/** How many nodes there are on all levels. */
export const countOf = (nodes: readonly TreeNode[]): number => nodes.reduce((sum, node) => sum + 1 + countOf(node.children ?? []), 0)
export const ancestorsOf = (nodes: readonly TreeNode[], id: string | undefined): string[] =>
  pathTo(nodes, id)
    .slice(0, -1)
    .map(node => node.id)

/** Nodes whose name or code holds the keyword, with the ones above them; what lies above a hit stands open. */
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
