import sql, { raw, type Sql } from 'sql-template-tag'
import { type DraftOf, Refusal, type Row, snake } from '#model'
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
const COLUMNS = SPAN_FIELDS.map(snake)
const columnsOf = (alias: string): Sql => raw(COLUMNS.map(c => `${alias}.${c}`).join(', '))
/** Attributes of a row `s` as copied into its span. */
export const STANDING = Object.fromEntries(SPAN_FIELDS.map(name => [name, raw(`s.${snake(name)}`)]))
/** `nextSpan` of many students in a few statements. `from` is a source of their present values under the alias `s`, `which` a condition over it. Spans need no history of their own. */
export async function nextSpans(db: Db, from: Sql, which: Sql, on: string, cause: Sql | Cause): Promise<void> {
  const open = sql`h.student_id = s.id and h."to" is null and ${which} and (${columnsOf('h')}) is distinct from (${columnsOf('s')})`
  await db.updateWhere(classHistory, sql`${open} and h."from" >= ${on}`, STANDING, { as: 'h', from, history: false })
  const closed = await db.updateWhere(classHistory, sql`${open} and h."from" < ${on}`, { to: on }, { as: 'h', from, history: false })
  if (!closed.length) return
  const ended = sql`${from} join class_history h on h.tenant_id = ${db.me.tenantId} and h.student_id = s.id and h.id = any(${closed.map(c => c.id)}::uuid[])`
  await db.insertFrom(classHistory, { ...STANDING, studentId: sql`s.id`, from: on, cause }, ended, { history: false })
}
/** Whether a line `h` of class_history is that of its student on a day: the day on which it ends belongs to the next one. */
export const isOnDay = (day: Sql): Sql => sql`h."from" <= ${day} and (h."to" is null or h."to" > ${day})`
/** Starts of the current spans, by student; changes must not be dated earlier. */
export async function standingsSince(db: Db, studentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; from: string }>(
    sql`select student_id as id, "from" from class_history where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and "to" is null`,
  )
  return new Map(rows.map(r => [r.id, r.from]))
}
export const standingSince = async (db: Db, studentId: string): Promise<string | null> => (await standingsSince(db, [studentId])).get(studentId) ?? null
export const beforeLast = (on: string, since: string): Refusal =>
  new Refusal(422, [{ rule: 'student.classHistory.beforeLast', text: '生效日期 {on} 早于上一次变动的 {since}', values: { on, since } }])
/** Updates planner statistics after a bulk insert; stale ones treat the table as small. */
export async function refreshStatistics(db: Db): Promise<void> {
  await db.query(sql`analyze student, class_history`)
}
