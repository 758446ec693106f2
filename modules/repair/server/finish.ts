import type { InputOf } from '#model'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { workSheet } from '../model/sheet.ts'
import { repairType } from '../model/type.ts'
import { finishSheet } from '../model/work-actions.ts'
import { changeOrder } from './change-order.ts'
import { yuanOf } from './charges.ts'
import { applicantOf, orderTodos, tellAudience } from './order-news.ts'
import type { Order } from './orders.ts'
import { changeSheet, momentOf, mustRun, ownSheet } from './own-sheet.ts'
import { daysAfter, settingsOf } from './settings.ts'
import { type Material, materialsOf, postMoves } from './stock.ts'

/** 20-R6: what a sheet used leaves the worker's bag, never below 0. */
async function useMaterials(
  db: Db,
  workerId: string,
  sheetId: string,
  given: ReadonlyArray<{ materialId: string; qty: number }>,
): Promise<Array<{ material: Material; qty: number }>> {
  const materials = await materialsOf(
    db,
    given.map(g => g.materialId),
  )
  const totals = Map.groupBy(given, g => g.materialId)
  const used = [...totals].map(([id, lines]) => ({ material: materials.get(id) as Material, qty: lines.reduce((n, l) => n + l.qty, 0) }))
  await postMoves(
    db,
    used.map(({ material, qty }) => ({ material, store: workerId, kind: 'use' as const, qty: -qty })),
    { sourceType: 'workSheet', sourceId: sheetId },
  )
  return used
}
type Finishing = ActionCtx<typeof finishSheet>
type Given = InputOf<typeof finishSheet>
const idsOf = (files: Given['afterPhotos']): string[] => (files ?? []).flatMap(id => id ?? [])

/** 20-R10: only misuse of a type that may be charged, with photos from before the repair. */
async function mustBeChargeable({ db, refuse }: Finishing, order: Order, { cause, payBy, beforePhotos }: Given): Promise<void> {
  if (payBy !== 'student') return
  if (cause !== 'misuse' || !(await db.cached(repairType)).get(order.typeId)?.chargeable) refuse('payBy', {}, 'payBy')
  if (!idsOf(beforePhotos).length && !order.photos?.length) refuse('payProof', {}, 'beforePhotos')
}
/** Materials, and labour where the applicant pays; materials that are free for applicants cost them nothing. */
function costOf(used: ReadonlyArray<{ material: Material; qty: number }>, payBy: Given['payBy'], labourFee: number): number {
  const paid = used.filter(({ material }) => payBy !== 'student' || material.chargeable).reduce((sum, { material, qty }) => sum + material.price * qty, 0)
  return paid + (payBy === 'student' ? labourFee : 0)
}
/** 20-R6: photo, minutes and materials; the materials leave the worker's bag. */
export default handle(finishSheet, async (ctx, given) => {
  const { db, me, refuse } = ctx
  const { id, cause, payBy, minutes, materials, note } = given
  const { sheet, order } = await ownSheet(ctx, id, 'finish')
  mustRun(order)
  const photos = { afterPhotos: idsOf(given.afterPhotos), beforePhotos: idsOf(given.beforePhotos) }
  if (!photos.afterPhotos.length) refuse('noPhoto', {}, 'afterPhotos')
  await mustBeChargeable(ctx, order, given)
  const used = await useMaterials(
    db,
    me.userId,
    sheet.id,
    (materials ?? []).flatMap(m => m ?? []),
  )
  const [{ labourFee, confirmDays }, doneAt] = [await settingsOf(db), momentOf(given.at, sheet.arrivedAt ?? sheet.assignedAt)]
  const costTotal = costOf(used, payBy, labourFee)
  await changeSheet(db, sheet, { state: 'done', doneAt, endedAt: doneAt, minutes, note: note ?? null, ...photos })
  await attachFiles(db, workSheet, id, photos)
  const after = await changeOrder(db, order.id, {
    state: 'done',
    doneAt,
    confirmBy: daysAfter(doneAt, confirmDays),
    cause,
    payBy,
    costTotal,
    chargeState: payBy === 'student' && costTotal ? 'asked' : null,
    stateNote: null,
  })
  await tellAudience(db, REPAIR_MESSAGES.done, [after], () => ({ days: confirmDays }))
  const asked = { row: after, to: applicantOf(after) }
  await orderTodos.open(db, 'confirm', [asked])
  if (after.chargeState === 'asked') await orderTodos.open(db, 'charge', [{ ...asked, more: { amount: yuanOf(after.costTotal) } }])
})
