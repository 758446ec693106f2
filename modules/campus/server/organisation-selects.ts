import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { schoolName } from '#server/data/school-name.ts'
import { department, gradeMajor, major } from '../model/organisation.ts'
import { type DepartmentNode, departmentSelect, departmentTree, gradeMajorSelect, majorSelect } from '../model/organisation-actions.ts'
import { itemOf, picked } from './common.ts'
import { departmentsBelow } from './scope.ts'

type Department = Row<typeof department>
const item = (d: Department) => ({ ...itemOf(d.id, d.name), parentId: d.parentId, code: d.code, name: d.name, deptType: d.deptType })

/** Enabled departments as a tree; children of a disabled one move up to the next enabled ancestor. */
export function treeOf(rows: Iterable<Department>, below: string | null): DepartmentNode[] {
  const children = new Map<string | null, Department[]>()
  for (const d of rows) children.set(d.parentId, [...(children.get(d.parentId) ?? []), d])
  const build = (id: string | null): DepartmentNode[] => (children.get(id) ?? []).flatMap(d => (d.isEnabled ? [{ ...item(d), children: build(d.id) }] : build(d.id)))
  return build(below)
}
async function schoolNode(db: Db, children: DepartmentNode[]): Promise<DepartmentNode> {
  const name = await schoolName(db)
  return { ...itemOf('1', name), parentId: null, code: null, name, deptType: null, children }
}
const isOpen = (row: { isEnabled: boolean }, flag: number | null | undefined): boolean => flag === 0 || row.isEnabled

export default [
  handle(departmentTree, async ({ db }, { root }) => {
    const all = await db.cached(department)
    if (!root) return treeOf(all.values(), null)
    if (root === '1') return [await schoolNode(db, treeOf(all.values(), null))]
    const top = all.get(root)
    return top ? [{ ...item(top), children: treeOf(all.values(), top.id) }] : []
  }),
  handle(departmentSelect, async ({ db }, { flag, deptType, ...query }) =>
    picked(
      (await db.cached(department)).values(),
      query,
      d => isOpen(d, flag) && (!deptType || d.deptType === deptType),
      d => [d.name, d.shortName, d.code],
    ).map(item),
  ),
  handle(majorSelect, async ({ db }, { flag, grade, departmentId, majorId }) => {
    const inDepartments = departmentId ? new Set(await departmentsBelow(db, departmentId)) : undefined
    const inGrade = grade ? new Set([...(await db.cached(gradeMajor)).values()].filter(g => g.grade === grade).map(g => g.majorId)) : undefined
    return [...(await db.cached(major)).values()]
      .filter(m => isOpen(m, flag) && (!inDepartments || inDepartments.has(m.departmentId)) && (!inGrade || inGrade.has(m.id)))
      .filter(m => !majorId || m.id === majorId || m.parentMajorId === majorId)
      .map(m => ({ ...itemOf(m.id, m.name), code: m.code, name: m.name, departmentId: m.departmentId, level: m.level, duration: m.duration }))
  }),
  handle(gradeMajorSelect, async ({ db }, { grade, departmentId, ...query }) => {
    const majors = await db.cached(major)
    const inDepartments = departmentId ? new Set(await departmentsBelow(db, departmentId)) : undefined
    return picked(
      (await db.cached(gradeMajor)).values(),
      query,
      g => (!grade || g.grade === grade) && (!inDepartments || inDepartments.has(g.departmentId)) && (majors.get(g.majorId)?.isEnabled ?? false),
      g => [g.name],
    ).map(g => ({
      ...itemOf(g.id, g.name),
      grade: g.grade,
      majorId: g.majorId,
      majorName: majors.get(g.majorId)?.name ?? null,
      departmentId: g.departmentId,
      level: g.level,
      duration: g.duration,
    }))
  }),
]
