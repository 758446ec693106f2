import type { Row } from '#model'
import { codesIn, parseFormula } from './formula.ts'
import type { cqaIndex } from './index-row.ts'

export type Index = Row<typeof cqaIndex>
export interface Placed {
  index: Index
  depth: number
}
const WHOLE = 100
const byPosition = (a: Index, b: Index): number => a.position - b.position || (a.code < b.code ? -1 : 1)
export const childrenOf = (all: readonly Index[], id: string | null): Index[] => all.filter(i => i.parentId === id).sort(byPosition)
/** The tree from its root down, each node before those below it. */
export function inTreeOrder(all: readonly Index[], parentId: string | null = null, depth = 0): Placed[] {
  return childrenOf(all, parentId).flatMap(index => [{ index, depth }, ...inTreeOrder(all, index.id, depth + 1)])
}
/** Hundredths, since sums of decimals are compared. */
const hundredths = (n: number | null): number => Math.round((n ?? 0) * 100)
export const weightOf = (all: readonly Index[], { id }: Index): number => childrenOf(all, id).reduce((sum, c) => sum + hundredths(c.weight), 0) / 100
/** 50-CQ1: groups by weight whose children do not weigh exactly 100. */
export const unbalanced = (all: readonly Index[]): Index[] => all.filter(i => i.kind === 'group' && i.combine === 'weighted' && hundredths(weightOf(all, i)) !== WHOLE * 100)
export const emptyGroups = (all: readonly Index[]): Index[] => all.filter(i => i.kind === 'group' && !all.some(c => c.parentId === i.id))
/** Indexes whose scores an index is made of. */
export const sourcesOf = (all: readonly Index[], of: Index): Index[] => {
  if (of.kind === 'group') return childrenOf(all, of.id)
  if (of.kind !== 'formula' || !of.formula) return []
  const codes = codesIn(parseFormula(of.formula))
  return all.filter(i => codes.includes(i.code))
}
/** Indexes in an order in which each follows what it is made of; or the codes of a circle (50-CQ14). */
export function inOrder(all: readonly Index[]): { order: Index[] } | { circle: string[] } {
  const order: Index[] = []
  const done = new Set<string>()
  const path: Index[] = []
  const visit = (of: Index): string[] | undefined => {
    if (done.has(of.id)) return undefined
    if (path.includes(of)) return [...path.slice(path.indexOf(of)), of].map(i => i.code)
    path.push(of)
    for (const source of sourcesOf(all, of)) {
      const circle = visit(source)
      if (circle) return circle
    }
    path.pop()
    done.add(of.id)
    order.push(of)
    return undefined
  }
  for (const of of [...all].sort(byPosition)) {
    const circle = visit(of)
    if (circle) return { circle }
  }
  return { order }
}
/** The dimension an index belongs to: its ancestor below the root; the root belongs to none. */
export function dimensionOf(all: readonly Index[], of: Index): Index | undefined {
  const parent = all.find(i => i.id === of.parentId)
  if (!parent) return undefined
  return parent.parentId === null ? of : dimensionOf(all, parent)
}
