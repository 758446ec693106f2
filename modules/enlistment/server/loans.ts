import sql from 'sql-template-tag'
import { OPEN_LOANS } from '#modules/loan/model/loan-states.ts'
import type { Db } from '#server/context.ts'

/** State credit loans of a student: what is owed to banks, and the whole loan of each school year, in fen. */
export interface Loans {
  open: number
  byYear: ReadonlyMap<string, number>
}
/** Loans whose money has arrived; one that is settled or repaid was used all the same. */
export async function loansOf(db: Db, studentId: string): Promise<Loans> {
  const rows = await db.query<{
    xn: string
    open: number
    whole: number
  }>(sql`select xn, coalesce(sum(arrived - repaid) filter (where state = any(${[...OPEN_LOANS]}::text[])), 0)::float8 as open,
      sum(arrived)::float8 as whole from credit_loan where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and arrived > 0 group by xn`)
  return { open: rows.reduce((sum, r) => sum + r.open, 0), byYear: new Map(rows.map(r => [r.xn, r.whole])) }
}
