import { type Row, refusalOf, type StateVerb } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Ctx, Db } from '#server/context.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { repairOrder } from '../model/order.ts'
import { workSheet } from '../model/sheet.ts'
import { sheetTodos } from './order-news.ts'
import type { Order } from './orders.ts'

export type Sheet = Row<typeof workSheet>
/** A worker's own sheets. */
const ownSheets = ownRows(workSheet, 'repairerId')
const TOLERANCE = 60_000

/** The caller's sheet and its order, both locked, the order first. */
export async function ownSheet(ctx: Pick<Ctx, 'db' | 'me'>, id: string, verb: StateVerb<typeof workSheet>): Promise<{ sheet: Sheet; order: Order }> {
  const { orderId } = await ownSheets.find(ctx, id)
  const order = await ctx.db.unscoped(repairOrder).lock(orderId) // of the caller's own sheet
  return { order, sheet: await ownSheets.lock(ctx, id, verb) }
}
export async function changeSheet(db: Db, { id, orderId }: Sheet, patch: Partial<Sheet>): Promise<void> {
  const { state } = await db.update(workSheet, id, patch)
  await sheetTodos.follow(db, [{ id: orderId, state }])
}
/** When it happened: now, or as recorded without a network, after `since`. */
export function momentOf(at: string | null | undefined, since: string): string {
  const moment = at ? Date.parse(at) : Date.now()
  if (moment < Date.parse(since) - TOLERANCE || moment > Date.now() + TOLERANCE)
    throw refusalOf(workSheet, 'timeWrong', { at: schoolTimeText(moment), from: schoolTimeText(since) }, 'at')
  return new Date(moment).toISOString()
}
/** 20-R5: nothing is done on a suspended order before it is resumed. */
export function mustRun(order: Pick<Order, 'state'>): void {
  if (order.state === 'suspended') throw refusalOf(workSheet, 'suspended')
}
export default ownSheets.files
