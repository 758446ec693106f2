import { schoolYearOf, yearBegins } from '#modules/campus/model/school-year.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { myLoans } from '../model/actions.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { ENDED, isApplied } from '../model/loan-states.ts'
import { loanReceipt } from '../model/receipt.ts'
import { capOf, chargedIn } from './figures.ts'
import { deadlineOf } from './register.ts'
import { settingsOf } from './settings.ts'

const POINTS = 100
/** Own loans, newest first, and what may be borrowed for the present school year. */
export default handle(myLoans, async ({ db, me }) => {
  const who = await selfStudent({ db, me })
  const xn = schoolYearOf(today())
  const [loans, receipts, { tuition, lodging }] = await Promise.all([
    db.unscoped(creditLoan).all({ studentId: who.id }, { sort: ['-xn'] }), // the caller's own
    db.unscoped(loanReceipt).all({ studentId: who.id }), // the caller's own
    chargedIn(db, who.id, xn),
  ])
  const of = new Map(receipts.map(r => [r.loanId, r]))
  const [rate, term] = [await figureOn(db, 'loan.rate', { on: yearBegins(xn) }), await figureOn(db, 'loan.term', { on: yearBegins(xn) })]
  return {
    name: who.name,
    year: { xn, cap: await capOf(db, who.id, xn), tuition, lodging, receiptBy: await deadlineOf(db, xn) },
    loans: loans
      .filter(l => !isApplied(l))
      .map(({ id, kind, bank, xn: year, approved, contractTail, expectedOn, arrived, offsetTotal, surplus, surplusTo, repaid, note, coverEndsOn, state }) => {
        const receipt = of.get(id)
        return {
          ...{ id, kind, bank, xn: year, approved, contractTail, expectedOn, arrived, offsetTotal, surplus, surplusTo, repaid, note, coverEndsOn, state },
          ...{ receiptId: receipt?.id ?? null, receiptState: receipt?.state ?? null, receiptNote: receipt?.note ?? null, deadline: receipt?.deadline ?? null },
        }
      }),
    ...{ lpr: (await settingsOf(db)).lpr, points: Math.round(rate.points * POINTS), years: term.most, grace: term.grace, graduates: who.expectedGraduation },
    mayRegister: !loans.some(l => l.xn === xn && !ENDED.some(state => state === l.state)),
  }
})
