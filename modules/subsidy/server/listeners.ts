import sql from 'sql-template-tag'
import { isEnded } from '#modules/student/model/status.ts'
import { today } from '#server/base/today.ts'
import { on, onMany } from '#server/context.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyGrant } from '../model/grant.ts'
import { giveUp } from './application.ts'
import { judge } from './judge.ts'
import { end, resume, settle, suspend } from './life.ts'

const REASONS = { suspended: '休学', retained: '保留学籍', active: '复学', ended: '离校' } as const
/** 40-Z4: leave of absence and enlistment pause monthly grants from the next month, the return resumes them, leaving for good ends them. Heard twice, there is nothing left to do. */
const moved = on('student.statusChanged', 'subsidy.moved', async ({ db }, { studentId, to, effectiveDate }) => {
  const [day, status] = [String(effectiveDate ?? today()), String(to)]
  const grants = await db.unscoped(subsidyGrant).all({ studentId: String(studentId), state: ['active', 'suspended'] }, { sort: ['id'] }) // of the student of the event
  for (const { id } of grants) {
    if (isEnded(status)) await end(db, id, day, REASONS.ended)
    else if (status === 'suspended' || status === 'retained') await suspend(db, id, day, REASONS[status])
    else if (status === 'active') await resume(db, id, day, REASONS.active)
  }
  if (isEnded(status)) await giveUpAll(db, String(studentId))
})
/** 40-Z3: what was approved and is not granted yet holds nothing of the fund once its student has left. */
async function giveUpAll(db: Parameters<typeof giveUp>[0], studentId: string): Promise<void> {
  const rows = await db.unscoped(subsidyApplication).all({ studentId, state: ['approved', 'publicised'], 'batchId.isNull': false }, { sort: ['id'] }) // of the student of the event
  for (const { id } of rows) await giveUp(db, id, { state: 'cancelled', endReason: REASONS.ended })
}
/** What the bank has paid; a grant all of which is paid has come to its end. */
const paid = onMany('money.payoutPaid', 'subsidy.paid', async ({ db }, payloads) => {
  const ids = [...new Set(payloads.flatMap(p => (p.source === 'subsidy' ? [String(p.grantId)] : [])))]
  const rows = await db.unscoped(subsidyGrant).lockAll(ids.filter(id => /^[0-9a-f-]{36}$/.test(id))) // of the lines that were paid
  const sums = await db.query<{ id: string; sum: number }>(sql`select grant_id as id, sum(amount)::float8 as sum from payout_line
    where tenant_id = ${db.me.tenantId} and grant_id = any(${rows.map(r => r.id)}::text[]) and state = 'paid' group by 1`)
  const of = new Map(sums.map(s => [s.id, s.sum]))
  const onBill = ({ amount, released, plan }: (typeof rows)[number]) => amount - released - (plan ?? []).reduce((sum, p) => sum + p.amount, 0)
  const after = rows.map(row => ({ ...row, paid: onBill(row) + (of.get(row.id) ?? 0) }))
  await db.updateMany(
    subsidyGrant,
    after.map(({ id, paid }) => ({ id, paid })),
  )
  for (const row of after) await settle(db, row)
})
/** 40-Z1: what waits for a decision follows the level of need on its day, unless somebody has set it by hand. */
const levelled = on('hardship.levelChanged', 'subsidy.levelled', async ({ db }, { studentId }) => {
  const rows = await db.unscoped(subsidyApplication).all({ studentId: String(studentId), state: ['pending', 'returned'], 'tierReason.isNull': true }, { sort: ['id'] }) // of the student of the event
  for (const row of rows) {
    const { level, amount, item } = await judge({ db, lang: 'zh-cn' }, row.studentId, row, { exceptId: row.id })
    if (level !== row.level && item.tiers?.length) await db.update(subsidyApplication, row.id, { level, tier: level, amountApproved: amount })
    else if (level !== row.level) await db.update(subsidyApplication, row.id, { level })
  }
})
export default [moved, paid, levelled]
