import { date, integer, money, text } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { dataset } from '#modules/exchange/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { loanConfirmation } from '../model/confirmation.ts'
import { balanceOf, creditLoan } from '../model/credit-loan.ts'
import { OPEN_LOANS } from '../model/loan-states.ts'
import { loanReceipt } from '../model/receipt.ts'
import { loanRows, who } from './datasets.ts'

const [LOANS, RECEIPTS, CONFIRMATIONS] = ['loan:creditLoan:export', 'loan:loanReceipt:export', 'loan:loanConfirmation:export']
const year = { xn: text('学年', { required: true, max: 9 }) }
type Reading = Pick<Ctx, 'db'>

/** Receipts that were entered, for the loan centre. */
const receipts = dataset({
  ...{ code: 'loanReceipt', label: '贷款回执', of: loanReceipt, protectedBy: creditLoan, filter: year, delivered: { target: 'loanCentre' } },
  fields: { ...who, checkCode: text('回执验证码', { max: 10 }), owedConfirmed: money('确认欠费'), enteredOn: date('录入日期') },
  async rows(ctx: Reading, { xn }) {
    const entered = await ctx.db.visibleFor(loanReceipt, RECEIPTS).all({ state: 'entered' })
    const of = new Map(entered.map(r => [r.loanId, r]))
    const loans = await ctx.db.unscoped(creditLoan).all({ id: [...of.keys()], xn: String(xn) }, { sort: ['id'] }) // of receipts in scope
    return loanRows(ctx, loans, ({ id }) => ({
      checkCode: of.get(id)?.checkCode ?? null,
      owedConfirmed: of.get(id)?.owedConfirmed ?? null,
      enteredOn: of.get(id)?.enteredOn ?? null,
    }))
  },
})
const { coName, coRelation, coPhone } = creditLoan.fields
/** Campus-based loans that the school has approved, for their bank. */
const applications = dataset({
  ...{ code: 'campusLoan', label: '校园地贷款申请', of: creditLoan, filter: year, delivered: { target: 'bank' } },
  fields: {
    ...who,
    tuitionPart: money('学费部分'),
    lodgingPart: money('住宿费部分'),
    livingPart: money('生活费部分'),
    coName,
    coRelation,
    coPhone,
    reason: text('申请理由', { max: 500 }),
  },
  async rows(ctx: Reading, { xn }) {
    const loans = await ctx.db.visibleFor(creditLoan, LOANS).all({ xn: String(xn), kind: 'campus', state: 'approved' }, { sort: ['id'] })
    return loanRows(ctx, loans, l => ({
      ...{ tuitionPart: l.tuitionPart, lodgingPart: l.lodgingPart, livingPart: l.livingPart },
      ...{ coName: l.coName, coRelation: l.coRelation, coPhone: l.coPhone, reason: l.reason },
    }))
  },
})
const { phone, otherPhone, email, address } = loanConfirmation.fields
/** Borrowers who have confirmed before leaving, a row of each of their loans, for loan centres and banks. */
const graduates = dataset({
  ...{ code: 'loanGraduate', label: '贷款毕业确认', of: loanConfirmation, delivered: { target: 'loanCentre' } },
  fields: { ...who, balance: money('贷款余额'), months: integer('还款月数'), firstPayOn: date('首次还款'), phone, otherPhone, email, address, confirmedOn: date('确认日期') },
  filter: { from: date('确认自', { required: true }), to: date('确认到', { required: true }) },
  async rows(ctx: Reading, { from, to }) {
    const done = await ctx.db.visibleFor(loanConfirmation, CONFIRMATIONS).all({ state: 'confirmed' })
    const said = new Map(
      done.flatMap(({ studentId, months, firstPayOn, phone, otherPhone, email, address, confirmedAt }) => {
        const confirmedOn = schoolDate(confirmedAt ?? 0)
        return confirmedOn >= String(from) && confirmedOn <= String(to) ? [[studentId, { months, firstPayOn, phone, otherPhone, email, address, confirmedOn }] as const] : []
      }),
    )
    const loans = await ctx.db.unscoped(creditLoan).all({ studentId: [...said.keys()], state: [...OPEN_LOANS] }, { sort: ['xn'] }) // of confirmations in scope
    const each = [...Map.groupBy(loans, l => l.studentId).values()].flat()
    return loanRows(ctx, each, loan => ({ balance: balanceOf(loan), ...said.get(loan.studentId) }))
  },
})
export default [receipts, applications, graduates]
