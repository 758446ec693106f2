import type { Field } from '#model'
import { dateText } from '../date/sheet.ts'
import type { Outcome } from '../field-model.ts'
import { type Around, asIs, asText, type FieldSheet, type Reader } from '../field-sheet.ts'
import { parseValue } from '../parse.ts'

/** An identifier made of digits, not a quantity: Excel's damage to long ones must be detected. */
const isNumberOfThings = (field: Field): boolean =>
  Boolean(field.options.encrypted || (field.options.format && ['citizenId', 'digits', 'mobile', 'phone', 'code'].includes(field.options.format)))

export const readText: Reader = (given, { field, fault }) => {
  if (typeof given === 'number') {
    if (Number.isInteger(given) && Math.abs(given) >= 1e15) return fault('rounded', { value: given.toPrecision(15) })
    return { value: String(given) }
  }
  if (typeof given === 'object') return { value: dateText(given.serial) ?? String(given.serial) }
  const text = asText(given)
  if (!isNumberOfThings(field)) return { value: text }
  const digits = text.replace(/\s/g, '')
  const scientific = /^(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/.exec(digits)
  if (scientific) return fromScientific(scientific, text, fault)
  if (/^\d{15}0{2,3}$/.test(digits) && 'issue' in parseValue('', field, digits)) return fault('rounded', { value: text })
  return { value: digits }
}
/** Scientific notation: `2.02601010101E+11` still has all digits, `1.10101E+17` has lost some. */
function fromScientific([, first = '', rest = '', power = '']: RegExpExecArray, text: string, fault: Around['fault']): Outcome {
  const zeros = Number(power) - rest.length
  return zeros <= 0 && rest.length === Number(power) ? { value: first + rest } : fault('rounded', { value: text })
}
/** Numbers are exported as text: identifiers are text fields. */
export const sheet: FieldSheet = { read: readText, show: asIs }
