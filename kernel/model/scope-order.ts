import { DATA_SCOPE_NAMES } from './roles.ts'

/** Parameters of scope `custom`. */
export interface CustomScope {
  campusIds?: string[]
  departmentIds?: string[]
  classIds?: string[]
  buildingIds?: string[]
}
export type Scope = keyof typeof DATA_SCOPE_NAMES
export interface Held {
  scope: Scope
  custom?: CustomScope | null
}
/** Own rows, and rows that others assign to the holder: whoever grants these decides about none. */
const PERSONAL: readonly Scope[] = ['self', 'assigned']
/** Scopes included in a scope. `fdyClass`, `building` and the like depend on the holder and contain only themselves. */
const WITHIN: Partial<Record<Scope, readonly Scope[]>> = { dept: ['deptOnly'] }

/** Whether a holder of these scopes may grant the wanted scope: nobody can grant more than they have. */
export function covers(held: readonly Held[], wanted: Scope, custom?: CustomScope | null): boolean {
  if (!held.length) return false
  if (PERSONAL.includes(wanted) || held.some(h => h.scope === 'all')) return true
  if (wanted === 'custom') return held.some(h => h.scope === 'custom' && contains(h.custom, custom))
  return held.some(h => h.scope === wanted || WITHIN[h.scope]?.includes(wanted))
}
const KEYS = ['campusIds', 'departmentIds', 'classIds', 'buildingIds'] as const
const contains = (outer: CustomScope | null | undefined, inner: CustomScope | null | undefined): boolean =>
  KEYS.every(key => (inner?.[key] ?? []).every(id => outer?.[key]?.includes(id)))

/** First invalid key of a custom scope, or `empty`. */
export function customFault(custom: CustomScope | null | undefined): string | undefined {
  const unknown = Object.keys(custom ?? {}).find(k => !(KEYS as readonly string[]).includes(k))
  if (unknown) return unknown
  const lists = KEYS.map(k => custom?.[k] ?? [])
  if (lists.some(l => !Array.isArray(l) || l.some(id => typeof id !== 'string'))) return 'ids'
  return lists.flat().length ? undefined : 'empty'
}
/** Names of the scopes, widest first, for use in a sentence. */
export const scopeNames = (held: readonly Held[]): string => {
  const order = Object.keys(DATA_SCOPE_NAMES) as Scope[]
  const names = [...new Set(held.map(h => h.scope))].sort((a, b) => order.indexOf(a) - order.indexOf(b)).map(s => DATA_SCOPE_NAMES[s])
  return names.join('、') || '无'
}
/** Rank of a scope for comparing two people: 0 own rows, 1 assigned classes or buildings, 2 departments, 3 whole school. */
export const SCOPE_WIDTH: Readonly<Record<Scope, number>> = { self: 0, assigned: 0, fdyClass: 1, bzrClass: 1, building: 1, unit: 1, deptOnly: 2, dept: 2, custom: 2, all: 3 }
