import { type InputOf, type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId, type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { declineLoan, followLoan, registerLoan, registerMine, sendLoans } from '../model/actions.ts'
import { creditLoan, LOAN_KINDS } from '../model/credit-loan.ts'
import { ENDED } from '../model/loan-states.ts'
import { LOAN_MESSAGES } from '../model/messages.ts'
import { loanReceipt } from '../model/receipt.ts'
import { coverChanged } from './cover.ts'
import { capOf, chargedIn, partsOf } from './figures.ts'
import { tellBorrowers } from './notify.ts'
import { receiptTodos } from './receipt-todos.ts'
import { settingsOf } from './settings.ts'

export type Loan = Row<typeof creditLoan>
type LoanInput = Omit<InputOf<typeof registerLoan>, 'studentId'>
const GRACE_DAYS = 60
const WEEK = 7
const CONTRACT = /^[A-Za-z0-9-]{4,40}$/

/** A month and day of the first term of a school year; `late` days from today where it is over. */
function dayIn(xn: string, monthDay: string, late: number): string {
  const day = `${xn.slice(0, 4)}-${monthDay}`
  return day >= today() ? day : addDays(today(), late)
}
export const deadlineOf = async (db: Db, xn: string): Promise<string> => dayIn(xn, (await settingsOf(db)).receiptBy, WEEK)
export const expectedOf = async (db: Db, xn: string): Promise<string> => dayIn(xn, (await settingsOf(db)).arriveBy, GRACE_DAYS)

interface YearAmount {
  xn: string
  approved: number
}
/** 40-L1: one loan of a student and year, within the figure of that year. The student is locked by the caller. */
export async function checkYear(db: Db, who: Pick<StudentOf, 'id' | 'name'>, { xn, approved }: YearAmount, exceptId: string | null): Promise<ReturnType<typeof problemOf>[]> {
  if (!isSchoolYear(xn)) return [problemOf('xn', { xn })]
  const others = (await db.unscoped(creditLoan).all({ studentId: who.id, xn })).filter(l => l.id !== exceptId && !ENDED.some(state => state === l.state)) // of the student who asks
  const [other] = others
  if (other) return [problemOf('second', { name: who.name, xn, kind: { text: LOAN_KINDS[other.kind] }, amount: yuanText(other.approved) })]
  const cap = await capOf(db, who.id, xn)
  return approved > cap ? [problemOf('overCap', { xn, cap: yuanText(cap), asked: yuanText(approved) }, 'approved')] : []
}
const problemOf = (key: 'xn' | 'second' | 'overCap', values: Record<string, unknown>, field = 'xn') => ({ key, values, field })
export async function mustFit(db: Db, who: Pick<StudentOf, 'id' | 'name'>, asked: YearAmount, exceptId: string | null): Promise<void> {
  const [wrong] = await checkYear(db, who, asked, exceptId)
  if (wrong) throw refusalOf(creditLoan, wrong.key, wrong.values, wrong.field)
}
/** The contract as it is stored; refused where it is another student's. */
export async function contractOf(db: Db, bank: string, text: string, studentId: string) {
  const contractNo = text.replace(/\s/g, '').toUpperCase()
  if (!CONTRACT.test(contractNo)) throw refusalOf(creditLoan, 'contract', {}, 'contractNo')
  const contractTail = contractNo.slice(-4)
  const known = await db.unscoped(creditLoan).find({ bank, contractNo }) // of anybody
  if (known) {
    const holder = known.studentId === studentId ? undefined : await studentOf(db, known.studentId)
    throw refusalOf(creditLoan, 'contractTaken', { tail: contractTail, name: holder?.name ?? { text: '本人' } }, 'contractNo')
  }
  return { contractNo, contractTail }
}
async function register(db: Db, studentId: string, { contractNo, ...given }: LoanInput): Promise<Loan> {
  const who = await studentOf(db, studentId, { lock: true })
  if (!who) throw refusalOf(creditLoan, 'foreign')
  await mustFit(db, who, given, null)
  const contract = await contractOf(db, given.bank, contractNo, studentId)
  const { xn, approved } = given
  const loan = await db.insert(creditLoan, {
    ...{ studentId, ...given, isRenewal: given.isRenewal ?? false, surplusTo: given.surplusTo ?? 'payout', ...contract, termEnd: who.expectedGraduation },
    ...{ ...partsOf(approved, await chargedIn(db, studentId, xn)), expectedOn: await expectedOf(db, xn), state: given.kind === 'campus' ? 'awaiting' : 'registered' },
  })
  if (given.kind === 'origin') await db.insert(loanReceipt, { loanId: loan.id, studentId, deadline: await deadlineOf(db, xn) })
  await db.emit('loan.registered', { loanId: loan.id, studentId, amounts: { approved } })
  return loan
}
/** Ends what a loan covers after the notice that the school promises (40-L2). */
export async function endCover(db: Db, loans: readonly Loan[], why: string): Promise<void> {
  const coverEndsOn = addDays(today(), (await settingsOf(db)).noticeDays)
  await db.updateMany(
    creditLoan,
    loans.map(({ id }) => ({ id, coverEndsOn })),
  )
  await tellBorrowers(db, LOAN_MESSAGES.coverEnds, loans, { day: coverEndsOn, why: { text: why } })
}
export default [
  handle(registerMine, async ({ db, me }, { proof, ...given }) => {
    const loan = await register(db, ownStudentId(me), { ...given, kind: 'origin' })
    const receipt = await db.unscoped(loanReceipt).find({ loanId: loan.id }) // the one just made
    if (receipt) {
      await attachFiles(db, loanReceipt, receipt.id, { proof })
      await receiptTodos.follow(db, [await db.update(loanReceipt, receipt.id, { proof })])
    }
    await coverChanged(db, [loan])
    return { id: loan.id }
  }),
  handle(registerLoan, async ({ db }, { studentId, ...given }) => {
    await db.visibleFor(student, registerLoan.permission).one(studentId)
    const loan = await register(db, studentId, given)
    await coverChanged(db, [loan])
    return { id: loan.id }
  }),
  /** 40-L2: what a rejected loan covered stays deferred until the notice has run; one that was only applied for covered nothing. */
  handle(declineLoan, async ({ db }, { id, reason }) => {
    const loan = await db.visible(creditLoan).lock(id, 'decline')
    const after = await db.update(creditLoan, id, { state: 'rejected', note: reason })
    if (loan.state === 'approved') return tellBorrowers(db, LOAN_MESSAGES.declined, [after], { why: reason })
    await db.emit('loan.ended', { loanId: id, studentId: loan.studentId, amounts: { approved: loan.approved } })
    await endCover(db, [after], '没有获批')
    await coverChanged(db, [after])
  }),
  handle(sendLoans, async ({ db }, { ids, expectedOn }) => {
    const loans = await db.visible(creditLoan).lockAll(
      ids.flatMap(id => id ?? []),
      'send',
    )
    if (!loans.length) throw refusalOf(creditLoan, 'nothing')
    await db.updateMany(
      creditLoan,
      loans.map(({ id }) => ({ id, state: 'awaiting' as const, expectedOn })),
    )
    return { sent: loans.length }
  }),
  handle(followLoan, async ({ db }, { id, state, note = null }) => {
    const { studentId, approved } = await db.visible(creditLoan).lock(id, 'follow')
    await db.update(creditLoan, id, { state, note })
    if (state === 'settled') await db.emit('loan.ended', { loanId: id, studentId, amounts: { approved } })
  }),
]
