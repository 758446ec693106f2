import { refusalOf } from '#model'
import { type StudentOf, selfStudent, studentOf } from '#modules/student/server/api.ts'
import { handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { loanConfirmation } from '../model/confirmation.ts'
import { balanceOf, creditLoan } from '../model/credit-loan.ts'
import { loanExtension, STUDIES } from '../model/extension.ts'
import { extensionApplication } from '../model/extension-application.ts'
import { extensionSubject } from '../model/flow.ts'
import { noteChange } from './change.ts'
import { LINK } from './notify.ts'

/** Loans whose paying back can still be put off. */
const BEFORE_INTEREST = ['arrived', 'active', 'graduating', 'confirmed'] as const
type Who = Pick<StudentOf, 'id' | 'expectedGraduation'>
async function sumsOf(db: Db, { id, expectedGraduation }: Who) {
  const loans = await db.unscoped(creditLoan).all({ studentId: id, state: [...BEFORE_INTEREST] }) // of the borrower
  return { loans: loans.length, balance: loans.reduce((sum, l) => sum + balanceOf(l), 0), startsOn: expectedGraduation }
}
async function violationsOf(db: Db, who: Who, { from, until }: { from: string; until: string }) {
  const { loans } = await sumsOf(db, who)
  return [
    ...(loans ? [] : [{ key: 'nothing' }]),
    ...(who.expectedGraduation && who.expectedGraduation < today() ? [{ key: 'started', values: { day: who.expectedGraduation } }] : []),
    ...(until > from ? [] : [{ key: 'order', values: { from, until }, field: 'until' }]),
  ]
}
/** 40-L8: further study, asked for before interest starts. All loans of the borrower are put off, and their banks hear of it. */
export default handleApplication(loanExtension, extensionApplication, {
  subject: extensionSubject,
  link: ({ id }) => `${LINK}?id=${id}`,
  copyPage: '/loan/extend',
  validate: async ({ db }, who: StudentOf, form) => ({ violations: await violationsOf(db, who, form) }),
  formOf: row => ({ ...row, proofs: row.proofs ?? [] }),
  draft: ({ school, study, from, until, proofs }) => ({ school, study, from, until, proofs }),
  taken: 'open',
  begin: async ctx => sumsOf(ctx.db, await selfStudent(ctx)),
  preview: async ({ db }, who, asks) => {
    const violations = await violationsOf(db, who, asks)
    return { answer: await sumsOf(db, who), violations, row: violations.length ? null : asks }
  },
  async card({ db }, { studentId, school, study, from, until }) {
    const { expectedGraduation = null } = (await studentOf(db, studentId)) ?? {}
    return { school, study, from, until, ...(await sumsOf(db, { id: studentId, expectedGraduation })) }
  },
  describe: async (_db, { school, study }, { name }) => ({
    title: { text: '{name} 申请深造展期', values: { name } },
    summary: { text: '{school}，{study}', values: { school, study: { text: STUDIES[study] } } },
    facts: {},
  }),
  async approved({ db }, { id, studentId, school }) {
    const day = (await studentOf(db, studentId, { lock: true }))?.expectedGraduation
    if (day && day < today()) throw refusalOf(loanExtension, 'started', { day })
    await noteChange(db, { studentId, kind: 'extend', happenedOn: today(), sourceId: id, note: school })
    await db.updateWhere(creditLoan, { studentId, state: [...BEFORE_INTEREST] }, { state: 'extended' })
    const open = await db.unscoped(loanConfirmation).find({ studentId, state: 'open' }) // whoever studies on confirms later
    if (open) await db.remove(loanConfirmation, open.id)
  },
}).registrations
