import sql, { type Sql } from 'sql-template-tag'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

/** A select of `id`: who of these students is recognised as in difficulty today. */
export const recognisedOf = (db: Db, students: Sql): Sql => sql`select l.id from (${levelsOn(db, students, today())}) l where l.level is not null`
/** The recognised among these. */
export async function recognisedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = ids.length ? await db.query<{ id: string }>(recognisedOf(db, sql`select unnest(${[...ids]}::uuid[])`)) : []
  return new Set(rows.map(r => r.id))
}
