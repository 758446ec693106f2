import type { Row } from '#model'
import { yearBegins } from '#modules/campus/model/school-year.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { paidYears, type YearPaid } from '#modules/fee/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { figureScopeOf } from '#modules/system/model/policy-figure.ts'
import { figureOn } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import type { MilitaryAid } from '../model/aid.ts'
import { type AidYear, compensationYears, completedYears, programmeYears, shareOf, sumOf, type TuitionYear } from '../model/computation.ts'
import { TARGETED, WAIVED } from '../model/dictionaries.ts'
import type { EnlistRecord } from '../model/record.ts'
import { type Loans, loansOf } from './loans.ts'
import { settingsOf } from './settings.ts'

type Student = Row<typeof student>
type Stated = NonNullable<MilitaryAid['stated']>
const [DIRECTED, FULL_TIME] = ['07', '1']
/** What the school knows of a student's tuition, loans and years. */
export interface TuitionContext {
  student: Student
  years: string[]
  ledger: ReadonlyMap<string, YearPaid>
  loans: Loans
  endOf: (xn: string) => string | undefined
  startOf: (xn: string) => string
}
export async function knownOf(db: Db, studentId: string): Promise<TuitionContext> {
  const row = await db.unscoped(student).one(studentId) // the caller has checked the scope of this student
  const { tuitionItem } = await settingsOf(db)
  const [{ terms }, ledger, loans] = await Promise.all([calendarOf(db), paidYears(db, studentId, tuitionItem), loansOf(db, studentId)])
  const inOrder = terms.toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  const ends = new Map(inOrder.flatMap(t => (t.xqM === '1' ? [] : [[t.xn, t.endDate] as const])))
  const starts = new Map(inOrder.toReversed().map(t => [t.xn, t.startDate]))
  return {
    ...{ student: row, ledger: new Map(ledger.map(y => [y.xn, y])), loans, endOf: xn => ends.get(xn), startOf: xn => starts.get(xn) ?? yearBegins(xn) },
    years: programmeYears(row.enrolDate ?? `${row.grade ?? new Date().getFullYear()}-09-01`, row.duration ?? 0),
  }
}
/** 40-E4: the cap on the day that the rule names. */
export const capOn = async (db: Db, { student: { level } }: TuitionContext, on: string): Promise<number> =>
  (await figureOn(db, 'military.cap', { scope: figureScopeOf(level), on })).amount
/** Years of the programme that had ended when the notice was given. */
export const completedBy = (known: TuitionContext, noticeDate: string): string[] => completedYears(known.years, noticeDate, known.endOf)

export interface Computed {
  years: AidYear[]
  total: number
  toBank: number
  toStudent: number
  openLoan: number
}
/** 40-E3 to E5: what a notice of this day gives; a year without ledger counts as finance has stated it, and is unknown without that. */
export async function compensationOf(db: Db, known: TuitionContext, noticeDate: string, stated: Stated | null = null): Promise<Computed> {
  const [cap, { whole }] = [await capOn(db, known, noticeDate), await figureOn(db, 'military.loanBase', { on: noticeDate })]
  const given = new Map((stated ?? []).flatMap(s => (s ? [[s.xn, s] as const] : [])))
  const tuition = completedBy(known, noticeDate).map((xn): TuitionYear => {
    const [year, said, wholeLoan] = [known.ledger.get(xn), given.get(xn), known.loans.byYear.get(xn) ?? 0]
    if (year) return { xn, paid: year.paid, reduced: year.reduced, loan: year.loan, wholeLoan: Math.max(wholeLoan, year.loan) }
    return { xn, paid: said?.paid ?? null, reduced: 0, loan: said?.loan ?? 0, wholeLoan: Math.max(wholeLoan, said?.loan ?? 0) }
  })
  const years = compensationYears(tuition, { cap, isWholeLoan: whole === 1 })
  const total = sumOf(years)
  return { years, total, ...shareOf(total, known.loans.open), openLoan: known.loans.open }
}
/** 40-E2: the ground on which there is no claim: found by people, by how the student was admitted, or by the ledger. */
export function groundOf({ student: { enrolMode, studyForm }, ledger, years }: TuitionContext, record: Pick<EnlistRecord, 'refusalGround'> | null): string | null {
  if (record?.refusalGround) return record.refusalGround
  if (enrolMode === DIRECTED) return TARGETED
  if (studyForm && studyForm !== FULL_TIME) return 'partTime'
  const charged = years.flatMap(xn => ledger.get(xn) ?? []).filter(y => y.charged > 0)
  return charged.length && charged.every(y => y.reduced >= y.charged) ? WAIVED : null
}
