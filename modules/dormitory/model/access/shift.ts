import { addDays } from '#modules/campus/model/days.ts'
import type { SHIFTS } from './visitor.ts'

const AHEAD_MS = 8 * 3_600_000
const [DAY_BEGINS, NIGHT_BEGINS] = [8, 20]
/** Which shift somebody is on duty in: by day from eight to eight, the night belongs to the date it began on. */
export function shiftAt(instant: string): { dutyDate: string; shift: keyof typeof SHIFTS } {
  const wall = new Date(Date.parse(instant) + AHEAD_MS).toISOString()
  const [date, hour] = [wall.slice(0, 10), Number(wall.slice(11, 13))]
  if (hour < DAY_BEGINS) return { dutyDate: addDays(date, -1), shift: 'night' }
  return { dutyDate: date, shift: hour < NIGHT_BEGINS ? 'day' : 'night' }
}
