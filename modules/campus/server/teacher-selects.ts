import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { department } from '../model/organisation.ts'
import { teacher } from '../model/people.ts'
import { fdyBzrSelect, fdySelect, teacherSelect } from '../model/people-actions.ts'
import { itemOf, picked } from './common.ts'
import { departmentsBelow } from './scope.ts'
import { type ClassRole, holdersOn, relationsOf } from './staffing.ts'

type Teacher = Row<typeof teacher>
const LIST = 'campus:teacher:list'
/** Largest number of people returned without a department filter. */
const MOST = 50

async function visible(db: Db, { flag, gh }: { flag?: number | null; gh?: string | null }): Promise<Teacher[]> {
  const rows = await db.visibleFor(teacher, LIST).all(flag === 0 ? {} : { status: ['active', 'onLeave'] }, { sort: ['staffNo'] })
  return gh ? rows.filter(t => t.staffNo.startsWith(gh)) : rows
}
async function items(db: Db, rows: readonly Teacher[]) {
  const departments = await db.cached(department)
  const users = await db.query<{ id: string; teacherId: string }>(
    sql`select id, teacher_id as "teacherId" from sys_user where realm = 'admin' and teacher_id = any(${rows.map(t => t.id)}::uuid[])`,
  )
  const userOf = new Map(users.map(u => [u.teacherId, u.id]))
  return rows.map(t => ({
    ...itemOf(t.id, t.name),
    userId: userOf.get(t.id) ?? null,
    gh: t.staffNo,
    name: t.name,
    departmentId: t.departmentId,
    departmentName: departments.get(t.departmentId)?.name ?? null,
    phone: t.phone,
  }))
}
/** Holders of a role today, with their classes. */
async function holding(db: Db, role: ClassRole, query: { flag?: number | null; gh?: string | null }) {
  const held = await holdersOn(db)
  const rows = (await visible(db, query)).filter(t => relationsOf(held.byTeacher, t.id, role).length)
  return (await items(db, rows)).map(item => ({ ...item, role, classIds: relationsOf(held.byTeacher, item.id, role).map(r => r.classId) }))
}
export default [
  handle(teacherSelect, async ({ db }, { flag, campusId, departmentId, gh, ...query }) => {
    const within = departmentId ? new Set(await departmentsBelow(db, departmentId)) : undefined
    const rows = picked(
      await visible(db, { flag: query.id ? 0 : (flag ?? null), gh: gh ?? null }),
      query,
      t => (!campusId || t.campusId === campusId) && (!within || within.has(t.departmentId)),
      t => [t.name, t.staffNo],
    )
    return items(db, departmentId ? rows : rows.slice(0, MOST))
  }),
  handle(fdySelect, async ({ db }, { flag, gh }) => (await holding(db, 'fdy', { flag: flag ?? null, gh: gh ?? null })).slice(0, MOST).map(({ role: _role, ...item }) => item)),
  handle(fdyBzrSelect, async ({ db }, { flag, gh }) => {
    const query = { flag: flag ?? null, gh: gh ?? null }
    return [...(await holding(db, 'fdy', query)), ...(await holding(db, 'bzr', query))].slice(0, MOST)
  }),
]
