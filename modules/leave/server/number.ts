import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

/** Readable numbers without a lock: the date and a sequence of the installation. QJ20260914-0132 */
export async function nextNo(db: Db, prefix: 'QJ' | 'TJ'): Promise<string> {
  const [row] = await db.query<{ n: string }>(sql`select (nextval('leave_no_seq') % 1000000)::text as n`)
  return `${prefix}${today().replaceAll('-', '')}-${(row?.n ?? '0').padStart(4, '0')}`
}
