import sql, { join, raw } from 'sql-template-tag'
import { type Around, clean } from '#fields/field-sheet.ts'
import { SHEETS } from '#fields/sheets.ts'
import { type Entity, entityNamed, hasEntity } from '#model'
import type { Db, Lang } from '../context.ts'
import { columnsOf, quote } from '../data/columns.ts'
import { type ImportColumn, naturalKey } from './columns.ts'

/** Maps cell texts to codes and ids; loaded once per import. */
export type Lookups = Around['lookups']
type Ids = Map<string, string | { count: number }>

/** Loads the code sets and reference targets of these columns. */
export async function loadLookups(db: Db, columns: ReadonlyArray<Pick<ImportColumn, 'name' | 'field'>>, lang: Lang): Promise<Lookups> {
  const fields = columns.map(c => ({ name: c.name, field: c.field.kind === 'list' && c.field.options.of ? c.field.options.of : c.field }))
  const codes = new Map<string, Map<string, string>>()
  const targets = new Map<string, Ids>()
  for (const { name, field } of fields) {
    const known = await SHEETS[field.kind].codes?.(field, { db, lang })
    if (known) codes.set(name, known)
    const to = field.options.to ?? ''
    if (field.kind === 'ref' && hasEntity(to) && !targets.has(to)) targets.set(to, await targetIds(db, entityNamed(to)))
  }
  return {
    code: (name, _field, text) => codes.get(name)?.get(text) ?? codes.get(name)?.get(text.toLowerCase()),
    reference: (field, text) => targets.get(field.options.to ?? '')?.get(text),
  }
}
/** Ids of all live rows of a target by its single-field keys and title; keys take precedence. Not limited to the data scope: resolving a name reveals nothing, and the
 *  imported row is checked against its own scope. */
async function targetIds(db: Db, to: Entity): Promise<Ids> {
  const known = columnsOf(to)
  const keys = [naturalKey(to), ...(to.options.unique ?? [])].filter(set => set.length === 1).map(set => set[0] as string)
  const usable = (n: string): boolean => known.fields.has(n) && !known.fields.get(n)?.options.encrypted && ['text', 'integer', 'dict'].includes(known.fields.get(n)?.kind ?? '')
  const names = [...new Set([...keys, to.options.title])].filter(usable)
  const made: Ids = new Map()
  if (!names.length) return made
  const columns = join(names.map((n, i) => sql`${raw(quote(known.of.get(n) as string))}::text as ${raw(`k${i}`)}`))
  const live = raw(to.options.softDelete ? ' and deleted_at is null' : '')
  const rows = await db.query<Record<string, string>>(sql`select id, ${columns} from ${raw(known.table)} where tenant_id = ${db.me.tenantId}${live}`)
  for (let i = names.length - 1; i >= 0; i--) addNames(made, rows, `k${i}`)
  return made
}
function addNames(made: Ids, rows: ReadonlyArray<Record<string, string>>, column: string): void {
  const own: Ids = new Map()
  for (const row of rows) {
    const text = row[column] ? clean(row[column]) : ''
    if (!text) continue
    const there = own.get(text)
    own.set(text, there === undefined ? (row.id as string) : { count: typeof there === 'string' ? 2 : there.count + 1 })
  }
  for (const [text, id] of own) made.set(text, id)
}
