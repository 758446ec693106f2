import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { uuidv7 } from '../base/uuid.ts'
import type { Db, Lang } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import { backgroundTask, enqueueTask, type Task, TaskStopped } from '../jobs/background-task.ts'
import { gateOfUser } from '../jobs/gate-of-user.ts'
import type { QueueWorker } from '../jobs/queue-worker.ts'
import { sheetIssue } from './texts.ts'

/** Interval of progress updates. */
const PROGRESS_MS = 1000

/** A file generated in the background for one user (export, print batch, query result), shown in the export tray. */
export interface FileJob {
  id: string
  entity: string
  fileName: string
  params: Record<string, unknown>
  header: Record<string, unknown>
  total: number
  startedBy: string
}
export interface FileOrder<P> extends Omit<FileJob, 'id'> {
  /** Further input of the worker. */
  payload: P & { lang: Lang }
}
/** Context of generating a file. */
export interface Making<P> extends Pick<Task<P>, 'payload' | 'signal' | 'save'> {
  ctx: KernelCtx
  job: FileJob
  /** Reports progress, at most once a second unless `isDue`; throws when the job was cancelled. */
  onProgress(processed: number, isDue?: boolean): Promise<void>
  /** Sets the row count, where it was unknown when the job was queued. */
  expect(total: number): Promise<void>
}
export interface FileResult {
  fileId: string
  /** Row count, where it was unknown before. */
  total?: number
  /** Runs in the transaction that completes the job. */
  ending?(tx: Db): Promise<unknown>
}
export interface FileTaskOptions<P> {
  atOnce: number
  /** Permission whose data scope applies. */
  permission(job: FileJob): string
  source: string
  make(making: Making<P>): Promise<FileResult>
}
/** Queues a file job; any process may execute it, and another takes over after a crash. Returns the job's id. */
export async function orderFile<P extends object>(db: Db, queue: string, { entity, fileName, params, header, total, startedBy, payload }: FileOrder<P>): Promise<string> {
  const id = uuidv7()
  await db.tx(async tx => {
    await tx.query(sql`insert into export_job (tenant_id, id, entity, file_name, params, header, total, started_by)
      values (${db.me.tenantId}, ${id}, ${entity}, ${fileName}, ${JSON.stringify(params)}, ${JSON.stringify(header)}, ${total}, ${startedBy})`)
    await enqueueTask(tx, queue, id, payload)
  })
  return id
}
/** Declares a kind of file job. It runs with the permissions its user has at execution time. */
export const fileTask = <P extends { lang: Lang }>(name: string, options: FileTaskOptions<P>): QueueWorker =>
  backgroundTask<P>(name, {
    atOnce: options.atOnce,
    async run(db, task) {
      const job = await runningJob(db, task.id)
      if (!job) return undefined
      const ctx = await readerOf(db, job, task, options)
      const made = await options.make({ ...task, ctx, job, onProgress: progressOf(db, task), expect: total => expected(db, job.id, total) })
      return async tx => {
        await tx.query(sql`update export_job j set state = 'done', total = ${made.total ?? job.total}, processed = ${made.total ?? job.total}, file_id = ${made.fileId}, ended_at = now(),
            expires_at = (select expires_at from attachment a where a.tenant_id = j.tenant_id and a.id = ${made.fileId})
          where tenant_id = ${db.me.tenantId} and id = ${job.id} and state = 'running'`)
        await made.ending?.(tx)
      }
    },
    async failed(tx, { id }, error) {
      const issue = error instanceof Refusal ? error.issues[0] : sheetIssue('exportFailed')
      await tx.query(
        sql`update export_job set state = 'failed', message = ${JSON.stringify(issue)}, ended_at = now() where tenant_id = ${tx.me.tenantId} and id = ${id} and state = 'running'`,
      )
    },
  })
async function runningJob(db: Db, id: string): Promise<FileJob | undefined> {
  const rows = await db.query<FileJob>(sql`select id, entity, file_name as "fileName", params, header, total, started_by as "startedBy" from export_job
    where tenant_id = ${db.me.tenantId} and id = ${id} and state = 'running'`)
  return rows[0]
}
async function readerOf<P extends { lang: Lang }>(db: Db, job: FileJob, { payload, traceId }: Task<P>, options: FileTaskOptions<P>): Promise<KernelCtx> {
  const gate = await gateOfUser(db, job.startedBy, { permission: options.permission(job), source: options.source, traceId })
  return { core: gate.kernel, db: gate, me: gate.me, lang: payload.lang, ip: '', traceId }
}
function progressOf(db: Db, { id, signal }: Pick<Task<object>, 'id' | 'signal'>): Making<object>['onProgress'] {
  let last = Date.now()
  return async (processed, isDue = false) => {
    signal.throwIfAborted()
    if (!isDue && Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    const rows = await db.query(
      sql`update export_job set processed = ${processed}, touched_at = now() where tenant_id = ${db.me.tenantId} and id = ${id} and state = 'running' returning 1 as runs`,
    )
    if (!rows.length) throw new TaskStopped()
  }
}
async function expected(db: Db, id: string, total: number): Promise<void> {
  await db.query(sql`update export_job set total = ${total}, touched_at = now() where tenant_id = ${db.me.tenantId} and id = ${id}`)
}
/** Fails jobs of an older version that are running without a task; users must order them again. */
export async function failForgotten(db: Db): Promise<void> {
  await db.query(sql`update export_job j set state = 'failed', message = ${JSON.stringify(sheetIssue('exportStopped'))}, ended_at = now()
    where tenant_id = ${db.me.tenantId} and state = 'running' and touched_at < now() - interval '10 minutes'
      and not exists (select from background_task t where t.tenant_id = j.tenant_id and t.id = j.id)`)
}
