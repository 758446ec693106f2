import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Kind, nameCandidates } from '../model/placeholders.ts'

/** Names of people of this school that occur in a text. */
export async function namesIn(db: Db, text: string): Promise<Map<string, Kind>> {
  const parts = nameCandidates(text)
  if (!parts.length) return new Map()
  const rows = await db.query<{ name: string; isStudent: boolean }>(sql`select name, bool_or(is_student) as "isStudent" from (
      select name, true as is_student from student where tenant_id = ${db.me.tenantId} and name = any(${parts}::text[])
      union all select name, false from teacher where tenant_id = ${db.me.tenantId} and name = any(${parts}::text[])
      union all select nick_name, false from sys_user where tenant_id = ${db.me.tenantId} and nick_name = any(${parts}::text[])) p group by name`)
  return new Map(rows.map(row => [row.name, row.isStudent ? '学生' : '人员'])) // verbatim
}
