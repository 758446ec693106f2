import type { MessageEvent, Row } from '#model'
import { yuanText } from '#model/money.ts'
import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout, type RowNotification } from '#server/notifications/about.ts'
import type { creditLoan } from '../model/credit-loan.ts'

export const LINK = '/loan/mine'
type Loan = Pick<Row<typeof creditLoan>, 'id' | 'studentId' | 'xn' | 'approved'>
/** What all messages about a loan say of it. */
export const aboutLoan: MessageAbout<Loan> = {
  bizType: 'creditLoan',
  link: () => LINK,
  values: ({ xn, approved }) => ({ xn, amount: yuanText(approved) }),
}
/** Tells borrowers the same about loans of theirs. */
export async function tellBorrowers(db: Db, event: MessageEvent, loans: readonly Loan[], more: RowNotification<Loan>['more'] = {}): Promise<void> {
  await notifyAbout(
    db,
    event,
    aboutLoan,
    (await withStudents(db, loans)).map(one => ({ ...one, more })),
  )
}
