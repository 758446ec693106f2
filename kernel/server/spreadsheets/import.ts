import type { ChildProcess } from 'node:child_process'
import { basename, join } from 'node:path'
import sql from 'sql-template-tag'
import { type Entity, entityNamed } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { scopesOf } from '../access/calls.ts'
import { clockOffsetMs } from '../base/time-sync.ts'
import type { Db, Lang } from '../context.ts'
import { CIPHER_KEYS } from '../data/cipher.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { givenKeys } from '../data/keys.ts'
import { eraseFiles, keep } from '../files/attachments.ts'
import type { Received } from '../files/receive.ts'
import type { FileStore } from '../files/store.ts'
import { backgroundTask, cancelTask, type Ending, enqueueTask, type Task } from '../jobs/background-task.ts'
import type { QueueWorker } from '../jobs/queue-worker.ts'
import { refuseWhenLimited } from '../licence/licence-status.ts'
import { param } from '../params/params.ts'
import type { Registry } from '../registry/registry.ts'
import { runInChild } from './import-children.ts'
import { type ImportTask, orderOf } from './import-task.ts'
import { createJob, dropRows, ENDED, type ImportJob, type ImportState, loadJob, moveJob, ownJob, stateRefusal } from './job.ts'
import { sheetIssue, sheetRefusal } from './texts.ts'

/** Concurrent import processes; others queue. */
const AT_ONCE = 2
const SOURCE_HOURS = 24

export interface StartOptions {
  mode: ImportJob['mode']
  /** Write without confirmation when there are no errors. */
  auto: boolean
}
/** Folders of the entity's module and its dependencies; loading no more makes the process start faster and use less memory. */
function foldersFor(registry: Registry, e: Entity): string[] {
  const codes = new Set<string>()
  const visit = (code: string): void => {
    if (codes.has(code)) return
    codes.add(code)
    for (const need of registry.modules.find(m => m.code === code)?.needs ?? []) visit(need)
  }
  visit(e.module)
  return registry.folders.filter(folder => codes.has(basename(folder)))
}
const RUNNING: readonly ImportState[] = ['validating', 'writing', 'undoing']
const PHASES: Partial<Record<ImportState, ImportTask['phase']>> = { writing: 'write', undoing: 'undo' }
const QUEUE = 'sheet.import'
interface ImportPayload {
  lang: Lang
}
/** A job still in a running state after its process has exited has crashed: nothing was written; its staged rows are deleted. */
async function crashed(tx: Db, id: string): Promise<void> {
  await moveJob(tx, id, ['undoing'], { state: 'done', message: sheetIssue('undoFailed', { detail: '—' }) })
  if (!(await moveJob(tx, id, RUNNING, { state: 'failed', message: sheetIssue('crashed') }))) return
  await dropRows(tx, id)
  await tx.query(
    sql`update attachment set expires_at = now() where tenant_id = ${tx.me.tenantId} and id = (select file_id from import_job where tenant_id = ${tx.me.tenantId} and id = ${id})`,
  )
}
/** Input of the process that runs the job's current phase, with the permissions its user has now. */
export async function taskOf(core: Core, db: Db, job: ImportJob, lang: Lang, traceId: string): Promise<ImportTask> {
  const me = await core.principals.of(db.me.tenantId, job.startedBy)
  if (!me) throw new Error('the account that began the import is not active any more')
  return orderOf(me, await scopesOf(core, me), {
    jobId: job.id,
    phase: PHASES[job.state] ?? 'validate',
    url: core.url,
    keys: givenKeys(core, CIPHER_KEYS),
    dataDir: core.dataDir,
    vendorKeys: core.vendorKeys,
    folders: foldersFor(core.registry, entityNamed(job.entity)),
    events: [...core.registry.listeners.keys()],
    lang,
    maxRows: await param<number>(core, db.me.tenantId, 'import', 'maxRows'),
    traceId,
    clockApartMs: clockOffsetMs(),
  })
}
/** Imports of one server process: a queue task each, executed by a child process. Validation writes nothing and writing is one transaction, so another server can safely retry
 *  either. */
export class Imports {
  readonly queue: QueueWorker
  private readonly core: Core
  private readonly store: FileStore
  private readonly running = new Map<string, { child: ChildProcess; gone: Promise<void> }>()

  constructor(core: Core, store: FileStore) {
    this.core = core
    this.store = store
    this.queue = backgroundTask<ImportPayload>(QUEUE, {
      atOnce: AT_ONCE,
      run: (db, task) => this.work(db, task),
      failed: (tx, { id }) => crashed(tx, id),
    })
  }
  /** Stores the upload and queues its validation. */
  async start(ctx: KernelCtx, e: Entity, file: Received, { mode, auto }: StartOptions): Promise<string> {
    await refuseWhenLimited(this.core, ctx.me.tenantId, 'import', e).catch(async error => {
      await file.discard()
      throw error
    })
    const upload = await keep(ctx.db, this.store, file, { bizType: 'importJob', expiresAt: new Date(Date.now() + SOURCE_HOURS * HOUR_MS) })
    return ctx.db.tx(async tx => {
      const jobId = await createJob(tx, { entity: e.name, fileId: upload.id, fileName: file.name, mode, auto })
      await enqueueTask<ImportPayload>(tx, QUEUE, jobId, { lang: ctx.lang })
      return jobId
    })
  }
  /** Queues writing of a validated upload. `goodOnly` skips rows with errors; without it there must be none. */
  async commit(ctx: KernelCtx, id: string, goodOnly: boolean): Promise<void> {
    const job = await ownJob(ctx.db, id)
    await refuseWhenLimited(this.core, ctx.me.tenantId, 'import', entityNamed(job.entity))
    const mayWrite = job.state === 'ready' || (goodOnly && job.state === 'invalid' && job.ok > 0)
    const isMoved =
      mayWrite &&
      (await ctx.db.tx(async tx => {
        if (!(await moveJob(tx, id, [job.state], { state: 'writing', goodOnly, processed: 0, message: null }))) return false
        await enqueueTask<ImportPayload>(tx, QUEUE, id, { lang: ctx.lang })
        return true
      }))
    if (!isMoved) throw stateRefusal((await loadJob(ctx.db, id)) ?? job, '写入')
  }
  /** Cancels an import that is not written yet. */
  async cancel(ctx: KernelCtx, id: string): Promise<void> {
    const job = await ownJob(ctx.db, id)
    if (!(await moveJob(ctx.db, id, ['validating', 'invalid', 'ready', 'writing'], { state: 'cancelled', message: sheetIssue('cancelled') })))
      throw stateRefusal((await loadJob(ctx.db, id)) ?? job, '取消')
    await cancelTask(ctx.db, id)
    this.running.get(id)?.child.kill('SIGKILL')
    await this.running.get(id)?.gone
    await this.clear(ctx.db, id)
  }
  /** Takes back what an import wrote, within a day. */
  async undo(ctx: KernelCtx, id: string): Promise<void> {
    const job = await ownJob(ctx.db, id)
    if (job.state === 'done' && Date.parse(job.undoUntil ?? '') <= Date.now()) throw sheetRefusal('undoLate', {}, 409)
    const isMoved =
      job.undoUntil !== null &&
      (await ctx.db.tx(async tx => {
        if (!(await moveJob(tx, id, ['done'], { state: 'undoing', processed: 0, message: null }))) return false
        await enqueueTask<ImportPayload>(tx, QUEUE, id, { lang: ctx.lang })
        return true
      }))
    if (!isMoved) throw stateRefusal((await loadJob(ctx.db, id)) ?? job, '撤销')
  }
  /** Executes the job's current phase. */
  private async work(db: Db, { id, payload, traceId, signal }: Task<ImportPayload>): Promise<Ending | undefined> {
    const job = await loadJob(db, id)
    if (!job || !RUNNING.includes(job.state)) return undefined
    await this.child(await taskOf(this.core, db, job, payload.lang, traceId), signal)
    signal.throwIfAborted()
    const ended = await loadJob(db, id)
    if (ended && ENDED.includes(ended.state)) await this.clear(db, id)
    // no effect if the process recorded its result; a next phase begun meanwhile is another task
    return tx => crashed(tx, id)
  }
  /** Runs the current phase of an import to its end; `signal` kills its process. */
  private async child(order: ImportTask, signal: AbortSignal): Promise<void> {
    const { child, gone } = runInChild(order, { NODE_COMPILE_CACHE: join(this.core.dataDir, 'cache'), ...process.env, QINGLAN_SECRET: undefined })
    const kill = (): void => void child.kill('SIGKILL')
    this.running.set(order.jobId, { child, gone })
    signal.addEventListener('abort', kill)
    await gone
    signal.removeEventListener('abort', kill)
    this.running.delete(order.jobId)
  }
  /** Cleans up an ended import: staged rows and upload are deleted, the error sheet is kept for a while. */
  private async clear(db: Db, id: string): Promise<void> {
    const job = await loadJob(db, id)
    await dropRows(db, id)
    if (job?.fileId) await eraseFiles(db, this.store, [job.fileId])
  }
  /** Deletes uploads not committed within a day and error lists older than a week (data minimisation). */
  async expire(db: Db): Promise<number> {
    const stale = await db.query<{ id: string }>(
      sql`select id from import_job where tenant_id = ${db.me.tenantId} and state in ('ready', 'invalid') and touched_at < now() - interval '24 hours'`,
    )
    for (const { id } of stale) {
      await moveJob(db, id, ['ready', 'invalid'], { state: 'cancelled', message: sheetIssue('cancelled') })
      await this.clear(db, id)
    }
    await db.query(
      sql`delete from import_undo u using import_job j where u.tenant_id = ${db.me.tenantId} and j.tenant_id = u.tenant_id and j.id = u.job_id and j.undo_until < now() and j.state <> 'undoing'`,
    )
    await db.query(sql`update import_job set errors = '[]' where tenant_id = ${db.me.tenantId} and ended_at < now() - interval '7 days' and errors <> '[]'`)
    return stale.length
  }
}
