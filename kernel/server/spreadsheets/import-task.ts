import type { Lang, Principal } from '../context.ts'
import type { GivenKeys } from '../data/keys.ts'
import type { ScopeIds } from '../data/scope.ts'

/** What the server hands the process that does an import; over the line between them, never in arguments or environment. */
export interface ImportTask {
  jobId: string
  phase: 'validate' | 'write'
  url: string
  /** Those that an import needs. */
  keys: GivenKeys
  dataDir: string
  vendorKeys: string
  /** Folders of the modules that this import needs: the entity's own and those below it. */
  folders: readonly string[]
  /** Events that some module listens to, loaded here or not. */
  events: readonly string[]
  lang: Lang
  maxRows: number
  /** Of the request that set it going. */
  traceId: string | null
  /** How far this machine's clock is from the database's, in milliseconds. */
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
/** Key of the advisory lock that the process of a job holds while it lives. */
export const lockOf = (jobId: string): string => `import ${jobId}`
