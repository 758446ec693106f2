import { postMoney } from '#modules/money/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { lockAccounts } from '#server/ledger/post.ts'
import { billLedger, creditLedger, payerCredit } from '../model/bill-line.ts'
import { type CreditPart, spendCredit } from '../model/spend-credit.ts'
import { type Cause, draftOf, KIND_OF, type Line, type Payer, tellMoney } from './settle.ts'

/** Source of what credit has paid: both of its entries have the same number. */
export const CREDIT_USE = 'creditUse'
/**
 * 40-F11: pays lines from the credit of their payer, which keeps its origin: own money is a payment, money of a loan or of aid an offset. The lines are locked by the caller, the credits here, after
 * them, as everywhere. `agreed` is asked with what would be paid before anything is written.
 */
export async function payFromCredit(
  db: Db,
  payer: Payer,
  locked: ReadonlyMap<string, Line>,
  lines: Parameters<typeof spendCredit>[0],
  agreed: (parts: readonly CreditPart[]) => void,
): Promise<void> {
  const ofPayer = () => db.unscoped(payerCredit).all({ payerType: payer.payerType, payerId: payer.payerId }) // the payer of these lines
  await lockAccounts(
    db,
    creditLedger,
    (await ofPayer()).map(c => c.id),
  )
  const credits = await ofPayer()
  const parts = spendCredit(lines, credits)
  agreed(parts)
  const cause: Cause = { sourceType: CREDIT_USE, sourceId: uuidv7(), reason: '预存抵缴' }
  const drafts = parts.map(({ lineId, amount }, n) => ({ ...draftOf(locked.get(lineId) as Line, cause, n + 1), amount }))
  const idOf = ({ book, origin }: CreditPart): string => credits.find(c => c.book === book && c.origin === origin)?.id ?? ''
  await postMoney(
    db,
    creditLedger,
    { book: 'student' },
    parts.map((part, n) => ({
      ...(drafts[n] as (typeof drafts)[number]),
      accountId: idOf(part),
      accountKey: payer.payerName,
      studentId: payer.studentId,
      kind: 'creditOut' as const,
    })),
  )
  await postMoney(
    db,
    billLedger,
    { book: 'student' },
    parts.map(({ origin }, n) => ({ ...(drafts[n] as (typeof drafts)[number]), kind: KIND_OF[origin] })),
  )
  await tellMoney(db, 'fee.paid', cause, parts, locked)
}
