import { raw, type Sql } from 'sql-template-tag'
import type { Entity } from '#model'
import { uuidv7 } from '../base/uuid.ts'
import type { Cipher } from './cipher.ts'
import { columnsOf, initials, quote, stored } from './columns.ts'

type Plain = Record<string, unknown>
/** Tenant and author of a new row. */
export interface Maker {
  tenantId: string
  actor: string | null
  cipher: Cipher
}
const HEAD = ({ tenantId, actor }: Maker): Array<[column: string, value: unknown]> => [
  ['tenant_id', tenantId],
  ['created_by', actor],
  ['updated_by', actor],
]
/** A new row with an id, as columns and values of an insert. */
export function newRow(of: Entity, given: Plain, maker: Maker): { id: string; draft: Plain; columns: Sql; values: unknown[] } {
  const id = typeof given.id === 'string' ? given.id : uuidv7()
  const draft = { ...initials(of), ...given }
  const pairs = [...HEAD(maker), ...stored(of, { ...draft, id }, maker.cipher)]
  return { id, draft, columns: raw(pairs.map(([c]) => quote(c)).join(', ')), values: pairs.map(([, v]) => v) }
}
/** Many new rows as records of the table, each with an id. */
export function newRecords(of: Entity, drafts: readonly Plain[], maker: Maker): { records: Plain[]; columns: Sql } {
  const rows = drafts.map(draft => ({ ...initials(of), ...draft, id: typeof draft.id === 'string' ? draft.id : uuidv7() }))
  const records = recordsOf(of, rows, maker.cipher).map(record => ({ ...Object.fromEntries(HEAD(maker)), ...record }))
  const names = new Set(records.flatMap(record => Object.keys(record)))
  return { records, columns: raw([...names].map(quote).join(', ')) }
}
/** Rows as records of the table, by column. JSON columns stay nested, since the records are sent as JSON themselves. */
export function recordsOf(of: Entity, rows: readonly Plain[], cipher: Cipher): Plain[] {
  const { json, of: columnOf } = columnsOf(of)
  return rows.map(row => {
    const values = Object.entries(row)
    const plain = Object.fromEntries(values.filter(([name]) => !json.has(name)))
    const nested = values.filter(([name]) => json.has(name)).map(([name, value]) => [columnOf.get(name) as string, value ?? null])
    return Object.fromEntries([...stored(of, plain, cipher), ...nested]) as Plain
  })
}
