import type { Row } from '#model'
import { termOf } from '#modules/campus/model/calendar-rules.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, on } from '#server/context.ts'
import { lastPeriodOf, periodKey } from '../model/rules.ts'
import { closePeriod, tsScheme } from '../model/scheme.ts'

export type Scheme = Row<typeof tsScheme>
/** The period of a day; a vacation belongs to the term before, a day before the first term to it. None without a calendar. */
export async function periodOn(db: Db, { period }: Pick<Scheme, 'period'>, day: string): Promise<string | undefined> {
  const { terms } = await calendarOf(db)
  const term = termOf(terms, day) ?? terms[0]
  return term || period === 'study' ? periodKey(period, term ?? { xn: '', xqM: '' }) : undefined
}
export const isClosed = ({ closedPeriod }: Pick<Scheme, 'closedPeriod'>, period: string): boolean => closedPeriod !== null && period <= closedPeriod
/** 50-TS4: the period of the day, or the open one where that is closed. */
export async function periodFor(db: Db, scheme: Scheme, day: string): Promise<{ period: string; isShifted: boolean } | undefined> {
  const own = await periodOn(db, scheme, day)
  if (own === undefined) return undefined
  const isShifted = isClosed(scheme, own)
  return { period: isShifted ? ((await periodOn(db, scheme, today())) ?? own) : own, isShifted }
}
/** The period before the one that is open today. */
async function endedPeriod(db: Db, scheme: Scheme): Promise<string | undefined> {
  const now = await periodOn(db, scheme, today())
  const all = (await calendarOf(db)).terms.map(term => periodKey(scheme.period, term as { xn: string; xqM: string }))
  return all.filter(period => now !== undefined && period < now).at(-1)
}
const close = handle(closePeriod, async ({ db, refuse }, { id }) => {
  const scheme = await db.visible(tsScheme).lock(id, 'closePeriod')
  const ended = scheme.period === 'study' ? undefined : await endedPeriod(db, scheme)
  if (ended === undefined || isClosed(scheme, ended)) throw refuse('nothingToClose', { name: scheme.name, period: (await periodOn(db, scheme, today())) ?? '—' })
  await db.update(tsScheme, id, { closedPeriod: ended })
})
/** The roll-over closes all periods of the school year that is over. */
const yearOver = on('campus.rolledOver', 'totalScore.yearOver', async ({ db }, { fromXn }) => {
  for (const scheme of await db.unscoped(tsScheme).all({ 'period.in': 'term,year' })) {
    // schemes of the school
    const last = lastPeriodOf(scheme.period, String(fromXn))
    if (!isClosed(scheme, last)) await db.update(tsScheme, scheme.id, { closedPeriod: last })
  }
})
export default [close, yearOver]
