import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entity, entityNamed, type Field, fill, permissionKey, Refusal, storedFields } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolSecondsText } from '#model/school-time.ts'
import { Subjects } from '../audit/subjects.ts'
import { Semaphore } from '../base/semaphore.ts'
import type { Lang } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { keep } from '../files/attachments.ts'
import { receive } from '../files/receive.ts'
import type { FileStore } from '../files/store.ts'
import { manyOf, translate } from '../i18n/translate.ts'
import type { QueueWorker } from '../jobs/queue-worker.ts'
import { param } from '../params/params.ts'
import { type AskedRows, askedRows } from '../records/lookups.ts'
import { presentRecords, titleLists } from '../records/present-records.ts'
import { type ListQuery, listQuery } from '../records/query.ts'
import { audit } from '../records/verbs.ts'
import { type ExportColumn, exportColumns } from './export-columns.ts'
import { type FileResult, fileTask, type Making, orderFile } from './file-jobs.ts'
import { FOOTER_MARK } from './template.ts'
import { sheetRefusal } from './texts.ts'
import { type Value, writeWorkbook } from './write.ts'

const BATCH_SIZE = 300
/** Concurrent synchronous exports per process; others queue, so that processor and connections stay available to other requests. */
const SYNC_AT_ONCE = 2
const JOBS_AT_ONCE = 2

export interface ExportRequest {
  fileName: string
  params: Record<string, unknown>
  header: Record<string, unknown>
  /** Personal values unmasked; needs a separate permission. */
  plain: boolean
  /** Reason for unmasked values, written to the audit log. */
  reason: string | null
}
export type ExportAnswer = { kind: 'empty'; name: string } | { kind: 'sheet'; name: string; rows: number; content: Buffer } | { kind: 'job'; jobId: string }
interface Plan {
  auditId: string
  ctx: KernelCtx
  entity: Entity
  columns: ExportColumn[]
  query: ListQuery
  plain: boolean
  name: string
  rows: number
  /** The query, limited to the export permission's data scope. */
  asked: AskedRows
}
/** Payload of an export job, beside its row. */
interface ExportPayload {
  lang: Lang
  auditId: string
  plain: boolean
  reason: string | null
  /** Columns as JSON text, because jsonb does not preserve key order. */
  header: string
}
const QUEUE = 'sheet.export'
/** Exports in one server process. */
export class Exports {
  readonly queue: QueueWorker
  private readonly core: Core
  private readonly store: FileStore
  private readonly slots = new Semaphore(SYNC_AT_ONCE)

  constructor(core: Core, store: FileStore) {
    this.core = core
    this.store = store
    this.queue = fileTask<ExportPayload>(QUEUE, {
      atOnce: JOBS_AT_ONCE,
      permission: job => permissionKey(entityNamed(job.entity), 'export'),
      source: 'export',
      make: making => this.make(making),
    })
  }
  /** Exports a list with the same filter and scope; large ones run as a background job. Audited before the response. */
  async run(ctx: KernelCtx, e: Entity, request: ExportRequest): Promise<ExportAnswer> {
    const plan = await planOf(ctx, e, request)
    if (!plan.rows) return { kind: 'empty', name: plan.name }
    const { columns, query } = plan
    plan.auditId = await audit(ctx, 'export', e.name, null, {
      rows: plan.rows,
      filter: filterOf(e, query),
      columns: columns.map(c => c.field),
      plain: plan.plain,
      reason: request.reason,
      fileName: plan.name,
    })
    if (plan.rows <= (await param<number>(this.core, ctx.me.tenantId, 'export', 'syncRows')))
      return { kind: 'sheet', name: plan.name, rows: plan.rows, content: await this.whole(plan) }
    return { kind: 'job', jobId: await this.enqueue(plan, request) }
  }
  /** A small export is buffered: a slow client then holds no database connection, and errors can still be reported. */
  private async whole(plan: Plan): Promise<Buffer> {
    await this.slots.acquire()
    try {
      return await buffer(sheetOf(plan))
    } finally {
      this.slots.release()
    }
  }
  private enqueue({ ctx, entity, name, rows, auditId }: Plan, { params, header, plain, reason }: ExportRequest): Promise<string> {
    return orderFile<ExportPayload>(ctx.db, QUEUE, {
      entity: entity.name,
      fileName: name,
      params,
      header,
      total: rows,
      startedBy: ctx.me.userId,
      payload: { lang: ctx.lang, auditId, plain, reason, header: JSON.stringify(header) },
    })
  }
  private async make({ ctx, job, payload, onProgress }: Making<ExportPayload>): Promise<FileResult> {
    const { fileName, params } = job
    const { auditId, plain, reason } = payload
    const header = JSON.parse(payload.header) as ExportRequest['header']
    const plan = { ...(await planOf(ctx, entityNamed(job.entity), { fileName, params, header, plain, reason })), auditId }
    const days = await param<number>(this.core, ctx.me.tenantId, 'export', 'keepDays')
    const received = await receive(plan.name, sheetOf(plan, onProgress), { tmp: this.store.tmp, maxMb: 1000, allowed: ['xlsx'] })
    const file = await keep(ctx.db, this.store, received, { bizType: 'exportJob', bizId: job.id, expiresAt: new Date(Date.now() + days * DAY_MS) })
    return { fileId: file.id }
  }
}
/** The filter for the audit log, without personal values. */
const filterOf = (e: Entity, { where, keyword }: ListQuery): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(where).map(([name, value]) => [name, isGuarded(e.fields[name.split('.')[0] ?? '']) ? '******' : value])),
  ...(keyword ? { keyword } : {}),
})
const isGuarded = (field: Field | undefined): boolean => Boolean(field?.options.encrypted || field?.options.sensitivity)
async function planOf(ctx: KernelCtx, e: Entity, request: ExportRequest): Promise<Plan> {
  if (request.plain && !ctx.me.permissions.has('sheet:export:plain')) throw sheetRefusal('deniedPlain', {}, 403)
  const columns = await exportColumns(ctx.db, e, ctx.me, request.header, ctx.lang)
  if (!request.reason?.trim() && (request.plain || columns.some(c => e.fields[c.field]?.options.sensitivity === 'S2'))) throw sheetRefusal('reasonMissing', {}, 422, 'reason')
  const query = queryOf(request.params)
  const asked = await askedRows(ctx, e, permissionKey(e, 'export'), query.where)
  const rows = await asked.rows.size({ where: query.where as never, keyword: query.keyword, sort: query.sort })
  const bare = request.fileName
    .replace(/\.xlsx$/i, '')
    .replace(/[\\/:*?"<>|]/g, ' ')
    .trim()
    .slice(0, 120)
  return { auditId: '', ctx, entity: e, columns, query, plain: request.plain, rows, asked, name: `${bare || manyOf(ctx.lang, e.label)}.xlsx` }
}
/** The list's query parameters, nested or dotted; `ids` selects rows. */
function queryOf(params: Readonly<Record<string, unknown>>): ListQuery {
  const flat: Record<string, string | string[]> = {}
  const single = (value: unknown, path: string): string => {
    if (typeof value !== 'object') return String(value)
    const label = path.slice(0, 80)
    throw new Refusal(400, [{ field: label, rule: 'list.badFilter', text: '筛选条件“{label}”的值不对：{value}', values: { label, value: JSON.stringify(value).slice(0, 60) } }])
  }
  const walk = (value: unknown, path: string, depth: number): void => {
    if (value === null || value === undefined || value === '') return
    if (typeof value === 'object' && !Array.isArray(value) && depth <= 3) for (const [k, v] of Object.entries(value)) walk(v, path ? `${path}.${k}` : k, depth + 1)
    else flat[path] = Array.isArray(value) ? value.map(item => single(item, path)) : single(value, path)
  }
  const { ids, current: _current, size: _size, ...rest } = params
  walk(rest, '', 0)
  const query = listQuery(flat)
  const chosen = (Array.isArray(ids) ? ids : typeof ids === 'string' ? ids.split(',') : []).map(id => single(id, 'ids')).filter(Boolean)
  return chosen.length ? { ...query, where: { ...query.where, id: chosen } } : query
}
function sheetOf(plan: Plan, onProgress?: (rows: number) => Promise<void>): Readable {
  const { ctx, entity } = plan
  const at = schoolSecondsText(Date.now())
  const footer = translate(ctx.lang, '{who}　导出时间：{at}　共 {rows} 行')
  return writeWorkbook({
    name: manyOf(ctx.lang, entity.label),
    columns: plan.columns.map(c => c.sheet),
    rows: batches(plan, onProgress),
    // The mark is never translated: imports recognise footer rows by it.
    footer: rows => FOOTER_MARK + fill(footer, { who: ctx.me.nickName, at, rows }),
  })
}
async function* batches({ auditId, ctx, entity, columns, query, plain, asked }: Plan, onProgress?: (rows: number) => Promise<void>): AsyncGenerator<Value[][]> {
  const wanted = [...new Set(columns.map(c => c.field))]
  const computed = wanted.some(n => entity.fields[n]?.options.computed)
  // S2 columns are only present with their permission; S1 is masked unless unmasked export was requested
  const whole = new Set(wanted.filter(n => plain || entity.fields[n]?.options.sensitivity === 'S2'))
  const scope = Object.values(entity.options.scope).filter((t): t is string => typeof t === 'string' && storedFields(entity).some(([n]) => n === t))
  const subjects = new Subjects(ctx.db, entity, auditId)
  let done = 0
  for await (const batch of asked.rows.stream({
    where: query.where as never,
    keyword: query.keyword,
    sort: query.sort,
    batchSize: BATCH_SIZE,
    ...(computed ? {} : { columns: [...wanted, ...scope] }),
  })) {
    const found = batch as Array<Record<string, unknown>>
    await subjects.add(found)
    await presentRecords(ctx, entity, found, computed ? undefined : wanted, whole)
    await titleLists(ctx, entity, found, wanted)
    yield found.map(row => columns.map(c => c.read(row)))
    done += found.length
    await onProgress?.(done)
  }
  await subjects.flush()
}
