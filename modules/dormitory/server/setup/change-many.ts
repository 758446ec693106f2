import sql from 'sql-template-tag'
import type { Entity, Row } from '#model'
import type { Db, Patch } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'

/** The same change for many rows that the caller may change, in one statement. Answers how many were not like that before. */
export async function changeMany<E extends Entity>(db: Db, of: E, rows: ReadonlyArray<Row<E> & { id: string }>, patch: Patch<E>): Promise<number> {
  return (await db.updateWhere(of, sql`t.id = any(${rows.map(row => row.id)}::uuid[])`, patch)).length
}
/** What is asked for is all there, inside the caller's scope, or the answer is 404. */
export function allFound<R>(rows: readonly R[], ids: readonly string[]): readonly R[] {
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
