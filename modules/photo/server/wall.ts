import sql, { empty } from 'sql-template-tag'
import type { OutputOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, compute, handle } from '#server/context.ts'
import { photoCoverage, photoWall } from '../model/actions.ts'
import { collectionCode } from '../model/code.ts'
import { studentPhoto } from '../model/photo.ts'

const LIST = photoWall.permission
const wall = handle(photoWall, async ({ db }, { classId }) => {
  const pupils = await db.visibleFor(student, LIST).all({ classId, isAtSchool: true }, { sort: ['studentNo'] })
  const photos = await db.visibleFor(studentPhoto, LIST).all({ studentId: pupils.map(p => p.id), state: ['accepted', 'locked', 'pending'] })
  return pupils.map(({ id, name, studentNo }) => {
    const own = photos.filter(p => p.studentId === id)
    return {
      ...{ id, name, studentNo },
      photos: own.flatMap(({ kind, fileId: [file], state, isCurrent }) => (isCurrent && file ? [{ kind, fileId: file, state }] : [])),
      pending: own.flatMap(p => (p.state === 'pending' ? [p.kind] : [])),
    }
  })
})
/** Counted over the students whom the reader may see, class by class. */
const coverage = handle(photoCoverage, async ({ db }, { kind, grade, departmentId }) =>
  db.query<OutputOf<typeof photoCoverage>>(sql`
    select c.id as "classId", c.name as "className", count(*)::int as students, count(*) filter (where p.has)::int as have, count(*) filter (where p.waits)::int as pending
    from (${db.visibleFor(student, LIST).rows()}) s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      cross join lateral (select coalesce(bool_or(x.is_current), false) as has, coalesce(bool_or(x.state = 'pending'), false) as waits from student_photo x
        where x.tenant_id = s.tenant_id and x.student_id = s.id and x.kind = ${kind} and (x.is_current or x.state = 'pending')) p
    where s.is_at_school ${grade ? sql`and s.grade = ${grade}` : empty} ${departmentId ? sql`and s.department_id = ${departmentId}` : empty}
    group by c.id, c.name order by count(*) filter (where not p.has) desc, c.name`),
)
/** Number and class of the student of each row. */
async function named({ db }: Ctx, rows: ReadonlyArray<Record<string, unknown>>): Promise<void> {
  const people = await studentsOf(
    db,
    rows.map(row => String(row.studentId)),
  )
  for (const row of rows) {
    const who = people.get(String(row.studentId))
    Object.assign(row, { studentNo: who?.studentNo ?? null, className: who?.className ?? null })
  }
}
export default [wall, coverage, compute(studentPhoto, ['studentNo', 'className'], named), compute(collectionCode, ['studentNo', 'className'], named)]
