import sql from 'sql-template-tag'
import { type ActionCtx, handle } from '#server/context.ts'
import { department, gradeMajor, stuClass } from '../model/organisation.ts'
import { moveGradeMajors, previewMove } from '../model/organisation-actions.ts'
import { students } from './student-side.ts'

type Ctx = Pick<ActionCtx<typeof previewMove>, 'db' | 'refuse'>
interface Move {
  gradeMajorIds: string[]
  departmentId: string
}
/** Grade-majors that would actually move, and the target college. */
async function moving({ db, refuse }: Ctx, { gradeMajorIds, departmentId }: Move) {
  const to = (await db.cached(department)).get(departmentId)
  if (!to?.isEnabled || to.deptType !== '1') return refuse('notCollege', { department: to?.name ?? departmentId }, 'departmentId')
  const all = await db.visible(gradeMajor).all({ id: gradeMajorIds })
  const rows = all.filter(g => g.departmentId !== departmentId)
  if (!rows.length) refuse('nothing', { department: to.name })
  return rows
}
/** BO4: moving a major affects future entry years only; moving existing ones rewrites grade-majors, classes and students in one transaction. */
export default [
  handle(previewMove, async (ctx, input) => {
    const rows = await moving(ctx, input)
    const ids = rows.map(g => g.id)
    const departments = await ctx.db.cached(department)
    const classes = await ctx.db.unscoped(stuClass).count({ gradeMajorId: ids }) // a move includes every class of the grade-major
    const from = [...new Set(rows.map(g => departments.get(g.departmentId)?.name ?? ''))]
    return { gradeMajors: rows.map(g => g.name), classes, students: await students(ctx.db).countInGradeMajors(ctx.db, ids), from }
  }),
  handle(moveGradeMajors, async (ctx, input) => {
    const { db } = ctx
    const rows = await moving(ctx, input)
    const ids = rows.map(g => g.id)
    for (const id of [...ids].sort()) await db.visible(gradeMajor).lock(id)
    for (const id of ids) await db.update(gradeMajor, id, { departmentId: input.departmentId })
    const classes = await db.query<{ id: string }>(
      sql`select id from stu_class where grade_major_id = any(${ids}::uuid[]) and department_id <> ${input.departmentId} order by id for update`,
    )
    for (const { id } of classes) await db.update(stuClass, id, { departmentId: input.departmentId })
    return { gradeMajors: ids.length, classes: classes.length, students: await students(db).gradeMajorsMoved(db, ids, input.departmentId) }
  }),
]
