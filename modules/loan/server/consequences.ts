import { moneyText } from '#model/money.ts'
import { isEnded } from '#modules/student/model/status.ts'
import { consequence } from '#server/extensions/consequences.ts'
import { balanceOf, creditLoan } from '../model/credit-loan.ts'
import { AWAITED, OPEN_LOANS } from '../model/loan-states.ts'

/** 30-SC2: loans in force: their bank is told of the change (40-L8), and who leaves confirms how they are paid back (40-L7). */
export default consequence({
  code: 'loan.loans',
  order: 34,
  async of(db, { studentId, from, to }) {
    if (from.status === to.status) return []
    const loans = await db.unscoped(creditLoan).all({ studentId, state: [...AWAITED, ...OPEN_LOANS] }) // whoever decides on the student is told of the loans
    if (!loans.length) return []
    const values = { n: loans.length, amount: moneyText(loans.reduce((sum, loan) => sum + balanceOf(loan), 0)) }
    const text = isEnded(to.status) ? '{n} 笔，余额 {amount}，须办理还款确认' : '{n} 笔，余额 {amount}，变更报送银行'
    return [{ label: '助学贷款', value: { text, values }, ...(isEnded(to.status) ? { tone: 'attention' as const } : {}) }]
  },
})
