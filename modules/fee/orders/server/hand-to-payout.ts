import { payOut } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Refund } from './take-back.ts'

/** A refund by bank of a student goes onto the payout list of refunds; other payers are paid by a transfer. */
export async function handToPayout(db: Db, { id, studentId, amount, refundNo }: Refund): Promise<void> {
  if (studentId) await payOut(db, { source: 'refund', title: '退费' }, [{ grantId: id, studentId, amount, what: `退费 ${refundNo}` }])
}
