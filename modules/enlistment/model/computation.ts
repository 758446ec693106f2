/** What is known of one school year's tuition, in fen. */
export interface TuitionYear {
  xn: string
  /** Actually paid, net of reductions and without lodging; null where the ledger has nothing and finance has not said. */
  paid: number | null
  /** Reductions of the same tuition by others. */
  reduced: number
  /** Loan used for tuition, and the whole loan of the year. */
  loan: number
  wholeLoan: number
}
/** One line of a computation that anyone can check. */
export interface AidYear {
  xn: string
  paid: number
  loan: number
  reduced: number
  cap: number
  amount: number
  isKnown: boolean
}
const YEAR_ENDS = '-07-31'
const firstYearOf = (xn: string): number => Number(xn.slice(0, 4))
const yearNamed = (first: number): string => `${first}-${first + 1}`
/** School years from the one in which somebody entered, as many as the programme is long. */
export function programmeYears(entered: string, duration: number): string[] {
  const first = Number(entered.slice(0, 4)) - (entered.slice(5, 7) < '08' ? 1 : 0)
  return Array.from({ length: Math.ceil(duration) }, (_, n) => yearNamed(first + n))
}
/** 40-E3: years of the programme that had ended when the notice was given. `endOf`: last day of a school year, where the calendar has it. */
export const completedYears = (years: readonly string[], noticeDate: string, endOf: (xn: string) => string | undefined = () => undefined): string[] =>
  years.filter(xn => (endOf(xn) ?? `${firstYearOf(xn) + 1}${YEAR_ENDS}`) < noticeDate)
/** 40-E3, E4: of each completed year the higher of tuition actually paid and loan used for it, at most the cap. */
export const compensationYears = (years: readonly TuitionYear[], { cap, isWholeLoan }: { cap: number; isWholeLoan: boolean }): AidYear[] =>
  years.map(({ xn, paid, reduced, loan, wholeLoan }) => {
    const counted = isWholeLoan ? wholeLoan : loan
    const isKnown = paid !== null
    return { xn, paid: paid ?? 0, loan: counted, reduced, cap, amount: isKnown ? Math.min(Math.max(paid, counted), cap) : 0, isKnown }
  })
/** 40-E6: normal years that are left after those before the service, from the school year of return. */
export function remainingYears({ duration, completed, from }: { duration: number; completed: number; from: string }): string[] {
  const count = Math.max(0, Math.ceil(duration) - completed)
  return Array.from({ length: count }, (_, n) => yearNamed(firstYearOf(from) + n))
}
/** 40-E4, E6: what of a year's tuition is waived, beside other reductions. */
export const waivedOf = ({ charged, reduced, cap }: { charged: number; reduced: number; cap: number }): number => Math.max(0, Math.min(charged - reduced, cap))
export const sumOf = (years: ReadonlyArray<{ amount: number }>): number => years.reduce((sum, y) => sum + y.amount, 0)
/** 40-E5: the open loan first; the rest goes to the student. */
export function shareOf(total: number, openLoan: number): { toBank: number; toStudent: number } {
  const toBank = Math.min(total, openLoan)
  return { toBank, toStudent: total - toBank }
}
