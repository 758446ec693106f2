import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Night, presenceExcuse } from '../../stays/server/api.ts'
import { AGREED } from '../model/temp-location.ts'

/**
 * Approved nights elsewhere covering a building's night from curfew to gate opening; the actual span counts, so that students who are or should be back are expected
 * (20-DT4, DT5).
 */
async function covers(db: Db, { span, studentIds }: Night): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{
    studentId: string
    tempNo: string
  }>(sql`select student_id as "studentId", temp_no as "tempNo" from temp_location where tenant_id = ${db.me.tenantId}
    and student_id = any(${[...studentIds]}::uuid[]) and state = any(${[...AGREED]}::text[]) and "from" <= ${span.from} and least(back_at, "to") >= ${span.to}`)
  return new Map(rows.map(r => [r.studentId, r.tempNo]))
}
export default presenceExcuse({ code: 'tempLocation', source: 'tempLocation', covers })
