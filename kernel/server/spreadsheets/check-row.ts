import sql, { raw, type Sql } from 'sql-template-tag'
import { type Entity, type Row, refusalOf } from '#model'
import type { Db } from '../context.ts'
import { columnsOf, initials } from '../data/columns.ts'
import type { RowFault } from './rules.ts'

/**
 * Refuses a single row by the statements that check an import of its entity (`importRules`), so that the page and the sheet have the same rules. They read `rows` as they read the stage:
 * whole rows of the table with their line as `_row`. Encrypted fields are empty in it.
 */
export async function checkRow<E extends Entity>(db: Db, e: E, row: Partial<Row<E>>, statements: (rows: Sql) => readonly Sql[]): Promise<void> {
  const { table, of, encrypted } = columnsOf(e)
  const values = Object.entries({ ...initials(e), ...row }).flatMap(([name, value]) => (of.has(name) && !encrypted.includes(name) ? [[of.get(name), value]] : []))
  const one = sql`(select 1 as _row, r.* from jsonb_populate_record(null::${raw(table)}, ${JSON.stringify({ ...Object.fromEntries(values), tenant_id: db.me.tenantId })}::jsonb) r)`
  for (const statement of statements(one)) {
    const [fault] = await db.query<RowFault>(statement)
    if (fault) throw refusalOf(e as Entity, fault.rule, fault.values, fault.field)
  }
}
