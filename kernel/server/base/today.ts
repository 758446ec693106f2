import { DAY_MS } from '#model/days.ts'
import { SCHOOL_AHEAD_MS } from '#model/school-time.ts'

let known = { number: -1, text: '' }
/** Today in the school's time, `YYYY-MM-DD`. */
export function today(at?: Date): string {
  const number = Math.floor(((at ? at.getTime() : Date.now()) + SCHOOL_AHEAD_MS) / DAY_MS)
  if (number !== known.number) known = { number, text: new Date(number * DAY_MS).toISOString().slice(0, 10) }
  return known.text
}
