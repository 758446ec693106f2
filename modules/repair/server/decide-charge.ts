import { handle } from '#server/context.ts'
import { decideCharge } from '../model/dispatch-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { PAYERS } from '../model/order.ts'
import { yuanOf } from './charges.ts'
import { MINE, settle, tell } from './notify-order.ts'
import { changeOrder, visibleOrder } from './orders.ts'

/** 20-R10 */
export default handle(decideCharge, async (ctx, { id, payBy, reason }) => {
  const { db, refuse } = ctx
  const order = await visibleOrder(ctx, id)
  if (order.chargeState !== 'disputed') refuse('notDisputed', { orderNo: order.orderNo })
  const after = await changeOrder(db, id, { payBy, chargeState: payBy === 'student' ? 'charged' : 'waived' })
  await settle(db, [order], 'decide', '已决定')
  await tell(
    db,
    REPAIR_MESSAGES.chargeDecided,
    [after],
    o => [o.applicantId ?? []].flat(),
    MINE,
    o => ({ amount: yuanOf(o.costTotal), payBy: { text: PAYERS[payBy] }, reason }),
  )
})
