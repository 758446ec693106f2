import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { relationSource, staffOfAll, type Who } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { studentOrg } from '../model/org.ts'

/** Accounts of the staff of the organisations that applications name: whoever proposes, theirs decide. */
export async function staffAt(db: Db, whos: ReadonlyArray<Pick<Who, 'row'>>, role: 'fdy' | 'college'): Promise<string[][]> {
  const ids = whos.map(({ row }) => (typeof row.orgId === 'string' ? row.orgId : ''))
  const orgs = new Map((await db.unscoped(studentOrg).all({ id: ids.filter(Boolean) })).map(o => [o.id, o])) // who decides about it is looked for
  const places = ids.map(id => ({ departmentId: orgs.get(id)?.departmentId ?? null, counselledClassId: orgs.get(id)?.classId ?? null }))
  return staffOfAll(db, places, role)
}
/** Who guides the organisation; one of a class without a guide has its counsellor. */
async function guidesAt(db: Db, whos: ReadonlyArray<Pick<Who, 'row'>>): Promise<string[][]> {
  const counsellors = await staffAt(db, whos, 'fdy')
  const orgs = new Map((await db.unscoped(studentOrg).all({ id: whos.flatMap(({ row }) => (typeof row.orgId === 'string' ? row.orgId : [])) })).map(o => [o.id, o])) // as above
  const guidesOf = ({ row }: Pick<Who, 'row'>): string[] => {
    const { guideId, otherGuideIds } = orgs.get(String(row.orgId)) ?? {}
    return [guideId, ...(otherGuideIds ?? [])].flatMap(id => id ?? [])
  }
  const accounts = await accountsOfTeachers(db, whos.flatMap(guidesOf))
  return whos.map((who, at) => {
    const guides = guidesOf(who).flatMap(id => accounts.get(id) ?? [])
    return guides.length ? guides : (counsellors[at] ?? [])
  })
}
export default [
  relationSource('orgGuide', guidesAt),
  relationSource('orgCounsellor', (db, whos) => staffAt(db, whos, 'fdy')),
  relationSource('orgCollege', (db, whos) => staffAt(db, whos, 'college')),
]
