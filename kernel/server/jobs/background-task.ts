import sql from 'sql-template-tag'
import { inTrace, newTraceId, traceNow } from '../base/trace.ts'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { notifyWorkers, type QueueWorker, queueWorkers } from './queue-worker.ts'

/** Whoever works on a task says so; one that has said nothing for so long has died, and another takes it. */
const LEASE_SECONDS = 30
const HEARTBEAT_MS = 10_000
/** Processes that may die over a task before it is given up: it may be what ends them. */
const MAX_TRIES = 3
/** After the database could not be reached. */
const RETRY_SECONDS = 10

/** The task was cancelled, has passed to another process, or this process stops. */
export class TaskStopped extends Error {}

/** A task as it is worked on. */
export interface Task<P> {
  id: string
  payload: P
  traceId: string
  /** Aborted with `TaskStopped` once nobody wants this run any more. */
  signal: AbortSignal
  /** Changes what a later try begins with. */
  save(db: Db, patch: Partial<P>): Promise<void>
}
/** What is written together with the end of the task. */
export type Ending = (tx: Db) => Promise<unknown>
export interface TaskOptions<P> {
  /** Tasks at a time that one process works on. */
  atOnce: number
  /** Does it, outside a transaction. It is done again from its beginning when its process dies: what must not happen twice belongs into the answer, which is written in one transaction with the end of the task. */
  run(db: Db, task: Task<P>): Promise<Ending | undefined>
  /** It failed, or was given up: written in the same transaction. */
  failed(db: Db, task: Pick<Task<P>, 'id' | 'payload'>, error: unknown): Promise<unknown>
}
interface Taken {
  id: string
  payload: Record<string, unknown>
  tries: number
  /** Tells this run from whoever takes the task after it. */
  holder: string
  traceId: string | null
}
/** Declares one-off work: a queue whose tasks `enqueueTask` puts in. */
export const backgroundTask = <P extends object>(name: string, options: TaskOptions<P>): QueueWorker =>
  queueWorkers.make({
    name,
    waiting: `select from background_task where tenant_id = $1 and queue = '${name}' and due_at <= now()`,
    atOnce: options.atOnce,
    lanes: options.atOnce,
    run: (db, stopping) => work(db, name, options as unknown as TaskOptions<object>, stopping),
  })

/** Puts a task into a queue, in the transaction of what it belongs to. Its id is that of the row it works for; one that is still there begins anew. */
export async function enqueueTask<P extends object>(db: Db, queue: string, id: string, payload: P): Promise<void> {
  await db.query(
    sql`insert into background_task (tenant_id, id, queue, payload, trace_id) values (${db.me.tenantId}, ${id}, ${queue}, ${JSON.stringify(payload)}, ${traceNow() ?? null})
      on conflict (tenant_id, id) do update set queue = excluded.queue, payload = excluded.payload, trace_id = excluded.trace_id, tries = 0, holder = null, due_at = now()`,
  )
  await notifyWorkers(db, queue)
}
/** Takes a task back; who works on it notices within seconds. */
export async function cancelTask(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from background_task where tenant_id = ${db.me.tenantId} and id = ${id}`)
}
/** Works on the next task of a school; answers whether there was one. */
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
/** The lease runs out by itself. */
const noAnswer = (): void => {}

async function attempt(db: Db, taken: Taken, options: TaskOptions<object>, signal: AbortSignal): Promise<void> {
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
async function take(db: Db, queue: string): Promise<Taken | undefined> {
  const next = sql`select id from background_task where tenant_id = ${db.me.tenantId} and queue = ${queue} and due_at <= now() order by due_at, id limit 1 for update skip locked`
  const rows = await db.query<Taken>(sql`update background_task set tries = tries + 1, holder = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where tenant_id = ${db.me.tenantId} and id = (${next}) returning id, payload, tries, holder, trace_id as "traceId"`)
  return rows[0]
}
const ours = (db: Db, { id, holder }: Taken) => sql`tenant_id = ${db.me.tenantId} and id = ${id} and holder = ${holder}`
const beat = async (db: Db, taken: Taken): Promise<boolean> =>
  (await db.query(sql`update background_task set due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where ${ours(db, taken)} returning 1`)).length > 0
const remove = async (db: Db, taken: Taken): Promise<boolean> => (await db.query(sql`delete from background_task where ${ours(db, taken)} returning 1`)).length > 0

/** A process that stops leaves its tasks to the others. */
async function giveBack(db: Db, queue: string, taken: Taken): Promise<void> {
  await db.query(sql`update background_task set due_at = now(), holder = null, tries = tries - 1 where ${ours(db, taken)}`)
  await notifyWorkers(db, queue)
}
async function failed(db: Db, taken: Taken, options: TaskOptions<object>, error: unknown): Promise<void> {
  if (isOutage(error) && taken.tries < MAX_TRIES) {
    await db.query(sql`update background_task set due_at = now() + make_interval(secs => ${RETRY_SECONDS}) where ${ours(db, taken)}`)
    return
  }
  ;(db as Gate).kernel.log.error({ err: error, taskId: taken.id, tenantId: db.me.tenantId }, 'a background task failed')
  await endWith(db, taken, tx => options.failed(tx, taken, error)).catch(fault => {
    if (!(fault instanceof TaskStopped)) throw fault
  })
}
/** The task goes after what its end writes, as whoever cancels it writes first and takes it back then: in the other order the two would wait for each other. */
const endWith = (db: Db, taken: Taken, ending: Ending): Promise<void> =>
  db.tx(async tx => {
    await ending(tx)
    if (!(await remove(tx, taken))) throw new TaskStopped()
  })
const OUTAGES = /^(08|57P|ECONNRESET|ECONNREFUSED|EPIPE)/
/** Whether the database was not there, so that the same may do a moment later. */
function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  return (typeof code === 'string' && OUTAGES.test(code)) || /^(Connection terminated|timeout exceeded when trying to connect)/.test(message ?? '')
}
