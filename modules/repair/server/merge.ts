import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { mergeOrder } from '../model/dispatch-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { OPEN_ORDER, orderStates } from '../model/states.ts'
import { endSheet } from './assign.ts'
import { MINE, tell } from './notify-order.ts'
import { changeOrder, visibleOrder } from './orders.ts'

/** 20-R12: the applicant keeps the order, hears what happens to the other one, and evaluates. What was merged into it goes along. */
export default handle(mergeOrder, async (ctx, { id, intoId }) => {
  const { db, refuse } = ctx
  if (id === intoId) refuse('self', {}, 'intoId')
  // in one order, so that two merges do not wait for each other
  const [first, second] = id < intoId ? [id, intoId] : [intoId, id]
  const [a, b] = [await visibleOrder(ctx, first), await visibleOrder(ctx, second)]
  const [order, into] = a.id === id ? [a, b] : [b, a]
  mustAllow(repairOrder, order, 'merge')
  if (!OPEN_ORDER.some(state => state === into.state)) refuse('intoClosed', { orderNo: into.orderNo, state: orderStates.labels[into.state] }, 'intoId')
  await endSheet(db, order, '报修单已合并')
  await db.updateWhere(repairOrder, { mergedIntoId: id }, { mergedIntoId: intoId })
  await changeOrder(db, id, { state: 'merged', mergedIntoId: intoId, dispatchAt: null, pooledAt: null })
  const people = [order.applicantId ?? [], ...(order.supporterIds ?? [])].flat().flatMap(p => p ?? [])
  await tell(
    db,
    REPAIR_MESSAGES.merged,
    [order],
    () => people,
    MINE,
    () => ({ into: into.orderNo }),
  )
})
