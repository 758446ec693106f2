import sql, { join, raw, type Sql } from 'sql-template-tag'
import { snake, storedFields } from '#model'
import type { Db } from '#server/context.ts'
import type { Stage } from '#server/sheets/rules.ts'
import { today } from '#server/today.ts'
import { SPAN_FIELDS } from '../model/history.ts'
import { student } from '../model/student.ts'
import { isInfo } from './events.ts'

const COLUMNS = SPAN_FIELDS.map(snake)
const of = (alias: string): Sql => raw(COLUMNS.map(c => `${alias}.${c}`).join(', '))
const BEFORE = raw('student_before')

/** Keeps the rows as they stand, for the events after the write. */
export async function rememberBefore(db: Db, { rows, tenantId }: Stage): Promise<void> {
  await db.query(sql`create temp table ${BEFORE} on commit drop as select t.* from student t join ${rows} s on s.id = t.id where t.tenant_id = ${tenantId} and not s._new`)
}
/** The histories of imported rows, set-based: what `firstSpan` and `nextSpan` do for one. */
export async function spansFromStage(db: Db, { rows, tenantId }: Stage): Promise<void> {
  const on = today()
  await db.query(sql`
    insert into class_history (tenant_id, student_id, "from", cause, ${raw(COLUMNS.join(', '))})
    select ${tenantId}::uuid, s.id, coalesce(s.enrol_date, ${on}::date), 'enrolled', ${of('s')} from ${rows} s where s._new`)
  const open = sql`h.tenant_id = ${tenantId} and h.student_id = s.id and h."to" is null and s._changed and (${of('h')}) is distinct from (${of('s')})`
  await db.query(sql`update class_history h set ${join(COLUMNS.map(c => raw(`${c} = s.${c}`)))}, updated_at = now() from ${rows} s where ${open} and h."from" >= ${on}`)
  await db.query(sql`
    with closed as (
      update class_history h set "to" = ${on}, updated_at = now() from ${rows} s where ${open} and h."from" < ${on}
      returning h.student_id, case when h.class_id is distinct from s.class_id then 'classChanged' else 'infoChanged' end as cause
    )
    insert into class_history (tenant_id, student_id, "from", cause, ${raw(COLUMNS.join(', '))})
    select ${tenantId}::uuid, s.id, ${on}::date, c.cause, ${of('s')} from closed c join ${rows} s on s.id = c.student_id`)
}
/** Whoever must hear of new and of changed students. */
export async function toldOfStage(db: Db, stage: Stage): Promise<void> {
  const { rows } = stage
  const made = await db.query<{ id: string; studentNo: string | null; on: string }>(sql`
    select s.id, s.student_no as "studentNo", coalesce(s.enrol_date, ${today()}::date) as "on" from ${rows} s where s._new`)
  const numbered = made.flatMap(m => (m.studentNo ? [{ studentId: m.id, xh: m.studentNo }] : []))
  await db.emitMany('student.numberAssigned', numbered)
  await db.emitMany(
    'student.enrolled',
    made.map(m => ({ studentId: m.id, on: m.on })),
  )
  await db.emitMany('student.classChanged', await moved(db, stage))
  await db.emitMany('student.infoChanged', await renewed(db, stage))
}
const place = (alias: string): Sql => raw(`jsonb_build_object('classId', ${alias}.class_id, 'gradeMajorId', ${alias}.grade_major_id, 'departmentId', ${alias}.department_id)`)
const moved = (db: Db, { rows }: Stage) =>
  db.query(sql`
    select s.id as "studentId", ${place('b')} as "from", ${place('s')} as "to", ${today()}::text as "effectiveDate", 'import' as cause
    from ${rows} s join ${BEFORE} b on b.id = s.id where b.class_id is distinct from s.class_id or b.grade_major_id <> s.grade_major_id`)

/** Columns that other modules keep copies of or look at. */
const INFO = storedFields(student).filter(([name]) => isInfo(name))
function renewed(db: Db, { rows }: Stage): Promise<Array<Record<string, unknown>>> {
  const named = INFO.map(([name, f]) => {
    const at = `"${snake(name)}${f.options.encrypted ? '_hash' : ''}"`
    return raw(`case when b.${at} is distinct from s.${at} then '${name}' end`)
  })
  return db.query(sql`
    select x.id as "studentId", x.fields, 'import' as source
    from (select s.id, array_remove(array[${join(named)}], null) as fields from ${rows} s join ${BEFORE} b on b.id = s.id where s._changed) x
    where cardinality(x.fields) > 0`)
}
