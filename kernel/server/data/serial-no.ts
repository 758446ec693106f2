import sql, { type Sql } from 'sql-template-tag'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'

/** A readable number without a lock: prefix, date, and the next value of a sequence of the installation, in four to six digits. `QJ20260914-0132` */
export async function serialNo(db: Db, prefix: string, sequence: `${string}_seq`): Promise<string> {
  const [row] = await db.query<{ no: string }>(sql`select ${serialNoSql(prefix, sequence)} as no`)
  return row?.no ?? ''
}
/** The same in a statement, another one for each row. `lpad` would cut a longer number off. */
export const serialNoSql = (prefix: string, sequence: `${string}_seq`): Sql =>
  sql`${`${prefix}${today().replaceAll('-', '')}-`}::text || to_char(nextval(${sequence}::text::regclass) % 1000000, 'FM990000')`
