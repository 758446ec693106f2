import { ownStudentId, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { handle } from '#server/context.ts'
import { myMoney } from '../model/actions.ts'
import { bankAccount } from '../model/bank-account.ts'
import { payoutLine, payoutList } from '../model/payout.ts'

const SHOWN = 100
export default [
  handle(myMoney, async ({ db, me }) => {
    const studentId = ownStudentId(me)
    const lines = await db.unscoped(payoutLine).all({ studentId, state: ['ready', 'held', 'exported', 'paid', 'failed'] }, { sort: ['-createdAt'], limit: SHOWN }) // the caller's own
    const lists = new Map((await db.unscoped(payoutList).all({ id: [...new Set(lines.map(l => l.listId))] })).map(l => [l.id, l])) // of the caller's own lines
    const account = await db.unscoped(bankAccount).find({ studentId, isDefault: true }) // the caller's own
    return {
      name: (await studentOf(db, studentId))?.name ?? '',
      lines: lines.map(({ id, listId, what, amount, state, heldFor, failReason, paidOn, lastFour, holderName }) => {
        const { bizDate: expectedOn = '' } = lists.get(listId) ?? {}
        return { id, what, amount, state, heldFor, failReason, paidOn, lastFour, holderName, expectedOn }
      }),
      account: account ? { bankName: account.bankName, lastFour: account.lastFour, holderName: account.holderName, branchNo: account.branchNo, cardNo: account.cardNo } : null,
    }
  }),
  ...studentNumbers(payoutLine),
]
