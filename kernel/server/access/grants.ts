import sql, { type Sql } from 'sql-template-tag'
import { type Phrase, Refusal } from '#model'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import { type CustomScope, covers, type Held, SCOPE_WIDTH, type Scope, scopeNames } from '#model/scope-order.ts'
import { today } from '../base/today.ts'
import type { Db, Principal } from '../context.ts'
import { firstOf } from '../i18n/wording.ts'

/** One permission as a role grants it, or is about to. */
export interface GrantedKey {
  key: string
  title: string
  scope: Scope
  custom: CustomScope | null
  /** Name of the granting role. */
  role?: string
}
/** Why a grant is refused: permissions the granter lacks, or one held in a narrower scope. */
export type MissingPowers = { lacks: readonly GrantedKey[]; wider?: undefined } | { lacks?: undefined; wider: GrantedKey }

export const heldReaches = (me: Principal, key: string): readonly Held[] => (me.permissions.get(key) ?? []) as readonly Held[]

/** Checks whether `me` may grant these permissions; undefined if all are held at least as widely as they are granted. */
export function missingPowers(me: Principal, given: readonly GrantedKey[]): MissingPowers | undefined {
  const lacks = given.filter(g => !me.permissions.has(g.key))
  if (lacks.length) return { lacks }
  const wider = given.find(g => !covers(heldReaches(me, g.key), g.scope, g.custom))
  return wider && { wider }
}
/** Refuses with 422 unless `me` holds each permission at least as widely as it is granted. For callers without a message of their own; `of` prefixes the rule name. */
export function assertMayGrant(me: Principal, given: readonly GrantedKey[], of: string): void {
  const found = missingPowers(me, given)
  if (!found) return
  const first = found.lacks?.[0] ?? found.wider
  const named = { key: first?.key, permissions: titles(found.lacks ?? [found.wider]), role: firstOf([...new Set((found.lacks ?? [found.wider]).map(g => g.role ?? '—'))], 3) }
  if (found.lacks) throw new Refusal(422, [{ rule: `${of}.lacksPermission`, text: '你没有权限“{permissions}”（{key}），不能经角色“{role}”给人或收回', values: named }])
  const { scope, key } = found.wider
  const values = { ...named, scope: DATA_SCOPE_NAMES[scope], own: scopeNames(heldReaches(me, key)) }
  throw new Refusal(422, [{ rule: `${of}.lacksScope`, text: '角色“{role}”的数据范围“{scope}”超出你自己在权限 {key} 上的范围“{own}”', values }])
}
/** Titles of some permissions as one sentence part; long lists are cut. */
export const titles = (given: ReadonlyArray<{ title: string }>): Phrase => firstOf([...new Set(given.map(g => g.title))], 6)

/** Permissions of these roles, one entry per permission and role. */
export const powersOfRoles = (db: Db, roleIds: readonly string[]): Promise<Array<GrantedKey & { roleId: string }>> =>
  db.query(sql`select distinct r.id as "roleId", r.name as role, m.permission_key as key, coalesce(p.title || ' · ', '') || m.title as title, coalesce(rm.scope_override, r.data_scope) as scope, r.custom_scope as custom
    from role r join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    left join menu p on p.tenant_id = m.tenant_id and p.id = m.parent_id and m.type = 'button'
    where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...roleIds]}::uuid[]) and m.permission_key is not null`)

/** A user's permissions with the width of the widest kind of scope each is held with (`SCOPE_WIDTH`). */
export type Powers = Readonly<Record<string, number>>
export const powersOf = (me: Principal): Powers =>
  Object.fromEntries([...me.permissions].map(([key, reaches]) => [key, Math.max(...reaches.map(r => SCOPE_WIDTH[r.scope]))] as const))
/** Permissions that both hold, at the narrower width. */
export const commonPowers = (one: Powers, two: Powers): Powers =>
  Object.fromEntries(Object.entries(one).flatMap(([key, width]) => (Object.hasOwn(two, key) ? [[key, Math.min(width, two[key] ?? 0)] as const] : [])))
/** Subselect of `user_id`: accounts with more power over other people's data than the caller. They hold, beyond their own rows, a permission the caller lacks or holds only in a
 *  narrower kind of scope. Never includes the caller. */
export const strongerAccounts = (me: Principal): Sql => sql`(select s.user_id from ${strongerThan(me.tenantId, powersOf(me))} s where s.user_id <> ${me.userId})`
/** Accounts of a school that exceed these powers. */
export function strongerThan(tenantId: string, powers: Powers): Sql {
  return sql`(with mine as (select key, value::int as width from jsonb_each_text(${JSON.stringify(powers)}::jsonb)),
    stronger as materialized (select distinct r.id from role r
      join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
      join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id and m.permission_key is not null
      join jsonb_each_text(${JSON.stringify(SCOPE_WIDTH)}::jsonb) w on w.key = coalesce(rm.scope_override, r.data_scope)
      left join mine on mine.key = m.permission_key
      where r.tenant_id = ${tenantId} and w.value::int > 0 and w.value::int > coalesce(mine.width, 0))
    select ru.user_id from role_user ru where ru.tenant_id = ${tenantId} and (ru.valid_to is null or ru.valid_to >= ${today()}) and ru.role_id in (select id from stronger))`
}
/** Those of these accounts that exceed the caller's powers; at most 20. */
export const outrankingUsers = (db: Db, me: Principal, userIds: readonly string[]): Promise<Array<{ id: string; nickName: string }>> =>
  db.query(sql`select u.id, u.nick_name as "nickName" from sys_user u
    where u.tenant_id = ${me.tenantId} and u.id = any(${[...userIds]}::uuid[]) and u.id in ${strongerAccounts(me)} order by u.account_no limit 20`)
