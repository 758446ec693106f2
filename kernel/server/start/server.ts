import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { Refusal } from '#model'
import { Principals } from '../access/principals.ts'
import { ApiClientAuthenticator, isApiClientCall } from '../api-clients/authenticator.ts'
import { traceMixin } from '../base/trace.ts'
import { RowCache } from '../data/cache.ts'
import { OUTBOX } from '../data/change-feed.ts'
import { cipher } from '../data/cipher.ts'
import type { Core } from '../data/core.ts'
import { keysOf } from '../data/keys.ts'
import { editionOf, migrate } from '../data/migrate.ts'
import { notifier } from '../data/notify.ts'
import { appPool } from '../data/pool.ts'
import { replicaPool } from '../data/replica-pool.ts'
import { outboxQueue } from '../events/outbox.ts'
import { fileRoutes } from '../file-transfer/routes.ts'
import { actionCall, type TenantOf } from '../http/action-routes.ts'
import { type Authenticate, createApp } from '../http/app.ts'
import type { Pace } from '../http/body-pace.ts'
import { CallTable } from '../http/call-table.ts'
import { customRouteSets } from '../http/custom-routes.ts'
import { FairScheduler } from '../http/fair-scheduler.ts'
import { framePage } from '../http/frame-page.ts'
import { healthRoutes } from '../http/health.ts'
import { metricsOf } from '../http/metrics.ts'
import { openApiRoutes } from '../http/openapi.ts'
import { recordCalls } from '../http/record-routes.ts'
import { webRoutes } from '../http/static.ts'
import { serialisers } from '../http/strict-answers.ts'
import { addTextsOf } from '../i18n/translate.ts'
import { hashing } from '../identity/hashing.ts'
import { type Identity, identityOf } from '../identity/index.ts'
import { Queues } from '../jobs/queues.ts'
import { Scheduler, worksOf } from '../jobs/scheduler.ts'
import { ledgerJob } from '../ledger/check.ts'
import { vendorKeys } from '../licence/vendor.ts'
import { Live } from '../live/live.ts'
import { watch } from '../logs/watch.ts'
import { Prints } from '../print/prints.ts'
import { printRoutes } from '../print/routes.ts'
import { REMOVAL_HOOKS } from '../records/removal-hooks.ts'
import { loadRegistry, type Registry } from '../registry/registry.ts'
import { openSpreadsheets, type SpreadsheetServices } from '../spreadsheets/index.ts'
import { sheetCalls } from '../spreadsheets/routes.ts'
import { closedWork } from '../tenants/close.ts'

export interface ServerOptions {
  url: string
  dataDir: string
  /** 32 bytes from data folder or environment; all keys are derived from it. */
  secret: Buffer
  /** Public keys that licences are verified with; default: the vendor's. */
  vendorKeys?: string
  poolSize?: number
  /** Read replica, for queries that tolerate replication lag. */
  replicaUrl?: string | undefined
  trustProxy?: string[]
  /** Multiplies the rate limits of routes (tests, benchmarks, a campus behind one address). */
  limitFactor?: number
  /** Tests: a response that does not match its declared schema fails the request. */
  strictAnswers?: boolean
  /** Minimum transfer rate of request bodies; overridden in tests. */
  bodyPace?: Pace
  log?: Logger
  registry?: Registry
  /** Whether scheduled jobs run; default on. */
  timed?: boolean
  /** Additional routes, for the demo only. */
  also?: (app: FastifyInstance, core: Core, calls: CallTable) => Promise<void>
}
export interface Server {
  app: FastifyInstance
  core: Core
  identity: Identity
  office: SpreadsheetServices
  clock: Scheduler
  /** Waits until outbox and task queues are empty. */
  settle(): Promise<void>
  close(): Promise<void>
}
/** Shutdown grace period for running requests; clients too slow to send or receive are cut off. */
const GRACE_MS = 5_000
/** Assembles the server on a database: schema, caches, routes. The caller starts listening. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const registry = options.registry ?? (await loadRegistry())
  addTextsOf(registry.modules.map(m => m.code))
  await migrate(options.url, registry)
  const poolSize = options.poolSize ?? 10
  const pool = appPool(options.url, poolSize)
  const replica = replicaPool(options.url, options.replicaUrl, error => core.log.warn({ err: error }, 'the replica cannot be reached; the database itself answers'))
  const line = notifier(options.url, { edition: editionOf(registry) })
  const principals = new Principals(pool, line)
  const keys = keysOf(options.secret)
  const core: Core = {
    pool,
    replica,
    url: options.url,
    registry,
    notifier: line,
    cache: new RowCache(line),
    principals,
    permissionCache: principals,
    removalHooks: REMOVAL_HOOKS,
    cipher: cipher(keys),
    ...keys,
    dataDir: options.dataDir,
    vendorKeys: options.vendorKeys ?? vendorKeys(),
    routes: [],
    works: new Map(),
    log: options.log ?? pino({ level: 'warn', mixin: traceMixin }),
  }
  const identity = identityOf(core)
  const office = await openSpreadsheets(core)
  const prints = new Prints(core, office.store)
  const { authenticate } = identity
  const applications = new ApiClientAuthenticator(core, identity.schools)
  const either: Authenticate = request => (isApiClientCall(request) ? applications.authenticate(request) : authenticate(request))
  const scheduler = new FairScheduler(poolSize)
  const app = createApp(core, {
    authenticate: either,
    scheduler,
    limitFactor: options.limitFactor ?? 1,
    strictAnswers: options.strictAnswers ?? false,
    ...(options.bodyPace ? { bodyPace: options.bodyPace } : {}),
    ...(options.trustProxy ? { trustProxy: options.trustProxy } : {}),
  })
  const watching = watch(app, core)
  healthRoutes(app, core, metricsOf(app, core, scheduler))
  core.works = worksOf(core, [...office.works, closedWork(core), ledgerJob()])
  const clock = new Scheduler(core)
  const queues = new Queues(core, [outboxQueue(core), office.imports.queue, office.exports.queue, prints.queue, ...(options.timed === false ? [] : [clock.queue])])
  queues.start()
  if (options.timed !== false) clock.start()
  const live = new Live(core, identity)
  openApiRoutes(app, core.routes)
  identity.routes(app)
  app.addHook('preClose', async () => hashing.rejectQueued())
  fileRoutes(app, { core, store: office.store, authenticate })
  live.routes(app)
  for (const own of registry.of(customRouteSets)) own.run(app, { core, identity, store: office.store })
  printRoutes(app, core, prints)
  const calls = moduleCalls(core, office)
  await options.also?.(app, core, calls)
  calls.mount(app, core.routes, serialisers(options.strictAnswers ?? false))
  framePage(app, core)
  webRoutes(app, { modules: registry.modules })
  await app.ready()
  return {
    app,
    core,
    identity,
    office,
    clock,
    async settle() {
      await watching.settle()
      const outbox = () => queues.settle(name => name === OUTBOX)
      await outbox()
      do await queues.settle()
      while (await outbox()) // a queue's own notifications
    },
    async close() {
      const late = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
      await app.close().finally(() => clearTimeout(late))
      await watching.close()
      await clock.stop()
      await queues.stop()
      await prints.close()
      await identity.close()
      await line.close()
      await Promise.all([pool.end(), replica.end()])
    },
  }
}
/** Routes derived from the modules' declarations. Actions first: they take precedence over generated verbs at the same URL. */
function moduleCalls(core: Core, office: SpreadsheetServices): CallTable {
  const { modules, handlers } = core.registry
  const calls = new CallTable()
  const tenantOf = tenants(core)
  for (const module of modules)
    for (const a of module.actions) {
      const handler = handlers.get(a)
      if (handler) calls.add(actionCall(core, module, handler, tenantOf))
    }
  for (const module of modules) for (const e of module.entities) recordCalls(calls, core, module, e)
  sheetCalls(calls, office)
  return calls
}
/** Tenant of an anonymous request: the named one, else the first. */
function tenants(core: Core): TenantOf {
  return async code => {
    const { rows } = await core.pool.query<{ id: string }>(
      `select id from tenant where state <> 'closed' and (code = $1 or ($1::text is null and code <> '000000')) order by created_at limit 1`,
      [code ?? null],
    )
    if (!rows[0]) throw new Refusal(404, [{ rule: 'tenant.unknown', text: '没有编号为“{code}”的学校', values: { code: (code ?? '').slice(0, 20) } }])
    return rows[0].id
  }
}
