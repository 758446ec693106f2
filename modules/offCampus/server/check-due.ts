import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** Days of half a year, for a school that has entered no further term. */
const HALF = 182
/** The term with the vacation after it that a day lies in. */
export async function termOf(db: Db, on: string): Promise<{ start: string; next: string }> {
  const { terms } = await calendarOf(db)
  const at = terms.findLastIndex(t => t.startDate <= on)
  const start = terms[at]?.startDate ?? on
  return { start, next: terms[at + 1]?.startDate ?? addDays(start < addDays(on, -HALF) ? on : start, HALF) }
}
/** 50-OC6: by when somebody is to look at a stay again, after so many checks of this term: so many days into the term or the stay, whichever began later. */
export async function checkDueAt(db: Db, { fromOn, done, on }: { fromOn: string; done: number; on: string }): Promise<string> {
  const { checksPerTerm, checkDays } = await settingsOf(db)
  const { start, next } = await termOf(db, on)
  const begun = start > fromOn ? start : fromOn
  const due = done < checksPerTerm ? addDays(begun, checkDays * (done + 1)) : addDays(next, checkDays)
  return schoolInstant(due, '08:00')
}
