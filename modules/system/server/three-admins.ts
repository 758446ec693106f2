import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { grantGuard } from '#server/data/grant-guard.ts'
import { ADMIN_FUNCTIONS, type AdminFunction, functionOf, functionsOf } from '../model/admin-functions.ts'
import { roleMenu } from '../model/role.ts'
import { user } from '../model/user.ts'
import { newest } from './parameters.ts'

/** Read from the database, not from the cache: a transaction that waited for the lock must see that the mode has just been switched on. */
export const isThreeAdmins = async (db: Db): Promise<boolean> => (await newest(db, 'security')).content.threeAdmins === true

/** Serialises these checks: two concurrent grants, each harmless alone, could give one person two functions. */
export const lockGuard = (db: Db): Promise<unknown> => db.query(sql`select pg_advisory_xact_lock(hashtext(${`three admins ${db.me.tenantId}`}))`)

interface Holder {
  id: string
  nickName: string
  held: string
  wanted: string
}
/** Enabled users who hold two administrative functions, now or from a later date. */
export async function holdingTwo(db: Db): Promise<Holder[]> {
  const parts = await partsOf(db)
  const people = await db.query<{ id: string; nickName: string; roles: string[] }>(sql`select u.id, u.nick_name as "nickName", array_agg(distinct ru.role_id) as roles
    from sys_user u join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id and (ru.valid_to is null or ru.valid_to >= ${today()})
    where u.tenant_id = ${db.me.tenantId} and u.status in ('enabled', 'locked') and ru.role_id = any(${[...parts.keys()]}::uuid[]) group by u.id, u.nick_name order by u.nick_name`)
  return people.flatMap(({ id, nickName, roles }) => {
    const found = new Set(roles.flatMap(r => [...(parts.get(r) ?? [])]))
    const [held, wanted] = (Object.keys(ADMIN_FUNCTIONS) as AdminFunction[]).filter(f => found.has(f))
    return held && wanted ? [{ id, nickName, held: ADMIN_FUNCTIONS[held], wanted: ADMIN_FUNCTIONS[wanted] }] : []
  })
}
/** Administrative functions per role id; roles with none are absent. `without` are role menus to ignore. */
async function partsOf(db: Db, without: ReadonlyArray<{ roleId: string; menuId: string }> = []): Promise<Map<string, ReadonlySet<AdminFunction>>> {
  const rows = await db.query<{ roleId: string; keys: string[] }>(sql`select rm.role_id as "roleId", array_agg(distinct m.permission_key) as keys
    from role_menu rm join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where rm.tenant_id = ${db.me.tenantId} and (m.permission_key like 'system:%' or m.permission_key like 'audit:%')
      and not exists (select from jsonb_to_recordset(${JSON.stringify(without)}) x("roleId" uuid, "menuId" uuid) where x."roleId" = rm.role_id and x."menuId" = rm.menu_id)
    group by rm.role_id`)
  return new Map(rows.map(r => [r.roleId, new Set(functionsOf(r.keys))] as const).filter(([, found]) => found.size))
}
/** Checked at commit after any change of grants (roles, menus, accounts, covers): nobody may newly hold two functions. Users who already held two, from changes by the program
 *  itself, do not block corrections. */
async function check(db: Db): Promise<void> {
  if (!db.me.userId) return
  await lockGuard(db)
  if (!(await isThreeAdmins(db))) return
  const now = await holdingTwo(db)
  if (!now.length) return
  const before = new Set((await db.onReplica(committed => holdingTwo(committed))).map(h => h.id))
  const added = now.find(h => !before.has(h.id))
  if (added) throw refusalOf(user, 'threeAdmins', { nickName: added.nickName, held: added.held, wanted: added.wanted })
}
/** An upgrade adds no administrative function to a role that lacked it: role administrators decide. */
async function seeded(db: Db, rows: ReadonlyArray<{ roleId: string; menuId: string }>): Promise<void> {
  if (!rows.length || !(await isThreeAdmins(db))) return
  const had = await partsOf(db, rows)
  const keys = await db.query<{ roleId: string; menuId: string; key: string }>(sql`select x."roleId", x."menuId", m.permission_key as key
    from jsonb_to_recordset(${JSON.stringify(rows)}) x("roleId" uuid, "menuId" uuid) join menu m on m.tenant_id = ${db.me.tenantId} and m.id = x."menuId" and m.permission_key is not null`)
  const unwanted = keys.filter(({ roleId, key }) => {
    const part = functionOf(key)
    return part && !had.get(roleId)?.has(part)
  })
  await db.removeWhere(
    roleMenu,
    sql`(t.role_id, t.menu_id) in (select x."roleId", x."menuId" from jsonb_to_recordset(${JSON.stringify(unwanted)}) x("roleId" uuid, "menuId" uuid))`,
  )
}
export default grantGuard({ check, seeded })
