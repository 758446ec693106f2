import type pg from 'pg'
import { entityNamed, permissionKey, Refusal } from '#model'
import type { Core } from '../data/core.ts'
import { Gate } from '../data/gate.ts'
import { toRefusal } from '../data/pg-errors.ts'
import { connectFor } from '../data/pool.ts'
import { openStore } from '../files/store.ts'
import { type ImportTask, lockOf, principalOf } from './import-task.ts'
import { dropRows, loadJob, moveJob } from './job.ts'
import { type Run, Stopped } from './run.ts'
import { sheetIssue } from './texts.ts'
import { undoRows } from './undo.ts'
import { validate } from './validate.ts'
import { writeRows } from './write-rows.ts'

/** Runs one phase of one import: validates, writes, or takes back. */
export async function runPhase(core: Core, order: ImportTask): Promise<void> {
  const lock = await connectFor(core.pool, order.me.tenantId)
  try {
    await inPhase(core, order, lock)
  } finally {
    // with the connection go its lock and its temporary tables
    lock.release(true)
  }
}
async function inPhase(core: Core, order: ImportTask, lock: pg.PoolClient): Promise<void> {
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
    if (order.phase === 'undo') await undoRows(run)
    else if (order.phase === 'write' || (await validate(run))) await writeRows(run)
  } catch (error) {
    await failed(run, error)
  }
}
/** A refusal is stored as the job's message; other errors are defects and are also logged. */
async function failed({ db, job }: Run, error: unknown): Promise<void> {
  const known = toRefusal(error)
  if (job.state === 'undoing') return notUndone(db, job.id, known)
  const message = known instanceof Refusal && known.issues[0] ? known.issues[0] : sheetIssue('failed', { detail: (error as Error).message.slice(0, 200) })
  const errors = known instanceof Refusal ? known.issues.slice(0, 100).map(issue => ({ ...issue, row: issue.row ?? 0 })) : []
  await moveJob(db, job.id, ['validating', 'writing'], { state: 'failed', message, errors })
  await dropRows(db, job.id)
  if (!(known instanceof Refusal)) throw error
}
/** The rows stay as they were imported; the job says why. */
async function notUndone(db: Gate, id: string, error: unknown): Promise<void> {
  const refusal = error instanceof Refusal ? error.issues[0] : undefined
  await moveJob(db, id, ['undoing'], { state: 'done', message: refusal ?? sheetIssue('undoFailed', { detail: (error as Error).message.slice(0, 200) }) })
  if (!refusal && !(error instanceof Stopped)) throw error
}
const gateOf = (core: Core, order: ImportTask, permission: string): Gate =>
  new Gate(core, { me: principalOf(order), permission, scopes: new Map(order.scopes), source: 'import', ip: null, traceId: order.traceId })
