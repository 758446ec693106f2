import type { Field, Fields } from '#model/field.ts'
import type { Issue } from '#model/refusal.ts'
import { VALUE_TEXTS, type ValueRule } from '#model/value-texts.ts'

/** Most items of a list without a limit of its own. */
export const MOST_ITEMS = 1000
export type Outcome = { value: unknown } | { issue: Issue }
/** How fields and objects inside a value are validated. */
export interface Inner {
  value(name: string, field: Field, given: unknown): Outcome
  fields(fields: Fields, given: Record<string, unknown>): { values: Record<string, unknown>; issues: Issue[] }
}
export type Parser = (name: string, field: Field, value: unknown, inner: Inner) => Outcome
/** How lists filter by a field. */
export type FilterKind = 'many' | 'ref' | 'bool' | 'dates' | 'numbers' | 'text'

/** What server and browser know of a kind of field. */
export interface FieldModel {
  /** Validates a value that is neither null nor an empty text. */
  parse: Parser
  /** Spaces around a text belong to the value. */
  isVerbatim?: true
  filter: FilterKind
  /** Type in conditions of workflows; without it they cannot use such a field. */
  fact?: 'number' | 'text' | 'date' | 'bool' | 'choice'
  /** Unit of `fact`. */
  unit?: string
  /** A value is shown divided by it. */
  scale?: number
  /** Fits into a cell of a spreadsheet. */
  isTabular: boolean
  /** A valid value, another for each number. */
  example: (field: Field, n: number) => unknown
}
export const fault = (rule: ValueRule, name: string, field: Field, values: Record<string, unknown> = {}): Outcome => ({
  issue: { field: name, rule: `value.${rule}`, text: VALUE_TEXTS[rule], values: { label: field.label, ...values } },
})
/** A value as quoted in a message. */
export const quoted = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60)
export const wrongType = (name: string, field: Field, value: unknown): Outcome => fault('type', name, field, { value: quoted(value) })
/** Parser of texts. */
export const string =
  (then: (name: string, field: Field, value: string) => Outcome): Parser =>
  (name, field, value) =>
    typeof value === 'string' ? then(name, field, value) : wrongType(name, field, value)
/** Parser of texts of one form. */
export const matching = (rule: ValueRule, test: (value: string) => boolean): Parser =>
  string((name, field, value) => (test(value) ? { value } : fault(rule, name, field, { value: quoted(value) })))
