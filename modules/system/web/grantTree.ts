import type { MenuNode } from '../model/menu.ts'

/** Ids of a node and everything below it. */
export const below = (node: MenuNode): string[] => [node.id, ...node.children.flatMap(below)]
export const flatten = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap(n => [n, ...flatten(n.children)])

/** Nodes whose title contains the text, with everything below them and on the way to them. */
export const matching = (nodes: readonly MenuNode[], text: string): readonly MenuNode[] =>
  text ? nodes.flatMap(n => (holds(n.title, text) ? [n] : some(n, matching(n.children, text)))) : nodes
const holds = (title: string, text: string): boolean => title.toLowerCase().includes(text.toLowerCase())
const some = (node: MenuNode, children: readonly MenuNode[]): MenuNode[] => (children.length ? [{ ...node, children: [...children] }] : [])

/** Toggles a node with its descendants; ancestors are added, or removed when nothing below them is left. */
export function toggle(nodes: readonly MenuNode[], granted: ReadonlySet<string>, id: string): Set<string> {
  const path = pathTo(nodes, id)
  const node = path.at(-1)
  const next = new Set(granted)
  if (!node) return next
  const all = below(node)
  if (all.every(n => granted.has(n))) {
    for (const n of all) next.delete(n)
    for (const parent of path.slice(0, -1).reverse()) if (parent.type === 'dir' && !parent.children.some(c => next.has(c.id))) next.delete(parent.id)
  } else for (const n of [...all, ...path.map(p => p.id)]) next.add(n)
  return next
}
function pathTo(nodes: readonly MenuNode[], id: string): MenuNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const found = pathTo(node.children, id)
    if (found.length) return [node, ...found]
  }
  return []
}
/** Checked and half-checked nodes of a tree. */
export function marks(nodes: readonly MenuNode[], granted: ReadonlySet<string>): { checked: string[]; halfChecked: string[] } {
  const checked: string[] = []
  const halfChecked: string[] = []
  for (const node of flatten(nodes)) {
    if (!granted.has(node.id)) continue
    if (below(node).every(id => granted.has(id))) checked.push(node.id)
    else halfChecked.push(node.id)
  }
  return { checked, halfChecked }
}
/** Granted ids without a granted child: the submitted form; the server adds ancestors. */
export const leaves = (nodes: readonly MenuNode[], granted: ReadonlySet<string>): string[] =>
  flatten(nodes)
    .filter(n => granted.has(n.id) && !n.children.some(c => granted.has(c.id)))
    .map(n => n.id)
/** Expands leaves into the granted set. */
export function fromLeaves(nodes: readonly MenuNode[], ids: readonly string[]): Set<string> {
  const wanted = new Set(ids)
  const granted = new Set<string>()
  const walk = (node: MenuNode): boolean => {
    const inside = node.children.map(walk).some(Boolean)
    if (!inside && !wanted.has(node.id)) return false
    granted.add(node.id)
    return true
  }
  for (const node of nodes) walk(node)
  return granted
}
