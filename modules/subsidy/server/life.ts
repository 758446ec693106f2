import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { monthAfter, monthOf } from '#modules/campus/model/days.ts'
import { itemOf as chargeOf, handIn } from '#modules/fee/server/api.ts'
import { releaseGrants, withdrawLater } from '#modules/money/server/api.ts'
import { studentOf, withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { recoverGrant, resumeGrant, suspendGrant } from '../model/actions.ts'
import { subsidyGrant } from '../model/grant.ts'
import { SUBSIDY_MESSAGES } from '../model/messages.ts'
import { without } from '../model/months.ts'
import { type Grant, planIn } from './grants.ts'
import { itemOf } from './items.ts'
import { settingsOf } from './settings.ts'

const aboutGrant: MessageAbout<Grant> = {
  bizType: 'subsidyGrant',
  link: () => '/money/mine',
  values: async ({ itemId }, db) => ({ item: (await itemOf(db, itemId)).name }),
}
type LineEnd = 'suspended' | 'ended'
async function tell(db: Db, event: LineEnd, row: Grant, month: string): Promise<void> {
  await notifyAbout(
    db,
    SUBSIDY_MESSAGES[event],
    aboutGrant,
    (await withStudents(db, [row])).map(one => ({ ...one, more: { month, why: { text: row.reason ?? '' } } })),
  )
}
/** Months of a plan that are left out: they fall off lists that have not gone on, and their money is free again. What a list has taken on stays. */
async function leaveOut(db: Db, row: Grant, from: string, before?: string): Promise<Pick<Grant, 'plan' | 'released' | 'claims'>> {
  const { released, claims } = row
  const plan = planIn(row)
  const taken = await db.query<{ month: string }>(
    sql`select month from payout_line where tenant_id = ${db.me.tenantId} and grant_id = ${row.id} and month >= ${from} and state <> 'reissued'`,
  )
  const kept = new Set(taken.map(t => t.month))
  const left = without(
    plan.filter(p => !kept.has(p.month ?? '')),
    from,
    before,
  )
  if (!left.amount) return { plan, released, claims }
  const { fundId, id: sourceId, studentId } = row
  if (fundId) await releaseGrants(db, [{ fundId, sourceType: 'subsidyGrant', sourceId, sourceSeq: claims + 1, studentId, amount: left.amount }])
  const months = new Set([...left.plan.map(p => p.month), ...kept])
  return { plan: plan.filter(p => months.has(p.month)), released: released + left.amount, claims: claims + 1 }
}
/** 40-Z4: no line from the month after this day on, until it is resumed. */
export async function suspend(db: Db, id: string, on: string, reason: string): Promise<void> {
  const row = await db.unscoped(subsidyGrant).lock(id) // the caller decides whose
  if (row.state !== 'active' || planIn(row).every(p => p.month === null || p.month <= monthOf(on))) return
  await withdrawLater(db, 'subsidy', id, monthOf(on))
  const after = await db.update(subsidyGrant, id, { state: 'suspended', suspendedFrom: monthAfter(on, 1), reason })
  await tell(db, 'suspended', after, monthAfter(on, 1))
}
/** 40-Z4: lines again from the month of this day on; what was left out meanwhile is not made up for, unless the school says so. */
export async function resume(db: Db, id: string, on: string, reason: string): Promise<void> {
  const row = await db.unscoped(subsidyGrant).lock(id) // the caller decides whose
  if (row.state !== 'suspended' || !row.suspendedFrom) return
  const { paysBack } = await settingsOf(db)
  const left = paysBack ? {} : await leaveOut(db, row, row.suspendedFrom, monthOf(on))
  await settle(db, await db.update(subsidyGrant, id, { ...left, state: 'active', suspendedFrom: null, reason }))
}
/** Whoever leaves for good gets nothing after this month; the money is free again. */
export async function end(db: Db, id: string, on: string, reason: string): Promise<void> {
  const row = await db.unscoped(subsidyGrant).lock(id) // the caller decides whose
  if (row.state !== 'active' && row.state !== 'suspended') return
  await withdrawLater(db, 'subsidy', id, monthOf(on))
  const from = row.suspendedFrom && row.suspendedFrom < monthAfter(on, 1) ? row.suspendedFrom : monthAfter(on, 1)
  const left = await leaveOut(db, row, from)
  if (left.released === row.released) return
  const after = await db.update(subsidyGrant, id, { ...left, state: 'active', suspendedFrom: null, reason })
  await tell(db, 'ended', after, from)
  await settle(db, after)
}
/** A grant all of which is paid or left out has come to its end. */
export async function settle(db: Db, row: Grant): Promise<void> {
  if (row.state !== 'active' || row.paid + row.released < row.amount) return
  await db.update(subsidyGrant, row.id, { state: 'finished', endedOn: today() })
  await db.emit('subsidy.ended', { grantId: row.id, studentId: row.studentId, itemId: row.itemId })
}
/** What was paid wrongly: nothing more is paid, and the student owes it. */
const recover = handle(recoverGrant, async ({ db }, { id, amount, dueDate, reason }) => {
  const row = await db.visible(subsidyGrant).lock(id, 'recover')
  if (!row.paid) throw refusalOf(subsidyGrant, 'nothingPaid')
  if (amount > row.paid) throw refusalOf(subsidyGrant, 'overPaid', { paid: yuanText(row.paid), amount: yuanText(amount) }, 'amount')
  const { recoveryItem } = await settingsOf(db)
  if (!(await chargeOf(db, recoveryItem))) throw refusalOf(subsidyGrant, 'noCharge')
  await withdrawLater(db, 'subsidy', id, '')
  const left = await leaveOut(db, row, '')
  const [item, who] = [await itemOf(db, row.itemId), await studentOf(db, row.studentId)]
  const payer = { type: 'student', id: row.studentId, name: who?.name ?? '' } as const
  await handIn(db, [
    { sourceType: 'subsidyGrant', sourceId: id, sourceSeq: '1', payer, item: recoveryItem, amount, xn: row.xn, dueDate, explain: { note: `${item.name}：${reason}` } },
  ])
  await db.update(subsidyGrant, id, { ...left, state: 'recovered', suspendedFrom: null, reason, endedOn: today() })
  await db.emit('subsidy.ended', { grantId: id, studentId: row.studentId, itemId: row.itemId })
})
export default [
  handle(suspendGrant, async ({ db }, { id, on, reason }) => {
    await db.visible(subsidyGrant).lock(id, 'suspend')
    await suspend(db, id, on, reason)
  }),
  handle(resumeGrant, async ({ db }, { id, on, reason }) => {
    await db.visible(subsidyGrant).lock(id, 'resume')
    await resume(db, id, on, reason)
  }),
  recover,
]
