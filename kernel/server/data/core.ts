import type pg from 'pg'
import type { Logger } from 'pino'
import type { Principals } from '../access/principals.ts'
import type { ScopeIds } from '../access/scope.ts'
import type { Principal } from '../context.ts'
import type { Documented } from '../http/openapi.ts'
import type { ScheduledJob } from '../jobs/scheduled-job.ts'
import type { Registry } from '../registry.ts'
import type { RowCache } from './cache.ts'
import type { Cipher } from './cipher.ts'
import type { Gate } from './gate.ts'
import type { Notifier } from './notify.ts'
import type { ReplicaPool } from './replica-pool.ts'

/** What one process shares: made once at start, handed to everything that needs it. */
export interface Core {
  pool: pg.Pool
  /** A few connections for readings that may take long and may lag a little: of the replica, where there is one that can be reached. Whoever waits for one keeps nobody else waiting. */
  asides: ReplicaPool
  /** Connection string of the owner; only for migrations, jobs and workers that open their own connections. */
  url: string
  registry: Registry
  cache: RowCache
  principals: Principals
  cipher: Cipher
  notifier: Notifier
  /** 32 bytes from the data folder or the environment. */
  secret: Buffer
  dataDir: string
  /** Public keys (PEM) of whoever signs licences. */
  vendorKeys: string
  /** Every route of the API, as they were declared. */
  routes: Documented[]
  /** Everything the clock starts, of kernel and modules. */
  works: ReadonlyMap<string, ScheduledJob>
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
