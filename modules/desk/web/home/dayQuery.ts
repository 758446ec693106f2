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
    staleTime: 3_600_000,
    meta: { inPlace: true },
  }
}
