import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { rejectOrder } from '../model/dispatch-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { endSheet } from './assign.ts'
import { tellAudience } from './notify-order.ts'
import { changeOrder, visibleOrder } from './orders.ts'

export default handle(rejectOrder, async (ctx, { id, reason }) => {
  const { db } = ctx
  const order = await visibleOrder(ctx, id)
  mustAllow(repairOrder, order, 'reject')
  await endSheet(db, order, '报修单已退回')
  const after = await changeOrder(db, id, { state: 'rejected', stateNote: reason, dispatchAt: null, pooledAt: null })
  await tellAudience(db, REPAIR_MESSAGES.rejected, [after], () => ({ reason }))
})
