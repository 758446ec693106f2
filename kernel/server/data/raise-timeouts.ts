import sql from 'sql-template-tag'
import type { Db } from '../context.ts'

/** Lets the statements of a transaction take ten minutes and sort in memory: for those that count over a whole school at once. */
export async function raiseTimeouts(db: Pick<Db, 'query'>): Promise<void> {
  await db.query(
    sql`select set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '600000', true), set_config('work_mem', '65536', true)`,
  )
}
