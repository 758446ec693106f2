import sql from 'sql-template-tag'
import { studentNumbers } from '#modules/student/server/api.ts'
import { compute, type Db } from '#server/context.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { openAccounts, postEntries } from '#server/ledger/post.ts'
import { hoursLedger, labourAccount, labourHours } from '../model/hours.ts'
import { NEEDS } from '../model/plan.ts'
import { BUCKET_NAMES, type Bucket, hoursOf } from '../model/rules.ts'

/** What one cause has brought a student so far, and what it should. */
export interface Due {
  studentId: string
  kind: Bucket
  sourceId: string
  /** In tenths of an hour. */
  amount: number
  occurredOn: string
  title: string
  values: { name: string }
}
/** Makes what stands in the ledger of these causes equal to what is due: only differences are posted, and nothing twice. The caller holds the rows they come from. Returns them. */
export async function settleHours(db: Db, sourceType: string, due: readonly Due[]): Promise<Due[]> {
  const posted = await db.query<{
    sourceId: string
    sum: number
    last: number
  }>(sql`select source_id as "sourceId", sum(amount)::int as sum, max(source_seq) as last from labour_hours
    where tenant_id = ${db.me.tenantId} and source_type = ${sourceType} and source_id = any(${due.map(d => d.sourceId)}::text[]) group by 1`)
  const before = new Map(posted.map(p => [p.sourceId, p]))
  const changed = due.flatMap(d => {
    const amount = d.amount - (before.get(d.sourceId)?.sum ?? 0)
    return amount ? [{ ...d, amount, sourceSeq: (before.get(d.sourceId)?.last ?? 0) + 1 }] : []
  })
  const accounts = await openAccounts(
    db,
    hoursLedger,
    changed.map(c => ({ studentId: c.studentId })),
  )
  await postEntries(
    db,
    hoursLedger,
    changed.map(({ studentId, occurredOn, title, ...entry }, n) => ({ ...entry, accountId: accounts[n] as string, sourceType, own: { studentId, occurredOn, title } })),
  )
  return changed
}
export default [
  ledgerCheck(hoursLedger, { role: 'officer', link: '/labour/hours' }),
  ...studentNumbers(labourAccount),
  ...studentNumbers(labourHours),
  compute(labourHours, ['hours'], async (_ctx, rows) => {
    for (const row of rows) row.hours = hoursOf(row.amount)
  }),
  compute(labourAccount, Object.values(NEEDS), async (_ctx, rows) => {
    for (const row of rows) for (const bucket of BUCKET_NAMES) row[NEEDS[bucket]] = hoursOf(row[bucket])
  }),
]
