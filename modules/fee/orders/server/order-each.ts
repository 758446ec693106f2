import type { Db } from '#server/context.ts'
import { lockLines } from '../../bills/server/api.ts'
import { payOrder, payOrderLine } from '../model/pay-order.ts'
import { type Draft, heldOf, orderRow } from './create-order.ts'
import { mustLandAt, payablesOf } from './lines-to-pay.ts'
import { payerOf } from './payer.ts'

/** A line of a student, and how much of it is asked for. */
export interface LineToPay {
  lineId: string
  studentId: string
  amount: number
}
/**
 * 40-F6: an order for each of these lines, under their locks, in as many statements for one as for thousands. A line that somebody is paying, or that owes less by now, is left out.
 * Returns the others with their orders, in the order asked.
 */
export async function orderEach(
  db: Db,
  asked: readonly LineToPay[],
  { keyOf, ...draft }: Omit<Draft, 'payer' | 'idemKey'> & { keyOf(lineId: string): string },
): Promise<Array<LineToPay & { orderId: string }>> {
  const ids = asked.map(a => a.lineId)
  await lockLines(db, ids)
  const students = asked.map(a => a.studentId)
  const [lines, held] = await Promise.all([payablesOf(db, students, ids), heldOf(db, ids)]) // sent together, run one after the other
  mustLandAt(lines, draft.account)
  const [payables, taken] = [new Map(lines.map(l => [l.id, l])), new Set(held.map(h => h.billLineId))]
  const made = asked.flatMap(of => {
    const line = payables.get(of.lineId)
    if (!line || line.owed < of.amount || taken.has(of.lineId)) return []
    return [{ of, order: orderRow([line], of.amount, { ...draft, payer: payerOf(line), idemKey: keyOf(of.lineId) }) }]
  })
  await db.insertMany(
    payOrder,
    made.map(m => m.order),
  )
  await db.insertMany(
    payOrderLine,
    made.map(({ of, order }) => ({ orderId: order.id, billLineId: of.lineId, amount: of.amount })),
    { history: false },
  )
  return made.map(({ of, order }) => ({ ...of, orderId: order.id }))
}
