import sql from 'sql-template-tag'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { dormBuilding } from '../../places/model/places.ts'

/** Accounts managing these buildings; none where a building has no manager with an account. */
export async function managersHere(db: Db, dormIds: readonly string[]): Promise<Map<string, string[]>> {
  const dorms = await db.cached(dormBuilding)
  const wanted = [...new Set(dormIds)].flatMap(id => dorms.get(id) ?? [])
  const accounts = await accountsOfTeachers(
    db,
    wanted.flatMap(d => (d.managerIds ?? []).flatMap(id => id ?? [])),
  )
  return new Map(wanted.map(d => [d.id, (d.managerIds ?? []).flatMap(id => accounts.get(id ?? '') ?? [])]))
}
/** Accounts managing these buildings; fallback: the student-affairs office. */
export async function managersOf(db: Db, dormIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await managersHere(db, dormIds)
  const lacking = [...found].filter(([, ids]) => !ids.length)
  if (!lacking.length) return found
  const office = await officersOf(db)
  for (const [id] of lacking) found.set(id, office)
  return found
}
/** Manager names shown to residents. */
export async function managerNames(db: Db, dormId: string): Promise<string> {
  const dorm = (await db.cached(dormBuilding)).get(dormId)
  const rows = await db.query<{ name: string }>(
    sql`select name from teacher where tenant_id = ${db.me.tenantId} and id = any(${[...(dorm?.managerIds ?? [])]}::uuid[]) order by name`,
  )
  return rows.map(r => r.name).join('、')
}
