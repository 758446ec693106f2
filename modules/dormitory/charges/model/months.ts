import { daysBetween, monthAfter } from '#modules/campus/model/days.ts'

/** A stay for charging, in the school's time zone; the last day is exclusive. */
export interface ChargedStay {
  stayId: string
  roomId: string
  room: string
  /** Fen a year. */
  standard: number
  from: string
  until: string | null
}
/** One counted month: the room with most of its nights, at its price. */
export interface CountedMonth {
  /** 2026-09 */
  month: string
  stayId: string
  room: string
  /** Fen a year. */
  standard: number
  nights: number
  /** Fen. */
  amount: number
}
export interface MonthRule {
  /** Number of charged months per year, from September on. */
  months: number
  /** Minimum nights for a month to count. */
  nights: number
}
/** 2026-2027 with ten months → 2026-09 … 2027-06. */
export function monthsOf(xn: string, count: number): string[] {
  const first = Number(xn.slice(0, 4)) * 12 + 8
  return Array.from({ length: count }, (_, n) => `${Math.floor((first + n) / 12)}-${String(((first + n) % 12) + 1).padStart(2, '0')}`)
}
/** Nights of a stay in the month: includes the first day, excludes the last. */
export function nightsIn(month: string, { from, until }: Pick<ChargedStay, 'from' | 'until'>): number {
  const [first, end] = [`${month}-01`, `${monthAfter(month, 1)}-01`]
  const [a, b] = [from > first ? from : first, until !== null && until < end ? until : end]
  return a < b ? daysBetween(a, b) : 0
}
/**
 * 20-DF1 and DF2: the counted months of a school year, each in the room with most nights; the last takes the rounding difference, so that a year in one room costs
 * exactly its standard.
 */
export function chargedMonths(xn: string, stays: readonly ChargedStay[], rule: MonthRule): CountedMonth[] {
  const counted = monthsOf(xn, rule.months).flatMap(month => {
    const lived = stays.map(stay => ({ stay, nights: nightsIn(month, stay) })).filter(l => l.nights > 0)
    const nights = lived.reduce((sum, l) => sum + l.nights, 0)
    if (nights < rule.nights) return []
    // on a tie the later room: the student lives on there
    const most = lived.reduce((best, l) => (l.nights > best.nights || (l.nights === best.nights && l.stay.from > best.stay.from) ? l : best))
    return [{ month, stayId: most.stay.stayId, room: most.stay.room, standard: most.stay.standard, nights, amount: 0 }]
  })
  return rounded(counted, rule.months)
}
/** Whole fen per month with an exact total. */
function rounded(months: CountedMonth[], perYear: number): CountedMonth[] {
  const exact = Math.round(months.reduce((sum, m) => sum + m.standard, 0) / perYear)
  const made = months.map(m => ({ ...m, amount: Math.floor(m.standard / perYear) }))
  const last = made.at(-1)
  if (last) last.amount += exact - made.reduce((sum, m) => sum + m.amount, 0)
  return made
}
