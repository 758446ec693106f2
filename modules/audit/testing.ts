import sql from 'sql-template-tag'
import { sql as statement } from '#testing/database.ts'
import type { School } from '#testing/school.ts'

interface Line {
  at: string
  userId: string
  kind: string
}
/** A line of the audit about students, as something that was done writes it. */
export const audited = (school: School, action: string, { at, userId, kind }: Partial<Line> = {}): Promise<Array<{ id: string }>> =>
  school.db.query(sql`insert into audit_log (tenant_id, user_id, action, biz_type, detail, at)
    values (${school.tenantId}, ${userId ?? null}, ${action}, 'student', ${JSON.stringify({ kind })}, coalesce(${at ?? null}::timestamptz, now())) returning id`)
/** By the owner of the database, with rights that the application's role lacks. */
export const asOwner = (school: School, text: string, values: readonly unknown[] = []) => statement(school.server.core.url, text, values)
