import type { Db } from '#server/context.ts'
import { decideCharge } from '../model/dispatch-actions.ts'
import { holdersFor, orderTodos } from './order-news.ts'
import type { Order } from './orders.ts'

export const yuanOf = (fen: number | null): string => `¥${((fen ?? 0) / 100).toFixed(2)}`
/** 20-R10: costs that applicants will not bear, or did not answer about, go to the manager. */
export async function disputeCharges(db: Db, orders: readonly Order[], reason: string | null): Promise<void> {
  if (!orders.length) return
  const managers = await holdersFor(db, decideCharge.permission)
  await orderTodos.open(
    db,
    'decide',
    orders.map(row => ({ row, to: managers(row), more: { amount: yuanOf(row.costTotal), reason: reason ?? { text: '没有答复' } } })),
  )
}
