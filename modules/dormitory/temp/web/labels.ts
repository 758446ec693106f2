import { schoolDate, schoolHour, schoolInstant, schoolMs } from '#model/school-time.ts'
import { addDays, weekdayOf } from '#modules/campus/model/days.ts'
import { t } from '#web/i18n/index.ts'
import { formatSpan } from '#web/values/format.ts'

export const nightsText = (n: number): string => t('{{n}} 晚', { n })
export const spanText = ({ from, to }: { from: string; to: string }): string => formatSpan(from, to)

export interface Picked {
  from: string
  to: string
}
const LEAVING = '18:00'
const BACK = '12:00'
const FRIDAY = 5
/** From 18:00 of a day, or now if later, until noon some nights later. */
export function nightsFrom(date: string, nights: number, now = new Date()): Picked {
  const evening = schoolMs(date, LEAVING)
  const soon = Math.ceil(now.getTime() / 600_000) * 600_000
  return { from: new Date(Math.max(evening, soon)).toISOString(), to: schoolInstant(addDays(date, nights), BACK) }
}
/** Presets. Tonight is dropped once the evening is over. */
export function usualSpans(now = new Date()): Array<{ label: string; span: Picked }> {
  const day = schoolDate(now)
  const friday = addDays(day, (FRIDAY - weekdayOf(day) + 7) % 7)
  const tonight = schoolHour(now) < 22 ? [{ label: t('今晚'), span: nightsFrom(day, 1, now) }] : []
  return [...tonight, { label: t('明晚'), span: nightsFrom(addDays(day, 1), 1, now) }, { label: t('周五到周日'), span: nightsFrom(friday, 2, now) }]
}
