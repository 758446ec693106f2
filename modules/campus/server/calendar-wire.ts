import { isDate } from '#model'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { dayOf, daysOf, monthSelect, termSelect, weekSelect, yearOf, yearSelect } from '../model/calendar-actions.ts'
import { termTitle, weeksOf, yearsOf } from '../model/calendar-rules.ts'
import { isBetween, monthOf, monthsBetween, weekdayOf } from '../model/days.ts'
import { type CalendarBook, calendarOf, currentOf, dayAt, type FullTerm } from './calendar-book.ts'

const text = (value: string, label: string) => ({ id: value, value, label })
/** The named term, or the current one. */
const termNamed = (book: CalendarBook, xn?: string | null, xqM?: string | null): FullTerm | undefined =>
  xn ? book.terms.find(t => t.xn === xn && (!xqM || t.xqM === xqM)) : currentOf(book)
const monthLabel = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`

export default [
  handle(dayOf, async ({ db, refuse }, { riQiStr, id }) => {
    const book = await calendarOf(db)
    const date = riQiStr ?? (id ? [...book.days.values()].find(d => d.id === id)?.date : today())
    if (!date) return null
    if (!isDate(date)) refuse('badDate', { value: date }, 'riQiStr')
    const day = dayAt(book, date)
    const stored = book.days.get(date)
    return {
      id: stored?.id ?? null,
      version: stored?.version ?? null,
      date,
      xn: day?.xn ?? null,
      xqM: day?.xqM ?? null,
      weekNo: day?.weekNo ?? null,
      weekday: weekdayOf(date),
      dayType: day?.dayType ?? null,
      name: day?.name ?? null,
    }
  }),
  handle(weekSelect, async ({ db }, { xn, xqM }) => {
    const term = termNamed(await calendarOf(db), xn, xqM)
    return term
      ? weeksOf(term).map(w => ({ id: String(w.weekNo), value: String(w.weekNo), label: `第${w.weekNo}周`, ...w, isCurrent: isBetween(today(), w.startDate, w.endDate) }))
      : []
  }),
  handle(monthSelect, async ({ db }, { xn, xqM }) => {
    const term = termNamed(await calendarOf(db), xn, xqM)
    return term ? monthsBetween(term.startDate, term.endDate).map(month => ({ ...text(month, monthLabel(month)), month, isCurrent: month === monthOf(today()) })) : []
  }),
  handle(termSelect, async ({ db }, { xn, xqM, isCurrent }) => {
    const book = await calendarOf(db)
    const current = currentOf(book)
    return [...book.terms]
      .reverse()
      .filter(t => (!xn || t.xn === xn) && (!xqM || t.xqM === xqM) && (isCurrent !== true || t === current))
      .map(t => ({
        ...text(`${t.xn}-${t.xqM}`, t.name ?? termTitle(t.xn, t.xqM)),
        xn: t.xn,
        xqM: t.xqM,
        startDate: t.startDate,
        endDate: t.endDate,
        weeks: t.weeks,
        isCurrent: t === current,
      }))
  }),
  handle(yearSelect, async ({ db }, { xn, isCurrent }) => {
    const book = await calendarOf(db)
    const current = currentOf(book)?.xn
    return book.years
      .filter(y => (!xn || y.xn === xn) && (isCurrent !== true || y.xn === current))
      .map(y => ({ ...text(y.xn, `${y.xn}学年`), xn: y.xn, isCurrent: y.xn === current }))
  }),
  handle(yearOf, async ({ db }, { xn }) => {
    const book = await calendarOf(db)
    const year = book.years.find(y => y.xn === (xn ?? currentOf(book)?.xn))
    const span = year && yearsOf(year.xn)
    return year && span ? { xn: year.xn, beginYear: span.begin, endYear: span.end, startDate: year.startDate, endDate: year.endDate } : null
  }),
  handle(daysOf, async ({ db }, { xn, month }) => {
    const book = await calendarOf(db)
    const wanted = xn ?? (month ? undefined : currentOf(book)?.xn)
    return [...book.days.values()]
      .filter(d => (!wanted || d.xn === wanted) && (!month || monthOf(d.date) === month))
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(d => ({
        id: d.id,
        version: d.version,
        date: d.date,
        xqM: d.xqM,
        weekNo: d.weekNo,
        weekday: weekdayOf(d.date),
        dayType: d.dayType,
        asWeekday: d.asWeekday,
        name: d.name,
      }))
  }),
]
