import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import type { Db, Principal } from '#server/context.ts'
import { today } from '#server/today.ts'
import { firstOf } from '#server/wording.ts'
import type { CustomScope } from '../model/role.ts'
import { covers, type Held, type Scope } from '../model/scope-order.ts'

/** One permission as a role gives it. */
export interface Given {
  key: string
  title: string
  scope: Scope
  custom: CustomScope | null
}
export const heldFor = (me: Principal, key: string): readonly Held[] => (me.permissions.get(key) ?? []) as readonly Held[]
/** The first permission among these that the caller lacks or holds less far. */
export const firstWider = (me: Principal, given: readonly Given[]): Given | undefined =>
  given.find(g => me.permissions.has(g.key) && !covers(heldFor(me, g.key), g.scope, g.custom))
export const lacking = (me: Principal, given: readonly Given[]): Given[] => given.filter(g => !me.permissions.has(g.key))
/** Titles of some permissions as one sentence part; long lists are cut. */
export const titles = (given: ReadonlyArray<{ title: string }>): Phrase => firstOf([...new Set(given.map(g => g.title))], 6)
/** What roles give, one entry a permission and role. */
export const givenBy = (db: Db, roleIds: readonly string[]): Promise<Array<Given & { roleId: string }>> =>
  db.query(sql`select distinct r.id as "roleId", m.permission_key as key, coalesce(p.title || ' · ', '') || m.title as title, coalesce(rm.scope_override, r.data_scope) as scope, r.custom_scope as custom
    from role r join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    left join menu p on p.tenant_id = m.tenant_id and p.id = m.parent_id and m.type = 'button'
    where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...roleIds]}::uuid[]) and m.permission_key is not null`)

/** Accounts among these whose power over other people's data is beyond the caller's: they hold a permission the caller lacks, or the whole school where the caller has less. */
export async function beyondMe(db: Db, me: Principal, userIds: readonly string[]): Promise<Array<{ id: string; nickName: string }>> {
  const mine = JSON.stringify([...me.permissions].map(([key, reaches]) => ({ key, whole: reaches.some(r => r.scope === 'all') })))
  return db.query(sql`with mine as (select * from jsonb_to_recordset(${mine}) x(key text, whole boolean))
    select distinct u.id, u.nick_name as "nickName" from sys_user u
      join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id and (ru.valid_to is null or ru.valid_to >= ${today()})
      join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
      join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
      join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id and m.permission_key is not null
      left join mine on mine.key = m.permission_key
    where u.tenant_id = ${me.tenantId} and u.id = any(${[...userIds]}::uuid[]) and u.id <> ${me.userId}
      and coalesce(rm.scope_override, r.data_scope) not in ('self', 'assigned')
      and (mine.key is null or (coalesce(rm.scope_override, r.data_scope) = 'all' and not mine.whole)) limit 20`)
}
