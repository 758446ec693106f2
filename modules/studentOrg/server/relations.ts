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
export default [relationSource('orgCounsellor', (db, whos) => staffAt(db, whos, 'fdy')), relationSource('orgCollege', (db, whos) => staffAt(db, whos, 'college'))]
