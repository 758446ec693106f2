import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'
import { plainDatetime } from '#web/values/format.ts'

/** Date pickers work in China time, independent of the browser's time zone. */
export const fromDate = (value: unknown): Dayjs | null => valid(typeof value === 'string' && value ? dayjs(value.slice(0, 10)) : null)
export const toDate = (day: Dayjs | null): string | null => day?.format('YYYY-MM-DD') ?? null
export const fromDatetime = (value: unknown): Dayjs | null => valid(typeof value === 'string' && value ? dayjs(plainDatetime(value).replace(' ', 'T')) : null)
export const toDatetime = (at: Dayjs | null): string | null => (at ? `${at.format('YYYY-MM-DDTHH:mm')}:00+08:00` : null)
export const fromTime = (value: unknown): Dayjs | null => valid(typeof value === 'string' && value ? dayjs(`2000-01-01T${value}`) : null)
export const toTime = (at: Dayjs | null): string | null => at?.format('HH:mm') ?? null
const valid = (at: Dayjs | null): Dayjs | null => (at?.isValid() ? at : null)

/** Enter takes the day that was typed; it does not send the form around it. */
export const takesEnter = (event: { key: string; preventDefault(): void }): void => {
  if (event.key === 'Enter') event.preventDefault()
}
