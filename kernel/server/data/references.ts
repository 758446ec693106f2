import sql, { join, raw } from 'sql-template-tag'
import type { Entity } from '#model'
import type { Db } from '../context.ts'
import type { Registry } from '../registry/registry.ts'
import { columnsOf, quote } from './columns.ts'

/** Counting references stops here. */
const MOST_COUNTED = 100
export interface Used {
  entity: string
  label: string
  /** At most `MOST_COUNTED`. */
  count: number
  /** There are more than `count`. */
  more: boolean
}
/** Counts live rows that reference a row, by entity. A secret reference repeats another one for the data scope and is not counted twice; parts of the row are not counted, nor is what
 *  nobody may learn of. */
export async function countReferences(db: Db, registry: Registry, of: Entity, id: string): Promise<Used[]> {
  const parts = [...registry.entities.values()].flatMap(e =>
    (e.options.isUncounted ? [] : [...columnsOf(e).fields])
      .filter(([, f]) => f.kind === 'ref' && f.options.to === of.name && !f.options.secret && !f.options.isPart)
      .map(([name]) => ({ e, column: columnsOf(e).of.get(name) as string })),
  )
  if (!parts.length) return []
  const counts = parts.map(
    ({ e, column }) =>
      sql`select ${e.name} as entity, ${e.label} as label, count(*)::int as count from (select 1 from ${raw(columnsOf(e).table)} where tenant_id = ${db.me.tenantId} and ${raw(quote(column))} = ${id}${raw(e.options.softDelete ? ' and deleted_at is null' : '')} limit ${MOST_COUNTED + 1}) found`,
  )
  return db.query<Used>(
    sql`select entity, label, least(sum(count), ${MOST_COUNTED})::int as count, sum(count) > ${MOST_COUNTED} as more
      from (${join(counts, ' union all ')}) x group by entity, label having sum(count) > 0 order by count desc`,
  )
}
