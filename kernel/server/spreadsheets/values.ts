import { type Field, type Issue, isDate, parseValue, trim } from '#model'
import type { Lookups } from './lookups.ts'
import type { Cell } from './read.ts'
import { type SheetRule, sheetIssue } from './texts.ts'

type Outcome = { value: unknown } | { issue: Issue }

/** Parses a cell into a valid value of its field: dates as text or serial, booleans as words, labels or codes, keys or names of references. */
export function cellToValue(name: string, field: Field, cell: Cell | undefined, lookups: Lookups): Outcome {
  const read = readCell(name, field, cell, lookups)
  return 'issue' in read ? read : parseValue(name, field, read.value)
}
function readCell(name: string, field: Field, cell: Cell | undefined, lookups: Lookups): Outcome {
  if (cell === undefined) return { value: null }
  const fault = (key: SheetRule, values: Record<string, unknown>): Outcome => ({ issue: sheetIssue(key, { label: field.label, ...values }, name) })
  if (typeof cell === 'object' && 'unusable' in cell) return fault(cell.unusable, { value: cell.text })
  const given = typeof cell === 'string' ? clean(cell) : cell
  if (given === '') return { value: null }
  return READERS[field.kind](given, { name, field, lookups, fault })
}
type Given = Exclude<Cell, { unusable: unknown }>
interface Around {
  name: string
  field: Field
  lookups: Lookups
  fault(key: SheetRule, values: Record<string, unknown>): Outcome
}
type Reader = (given: Given, around: Around) => Outcome

/** Converts full-width letters, digits and symbols to ASCII; Chinese punctuation stays. */
export const clean = (text: string): string =>
  trim(text.replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0d\uff0e\uff3f\uff20\uff0b]/g, c => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/\u00a0/g, ' '))

const asText = (given: Given): string => (typeof given === 'object' ? String(given.serial) : typeof given === 'boolean' ? (given ? 'TRUE' : 'FALSE') : String(given))

/** An identifier made of digits, not a quantity: Excel's damage to long ones must be detected. */
const isNumberOfThings = (field: Field): boolean =>
  Boolean(field.options.encrypted || (field.options.format && ['citizenId', 'digits', 'mobile', 'phone', 'code'].includes(field.options.format)))

const readText: Reader = (given, { field, fault }) => {
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
const readNumber: Reader = given => {
  if (typeof given === 'number') return { value: given }
  if (typeof given === 'object') return { value: given.serial }
  const text = asText(given).replace(/[,\s¥￥元]/g, '')
  return { value: /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : asText(given) }
}
/** Yuan in the cell, fen in the value. */
const readMoney: Reader = (given, around) => {
  const read = readNumber(given, around)
  if ('issue' in read || typeof read.value !== 'number') return read
  const fen = Math.round(read.value * 100)
  return { value: Math.abs(read.value * 100 - fen) < 1e-6 ? fen : asText(given) }
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
const packedDate = (text: string): string | undefined => {
  const found = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return found ? `${found[1]}-${found[2]}-${found[3]}` : undefined
}
/** `2026/9/1`, `2026.9.1`, `2026年9月1日`, optionally with a midnight time. */
function writtenDate(text: string): string | undefined {
  const found = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T ]\s*0{1,2}:00(?::00)?)?$/.exec(text)
  return found ? `${found[1]}-${found[2]?.padStart(2, '0')}-${found[3]?.padStart(2, '0')}` : packedDate(text)
}
const EPOCH = Date.UTC(1899, 11, 30)
/** Excel treats 1900 as a leap year: serials up to 29 February 1900 are off by one and refused. */
export function dateText(serial: number): string | undefined {
  if (serial < 61 || serial > 2_958_465) return undefined
  const text = new Date(EPOCH + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
  return isDate(text) ? text : undefined
}
const clock = (serial: number): string => {
  const minutes = Math.round((serial - Math.floor(serial)) * 1440) % 1440
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
const readTime: Reader = given => {
  if (typeof given === 'object') return { value: clock(given.serial) }
  if (typeof given === 'number' && given >= 0 && given < 1) return { value: clock(given) }
  const found = /^(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?$/.exec(asText(given))
  return { value: found ? `${found[1]?.padStart(2, '0')}:${found[2]}` : asText(given) }
}
const readDatetime: Reader = given => {
  if (typeof given === 'object') return { value: `${dateText(given.serial) ?? given.serial}T${clock(given.serial)}:00+08:00` }
  const text = asText(given)
  const found = /^(.+?)[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  const day = writtenDate(found?.[1] ?? text)
  return { value: day ? `${day}T${found?.[2]?.padStart(2, '0') ?? '00'}:${found?.[3] ?? '00'}:${found?.[4] ?? '00'}+08:00` : text }
}
const YES = new Set(['是', '有', '对', '√', '✓', 'true', 'yes', 'y', '1', '启用'])
const NO = new Set(['否', '无', '没有', '×', '✗', 'false', 'no', 'n', '0', '停用'])
const readBool: Reader = given => {
  if (typeof given === 'boolean') return { value: given }
  const word = asText(given).toLowerCase()
  return { value: YES.has(word) ? true : NO.has(word) ? false : asText(given) }
}
const readCode: Reader = (given, { name, field, lookups }) => ({ value: lookups.code(name, field, asText(given)) ?? asText(given) })
const readReference: Reader = (given, { field, lookups, fault }) => {
  const text = asText(given)
  const found = lookups.reference(field, text)
  if (typeof found === 'string') return { value: found }
  return found ? fault('refAmbiguous', { value: text, count: found.count }) : fault('refMissing', { value: text })
}
const readList: Reader = (given, around) => {
  const { field, name, lookups } = around
  const of = field.options.of
  if (!of) return { value: null }
  const values: unknown[] = []
  for (const part of asText(given).split(/[、,，;；\n]/)) {
    if (!trim(part)) continue
    const one = readCell(name, { ...of, label: field.label }, part, lookups)
    if ('issue' in one) return one
    values.push(one.value)
  }
  return { value: values }
}
const READERS: Record<Field['kind'], Reader> = {
  text: readText,
  rich: readText,
  integer: readNumber,
  decimal: readNumber,
  money: readMoney,
  date: readDate,
  time: readTime,
  datetime: readDatetime,
  bool: readBool,
  dict: readCode,
  choice: readCode,
  ref: readReference,
  list: readList,
  files: (_given, { fault }) => fault('readonlyColumn', {}),
  shape: (_given, { fault }) => fault('readonlyColumn', {}),
  json: (_given, { fault }) => fault('readonlyColumn', {}),
}
