import { type ChildProcess, fork } from 'node:child_process'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { type Entity, entityNamed } from '#model'
import { scopesOf, systemGate } from '../access/calls.ts'
import type { Db } from '../context.ts'
import { CIPHER_KEYS } from '../data/cipher.ts'
import type { Core } from '../data/core.ts'
import { givenKeys } from '../data/keys.ts'
import { connectFor } from '../data/pool.ts'
import { eraseFiles, keep } from '../files/attachments.ts'
import type { Received } from '../files/receive.ts'
import type { FileStore } from '../files/store.ts'
import { param } from '../params.ts'
import type { KernelCtx } from '../records.ts'
import type { Registry } from '../registry.ts'
import { clockOffsetMs } from '../start/time-sync.ts'
import { refuseWhenLimited } from '../tenants/licence-status.ts'
import { inTrace, newTraceId } from '../trace.ts'
import { type ImportTask, lockOf, orderOf } from './import-task.ts'
import { createJob, dropRows, ENDED, type ImportJob, loadJob, moveJob, ownJob, stateRefusal } from './job.ts'
import { sheetIssue } from './texts.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Processes at a time; further imports wait. Each may use this much memory for its objects. */
const AT_ONCE = 2
const MEMORY_MB = 256
const SWEEP_MS = 5000
const SOURCE_HOURS = 24

export interface StartOptions {
  mode: ImportJob['mode']
  /** Write at once when nothing is wrong. */
  auto: boolean
}
/** The folders of the entity's module and of all it needs; a process that loads no more starts sooner and stays small. */
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
/** The imports of one server process: starts their processes, watches them, and clears up after the ones that died. */
export class Imports {
  private readonly core: Core
  private readonly store: FileStore
  private readonly waiting: ImportTask[] = []
  private readonly running = new Map<string, { child: ChildProcess; order: ImportTask; gone: Promise<void> }>()
  private readonly timer: NodeJS.Timeout
  private stopped = false

  constructor(core: Core, store: FileStore) {
    this.core = core
    this.store = store
    this.timer = setInterval(() => void this.sweep().catch(error => core.log.warn({ err: error }, 'import sweep failed')), SWEEP_MS)
    this.timer.unref()
  }
  /** Keeps the upload and begins to check it. */
  async start(ctx: KernelCtx, e: Entity, file: Received, { mode, auto }: StartOptions): Promise<string> {
    await refuseWhenLimited(this.core, ctx.me.tenantId, 'import', e).catch(async error => {
      await file.discard()
      throw error
    })
    const kept = await keep(ctx.db, this.store, file, { bizType: 'importJob', expiresAt: new Date(Date.now() + SOURCE_HOURS * 3_600_000) })
    const jobId = await createJob(ctx.db, { entity: e.name, fileId: kept.id, fileName: file.name, mode, auto })
    await this.enqueue(ctx, e, { jobId, phase: 'validate', attempt: 1 })
    return jobId
  }
  /** Writes a checked upload. With `goodOnly` the faulty rows are left out, else there must be none. */
  async commit(ctx: KernelCtx, id: string, goodOnly: boolean): Promise<void> {
    const job = await ownJob(ctx.db, id)
    await refuseWhenLimited(this.core, ctx.me.tenantId, 'import', entityNamed(job.entity))
    const mayWrite = job.state === 'ready' || (goodOnly && job.state === 'invalid' && job.ok > 0)
    const moved = mayWrite
      ? await ctx.db.query<{
          attempt: number
        }>(sql`update import_job set state = 'writing', good_only = ${goodOnly}, runner = null, attempt = attempt + 1, processed = 0, message = null, touched_at = now()
          where tenant_id = ${ctx.me.tenantId} and id = ${id} and state = ${job.state} returning attempt`)
      : []
    if (!moved[0]) throw stateRefusal((await loadJob(ctx.db, id)) ?? job, '写入')
    await this.enqueue(ctx, entityNamed(job.entity), { jobId: id, phase: 'write', attempt: moved[0].attempt })
  }
  /** Stops an import at any point before it is written. */
  async cancel(ctx: KernelCtx, id: string): Promise<void> {
    const job = await ownJob(ctx.db, id)
    if (!(await moveJob(ctx.db, id, ['validating', 'invalid', 'ready', 'writing'], { state: 'cancelled', message: sheetIssue('cancelled') })))
      throw stateRefusal((await loadJob(ctx.db, id)) ?? job, '取消')
    const at = this.waiting.findIndex(order => order.jobId === id)
    if (at >= 0) this.waiting.splice(at, 1)
    this.running.get(id)?.child.kill('SIGKILL')
    await this.running.get(id)?.gone
    await this.clear(ctx.db, id)
  }
  /** Waits until no import of this process runs or waits. */
  async settle(): Promise<void> {
    while (this.running.size || this.waiting.length) await Promise.all([...this.running.values()].map(r => r.gone))
  }
  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    this.waiting.length = 0
    for (const { child } of this.running.values()) child.kill('SIGKILL')
    await Promise.all([...this.running.values()].map(r => r.gone))
  }

  private async enqueue(ctx: KernelCtx, e: Entity, order: Pick<ImportTask, 'jobId' | 'phase' | 'attempt'>): Promise<void> {
    const { core } = this
    const maxRows = await param<number>(core, ctx.me.tenantId, 'import', 'maxRows')
    const scopes = await scopesOf(core, ctx.me)
    const events = [...core.registry.listeners.keys()]
    this.waiting.push(
      orderOf(ctx.me, scopes, {
        ...order,
        url: core.url,
        keys: givenKeys(core, CIPHER_KEYS),
        dataDir: core.dataDir,
        vendorKeys: core.vendorKeys,
        folders: foldersFor(core.registry, e),
        events,
        lang: ctx.lang,
        maxRows,
        traceId: ctx.traceId || null,
        clockApartMs: clockOffsetMs(),
      }),
    )
    this.next()
  }
  private next(): void {
    while (!this.stopped && this.running.size < AT_ONCE) {
      const order = this.waiting.shift()
      if (!order) return
      inTrace(order.traceId ?? newTraceId(), () => this.launch(order))
    }
  }
  private launch(order: ImportTask): void {
    const child = fork(CHILD, [], {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { NODE_COMPILE_CACHE: join(this.core.dataDir, 'cache'), ...process.env, QINGLAN_SECRET: undefined },
    })
    const gone = new Promise<void>(done => {
      child.once('error', () => done())
      child.once('exit', () => done())
    }).then(() => this.ended(order))
    this.running.set(order.jobId, { child, order, gone })
    child.send(order, () => {})
  }
  private async ended(order: ImportTask): Promise<void> {
    const db = systemGate(this.core, order.me.tenantId, 'import')
    try {
      const message = sheetIssue(this.stopped ? 'restarted' : 'crashed')
      await moveJob(db, order.jobId, ['validating', 'writing'], { state: 'failed', message }, order.attempt)
      const job = await loadJob(db, order.jobId)
      if (job && ENDED.includes(job.state)) await this.clear(db, order.jobId)
    } catch (error) {
      this.core.log.error({ err: error, jobId: order.jobId }, 'an import could not be ended')
    } finally {
      if (this.running.get(order.jobId)?.order === order) this.running.delete(order.jobId)
      this.next()
    }
  }
  /** What an ended import leaves behind: staged rows and the uploaded file go, the error sheet stays a while. */
  private async clear(db: Db, id: string): Promise<void> {
    const job = await loadJob(db, id)
    await dropRows(db, id)
    if (job?.fileId) await eraseFiles(db, this.store, [job.fileId])
  }
  /** Tells others that this process's imports live, and ends those whose process died: nothing of them was written. */
  async sweep(): Promise<void> {
    const { rows } = await this.core.pool.query<{ id: string }>('select id from tenant')
    const mine = [...this.running.keys(), ...this.waiting.map(o => o.jobId)]
    for (const { id } of rows) await this.sweepTenant(id, mine)
  }
  private async sweepTenant(tenantId: string, mine: readonly string[]): Promise<void> {
    const client = await connectFor(this.core.pool, tenantId)
    try {
      const jobs = await client.query<{ id: string }>(
        `with alive as (update import_job set touched_at = now() where tenant_id = $1 and id = any($2::uuid[]) and state in ('validating', 'writing') returning id)
         select id from import_job where tenant_id = $1 and state in ('validating', 'writing') and not id = any($2::uuid[]) and (runner is not null or touched_at < now() - interval '20 seconds')`,
        [tenantId, mine],
      )
      for (const { id } of jobs.rows) {
        const lock = await client.query<{ free: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as free', [lockOf(id)])
        if (!lock.rows[0]?.free) continue
        const db = systemGate(this.core, tenantId, 'import')
        await moveJob(db, id, ['validating', 'writing'], { state: 'failed', message: sheetIssue('restarted') })
        await this.clear(db, id)
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockOf(id)])
      }
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  /** Uploads that nobody committed within a day, and errors older than a week: personal data is not kept without need. */
  async expire(db: Db): Promise<number> {
    const stale = await db.query<{ id: string }>(
      sql`select id from import_job where tenant_id = ${db.me.tenantId} and state in ('ready', 'invalid') and touched_at < now() - interval '24 hours'`,
    )
    for (const { id } of stale) {
      await moveJob(db, id, ['ready', 'invalid'], { state: 'cancelled', message: sheetIssue('cancelled') })
      await this.clear(db, id)
    }
    await db.query(sql`update import_job set errors = '[]' where tenant_id = ${db.me.tenantId} and ended_at < now() - interval '7 days' and errors <> '[]'`)
    return stale.length
  }
}
