import { groupByParent, type TreeNode } from '#model/tree.ts'

export const MAX_DEPTH = 4

type Rows<T extends TreeNode> = ReadonlyMap<string, T>

/** The row's ancestors, nearest first. A cycle in stored data ends the walk. */
export function ancestors<T extends TreeNode>(rows: Rows<T>, id: string): T[] {
  const found: T[] = []
  for (let at = rows.get(id)?.parentId; at && !found.some(r => r.id === at); at = rows.get(at)?.parentId) {
    const row = rows.get(at)
    if (!row) break
    found.push(row)
  }
  return found
}
/** The ids with all their ancestors: half-checked parents are part of a grant. */
export function withAncestors<T extends TreeNode>(rows: Rows<T>, ids: Iterable<string>): Set<string> {
  const found = new Set<string>()
  for (const id of ids) {
    if (!rows.has(id)) continue
    found.add(id)
    for (const a of ancestors(rows, id)) found.add(a.id)
  }
  return found
}
/** Granted ids without a granted child: the nodes a tree shows as checked. */
export function leavesOf<T extends TreeNode>(rows: Rows<T>, granted: ReadonlySet<string>): string[] {
  const parents = new Set([...granted].map(id => rows.get(id)?.parentId))
  return [...granted].filter(id => rows.has(id) && !parents.has(id))
}
/** Nests sorted rows; a row whose parent is missing becomes a root. */
export function nest<T extends TreeNode, N>(rows: readonly T[], make: (row: T, children: N[]) => N): N[] {
  const known = new Set(rows.map(r => r.id))
  const children = groupByParent(rows)
  const build = (row: T): N => make(row, (children.get(row.id) ?? []).map(build))
  return rows.filter(r => !r.parentId || !known.has(r.parentId)).map(build)
}
