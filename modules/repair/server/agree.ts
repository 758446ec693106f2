import { handle } from '#server/context.ts'
import { agreeCharge } from '../model/apply-actions.ts'
import { disputeCharges } from './charges.ts'
import { settle } from './notify-order.ts'
import { changeOrder, ownOrder } from './orders.ts'

/** 20-R10: with consent the cost is handed in to fees; without, it goes to the manager. */
export default handle(agreeCharge, async (ctx, { id, agrees, reason }) => {
  const { db, refuse } = ctx
  const row = await ownOrder(ctx, id)
  if (row.chargeState !== 'asked') refuse('notAsked', { orderNo: row.orderNo })
  const after = await changeOrder(db, id, { chargeState: agrees ? 'charged' : 'disputed' })
  await settle(db, [row], 'charge', agrees ? '同意' : '不同意')
  if (!agrees) await disputeCharges(db, [after], reason || null)
})
