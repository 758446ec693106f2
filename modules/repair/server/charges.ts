import type { Db } from '#server/context.ts'
import { decideCharge } from '../model/dispatch-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { holdersFor, tell, todosFor } from './notify-order.ts'
import type { Order } from './orders.ts'

const PAGE = '/repair/confirm'
export const yuanOf = (fen: number | null): string => `¥${((fen ?? 0) / 100).toFixed(2)}`

/** 20-R10: costs that applicants will not bear, or did not answer about, go to the manager. */
export async function disputeCharges(db: Db, orders: readonly Order[], reason: string | null): Promise<void> {
  if (!orders.length) return
  const managers = await holdersFor(db, decideCharge.permission)
  await tell(db, REPAIR_MESSAGES.disputed, orders, managers, PAGE, o => ({ amount: yuanOf(o.costTotal), reason: reason ?? { text: '没有答复' } }))
  await todosFor(db, orders, managers, '{place}的{type}费用由谁承担', PAGE, { node: 'decide' })
}
