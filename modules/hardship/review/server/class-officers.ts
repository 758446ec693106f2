import sql from 'sql-template-tag'
import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Who of these students is an officer of their class, from the module of student organisations; besides the monitor, whom the class names. */
interface ClassOfficers extends Registration {
  kind: 'classOfficers'
  among(db: Db, studentIds: readonly string[]): Promise<ReadonlySet<string>>
}
const points = solePoint<ClassOfficers>('classOfficers')
/** Registers who the officers of a class are (40-D4). */
export const supplyClassOfficers = (among: ClassOfficers['among']): ClassOfficers => points.make({ among })
/** The monitors of classes, and whom that module names. */
export const officersAmong: ClassOfficers['among'] = async (db, ids) => {
  const monitors = await db.query<{ id: string }>(sql`select monitor_id as id from stu_class where tenant_id = ${db.me.tenantId} and monitor_id = any(${[...ids]}::uuid[])`)
  return new Set([...monitors.map(m => m.id), ...((await points.of(db)?.among(db, ids)) ?? [])])
}
