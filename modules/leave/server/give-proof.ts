import { mustAllow, refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { giveProof, makePersonal } from '../model/actions.ts'
import { leave } from '../model/leave.ts'
import { leaveType, PERSONAL } from '../model/leave-type.ts'
import { leaves } from './application.ts'
import { changeLeave } from './leave-todos.ts'
import { proofsOf } from './proofs.ts'
import { typeOf } from './submit.ts'

const proved = handle(giveProof, async (ctx, { id, proofs }) => {
  const { db } = ctx
  const row = await leaves.own.lock(ctx, id)
  mustAllow(leave, row, 'giveProof')
  const field = (await typeOf(db, row.typeId)).sensitive ? 'privateProofs' : 'proofs'
  const all = { [field]: [...new Set([...(row[field] ?? []), ...proofs])] }
  await changeLeave(db, id, { ...all, proofDueOn: null })
  await attachFiles(db, leave, id, all)
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
  await changeLeave(db.sourced(reason.slice(0, 60)), id, { typeId: await personalOf(db), proofDueOn: null })
})
export default [proved, turned]
