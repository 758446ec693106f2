import sql, { join, raw } from 'sql-template-tag'
import { type Entity, type Row, snake } from '#model'
import type { Db } from '#server/context.ts'
import { difference } from '#server/data/difference.ts'
import { notFound } from '#server/data/rows.ts'

/** The same change for many rows in two statements, each in the history. Answers how many were not like that before. */
export async function changeMany<E extends Entity>(db: Db, of: E, rows: ReadonlyArray<Row<E> & { id: string }>, patch: Partial<Row<E>>): Promise<number> {
  const changes = rows.flatMap(row => {
    const diff = difference(of, { ...row }, { ...patch })
    return Object.keys(diff).length ? [{ id: row.id, diff }] : []
  })
  if (!changes.length) return 0
  const { tenantId } = db.me
  const by = db.me.userId || null
  const sets = join(Object.entries(patch).map(([name, value]) => sql`${raw(snake(name))} = ${value ?? null}`))
  await db.query(
    sql`update ${raw(of.table)} set ${sets}, version = version + 1, updated_at = now(), updated_by = ${by} where tenant_id = ${tenantId} and id = any(${changes.map(c => c.id)}::uuid[])`,
  )
  await db.query(sql`insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
    select ${tenantId}, ${by}, ${of.module}, 'update', ${of.name}, c.id, 'batch', c.diff from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) c(id uuid, diff jsonb)`)
  return changes.length
}
/** What is asked for is all there, inside the caller's scope, or the answer is 404. */
export function allFound<R>(rows: readonly R[], ids: readonly string[]): readonly R[] {
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
