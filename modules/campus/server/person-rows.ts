import sql, { raw } from 'sql-template-tag'
import { allEntities, type Entity } from '#model'
import type { Db } from '#server/context.ts'
import { columnsOf, quote } from '#server/data/columns.ts'

/** All rows referencing a person in any module, found by the declared references. Independent of the caller's scope: merging must move all of them. */
export async function rowsOfPerson(db: Db, personId: string): Promise<Array<{ entity: Entity; field: string; ids: string[] }>> {
  const found: Array<{ entity: Entity; field: string; ids: string[] }> = []
  for (const entity of allEntities()) {
    for (const [field, f] of columnsOf(entity).fields) {
      if (f.kind !== 'ref' || f.options.to !== 'person') continue
      const at = raw(quote(columnsOf(entity).of.get(field) as string))
      const rows = await db.query<{ id: string }>(sql`select id from ${raw(columnsOf(entity).table)} where ${at} = ${personId} order by id`)
      if (rows.length) found.push({ entity, field, ids: rows.map(r => r.id) })
    }
  }
  return found
}
