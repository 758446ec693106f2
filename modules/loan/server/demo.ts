import { schoolYearOf, yearBefore } from '#modules/campus/model/school-year.ts'
import { type DemoHuman, peopleMaker } from '#modules/campus/server/demo-names.ts'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { loanArrival, loanArrivalFile } from '../model/arrival.ts'
import { loanConfirmation } from '../model/confirmation.ts'
import { creditLoan } from '../model/credit-loan.ts'
import { loanDefault } from '../model/default.ts'
import { loanReceipt } from '../model/receipt.ts'
import { bookArrivals } from './book-arrivals.ts'
import { noteChange } from './change.ts'
import { openConfirmations } from './confirmation.ts'
import { coverChanged } from './cover.ts'
import { APPLICANTS, demoApplications } from './demo-applications.ts'
import { DATASET } from './read-arrivals.ts'

type Pupil = Awaited<ReturnType<typeof demoPupils>>[number]
type Draft = Parameters<typeof drafts>[1]
const AMOUNTS = [8000_00, 10_000_00, 12_000_00, 16_000_00] as const
const COUNTIES = ['320113', '410726', '522301', '610526', '370785'] as const
const [UNMATCHED, PICTURES, CONFIRMED] = [12, 4, 71] as const
const PICTURE =
  '<rect width="600" height="400" fill="#f7f3e8"/><rect x="40" y="60" width="360" height="24" fill="#8a8170"/><rect x="40" y="130" width="520" height="14" fill="#c9c0aa"/>'
/** Of ten loans of this year: to be entered, entered, awaited; the others have arrived. */
const stateOf = (n: number) => (n % 10 < 2 ? 'registered' : n % 10 < 3 ? 'receiptEntered' : 'awaiting')

/** Loans of this year in every state, one file of arrivals with rows that fit none, and those who leave, most of them confirmed. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  const profileId = (await db.unscoped(exportProfile).find({ dataset: DATASET }))?.id // delivered with the product
  if (!officer || !profileId) return
  const pupils = (await demoPupils(db)).toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  const applicants = pupils.filter(p => p.isNear && p.hasAccount && !p.isOwn).slice(0, APPLICANTS)
  const borrowers = pupils.filter(p => !applicants.includes(p)).slice(0, sized(students, 3100, 40))
  const leaving = pupils.slice(-sized(students, 640, 14))
  const xn = schoolYearOf(day(0))
  await drafts(db, { pupils: borrowers, xn, from: 0 })
  await receipts(db, officer.id)
  await arrivals(db, officer.id, profileId, xn)
  await leavers(db, { pupils: leaving, xn: yearBefore(xn), from: borrowers.length })
  await demoApplications(db, { applicants, leavers: leaving.filter(p => p.hasAccount && !applicants.includes(p)), xn })
}) satisfies Demo
/** Four of five are origin-based. */
async function drafts(db: Db, { pupils, xn, from }: { pupils: readonly Pupil[]; xn: string; from: number }): Promise<void> {
  const random = randomOf(409)
  const rows = pupils.map(({ id }, n) => {
    const contractNo = `DK${xn.slice(0, 4)}${String(from + n).padStart(6, '0')}`
    const kind = n % 5 === 4 ? ('campus' as const) : ('origin' as const)
    return {
      ...{ studentId: id, kind, bank: String(1 + (n % 3)), xn, approved: random.pick(AMOUNTS), cantonCode: random.pick(COUNTIES), contractNo, contractTail: contractNo.slice(-4) },
      ...{
        surplusTo: n % 6 === 5 ? ('credit' as const) : ('payout' as const),
        isRenewal: n % 2 === 0,
        state: kind === 'campus' ? ('awaiting' as const) : stateOf(n),
        expectedOn: day(30),
      },
    }
  })
  await db.insertMany(creditLoan, rows, { history: false })
}
/** Some receipts have their picture and are near their deadline. */
async function receipts(db: Db, officerId: string): Promise<void> {
  const loans = await db.unscoped(creditLoan).all({ kind: 'origin' }, { sort: ['id'] }) // demo data
  const rows = loans.map(({ id, studentId, state, approved }, n) =>
    state === 'registered'
      ? { loanId: id, studentId, deadline: day(2 + (n % 20)), state: 'toEnter' as const }
      : {
          loanId: id,
          studentId,
          deadline: day(-5),
          state: 'entered' as const,
          checkCode: `C${10_000 + n}`,
          owedConfirmed: Math.min(approved, 6_700_00),
          enteredOn: day(-12),
          officerId,
        },
  )
  await db.insertMany(loanReceipt, rows, { history: false })
  const open = await db.unscoped(loanReceipt).all({ state: 'toEnter' }, { sort: ['deadline'], limit: PICTURES }) // demo data
  for (const { id } of open) {
    const content = await drawn(600, 400, PICTURE)
    const file = await demoFile(db, loanReceipt, id, { name: '回执.jpg', content, field: 'proof', ownerId: officerId })
    await db.update(loanReceipt, id, { proof: [file] })
  }
  const covered = await db.unscoped(creditLoan).all({ id: open.map(o => o.loanId) }) // demo data
  await coverChanged(db, covered)
}
const pickPerson = ({ name, idNo }: DemoHuman) => ({ name, idNo })
async function arrivals(db: Db, officerId: string, profileId: string, xn: string): Promise<void> {
  const loans = (await db.unscoped(creditLoan).all({ xn, state: 'awaiting' }, { sort: ['id'] })).filter((_, n) => n % 4 < 3) // demo data
  const paid = loans.map((loan, n) => ({ loan, line: n + 2, amount: loan.approved, bankSeq: `LS${xn.slice(0, 4)}${n}` }))
  const total = paid.reduce((sum, p) => sum + p.amount, 0)
  const count = paid.length + UNMATCHED
  const file = await db.insert(loanArrivalFile, { name: '放款明细.xlsx', digest: `demo ${xn}`, profileId, count, total, matched: paid.length, loadedById: officerId })
  const common = { batchFileId: file.id, arrivedOn: day(-3) }
  await db.insertMany(
    loanArrival,
    paid.map(({ loan, ...row }) => ({ ...common, ...row, contractNo: loan.contractNo, contractTail: loan.contractTail })),
    { history: false },
  )
  const stored = new Map((await db.unscoped(loanArrival).all({ batchFileId: file.id })).map(a => [a.bankSeq, a])) // demo data
  await bookArrivals(
    db,
    paid.flatMap(({ loan, bankSeq }) => {
      const arrival = stored.get(bankSeq)
      return arrival ? [{ arrival, loan, round: 1 }] : []
    }),
  )
  const stranger = peopleMaker(613, ['420106', '430104'])
  const open = Array.from({ length: UNMATCHED }, (_, n) => ({
    ...common,
    line: paid.length + n + 2,
    amount: 8000_00,
    bankSeq: `WP${n}`,
    ...pickPerson(stranger({ born: ['2005-01-01', '2008-08-31'] })),
    why: 'unknown' as const,
  }))
  await db.insertMany(loanArrival, open, { history: false })
}
/** Loans of last year of those who leave soon; 71 of a hundred have confirmed. */
async function leavers(db: Db, given: Draft): Promise<void> {
  await drafts(db, given)
  const loans = await db.unscoped(creditLoan).all({ xn: given.xn }, { sort: ['id'] }) // demo data
  await db.updateMany(
    creditLoan,
    loans.map(({ id, approved }) => ({ id, state: 'active' as const, arrived: approved, offsetTotal: approved, expectedOn: null })),
    { history: false },
  )
  await openConfirmations(
    db,
    loans.map(l => l.studentId),
  )
  const done = loans.filter((_, n) => (n * 37) % 100 < CONFIRMED)
  const patch = { state: 'confirmed', months: 180, firstPayOn: day(60), contactsAt: moment(-4, '10:00'), confirmedAt: moment(-3, '10:20') } as const
  await db.updateWhere(loanConfirmation, { studentId: done.map(l => l.studentId) }, patch, { history: false })
  await db.updateWhere(creditLoan, { id: done.map(l => l.id) }, { state: 'confirmed' }, { history: false })
  const [first, second] = loans
  if (first) await noteChange(db, { studentId: first.studentId, kind: 'suspend', happenedOn: day(-6), sourceId: 'demo' })
  if (second) await noteChange(db, { studentId: second.studentId, kind: 'contact', happenedOn: day(-2), sourceId: 'demo' })
  if (first) await db.insert(loanDefault, { studentId: first.studentId, bank: first.bank, asOf: day(-15), overdue: 320_00, days: 35 })
}
