import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { schoolYear, term } from '../model/calendar.ts'
import { nextXn, type TermSpan, type YearSpan } from '../model/calendar-rules.ts'
import { addDays } from '../model/days.ts'
import { yearBefore } from '../model/school-year.ts'
import { creates, type OfferedYears, type PlannedChange, type RolloverYears, rolloverStep, supplyYears } from '../rollover/server/api.ts'
import { type CalendarBook, calendarOf, currentOf, yearHolding } from './calendar-book.ts'
import { rederive } from './calendar-rules.ts'
import { termsOf, yearStart } from './usual-year.ts'

const CALENDAR = '/campus/calendar'
/** First calendar year of a school year, which is also its entry year. */
export const beginOf = (xn: string): number => Number(xn.slice(0, 4))

/** From the year before to the current one, where the calendar knows it, and from the current one to the next. */
async function offered(db: Db): Promise<OfferedYears[]> {
  const book = await calendarOf(db)
  const now = currentOf(book)?.xn ?? yearHolding(book.years, today())?.xn
  if (!now) return []
  const before = yearBefore(now)
  const past = book.years.some(y => y.xn === before) ? [{ fromXn: before, toXn: now, isDue: true }] : []
  return [...past, { fromXn: now, toXn: nextXn(now), isDue: false }]
}
const meets = (a: { startDate: string; endDate: string }, b: { startDate: string; endDate: string }): boolean => a.startDate <= b.endDate && b.startDate <= a.endDate

/** The new year where there is none, by its usual days; one that would overlap is made by hand. */
function missingYear(book: CalendarBook, { toXn }: RolloverYears): PlannedChange[] {
  if (book.years.some(y => y.xn === toXn)) return []
  const begin = beginOf(toXn)
  const draft = { xn: toXn, startDate: yearStart(begin), endDate: addDays(yearStart(begin + 1), -1) }
  const other = book.years.find(y => meets(y, draft))
  const why = other && { text: '与 {other} 学年（{from} 至 {to}）重叠，请在校历中建立', values: { other: other.xn, from: other.startDate, to: other.endDate } }
  return [creates(schoolYear, draft, { key: toXn, title: toXn, exception: why && { why, link: CALENDAR } })]
}
function missingTerms(book: CalendarBook, { toXn }: RolloverYears, year: YearSpan): PlannedChange[] {
  const known = book.terms.filter(t => t.xn === toXn)
  return termsOf(beginOf(toXn))
    .filter(t => !known.some(k => k.xqM === t.xqM))
    .map(t => {
      const draft = { ...t, registerFrom: addDays(t.startDate, -3), registerTo: addDays(t.startDate, 11) }
      return creates(term, draft, { key: `${toXn} ${t.xqM}`, title: t.name, exception: termFault(book, year, t) })
    })
}
function termFault(book: CalendarBook, year: YearSpan, t: TermSpan): PlannedChange['exception'] {
  const other = book.terms.find(o => meets(o, t))
  if (other)
    return { why: { text: '与{other}（{from} 至 {to}）重叠，请在校历中建立', values: { other: other.name ?? '', from: other.startDate, to: other.endDate } }, link: CALENDAR }
  if (t.startDate >= year.startDate && t.endDate <= year.endDate) return undefined
  return { why: { text: '按惯例的起止不在 {xn} 学年（{from} 至 {to}）之内，请在校历中建立', values: { xn: year.xn, from: year.startDate, to: year.endDate } }, link: CALENDAR }
}
export default [
  supplyYears({ offered }),
  rolloverStep({
    code: 'campus.year',
    title: '学年和学期',
    order: 10,
    async preview(db, years) {
      const book = await calendarOf(db)
      const made = missingYear(book, years)
      // without a year there are no terms
      if (made.some(m => m.exception)) return made
      const year = book.years.find(y => y.xn === years.toXn) ?? (made[0]?.after as YearSpan | undefined)
      return year ? [...made, ...missingTerms(book, years, year)] : made
    },
    followed: db => rederive(db),
  }),
]
