import { schoolClock, schoolDate } from '#model/school-time.ts'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { weekdayWord } from '#web/home/day.ts'
import { formatDate } from '#web/values/format.ts'

interface Span {
  beginAt: string
  endAt: string
}
/** 08:00–08:30 */
export const hoursText = ({ beginAt, endAt }: Span): string => `${schoolClock(beginAt)}–${schoolClock(endAt)}`
/** 9月1日 周二 */
export const dayText = (day: string): string => `${formatDate(day)} ${weekdayWord(weekdayOf(day))}`
/** Date of a moment in the school's time zone. */
export const dayOf = (moment: string): string => schoolDate(moment)
/** 9月1日 周二 08:00–08:30 */
export const spanText = (of: Span): string => `${dayText(dayOf(of.beginAt))} ${hoursText(of)}`
/** Whether the arrival is before, in or after the chosen slot. */
export function punctual({ beginAt, endAt }: Span, at: number): 'early' | 'onTime' | 'late' {
  if (at < Date.parse(beginAt)) return 'early'
  return at < Date.parse(endAt) ? 'onTime' : 'late'
}
