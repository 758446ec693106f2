import { mustAllow, notAllowed, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { cancel, casesOf, withdraw } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { cancelLeave, giveProof, makePersonal, withdrawLeave } from '../model/actions.ts'
import { leave } from '../model/leave.ts'
import { leaveType, PERSONAL } from '../model/leave-type.ts'
import { ownLeave } from './apply.ts'
import { afterCancel } from './approved.ts'
import type { Leave } from './submit.ts'
import { typeOf } from './submit.ts'

const withdrawn = handle(withdrawLeave, async (ctx, { id }) => {
  const row = await ownLeave(ctx, id)
  mustAllow(leave, row, 'withdraw')
  await withdraw(ctx, { bizType: 'leave', bizId: id })
})
/** Cancels an approved leave that has not begun. Leaves approved by phone, imported or created by an organiser have no flow of their own. */
export async function cancelApproved(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, row: Leave, reason: string): Promise<void> {
  await ctx.db.update(leave, row.id, { cancelReason: reason.slice(0, 200) })
  const of = { bizType: 'leave', bizId: row.id }
  if ((await casesOf(ctx.db, of.bizType, [of.bizId])).size) {
    await cancel(ctx, of, reason)
    return
  }
  await ctx.db.update(leave, row.id, { state: 'cancelled' })
  await afterCancel(ctx, row, reason)
}
const cancelled = handle(cancelLeave, async (ctx, { id, reason }) => {
  const row = await ownLeave(ctx, id)
  if (row.state === 'active' || row.state === 'overdue') ctx.refuse('begun', { from: schoolTimeText(row.startAt) })
  mustAllow(leave, row, 'cancel')
  if (row.extendsId) throw notAllowed(leave, row, 'cancel')
  if (Date.parse(row.startAt) <= Date.now()) ctx.refuse('begun', { from: schoolTimeText(row.startAt) })
  await cancelApproved(ctx, row, reason)
})
/** The proofs, from the field the type uses. */
export const proofsOf = (row: Leave): readonly string[] => [...(row.proofs ?? []), ...(row.privateProofs ?? [])]
const proved = handle(giveProof, async (ctx, { id, proofs }) => {
  const { db } = ctx
  const row = await ownLeave(ctx, id)
  mustAllow(leave, row, 'giveProof')
  const field = (await typeOf(db, row.typeId)).sensitive ? 'privateProofs' : 'proofs'
  const all = { [field]: [...new Set([...(row[field] ?? []), ...proofs])] }
  await db.update(leave, id, { ...all, proofDueOn: null })
  await attachFiles(db, leave, id, all)
  await closeTodos(db, { bizType: 'leaveProof', bizId: id }, 'done', '已补交')
})
async function personalOf(db: Db): Promise<string> {
  const type = [...(await db.cached(leaveType)).values()].find(x => x.code === PERSONAL)
  if (!type) throw refusalOf(leave, 'typeOff', { name: '事假' })
  return type.id
}
/** 20-L7: without proof the leave becomes a personal one. */
const turned = handle(makePersonal, async (ctx, { id, reason }) => {
  const { db } = ctx
  const row = await db.visible(leave).lock(id)
  if (proofsOf(row).length) ctx.refuse('given', { leaveNo: row.leaveNo })
  if (!row.proofDueOn) ctx.refuse('none', { leaveNo: row.leaveNo })
  if (row.proofDueOn && row.proofDueOn >= today()) ctx.refuse('notDue', { date: row.proofDueOn })
  await db.sourced(reason.slice(0, 60)).update(leave, id, { typeId: await personalOf(db), proofDueOn: null })
  await closeTodos(db, { bizType: 'leaveProof', bizId: id }, 'done', '改为事假')
})
export default [withdrawn, cancelled, proved, turned]
