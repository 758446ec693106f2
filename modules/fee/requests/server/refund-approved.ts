import type { Row } from '#model'
import { payOut, postMoney } from '#modules/money/server/api.ts'
import { type Db, on } from '#server/context.ts'
import { creditLedger, payerCredit } from '../../bills/model/bill-line.ts'
import { refundCredit } from '../../orders/server/api.ts'
import { feeApplication } from '../model/fee-application.ts'

type Request = Row<typeof feeApplication>
/** The payer's own money goes back by the orders that brought it; what none of them can take, the bank pays by the list of refunds. */
export default on('fee.refundApproved', 'fee.giveBack', async ({ db }, payload) => {
  const { requestId, ...asked } = payload as { requestId: string; studentId: string; amount: number; makerId: string; checkerId: string; reason: string }
  const rest = await refundCredit(db, asked)
  const row = await db.update(feeApplication, requestId, { rest })
  if (rest) await payByBank(db, row, rest)
})
/** Leaves the credit as it goes onto the list, as a refund of an order does. */
async function payByBank(db: Db, { id, studentId, items, reason }: Request, amount: number): Promise<void> {
  const credit = await db.unscoped(payerCredit).find({ studentId, origin: 'own', book: 'student' }) // the one that the refund just made has locked
  if (!credit) return
  const source = { sourceType: 'feeApplicationRest', sourceId: id, sourceSeq: 1, reason: reason.slice(0, 200) }
  await postMoney(db, creditLedger, { book: 'student' }, [{ ...source, accountId: credit.id, accountKey: credit.payerName, studentId, kind: 'refund', amount }])
  await payOut(db, { source: 'refund', title: '退费' }, [{ grantId: id, studentId, amount, what: `退费 ${items}` }])
}
