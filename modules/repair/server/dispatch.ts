import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { dispatchOrder } from '../model/dispatch-actions.ts'
import { repairOrder } from '../model/order.ts'
import { endSheet, give } from './assign.ts'
import { visibleOrder } from './orders.ts'
import { namesOf } from './people.ts'
import { workersOf } from './workers.ts'

/** By hand, over skill, building and shift, but never over the worker's limit. A sheet somebody has is taken away. */
export default handle(dispatchOrder, async (ctx, { id, repairerId, note }) => {
  const { db, refuse } = ctx
  const order = await visibleOrder(ctx, id)
  mustAllow(repairOrder, order, 'dispatch')
  const [worker] = await workersOf(db, { ids: [repairerId], lock: true })
  if (!worker) return refuse('notWorker', { name: (await namesOf(db, [repairerId]))(repairerId) }, 'repairerId')
  if (worker.open >= worker.maxOpen) refuse('full', { name: worker.name, open: worker.open, most: worker.maxOpen }, 'repairerId')
  await endSheet(db, order, note || '改派')
  await give(db, [{ order, repairerId, way: 'manual', why: null }])
})
