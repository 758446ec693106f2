import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { dueTimes } from '../model/clock.ts'
import { setUrgency } from '../model/dispatch-actions.ts'
import { repairOrder } from '../model/order.ts'
import { urgencyOf, visibleOrder } from './orders.ts'
import { settingsOf } from './settings.ts'

/** Only a dispatcher raises or lowers; the time used so far counts. */
export default handle(setUrgency, async (ctx, { id, urgencyId, reason }) => {
  const { db } = ctx
  const order = await visibleOrder(ctx, id)
  mustAllow(repairOrder, order, 'setUrgency')
  const times = dueTimes(Date.parse(order.clockFrom ?? order.createdAt), order.suspendedMin ?? 0, await urgencyOf(db, urgencyId), await settingsOf(db))
  await db.update(repairOrder, id, { urgencyId, stateNote: reason, alerted: 0, ...times })
})
