import sql, { raw } from 'sql-template-tag'
import { type Entity, Refusal } from '#model'
import { columnsOf } from '../data/columns.ts'
import type { KernelCtx } from '../data/core.ts'
import { add, update } from '../records/verbs.ts'
import type { Faults } from './row-issues.ts'
import { comparable, type Work } from './stage.ts'

interface Staged {
  row: number
  id: string
  isNew: boolean
  version: number
  data: Record<string, unknown>
  changed: string[]
}
/** Import for entities with per-row rules: each row goes through its record verb, hooks included, in one transaction. A refused row is rolled back to its savepoint, so that
 *  all errors are found. Returns the ids of the new rows. */
export async function applyByRow(work: Work, ctx: KernelCtx, faults: Faults, onProgress: (done: number) => Promise<void>): Promise<string[]> {
  const rows = inOrder(work.entity, await stagedRows(work))
  const ids = new Map<string, string>()
  for (const [i, staged] of rows.entries()) {
    await work.db.query(sql`savepoint import_row`)
    try {
      await applyOne(work, { ...ctx, db: work.db }, staged, ids)
      await work.db.query(sql`release savepoint import_row`)
    } catch (error) {
      await work.db.query(sql`rollback to savepoint import_row`)
      if (!(error instanceof Refusal) || error.code >= 500) throw error
      faults.add(staged.row, error.issues)
    }
    await onProgress(i + 1)
  }
  return [...ids.values()]
}
async function applyOne(work: Work, ctx: KernelCtx, staged: Staged, ids: Map<string, string>): Promise<void> {
  const values = valuesOf(work, ctx, staged, ids)
  if (staged.isNew) {
    const filled = Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null))
    const made = await add(ctx, work.entity, filled)
    ids.set(staged.id, made.id)
    return
  }
  const patch = Object.fromEntries(staged.changed.map(name => [name, values[name] ?? null]))
  await update(ctx, work.entity, { id: staged.id, version: staged.version, ...patch })
}
/** A staged row as input of the record verb: field names, decrypted, with the ids of rows created before. */
function valuesOf({ entity: e }: Work, ctx: KernelCtx, staged: Staged, ids: ReadonlyMap<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, column] of columnsOf(e).of) {
    if (!(column in staged.data) || !(name in e.fields)) continue
    const value = staged.data[column]
    const clear = e.fields[name]?.options.encrypted && typeof value === 'string' ? ctx.core.cipher.decrypt(value) : value
    values[name] = typeof clear === 'string' ? (ids.get(clear) ?? clear) : clear
  }
  return values
}
async function stagedRows(work: Work): Promise<Staged[]> {
  const { db, entity: e, jobId, given } = work
  const changed = given.map(n => raw(`case when s.${comparable(e, n)} is distinct from t.${comparable(e, n)} then '${n}' end`))
  const names = changed.length ? sql`array_remove(array[${raw(changed.map(c => c.sql).join(', '))}], null)` : sql`'{}'::text[]`
  return db.query<Staged>(sql`select s._row as row, s.id, s._new as "isNew", s.version, r.data, ${names} as changed from import_stage s
    join import_row r on r.tenant_id = ${db.me.tenantId} and r.job_id = ${jobId} and r.row_no = s._row
    left join ${raw(columnsOf(e).table)} t on t.tenant_id = ${db.me.tenantId} and t.id = s.id where s._new or s._changed order by s._row`)
}
/** Topological order: rows referenced by others of the sheet come first. */
function inOrder(e: Entity, rows: readonly Staged[]): Staged[] {
  const selves = Object.entries(e.fields).flatMap(([name, f]) => (f.kind === 'ref' && f.options.to === e.name ? [columnsOf(e).of.get(name) as string] : []))
  if (!selves.length) return [...rows]
  const byId = new Map(rows.map(r => [r.id, r]))
  const done = new Set<Staged>()
  const visit = (staged: Staged, path: ReadonlySet<Staged>): void => {
    if (done.has(staged) || path.has(staged)) return
    for (const column of selves) {
      const before = byId.get(String(staged.data[column]))
      if (before) visit(before, new Set([...path, staged]))
    }
    done.add(staged)
  }
  for (const staged of rows) visit(staged, new Set())
  return [...done]
}
