import sql, { type Sql } from 'sql-template-tag'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'

/** A readable number without a lock: prefix, date, and the next value of a sequence of the installation, in four to six digits. `QJ20260914-0132` */
export async function serialNo(db: Db, prefix: string, sequence: `${string}_seq`): Promise<string> {
  const [row] = await db.query<{ no: string }>(sql`select ${serialNoSql(prefix, sequence)} as no`)
  return row?.no ?? ''
}
/** The same in a statement, another one for each row. `lpad` would cut a longer number off. */
export const serialNoSql = (prefix: string, sequence: `${string}_seq`): Sql => numberOf(sql`${prefix + today()}::text`, sequence)
/** One number for each of some days, in their order: for rows that are entered with an earlier date, such as those of the demo. */
export async function serialNosOn(db: Db, prefix: string, sequence: `${string}_seq`, days: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ no: string }>(
    sql`select ${numberOf(sql`${prefix}::text || x.day`, sequence)} as no from unnest(${[...days]}::text[]) with ordinality x(day, n) order by x.n`,
  )
  return rows.map(r => r.no)
}
const numberOf = (head: Sql, sequence: string): Sql => sql`replace(${head}, '-', '') || '-' || to_char(nextval(${sequence}::text::regclass) % 1000000, 'FM990000')`
