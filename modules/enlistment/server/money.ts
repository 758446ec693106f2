import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { repayLoans } from '#modules/loan/server/api.ts'
import { type FundClaim, payOut, reserveGrants } from '#modules/money/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, on } from '#server/context.ts'
import { fundAid, payAid, reportAid } from '../model/actions.ts'
import { AID_KINDS, isWaiver, type MilitaryAid, militaryAid } from '../model/aid.ts'
import { tellAids } from './notify.ts'

const SOURCE = 'military'
/** Locked and still in the state that the verb needs: of two who report the same at once, one finds it reported. */
const report = handle(reportAid, async ({ db, me }, { ids, reportedOn }) => {
  const rows = await db.visible(militaryAid).lockAll(ids, 'report')
  const after = await changed(db, rows, { state: 'reported', reportedOn, reportedById: me.userId })
  await tellAids(db, 'reported', after)
  return { done: after.length }
})
const fund = handle(fundAid, async ({ db }, { ids, fundedOn, fundId }) => {
  const rows = await db.visible(militaryAid).lockAll(ids, 'fund')
  const after = await changed(db, rows, { state: 'funded', fundedOn, fundId: fundId ?? null })
  await reserveGrants(db, claimsOf(after))
  await tellAids(db, 'funded', after)
  return { done: after.length }
})
/** What of a fund these aids keep until the students are paid; the bank’s part and waivers pass no payout list. */
export const claimsOf = (rows: readonly MilitaryAid[]): FundClaim[] =>
  rows.flatMap(({ id, fundId, studentId, kind, toStudent }) =>
    fundId && !isWaiver(kind) && toStudent ? [{ fundId, studentId, sourceType: militaryAid.name, sourceId: id, amount: toStudent }] : [],
  )
async function changed(db: Db, rows: readonly MilitaryAid[], patch: Partial<Row<typeof militaryAid>>): Promise<MilitaryAid[]> {
  await db.updateMany(
    militaryAid,
    rows.map(({ id }) => ({ id, ...patch })),
  )
  return db.unscoped(militaryAid).all({ id: rows.map(r => r.id) }) // the same rows
}
/** 40-E5: the bank's part first, which the school transfers; the rest goes on a payout list. What is waived needs no payment. */
const pay = handle(payAid, async ({ db }, { ids, bankPaidOn }) => {
  const rows = await db.visible(militaryAid).lockAll(ids, 'pay')
  const owing = rows.find(r => r.toBank > 0 && !bankPaidOn && !r.bankPaidOn)
  if (owing) {
    const name = (await studentsOf(db, [owing.studentId])).get(owing.studentId)?.name ?? ''
    throw refusalOf(militaryAid, 'bankDate', { name, amount: yuanText(owing.toBank) }, 'bankPaidOn')
  }
  const banked = rows.filter(r => r.toBank > 0)
  if (banked.length && bankPaidOn) {
    await changed(db, banked, { bankPaidOn })
    for (const { id, studentId, toBank } of banked) await repayLoans(db, { studentId, amount: toBank, on: bankPaidOn, sourceId: id })
  }
  const toList = rows.filter(r => !isWaiver(r.kind) && r.toStudent > 0)
  const listed = await list(db, toList)
  const settled = rows.filter(r => isWaiver(r.kind) || !r.toStudent)
  await settle(db, settled, today())
  return { listed, paid: settled.length }
})
/** On the draft list of each fund; what is on a list already is left out. */
async function list(db: Db, rows: readonly MilitaryAid[]): Promise<number> {
  let count = 0
  for (const [fundId, of] of Map.groupBy(rows, r => r.fundId)) {
    const grants = of.map(({ id, studentId, toStudent, kind }) => ({ grantId: id, studentId, amount: toStudent, what: AID_KINDS[kind] }))
    count += (await payOut(db, { source: SOURCE, title: '参军入伍资助', sourceBatchId: fundId, fundId }, grants)).count
  }
  if (rows.length) await changed(db, rows, { listedAt: new Date().toISOString() })
  return count
}
async function settle(db: Db, rows: readonly MilitaryAid[], paidOn: string): Promise<void> {
  if (!rows.length) return
  await tellAids(db, 'paid', await changed(db, rows, { state: 'paid', paidOn }))
}
/** The bank has paid the student's part. */
const paid = on('money.payoutPaid', 'enlistment.paid', async ({ db }, { source, grantId }) => {
  if (source !== SOURCE || typeof grantId !== 'string') return
  await settle(db, await db.unscoped(militaryAid).all({ id: [grantId], state: 'funded' }), today()) // the payout names its grant
})
export default [report, fund, pay, paid]
