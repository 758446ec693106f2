import { citizenIdFault, type Field, type Issue, passesLuhn } from '#model'
import { yuanText } from '#model/money.ts'
import type { ProfileColumn } from '../model/columns.ts'
import type { DataRow, Dataset, Value } from './datasets.ts'

/** A cell ready to be written: a text, or an amount in fen that is written with two decimals. */
export type Cell = string | { fen: number } | { number: number } | null

const isPlainNumber = (field: Field): boolean => field.kind === 'integer' || field.kind === 'decimal'
const shownDate = (text: string, format: ProfileColumn['format']): string => (format === 'datePlain' ? text.slice(0, 10).replaceAll('-', '') : text.slice(0, 10))
const yuan = (fen: number): string => yuanText(fen).replaceAll(',', '')

/** 40-X3: numbers of people, accounts and documents are texts, amounts have two decimals. */
export function cellOf(of: Pick<Dataset, 'fields'>, column: ProfileColumn, { values }: DataRow): Cell {
  if (column.source === 'constant') return column.text ?? ''
  if (column.source === 'template') return filled(of, column.text ?? '', values)
  if (column.source !== 'field') return null
  const [field, value] = [of.fields[column.field ?? ''], values[column.field ?? '']]
  if (!field || value === null || value === undefined || value === '') return null
  if (column.codes) return column.codes[String(value)] ?? null
  if (field.kind === 'money') return column.format === 'fen' ? { number: Number(value) } : { fen: Number(value) }
  if (isPlainNumber(field)) return { number: Number(value) }
  return field.kind === 'date' || field.kind === 'datetime' ? shownDate(String(value), column.format) : String(value)
}
const filled = ({ fields }: Pick<Dataset, 'fields'>, text: string, values: DataRow['values']): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === null || value === undefined) return ''
    return fields[name]?.kind === 'money' ? yuan(Number(value)) : String(value)
  })
export const textOf = (cell: Cell): string => (cell === null ? '' : typeof cell === 'string' ? cell : 'fen' in cell ? yuan(cell.fen) : String(cell.number))

const PROBLEMS = {
  required: '{title}没有填',
  codes: '{title}“{value}”没有对应的代码',
  length: '{title}有 {n} 个字，最多 {most} 个',
  digits: '{title}“{value}”应只有数字',
  citizenId: '{title}不是有效的身份证号',
  luhn: '{title}的校验位不对',
  noSpace: '{title}“{value}”里有空格',
  charset: '{title}里的“{value}”不能用 {charset} 写出',
} as const
/** The sentences of a check, to be known as texts. */
export const problem = (key: keyof typeof PROBLEMS, values: Record<string, unknown>): Issue => ({ rule: `exchange.check.${key}`, text: PROBLEMS[key], values })

/** 40-X2: what is wrong with a cell by what the receiver demands. */
export function* problemsOf(column: ProfileColumn, field: Field | undefined, given: Value | undefined, cell: Cell, lacks: (text: string) => string | undefined): Generator<Issue> {
  const { title } = column
  // a sensitive value stands in no sentence: whoever checks may not read it
  const said = (value: string): string => (field?.options.sensitivity ? '***' : value)
  if (column.source === 'result' || column.source === 'empty') return
  const isGiven = given !== null && given !== undefined && given !== ''
  if (column.codes && isGiven && cell === null) return yield problem('codes', { title, value: said(String(given)) })
  const text = textOf(cell)
  if (!text) {
    if (column.required) yield problem('required', { title })
    return
  }
  if (column.length && [...text].length > column.length) yield problem('length', { title, n: [...text].length, most: column.length })
  const isRight = { digits: () => /^\d+$/.test(text), citizenId: () => !citizenIdFault(text), luhn: () => passesLuhn(text), noSpace: () => !/\s/.test(text) }
  const { check } = column
  if (check && !isRight[check]()) yield problem(check, { title, value: said(text) })
  const lacking = lacks(text)
  if (lacking) yield problem('charset', { title, value: said(lacking), charset: 'GBK' })
}
