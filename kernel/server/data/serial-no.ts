import sql from 'sql-template-tag'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'

/** A readable number without a lock: prefix, date, and the next value of a sequence of the installation. `QJ20260914-0132` */
export async function serialNo(db: Db, prefix: string, sequence: `${string}_seq`): Promise<string> {
  const [row] = await db.query<{ n: string }>(sql`select (nextval(${sequence}::text::regclass) % 1000000)::text as n`)
  return `${prefix}${today().replaceAll('-', '')}-${(row?.n ?? '0').padStart(4, '0')}`
}
