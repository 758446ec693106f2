import sql from 'sql-template-tag'
import { type DraftOf, Refusal, type Row } from '#model'
import type { Db } from '#server/context.ts'
import { classHistory, SPAN_FIELDS } from '../model/history.ts'
import type { student } from '../model/student.ts'

type Student = Row<typeof student>
type Cause = NonNullable<Row<typeof classHistory>['cause']>
const spanOf = (row: Student): Omit<DraftOf<typeof classHistory>, 'studentId' | 'from' | 'cause'> =>
  Object.fromEntries(SPAN_FIELDS.map(name => [name, row[name]])) as unknown as Omit<DraftOf<typeof classHistory>, 'studentId' | 'from' | 'cause'>

/** Whether a change affects statistics. */
export const touchesSpan = (before: Student, after: Student): boolean => SPAN_FIELDS.some(name => (before[name] ?? null) !== (after[name] ?? null))

/** Opens a student's first span. */
export async function firstSpan(db: Db, row: Student, from: string): Promise<void> {
  await db.enqueueInsert(classHistory, { studentId: row.id, from, cause: 'enrolled', ...spanOf(row) })
}
/** Makes the row's present values effective from `on`. The caller holds the student's row lock. A span starting that day or later is corrected in place: one status per day. */
export async function nextSpan(db: Db, row: Student, on: string, cause: Cause): Promise<void> {
  const open = (await db.unscoped(classHistory).all({ studentId: row.id, 'to.isNull': true }))[0] // history follows the row, regardless of scope
  if (!open) return firstSpan(db, row, on)
  if (open.from >= on) {
    await db.update(classHistory, open.id, { ...spanOf(row), cause: open.cause === 'enrolled' ? 'enrolled' : cause })
    return
  }
  await db.update(classHistory, open.id, { to: on })
  await db.insert(classHistory, { studentId: row.id, from: on, cause, ...spanOf(row) })
}
/** Start of the current span; changes must not be dated earlier. */
export async function standingSince(db: Db, studentId: string): Promise<string | null> {
  const rows = await db.query<{ from: string }>(sql`select "from" from class_history where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and "to" is null`)
  return rows[0]?.from ?? null
}
export const beforeLast = (on: string, since: string): Refusal =>
  new Refusal(422, [{ rule: 'student.classHistory.beforeLast', text: '生效日期 {on} 早于上一次变动的 {since}', values: { on, since } }])
/** Updates planner statistics after a bulk insert; stale ones treat the table as small. */
export async function refreshStatistics(db: Db): Promise<void> {
  await db.query(sql`analyze student, class_history`)
}
