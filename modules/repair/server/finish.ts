import type { InputOf } from '#model'
import { moneyText } from '#model/money.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { repairType } from '../model/faults.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { workSheet } from '../model/sheet.ts'
import { finishSheet } from '../model/work-actions.ts'
import { applicantOf, changeOrder, each, orderTodos, tellAudience } from './order-news.ts'
import type { Order } from './orders.ts'
import { daysAfter, settingsOf } from './settings.ts'
import { changeSheet, momentOf, ownSheet } from './sheet-steps.ts'
import { type Material, materialsOf, postStock } from './stock.ts'

type Finishing = ActionCtx<typeof finishSheet>
type Input = InputOf<typeof finishSheet>
interface Used {
  material: Material
  qty: number
}
/** 20-R6: what a sheet used leaves the worker's bag, never below 0. */
async function useMaterials({ db, me }: Finishing, { id, materials }: Input): Promise<Used[]> {
  const totals = Map.groupBy(materials ?? [], g => g.materialId)
  const known = await materialsOf(db, [...totals.keys()])
  const used = known.map(material => ({ material, qty: totals.get(material.id)?.reduce((n, l) => n + l.qty, 0) ?? 0 }))
  const moves = used.map(({ material, qty }) => ({ material, store: me.userId, kind: 'use' as const, qty: -qty }))
  await postStock(db, moves, { sourceType: 'workSheet', sourceId: id })
  return used
}
/** 20-R10: only misuse of a type that may be charged, with photos from before the repair. */
async function mustBeChargeable({ db, refuse }: Finishing, order: Order, { cause, payBy, beforePhotos }: Input): Promise<void> {
  if (payBy !== 'student') return
  if (cause !== 'misuse' || !(await db.cached(repairType)).get(order.typeId)?.chargeable) refuse('payBy', {}, 'payBy')
  if (!beforePhotos?.length && !order.photos?.length) refuse('payProof', {}, 'beforePhotos')
}
/** Materials, and labour where the applicant pays; materials that are free for applicants cost them nothing. */
function costOf(used: readonly Used[], payBy: Input['payBy'], labourFee: number): number {
  const paid = used.filter(({ material }) => payBy !== 'student' || material.chargeable).reduce((sum, { material, qty }) => sum + material.price * qty, 0)
  return paid + (payBy === 'student' ? labourFee : 0)
}
/** 20-R6: photo, minutes and materials; the materials leave the worker's bag. */
export default handle(finishSheet, async (ctx, given) => {
  const { db, refuse } = ctx
  const { id, cause, payBy, minutes, note = null } = given
  const { sheet, order } = await ownSheet(ctx, id, 'finish')
  const photos = { afterPhotos: given.afterPhotos ?? [], beforePhotos: given.beforePhotos ?? [] }
  if (!photos.afterPhotos.length) refuse('noPhoto', {}, 'afterPhotos')
  await mustBeChargeable(ctx, order, given)
  const used = await useMaterials(ctx, given)
  const [{ labourFee, confirmDays }, doneAt] = [await settingsOf(db), momentOf(given.at, sheet.arrivedAt ?? sheet.assignedAt)]
  const costTotal = costOf(used, payBy, labourFee)
  await changeSheet(db, sheet, { state: 'done', doneAt, endedAt: doneAt, minutes, note, ...photos })
  await attachFiles(db, workSheet, id, photos)
  const chargeState = payBy === 'student' && costTotal ? ('asked' as const) : null
  const done = { state: 'done', doneAt, confirmBy: daysAfter(doneAt, confirmDays), stateNote: null } as const
  const after = await changeOrder(db, order, { ...done, cause, payBy, costTotal, chargeState })
  await tellAudience(db, REPAIR_MESSAGES.done, [after], { days: confirmDays })
  const asked = each([after], applicantOf, { amount: moneyText(costTotal ?? 0) })
  await orderTodos.open(db, 'confirm', asked)
  if (chargeState) await orderTodos.open(db, 'charge', asked)
})
