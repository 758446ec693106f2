import { HOUR_MS } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { workdayAfter } from '#modules/campus/model/calendar-rules.ts'
import { addDays } from '#modules/campus/model/days.ts'

const HOURS_AHEAD = 8
const wall = (moment: Date): string => new Date(moment.getTime() + HOURS_AHEAD * HOUR_MS).toISOString()
const midnight = (date: string): Date => new Date(schoolMs(date))
/** 40-N2: end of a notice that begins at a moment and runs for this many whole working days. The first day counts only if the notice begins at its first minute. */
export function noticeEnd(begin: Date, workdays: number, isWorkday: (date: string) => boolean): Date {
  const [date, time] = [wall(begin).slice(0, 10), wall(begin).slice(11, 19)]
  const before = time === '00:00:00' ? addDays(date, -1) : date
  return midnight(addDays(workdayAfter(before, workdays, isWorkday), 1))
}
