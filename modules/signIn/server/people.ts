import sql, { type Sql } from 'sql-template-tag'
import type { TaskPeople } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { signLine } from '../model/sign-line.ts'

/** 20-SA13: lines the reader may see, filtered by date first: a counsellor's two hundred among thirty thousand; and those of their own dates, whose publisher may have others' students, as a lecturer has. */
export function seen(db: Db, which: Sql): Sql {
  const visible = db.visible(signLine).rows()
  const own = sql`select v.* from sign_line v where v.tenant_id = ${db.me.tenantId} and ${which}
    and v.occurrence_id in (select id from sign_occurrence where tenant_id = ${db.me.tenantId} and owner_id = ${db.me.userId}) and not exists (select from ${visible} w where w.id = v.id)`
  return db.reachesAll(signLine, 'signIn:signLine:list') ? sql`(select v.* from ${visible} v where ${which})` : sql`(select v.* from ${visible} v where ${which} union all ${own})`
}
const everyLine = (db: Db, occurrenceId: string): Sql => sql`(select * from sign_line where tenant_id = ${db.me.tenantId} and occurrence_id = ${occurrenceId})`
/** A line is both: whom the date asks, in the class of that day, and their answer. */
const listed = (lines: Sql): Sql => sql`${lines} a cross join lateral (select a.student_id as id, a.class_id) s`

/** The list of a date, as far as the reader sees it. */
export const onList = (db: Db, occurrenceId: string): TaskPeople => ({
  from: listed(seen(db, sql`v.occurrence_id = ${occurrenceId}`)),
  isAnswered: sql`a.state in ('signed', 'late', 'madeUp')`,
  isExcused: sql`a.state = 'excused'`,
})
/** Those who can still sign: voided and absent students cannot. Without `visible` of the whole school. */
export const stillPending = (db: Db, occurrenceId: string, visible = false): TaskPeople => ({
  from: listed(visible ? seen(db, sql`v.occurrence_id = ${occurrenceId}`) : everyLine(db, occurrenceId)),
  isAnswered: sql`a.state <> 'pending'`,
})
