import sql from 'sql-template-tag'
import { findPeople } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { dormBuilding } from '../../model/setup/places.ts'

/** Accounts that run these buildings; where a building has nobody, the student-affairs office. */
export async function managersOf(db: Db, dormIds: readonly string[]): Promise<Map<string, string[]>> {
  const dorms = await db.cached(dormBuilding)
  const wanted = [...new Set(dormIds)].flatMap(id => dorms.get(id) ?? [])
  const users = await db.query<{ teacherId: string; id: string }>(sql`select teacher_id as "teacherId", id from sys_user
    where tenant_id = ${db.me.tenantId} and realm = 'admin' and status <> 'disabled' and teacher_id = any(${wanted.flatMap(d => d.managerIds ?? [])}::uuid[])`)
  const accounts = Map.groupBy(users, u => u.teacherId)
  const found = new Map(wanted.map(d => [d.id, (d.managerIds ?? []).flatMap(t => accounts.get(t ?? '')?.map(u => u.id) ?? [])]))
  const lacking = [...found].filter(([, ids]) => !ids.length)
  if (!lacking.length) return found
  const office = await officeOf(db)
  for (const [id] of lacking) found.set(id, office)
  return found
}
const officeOf = async (db: Db): Promise<string[]> =>
  (await findPeople(db, { by: 'role', role: 'officer' }, { applicantId: '', studentId: null, departmentId: null, classId: null, row: {} })).map(f => f.userId)
/** What residents read of who runs their building. */
export async function managerNames(db: Db, dormId: string): Promise<string> {
  const dorm = (await db.cached(dormBuilding)).get(dormId)
  const rows = await db.query<{ name: string }>(
    sql`select name from teacher where tenant_id = ${db.me.tenantId} and id = any(${[...(dorm?.managerIds ?? [])]}::uuid[]) order by name`,
  )
  return rows.map(r => r.name).join('、')
}
