import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { holdersOn, relationsOf } from '#modules/campus/server/api.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { type Db, handle } from '#server/context.ts'
import { student } from '../model/student.ts'
import { classStudent, fdyStudent, studentSelect } from '../model/wire.ts'

export const LIST = 'student:student:list'
const MOST = 50
type Item = OutputOf<typeof classStudent>

/** Students the reader may list, in the customer's select format. A limit applies unless filtered by class or department. */
async function items(db: Db, where: readonly Sql[], isNarrow: boolean): Promise<Item[]> {
  const rows = await db.query<Omit<Item, 'className'>>(sql`
    select s.id, s.id as value, s.name as label, u.id as "userId", s.student_no as xh, s.name, s.gender_code as "genderCode", s.class_id as "classId", s.grade, s.status
    from ${db.visibleFor(student, LIST).rows()} s
    left join sys_user u on u.tenant_id = s.tenant_id and u.realm = 'admin' and u.student_id = s.id
    where ${join([...where], ' and ')} order by s.student_no, s.id ${raw(isNarrow ? '' : `limit ${MOST}`)}`)
  const classes = await db.cached(stuClass)
  return rows.map(row => ({ ...row, className: classes.get(row.classId ?? '')?.name ?? null }))
}
/** Ended students no longer belong to class lists (SR3). */
const inClasses = (ids: readonly string[]): Sql => sql`s.counselled_class_id = any(${[...ids]}::uuid[])`

function conditions({ flag, grade, departmentId, majorId, classId, xh }: InputOf<typeof studentSelect>): Sql[] {
  return [
    flag === '0' ? sql`true` : sql`s.status in ('preEnrolled', 'reserved', 'active', 'suspended', 'retained')`,
    ...(grade ? [sql`s.grade = ${grade}`] : []),
    ...(departmentId ? [sql`s.department_id = ${departmentId}`] : []),
    ...(majorId ? [sql`s.major_id = ${majorId}`] : []),
    ...(classId ? [sql`s.class_id = ${classId}`] : []),
    ...(xh ? [sql`starts_with(s.student_no, ${xh})`] : []),
  ]
}
const registered: Registration[] = [
  handle(classStudent, async ({ db }, { classId }) => (classId ? items(db, [inClasses([classId])], true) : [])),
  handle(fdyStudent, async ({ db, me }, { fdyId }) => {
    const counsellor = fdyId ?? me.teacherId
    if (!counsellor) return []
    const held = await holdersOn(db)
    return items(db, [inClasses(relationsOf(held.byTeacher, counsellor, 'fdy').map(r => r.classId))], true)
  }),
  handle(studentSelect, async ({ db }, input) => items(db, conditions(input), Boolean(input.classId || input.departmentId))),
]
export default registered
