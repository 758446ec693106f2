import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import type { CalendarDay } from '#web/home/day.ts'
import { get } from '#web/http/index.ts'
import { language } from '#web/i18n/index.ts'

/** Today's entry of the calendar; none without a calendar. */
export function dayQuery() {
  const date = schoolDate(Date.now())
  return {
    queryKey: ['calendarDay', date, language()],
    queryFn: () => get<CalendarDay | null>('base/schoolCalendarItem/getOne', { riQiStr: date }, { quiet: true }),
    staleTime: HOUR_MS,
    meta: { inPlace: true },
  }
}
