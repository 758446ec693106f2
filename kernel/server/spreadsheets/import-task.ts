import type { Lang, Principal } from '../context.ts'
import type { GivenKeys } from '../data/keys.ts'
import type { ScopeIds } from '../data/scope.ts'

/** Input of an import process; sent over IPC, never in arguments or environment. */
export interface ImportTask {
  jobId: string
  phase: 'validate' | 'write' | 'undo'
  url: string
  /** The keys an import needs. */
  keys: GivenKeys
  dataDir: string
  vendorKeys: string
  /** Folders of the modules to load: the entity's module and its dependencies. */
  folders: readonly string[]
  /** All events with subscribers, also in modules not loaded here. */
  events: readonly string[]
  lang: Lang
  maxRows: number
  /** Trace id of the request that started the import. */
  traceId: string | null
  /** Offset of this machine's clock from the database's, in ms. */
  clockApartMs: number
  me: Omit<Principal, 'permissions'>
  permissions: Array<[string, Principal['permissions'] extends ReadonlyMap<string, infer R> ? R : never]>
  scopes: Array<[string, ScopeIds extends ReadonlyMap<string, infer R> ? R : never]>
}
export const principalOf = (order: ImportTask): Principal => ({ ...order.me, permissions: new Map(order.permissions) })
export function orderOf(me: Principal, scopes: ScopeIds, rest: Omit<ImportTask, 'me' | 'permissions' | 'scopes'>): ImportTask {
  const { permissions, ...person } = me
  return { ...rest, me: person, permissions: [...permissions], scopes: [...scopes] }
}
/** Advisory lock held by a job's process while it lives. */
export const lockOf = (jobId: string): string => `import ${jobId}`
