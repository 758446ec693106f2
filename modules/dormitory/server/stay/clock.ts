import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { timed } from '#server/jobs/timed.ts'
import { today } from '#server/today.ts'
import { STAY_MESSAGES } from '../../model/stay/messages.ts'
import { dormStay } from '../../model/stay/stay.ts'
import { expireHolds } from './arrange.ts'
import { settingsOf } from './settings.ts'
import { tellStays } from './tell-stays.ts'

/** Days before an end, from the school's list. */
export const marksOf = (text: string): number[] => [
  ...new Set(
    text
      .split(/[,，、\s]+/)
      .map(Number)
      .filter(n => Number.isInteger(n) && n >= 0),
  ),
]
/** Each morning, once for each stay and mark: beds that may be moved into from today, and stays that end soon. */
export async function remind(db: Db): Promise<number> {
  const { dueDays } = await settingsOf(db)
  // the clock acts for the whole school
  const open = await db.unscoped(dormStay).all({ state: 'reserved', plannedIn: today() })
  const ends = marksOf(dueDays).map(n => addDays(today(), n))
  const due = ends.length ? await db.unscoped(dormStay).all({ state: 'checkedIn', plannedOut: ends }) : []
  await tellStays(db, STAY_MESSAGES.open, open)
  await tellStays(db, STAY_MESSAGES.due, due, { valuesOf: s => ({ days: daysBetween(today(), s.plannedOut ?? today()), on: s.plannedOut ?? '' }) })
  return open.length + due.length
}
export default [timed('dormitory.holds', '占位到期', '* * * * *', db => expireHolds(db)), timed('dormitory.remindStays', '入住和退宿提醒', '30 7 * * *', remind)]
