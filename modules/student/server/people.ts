import sql, { join, type Sql } from 'sql-template-tag'
import { type InputOf, Refusal } from '#model'
import { type Db, handle } from '#server/context.ts'
import { classHistory } from '../model/history.ts'
import { DIMENSIONS, type Dimension, people } from '../model/statistics.ts'
import { WITH_RECORD } from '../model/status.ts'
import { student } from '../model/student.ts'
import { keyOf } from './dimensions.ts'
import { organisation } from './place.ts'
import { type FlowDimension, steps } from './steps.ts'

type Input = InputOf<typeof people>
const STATISTICS = 'student:student:statistics'
interface StudentRow {
  id: string
  studentNo: string | null
  name: string
  genderCode: string
  departmentId: string
  classId: string | null
  status: string
  total: number
  counted: number
}

/** Students behind a figure. The day decides who is counted; the reader's scope today decides who is listed. */
export default handle(people, async ({ db }, asked) => {
  const size = asked.size ?? 20
  const rows = await db.query<StudentRow>(sql`
    with ${asked.movement ? moved(db, asked) : stood(db, asked)},
    seen as (select s.id, s.student_no, s.name, s.gender_code, c.department_id, c.class_id, c.status from counted c join ${db.visible(student).rows()} s on s.id = c.student_id)
    select s.id, s.student_no as "studentNo", s.name, s.gender_code as "genderCode", s.department_id as "departmentId", s.class_id as "classId", s.status,
      (select count(*)::int from seen) as total, (select count(*)::int from counted) as counted
    from (select 1) one left join (select * from seen order by student_no, id limit ${size} offset ${((asked.current ?? 1) - 1) * size}) s on true`)
  const o = await organisation(db)
  const [first] = rows
  return {
    rows: rows
      .filter(r => r.id)
      .map(({ departmentId, classId, total: _total, counted: _counted, ...r }) => ({
        ...r,
        departmentName: o.departments.get(departmentId)?.name ?? null,
        className: o.classes.get(classId ?? '')?.name ?? null,
      })),
    total: first?.total ?? 0,
    hidden: (first?.counted ?? 0) - (first?.total ?? 0),
  }
})
const asked = (input: Input): Dimension[] => (Object.keys(DIMENSIONS) as Dimension[]).filter(d => input[d] !== undefined && input[d] !== null)

/** Students enrolled on a day, filtered by the figure's dimensions. */
function stood(db: Db, input: Input): Sql {
  const { asOf } = input
  const narrowed = asked(input).map(d => sql`${keyOf(d, asOf)} = ${input[d] === '-' ? '' : input[d]}`)
  return sql`counted as (
    select h.student_id, h.department_id, h.class_id, h.status from ${db.visibleFor(classHistory, STATISTICS).rows()} h
    where h."from" <= ${asOf} and (h."to" is null or h."to" > ${asOf}) and h.status = any(${input.atSchool ? ['active'] : [...WITH_RECORD]})
      and ${narrowed.length ? join(narrowed, ' and ') : sql`true`})`
}
/** Students with a movement of this kind, once each, with the resulting span. */
function moved(db: Db, input: Input): Sql {
  if (!input.since) throw new Refusal(422, [{ field: 'since', rule: 'student.student.sinceMissing', text: people.refusals.sinceMissing as string }])
  const [group] = asked(input) as FlowDimension[]
  return sql`${steps(db, group ?? 'all', STATISTICS)}, counted as (
    select distinct on (m.student_id) m.student_id, h.department_id, h.class_id, h.status
    from moved m join class_history h on h.tenant_id = ${db.me.tenantId} and h.student_id = m.student_id and h."from" = m.day
    where m.movement = ${input.movement} and m.day > ${input.since} and m.day <= ${input.asOf} and (${group ? (input[group] ?? null) : null}::text is null or m.key = ${group ? (input[group] ?? null) : null})
    order by m.student_id, m.day desc)`
}
