import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Action, type Entity, type Module, permissionKey, VERBS } from '#model'
import type { Computation, EntityRules, Handler, Listener, Registration, ScopeSource, Seed } from './context.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Everything the modules of this program declare, found in their folders. */
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
  /** Registrations of other kinds, by kind, for the kernel part that knows them. */
  others: ReadonlyMap<string, ReadonlyArray<{ kind: string }>>
  /** Every permission a role may be granted, with the words for it. */
  permissions: ReadonlyMap<string, { label: string; module: Module; of: string; verb: string }>
}
const VERB_LABELS: Record<string, string> = { list: '查看', add: '新增', update: '修改', remove: '删除', export: '导出', import: '导入', reveal: '查看完整信息' }

/** Loads `modules/*` (or only some): declarations first, then the server files, in the order of their needs. */
export const loadRegistry = (root = ROOT, only?: readonly string[]): Promise<Registry> =>
  loadModules(moduleFolders(root).filter(folder => only?.includes(basename(folder)) ?? true))
/** The folders under `modules/` that hold a module. */
export const moduleFolders = (root = ROOT): string[] =>
  readdirSync(join(root, 'modules'))
    .map(name => join(root, 'modules', name))
    .filter(folder => existsSync(join(folder, 'module.ts')))
/** Loads the modules in these folders; processes that help the server load the same ones. */
export async function loadModules(folders: readonly string[]): Promise<Registry> {
  const declared = await Promise.all(folders.map(async folder => ({ folder, module: (await load<{ default: Module }>(join(folder, 'module.ts'))).default })))
  const modules = byNeeds(declared.map(d => d.module))
  const registrations: Registration[] = []
  for (const module of modules) registrations.push(...(await serverFiles(join(declared.find(d => d.module === module)?.folder ?? '', 'server'))))
  return { ...assemble(modules, registrations), folders }
}
const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(path).href)) as T
async function serverFiles(folder: string): Promise<Registration[]> {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(f => f.endsWith('.ts') && !f.endsWith('.test.ts'))
    .sort()
  const found = await Promise.all(files.map(async f => (await load<{ default?: unknown }>(join(folder, f))).default))
  return found.flat(2).filter((x): x is Registration => typeof x === 'object' && x !== null && 'kind' in x)
}
/** Modules after those they need; a cycle or an unknown need stops the start. */
export function byNeeds(modules: readonly Module[]): Module[] {
  const known = new Map(modules.map(m => [m.code, m]))
  const done = new Map<string, Module>()
  const visit = (m: Module, path: readonly string[]): void => {
    if (done.has(m.code)) return
    if (path.includes(m.code)) throw new Error(`modules need each other in a circle: ${[...path, m.code].join(' → ')}`)
    for (const need of m.needs) {
      const other = known.get(need)
      if (!other) throw new Error(`module ${m.code} needs ${need}, which does not exist`)
      visit(other, [...path, m.code])
    }
    done.set(m.code, m)
  }
  for (const m of [...modules].sort((a, b) => a.code.localeCompare(b.code))) visit(m, [])
  return [...done.values()]
}
function assemble(modules: readonly Module[], registrations: readonly Registration[]): Omit<Registry, 'folders'> {
  const of = <K extends Registration['kind']>(kind: K) => registrations.filter((r): r is Extract<Registration, { kind: K }> => r.kind === kind)
  const handlers = new Map(of('handler').map(h => [h.action, h]))
  for (const module of modules) {
    for (const action of module.actions) if (!handlers.has(action)) throw new Error(`${module.code}: action ${action.of}.${action.name} has no handler`)
    for (const entity of module.entities) if (entity.module !== module.code) throw new Error(`${entity.module}.${entity.name} is listed by module ${module.code}`)
  }
  const own = new Set(modules.flatMap(m => m.actions))
  for (const h of handlers.keys()) if (!own.has(h)) throw new Error(`action ${h.module}.${h.of}.${h.name} is handled but not listed in module.ts`)
  const kinds = new Set(['handler', 'rules', 'compute', 'listener', 'scopeSource', 'seed'])
  return {
    modules,
    entities: new Map(modules.flatMap(m => m.entities.map(e => [e.name, e] as const))),
    handlers,
    rules: group(of('rules'), r => r.entity.name),
    computations: group(of('compute'), r => r.entity.name),
    listeners: listenersOf(of('listener')),
    scopeSources: of('scopeSource'),
    seeds: of('seed'),
    others: group(registrations.filter(r => !kinds.has(r.kind)) as ReadonlyArray<{ kind: string }>, r => r.kind),
    permissions: permissionsOf(modules),
  }
}
function listenersOf(listeners: readonly Listener[]): Map<string, Listener[]> {
  const pairs = listeners.flatMap(listener => listener.events.map(event => ({ event, listener })))
  return new Map([...group(pairs, p => p.event)].map(([event, of]) => [event, of.map(p => p.listener)]))
}
function group<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const made = new Map<string, T[]>()
  for (const item of items) made.set(key(item), [...(made.get(key(item)) ?? []), item])
  return made
}
function permissionsOf(modules: readonly Module[]): Registry['permissions'] {
  const made = new Map<string, { label: string; module: Module; of: string; verb: string }>()
  for (const module of modules) {
    for (const e of module.entities) {
      const sensitive = Object.values(e.fields).some(f => f.options.sensitivity)
      for (const verb of [...VERBS.filter(v => e.verbs.includes(v)), ...(sensitive ? ['reveal'] : [])])
        made.set(permissionKey(e, verb), { label: VERB_LABELS[verb] ?? verb, module, of: e.name, verb })
    }
    for (const s of module.screens) made.set(s.permission, { label: s.title, module, of: s.code, verb: 'view' })
    for (const a of module.actions) if (a.isGrantable && !made.has(a.permission)) made.set(a.permission, { label: a.label, module, of: a.of, verb: a.name })
  }
  const ofKernel = (key: string, label: string): void => {
    const [, of = '', verb = ''] = key.split(':')
    made.set(key, { label, module: modules[0] as Module, of, verb })
  }
  ofKernel('sheet:export:plain', '导出完整个人信息')
  ofKernel('sheet:print:issue', '打印')
  ofKernel('sheet:print:revoke', '作废已打印的文件')
  ofKernel('sheet:print:design', '设计打印模板')
  return made
}
/** Whether a grant pattern covers a key: `*` stands for one part, or for the rest at the end. */
export const grants = (pattern: string, key: string): boolean => {
  const parts = pattern.split(':')
  const wanted = key.split(':')
  return parts.every((p, i) => p === '*' || p === wanted[i]) && (parts.length === wanted.length || parts.at(-1) === '*')
}
