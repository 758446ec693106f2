import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays, monthAfter } from '#modules/campus/model/days.ts'
import { schoolYearOf, yearBegins } from '#modules/campus/model/school-year.ts'
import { isEnded, type StudentStatus } from '#modules/student/model/status.ts'
import { ownStudentId, type StudentOf, selfStudent, studentNumbers, withStudents } from '#modules/student/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, on, onMany } from '#server/context.ts'
import { leavingItem } from '#server/extensions/graduation-items.ts'
import { attachFiles } from '#server/files/attachments.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { confirmLoan, loanConfirmation, myConfirmation, saveContacts } from '../model/confirmation.ts'
import { balanceOf, creditLoan } from '../model/credit-loan.ts'
import { OPEN_LOANS } from '../model/loan-states.ts'
import { LEAVING_MESSAGES } from '../model/messages.ts'
import { paybackOf } from '../model/payback.ts'
import { noteChange } from './change.ts'
import type { Loan } from './register.ts'
import { settingsOf } from './settings.ts'

type Confirmation = Row<typeof loanConfirmation>
const PAGE = '/loan/confirm'
const YEAR = 12
const PAY_DAY = 20
const FEN = 100
/** Loans whose borrower has not said yet how they are paid back. */
const TO_CONFIRM = ['arrived', 'active', 'graduating'] as const

const about: MessageAbout<Confirmation> = { bizType: 'loanConfirmation', link: () => PAGE, values: ({ loans, balance }) => ({ loans, balance: yuanText(balance) }) }
const todos = rowTodos<Confirmation, 'confirm', Pick<Confirmation, 'id' | 'state'>>(loanConfirmation, about, {
  confirm: { text: '离校前确认助学贷款：{loans} 笔共 {balance} 元', while: c => c.state === 'open', link: () => PAGE, message: LEAVING_MESSAGES.confirmOpen },
})
/** 40-L7: borrowers who leave confirm their loans, once. Whoever continues to study has asked for it and does not. */
export async function openConfirmations(db: Db, studentIds: readonly string[]): Promise<number> {
  const loans = await db.unscoped(creditLoan).all({ studentId: [...new Set(studentIds)], state: [...TO_CONFIRM] }, { sort: ['-xn'] }) // of those who leave
  if (!loans.length) return 0
  const drafts = [...Map.groupBy(loans, l => l.studentId)].map(([studentId, of]) => ({ studentId, loanId: (of[0] as Loan).id, loans: of.length, balance: sumOf(of) }))
  await db.insertMany(loanConfirmation, drafts, { skipExisting: true, history: false })
  await db.updateWhere(creditLoan, { id: loans.map(l => l.id), state: ['arrived', 'active'] }, { state: 'graduating' })
  const open = await db.unscoped(loanConfirmation).all({ studentId: drafts.map(d => d.studentId), state: 'open' }) // those just opened
  await todos.open(db, 'confirm', await withStudents(db, open))
  return open.length
}
const sumOf = (loans: readonly Loan[]): number => loans.reduce((sum, l) => sum + balanceOf(l), 0)
const runningOf = (db: Db, studentId: string): Promise<Loan[]> => db.unscoped(creditLoan).all({ studentId, state: [...OPEN_LOANS] }, { sort: ['-xn'] }) // the caller's own
async function ownOf(db: Db, studentId: string): Promise<Confirmation | undefined> {
  const row = await db.unscoped(loanConfirmation).find({ studentId }) // the caller's own
  return row && db.unscoped(loanConfirmation).lock(row.id)
}
const isFresh = ({ contactsAt }: Pick<Confirmation, 'contactsAt'>, days: number): boolean => contactsAt !== null && Date.parse(contactsAt) >= Date.now() - days * DAY_MS
/** The plan by the figures of the school year in which it is made. */
async function planOf(db: Db, balance: number, months: number) {
  const on = yearBegins(schoolYearOf(today()))
  const [rate, term, { lpr }] = [await figureOn(db, 'loan.rate', { on }), await figureOn(db, 'loan.term', { on }), await settingsOf(db)]
  return paybackOf(balance, { rate: Math.max(0, lpr + Math.round(rate.points * FEN)), years: months / YEAR, grace: term.grace })
}
const mostMonths = async (db: Db): Promise<number> => (await figureOn(db, 'loan.term', { on: yearBegins(schoolYearOf(today())) })).most * YEAR
/** The bank takes interest from the month after graduation on. */
const firstPayOf = ({ expectedGraduation }: StudentOf): string => {
  const from = expectedGraduation && expectedGraduation > today() ? expectedGraduation : today()
  return addDays(`${monthAfter(from, 1).slice(0, 7)}-01`, PAY_DAY - 1)
}
const mine = handle(myConfirmation, async ({ db, me }) => {
  const who = await selfStudent({ db, me })
  const [row, loans, { contactDays }] = [await db.unscoped(loanConfirmation).find({ studentId: who.id }), await runningOf(db, who.id), await settingsOf(db)] // the caller's own
  const { phone = who.phone, otherPhone = who.emergencyPhone, email = null, address = who.homeAddress } = row ?? {}
  const { contactsAt = null, confirmedAt = null, firstPayOn = null, monthly = null, months = null, state = null } = row ?? {}
  return {
    ...{ phone: phone ?? who.phone, otherPhone, email, address, contactsAt, confirmedAt, firstPayOn, monthly, months, state, balance: sumOf(loans) },
    loans: loans.map(({ id, kind, bank, xn, arrived, repaid, contractTail }) => ({ id, kind, bank, xn, arrived, repaid, contractTail })),
    ...{ mostMonths: await mostMonths(db), isFresh: row ? isFresh(row, contactDays) : false },
  }
})
/** 40-L9: contacts are taken from graduates as well; after the confirmation the bank hears of them. */
const contacts = handle(saveContacts, async ({ db, me }, { phone, otherPhone = null, email = null, address = null }) => {
  const studentId = ownStudentId(me)
  const row = await ownOf(db, studentId)
  if (!row) throw refusalOf(loanConfirmation, 'nothing')
  const contactsAt = new Date().toISOString()
  await db.update(loanConfirmation, row.id, { phone, otherPhone, email, address, contactsAt })
  if (row.state === 'confirmed') await noteChange(db, { studentId, kind: 'contact', happenedOn: today(), sourceId: contactsAt })
})
const confirm = handle(confirmLoan, async ({ db, me }, { months, signature }) => {
  const who = await selfStudent({ db, me }, { lock: true })
  const row = await ownOf(db, who.id)
  const loans = row ? await runningOf(db, who.id) : []
  if (!row || !loans.length) throw refusalOf(loanConfirmation, 'nothing')
  if (row.state === 'confirmed') throw refusalOf(loanConfirmation, 'done', { at: schoolTimeText(row.confirmedAt ?? '') })
  const [{ contactDays }, most] = [await settingsOf(db), await mostMonths(db)]
  if (!isFresh(row, contactDays)) throw refusalOf(loanConfirmation, 'contacts', { days: contactDays })
  if (months > most) throw refusalOf(loanConfirmation, 'months', { most, months }, 'months')
  const balance = sumOf(loans)
  const [{ monthly }, firstPayOn] = [await planOf(db, balance, months), firstPayOf(who)]
  await attachFiles(db, loanConfirmation, row.id, { signature })
  const patch = { state: 'confirmed', confirmedAt: new Date().toISOString(), signature, months, monthly, firstPayOn, balance, loans: loans.length } as const
  await todos.follow(db, [await db.update(loanConfirmation, row.id, patch)])
  await db.updateWhere(creditLoan, { id: loans.map(l => l.id), state: [...TO_CONFIRM] }, { state: 'confirmed' })
  await db.emit('loan.confirmed', { loanId: row.loanId, studentId: who.id })
  return { firstPayOn, monthly }
})
const idsIn = (payload: Readonly<Record<string, unknown>>): string[] =>
  [payload.studentId, ...(Array.isArray(payload.studentIds) ? payload.studentIds : [])].filter((id): id is string => typeof id === 'string')
/** The leaving list opens before somebody graduates; leaving early opens it at once (40-L7). */
const leaving = onMany(['student.clearanceOpened', 'student.graduated'], 'loan.leaving', async ({ db }, payloads) => void (await openConfirmations(db, payloads.flatMap(idsIn))))
const early = on('student.statusChanged', 'loan.leavesEarly', async ({ db }, { studentId, to, reversed }) => {
  if (typeof studentId === 'string' && reversed !== true && isEnded(to as StudentStatus)) await openConfirmations(db, [studentId])
})
export default [
  mine,
  contacts,
  confirm,
  leaving,
  early,
  ...leavingItem({
    ...{ code: 'loan', title: '助学贷款毕业确认', order: 25, link: PAGE, events: ['loan.confirmed'] },
    settled: (db, students) => sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students})
      and not exists (select from credit_loan l where l.tenant_id = s.tenant_id and l.student_id = s.id and l.state in ('arrived', 'active', 'graduating'))`,
  }),
  ...studentNumbers(loanConfirmation),
]
