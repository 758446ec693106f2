import sql from 'sql-template-tag'
import { type DraftOf, Refusal, type Row } from '#model'
import type { Db } from '#server/context.ts'
import { classHistory, SPAN_FIELDS } from '../model/history.ts'
import type { student } from '../model/student.ts'

type Student = Row<typeof student>
type Cause = NonNullable<Row<typeof classHistory>['cause']>
const spanOf = (row: Student): Omit<DraftOf<typeof classHistory>, 'studentId' | 'from' | 'cause'> =>
  Object.fromEntries(SPAN_FIELDS.map(name => [name, row[name]])) as unknown as Omit<DraftOf<typeof classHistory>, 'studentId' | 'from' | 'cause'>

/** Whether a change touches anything that statistics count by. */
export const touchesSpan = (before: Student, after: Student): boolean => SPAN_FIELDS.some(name => (before[name] ?? null) !== (after[name] ?? null))

/** Opens the first span of a student. */
export async function firstSpan(db: Db, row: Student, from: string): Promise<void> {
  await db.enqueueInsert(classHistory, { studentId: row.id, from, cause: 'enrolled', ...spanOf(row) })
}
/** Lets the student's standing from `on` be what the row says now. The caller holds the student's row lock.
 *  What began on that day or later is put right in place: one day has one standing. */
export async function nextSpan(db: Db, row: Student, on: string, cause: Cause): Promise<void> {
  const open = (await db.unscoped(classHistory).all({ studentId: row.id, 'to.isNull': true }))[0] // the history follows the row whoever changes it
  if (!open) return firstSpan(db, row, on)
  if (open.from >= on) {
    await db.update(classHistory, open.id, { ...spanOf(row), cause: open.cause === 'enrolled' ? 'enrolled' : cause })
    return
  }
  await db.update(classHistory, open.id, { to: on })
  await db.insert(classHistory, { studentId: row.id, from: on, cause, ...spanOf(row) })
}
/** Day the present standing began; a change may not be dated before it. */
export async function standingSince(db: Db, studentId: string): Promise<string | null> {
  const rows = await db.query<{ from: string }>(sql`select "from" from class_history where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and "to" is null`)
  return rows[0]?.from ?? null
}
export const beforeLast = (on: string, since: string): Refusal =>
  new Refusal(422, [{ rule: 'student.classHistory.beforeLast', text: '生效日期 {on} 早于上一次变动的 {since}', values: { on, since } }])
/** After many rows came at once the planner must know, or it treats the table as the small one it was. */
export async function refreshStatistics(db: Db): Promise<void> {
  await db.query(sql`analyze student, class_history`)
}
