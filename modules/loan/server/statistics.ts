import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonGroup } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, choiceGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { loanConfirmation } from '../model/confirmation.ts'
import { creditLoan, LOAN_KINDS } from '../model/credit-loan.ts'
import { AWAITED } from '../model/loan-states.ts'
import { loanReceipt } from '../model/receipt.ts'
import { loanStatistics } from '../model/statistics.ts'

const [LIST, RECEIPTS, CONFIRMATIONS] = ['loan:creditLoan:list', 'loan:loanReceipt:list', 'loan:loanConfirmation:list']
const NEAR_DAYS = 15
/** Tuition is what the borrower's lines of the loan's year charge, net of reductions; a loan covers it first (40-L1). */
export default answerStatistics(loanStatistics, {
  rows: (
    { db },
    { from, to },
  ) => sql`(select l.*, s.department_id, case when l.state = any(${[...AWAITED]}::text[]) then l.approved - l.arrived else 0 end as awaited, coalesce(b.tuition, 0) as tuition
    from ${db.visible(creditLoan).rows()} l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
      left join lateral (select sum(x.charged - x.reduced) as tuition from bill_line x join charge_item i on i.tenant_id = x.tenant_id and i.id = x.item_id and i.code = 'tuition'
        where x.tenant_id = l.tenant_id and x.student_id = l.student_id and x.xn = l.xn and x.closed_at is null) b on true
    where l.contract_tail is not null and l.state <> 'rejected' and (${atSchool(sql`l.created_at`)})::date between ${from}::date and ${to}::date)`,
  sums: {
    borrowers: sql`count(distinct student_id)::int`,
    loans: sql`count(*)::int`,
    approved: sql`coalesce(sum(approved), 0)::float8`,
    arrived: sql`coalesce(sum(arrived), 0)::float8`,
    awaited: sql`coalesce(sum(awaited), 0)::float8`,
    tuition: sql`coalesce(sum(tuition), 0)::float8`,
    tuitionPart: sql`coalesce(sum(least(tuition, approved)), 0)::float8`,
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: LIST },
  by: {
    byCollege: entityGroup(sql`department_id`, department),
    byKind: choiceGroup(sql`kind`, LOAN_KINDS),
    byYear: valueGroup(sql`xn`),
    byCounty: cantonGroup(sql`canton_code`, { isPersonal: true }),
  },
  each: sums => ({ ...sums, coverage: percentOf(sums.tuitionPart, sums.tuition) }),
  async more({ db, me }) {
    const on = today()
    // whoever may not list receipts is not told of them
    const receipts = me.permissions.has(RECEIPTS) ? db.visibleFor(loanReceipt, RECEIPTS) : undefined
    const confirmations = db.visibleFor(loanConfirmation, CONFIRMATIONS)
    const [toConfirm, confirmed] = [await confirmations.count({}), await confirmations.count({ state: 'confirmed' })]
    return {
      near: (await receipts?.count({ state: 'toEnter', 'deadline.ge': on, 'deadline.le': addDays(on, NEAR_DAYS) })) ?? 0,
      late: (await receipts?.count({ state: 'late' })) ?? 0,
      ...{ toConfirm, confirmed, confirmedRate: percentOf(confirmed, toConfirm) },
    }
  },
})
