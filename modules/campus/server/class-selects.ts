import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { stuClass } from '../model/organisation.ts'
import { classFdySelect, classFdySelectByUser, classSelect } from '../model/organisation-actions.ts'
import { teacher } from '../model/people.ts'
import { itemOf } from './common.ts'
import { type ClassRole, holderOf, holdersOn, relationsOf } from './staffing.ts'
import { students } from './student-side.ts'

type Class = Row<typeof stuClass>
const LIST = 'campus:stuClass:list'
const SORT = { sort: ['-grade', 'classNo'] }

async function items(db: Db, rows: readonly Class[]) {
  const counts = await students(db).countByClass(
    db,
    rows.map(c => c.id),
  )
  return rows.map(c => ({
    ...itemOf(c.id, c.name),
    classNo: c.classNo,
    name: c.name,
    grade: c.grade,
    majorId: c.majorId,
    departmentId: c.departmentId,
    campusId: c.campusId,
    studentCount: counts.get(c.id) ?? 0,
  }))
}
/** Classes a teacher counsels or heads today, within the caller's scope. */
async function classesHeld(db: Db, teacherId: string | null, role: ClassRole, bhOrBjmc?: string | null) {
  const held = await holdersOn(db)
  const ids = teacherId ? relationsOf(held.byTeacher, teacherId, role).map(r => r.classId) : []
  if (!ids.length) return []
  const rows = (await db.visibleFor(stuClass, LIST).all({ id: ids }, SORT)).filter(c => !bhOrBjmc || c.classNo.includes(bhOrBjmc) || c.name.includes(bhOrBjmc))
  const teachers = await db.cached(teacher)
  return (await items(db, rows)).map(item => {
    const [fdy, bzr] = [holderOf(held, item.id, 'fdy'), holderOf(held, item.id, 'bzr')]
    return {
      ...item,
      fdyId: fdy?.teacherId ?? null,
      fdyName: teachers.get(fdy?.teacherId ?? '')?.name ?? null,
      bzrId: bzr?.teacherId ?? null,
      bzrName: teachers.get(bzr?.teacherId ?? '')?.name ?? null,
    }
  })
}
const roleOf = (isFdy: number | null | undefined): ClassRole => (isFdy === 0 ? 'bzr' : 'fdy')
async function teacherOfUser(db: Db, userId: string): Promise<string | null> {
  const rows = await db.query<{ id: string | null }>(sql`select teacher_id as id from sys_user where id::text = ${userId}`)
  return rows[0]?.id ?? null
}

export default [
  handle(classSelect, async ({ db }, { flag, grade, majorId }) => {
    const rows = await db.visibleFor(stuClass, LIST).all(grade ? { grade } : {}, SORT)
    return items(
      db,
      rows.filter(c => (flag === 0 || c.state !== 'ended') && (!majorId || c.majorId === majorId)),
    )
  }),
  handle(classFdySelect, async ({ db, me }, { isFdy }) => classesHeld(db, me.teacherId, roleOf(isFdy))),
  handle(classFdySelectByUser, async ({ db, me }, { isFdy, userId, bhOrBjmc }) =>
    classesHeld(db, userId ? await teacherOfUser(db, userId) : me.teacherId, roleOf(isFdy), bhOrBjmc),
  ),
]
