import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Accounts of students, as far as they may sign in. */
export async function accountsOf(db: Db, studentIds: readonly string[]): Promise<string[]> {
  const rows = studentIds.length
    ? await db.query<{ id: string }>(
        sql`select id from sys_user where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and realm = 'admin' and status <> 'disabled'`,
      )
    : []
  return rows.map(r => r.id)
}
