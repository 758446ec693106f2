import { today } from '#server/base/today.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { calendarDay, type DAY_TYPES, schoolYear, term } from '../model/calendar.ts'
import { changeDays, copyYear, generateDays, holidayList, previewDays } from '../model/calendar-actions.ts'
import { type Day, daysOfYear, longGaps, nextXn, plainDay, termTitle } from '../model/calendar-rules.ts'
import { addDays } from '../model/days.ts'
import { type CalendarDay, calendarOf, type DayView, dayAt, yearHolding } from './calendar-book.ts'
import { checkDay } from './calendar-rules.ts'
import { holidaysOf } from './seed-holidays.ts'
import { calendarEffects } from './student-side.ts'

interface Wanted {
  date: string
  dayType: keyof typeof DAY_TYPES
  asWeekday?: number | null
  name?: string | null
}
interface Change {
  date: string
  before: DayView
  after: Wanted
  stored: CalendarDay | undefined
}
type Ctx = Pick<ActionCtx<typeof previewDays>, 'db' | 'refuse'>
/** The effective changes; refuses invalid ones. */
async function changesOf({ db, refuse }: Ctx, days: readonly (Wanted | null)[]): Promise<Change[]> {
  const book = await calendarOf(db)
  return days.flatMap(day => {
    if (!day) return []
    checkDay(day.date, day.dayType, day.asWeekday, (key, date) => refuse(key, { date }, 'days'))
    const before = dayAt(book, day.date)
    if (!before) return refuse('outsideTerms', { date: day.date }, 'days')
    const same = before.dayType === day.dayType && before.asWeekday === (day.asWeekday ?? null) && before.name === (day.name ?? null)
    return same ? [] : [{ date: day.date, before, after: day, stored: book.days.get(day.date) }]
  })
}
const isPast = (date: string): boolean => date < today()
const markOf = <D extends Pick<Wanted, 'asWeekday' | 'name'> & { dayType: string }>(day: D) => ({
  dayType: day.dayType as D['dayType'],
  asWeekday: day.asWeekday ?? null,
  name: day.name ?? null,
})

async function write(db: Db, changes: readonly Change[], reason: string | null): Promise<void> {
  const book = await calendarOf(db)
  for (const { date, after, stored } of changes) {
    const year = yearHolding(book.years, date)
    if (stored) await db.update(calendarDay, stored.id, { ...markOf(after), reason })
    else if (year) {
      const { xn, xqM, weekNo } = plainDay(year, book.terms, date)
      await db.insert(calendarDay, { date, xn, xqM, weekNo, ...markOf(after), dayType: after.dayType, reason })
    }
  }
  await db.emit('campus.calendarChanged', { dates: changes.map(c => c.date), before: changes.map(c => markOf(c.before)), after: changes.map(c => markOf(c.after)) })
}
const MARKED: readonly string[] = ['holiday', 'makeup', 'exam']
const differs = (day: Day, known: CalendarDay): boolean => !MARKED.includes(known.dayType) && known.dayType !== day.dayType

export default [
  /** BC4: preview of what a change affects. */
  handle(previewDays, async (ctx, { days }) => {
    const changes = await changesOf(ctx, days)
    const future = changes.filter(c => !isPast(c.date)).map(c => c.date)
    const effects = await Promise.all(ctx.db.registered(calendarEffects).map(e => e.find(ctx.db, future)))
    return {
      changes: changes.map(c => ({ date: c.date, from: c.before.dayType, to: c.after.dayType, fromName: c.before.name, toName: c.after.name ?? null, isPast: isPast(c.date) })),
      effects: effects.flat(),
      needsReason: changes.some(c => isPast(c.date)),
    }
  }),
  handle(changeDays, async (ctx, { days, reason }) => {
    const changes = await changesOf(ctx, days)
    if (!changes.length) ctx.refuse('nothing')
    const past = changes.map(c => c.date).filter(isPast)
    if (past.length && !reason) ctx.refuse('pastReason', { dates: firstOf(past, 3) }, 'reason')
    await write(ctx.db, changes, reason ?? null)
    return { done: changes.length }
  }),
  handle(generateDays, async ({ db, refuse }, { xn, reason }) => {
    const book = await calendarOf(db)
    const year = book.years.find(y => y.xn === xn)
    if (!year) return refuse('yearUnknown', { xn }, 'xn')
    if (!book.terms.some(t => t.xn === xn)) refuse('noTerms', { xn }, 'xn')
    const days = daysOfYear(year, book.terms)
    const fresh = days.filter(d => !book.days.has(d.date))
    const changed = days.flatMap(d => {
      const known = book.days.get(d.date)
      return known && differs(d, known) ? [{ date: d.date, before: known, after: { date: d.date, dayType: d.dayType }, stored: known }] : []
    })
    const past = changed.map(c => c.date).filter(isPast)
    if (past.length && !reason) refuse('pastReason', { dates: firstOf(past, 3) }, 'reason')
    await db.insertMany(
      calendarDay,
      fresh.map(d => ({ ...d, xqM: d.xqM as '1' | '2' | '3' | null })),
    )
    if (changed.length) await write(db, changed, reason ?? null)
    const gaps = longGaps(book.terms.filter(t => t.xn === xn)).map(g => ({ before: g.before.name ?? '', after: g.after.name ?? '', days: g.days }))
    return { added: fresh.length, updated: changed.length, kept: days.length - fresh.length - changed.length, gaps }
  }),
  handle(holidayList, async (_ctx, { year }) => holidaysOf(year)),
  /** Copies the year to the same weekdays 52 weeks later; the officer corrects the differences. */
  handle(copyYear, async ({ db, refuse }, { fromXn }) => {
    const book = await calendarOf(db)
    const year = book.years.find(y => y.xn === fromXn)
    if (!year) return refuse('yearUnknown', { xn: fromXn }, 'fromXn')
    const xn = nextXn(fromXn)
    if (book.years.some(y => y.xn === xn)) refuse('exists', { xn }, 'fromXn')
    const later = (date: string): string => addDays(date, 364)
    await db.insert(schoolYear, { xn, startDate: later(year.startDate), endDate: later(year.endDate) })
    const terms = book.terms.filter(t => t.xn === fromXn)
    for (const t of terms) {
      const dates = { week1Start: later(t.week1Start), startDate: later(t.startDate), endDate: later(t.endDate), switchDate: later(t.switchDate) }
      await db.insert(term, {
        xn,
        xqM: t.xqM,
        name: termTitle(xn, t.xqM),
        weeks: t.weeks,
        ...dates,
        registerFrom: t.registerFrom && later(t.registerFrom),
        registerTo: t.registerTo && later(t.registerTo),
      })
    }
    return { xn, terms: terms.length }
  }),
]
