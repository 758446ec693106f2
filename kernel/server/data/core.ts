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

/** What a process keeps of people's permissions, as far as the gate must know of it: a write that changes grants drops it. */
export interface PermissionCache {
  /** Where the processes hear of changes. */
  readonly channel: string
  /** Drops what is kept of one person, or of everybody of the school, in this process. */
  forget(tenantId: string, userId?: string): void
  /** The same in every process. */
  changed(tenantId: string, userId?: string): Promise<void>
}
/** Called in the transaction that removes rows, after the rows: takes along what belongs to them. */
export type RemovalHook = (gate: Gate, of: Entity, ids: readonly string[]) => Promise<void>

/** What one process shares: made once at start, handed to everything that needs it. Folders above this one declare what they add beside their own code
 *  (`declare module '../data/core.ts'`), so that the gate knows nothing of them. */
export interface Core extends Keys {
  pool: pg.Pool
  /** A few connections for readings that may take long and may lag a little: of the replica, where there is one that can be reached. Whoever waits for one keeps nobody else waiting. */
  asides: ReplicaPool
  /** Connection string of the owner; only for migrations, jobs and workers that open their own connections. */
  url: string
  registry: Registry
  cache: RowCache
  permissionCache: PermissionCache
  removalHooks: readonly RemovalHook[]
  cipher: Cipher
  notifier: Notifier
  dataDir: string
  /** Public keys (PEM) of whoever signs licences. */
  vendorKeys: string
  log: Logger
}
/** One call's view of the core: who asks, by which permission, and what is told about it. */
export interface Call {
  me: Principal
  /** Permission the running call asks for; rules what `visible` reaches. */
  permission: string
  scopes: ScopeIds
  /** How a change came about, for the history: web, import, event name … */
  source: string
  ip: string | null
  traceId: string | null
  /** What goes around the call's transaction when it comes to one: its idempotency key. */
  around?: <T>(inside: Gate, work: (db: Gate) => Promise<T>) => Promise<T>
}
/** A call's context as the kernel has it. */
export interface KernelCtx extends Ctx {
  db: Gate
  core: Core
}
