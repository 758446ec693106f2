import { hostname } from 'node:os'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../context.ts'
import type { Core } from '../data/core.ts'
import { PLATFORM_CODE } from '../tenants/platform-tenant.ts'
import { inTrace, newTraceId } from '../trace.ts'
import { nextTimes } from './cron.ts'
import { type QueueWorker, queueWorker } from './queue-worker.ts'
import { type ScheduledJob, scheduledJobs } from './scheduled-job.ts'

export const CLOCK = 'job.clock'
const NODE = `${hostname()}:${process.pid}`
const RETRY_SECONDS = 60
/** A run later than this was missed. */
const MISSED_MINUTES = 15

/** A job as it was taken. */
interface Taken {
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
  /** Until when this run holds it, in the database's own words: another run holds it until another time. */
  heldUntil: string
  isAsked: boolean
  minutesLate: number
  wasLost: boolean
}
/** Timed work of all schools: whoever takes a due job holds it for its time limit, so that it runs once however many processes there are,
 *  and is taken over when its process dies. */
export class Scheduler {
  private readonly core: Core
  private readonly known = new Set<string>()
  constructor(core: Core) {
    this.core = core
  }
  get drain(): QueueWorker {
    return queueWorker(CLOCK, db => this.next(db))
  }
  private get works(): ReadonlyMap<string, ScheduledJob> {
    return this.core.works
  }
  /** Runs one due job of a school; answers whether there was one. */
  async next(db: Db): Promise<boolean> {
    await this.ensure(db)
    const job = await this.take(db)
    if (!job) return false
    const work = this.works.get(job.code) as ScheduledJob
    if (job.wasLost) await db.query(sql`update job_log set state = 'lost', ended_at = now() where tenant_id = ${db.me.tenantId} and job_id = ${job.id} and state = 'running'`)
    if (!job.isAsked && job.misfire === 'skip' && job.minutesLate > MISSED_MINUTES) await this.skip(db, job)
    else await inTrace(newTraceId(), () => this.run(db, job, work))
    return true
  }
  /** Every school has every job of the program; what it has set stays. */
  async ensure(db: Db): Promise<void> {
    const { tenantId } = db.me
    if (this.known.has(tenantId)) return
    const [school] = await db.query<{ code: string }>(sql`select code from tenant where id = ${tenantId}`)
    const works = [...this.works.values()].filter(w => !w.isPlatform || school?.code === PLATFORM_CODE)
    const rows = works.map(w => ({ code: w.code, name: w.name, cron: w.cron, misfire: w.misfire, next_at: nextTimes(w.cron, 1)[0]?.toISOString() }))
    await db.query(sql`insert into job (tenant_id, code, name, cron, misfire, next_at)
      select ${tenantId}, x.code, x.name, x.cron, x.misfire, x.next_at from jsonb_to_recordset(${JSON.stringify(rows)}) x(code text, name text, cron text, misfire text, next_at timestamptz)
      on conflict (tenant_id, code) do update set name = excluded.name where job.name <> excluded.name`)
    this.known.add(tenantId)
  }
  private async take(db: Db): Promise<Taken | undefined> {
    const rows = await db.query<Taken>(sql`
      with due as (
        select id, held_until is not null as lost, extract(epoch from now() - next_at) / 60 as late from job
        where tenant_id = ${db.me.tenantId} and code = any(${[...this.works.keys()]}) and (is_asked or is_enabled) and next_at <= now() and (held_until is null or held_until < now())
        order by next_at limit 1 for update skip locked)
      update job j set held_until = now() + make_interval(secs => j.timeout_sec), tries = j.tries + 1 from due where j.tenant_id = ${db.me.tenantId} and j.id = due.id
      returning j.id, j.code, j.cron, j.params, j.timeout_sec as "timeoutSec", j.retries, j.misfire, j.alarm_after as "alarmAfter", j.tries, j.failures, j.held_until::text as "heldUntil", j.is_asked as "isAsked",
        due.late::float8 as "minutesLate", due.lost as "wasLost"`)
    return rows[0]
  }
  private async skip(db: Db, job: Taken): Promise<void> {
    await db.query(
      sql`insert into job_log (tenant_id, job_id, node, ended_at, state, message) values (${db.me.tenantId}, ${job.id}, ${NODE}, now(), 'skipped', ${`${Math.round(job.minutesLate)} min`})`,
    )
    await this.release(db, job, 0)
  }
  private async run(db: Db, job: Taken, work: ScheduledJob): Promise<void> {
    const { tenantId } = db.me
    const [line] = await db.query<{ id: string }>(sql`insert into job_log (tenant_id, job_id, node) values (${tenantId}, ${job.id}, ${NODE}) returning id`)
    const end = (state: 'done' | 'failed', affected: number | null, message: string | null) =>
      db.query(sql`update job_log set state = ${state}, affected = ${affected}, message = ${message}, ended_at = now(), ms = (extract(epoch from now() - started_at) * 1000)::int
        where tenant_id = ${tenantId} and id = ${line?.id ?? null} and state = 'running'`)
    try {
      const affected = await within(job.timeoutSec, work.isWhole ? db.tx(inside => this.whole(inside, job, work)) : work.run(db, job.params))
      await end('done', affected, null)
      await this.release(db, job, 0)
    } catch (error) {
      const message = (error as Error).message.slice(0, 500)
      this.core.log.error({ err: error, job: job.code, tenantId }, 'a timed job failed')
      await end('failed', null, message)
      await this.failed(db, job, message)
    }
  }
  /** A run that took too long writes nothing beside the one that follows it. */
  private async whole(db: Db, job: Taken, work: ScheduledJob): Promise<number> {
    const affected = await work.run(db, job.params)
    if (!(await db.query(sql`select 1 from job where ${held(db, job)} for update`)).length) throw new Error('the job has passed to another run')
    return affected
  }
  private async failed(db: Db, job: Taken, message: string): Promise<void> {
    if (job.tries <= job.retries) {
      await db.query(sql`update job set held_until = null, next_at = now() + make_interval(secs => ${RETRY_SECONDS * job.tries}) where ${held(db, job)}`)
      return
    }
    const failures = job.failures + 1
    if ((await this.release(db, job, failures)) && failures % job.alarmAfter === 0) await db.emit('job.failedOften', { jobId: job.id, code: job.code, failures, message })
  }
  /** Gives it back; false where it has passed to another run, whose it is now. */
  private async release(db: Db, job: Taken, failures: number): Promise<boolean> {
    const next = nextTimes(job.cron, 1)[0]?.toISOString() ?? null
    const released = await db.query(
      sql`update job set held_until = null, tries = 0, is_asked = false, failures = ${failures}, next_at = ${next} where ${held(db, job)} returning id`,
    )
    return released.length > 0
  }
}
const held = (db: Db, { id, heldUntil }: Taken): Sql => sql`tenant_id = ${db.me.tenantId} and id = ${id} and held_until = ${heldUntil}::timestamptz`
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(new Error(`not done within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
/** Timed work of the kernel itself and of all modules, by code. */
export const worksOf = (core: Pick<Core, 'registry'>, own: readonly ScheduledJob[]): ReadonlyMap<string, ScheduledJob> =>
  new Map([...own, ...core.registry.of(scheduledJobs)].map(w => [w.code, w]))
