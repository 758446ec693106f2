import { hostname } from 'node:os'
import sql, { type Sql } from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import { Semaphore } from '../base/semaphore.ts'
import { inTrace, newTraceId, traceNow } from '../base/trace.ts'
import type { Db } from '../context.ts'
import type { Core } from '../data/core.ts'
import { nextTimes } from './cron.ts'
import { type DueJob, dueJobs, ensureJobs, withoutIdle } from './due-jobs.ts'
import { type QueueWorker, queueWorkers } from './queue-worker.ts'
import { Repeated } from './repeated.ts'
import { type ScheduledJob, scheduledJobs } from './scheduled-job.ts'

export const CLOCK = 'job.clock'
const NODE = `${hostname()}:${process.pid}`
const RETRY_SECONDS = 60
/** A run later than this counts as missed (see `misfire`). */
const MISSED_MINUTES = 15
/** Polling interval; no job is due more often than once a minute. */
const SWEEP_MS = 10_000
/** Concurrent runs in one process, each with a connection. */
const AT_ONCE = 4
/** Jobs started per poll: another process may have done later ones by then. */
const BATCH_SIZE = 4 * AT_ONCE

/** A job taken for a run. */
interface LeasedJob {
  id: string
  code: string
  cron: string
  params: Record<string, unknown>
  timeoutSec: number
  retries: number
  misfire: ScheduledJob['misfire']
  alarmAfter: number
  tries: number
  failures: number
  /** Expiry of this run's lease, in the database's text form. Identifies the run: another run has another expiry. */
  heldUntil: string
  isAsked: boolean
  minutesLate: number
  /** Start of the previous run if its process died, else null. */
  lostAt: string | null
}
/** How a run ended, for the history. */
interface Outcome {
  state: 'done' | 'failed' | 'skipped'
  affected: number | null
  message: string | null
}
/** Scheduled jobs of all schools. One statement finds everything due; jobs with nothing to do are advanced without a run. A process takes each of the others with a lease of its
 *  time limit, so that it runs once however many processes there are, and is taken over if its process dies. */
export class Scheduler {
  private readonly core: Core
  private readonly known = new Set<string>()
  private readonly slots = new Semaphore(AT_ONCE)
  private readonly running = new Map<string, Promise<void>>()
  private readonly sweeping: Repeated
  private readonly stopping = new AbortController()
  constructor(core: Core) {
    this.core = core
    this.sweeping = new Repeated(SWEEP_MS, () => this.workOff(), core.log)
  }
  /** Runs jobs requested by a user without waiting for the next poll. */
  get queue(): QueueWorker {
    return queueWorkers.make({ name: CLOCK, run: db => this.runOne(db, sql`is_asked`) })
  }
  start(): void {
    this.sweeping.start()
  }
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.sweeping.stop()
    await Promise.all(this.running.values())
  }
  /** Batch by batch until less than one is due; does not wait for long runs. */
  private async workOff(): Promise<void> {
    for (;;) {
      const { runs, isMore } = await this.sweep()
      if (!isMore || this.stopping.signal.aborted) return
      await Promise.race([runs, new Promise(done => setTimeout(done, SWEEP_MS).unref())])
    }
  }
  /** Polls all schools once and starts a batch of due jobs; returns the runs started and whether more are due. */
  async sweep(): Promise<{ runs: Promise<unknown>; isMore: boolean }> {
    const schools = await dueJobs(this.core)
    const fresh = schools.map(s => s.tenantId).filter(id => !this.known.has(id))
    if (fresh.length) await this.ensureAll(fresh)
    const due = (await withoutIdle(this.core, schools)).filter(job => !this.running.has(job.id))
    const from = Math.floor(Math.random() * due.length) // processes polling at the same time begin at different offsets
    const batch = [...due.slice(from), ...due.slice(0, from)].slice(0, BATCH_SIZE)
    return { runs: Promise.all(batch.map(job => this.begin(job))), isMore: batch.length < due.length }
  }
  private begin({ id, tenantId }: DueJob): Promise<void> {
    const work = async (): Promise<void> => {
      await this.slots.acquire()
      try {
        if (!this.stopping.signal.aborted) await this.runOne(systemGate(this.core, tenantId, CLOCK), sql`id = ${id}`)
      } catch (error) {
        this.core.log.error({ err: error, tenantId }, 'a scheduled job could not be run')
      } finally {
        this.slots.release()
        this.running.delete(id)
      }
    }
    const run = work()
    this.running.set(id, run)
    return run
  }
  /** Runs one due job of a school; returns whether there was one. */
  async next(db: Db): Promise<boolean> {
    await this.ensure(db)
    return this.runOne(db)
  }
  /** Creates the jobs a school lacks; its settings are kept. */
  async ensure(db: Db): Promise<void> {
    if (!this.known.has(db.me.tenantId)) await this.ensureAll([db.me.tenantId])
  }
  private async ensureAll(tenantIds: readonly string[]): Promise<void> {
    await ensureJobs(this.core, tenantIds)
    for (const id of tenantIds) this.known.add(id)
  }
  private async runOne(db: Db, which: Sql = sql`true`): Promise<boolean> {
    const job = await this.take(db, which)
    if (!job) return false
    if (job.lostAt !== null) await noteLost(db, job)
    if (!job.isAsked && job.misfire === 'skip' && job.minutesLate > MISSED_MINUTES)
      await this.release(db, job, 0, { state: 'skipped', affected: null, message: `${Math.round(job.minutesLate)} min` })
    else await inTrace(newTraceId(), () => this.run(db, job, this.core.works.get(job.code) as ScheduledJob))
    return true
  }
  private async take(db: Db, which: Sql): Promise<LeasedJob | undefined> {
    const rows = await db.query<LeasedJob>(sql`
      with due as (
        select id, case when held_until is not null then coalesce(last_at, next_at) end as lost, extract(epoch from now() - next_at) / 60 as late from job
        where tenant_id = ${db.me.tenantId} and code = any(${[...this.core.works.keys()]}) and (is_asked or is_enabled) and next_at <= now() and (held_until is null or held_until < now())
          and ${which} order by next_at limit 1 for update skip locked)
      update job j set held_until = now() + make_interval(secs => j.timeout_sec), tries = j.tries + 1, last_at = now(), last_state = 'running'
      from due where j.tenant_id = ${db.me.tenantId} and j.id = due.id
      returning j.id, j.code, j.cron, j.params, j.timeout_sec as "timeoutSec", j.retries, j.misfire, j.alarm_after as "alarmAfter", j.tries, j.failures, j.held_until::text as "heldUntil", j.is_asked as "isAsked",
        due.late::float8 as "minutesLate", due.lost::text as "lostAt"`)
    return rows[0]
  }
  private async run(db: Db, job: LeasedJob, work: ScheduledJob): Promise<void> {
    try {
      const affected = await within(job.timeoutSec, work.isWhole ? db.tx(inside => this.whole(inside, job, work)) : work.run(db, job.params, this.stopping.signal))
      await this.release(db, job, 0, { state: 'done', affected, message: null })
    } catch (error) {
      const message = (error as Error).message.slice(0, 500)
      this.core.log.error({ err: error, job: job.code, tenantId: db.me.tenantId }, 'a timed job failed')
      await this.failed(db, job, { state: 'failed', affected: null, message })
    }
  }
  /** Rolls back if the lease was lost: a run that took too long must not write beside its successor. */
  private async whole(db: Db, job: LeasedJob, work: ScheduledJob): Promise<number> {
    const affected = await work.run(db, job.params)
    if (!(await db.query(sql`select 1 from job where ${held(db, job)} for update`)).length) throw new Error('the job has passed to another run')
    return affected
  }
  private async failed(db: Db, job: LeasedJob, outcome: Outcome): Promise<void> {
    if (job.tries <= job.retries) {
      await ended(db, job, outcome, sql`next_at = now() + make_interval(secs => ${RETRY_SECONDS * job.tries})`)
      return
    }
    const failures = job.failures + 1
    if ((await this.release(db, job, failures, outcome)) && failures % job.alarmAfter === 0)
      await db.emit('job.failedOften', { jobId: job.id, code: job.code, failures, message: outcome.message })
  }
  private release(db: Db, job: LeasedJob, failures: number, outcome: Outcome): Promise<boolean> {
    return ended(db, job, outcome, sql`tries = 0, is_asked = false, failures = ${failures}, next_at = ${nextTimes(job.cron, 1)[0]?.toISOString() ?? null}`)
  }
}
const held = (db: Db, { id, heldUntil }: LeasedJob): Sql => sql`tenant_id = ${db.me.tenantId} and id = ${id} and held_until = ${heldUntil}::timestamptz`

/** Releases a job, with a log line if the run did something, was requested or did not succeed; false if another run holds the lease now. */
async function ended(db: Db, job: LeasedJob, { state, affected, message }: Outcome, change: Sql): Promise<boolean> {
  const isNoted = state !== 'done' || job.isAsked || affected !== 0
  const released = await db.query(sql`
    with released as (update job set held_until = null, last_state = ${state}, empty_runs = ${isNoted ? sql`0` : sql`empty_runs + 1`}, ${change} where ${held(db, job)} returning id, last_at),
    noted as (insert into job_log (tenant_id, job_id, node, started_at, ended_at, state, affected, message, ms, trace_id)
      select ${db.me.tenantId}, id, ${NODE}, last_at, clock_timestamp(), ${state}, ${affected}::int, ${message}, (extract(epoch from clock_timestamp() - last_at) * 1000)::int, ${traceNow() ?? null} from released where ${isNoted})
    select id from released`)
  return released.length > 0
}
/** Log line of a run whose process died: closes the line an earlier version left open, else adds one. */
async function noteLost(db: Db, { id, lostAt }: LeasedJob): Promise<void> {
  await db.query(sql`with closed as (update job_log set state = 'lost', ended_at = now() where tenant_id = ${db.me.tenantId} and job_id = ${id} and state = 'running' returning 1)
    insert into job_log (tenant_id, job_id, node, started_at, ended_at, state) select ${db.me.tenantId}, ${id}, ${NODE}, ${lostAt}::timestamptz, now(), 'lost' where not exists (select from closed)`)
}
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(new Error(`not done within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
/** Scheduled jobs of the kernel and of all modules, by code. */
export const worksOf = (core: Pick<Core, 'registry'>, own: readonly ScheduledJob[]): ReadonlyMap<string, ScheduledJob> =>
  new Map([...own, ...core.registry.of(scheduledJobs)].map(w => [w.code, w]))
