import { dateText, writtenDate } from '../date/sheet.ts'
import { asText, type FieldSheet, type Reader } from '../field-sheet.ts'
import { clock } from '../time/sheet.ts'

const readDatetime: Reader = given => {
  if (typeof given === 'object') return { value: `${dateText(given.serial) ?? given.serial}T${clock(given.serial)}:00+08:00` }
  const text = asText(given)
  const found = /^(.+?)[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  const day = writtenDate(found?.[1] ?? text)
  return { value: day ? `${day}T${found?.[2]?.padStart(2, '0') ?? '00'}:${found?.[3] ?? '00'}:${found?.[4] ?? '00'}+08:00` : text }
}
/** A moment as cells show it. */
export const datetimeText = (value: unknown): string => String(value).slice(0, 19).replace('T', ' ')
export const sheet: FieldSheet = { read: readDatetime, show: () => datetimeText, note: '日期和时间，如 2026-09-01 08:30', sample: '2026-09-01 08:30' }
