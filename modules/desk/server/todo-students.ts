import sql from 'sql-template-tag'
import { type Entity, entityNamed, hasEntity, isUuid } from '#model'
import type { Db } from '#server/context.ts'
import { column } from '#server/data/columns.ts'

interface About {
  bizType: string
  bizId: string
}
/** Field of an entity that names the student a row is about, if it is a column of its own. */
function studentField(of: Entity): string | undefined {
  const { scope } = of.options
  const field = 'student' in scope ? scope.student : undefined
  return typeof field === 'string' && Object.hasOwn(of.fields, field) ? field : undefined
}
export interface AboutStudent {
  studentId: string
  studentName: string
  className: string | null
}
/** The students whom these rows are about, by row; one statement for each type of row. The reader has them as to-dos already. */
export async function studentsOf(db: Db, todos: readonly About[]): Promise<ReadonlyMap<string, AboutStudent>> {
  const found = new Map<string, AboutStudent>()
  for (const [bizType, own] of Map.groupBy(todos, t => t.bizType)) {
    const of = hasEntity(bizType) ? entityNamed(bizType) : undefined
    const field = of && studentField(of)
    if (!of || !field) continue
    const ids = own.map(t => t.bizId).filter(isUuid)
    const rows = await db.query<AboutStudent & { id: string }>(sql`select x.id, s.id as "studentId", s.name as "studentName", c.name as "className" from ${db.unscoped(of).rows()} x
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.${column(of, field)} left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      where x.id = any(${ids}::uuid[])`) // see above
    for (const { id, ...row } of rows) found.set(id, row)
  }
  return found
}
