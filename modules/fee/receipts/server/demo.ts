import type { Db } from '#server/context.ts'
import { payOrder, SETTLED_STATES } from '../../orders/model/pay-order.ts'
import { runReceipts } from './run-receipts.ts'
import { settleReceipts } from './settle-receipts.ts'

/** Receipts of all that was paid by order. */
export async function demoReceipts(db: Db): Promise<void> {
  const orders = await db.unscoped(payOrder).all({ state: SETTLED_STATES }) // demo data
  await settleReceipts(
    db,
    orders.map(o => o.id),
  )
  while (await runReceipts(db, Date.now() + 1000));
}
