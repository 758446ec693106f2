import { yuanText } from '#model/money.ts'
import { schoolDate } from '#model/school-time.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { balanceOf, creditLoan, LOAN_KINDS } from '../model/credit-loan.ts'
import { AWAITED, isApplied, loanStates, OPEN_LOANS } from '../model/loan-states.ts'

const LIST = 'loan:creditLoan:list'
const listOf = (studentId: string): string => `/loan/loans?view=all&studentId=${studentId}`
const isIn = (states: readonly string[], { state }: { state: string }): boolean => states.includes(state)
/** What a student owes banks, what is on its way, and that money is late. */
export default profilePart({
  code: 'loan',
  label: '助学贷款',
  order: 53,
  permission: LIST,
  list: listOf,
  async lines({ db }, studentId) {
    const loans = (await db.visibleFor(creditLoan, LIST).all({ studentId }, { sort: ['-xn'] })).filter(l => !isApplied(l))
    const [last] = loans
    const open = loans.filter(l => isIn(OPEN_LOANS, l))
    return [
      last
        ? {
            label: '最近一笔',
            value: {
              text: '{xn} {kind} {amount} 元，{state}',
              values: { xn: last.xn, kind: { text: LOAN_KINDS[last.kind] }, amount: yuanText(last.approved), state: { text: loanStates.labels[last.state] } },
            },
          }
        : null,
      open.length
        ? { label: '贷款余额', value: { text: '{n} 笔 {amount} 元', values: { n: open.length, amount: yuanText(open.reduce((sum, l) => sum + balanceOf(l), 0)) } } }
        : null,
    ]
  },
  async happened({ db }, studentId, limit) {
    const loans = await db.visibleFor(creditLoan, LIST).all({ studentId, 'arrived.ge': 1 }, { sort: ['-xn'], limit })
    return loans.map(l => ({
      at: schoolDate(l.createdAt),
      title: { text: '{xn} 学年助学贷款 {amount} 元', values: { xn: l.xn, amount: yuanText(l.approved) } },
      note: loanStates.labels[l.state],
      tone: 'done' as const,
    }))
  },
  async notable({ db }, studentId) {
    const loans = await db.visibleFor(creditLoan, LIST).all({ studentId })
    const late = loans.find(l => isIn(AWAITED, l) && l.coverEndsOn)
    const lost = loans.find(l => l.state === 'lost')
    return [
      late ? { code: 'late', title: { text: '助学贷款没有按期到账，缓缴到 {day}', values: { day: late.coverEndsOn ?? '' } }, link: listOf(studentId) } : null,
      lost ? { code: 'lost', title: { text: '助学贷款失联' }, link: listOf(studentId) } : null,
    ]
  },
})
