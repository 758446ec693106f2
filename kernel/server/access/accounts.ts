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
/** The account people of the demo school sign in to by this name. */
export async function demoAccount(db: Db, userName: string): Promise<{ id: string; departmentId: string | null } | undefined> {
  const [row] = await db.query<{ id: string; departmentId: string | null }>(
    sql`select id, department_id as "departmentId" from sys_user where tenant_id = ${db.me.tenantId} and realm = 'admin' and user_name = ${userName}`,
  )
  return row
}
