import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { dispatchAgain } from '../model/dispatch-actions.ts'
import { repairOrder } from '../model/order.ts'
import { visibleOrder } from './orders.ts'
import { DISPATCHER } from './report.ts'

export default handle(dispatchAgain, async (ctx, { id }) => {
  const order = await visibleOrder(ctx, id)
  mustAllow(repairOrder, order, 'dispatchAgain')
  await ctx.db.update(repairOrder, id, { dispatchAt: new Date().toISOString(), pooledAt: null, poolReason: null })
  await notifyWorkers(ctx.db, DISPATCHER)
})
