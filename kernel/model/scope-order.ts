import { DATA_SCOPE_NAMES } from './roles.ts'

/** The rows that scope `custom` names. */
export interface CustomScope {
  departmentIds?: string[]
  classIds?: string[]
  buildingIds?: string[]
}
export type Scope = keyof typeof DATA_SCOPE_NAMES
export interface Held {
  scope: Scope
  custom?: CustomScope | null
}
/** Scopes that reach nothing but what is the holder's own: giving them away widens nobody's view. */
const PERSONAL: readonly Scope[] = ['self', 'assigned']
/** What a scope contains besides itself. `fdyClass`, `building` and the like depend on the holder, so each contains only itself. */
const WITHIN: Partial<Record<Scope, readonly Scope[]>> = { dept: ['deptOnly'] }

/** Whether someone holding these scopes for a permission may give it away with the wanted scope (nobody grants what they lack). */
export function covers(held: readonly Held[], wanted: Scope, custom?: CustomScope | null): boolean {
  if (!held.length) return false
  if (PERSONAL.includes(wanted) || held.some(h => h.scope === 'all')) return true
  if (wanted === 'custom') return held.some(h => h.scope === 'custom' && contains(h.custom, custom))
  return held.some(h => h.scope === wanted || WITHIN[h.scope]?.includes(wanted))
}
const KEYS = ['departmentIds', 'classIds', 'buildingIds'] as const
const contains = (outer: CustomScope | null | undefined, inner: CustomScope | null | undefined): boolean =>
  KEYS.every(key => (inner?.[key] ?? []).every(id => outer?.[key]?.includes(id)))

/** The key of a custom scope that is not one, or `empty`. */
export function customFault(custom: CustomScope | null | undefined): string | undefined {
  const unknown = Object.keys(custom ?? {}).find(k => !(KEYS as readonly string[]).includes(k))
  if (unknown) return unknown
  const lists = KEYS.map(k => custom?.[k] ?? [])
  if (lists.some(l => !Array.isArray(l) || l.some(id => typeof id !== 'string'))) return 'ids'
  return lists.flat().length ? undefined : 'empty'
}
/** Names of the scopes, widest first, as a sentence part. */
export const scopeNames = (held: readonly Held[]): string => {
  const order = Object.keys(DATA_SCOPE_NAMES) as Scope[]
  const names = [...new Set(held.map(h => h.scope))].sort((a, b) => order.indexOf(a) - order.indexOf(b)).map(s => DATA_SCOPE_NAMES[s])
  return names.join('、') || '无'
}
/** How much of the school a scope can reach, for comparing two people: 0 their own rows, 1 classes or buildings they are assigned to, 2 departments, 3 the whole school. */
export const SCOPE_WIDTH: Readonly<Record<Scope, number>> = { self: 0, assigned: 0, fdyClass: 1, bzrClass: 1, building: 1, unit: 1, deptOnly: 2, dept: 2, custom: 2, all: 3 }
