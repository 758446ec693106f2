import pino from 'pino'
import { Principals } from '../access/principals.ts'
import { applyOffset } from '../base/time-sync.ts'
import { inTrace, newTraceId, traceMixin } from '../base/trace.ts'
import { RowCache } from '../data/cache.ts'
import { cipher } from '../data/cipher.ts'
import type { Core } from '../data/core.ts'
import { keysFrom } from '../data/keys.ts'
import { hintText, type Notifier } from '../data/notify.ts'
import { appPool } from '../data/pool.ts'
import { addTextsOf } from '../i18n/translate.ts'
import { REMOVAL_HOOKS } from '../records/removal-hooks.ts'
import { loadModules } from '../registry/registry.ts'
import type { ImportTask } from './import-task.ts'
import { runPhase } from './run-phase.ts'

/** Child process that runs a phase of an import, and those that follow for the same modules, one after the other. It may be killed at any time: all writes to the entity's table
 *  are in one transaction, and the job's advisory lock is released with the connection. Exits with the server. */
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
process.on('message', (order: ImportTask) => {
  applyOffset(order.clockApartMs)
  inTrace(order.traceId ?? newTraceId(), async () => {
    const core = await childCore(order)
    await runPhase(core, order)
    await core.pool.end()
  }).then(
    () => process.send?.('done'),
    error => {
      log.error({ err: error, jobId: order.jobId, traceId: order.traceId }, 'an import failed')
      process.exit(1)
    },
  )
})
const log = pino({ level: 'warn', base: null, mixin: traceMixin, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }))

/** Modules are loaded once; every phase has the same ones. */
let loading: ReturnType<typeof loadModules> | undefined
async function childCore(order: ImportTask): Promise<Core> {
  loading ??= loadModules(order.folders)
  const loaded = await loading
  // Keep events of modules not loaded in this process, so that they are still put into the outbox.
  const registry = { ...loaded, listeners: new Map(order.events.map(event => [event, loaded.listeners.get(event) ?? []])) }
  addTextsOf(registry.modules.map(m => m.code))
  const pool = appPool(order.url, 4)
  const keys = keysFrom(order.keys)
  const line = silentLine(async (channel, payload) => {
    await pool.query('select pg_notify($1, $2)', [channel, payload])
  })
  const principals = new Principals(pool, line)
  return {
    pool,
    replica: pool,
    url: order.url,
    registry,
    cache: new RowCache(line),
    principals,
    permissionCache: principals,
    removalHooks: REMOVAL_HOOKS,
    notifier: line,
    cipher: cipher(keys),
    ...keys,
    dataDir: order.dataDir,
    vendorKeys: order.vendorKeys,
    routes: [],
    works: new Map(),
    log,
  }
}
/** Sends notifications but does not listen: caches are made anew for each phase, which takes seconds. */
const silentLine = (notify: Notifier['notify']): Notifier => ({
  listen() {},
  onReconnect() {},
  notify,
  hint: (channel, payload, people) => void notify(channel, hintText(payload, people)).catch(() => {}),
  async close() {},
})
