import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { findPeople, relationSource, type Who } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'

/** The college that a change leads to: of the class, or of the first choice. */
async function collegeOf(db: Db, { row }: Who): Promise<string | undefined> {
  const [classes, gradeMajors] = await Promise.all([db.cached(stuClass), db.cached(gradeMajor)])
  const [first] = Array.isArray(row.choices) ? row.choices : []
  return gradeMajors.get(String(first))?.departmentId ?? classes.get(String(row.toClassId))?.departmentId
}
/** 转入学院管理员 in flows. */
export default relationSource(
  'toCollege',
  (db, whos) =>
    Promise.all(
      whos.map(async who => {
        const departmentId = await collegeOf(db, who)
        return departmentId ? (await findPeople(db, { by: 'role', role: 'college', inDepartment: true }, { ...who, departmentId })).map(p => p.userId) : []
      }),
    ),
  { isOfRow: true },
)
