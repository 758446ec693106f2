import { mustAllow, refusalOf } from '#model'
import { answerStays, planOf } from '#modules/outing/server/api.ts'
import { resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { applyStay, resubmitStay, withdrawStay } from '../../model/holiday/actions.ts'
import { holidayStaySubject } from '../../model/holiday/flow.ts'
import { holidayStay } from '../../model/holiday/holiday-stay.ts'
import { selfOf } from './people.ts'
import { copyOf, type HolidayStay, problemsOf, refuseTwice, refuseWith } from './submit.ts'

/** One's own, locked; others' are "not found". */
async function ownStay({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<HolidayStay> {
  const row = await db.unscoped(holidayStay).lock(id) // ownership is checked next
  if (!me.studentId || row.studentId !== me.studentId) throw notFound()
  return row
}
/** 20-DH1: the application is the answer; the holiday destination is written at once. */
const apply = handle(applyStay, async (ctx, { planId, ...form }) => {
  const { db } = ctx
  const who = await selfOf(ctx, { isLocked: true })
  const plan = await planOf(db, planId)
  if (plan.stayAllowed && !plan.stayNeedsApproval) throw refusalOf(holidayStay, 'plain', { name: plan.name })
  if (!who.userId) throw refusalOf(holidayStay, 'noAccount', { name: who.name })
  await refuseTwice(db, plan, who.id, null)
  refuseWith(await problemsOf(db, plan, who, form))
  const destination = (await answerStays(db, plan, [who], { isOwn: true })).get(who.id)
  const row = await db.insert(holidayStay, { ...form, ...copyOf(who), planId, destinationId: destination?.id ?? '', source: 'apply', state: 'pending' })
  const { instanceId, nextStep } = await submit(ctx, holidayStaySubject, row)
  return { id: row.id, stayNo: row.stayNo, instanceId, nextStep: nextStep ?? null }
})
const again = handle(resubmitStay, async (ctx, { id, ...form }) => {
  const { db } = ctx
  const who = await selfOf(ctx, { isLocked: true })
  const row = await ownStay(ctx, id)
  mustAllow(holidayStay, row, 'resubmit')
  const plan = await planOf(db, row.planId)
  refuseWith(await problemsOf(db, plan, who, form))
  await answerStays(db, plan, [who], { isOwn: true })
  const { instanceId, nextStep } = await resubmit(ctx, holidayStaySubject, await db.update(holidayStay, id, { ...form, lodging: form.lodging ?? row.lodging }))
  return { id, stayNo: row.stayNo, instanceId, nextStep: nextStep ?? null }
})
const withdrawn = handle(withdrawStay, async (ctx, { id }) => {
  const row = await ownStay(ctx, id)
  mustAllow(holidayStay, row, 'withdraw')
  await withdraw(ctx, { bizType: 'holidayStay', bizId: id })
})
export default [apply, again, withdrawn]
