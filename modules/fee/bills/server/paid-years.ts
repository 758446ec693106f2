import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** What a student was charged for one item in a school year, and what has been settled of it, in fen. */
export interface YearPaid {
  xn: string
  charged: number
  reduced: number
  /** Paid by whomever: own money, loans and aid; net of reductions. */
  paid: number
  /** What of it came from a loan. */
  loan: number
}
export interface TuitionLine extends YearPaid {
  id: string
}
const linesOf = (db: Db, studentId: string, item: string): Sql => sql`(select l.id, l.xn, l.charged, l.reduced, l.paid + l."offset" as paid,
    (select coalesce(sum(e.amount), 0) from ledger_entry e where e.tenant_id = l.tenant_id and e.account_id = l.id and e.kind = 'loanOffset') as loan
  from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id and i.code = ${item}
  where l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.closed_at is null)`
/** Lines of a student under the item of this code that are not taken back, oldest first. */
export const tuitionLines = (db: Db, studentId: string, item: string): Promise<TuitionLine[]> =>
  db.query<TuitionLine>(sql`select l.id, l.xn, l.charged::float8 as charged, l.reduced::float8 as reduced, l.paid::float8 as paid, l.loan::float8 as loan
    from ${linesOf(db, studentId, item)} l order by l.xn, l.id`)
/** The same by school year; a year without a line is missing. */
export const paidYears = (db: Db, studentId: string, item: string): Promise<YearPaid[]> =>
  db.query<YearPaid>(sql`select l.xn, sum(l.charged)::float8 as charged, sum(l.reduced)::float8 as reduced, sum(l.paid)::float8 as paid, sum(l.loan)::float8 as loan
    from ${linesOf(db, studentId, item)} l group by l.xn order by l.xn`)
