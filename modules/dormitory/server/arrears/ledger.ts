import sql from 'sql-template-tag'
import { type Db, on } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { feeLedger, type LineStanding } from '../fees.ts'

/** Notes what the ledger says of lines; amounts, not judgements. */
export async function ledgerSays(db: Db, lines: readonly LineStanding[]): Promise<void> {
  if (!lines.length) return
  await db.query(sql`update lodging_charge c set paid = x.paid, deferred = x.deferred, deferred_until = x."deferredUntil", ledger_at = now(), version = c.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x("billLineId" uuid, paid bigint, deferred bigint, "deferredUntil" date)
    where c.tenant_id = ${db.me.tenantId} and c.bill_line_id = x."billLineId" and (c.paid, c.deferred, c.deferred_until) is distinct from (x.paid, x.deferred, x."deferredUntil")`)
  await db.query(sql`update dorm_damage d set paid = x.paid, version = d.version + 1, updated_at = now() from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x("billLineId" uuid, paid bigint)
    where d.tenant_id = ${db.me.tenantId} and d.bill_line_id = x."billLineId" and d.paid <> x.paid`)
}
const PORTION = 5000
/** Asks the ledger about lines, all that it was handed where none are named. */
export async function askLedger(db: Db, studentId: string | null = null): Promise<number> {
  const ledger = feeLedger()
  if (!ledger) return 0
  const rows = await db.query<{ id: string }>(sql`select l.bill_line_id as id
    from (select tenant_id, student_id, bill_line_id from lodging_charge union all select tenant_id, student_id, bill_line_id from dorm_damage) l
    where l.tenant_id = ${db.me.tenantId} and l.bill_line_id is not null and (${studentId}::uuid is null or l.student_id = ${studentId}::uuid) order by id`)
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
const heard = (event: string) =>
  on(event, `dormitory.${event.replace('.', '-')}`, async ({ db }, { studentId }) => {
    if (typeof studentId === 'string') await askLedger(db, studentId)
  })
/** What the ledger tells is asked anew, so that an event heard twice, or late, does no harm; every night all of it. */
export default [
  heard('fee.paid'),
  heard('fee.refunded'),
  heard('fee.deferralChanged'),
  heard('fee.arrearsChanged'),
  scheduledJob('dormitory.lodgingLedger', '核对住宿费缴费', '40 3 * * *', db => askLedger(db)),
]
