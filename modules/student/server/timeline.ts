import { handle } from '#server/context.ts'
import { timeline } from '../model/actions.ts'
import { classHistory } from '../model/history.ts'
import { student } from '../model/student.ts'
import { organisation } from './place.ts'

/** Access to the student includes the whole timeline, also in other departments. */
export default handle(timeline, async ({ db }, { id }) => {
  await db.visible(student).one(id)
  const spans = await db.unscoped(classHistory).all({ studentId: id }, { sort: ['-from'] }) // the student's visibility was checked above
  const o = await organisation(db)
  return spans.map(s => ({
    from: s.from,
    to: s.to,
    status: s.status,
    grade: s.grade,
    cause: s.cause,
    className: o.classes.get(s.classId ?? '')?.name ?? null,
    majorName: o.majors.get(s.majorId)?.name ?? null,
    departmentName: o.departments.get(s.departmentId)?.name ?? null,
  }))
})
