import type { Outcome } from '#fields/field-model.ts'
import { clean } from '#fields/field-sheet.ts'
import { parseValue } from '#fields/parse.ts'
import { SHEETS } from '#fields/sheets.ts'
import type { Field } from '#model'
import type { Lookups } from './lookups.ts'
import type { Cell } from './read.ts'
import { type SheetRule, sheetIssue } from './texts.ts'

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
  return SHEETS[field.kind].read(given, { name, field, lookups, fault, read: (of, part) => readCell(name, of, part, lookups) })
}
