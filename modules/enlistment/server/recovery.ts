import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { releaseGrants, withdrawGrant } from '#modules/money/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { cancel } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { dropRecovery, recoverAid } from '../model/actions.ts'
import { type MilitaryAid, militaryAid } from '../model/aid.ts'
import { enlistEnd } from '../model/dictionaries.ts'
import type { EnlistRecord } from '../model/record.ts'
import { aidTodos } from './aid-todos.ts'
import { claimsOf } from './money.ts'
import { concerned } from './notify.ts'
import { settingsOf } from './settings.ts'

type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
const WHY = '退兵或者提前退役'
/** 40-E7: with a cause that the school has named, what is under way stops, and what was paid or waived has to come back. */
export async function stopAids(acting: Acting, record: EnlistRecord): Promise<void> {
  const { db } = acting
  const causes = (await settingsOf(db)).recoverCauses.split(/[,，、\s]+/)
  if (record.stage !== 'sentBack' || !record.endCause || !causes.includes(record.endCause)) return
  const cause = (await labelsOf(db, enlistEnd))(record.endCause)
  const aids = await db.unscoped(militaryAid).all({ enlistId: record.id, state: ['pending', 'returned', 'approved', 'reported', 'funded', 'paid'] }) // those of the record
  for (const aid of aids) await stopOne(acting, aid, cause)
}
async function stopOne(acting: Acting, aid: MilitaryAid, cause: string): Promise<void> {
  const { db } = acting
  if (aid.state === 'pending' || aid.state === 'returned') {
    await cancel(acting, { bizType: militaryAid.name, bizId: aid.id }, WHY)
    return
  }
  if (aid.state === 'funded') {
    await withdrawGrant(db, 'military', aid.id)
    await releaseGrants(db, claimsOf([aid]))
  }
  const given = givenOf(aid)
  const after = await db.update(militaryAid, aid.id, {
    state: aid.state === 'paid' ? 'paid' : 'stopped',
    ...(given ? { recovery: 'open', recoverAmount: given } : {}),
  })
  await aidTodos.follow(db, [after])
  if (given) await openCase(db, after, cause)
}
/** What the student has had of it: all that was paid out, what the bank got, what was waived on bills. */
const givenOf = ({ kind, state, total, toBank, bankPaidOn, years }: MilitaryAid): number => {
  if (kind === 'waiver' || kind === 'retiredWaiver') return (years ?? []).reduce((sum, y) => sum + (y?.lineId ? y.amount : 0), 0)
  return state === 'paid' ? total : bankPaidOn ? toBank : 0
}
async function openCase(db: Db, row: MilitaryAid, cause: string): Promise<void> {
  const to = await accountsWith(db, recoverAid.permission)
  const [one] = await concerned(db, [row])
  if (one) await aidTodos.open(db, 'recover', [{ row, who: one.who, to, more: { cause: { text: cause } } }])
}
/** The receivable of a recovery: a bill line of the student. */
const recover = handle(recoverAid, async ({ db }, { id, reason, dueDate }) => {
  const row = await db.visible(militaryAid).lock(id, 'recover')
  const who = await studentOf(db, row.studentId)
  if (row.recovery !== 'open' || !row.recoverAmount || !who) throw refusalOf(militaryAid, 'nothing', { name: who?.name ?? '' })
  const { recoveryItem: item } = await settingsOf(db)
  if (!(await db.unscoped(chargeItem).find({ code: item, isEnabled: true }))) throw refusalOf(militaryAid, 'noItem', { item }) // published items
  const [recoverLineId] = await handIn(db, [
    {
      ...{ sourceType: militaryAid.name, sourceId: id, sourceSeq: 'recover', payer: { type: 'student', id: who.id, name: who.name } },
      ...{ item, amount: row.recoverAmount, xn: schoolYearOf(today()), dueDate, explain: { note: reason.slice(0, 200) } },
    },
  ])
  const after = await db.update(militaryAid, id, { recovery: 'charged', recoverReason: reason, recoverLineId: recoverLineId ?? null })
  await aidTodos.follow(db, [after])
})
const drop = handle(dropRecovery, async ({ db }, { id, reason }) => {
  const row = await db.visible(militaryAid).lock(id, 'dropRecovery')
  if (row.recovery !== 'open') throw refusalOf(militaryAid, 'nothing', { name: (await studentOf(db, row.studentId))?.name ?? '' })
  await aidTodos.follow(db, [await db.update(militaryAid, id, { recovery: 'dropped', recoverReason: reason })])
})
/** Paid back in full. */
const paid = on('fee.paid', 'enlistment.recovered', async ({ db }, { sourceType, lineId }) => {
  if (sourceType !== militaryAid.name || typeof lineId !== 'string') return
  const settled = sql`t.recover_line_id = ${lineId} and t.recovery = 'charged' and l.tenant_id = t.tenant_id and l.id = t.recover_line_id and l.owed <= 0`
  await db.updateWhere(militaryAid, settled, { recovery: 'recovered' }, { from: sql`bill_line l` })
})
export default [recover, drop, paid]
