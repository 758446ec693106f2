import { schoolDate, schoolHour } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import type { SHIFTS } from './visitor.ts'

const [DAY_BEGINS, NIGHT_BEGINS] = [8, 20]
/** The shift of an instant: day shift from 8:00 to 20:00; a night shift belongs to the date it began on. */
export function shiftAt(instant: string): { dutyDate: string; shift: keyof typeof SHIFTS } {
  const [date, hour] = [schoolDate(instant), schoolHour(instant)]
  if (hour < DAY_BEGINS) return { dutyDate: addDays(date, -1), shift: 'night' }
  return { dutyDate: date, shift: hour < NIGHT_BEGINS ? 'day' : 'night' }
}
