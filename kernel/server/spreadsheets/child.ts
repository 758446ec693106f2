import pino from 'pino'
import { entityNamed, permissionKey, Refusal } from '#model'
import { Principals } from '../access/principals.ts'
import { applyOffset } from '../base/time-sync.ts'
import { inTrace, newTraceId, traceMixin } from '../base/trace.ts'
import { RowCache } from '../data/cache.ts'
import { cipher } from '../data/cipher.ts'
import type { Core } from '../data/core.ts'
import { Gate } from '../data/gate.ts'
import { keysFrom } from '../data/keys.ts'
import { hintText, type Notifier } from '../data/notify.ts'
import { toRefusal } from '../data/pg-errors.ts'
import { appPool, connectFor } from '../data/pool.ts'
import { openStore } from '../files/store.ts'
import { addTextsOf } from '../i18n/translate.ts'
import { REMOVAL_HOOKS } from '../records/removal-hooks.ts'
import { loadModules } from '../registry/registry.ts'
import { type ImportTask, lockOf, principalOf } from './import-task.ts'
import { dropRows, loadJob, moveJob } from './job.ts'
import type { Run } from './run.ts'
import { sheetIssue } from './texts.ts'
import { validate } from './validate.ts'
import { writeRows } from './write-rows.ts'

/** Child process that runs one phase of one import. It may be killed at any time: all writes to the entity's table are in one transaction, and the job's advisory lock is
 *  released with the connection. Exits with the server. */
process.on('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
process.once('message', (order: ImportTask) => {
  applyOffset(order.clockApartMs)
  inTrace(order.traceId ?? newTraceId(), () => work(order)).then(
    () => process.exit(0),
    error => {
      log.error({ err: error, jobId: order.jobId, traceId: order.traceId }, 'an import failed')
      process.exit(1)
    },
  )
})
const log = pino({ level: 'warn', base: null, mixin: traceMixin, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }))

async function work(order: ImportTask): Promise<void> {
  const core = await childCore(order)
  const lock = await connectFor(core.pool, order.me.tenantId)
  await lock.query("select set_config('statement_timeout', '600000', false)")
  await lock.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockOf(order.jobId)])
  const db = gateOf(core, order, '')
  const job = await loadJob(db, order.jobId)
  if (!job) throw new Error('no such job')
  const entity = entityNamed(job.entity)
  const run: Run = {
    order,
    core,
    job,
    entity,
    client: lock,
    store: await openStore(core),
    db: gateOf(core, order, permissionKey(entity, 'import')),
    scopes: new Map(order.scopes),
  }
  try {
    if (order.phase === 'write' || (await validate(run))) await writeRows(run)
  } catch (error) {
    await failed(run, error)
  }
}
/** A refusal is stored as the job's message; other errors are defects and are also logged. */
async function failed({ db, job }: Run, error: unknown): Promise<void> {
  const known = toRefusal(error)
  const message = known instanceof Refusal && known.issues[0] ? known.issues[0] : sheetIssue('failed', { detail: (error as Error).message.slice(0, 200) })
  const errors = known instanceof Refusal ? known.issues.slice(0, 100).map(issue => ({ ...issue, row: issue.row ?? 0 })) : []
  await moveJob(db, job.id, ['validating', 'writing'], { state: 'failed', message, errors })
  await dropRows(db, job.id)
  if (!(known instanceof Refusal)) throw error
}

async function childCore(order: ImportTask): Promise<Core> {
  const loaded = await loadModules(order.folders)
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
/** Sends notifications but does not listen: the process lives for seconds only. */
const silentLine = (notify: Notifier['notify']): Notifier => ({
  listen() {},
  onReconnect() {},
  notify,
  hint: (channel, payload, people) => void notify(channel, hintText(payload, people)).catch(() => {}),
  async close() {},
})
const gateOf = (core: Core, order: ImportTask, permission: string): Gate =>
  new Gate(core, { me: principalOf(order), permission, scopes: new Map(order.scopes), source: 'import', ip: null, traceId: order.traceId })
