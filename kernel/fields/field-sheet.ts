import type { Field } from '#model'
import { trim } from '#model/checks.ts'
import type { Db, Lang } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import type { Outcome } from './field-model.ts'

/** A cell: text, number, truth, or the serial number of a date. */
export type CellValue = string | number | boolean | { serial: number }
/** What a cell's value may depend on. */
export interface Around {
  name: string
  field: Field
  lookups: {
    /** Code for a code or label of a dictionary or choice field. */
    code(name: string, field: Field, text: string): string | undefined
    /** Id for a key or title; when not unique, the number of matches. */
    reference(field: Field, text: string): string | { count: number } | undefined
  }
  fault(key: 'readonlyColumn' | 'refAmbiguous' | 'refMissing' | 'rounded', values: Record<string, unknown>): Outcome
  /** Reads one of several values in a cell. */
  read(field: Field, part: string): Outcome
}
export type Reader = (given: CellValue, around: Around) => Outcome
/** The school and the reader of a sheet. */
export interface SheetReader {
  db: Db
  lang: Lang
}
export type Shown = string | number | boolean | null | undefined
/** How a kind of field is read from and written to spreadsheets. */
export interface FieldSheet {
  read: Reader
  /** Value of an exported cell. */
  show: (field: Field, reader: SheetReader, inner: (field: Field) => Promise<(value: unknown) => Shown>) => ((value: unknown) => Shown) | Promise<(value: unknown) => Shown>
  /** Exported as a number. */
  cell?: 'number' | 'money'
  /** Explanation in an import template. */
  note?: string
  /** Value of a template's example row. */
  sample?: string
  /** Choices of a template's drop-down list. */
  choices?: (field: Field, reader: SheetReader) => string[] | Promise<string[]>
  /** Codes by the texts that stand for them, in lower case. */
  codes?: (field: Field, reader: SheetReader) => Map<string, string> | Promise<Map<string, string>>
}
/** Converts full-width letters, digits and symbols to ASCII; Chinese punctuation stays. */
export const clean = (text: string): string =>
  trim(text.replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0d\uff0e\uff3f\uff20\uff0b]/g, c => String.fromCharCode(c.charCodeAt(0) - 0xfee0)).replace(/\u00a0/g, ' '))
export const asText = (given: CellValue): string => (typeof given === 'object' ? String(given.serial) : typeof given === 'boolean' ? (given ? 'TRUE' : 'FALSE') : String(given))
/** A text in Chinese, English and the reader's language. */
export const wordings = (text: string, lang: Lang): string[] => [text, translate('en', text), ...(lang === 'zh-tw' ? [translate(lang, text)] : [])]

/** Shows values as they are. */
export const asIs = () => (value: unknown) => value as Shown
export const asJson = () => (value: unknown) => JSON.stringify(value)
/** Of columns that cannot be imported. */
export const refuse: Reader = (_given, { fault }) => fault('readonlyColumn', {})
/** Codes by their labels and by themselves; codes take precedence. */
export function codesOf(labels: ReadonlyArray<readonly [code: string, label: string]>, lang: Lang): Map<string, string> {
  const made = new Map<string, string>()
  for (const [code, label] of labels) for (const text of wordings(label, lang)) made.set(clean(text).toLowerCase(), code)
  for (const [code] of labels) made.set(code, code)
  return made
}
export const readCode: Reader = (given, { name, field, lookups }) => ({ value: lookups.code(name, field, asText(given)) ?? asText(given) })
