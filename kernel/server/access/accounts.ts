import sql from 'sql-template-tag'
import type { Db } from '../context.ts'
import { anyOf } from '../data/where.ts'

/** Names of accounts by id, in alphabetical order. The caller decides who may read them. */
export async function accountNames(db: Db, ids: ReadonlyArray<string | null | undefined>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.flatMap(id => id ?? []))]
  if (!wanted.length) return new Map()
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, nick_name as name from sys_user where tenant_id = ${db.me.tenantId} and id = ${anyOf(wanted, 'uuid')} order by nick_name`,
  )
  return new Map(rows.map(r => [r.id, r.name]))
}
/** Names accounts by id; a dash for whom it does not know. */
export async function accountNamer(db: Db, ids: ReadonlyArray<string | null | undefined>): Promise<(id: string | null) => string> {
  const names = await accountNames(db, ids)
  return id => names.get(id ?? '') ?? '—'
}
