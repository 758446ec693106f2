import sql, { join, raw, type Sql } from 'sql-template-tag'
import { snake, storedFields } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { Stage } from '#server/spreadsheets/rules.ts'
import { classHistory } from '../model/history.ts'
import { student } from '../model/student.ts'
import { isInfo } from './events.ts'
import { nextSpans, STANDING } from './history.ts'

const BEFORE = raw('student_before')

/** Keeps the rows as they were, for events after the write. */
export async function rememberBefore(db: Db, { rows, tenantId }: Stage): Promise<void> {
  await db.query(sql`create temp table ${BEFORE} on commit drop as select t.* from student t join ${rows} s on s.id = t.id where t.tenant_id = ${tenantId} and not s._new`)
}
/** Spans of imported rows: `firstSpan` and `nextSpan` for many rows. */
export async function spansFromStage(db: Db, { rows }: Stage): Promise<void> {
  const on = today()
  const from = sql`${rows} s`
  await db.insertFrom(classHistory, { ...STANDING, studentId: sql`s.id`, from: sql`coalesce(s.enrol_date, ${on}::date)`, cause: 'enrolled' }, sql`${from} where s._new`, {
    history: false,
  })
  await nextSpans(db, from, sql`s._changed`, on, sql`case when h.class_id is distinct from s.class_id then 'classChanged' else 'infoChanged' end`)
}
/** Emits events for new and changed students. */
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

/** Columns other modules copy or depend on. */
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
