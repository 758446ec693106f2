import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Enabled accounts by teacher. */
export async function accountsOfTeachers(db: Db, teacherIds: readonly string[]): Promise<Map<string, string>> {
  if (!teacherIds.length) return new Map()
  const rows = await db.query<{ teacherId: string; userId: string }>(
    sql`select teacher_id as "teacherId", user_id as "userId" from teacher_account where tenant_id = ${db.me.tenantId} and teacher_id = any(${[...new Set(teacherIds)]}::uuid[])`,
  )
  return new Map(rows.map(r => [r.teacherId, r.userId]))
}
