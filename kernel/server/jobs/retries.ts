import sql, { raw } from 'sql-template-tag'
import type { Entity, Row, StoredRow } from '#model'
import type { Db } from '../context.ts'
import { columnName, columnsOf } from '../data/columns.ts'

/** Waits between tries, in seconds; the last one repeats. */
const WAITS = [60, 300, 1800, 6 * 3600]
/** More than one call out takes. */
const CALL_MS = 12_000
/** Moment of the next try of what has failed `tries` times before. */
export const nextTry = (tries: number, now: number): string => new Date(now + (WAITS[Math.min(tries, WAITS.length - 1)] ?? 60) * 1000).toISOString()

/** Rows of a queue whose moment (`field`) has come, earliest first, each for one process: the moment is moved on by the time that working on all of them may take, outside a transaction. */
export function claimDue<E extends Entity>(db: Db, of: E, field: keyof StoredRow<E> & string, now: number, atOnce: number): Promise<Array<Row<E>>> {
  const column = raw(columnName(of, field))
  return db.tx(async tx => {
    const rows = await tx.query<{ id: string }>(sql`select id from ${raw(columnsOf(of).table)} where tenant_id = ${tx.me.tenantId} and ${column} <= ${new Date(now).toISOString()}
      order by ${column} limit ${atOnce} for update skip locked`)
    if (!rows.length) return []
    const ids = rows.map(r => r.id)
    const due = await tx.unscoped(of).all({ id: ids } as never) // the clock works on all of them
    await tx.updateWhere(of, { id: ids } as never, { [field]: new Date(now + atOnce * CALL_MS).toISOString() } as never, { bookkeeping: true })
    return due
  })
}
