import sql from 'sql-template-tag'
import { type Db, onMany } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { dormDamage } from '../model/damage.ts'
import { lodgingCharge } from '../model/lodging-charge.ts'
import { feeLedger, type LineStanding } from './fee-ledger.ts'

/** Stores the ledger's amounts of lines, without interpretation. */
async function ledgerSays(db: Db, lines: readonly LineStanding[]): Promise<void> {
  if (!lines.length) return
  const from = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x("billLineId" uuid, paid bigint, deferred bigint, "deferredUntil" date)`
  const isOther = sql`t.bill_line_id = x."billLineId" and (t.paid, t.deferred, t.deferred_until) is distinct from (x.paid, x.deferred, x."deferredUntil")`
  const said = { paid: sql`x.paid`, deferred: sql`x.deferred`, deferredUntil: sql`x."deferredUntil"`, ledgerAt: sql`now()` }
  // the ledger keeps the payment history
  await db.updateWhere(lodgingCharge, isOther, said, { from, history: false })
  await db.updateWhere(dormDamage, sql`t.bill_line_id = x."billLineId"`, { paid: sql`x.paid` }, { from, history: false })
}
const PORTION = 5000
/** Queries the ledger about the lines of these students; about all submitted lines if none are given. */
export async function askLedger(db: Db, studentIds: readonly string[] | null = null): Promise<number> {
  const ledger = feeLedger(db)
  if (!ledger) return 0
  const rows = await db.query<{ id: string }>(sql`select l.bill_line_id as id
    from (select tenant_id, student_id, bill_line_id from lodging_charge union all select tenant_id, student_id, bill_line_id from dorm_damage) l
    where l.tenant_id = ${db.me.tenantId} and l.bill_line_id is not null and (${studentIds && [...studentIds]}::uuid[] is null or l.student_id = any(${studentIds && [...studentIds]}::uuid[])) order by id`)
  for (let at = 0; at < rows.length; at += PORTION)
    await ledgerSays(
      db,
      await ledger.standingOf(
        db,
        rows.slice(at, at + PORTION).map(r => r.id),
      ),
    )
  return rows.length
}
const EVENTS = ['fee.paid', 'fee.refunded', 'fee.deferralChanged', 'fee.arrearsChanged']
/** Ledger events trigger a fresh query, so duplicates and delays are harmless; a full sync runs every night. */
export default [
  onMany(EVENTS, 'dormitory.ledgerNews', async ({ db }, payloads) => {
    const studentIds = [...new Set(payloads.flatMap(({ studentId }) => (typeof studentId === 'string' ? [studentId] : [])))]
    if (studentIds.length) await askLedger(db, studentIds)
  }),
  scheduledJob('dormitory.lodgingLedger', '核对住宿费缴费', '40 3 * * *', db => askLedger(db)),
]
