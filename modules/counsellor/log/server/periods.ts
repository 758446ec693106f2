import { addDays, lastDayOf, monthOf } from '#model/days.ts'
import { calendarOf, schoolYearOn, termToday } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { WorkQuota } from '../model/work-quota.ts'
import { yearBegan } from './coverage.ts'

const YEAR_DAYS = 364
/** First and last days of the running month, term and school year; outside a term that of the year. */
export async function periodsOf(db: Db): Promise<Record<WorkQuota['period'], { from: string; until: string }>> {
  const [from, xn, { years }] = [await yearBegan(db), await schoolYearOn(db), await calendarOf(db)]
  const year = { from, until: years.find(y => y.xn === xn)?.endDate ?? addDays(from, YEAR_DAYS) }
  const term = await termToday(db)
  const month = monthOf(today())
  return { month: { from: `${month}-01`, until: lastDayOf(month) }, term: term && term.startDate <= today() ? { from: term.startDate, until: term.endDate } : year, year }
}
