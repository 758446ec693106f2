import sql, { join, raw, type Sql } from 'sql-template-tag'
import { entityNamed, hasEntity, type Issue, type Refusal } from '#model'
import { IMPORT_STATES } from '#model/import-states.ts'
import type { Db, Lang } from '../context.ts'
import { notFound } from '../data/rows.ts'
import { formatIssue, manyOf, translate } from '../i18n/translate.ts'
import { sheetRefusal } from './texts.ts'

export type ImportState = keyof typeof IMPORT_STATES
/** A row of `import_job`. */
export interface ImportJob {
  id: string
  entity: string
  fileId: string | null
  fileName: string
  mode: 'insert' | 'upsert'
  auto: boolean
  goodOnly: boolean
  state: ImportState
  total: number
  processed: number
  ok: number
  bad: number
  toAdd: number
  toChange: number
  unchanged: number
  columns: string[] | null
  errors: Array<Issue & { row: number }>
  errorFileId: string | null
  message: Issue | null
  startedBy: string
  startedAt: string
  endedAt: string | null
  /** Until when what it wrote can be taken back. */
  undoUntil: string | null
}
const FIELDS: Record<keyof ImportJob, string> = {
  id: 'id',
  entity: 'entity',
  fileId: 'file_id',
  fileName: 'file_name',
  mode: 'mode',
  auto: 'auto',
  goodOnly: 'good_only',
  state: 'state',
  total: 'total',
  processed: 'processed',
  ok: 'ok',
  bad: 'bad',
  toAdd: 'to_add',
  toChange: 'to_change',
  unchanged: 'unchanged',
  columns: 'columns',
  errors: 'errors',
  errorFileId: 'error_file_id',
  message: 'message',
  startedBy: 'started_by',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  undoUntil: 'undo_until',
}
const JSON_FIELDS = ['columns', 'errors', 'message']
const SELECT = raw(
  Object.entries(FIELDS)
    .map(([name, column]) => `${column} as "${name}"`)
    .join(', '),
)
export const ENDED: readonly ImportState[] = ['done', 'failed', 'cancelled', 'undone']

export async function createJob(db: Db, job: Pick<ImportJob, 'entity' | 'fileName' | 'mode' | 'auto'> & { fileId: string }): Promise<string> {
  const rows = await db.query<{ id: string }>(sql`insert into import_job (tenant_id, entity, file_id, file_name, mode, auto, started_by)
    values (${db.me.tenantId}, ${job.entity}, ${job.fileId}, ${job.fileName}, ${job.mode}, ${job.auto}, ${db.me.userId}) returning id`)
  return rows[0]?.id as string
}
export async function loadJob(db: Db, id: string): Promise<ImportJob | undefined> {
  return (await db.query<ImportJob>(sql`select ${SELECT} from import_job where tenant_id = ${db.me.tenantId} and id = ${id}`))[0]
}
/** A job of the caller; other people's jobs give 404. */
export async function ownJob(db: Db, id: string): Promise<ImportJob> {
  const job = await loadJob(db, id)
  if (!job || job.startedBy !== db.me.userId) throw notFound()
  return job
}
export async function myJobs(db: Db, current: number, size: number): Promise<{ jobs: ImportJob[]; total: number }> {
  const jobs = await db.query<
    ImportJob & { all: number }
  >(sql`select ${SELECT}, count(*) over ()::int as all from import_job where tenant_id = ${db.me.tenantId} and started_by = ${db.me.userId}
    order by started_at desc limit ${size} offset ${(current - 1) * size}`)
  return { jobs, total: jobs[0]?.all ?? 0 }
}
/** Compare-and-set of the job's state: false when it is not in one of the `from` states any more. */
export async function moveJob(db: Db, id: string, from: readonly ImportState[], to: Partial<ImportJob>): Promise<boolean> {
  const sets = Object.entries(to).map(
    ([name, value]): Sql => sql`${raw(FIELDS[name as keyof ImportJob])} = ${JSON_FIELDS.includes(name) && value !== null ? JSON.stringify(value) : value}`,
  )
  const ended = to.state && ENDED.includes(to.state) ? sql`, ended_at = now()` : raw('')
  const rows = await db.query(
    sql`update import_job set ${join(sets)}, touched_at = now()${ended} where tenant_id = ${db.me.tenantId} and id = ${id} and state = any(${[...from]}::text[]) returning 1 as moved`,
  )
  return rows.length > 0
}
export const dropRows = (db: Db, id: string): Promise<unknown> => db.query(sql`delete from import_row where tenant_id = ${db.me.tenantId} and job_id = ${id}`)

export const stateRefusal = (job: Pick<ImportJob, 'state'>, verb: string): Refusal => sheetRefusal('state', { state: IMPORT_STATES[job.state], verb }, 409)
/** A job as API response, messages translated. */
export function presentJob(job: ImportJob, lang: Lang): Record<string, unknown> {
  const { columns: _columns, fileId: _file, startedBy: _by, message, errors, goodOnly: _goodOnly, auto: _auto, ...rest } = job
  const of = hasEntity(job.entity) ? entityNamed(job.entity) : undefined
  const isChecked = job.state === 'done' || job.state === 'undone' || job.state === 'ready' || job.state === 'invalid'
  return {
    ...rest,
    label: of ? manyOf(lang, of.label) : job.entity,
    stateLabel: translate(lang, IMPORT_STATES[job.state]),
    createdAt: job.startedAt,
    finishedAt: job.endedAt,
    progress: isChecked ? 1 : shareOf(job.processed, job.total),
    errors: errors.map(issue => ({
      row: issue.row,
      field: issue.field ?? null,
      label: issue.values?.label ? translate(lang, String(issue.values.label)) : null,
      value: issue.values?.value ?? null,
      rule: issue.rule,
      msg: formatIssue(lang, issue),
    })),
    message: message ? formatIssue(lang, message) : null,
  }
}
/** Progress from 0 to 1; at most 0.99 before the end. */
export const shareOf = (done: number, total: number): number => (total ? Math.min(0.99, Math.floor((done * 100) / total) / 100) : 0)
