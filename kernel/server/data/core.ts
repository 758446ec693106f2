import type pg from 'pg'
import type { Logger } from 'pino'
import type { Entity } from '#model'
import type { Ctx, Principal } from '../context.ts'
import type { Registry } from '../registry/registry.ts'
import type { RowCache } from './cache.ts'
import type { Cipher } from './cipher.ts'
import type { Gate } from './gate.ts'
import type { Keys } from './keys.ts'
import type { Notifier } from './notify.ts'
import type { ReplicaPool } from './replica-pool.ts'
import type { ScopeIds } from './scope.ts'

/** Permission cache of a process as the gate sees it: writes that change grants invalidate it. */
export interface PermissionCache {
  /** NOTIFY channel of invalidations. */
  readonly channel: string
  /** Invalidates one user, or the whole school, in this process. */
  forget(tenantId: string, userId?: string): void
  /** The same in every process. */
  changed(tenantId: string, userId?: string): Promise<void>
}
/** Runs in the transaction that removes rows, after the delete: removes what belongs to them. */
export type RemovalHook = (gate: Gate, of: Entity, ids: readonly string[]) => Promise<void>

/** Services of one process, created once at start. Higher folders add members by declaration merging (`declare module '../data/core.ts'`), so that the gate does not depend on
 *  them. */
export interface Core extends Keys {
  pool: pg.Pool
  /** Small separate pool for long reads that tolerate lag, on the replica if one is reachable. Waiting for it blocks no other request. */
  replica: ReplicaPool
  /** Connection string of the owner; only for migrations, jobs and workers that open their own connections. */
  url: string
  registry: Registry
  cache: RowCache
  permissionCache: PermissionCache
  removalHooks: readonly RemovalHook[]
  cipher: Cipher
  notifier: Notifier
  dataDir: string
  /** Public keys (PEM) that licences are verified with. */
  vendorKeys: string
  log: Logger
}
/** Context of one call: caller, permission, and what the history records. */
export interface Call {
  me: Principal
  /** Permission of the running call; determines what `visible` returns. */
  permission: string
  scopes: ScopeIds
  /** How a change came about, for the history: web, import, event name … */
  source: string
  ip: string | null
  traceId: string | null
  /** Wraps the call's transaction, if it starts one: stores the idempotency key. */
  around?: <T>(inside: Gate, work: (db: Gate) => Promise<T>) => Promise<T>
}
/** Call context with the kernel's own types. */
export interface KernelCtx extends Ctx {
  db: Gate
  core: Core
}
