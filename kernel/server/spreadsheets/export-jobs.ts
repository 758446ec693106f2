import sql from 'sql-template-tag'
import { entityNamed, hasEntity, type Issue } from '#model'
import type { KernelCtx } from '../data/core.ts'
import { notFound } from '../data/rows.ts'
import { formatIssue, manyOf } from '../i18n/translate.ts'
import { cancelTask } from '../jobs/background-task.ts'
import { shareOf } from './job.ts'
import { sheetRefusal } from './texts.ts'

interface StoredExport {
  id: string
  entity: string
  fileName: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  total: number
  processed: number
  fileId: string | null
  message: Issue | null
  startedAt: string
  endedAt: string | null
  expiresAt: string | null
}
const COLUMNS = sql`id, entity, file_name as "fileName", state, total, processed, file_id as "fileId", message, started_at as "startedAt", ended_at as "endedAt", expires_at as "expiresAt"`
const present = (job: StoredExport, ctx: KernelCtx): Record<string, unknown> => ({
  ...job,
  label: hasEntity(job.entity) ? manyOf(ctx.lang, entityNamed(job.entity).label) : job.entity,
  state: job.expiresAt && Date.parse(job.expiresAt) < Date.now() ? 'expired' : job.state,
  rows: job.total,
  createdAt: job.startedAt,
  finishedAt: job.endedAt,
  message: job.message ? formatIssue(ctx.lang, job.message) : null,
  progress: job.state === 'done' ? 1 : shareOf(job.processed, job.total),
})
async function own(ctx: KernelCtx, id: string): Promise<StoredExport> {
  const rows = await ctx.db.query<StoredExport>(sql`select ${COLUMNS} from export_job where tenant_id = ${ctx.me.tenantId} and id = ${id} and started_by = ${ctx.me.userId}`)
  if (!rows[0]) throw notFound()
  return rows[0]
}
/** An export job of the caller. */
export const exportJob = async (ctx: KernelCtx, id: string): Promise<Record<string, unknown>> => present(await own(ctx, id), ctx)

/** Cancels a job; its worker sees the state and stops. */
export async function cancelExport(ctx: KernelCtx, id: string): Promise<Record<string, unknown>> {
  const job = await own(ctx, id)
  const moved = await ctx.db.query(
    sql`update export_job set state = 'cancelled', ended_at = now() where tenant_id = ${ctx.me.tenantId} and id = ${id} and state = 'running' returning 1 as moved`,
  )
  if (!moved.length) throw sheetRefusal('exportState', { state: job.state }, 409)
  await cancelTask(ctx.db, id)
  return exportJob(ctx, id)
}
export async function myExports(ctx: KernelCtx, current: number, size: number): Promise<{ result: Record<string, unknown>[]; total: number }> {
  const rows = await ctx.db.query<
    StoredExport & { all?: number }
  >(sql`select ${COLUMNS}, count(*) over ()::int as all from export_job where tenant_id = ${ctx.me.tenantId} and started_by = ${ctx.me.userId}
    order by started_at desc limit ${size} offset ${(current - 1) * size}`)
  const total = rows[0]?.all ?? 0
  for (const row of rows) delete row.all
  return { result: rows.map(row => present(row, ctx)), total }
}
