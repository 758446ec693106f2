import { yuanOf, yuanText } from '#model/money.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { bank as banks } from '#modules/money/payout/model/dictionaries.ts'
import { ownStudentId, type StudentOf, selfStudent, studentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { agreeLoan } from '../model/actions.ts'
import { campusApplication } from '../model/campus-application.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { campusSubject } from '../model/flow.ts'
import { isApplied } from '../model/loan-states.ts'
import { LOAN_MESSAGES } from '../model/messages.ts'
import { coverChanged } from './cover.ts'
import { capOf, chargedIn, partsOf } from './figures.ts'
import { aboutLoan, LINK } from './notify.ts'
import { checkYear, contractOf, type Loan, mustFit } from './register.ts'

const loansOf = (db: Db, studentId: string): Promise<Loan[]> => db.unscoped(creditLoan).all({ studentId }, { sort: ['-xn'] }) // the borrower's own, or those of whoever is decided about
const yearOf = async (db: Db, studentId: string, xn: string) => {
  const { tuition, lodging, owed } = await chargedIn(db, studentId, xn)
  return { cap: await capOf(db, studentId, xn), tuition, lodging, owed }
}
const NOTHING = { cap: 0, tuition: 0, lodging: 0, owed: 0 }
/** Campus-based loans: the school approves, then the bank agrees or declines. */
const applications = handleApplication(creditLoan, campusApplication, {
  subject: campusSubject,
  link: ({ id }) => `${LINK}?id=${id}`,
  copyPage: '/loan/apply',
  validate: async ({ db }, who: StudentOf, { xn, approved }, { row }) => ({ violations: await checkYear(db, who, { xn, approved }, row?.id ?? null) }),
  formOf: row => ({ ...row, reason: row.reason ?? '', files: row.files ?? [] }),
  draft: async (form, _valid, who, { ctx }) => ({
    ...form,
    ...{ kind: 'campus' as const, isRenewal: form.isRenewal ?? false, surplusTo: form.surplusTo ?? 'payout', files: form.files ?? [], termEnd: who.expectedGraduation },
    ...{ coName: form.coName ?? null, coRelation: form.coRelation ?? null, coPhone: form.coPhone ?? null },
    ...partsOf(form.approved, await chargedIn(ctx.db, who.id, form.xn)),
  }),
  rows: async ({ db, me }, where) => (await db.unscoped(creditLoan).all({ studentId: ownStudentId(me), ...where }, { sort: ['-xn'] })).filter(isApplied), // the caller's own
  async begin(ctx) {
    const [last] = await loansOf(ctx.db, (await selfStudent(ctx)).id)
    return { xn: schoolYearOf(today()), last: last ? { bank: last.bank, coName: last.coName, coRelation: last.coRelation, coPhone: last.coPhone } : null }
  },
  async preview({ db }, who, { xn, approved, id }) {
    const violations = await checkYear(db, who, { xn, approved }, id ?? null)
    const { cap, ...charged } = violations.some(v => v.key === 'xn') ? NOTHING : await yearOf(db, who.id, xn)
    return { answer: { cap, tuition: charged.tuition, lodging: charged.lodging, ...partsOf(approved, charged) }, violations, row: violations.length ? null : { xn, approved } }
  },
  async card({ db }, row) {
    const { id, studentId, bank, xn, approved, reason, coName, coRelation } = row
    const earlier = (await loansOf(db, studentId)).filter(l => l.id !== id)
    return {
      ...{ bank, xn, approved, reason, coName, coRelation, ...(await yearOf(db, studentId, xn)) },
      graduates: (await studentOf(db, studentId))?.expectedGraduation ?? null,
      earlier: earlier.map(l => ({ id: l.id, kind: l.kind, xn: l.xn, approved: l.approved, state: l.state })),
    }
  },
  describe: async (_db, { xn, approved }, { name }) => ({
    title: { text: '{name} 申请校园地贷款', values: { name } },
    summary: { text: '{xn} 学年 {amount} 元', values: { xn, amount: yuanText(approved) } },
    facts: { yuan: yuanOf(approved) },
  }),
})
/** The bank has agreed, perhaps to less: from now on the loan covers what it will pay (40-L2). */
const agree = handle(agreeLoan, async ({ db }, { id, contractNo, approved, expectedOn }) => {
  const { studentId, xn, bank } = await db.visible(creditLoan).lock(id, 'agree')
  const who = await studentOf(db, studentId, { lock: true })
  await mustFit(db, { id: studentId, name: who?.name ?? '' }, { xn, approved }, id)
  const parts = partsOf(approved, await chargedIn(db, studentId, xn))
  const after = await db.update(creditLoan, id, { ...(await contractOf(db, bank, contractNo, studentId)), approved, ...parts, expectedOn, state: 'awaiting' })
  await db.emit('loan.registered', { loanId: id, studentId, amounts: { approved } })
  await coverChanged(db, [after])
  const bankOf = await labelsOf(db, banks)
  await notifyAbout(db, LOAN_MESSAGES.agreed, aboutLoan, [{ row: after, who, more: { bank: { text: bankOf(bank) }, day: expectedOn } }])
})
export default [...applications.registrations, agree]
