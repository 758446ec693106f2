import sql from 'sql-template-tag'
import { coverSource, followCover } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

/** 40-L2, F15: what registered loans have coming, in fen. An origin-based one needs the picture of its receipt; one that is rejected or late still covers until the day it was told of. */
export default coverSource({
  code: 'loan',
  async covered(db, studentIds, xn) {
    const rows = await db.query<{ id: string; amount: number }>(sql`select l.student_id as id, sum(l.approved - l.arrived)::float8 as amount from credit_loan l
      where l.tenant_id = ${db.me.tenantId} and l.student_id = any(${[...studentIds]}::uuid[]) and l.xn = ${xn} and l.approved > l.arrived
        and (l.state in ('registered', 'receiptEntered', 'awaiting') and (l.cover_ends_on is null or l.cover_ends_on >= ${today()}::date) or l.state = 'rejected' and l.cover_ends_on >= ${today()}::date)
        and (l.kind = 'campus' or exists (select from loan_receipt r where r.tenant_id = l.tenant_id and r.loan_id = l.id and r.state <> 'rejected' and jsonb_array_length(coalesce(r.proof, '[]')) > 0))
      group by 1`)
    return new Map(rows.map(r => [r.id, r.amount]))
  },
})
/** Tells the bills that loans changed. */
export async function coverChanged(db: Db, loans: ReadonlyArray<{ studentId: string; xn: string }>): Promise<void> {
  for (const [xn, of] of Map.groupBy(loans, l => l.xn)) await followCover(db, [...new Set(of.map(l => l.studentId))], xn)
}
