import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Entity } from '#model'
import { uuidv7 } from '../base/uuid.ts'
import type { Cipher } from '../data/cipher.ts'
import { columnsOf } from '../data/columns.ts'
import { naturalKey } from './columns.ts'
import type { LocatedHeader } from './header.ts'
import type { Lookups } from './lookups.ts'
import type { SheetRow, Workbook } from './read.ts'
import type { Faults } from './row-issues.ts'
import { DERIVED, type ImportHooks } from './rules.ts'
import { EXAMPLE_MARK, FOOTER_MARK } from './template.ts'
import { sheetIssue } from './texts.ts'
import { cellToValue } from './values.ts'

type Values = Record<string, unknown>
interface ParsedRow {
  row: number
  id: string
  values: Values
  /** What a new row takes where the sheet says nothing. */
  derived?: Values
  /** Unresolved references to rows of the same sheet: field → cell text. */
  open: Array<[field: string, text: string]>
}
export interface IntakeOptions {
  entity: Entity
  found: LocatedHeader
  lookups: Lookups
  hooks: ImportHooks<Entity>
  cipher: Cipher
  faults: Faults
  onProgress(processed: number): Promise<void>
}
/** Parses, validates and stages the rows; valid ones go to the temporary table `import_copy` of this connection. Returns the number of rows. */
export async function parseAndStage(client: pg.PoolClient, book: Workbook, options: IntakeOptions): Promise<number> {
  await client.query('create temp table import_copy (row_no int not null, id uuid not null, data jsonb not null)')
  const copy = client.query(copyFrom('copy import_copy (row_no, id, data) from stdin'))
  const names = new Map<string, string>()
  const waiting: ParsedRow[] = []
  let total = 0
  try {
    for await (const batch of book.rows(options.found.sheet)) {
      let lines = ''
      for (const row of batch) {
        if (row.number <= options.found.headerRow || !isData(row, options.found)) continue
        total++
        const taken = takeRow(row, options)
        if (!taken) continue
        remember(names, taken, options.entity)
        if (taken.open.length) waiting.push(taken)
        else lines += copyLine(taken, options)
      }
      if (lines && !copy.write(lines)) await once(copy, 'drain')
      await options.onProgress(total)
    }
    copy.end(
      settle(waiting, names, options)
        .map(taken => copyLine(taken, options))
        .join(''),
    )
    await once(copy, 'finish')
  } catch (error) {
    copy.destroy()
    throw error
  }
  return total
}
/** Skips empty lines and our own example and footer rows. */
function isData(row: SheetRow, found: LocatedHeader): boolean {
  const filled = row.cells.filter(c => c !== undefined && c !== '')
  const first = filled[0]
  if (typeof first === 'string' && (first.startsWith(EXAMPLE_MARK) || (filled.length === 1 && first.startsWith(FOOTER_MARK)))) return false
  for (const at of found.columns.keys()) if (row.cells[at] !== undefined && String(row.cells[at]).trim() !== '') return true
  return false
}
function takeRow(row: SheetRow, { entity, found, lookups, hooks, faults }: IntakeOptions): ParsedRow | undefined {
  const taken: ParsedRow = { row: row.number, id: uuidv7(), values: {}, open: [] }
  for (const [at, { name, field }] of found.columns) {
    const cell = row.cells[at]
    // An empty cell of a field with a default is treated as not given.
    if ((cell === undefined || cell === '') && (field.options.initial !== undefined || hooks.derives?.fields.includes(name))) continue
    const one = cellToValue(name, field, cell, lookups)
    if (!('issue' in one)) taken.values[name] = one.value
    else if (one.issue.rule === 'sheet.refMissing' && field.kind === 'ref' && field.options.to === entity.name) taken.open.push([name, String(one.issue.values?.value)])
    else faults.add(row.number, [one.issue])
  }
  if (faults.has(row.number)) return undefined
  const wrong = hooks.row?.(taken.values) ?? []
  faults.add(
    row.number,
    wrong.map(w => ({
      rule: `${entity.module}.${entity.name}.${w.rule}`,
      text: entity.options.refusals?.[w.rule] ?? w.rule,
      values: w.values ?? {},
      ...(w.field ? { field: w.field } : {}),
    })),
  )
  if (wrong.length) return undefined
  taken.derived = Object.fromEntries(Object.entries(hooks.derives?.of(taken.values) ?? {}).filter(([name]) => (taken.values[name] ?? null) === null))
  return taken
}
/** Records names for references within the sheet; only for self-referencing entities. */
function remember(names: Map<string, string>, taken: ParsedRow, e: Entity): void {
  if (!Object.values(e.fields).some(f => f.kind === 'ref' && f.options.to === e.name)) return
  for (const field of [...(naturalKey(e).length === 1 ? naturalKey(e) : []), e.options.title]) {
    const text = taken.values[field]
    if (typeof text === 'string' && !names.has(text)) names.set(text, taken.id)
  }
}
function settle(waiting: readonly ParsedRow[], names: ReadonlyMap<string, string>, { entity, faults }: IntakeOptions): ParsedRow[] {
  return waiting.filter(taken => {
    for (const [field, text] of taken.open) {
      const id = names.get(text)
      if (id) taken.values[field] = id
      else faults.add(taken.row, [sheetIssue('refMissing', { label: entity.fields[field]?.label, value: text }, field)])
    }
    return !faults.has(taken.row)
  })
}
/** Staged data of a row by column, encrypted fields as ciphertext and hash; one line of COPY. */
function copyLine({ row, id, values, derived = {} }: ParsedRow, options: IntakeOptions): string {
  const data = { ...columnData(values, options), [DERIVED]: columnData(derived, options) }
  return `${row}\t${id}\t${JSON.stringify(data).replace(/\\/g, '\\\\')}\n`
}
function columnData(values: Values, { entity, cipher }: IntakeOptions): Values {
  const { of, fields } = columnsOf(entity)
  const data: Values = {}
  for (const [name, value] of Object.entries(values)) {
    const column = of.get(name)
    if (!column) continue
    const text = value === null || value === undefined ? null : String(value)
    if (fields.get(name)?.options.encrypted) {
      data[column] = text === null ? null : cipher.encrypt(text)
      data[`${column}_hash`] = text === null ? null : cipher.hash(text)
    } else data[column] = value ?? null
  }
  return data
}
