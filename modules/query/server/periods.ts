import { addDays } from '#model/days.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { PERIODS, type Period } from '../model/spec.ts'
import { fail } from './fields.ts'

/** First and last day of a named calendar period. */
export async function spanOf(db: Db, period: Period): Promise<[string, string]> {
  const now = today()
  if (period === 'today') return [now, now]
  if (period === 'last7days') return [addDays(now, -6), now]
  if (period === 'last30days') return [addDays(now, -29), now]
  if (period === 'thisMonth') return [`${now.slice(0, 7)}-01`, now]
  const found = await ofCalendar(db, period, now)
  if (!found) throw fail('period', { period: PERIODS[period] }, 'spec')
  return found
}
async function ofCalendar(db: Db, period: Period, now: string): Promise<[string, string] | undefined> {
  const book = await calendarOf(db)
  const term = currentOf(book, now)
  if (period === 'thisTerm') return term && [term.startDate, term.endDate]
  if (period === 'lastTerm') {
    const before = term && book.terms.filter(t => t.endDate < term.startDate).sort((a, b) => (a.endDate < b.endDate ? 1 : -1))[0]
    return before && [before.startDate, before.endDate]
  }
  const years = [...book.years].sort((a, b) => (a.startDate < b.startDate ? 1 : -1))
  const at = years.findIndex(y => y.startDate <= now)
  const year = at < 0 ? undefined : years[period === 'thisSchoolYear' ? at : at + 1]
  return year && [year.startDate, year.endDate]
}
