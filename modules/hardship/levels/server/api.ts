import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** A select of `id` and `level` of those students who have a level on a day of the school. */
export const levelsOn = (db: Db, students: Sql, on: string): Sql =>
  sql`select l.student_id as id, l.level from aid_level_span l
    where l.tenant_id = ${db.me.tenantId} and ${on}::date between l."from" and l."to" and l.student_id in (${students})`
export { levelNow } from './adjust.ts'
export { levelNames, levelOrder } from './order.ts'
export { type LevelMove, lastDayOfYear, setLevels } from './spans.ts'
