import sql from 'sql-template-tag'
import type { Entity, Row } from '#model'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import type { Patch } from '#server/row-types.ts'

/** The same change to many rows in the caller's scope, in one statement. Returns the number that actually changed. */
export async function changeMany<E extends Entity>(db: Db, of: E, rows: ReadonlyArray<Row<E> & { id: string }>, patch: Patch<E>): Promise<number> {
  return (await db.updateWhere(of, sql`t.id = any(${rows.map(row => row.id)}::uuid[])`, patch)).length
}
/** All requested rows must be in the caller's scope, else 404. */
export function allFound<R>(rows: readonly R[], ids: readonly string[]): readonly R[] {
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
