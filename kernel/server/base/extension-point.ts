/** What a module's server file may register. Only objects made by an extension point count. */
export interface Registration {
  readonly kind: string
}
export interface ExtensionPointOptions<T> {
  /** Unique name of a registration; duplicates stop the start. */
  id?: (of: T) => string
  /** Name of its entity; one that no module declares stops the start. */
  entity?: (of: T) => string
}
/** A kind of registration. `make` creates one; `registry.of(point)` returns all that the modules made. */
export interface ExtensionPoint<T extends Registration> extends ExtensionPointOptions<T> {
  readonly kind: T['kind']
  make(given: Omit<T, 'kind'>): T
}
const points = new Map<string, ExtensionPoint<Registration>>()

/** Declares a kind of registration, in the file that reads it. Throws if declared twice. */
export function extensionPoint<T extends Registration>(kind: T['kind'], options: ExtensionPointOptions<T> = {}): ExtensionPoint<T> {
  if (points.has(kind)) throw new Error(`extension point ${kind} is declared twice`)
  const point: ExtensionPoint<T> = { kind, ...options, make: given => noted({ kind, ...given } as T) }
  points.set(kind, point as unknown as ExtensionPoint<Registration>)
  return point
}
/** Where what modules registered is read. */
interface Registered {
  registered<T extends Registration>(point: ExtensionPoint<T>): readonly T[]
}
/** An extension point that one module at most answers. */
export interface SolePoint<T extends Registration> extends ExtensionPoint<T> {
  /** Undefined without such a module. */
  of(from: Registered): T | undefined
}
/** The same for what has one supplier: a second one stops the start. */
export function solePoint<T extends Registration>(kind: T['kind']): SolePoint<T> {
  const point = extensionPoint<T>(kind, { id: () => kind })
  return Object.assign(point, { of: (from: Registered) => from.registered(point)[0] })
}
export const extensionPointOf = (kind: string): ExtensionPoint<Registration> | undefined => points.get(kind)
export function isRegistration(x: unknown): x is Registration {
  if (typeof x !== 'object' || x === null || !('kind' in x) || typeof x.kind !== 'string') return false
  const point = points.get(x.kind)
  return point !== undefined && (point as unknown) !== x
}

/** Registrations made while modules are being loaded, with the stack of the call. Loads may overlap. */
const created = new Map<Registration, Error>()
let loads = 0
const STACK_DEPTH = 60

function noted<T extends Registration>(registration: T): T {
  if (!loads) return registration
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = STACK_DEPTH
  created.set(registration, new Error()) // the stack is formatted lazily, on first access
  Error.stackTraceLimit = stackTraceLimit
  return registration
}
/** Runs `load` and returns its result with every registration made meanwhile and the stack of the call that made it. */
export async function noteCreated<T>(load: () => Promise<T>): Promise<{ result: T; created: ReadonlyMap<Registration, Error> }> {
  loads++
  try {
    const result = await load()
    return { result, created: new Map(created) }
  } finally {
    if (--loads === 0) created.clear()
  }
}
