import sql, { raw } from 'sql-template-tag'
import type { DataScope } from '#server/context.ts'
import type { Actor, Person, School } from './school.ts'

/** Creates a role with every permission and this data scope. */
export async function roleWithEverything(at: School, code: string, scope: DataScope): Promise<void> {
  await at.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${at.tenantId}, ${code}, ${code}, ${scope}) returning id)
    insert into role_menu (tenant_id, role_id, menu_id) select ${at.tenantId}, made.id, m.id from made cross join menu m where m.tenant_id = ${at.tenantId}`)
  await at.server.core.principals.changed(at.tenantId)
}
/** Creates a role with every permission: unlimited scope for lists, this data scope for everything else. */
export async function roleListingAll(at: School, code: string, scope: DataScope): Promise<void> {
  await at.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${at.tenantId}, ${code}, ${code}, ${scope}) returning id)
    insert into role_menu (tenant_id, role_id, menu_id, scope_override) select ${at.tenantId}, made.id, m.id, case when m.permission_key like '%:list' then 'all' end
    from made cross join menu m where m.tenant_id = ${at.tenantId}`)
  await at.server.core.principals.changed(at.tenantId)
}
/** Sets the `custom` data scope of a role to every second existing department, class and building. */
export async function reachEverySecond(at: School, code: string): Promise<void> {
  const every = (table: string) =>
    sql`(select coalesce(jsonb_agg(id), '[]') from (select id, row_number() over (order by id) % 2 as odd from ${raw(table)} where tenant_id = ${at.tenantId}) numbered where odd = 1)`
  await at.db.query(sql`update role set custom_scope = jsonb_build_object('departmentIds', ${every('department')}, 'classIds', ${every('stu_class')}, 'buildingIds', ${every('building')})
    where tenant_id = ${at.tenantId} and code = ${code}`)
  await at.server.core.principals.changed(at.tenantId)
}
/** A user with all permissions except one, which `lose` selects. */
export interface AllButOne {
  actor: Actor
  /** All permissions that roles of the school can be given. */
  permissions: readonly string[]
  lose(permission: string): Promise<void>
}
/** For each bit of a permission's number there are two roles: permissions with the bit set, and those without it. Holding, bit by bit, the role that excludes a permission
 *  gives all permissions except that one. */
export async function allButOne(at: School, person: Person = {}): Promise<AllButOne> {
  const rows = await at.db.query<{ key: string }>(
    sql`select distinct permission_key as key from menu where tenant_id = ${at.tenantId} and permission_key is not null order by permission_key`,
  )
  const permissions = rows.map(r => r.key)
  const bits = Array.from({ length: Math.max(1, Math.ceil(Math.log2(permissions.length))) }, (_, bit) => bit)
  const hasBit = (n: number, bit: number): boolean => Math.floor(n / 2 ** bit) % 2 === 1
  const code = (bit: number, isSet: boolean): string => `bit_${bit}_${isSet}`
  for (const bit of bits)
    for (const isSet of [true, false]) {
      const keys = permissions.filter((_, n) => hasBit(n, bit) === isSet)
      await at.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${at.tenantId}, ${code(bit, isSet)}, ${code(bit, isSet)}, 'all') returning id)
        insert into role_menu (tenant_id, role_id, menu_id) select ${at.tenantId}, made.id, m.id from made cross join menu m where m.tenant_id = ${at.tenantId} and m.permission_key = any(${keys}::text[])`)
    }
  await at.server.core.principals.changed(at.tenantId)
  const actor = await at.as(person)
  return {
    actor,
    permissions,
    async lose(permission) {
      const n = permissions.indexOf(permission)
      const codes = bits.map(bit => code(bit, !hasBit(n, bit)))
      await at.db.query(sql`delete from role_user where tenant_id = ${at.tenantId} and user_id = ${actor.userId}`)
      await at.db.query(
        sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${actor.userId} from role where tenant_id = ${at.tenantId} and code = any(${codes}::text[])`,
      )
      await at.server.core.principals.changed(at.tenantId, actor.userId)
    },
  }
}
/** Creates a role with every permission except those that reveal personal and sensitive values. */
export async function roleWithoutReveal(at: School, code: string, scope: DataScope): Promise<void> {
  await at.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${at.tenantId}, ${code}, ${code}, ${scope}) returning id)
    insert into role_menu (tenant_id, role_id, menu_id) select ${at.tenantId}, made.id, m.id from made cross join menu m
    where m.tenant_id = ${at.tenantId} and (m.permission_key is null or m.permission_key not like '%:reveal' and m.permission_key <> 'sheet:export:plain')`)
  await at.server.core.principals.changed(at.tenantId)
}
/** Removes the reveal permissions from all roles. */
export async function withoutReveals(at: School): Promise<void> {
  await at.db.query(sql`delete from role_menu rm using menu m where rm.tenant_id = ${at.tenantId} and m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    and (m.permission_key like '%:reveal' or m.permission_key = 'sheet:export:plain')`)
  await at.server.core.principals.changed(at.tenantId)
}
