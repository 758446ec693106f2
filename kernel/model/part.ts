import type { Grants, Module } from './module.ts'

/** What a part may declare: lists follow those of the module, records are united and have each key once, `grants` add up by role. */
const LISTS = ['entities', 'subjects', 'actions', 'menus', 'pages', 'messages', 'widgets', 'screens', 'events', 'optionalEvents'] as const
const RECORDS = ['todoKinds', 'parameters', 'renamedPermissions'] as const
type Declared = (typeof LISTS)[number] | (typeof RECORDS)[number] | 'grants'

/** A part of a module, in the folder `modules/{module}/{code}/`. What it declares belongs to the module: module code, addresses and permissions do not show the part. */
export interface Part extends Pick<Module, Declared> {
  readonly code: string
  /** Parts of the same module that it imports. */
  readonly needs: readonly string[]
}
type PartOptions = Partial<Omit<Part, 'code' | 'entities' | 'subjects' | 'actions'>> & {
  code: string
  entities?: ReadonlyArray<unknown>
  subjects?: ReadonlyArray<unknown>
  actions?: ReadonlyArray<unknown>
}
/** Nothing of what modules and parts alike may declare. */
export const NOTHING_DECLARED = {
  ...Object.fromEntries(LISTS.map(kind => [kind, []])),
  ...Object.fromEntries(RECORDS.map(kind => [kind, {}])),
  grants: {},
} as unknown as Pick<Module, Declared>
/** Declares a part; the default export of `modules/{module}/{code}/part.ts`. `module.ts` lists it in `parts`. */
export const definePart = (part: PartOptions): Part => ({ needs: [], ...NOTHING_DECLARED, ...part }) as Part

/** A module with what its parts declare. Their menu entries stand below the module's first one, in the order of `parts`. */
export function mergeParts(module: Module): Module {
  const all = [module, ...module.parts]
  const lists = Object.fromEntries(LISTS.map(kind => [kind, [...new Set<unknown>(all.flatMap(one => one[kind] as readonly unknown[]))]]))
  const records = Object.fromEntries(RECORDS.map(kind => [kind, mergeRecords(module.code, kind, all)]))
  return { ...module, ...lists, ...records, menus: mergeMenus(module), grants: mergeGrants(all) }
}
function mergeMenus({ parts, menus }: Module): Module['menus'] {
  const children = parts.flatMap(part => part.menus)
  const [first, ...others] = menus
  return first && children.length ? [{ ...first, children: [...(first.children ?? []), ...children] }, ...others] : [...menus, ...children]
}
function mergeRecords(module: string, kind: (typeof RECORDS)[number], all: ReadonlyArray<Module | Part>): Record<string, unknown> {
  const entries = all.flatMap(one => Object.entries(one[kind]).map(([key, value]) => ({ key, value, of: one.code })))
  for (const [key, given] of Map.groupBy(entries, entry => entry.key))
    if (given.length > 1) throw new Error(`module ${module}: ${kind}.${key} is declared twice, by ${given.map(entry => entry.of).join(' and ')}`)
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]))
}
function mergeGrants(all: ReadonlyArray<Module | Part>): Grants {
  const made: Record<string, string[]> = {}
  for (const { grants } of all) for (const [role, keys] of Object.entries(grants)) made[role] = [...(made[role] ?? []), ...keys]
  return made
}
