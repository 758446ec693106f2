import sql from 'sql-template-tag'
import { inTrace, newTraceId, traceNow } from '../base/trace.ts'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { notifyWorkers, type QueueWorker, queueWorkers } from './queue-worker.ts'

/** Lease of a task, extended by the heartbeat: when it expires, the process is presumed dead and another one takes the task. */
const LEASE_SECONDS = 30
const HEARTBEAT_MS = 10_000
/** Attempts before a task is given up: it may be what kills its processes. */
const MAX_TRIES = 3
/** Delay before a retry after the database was unreachable. */
const RETRY_SECONDS = 10

/** The task was cancelled, its lease passed to another process, or this process stops. */
export class TaskStopped extends Error {}

/** A task in progress. */
export interface Task<P> {
  id: string
  payload: P
  traceId: string
  /** Aborted when the task is cancelled or has lost its lease, or this process stops. */
  signal: AbortSignal
  /** Changes the payload that a retry starts with. */
  save(db: Db, patch: Partial<P>): Promise<void>
}
/** Writes that commit together with the task's completion. */
export type Ending = (tx: Db) => Promise<unknown>
export interface TaskOptions<P> {
  /** Concurrent tasks per process. */
  atOnce: number
  /** Does the work, outside a transaction. It is repeated from the beginning if its process dies: what must not happen twice belongs in the returned `Ending`, which commits
   *  together with the task's completion. */
  run(db: Db, task: Task<P>): Promise<Ending | undefined>
  /** The task failed or was given up: runs in the transaction that removes it. */
  failed(db: Db, task: Pick<Task<P>, 'id' | 'payload'>, error: unknown): Promise<unknown>
}
interface LeasedTask {
  id: string
  payload: Record<string, unknown>
  tries: number
  /** Identifies this run: it differs once another run has taken the task. */
  holder: string
  traceId: string | null
}
/** Declares a queue of one-off tasks, filled by `enqueueTask`. */
export const backgroundTask = <P extends object>(name: string, options: TaskOptions<P>): QueueWorker =>
  queueWorkers.make({
    name,
    waiting: `select from background_task where tenant_id = $1 and queue = '${name}' and due_at <= now()`,
    atOnce: options.atOnce,
    lanes: options.atOnce,
    run: (db, stopping) => work(db, name, options as unknown as TaskOptions<object>, stopping),
  })

/** Enqueues a task in the running transaction. Its id is that of the row it works for; a task that still exists is restarted. */
export async function enqueueTask<P extends object>(db: Db, queue: string, id: string, payload: P): Promise<void> {
  await db.query(
    sql`insert into background_task (tenant_id, id, queue, payload, trace_id) values (${db.me.tenantId}, ${id}, ${queue}, ${JSON.stringify(payload)}, ${traceNow() ?? null})
      on conflict (tenant_id, id) do update set queue = excluded.queue, payload = excluded.payload, trace_id = excluded.trace_id, tries = 0, holder = null, due_at = now()`,
  )
  await notifyWorkers(db, queue)
}
/** Cancels a task; a worker notices at its next heartbeat. */
export async function cancelTask(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from background_task where tenant_id = ${db.me.tenantId} and id = ${id}`)
}
/** Works on the next task of a school; returns whether there was one. */
async function work(db: Db, queue: string, options: TaskOptions<object>, stopping?: AbortSignal): Promise<boolean> {
  const taken = await take(db, queue)
  if (!taken) return false
  const lost = new AbortController()
  const signal = stopping ? AbortSignal.any([stopping, lost.signal]) : lost.signal
  const heartbeat = setInterval(() => void beat(db, taken).then(isOurs => isOurs || lost.abort(new TaskStopped()), noAnswer), HEARTBEAT_MS)
  try {
    await inTrace(taken.traceId ?? newTraceId(), () => attempt(db, taken, options, signal))
  } catch (error) {
    if (stopping?.aborted) await giveBack(db, queue, taken)
    else if (!signal.aborted && !(error instanceof TaskStopped)) await failed(db, taken, options, error)
  } finally {
    clearInterval(heartbeat)
  }
  return true
}
/** Heartbeat failed: the lease expires by itself. */
const noAnswer = (): void => {}

async function attempt(db: Db, taken: LeasedTask, options: TaskOptions<object>, signal: AbortSignal): Promise<void> {
  if (taken.tries > MAX_TRIES) throw new Error(`given up after ${MAX_TRIES} processes ended over it`)
  const task: Task<object> = {
    id: taken.id,
    payload: taken.payload,
    traceId: traceNow() ?? '',
    signal,
    save: async (inside, patch) => {
      Object.assign(taken.payload, patch)
      await inside.query(sql`update background_task set payload = payload || ${JSON.stringify(patch)}::jsonb where ${ours(inside, taken)}`)
    },
  }
  const ending = await options.run(db, task)
  await endWith(db, taken, async tx => ending?.(tx))
}
async function take(db: Db, queue: string): Promise<LeasedTask | undefined> {
  const next = sql`select id from background_task where tenant_id = ${db.me.tenantId} and queue = ${queue} and due_at <= now() order by due_at, id limit 1 for update skip locked`
  const rows = await db.query<LeasedTask>(sql`update background_task set tries = tries + 1, holder = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where tenant_id = ${db.me.tenantId} and id = (${next}) returning id, payload, tries, holder, trace_id as "traceId"`)
  return rows[0]
}
const ours = (db: Db, { id, holder }: LeasedTask) => sql`tenant_id = ${db.me.tenantId} and id = ${id} and holder = ${holder}`
const beat = async (db: Db, taken: LeasedTask): Promise<boolean> =>
  (await db.query(sql`update background_task set due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where ${ours(db, taken)} returning 1`)).length > 0
const remove = async (db: Db, taken: LeasedTask): Promise<boolean> => (await db.query(sql`delete from background_task where ${ours(db, taken)} returning 1`)).length > 0

/** On shutdown, returns the task to the queue. */
async function giveBack(db: Db, queue: string, taken: LeasedTask): Promise<void> {
  await db.query(sql`update background_task set due_at = now(), holder = null, tries = tries - 1 where ${ours(db, taken)}`)
  await notifyWorkers(db, queue)
}
async function failed(db: Db, taken: LeasedTask, options: TaskOptions<object>, error: unknown): Promise<void> {
  if (isOutage(error) && taken.tries < MAX_TRIES) {
    await db.query(sql`update background_task set due_at = now() + make_interval(secs => ${RETRY_SECONDS}) where ${ours(db, taken)}`)
    return
  }
  ;(db as Gate).kernel.log.error({ err: error, taskId: taken.id, tenantId: db.me.tenantId }, 'a background task failed')
  await endWith(db, taken, tx => options.failed(tx, taken, error)).catch(fault => {
    if (!(fault instanceof TaskStopped)) throw fault
  })
}
/** Deletes the task after what its ending writes: whoever cancels it also writes first and deletes the task then, so that both lock in the same order and cannot deadlock. */
const endWith = (db: Db, taken: LeasedTask, ending: Ending): Promise<void> =>
  db.tx(async tx => {
    await ending(tx)
    if (!(await remove(tx, taken))) throw new TaskStopped()
  })
const OUTAGES = /^(08|57P|ECONNRESET|ECONNREFUSED|EPIPE)/
/** Whether the database was unreachable, so that a retry may succeed. */
function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  return (typeof code === 'string' && OUTAGES.test(code)) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(message ?? '')
}
