import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolInstant } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { enterReceipt } from '../model/actions.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { LOAN_MESSAGES } from '../model/messages.ts'
import { loanReceipt } from '../model/receipt.ts'
import { LINK } from './notify.ts'

export type Receipt = Row<typeof loanReceipt>
interface OfLoan extends Receipt {
  xn: string
  approved: number
}
const aboutReceipt: MessageAbout<OfLoan> = {
  bizType: 'loanReceipt',
  link: () => LINK,
  values: ({ xn, approved, deadline, note }) => ({ xn, amount: yuanText(approved), deadline, days: daysBetween(today(), deadline), why: note ?? '' }),
}
const isOpen = ({ state }: Pick<Receipt, 'state'>): boolean => state === 'toEnter' || state === 'late'
/** 40-L5: a receipt near its deadline is on the student's list and on the office's; one that cannot be read is the student's alone. */
export const receiptTodos = rowTodos<OfLoan, 'enter' | 'near' | 'again', Pick<Receipt, 'id' | 'state' | 'deadline'>>(loanReceipt, aboutReceipt, {
  enter: {
    text: '{name}的贷款回执 {deadline} 截止，请录入',
    while: isOpen,
    link: r => `/loan/receipts?id=${r.id}`,
    dueAt: r => schoolInstant(r.deadline),
    message: LOAN_MESSAGES.receiptMissing,
  },
  near: { text: '贷款回执 {deadline} 截止，学校还没有录入', while: isOpen, link: () => LINK, dueAt: r => schoolInstant(r.deadline), message: LOAN_MESSAGES.receiptMissing },
  again: { text: '重拍贷款回执：{why}', while: r => r.state === 'rejected', link: () => LINK, message: LOAN_MESSAGES.receiptRefused },
})
/** Opens a step of these receipts for the student, or for whoever may enter them. */
export async function openReceipts(db: Db, step: 'enter' | 'near' | 'again', receipts: readonly Receipt[]): Promise<void> {
  if (!receipts.length) return
  const loans = new Map((await db.unscoped(creditLoan).all({ id: receipts.map(r => r.loanId) })).map(l => [l.id, l])) // of these receipts
  const officers = step === 'enter' ? { to: await accountsWith(db, enterReceipt.permission) } : {}
  await receiptTodos.open(
    db,
    step,
    (await withStudents(db, receipts)).map(({ row, who }) => {
      const { xn = '', approved = 0 } = loans.get(row.loanId) ?? {}
      return { row: { ...row, xn, approved }, who, ...officers }
    }),
  )
}
