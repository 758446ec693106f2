import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** A table of answers without names, and the columns that make up an answer: all but the school and the id. */
export interface Anonymous {
  table: string
  columns: readonly string[]
}
/**
 * Writes the matching rows anew, in random order and with new random ids, in one statement: until then a row lies where, and carries the mark of the transaction by which, it came;
 * from then on neither joins it to whoever is noted elsewhere to have answered. Tells how many.
 */
export async function shuffle(db: Db, { table, columns }: Anonymous, which: Sql): Promise<number> {
  const [from, kept] = [raw(table), join(columns.map(name => raw(name)))]
  const moved = await db.query(sql`with gone as (delete from ${from} where tenant_id = ${db.me.tenantId} and (${which}) returning *)
    insert into ${from} (tenant_id, ${kept}) select tenant_id, ${kept} from gone order by random() returning 1`)
  return moved.length
}
