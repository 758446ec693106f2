import { mustAllow, notAllowed } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import { resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { applyTemp, cancelTemp, comeBackTemp, resubmitTemp, withdrawTemp } from '../../model/temp/actions.ts'
import { tempSubject } from '../../model/temp/flow.ts'
import { tempLocation } from '../../model/temp/temp-location.ts'
import { cancelApproved, endTemps, isAway } from './end-temps.ts'
import { draftOf, type Temp } from './submit.ts'

/** One's own, locked; others' are "not found". */
async function ownTemp({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<Temp> {
  const row = await db.unscoped(tempLocation).lock(id) // ownership is checked next
  if (!me.studentId || row.studentId !== me.studentId) throw notFound()
  return row
}

const apply = handle(applyTemp, async (ctx, form) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const draft = await draftOf(db, who, form, null)
  const row = await db.insert(tempLocation, { ...draft, studentId: who.id, departmentId: who.departmentId, classId: who.classId, state: 'pending' })
  await attachFiles(db, tempLocation, row.id, draft)
  const { instanceId, nextStep } = await submit(ctx, tempSubject, row)
  return { id: row.id, tempNo: row.tempNo, instanceId, nextStep: nextStep ?? null }
})
const again = handle(resubmitTemp, async (ctx, { id, ...form }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const row = await ownTemp(ctx, id)
  mustAllow(tempLocation, row, 'resubmit')
  const draft = await draftOf(db, who, form, id)
  const changed = await db.update(tempLocation, id, draft)
  await attachFiles(db, tempLocation, id, draft)
  const { instanceId, nextStep } = await resubmit(ctx, tempSubject, changed)
  return { id, tempNo: row.tempNo, instanceId, nextStep: nextStep ?? null }
})
const withdrawn = handle(withdrawTemp, async (ctx, { id }) => {
  const row = await ownTemp(ctx, id)
  mustAllow(tempLocation, row, 'withdraw')
  await withdraw(ctx, { bizType: 'tempLocation', bizId: id })
})
const cancelled = handle(cancelTemp, async (ctx, { id, reason }) => {
  const row = await ownTemp(ctx, id)
  if (isAway(row)) ctx.refuse('begun', { from: schoolTimeText(row.from) })
  mustAllow(tempLocation, row, 'cancel')
  await cancelApproved(ctx, row, reason)
})
const back = handle(comeBackTemp, async (ctx, { id }) => {
  const row = await ownTemp(ctx, id)
  if (row.state === 'approved' && !isAway(row)) ctx.refuse('notBegun', { from: schoolTimeText(row.from) })
  if (!isAway(row)) throw notAllowed(tempLocation, row, 'comeBack')
  const backAt = new Date().toISOString()
  await endTemps(ctx.db, [row], { backAt })
  const { actualNights, state } = await ctx.db.unscoped(tempLocation).one(id) // one's own, closed just before
  return { backAt, actualNights: actualNights ?? 0, state }
})
export default [apply, again, withdrawn, cancelled, back]
