import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { workSheet } from '../model/sheet.ts'
import { arriveSheet } from '../model/work-actions.ts'
import { settle } from './notify-order.ts'
import { changeOrder } from './orders.ts'
import { momentOf, ownSheet } from './own-sheet.ts'

export default handle(arriveSheet, async (ctx, { id, at }) => {
  const { db } = ctx
  const { sheet, order } = await ownSheet(ctx, id)
  mustAllow(workSheet, sheet, 'arrive')
  const arrivedAt = momentOf(at, sheet.assignedAt)
  await db.update(workSheet, id, { state: 'arrived', arrivedAt, acceptedAt: sheet.acceptedAt ?? arrivedAt })
  await settle(db, [order], 'accept', '已到场')
  await changeOrder(db, order.id, { state: 'working', arrivedAt })
})
