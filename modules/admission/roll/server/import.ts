import sql, { type Sql } from 'sql-template-tag'
import { linkPersons } from '#modules/campus/server/api.ts'
import { valueFaults } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { importRules, type RowFault, type Stage } from '#server/spreadsheets/rules.ts'
import { admittedStates, admittedStudent } from '../model/admitted-student.ts'
import { convertRoll } from './convert.ts'
import { correctRoll, enterRoll, type OnRoll } from './roll.ts'

const ANY = { has: () => true }
const OPEN = sql`('imported', 'intended', 'declined', 'late')`
/** Where the rows stood before they are overwritten. */
const before = new WeakMap<Db, Array<Pick<OnRoll, 'id' | 'gradeMajorId'>>>()

/** 30-AC1: rolls of thousands of rows, all of them or none; each faulty row says why. */
export default importRules(admittedStudent, {
  without: ['level', 'duration'],
  fills: ['level', 'duration', 'departmentId', 'personId', 'source'],
  converts: { types: ['dbf'], run: convertRoll },
  row: values =>
    valueFaults({ idType: '1', ...values }, ANY, today()).map(
      ({ rule, field, values: why }): RowFault => ({ rule: rule.split('.').at(-1) ?? rule, ...(field ? { field } : {}), ...(why ? { values: { ...why } } : {}) }),
    ),
  async prepare(db, { rows, tenantId }) {
    await db.query(sql`update ${rows} s set level = g.level, duration = g.duration, department_id = g.department_id, source = case when s._new then 'province' else s.source end
      from grade_major g where g.tenant_id = ${tenantId} and g.id = s.grade_major_id`)
    await db.query(sql`update ${rows} s set person_id = null from admitted_student t where t.tenant_id = ${tenantId} and t.id = s.id and t.id_no_hash <> s.id_no_hash`)
    await linkPersons(db, rows)
    before.set(db, await db.query(sql`select t.id, t.grade_major_id as "gradeMajorId" from admitted_student t join ${rows} s on s.id = t.id where t.tenant_id = ${tenantId}`))
  },
  check: faults,
  async written(db, { rows }) {
    const ids = await db.query<{ id: string; isNew: boolean }>(sql`select id, _new as "isNew" from ${rows} s where _new or _changed`)
    const isNew = new Set(ids.flatMap(r => (r.isNew ? [r.id] : [])))
    const written = ids.length ? await db.unscoped(admittedStudent).all({ id: ids.map(r => r.id) }) : [] // rows of this import
    await enterRoll(
      db,
      written.filter(r => isNew.has(r.id)),
    )
    await correctRoll(
      db,
      before.get(db) ?? [],
      written.filter(r => !isNew.has(r.id)),
    )
  },
})
function faults({ rows, tenantId }: Stage): Sql[] {
  const fault = (field: string, rule: string, values: Sql, from: Sql): Sql =>
    sql`select s._row as row, ${field}::text as field, ${rule}::text as rule, ${values} as values from ${from}`
  const label = sql`case t.state ${Object.entries(admittedStates.labels).reduce((all, [state, text]) => sql`${all} when ${state} then ${text}`, sql``)} end`
  return [
    fault('ksh', 'kshYear', sql`jsonb_build_object('ksh', s.ksh, 'year', s.year)`, sql`${rows} s where left(s.ksh, 2) <> right(s.year::text, 2)`),
    fault(
      'gradeMajorId',
      'otherGrade',
      sql`jsonb_build_object('major', g.name, 'year', s.year)`,
      sql`${rows} s join grade_major g on g.tenant_id = ${tenantId} and g.id = s.grade_major_id where g.grade <> s.year`,
    ),
    fault(
      'sourceCanton',
      'cantonUnknown',
      sql`jsonb_build_object('code', s.source_canton)`,
      sql`${rows} s where s.source_canton is not null and not exists (select from canton c where c.tenant_id = ${tenantId} and c.code = s.source_canton)`,
    ),
    fault(
      'ksh',
      'settled',
      sql`jsonb_build_object('name', t.name, 'state', ${label})`,
      sql`${rows} s join admitted_student t on t.tenant_id = ${tenantId} and t.id = s.id where s._changed and t.state not in ${OPEN}`,
    ),
  ]
}
