import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { warningSources } from '#server/extensions/warning-sources.ts'

/** What one source of early warning finds of a student since a date: its values, the latest last. */
export async function warningFacts(db: Db, code: string, studentId: string, from: string): Promise<number[]> {
  const source = db.registered(warningSources).find(s => s.code === code)
  const found = await source?.find(db, sql`select id from student where tenant_id = ${db.me.tenantId} and id = ${studentId}`, from)
  return found ? (await db.query<{ value: number }>(sql`select f.value from (${found}) f order by f.at, f.value`)).map(f => f.value) : []
}
