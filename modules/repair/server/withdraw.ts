import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { withdrawOrder } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'
import { endSheet } from './assign.ts'
import { changeOrder, ownOrder } from './orders.ts'

export default handle(withdrawOrder, async (ctx, { id }) => {
  const row = await ownOrder(ctx, id)
  mustAllow(repairOrder, row, 'withdraw')
  if (row.supporterIds?.length) ctx.refuse('supported', { count: row.supporterIds.length })
  await endSheet(ctx.db, row, '报修人撤回')
  await changeOrder(ctx.db, id, { state: 'withdrawn', dispatchAt: null, pooledAt: null })
})
