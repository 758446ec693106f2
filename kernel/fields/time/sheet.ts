import { asIs, asText, type FieldSheet, type Reader } from '../field-sheet.ts'

/** Time of day of a serial number. */
export const clock = (serial: number): string => {
  const minutes = Math.round((serial - Math.floor(serial)) * 1440) % 1440
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
const readTime: Reader = given => {
  if (typeof given === 'object') return { value: clock(given.serial) }
  if (typeof given === 'number' && given >= 0 && given < 1) return { value: clock(given) }
  const found = /^(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?$/.exec(asText(given))
  return { value: found ? `${found[1]?.padStart(2, '0')}:${found[2]}` : asText(given) }
}
export const sheet: FieldSheet = { read: readTime, show: asIs, note: '时间，如 08:30', sample: '08:30' }
