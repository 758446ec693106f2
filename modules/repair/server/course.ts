import sql from 'sql-template-tag'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { notFound } from '#server/data/rows.ts'
import { fileReader } from '#server/files/readers.ts'
import { orderCourse } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'
import { sheetSteps, workSheet } from '../model/sheet.ts'
import { audienceOf } from './orders.ts'

/** For staff in their scope, and everybody the order concerns. */
const course = handle(orderCourse, async ({ db, me }, { id }) => {
  const inScope = await db.visible(repairOrder).find({ id })
  const row = inScope ?? ((await audienceOf(db, [id])).get(id)?.includes(me.userId) ? await db.unscoped(repairOrder).one(id) : undefined) // it concerns the caller
  if (!row) throw notFound()
  const sheets = await db.unscoped(workSheet).all({ orderId: id }, { sort: ['assignedAt'] }) // of that order
  const names = await accountNamer(db, [...sheets.map(s => s.repairerId), ...(row.supporterIds ?? [])])
  return {
    supporters: (row.supporterIds ?? []).map(names),
    sheets: sheets.map(s => ({ ...only(sheetSteps, s), id: s.id, workerName: names(s.repairerId) })),
  }
})
/** Photos of a sheet: whoever reported the fault sees that it was repaired. */
const photos = fileReader(workSheet, async (db, id) => {
  const [sheet] = await db.query<{ orderId: string }>(sql`select order_id as "orderId" from work_sheet where tenant_id = ${db.me.tenantId} and id = ${id}`)
  return Boolean(sheet && (await audienceOf(db, [sheet.orderId])).get(sheet.orderId)?.includes(db.me.userId))
})
export default [course, photos]
