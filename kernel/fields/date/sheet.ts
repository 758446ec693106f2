import { isDate } from '#model/checks.ts'
import { DAY_MS } from '#model/days.ts'
import { asIs, asText, type FieldSheet, type Reader } from '../field-sheet.ts'

const EPOCH = Date.UTC(1899, 11, 30)
/** Excel treats 1900 as a leap year: serials up to 29 February 1900 are off by one and refused. */
export function dateText(serial: number): string | undefined {
  if (serial < 61 || serial > 2_958_465) return undefined
  const text = new Date(EPOCH + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
  return isDate(text) ? text : undefined
}
const packedDate = (text: string): string | undefined => {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return found ? `${found[1]}-${found[2]}-${found[3]}` : undefined
}
/** `2026/9/1`, `2026.9.1`, `2026年9月1日`, optionally with a midnight time. */
export function writtenDate(text: string): string | undefined {
  const found = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T ]\s*0{1,2}:00(?::00)?)?$/.exec(text)
  return found ? `${found[1]}-${found[2]?.padStart(2, '0')}-${found[3]?.padStart(2, '0')}` : packedDate(text)
}
const readDate: Reader = given => {
  if (typeof given === 'object') return { value: dateText(given.serial) ?? String(given.serial) }
  if (typeof given === 'number') {
    const packed = packedDate(String(given))
    return { value: packed ?? (given >= 10_000 && given < 80_000 ? dateText(given) : String(given)) }
  }
  const text = asText(given)
  return { value: writtenDate(text) ?? text }
}
export const sheet: FieldSheet = { read: readDate, show: asIs, note: '日期，如 2026-09-01', sample: '2026-09-01' }
