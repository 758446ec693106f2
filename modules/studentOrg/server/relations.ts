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
  return Promise.all(
    whos.map(async ({ row }, at) => {
      const { guideId, otherGuideIds } = orgs.get(String(row.orgId)) ?? {}
      const guides = [
        ...(
          await accountsOfTeachers(
            db,
            [guideId, ...(otherGuideIds ?? [])].flatMap(id => id ?? []),
          )
        ).values(),
      ]
      return guides.length ? guides : (counsellors[at] ?? [])
    }),
  )
}
export default [
  relationSource('orgGuide', guidesAt),
  relationSource('orgCounsellor', (db, whos) => staffAt(db, whos, 'fdy')),
  relationSource('orgCollege', (db, whos) => staffAt(db, whos, 'college')),
]
