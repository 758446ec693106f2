import type { Grants, Module } from './module.ts'

type Declared = 'entities' | 'subjects' | 'actions' | 'menus' | 'pages' | 'messages' | 'widgets' | 'screens' | 'todoKinds' | 'grants' | 'events' | 'optionalEvents' | 'parameters'
/** A part of a module, in the folder `modules/{module}/{code}/`. What it declares belongs to the module: module code, addresses and permissions do not show the part. */
export interface Part extends Pick<Module, Declared> {
  readonly code: string
  /** Parts of the same module that it imports. */
  readonly needs: readonly string[]
}
type Given = Partial<Omit<Part, 'code' | 'entities' | 'subjects' | 'actions'>> & {
  code: string
  entities?: ReadonlyArray<unknown>
  subjects?: ReadonlyArray<unknown>
  actions?: ReadonlyArray<unknown>
}
const NOTHING = {
  needs: [],
  entities: [],
  subjects: [],
  actions: [],
  menus: [],
  pages: [],
  messages: [],
  widgets: [],
  screens: [],
  todoKinds: {},
  grants: {},
  events: [],
  optionalEvents: [],
  parameters: {},
}
/** Declares a part; the default export of `modules/{module}/{code}/part.ts`. `module.ts` lists it in `parts`. */
export const definePart = (part: Given): Part => ({ ...NOTHING, ...part }) as Part

/** A module with what its parts declare. Their menu entries stand below the module's first one, in the order of `parts`. */
export function mergeParts(module: Module): Module {
  const { parts, menus } = module
  const all = [module, ...parts]
  const children = parts.flatMap(part => part.menus)
  const [first, ...others] = menus
  return {
    ...module,
    entities: all.flatMap(m => m.entities),
    subjects: all.flatMap(m => m.subjects),
    actions: all.flatMap(m => m.actions),
    menus: first && children.length ? [{ ...first, children: [...(first.children ?? []), ...children] }, ...others] : [...menus, ...children],
    pages: all.flatMap(m => m.pages),
    messages: all.flatMap(m => m.messages),
    widgets: all.flatMap(m => m.widgets),
    screens: all.flatMap(m => m.screens),
    todoKinds: Object.assign({}, ...all.map(m => m.todoKinds)),
    grants: mergeGrants(all.map(m => m.grants)),
    events: all.flatMap(m => m.events),
    optionalEvents: [...new Set(all.flatMap(m => m.optionalEvents))],
    parameters: Object.assign({}, ...all.map(m => m.parameters)),
  }
}
function mergeGrants(all: readonly Grants[]): Grants {
  const made: Record<string, string[]> = {}
  for (const grants of all) for (const [role, keys] of Object.entries(grants)) made[role] = [...(made[role] ?? []), ...keys]
  return made
}
