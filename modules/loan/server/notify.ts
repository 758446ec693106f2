import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import type { creditLoan } from '../model/credit-loan.ts'

export const LINK = '/loan/mine'
/** What all messages about a loan say of it. */
export const aboutLoan: MessageAbout<Pick<Row<typeof creditLoan>, 'id' | 'xn' | 'approved'>> = {
  bizType: 'creditLoan',
  link: () => LINK,
  values: ({ xn, approved }) => ({ xn, amount: yuanText(approved) }),
}
