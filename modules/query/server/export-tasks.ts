import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { gateFor } from '#server/access/calls.ts'
import type { Ctx, Db, Lang } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { notify } from '#server/notifications.ts'
import { sheetIssue } from '#server/spreadsheets/texts.ts'
import { queryReady } from '../model/query.ts'
import { auditRun, note, prepare } from './run.ts'
import { fileOf, KEEP_DAYS } from './sheet.ts'

const QUEUE = 'query.orders'
const HELD_SECONDS = 600
export interface Order {
  userId: string
  lang: Lang
  name: string
  subject: string
  spec: unknown
  reason: string | null
  queryId: string | null
  isScheduled: boolean
}
/** Orders an answer as a file; the tray of exports shows it, and whichever process is free makes it. */
export async function order(db: Db, o: Order): Promise<string> {
  const rows = await db.query<{ id: string }>(sql`with made as (
      insert into export_job (tenant_id, entity, file_name, params, header, total, started_by) values (${db.me.tenantId}, 'savedQuery', ${`${o.name}.xlsx`}, '{}', '{}', 0, ${o.userId}) returning id)
    insert into query_order (tenant_id, job_id, user_id, lang, name, subject, spec, reason, query_id, is_scheduled)
    select ${db.me.tenantId}, made.id, ${o.userId}, ${o.lang}, ${o.name}, ${o.subject}, ${JSON.stringify(o.spec)}, ${o.reason}, ${o.queryId}, ${o.isScheduled} from made returning job_id as id`)
  await notifyWorkers(db, QUEUE)
  return rows[0]?.id as string
}
/** Makes one ordered file with the rights its reader has now; answers whether there was one. */
export async function fill(db: Db): Promise<boolean> {
  const { tenantId } = db.me
  const [taken] = await db.query<Order & { jobId: string }>(sql`
    update query_order set held_until = now() + make_interval(secs => ${HELD_SECONDS}) where tenant_id = ${tenantId} and job_id = (
      select job_id from query_order where tenant_id = ${tenantId} and (held_until is null or held_until < now()) order by job_id limit 1 for update skip locked)
    returning job_id as "jobId", user_id as "userId", lang, name, subject, spec, reason, query_id as "queryId", is_scheduled as "isScheduled"`)
  if (!taken) return false
  const job = sql`tenant_id = ${tenantId} and id = ${taken.jobId} and state = 'running'`
  try {
    const rows = await make(db, taken, job)
    if (taken.isScheduled)
      await notify(db, queryReady, { to: [taken.userId], values: { name: taken.name, rows }, bizType: 'exportJob', bizId: taken.jobId, link: '/personal/myfilelink' })
  } catch (error) {
    ;(db as Gate).kernel.log.warn({ err: error, jobId: taken.jobId }, 'a query was not exported')
    const issue = error instanceof Refusal ? error.issues[0] : sheetIssue('exportFailed')
    await db.query(sql`update export_job set state = 'failed', message = ${JSON.stringify(issue)}, ended_at = now() where ${job}`)
  }
  await db.query(sql`delete from query_order where tenant_id = ${tenantId} and job_id = ${taken.jobId}`)
  return true
}
async function make(db: Db, o: Order & { jobId: string }, job: ReturnType<typeof sql>): Promise<number> {
  const core = (db as Gate).kernel
  const who = await core.principals.of(db.me.tenantId, o.userId)
  if (!who?.permissions.has('query:savedQuery:run')) throw new Error('the reader may not ask any more')
  const gate = await gateFor(core, who, { permission: 'query:savedQuery:run', source: 'query', ip: null, traceId: null })
  const ctx: Ctx = { db: gate, me: who, lang: o.lang, ip: '', traceId: o.jobId }
  const ready = await prepare(ctx, o)
  const [count] = await gate.query<{ n: number }>(sql`select count(*)::int as n from (${ready.compiled.unordered}) q`)
  const total = count?.n ?? 0
  await db.query(sql`update export_job set total = ${total}, touched_at = now() where ${job}`)
  const kind = o.isScheduled ? 'schedule' : 'export'
  const seen = await auditRun(ctx, ready, { kind, reason: o.reason, rows: total })
  let told = Date.now()
  const onRows = (n: number): void => {
    if (Date.now() - told < 1000) return
    told = Date.now()
    void db.query(sql`update export_job set processed = ${n}, touched_at = now() where ${job}`).catch(() => [])
  }
  const file = await fileOf(ctx, ready, o.name, o.jobId, { seen, onRows })
  await note(ctx, ready, o, total, 0, kind)
  await db.query(
    sql`update export_job set state = 'done', processed = ${total}, file_id = ${file.id}, ended_at = now(), expires_at = now() + make_interval(days => ${KEEP_DAYS}) where ${job}`,
  )
  return total
}
export default queueWorker(QUEUE, 'select from query_order where tenant_id = $1 and (held_until is null or held_until < now())', fill)
