import sql, { raw } from 'sql-template-tag'
import type { Entity } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { columnsOf } from '../data/columns.ts'
import type { KernelCtx } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { raiseTimeouts } from '../data/raise-timeouts.ts'
import { remove, update } from '../records/verbs.ts'
import { type ImportJob, moveJob } from './job.ts'
import { progress, type Run, Stopped } from './run.ts'
import { col, comparable, live, tableOf, type Work } from './stage.ts'
import { sheetRefusal } from './texts.ts'

const HOURS = 24
/** Whether what an import writes can be taken back: by the verbs that people use, with all their rules. */
const isUndoable = (e: Entity): boolean => e.verbs.includes('remove') && e.verbs.includes('update')

/** Before the rows are written: the old values of those that change, encrypted ones as they are stored. */
export async function keepOld({ db, entity: e, jobId, written: fields }: Work): Promise<void> {
  if (!isUndoable(e)) return
  const pairs = fields.map(n => `'${n}', case when s.${comparable(e, n)} is distinct from t.${comparable(e, n)} then jsonb_build_object('was', t.${col(e, n)}) end`)
  const before = pairs.length ? pairs.map(pair => `jsonb_strip_nulls(jsonb_build_object(${pair}))`).join(' || ') : `'{}'::jsonb`
  await db.query(sql`insert into import_undo (tenant_id, job_id, row_id, before, version) select ${db.me.tenantId}, ${jobId}, t.id, ${raw(before)}, 0
    from import_stage s join ${tableOf(e)} t on t.tenant_id = ${db.me.tenantId} and t.id = s.id where s._changed`)
}
/** After the rows are written: the new ones as well, and the version that each of them has now. Returns until when they can be taken back. */
export async function keepNew({ db, entity: e, jobId }: Work, added: readonly string[] | undefined): Promise<string | null> {
  if (!isUndoable(e)) return null
  const made = added ? sql`select x as id from unnest(${[...added]}::uuid[]) x` : sql`select id from import_stage where _new`
  await db.query(sql`insert into import_undo (tenant_id, job_id, row_id, version) select ${db.me.tenantId}, ${jobId}, n.id, 0 from (${made}) n`)
  await db.query(sql`delete from import_undo u where u.tenant_id = ${db.me.tenantId} and u.job_id = ${jobId} and u.before is not null
    and not exists (select from import_stage s where s.id = u.row_id and s._changed)`)
  await db.query(
    sql`update import_undo u set version = t.version from ${tableOf(e)} t where u.tenant_id = ${db.me.tenantId} and u.job_id = ${jobId} and t.tenant_id = u.tenant_id and t.id = u.row_id`,
  )
  return new Date(Date.now() + HOURS * HOUR_MS).toISOString()
}
interface Written {
  id: string
  before: Record<string, unknown> | null
  version: number
  /** The version it has now; null where it is gone. */
  now: number | null
}
/** Takes an import back, whole or not at all: changed rows get their old values, then new ones, to which they may have pointed, are removed, the last first. Refused if a row was touched since. */
export async function undoRows(run: Run): Promise<void> {
  await run.db.tx(async inside => {
    const db = inside as Gate
    await raiseTimeouts(db)
    const ctx = { core: run.core, db, me: db.me, lang: run.order.lang, ip: '', traceId: run.job.id }
    const rows = await written(db, run.entity, run.job)
    const touched = rows.filter(r => r.now !== r.version).length
    if (touched) throw sheetRefusal('undoTouched', { count: touched, total: rows.length }, 409)
    const touch = progress(run)
    for (const [i, row] of rows.entries()) {
      await takeBack(ctx, run.entity, row)
      await touch(i + 1)
    }
    if (!(await moveJob(db, run.job.id, ['undoing'], { state: 'undone', processed: rows.length, undoUntil: null }))) throw new Stopped()
    await dropUndo(db, run.job.id)
  })
}
const written = (db: Gate, e: Entity, { id }: ImportJob): Promise<Written[]> =>
  db.query<Written>(sql`select u.row_id as id, u.before, u.version, t.version as now from import_undo u
    left join ${tableOf(e)} t on t.tenant_id = u.tenant_id and t.id = u.row_id ${live(e, 't')} where u.tenant_id = ${db.me.tenantId} and u.job_id = ${id} order by u.before is null, u.row_id desc`)
async function takeBack(ctx: KernelCtx, e: Entity, { id, before, version }: Written): Promise<void> {
  if (!before) return remove(ctx, e, id)
  const values = Object.entries(valuesOf(ctx, e, before))
  const [kept, asked] = [values.filter(([n]) => e.fields[n]?.options.readonly), values.filter(([n]) => !e.fields[n]?.options.readonly)]
  if (asked.length) await update(ctx, e, { id, version, ...Object.fromEntries(asked) })
  // what no person writes was filled by the import's hooks
  if (kept.length) await ctx.db.update(e, id, Object.fromEntries(kept) as never)
}
/** Old values as input of the record verb. */
function valuesOf({ core }: KernelCtx, e: Entity, before: Record<string, unknown>): Record<string, unknown> {
  const valueIn = (name: string, stored: unknown): unknown => {
    const { was = null } = stored as { was?: unknown }
    return e.fields[name]?.options.encrypted && typeof was === 'string' ? core.cipher.decrypt(was) : was
  }
  return Object.fromEntries(Object.entries(before).flatMap(([name, stored]) => (columnsOf(e).of.has(name) ? [[name, valueIn(name, stored)]] : [])))
}
export const dropUndo = (db: Pick<Gate, 'query' | 'me'>, jobId: string): Promise<unknown> =>
  db.query(sql`delete from import_undo where tenant_id = ${db.me.tenantId} and job_id = ${jobId}`)
