import sql, { empty } from 'sql-template-tag'
import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { billLine } from '../../bills/model/bill-line.ts'
import { stateOf } from '../../bills/model/standing.ts'
import type { PERIODS, REFUND_RULES } from '../../prices/model/charge-item.ts'

type LineBalance = Pick<Row<typeof billLine>, 'charged' | 'reduced' | 'paid' | 'offset' | 'owed' | 'dueDate' | 'deferUntil' | 'loanPending' | 'instalments' | 'closedAt'>
/** A line of a student with what its item and its school year say. */
export interface OwnLine extends LineBalance {
  id: string
  item: string
  xn: string
  xqM: string | null
  sourceType: string
  sourceId: string
  refundRule: keyof typeof REFUND_RULES
  period: keyof typeof PERIODS
  /** First day of what it is charged for, and last day of its school year. */
  start: string
  yearEnd: string
}
/** Lines of a student that are not taken back: all, or these. */
export const linesOfStudent = (db: Db, studentId: string, ids?: readonly string[]): Promise<OwnLine[]> =>
  db.query<OwnLine>(sql`select l.id, i.name as item, l.xn, l.xq_m as "xqM", l.source_type as "sourceType", l.source_id as "sourceId", i.refund_rule as "refundRule", i.period,
      l.charged::float8 as charged, l.reduced::float8 as reduced, l.paid::float8 as paid, l."offset"::float8 as "offset", l.owed::float8 as owed, l.due_date::text as "dueDate", l.defer_until::text as "deferUntil",
      l.loan_pending::float8 as "loanPending", l.instalments, l.closed_at::text as "closedAt",
      coalesce(t.start_date, y.start_date, (left(l.xn, 4) || '-09-01')::date)::text as start, coalesce(y.end_date, (right(l.xn, 4) || '-08-31')::date)::text as "yearEnd"
    from bill_line l join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id left join school_year y on y.tenant_id = l.tenant_id and y.xn = l.xn
      left join term t on t.tenant_id = l.tenant_id and t.xn = l.xn and t.xq_m = l.xq_m
    where l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.closed_at is null ${ids ? sql`and l.id = any(${[...ids]}::uuid[])` : empty} order by l.due_date, l.id`)
/** What a line still charges after reductions: no more can be given back or relieved. */
export const netOf = ({ charged, reduced }: Pick<OwnLine, 'charged' | 'reduced'>): number => Math.max(0, charged - reduced)
export const holds = ({ paid, offset }: Pick<OwnLine, 'paid' | 'offset'>): number => paid + offset
export const shownLine = (line: OwnLine) => {
  const { id, item, xn, charged, paid, owed, dueDate, refundRule, yearEnd } = line
  return { id, item, xn, charged, paid, owed, dueDate, refundRule, yearEnd, state: stateOf(line, today()) }
}
/** Own money of a student's credit that nothing else asks for. */
export async function freeCredit(db: Db, studentId: string, exceptId: string | null): Promise<number> {
  const [row] = await db.query<{
    free: number
  }>(sql`select greatest(0, coalesce((select balance from payer_credit where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and origin = 'own' and book = 'student'), 0)
    - coalesce((select sum(amount) from fee_application where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and kind = 'refund' and jsonb_array_length(coalesce(line_ids, '[]')) = 0
        and state in ('pending', 'returned') and id is distinct from ${exceptId}), 0))::float8 as free`)
  return row?.free ?? 0
}
/** Lines about which another application of this kind is open. */
export async function linesAsked(db: Db, lineIds: readonly string[], exceptId: string | null): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{
    lineId: string
    kind: string
  }>(sql`select x.line_id as "lineId", min(a.kind) as kind from fee_application a cross join jsonb_array_elements_text(coalesce(a.line_ids, '[]')) x(line_id)
    where a.tenant_id = ${db.me.tenantId} and a.state in ('pending', 'returned') and a.id is distinct from ${exceptId} and x.line_id = any(${[...lineIds]}::text[]) group by 1`)
  return new Map(rows.map(r => [r.lineId, r.kind]))
}
