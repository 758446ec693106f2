import { basename } from 'node:path'
import { type Action, allEntities, type Entity, type Module } from '#model'
import type { ExtensionPoint, Registration } from '../base/extension-point.ts'
import {
  type Computation,
  computations,
  type EntityRules,
  entityRules,
  type Handler,
  handlers,
  KERNEL_EVENTS,
  type Listener,
  listeners,
  type ScopeSource,
  type Seed,
  scopeSources,
  seeds,
} from '../context.ts'
import { byNeeds } from './by-needs.ts'
import { checkDeclarations } from './check-declarations.ts'
import { checkRegistrations } from './check-registrations.ts'
import { moduleFolders, ROOT } from './folders.ts'
import { type LoadedRegistration, loadDeclarations, loadServerFiles } from './load.ts'
import { type Permission, permissionsOf } from './permissions.ts'

export { foldersOf, moduleFolders, ROOT } from './folders.ts'

/** Everything the modules of this program declare. */
export interface Registry {
  /** Where the modules were found. */
  folders: readonly string[]
  modules: readonly Module[]
  entities: ReadonlyMap<string, Entity>
  handlers: ReadonlyMap<Action, Handler>
  rules: ReadonlyMap<string, readonly EntityRules[]>
  computations: ReadonlyMap<string, readonly Computation[]>
  listeners: ReadonlyMap<string, readonly Listener[]>
  scopeSources: readonly ScopeSource[]
  seeds: readonly Seed[]
  /** Every registration, by kind. Read them by `of`. */
  registrations: ReadonlyMap<string, readonly Registration[]>
  /** What the modules registered at an extension point, in dependency order. */
  of<T extends Registration>(point: ExtensionPoint<T>): readonly T[]
  /** Code of the module that made a registration; undefined for the kernel's own. */
  moduleOf(registration: object): string | undefined
  /** Events that may be emitted. */
  events: ReadonlySet<string>
  /** Every permission a role may be granted, with its labels. */
  permissions: ReadonlyMap<string, Permission>
}

/** Loads `modules/*` (or only some): declarations first, then the server files, in dependency order. */
export const loadRegistry = (root = ROOT, only?: readonly string[]): Promise<Registry> =>
  loadModules(
    moduleFolders(root).filter(folder => only?.includes(basename(folder)) ?? true),
    { isWhole: !only },
  )
/** Loads the modules in these folders; worker processes load the same ones. With `isWhole` (all modules there are), references to undeclared names stop the start too. */
export async function loadModules(folders: readonly string[], { isWhole = false } = {}): Promise<Registry> {
  const declaredBefore = new Set(allEntities())
  const declared = await loadDeclarations(folders)
  const modules = byNeeds(declared.map(d => d.module))
  checkDeclarations(modules, { isWhole, declaredBefore })
  const found = await loadServerFiles(modules.map(module => ({ module, folder: declared.find(d => d.module === module)?.folder ?? '' })))
  checkRegistrations(modules, found)
  return { ...assemble(modules, found), folders }
}
function assemble(modules: readonly Module[], found: readonly LoadedRegistration[]): Omit<Registry, 'folders'> {
  const registrations = group(
    found.map(f => f.registration),
    r => r.kind,
  )
  const owners = new Map<object, string>(found.map(f => [f.registration, f.module.code]))
  const of = <T extends Registration>(point: ExtensionPoint<T>): readonly T[] => (registrations.get(point.kind) ?? []) as unknown as readonly T[]
  return {
    modules,
    entities: new Map(modules.flatMap(m => m.entities.map(e => [e.name, e] as const))),
    handlers: new Map(of(handlers).map(h => [h.action, h])),
    rules: group(of(entityRules), r => r.entity.name),
    computations: group(of(computations), r => r.entity.name),
    listeners: listenersOf(of(listeners)),
    scopeSources: of(scopeSources),
    seeds: of(seeds),
    events: new Set([...KERNEL_EVENTS, ...modules.flatMap(m => m.events)]),
    permissions: permissionsOf(modules),
    moduleOf: registration => owners.get(registration),
    ...registered(registrations),
  }
}
/** The part of a registry that looks up extension points. */
export const registered = (registrations: ReadonlyMap<string, readonly Registration[]>): Pick<Registry, 'registrations' | 'of'> => ({
  registrations,
  of<T extends Registration>(point: ExtensionPoint<T>) {
    return (this.registrations.get(point.kind) ?? []) as unknown as readonly T[]
  },
})
function listenersOf(listeners: readonly Listener[]): Map<string, Listener[]> {
  const pairs = listeners.flatMap(listener => listener.events.map(event => ({ event, listener })))
  return new Map([...group(pairs, p => p.event)].map(([event, of]) => [event, of.map(p => p.listener)]))
}
function group<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const made = new Map<string, T[]>()
  for (const item of items) made.set(key(item), [...(made.get(key(item)) ?? []), item])
  return made
}
