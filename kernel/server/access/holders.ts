import sql, { empty, type Sql } from 'sql-template-tag'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'

/** Whether the grant `ru` (a row of `role_user`) is valid today; stand-in grants have start and end dates. */
export const holdsToday = (): Sql => sql`(ru.valid_from is null or ru.valid_from <= ${today()}) and (ru.valid_to is null or ru.valid_to >= ${today()})`

/** Active accounts that hold one of these roles today, as recipients of notifications and todos; each with the first of the roles it holds. */
export async function holdersOf(db: Db, ...codes: readonly string[]): Promise<Array<{ id: string; code: string; departmentId: string | null }>> {
  return db.query(sql`select distinct on (u.id) u.id, r.code, u.department_id as "departmentId" from active_account u join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id
      join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
    where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and r.code = any(${[...codes]}::text[]) and ${holdsToday()}
    order by u.id, array_position(${[...codes]}::text[], r.code)`)
}
/** An account that holds a permission, with one of the roles it has it by and how far that role reaches. */
export interface PermissionHolder {
  id: string
  teacherId: string | null
  role: string
  scope: string
}
/** Active accounts that hold a permission today, or this one if it does: one row for each role they hold it by. */
export async function permissionHolders(db: Db, permission: string, userId?: string): Promise<PermissionHolder[]> {
  return db.query(sql`select distinct u.id, u.teacher_id as "teacherId", r.code as role, coalesce(rm.scope_override, r.data_scope) as scope
    from menu m join role_menu rm on rm.tenant_id = m.tenant_id and rm.menu_id = m.id join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id
      join role_user ru on ru.tenant_id = r.tenant_id and ru.role_id = r.id join active_account u on u.tenant_id = ru.tenant_id and u.id = ru.user_id
    where m.tenant_id = ${db.me.tenantId} and m.permission_key = ${permission} and u.realm = 'admin' and ${holdsToday()}${userId ? sql` and u.id = ${userId}` : empty}`)
}
/** Whether a role of this school holds a permission, which a text expression names. */
export const roleHolds = (db: Db, role: string, permission: Sql): Sql => sql`exists (select from menu m join role_menu rm on rm.tenant_id = m.tenant_id and rm.menu_id = m.id
  join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id where m.tenant_id = ${db.me.tenantId} and m.permission_key = ${permission} and r.code = ${role})`
/** Who holds which of these permissions today, by permission. */
export async function accountsWithEach(db: Db, permissions: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db.query<{ permission: string; ids: string[] }>(sql`select m.permission_key as permission, array_agg(distinct u.id) as ids
    from menu m join role_menu rm on rm.tenant_id = m.tenant_id and rm.menu_id = m.id join role_user ru on ru.tenant_id = rm.tenant_id and ru.role_id = rm.role_id
      join active_account u on u.tenant_id = ru.tenant_id and u.id = ru.user_id
    where m.tenant_id = ${db.me.tenantId} and m.permission_key = any(${[...permissions]}::text[]) and u.realm = 'admin' and ${holdsToday()} group by 1`)
  return new Map(rows.map(r => [r.permission, new Set(r.ids)]))
}
/** Active accounts that hold a permission today, each once: whom to tell. */
export const accountsWith = async (db: Db, permission: string): Promise<string[]> => [...new Set((await permissionHolders(db, permission)).map(h => h.id))]
