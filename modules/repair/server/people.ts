import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { anyOf } from '#server/data/where.ts'

/** Accounts with their names. */
export const peopleOf = (db: Db, ids: readonly string[]): Promise<Array<{ id: string; name: string }>> =>
  db.query(sql`select id, nick_name as name from sys_user where tenant_id = ${db.me.tenantId} and id = ${anyOf(ids, 'uuid')} order by nick_name`)
/** Names of accounts, by id. */
export async function namesOf(db: Db, ids: ReadonlyArray<string | null>): Promise<(id: string | null) => string> {
  const names = new Map((await peopleOf(db, [...new Set(ids.flatMap(id => id ?? []))])).map(p => [p.id, p.name]))
  return id => names.get(id ?? '') ?? '—'
}
