import { calendarOf, dayAt } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'

/** The school year of a day; between two of the calendar, the one that begins in autumn. */
export async function yearOf(db: Db, on: string): Promise<string> {
  const known = dayAt(await calendarOf(db), on)?.xn
  const first = Number(on.slice(0, 4)) - (on.slice(5) < '09' ? 1 : 0)
  return known ?? `${first}-${first + 1}`
}
