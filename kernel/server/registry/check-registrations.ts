import type { Action, Module } from '#model'
import { allLedgers } from '#model/ledger.ts'
import { type ExtensionPoint, extensionPointOf, type Registration } from '../base/extension-point.ts'
import { handlers, KERNEL_EVENTS, listeners } from '../context.ts'
import { hasOutput, refuse } from './check-declarations.ts'
import type { LoadedRegistration } from './load.ts'

/** Throws if a registration is made twice, or names an entity, an action or an event that does not exist. Names the file. */
export function checkRegistrations(modules: readonly Module[], found: readonly LoadedRegistration[]): void {
  const wrong = [...twice(found), ...unknownEntities(modules, found), ...handlersOf(modules, found), ...eventsOf(modules, found), ...uncheckedLedgers(modules, found)]
  refuse('wrong registrations', wrong)
}
function* twice(found: readonly LoadedRegistration[]): Generator<string> {
  const objects = new Map<Registration, string>()
  const ids = new Map<string, string>()
  for (const { registration, file } of found) {
    const { kind } = registration
    const before = objects.get(registration)
    if (before) yield `${file}: a registration (${kind}) is exported twice; first by ${before}`
    objects.set(registration, file)
    const id = before ? undefined : pointOf(registration).id?.(registration)
    if (id === undefined) continue
    const other = ids.get(`${kind} ${id}`)
    if (other) yield `${file}: ${kind} ${id} is registered twice; first by ${other}`
    ids.set(`${kind} ${id}`, file)
  }
}
const pointOf = ({ kind }: Registration): ExtensionPoint<Registration> => extensionPointOf(kind) as ExtensionPoint<Registration>
function* unknownEntities(modules: readonly Module[], found: readonly LoadedRegistration[]): Generator<string> {
  const known = new Set(modules.flatMap(m => m.entities.map(e => e.name)))
  for (const { registration, file } of found) {
    const name = pointOf(registration).entity?.(registration)
    if (name !== undefined && !known.has(name)) yield `${file}: ${registration.kind} is about ${name}, which no module lists`
  }
}
const registeredAt = <T extends Registration>(point: ExtensionPoint<T>, found: readonly LoadedRegistration[]): Array<LoadedRegistration & { registration: T }> =>
  found.filter((f): f is LoadedRegistration & { registration: T } => f.registration.kind === point.kind)
function* handlersOf(modules: readonly Module[], found: readonly LoadedRegistration[]): Generator<string> {
  const declared = new Set(modules.flatMap(m => m.actions))
  const handled = new Set<Action>()
  for (const { registration, file } of registeredAt(handlers, found)) {
    const { action } = registration
    handled.add(action)
    const name = `${action.module}.${action.of}.${action.name}`
    if (!declared.has(action)) yield `${file}: action ${name} is handled but not listed in module.ts`
    if (!hasOutput(action)) yield `${file}: action ${name} does not declare its output`
  }
  for (const module of modules) for (const action of module.actions) if (!handled.has(action)) yield `${module.code}: action ${action.of}.${action.name} has no handler`
}
/** Every ledger is checked at night. */
function* uncheckedLedgers(modules: readonly Module[], found: readonly LoadedRegistration[]): Generator<string> {
  const checked = new Set(found.flatMap(({ registration }) => (registration.kind === 'ledger' && 'of' in registration ? [registration.of] : [])))
  for (const ledger of allLedgers())
    if (modules.some(m => m.entities.includes(ledger.account)) && !checked.has(ledger)) yield `${ledger.account.module}: the ledger of ${ledger.account.name} has no ledgerCheck`
}
function* eventsOf(modules: readonly Module[], found: readonly LoadedRegistration[]): Generator<string> {
  const reached = new Map(modules.map(m => [m, reachedEvents(m, modules)]))
  for (const { registration, module, file } of registeredAt(listeners, found))
    for (const event of registration.events)
      if (!reached.get(module)?.has(event) && !module.optionalEvents.includes(event))
        yield `${file}: listens to ${event}, which neither ${module.code} nor a module it needs emits (\`events\` of module.ts), and which is not among its \`optionalEvents\``
  for (const module of modules)
    for (const event of module.optionalEvents) if (reached.get(module)?.has(event)) yield `${module.code}: ${event} is no optional event, a module it needs emits it`
}
/** Events of the kernel, of a module and of its dependencies. `modules` is in dependency order. */
function reachedEvents(module: Module, modules: readonly Module[]): ReadonlySet<string> {
  const needed = new Set([module.code])
  for (const m of [...modules].reverse()) if (needed.has(m.code)) for (const need of m.needs) needed.add(need)
  return new Set([...KERNEL_EVENTS, ...modules.filter(m => needed.has(m.code)).flatMap(m => m.events)])
}
