import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export interface Place {
  id: string
  grade: number | null
  departmentId: string | null
  majorId: string | null
  classId: string | null
}
/** Where students are now: figures of ten years outlive moves. */
export async function placesOf(db: Db, ids: readonly string[]): Promise<Map<string, Place>> {
  const rows = await db.query<Place>(
    sql`select id, grade, department_id as "departmentId", major_id as "majorId", class_id as "classId" from student where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[])`,
  )
  return new Map(rows.map(row => [row.id, row]))
}
