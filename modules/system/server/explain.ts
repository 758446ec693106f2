import sql from 'sql-template-tag'
import { type Entity, entityNamed, hasEntity, permissionKey } from '#model'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import { holdsToday } from '#server/access/holders.ts'
import { apiId, isReadable } from '#server/api-clients/client.ts'
import { type Ctx, type DataScope, handle, type Principal, type Reach } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { translate } from '#server/i18n/translate.ts'
import { within } from '#server/logs/api-usage.ts'
import { sheetAnswer } from '#server/spreadsheets/answer.ts'
import { apiClient, apiEntry } from '../model/api-client.ts'
import { apiEntries, explainAccess, permissionNames, roleMatrix } from '../model/explain.ts'
import { menu } from '../model/menu.ts'
import { user } from '../model/user.ts'
import { type MenuRow, titleOf } from './routes.ts'

interface Grant {
  role: string
  name: string
  key: string
  scope: DataScope
  custom: Reach['custom']
}
/** Grants of a user's roles, for one permission or all. */
const grantsOf = (ctx: Pick<Ctx, 'db'>, permission: string | null = null): Promise<Grant[]> =>
  ctx.db.query<Grant>(sql`select distinct r.code as role, r.name, m.permission_key as key, coalesce(rm.scope_override, r.data_scope) as scope, r.custom_scope as custom
    from role r join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where r.tenant_id = ${ctx.db.me.tenantId} and m.permission_key is not null and (${permission}::text is null or m.permission_key = ${permission})`)
interface Held {
  code: string
  name: string
  source: 'manual' | 'derived' | 'cover'
  isNow: boolean
}
const rolesOf = ({ db }: Ctx, userId: string): Promise<Held[]> =>
  db.query<Held>(sql`select r.code, r.name, ru.source, ${holdsToday()} as "isNow"
    from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id where ru.tenant_id = ${db.me.tenantId} and ru.user_id = ${userId} order by r.sort, r.code`)
/** The entity a permission refers to, if any. */
const entityOf = (key: string): Entity | undefined => {
  const name = key.split(':')[1] ?? ''
  return hasEntity(name) ? entityNamed(name) : undefined
}
/** The highest sensitivity among the fields a permission exposes. */
function sensitivityOf(key: string): 'S1' | 'S2' | null {
  const kinds = Object.values(entityOf(key)?.fields ?? {}).map(f => f.options.sensitivity)
  return kinds.includes('S2') ? 'S2' : kinds.includes('S1') ? 'S1' : null
}
const isKnown = (ctx: Ctx, key: string): boolean => (ctx.db as Gate).kernel.registry.permissions.has(key)

export default [
  handle(explainAccess, async (ctx, { userId, permission, recordId }) => {
    const person = await ctx.db.visible(user).one(userId)
    if (!isKnown(ctx, permission)) return ctx.refuse('unknown', { permission }, 'permission')
    const principal = await (ctx.db as Gate).kernel.principals.of(ctx.me.tenantId, person.id)
    const entity = entityOf(permission)
    const grants = await grantsOf(ctx, permission)
    if (recordId && entity && !(await ctx.db.visibleFor(entity, permissionKey(entity, 'list')).count({ id: recordId } as never))) return ctx.refuse('noRow', {}, 'recordId')
    const held = await rolesOf(ctx, person.id)
    const roles = await Promise.all(held.map(h => whyOf(ctx, h, grants, { principal, entity, recordId: recordId ?? null })))
    const isAllowed = principal?.permissions.has(permission) === true
    return {
      isAllowed,
      isReached: recordId ? roles.some(r => r.isNow && r.reachesRow === true) : null,
      rows: isAllowed && entity && principal ? await (await ctx.db.reachOf(entity, principal, principal.permissions.get(permission) ?? [])).count() : null,
      roles,
      granting: [...new Set(grants.map(g => g.name))],
      fields: entity && principal ? fieldsSeen(ctx, entity, principal) : [],
    }
  }),
  handle(permissionNames, async ({ db, lang }) =>
    [...(db as Gate).kernel.registry.permissions].map(([key, p]) => ({
      key,
      label: hasEntity(p.of) ? `${translate(lang, entityNamed(p.of).label)} · ${translate(lang, p.label)}` : translate(lang, p.label),
      module: translate(lang, p.module.name),
      entity: hasEntity(p.of) ? p.of : null,
    })),
  ),
  handle(apiEntries, async ctx => {
    const today = await ctx.db.query<{ method: string; path: string; calls: number; errors: number; slow: number[] }>(
      sql`select method, path, calls, errors, slow from api_day where tenant_id = ${ctx.me.tenantId} and day = current_date`,
    )
    const counted = new Map(today.map(c => [`${c.method} ${c.path}`, c]))
    const holders = Map.groupBy(await grantsOf(ctx), g => g.key)
    const menus = await ctx.db.cached(menu)
    const bound = Map.groupBy(
      [...menus.values()].filter(m => m.terminal === 'web' && m.permissionKey),
      m => m.permissionKey,
    )
    const buttonName = (m: MenuRow): string => [m.type === 'button' ? menus.get(m.parentId ?? '') : undefined, m].flatMap(one => (one ? [titleOf(ctx.lang, one)] : [])).join(' · ')
    const settings = new Map([...(await ctx.db.cached(apiEntry)).values()].map(s => [apiId(s.method, s.path), s]))
    const clients = [...(await ctx.db.cached(apiClient)).values()].flatMap(c => c.apiIds)
    return (ctx.db as Gate).kernel.routes.map(r => {
      const id = apiId(r.method, r.url)
      const seen = counted.get(id)
      return {
        method: r.method,
        path: r.url,
        name: translate(ctx.lang, r.summary || r.url.split('/').at(-1) || ''),
        module: translate(ctx.lang, r.tag),
        permission: r.permission || null,
        openReason: r.open || null,
        roles: [...new Set((holders.get(r.permission) ?? []).map(g => g.name))],
        buttons: (bound.get(r.permission) ?? []).map(buttonName),
        isReadable: isReadable(r),
        isOpen: isReadable(r) && settings.get(id)?.isOpen !== false,
        rateClass: settings.get(id)?.rateClass ?? ('normal' as const),
        sensitivity: sensitivityOf(r.permission),
        deprecatedAt: r.deprecatedAt,
        clients: clients.filter(c => c === id).length,
        calls: seen?.calls ?? 0,
        errors: seen?.errors ?? 0,
        p95: seen ? within(seen.slow, 0.95) : null,
      }
    })
  }),
  handle(roleMatrix, async ctx => {
    const { db, lang } = ctx
    const grants = await grantsOf(ctx)
    const roles = await db.query<{ code: string; name: string }>(sql`select code, name from role where tenant_id = ${db.me.tenantId} order by sort, code`)
    const by = new Map(grants.map(g => [`${g.role} ${g.key}`, DATA_SCOPE_NAMES[g.scope]]))
    const rows = [...(db as Gate).kernel.registry.permissions].map(([key, p]) => [
      translate(lang, p.module.name),
      hasEntity(p.of) ? translate(lang, entityNamed(p.of).label) : p.of,
      translate(lang, p.label),
      key,
      ...roles.map(r => translate(lang, by.get(`${r.code} ${key}`) ?? '')),
    ])
    const columns = ['模块', '对象', '操作', '权限', ...roles.map(r => r.name)].map(title => ({ title: translate(lang, title) }))
    return sheetAnswer({ name: translate(lang, '权限矩阵'), columns, rows: [rows] })
  }),
]
interface ExplainInput {
  principal: Principal | undefined
  entity: Entity | undefined
  recordId: string | null
}
async function whyOf({ db, lang }: Ctx, held: Held, grants: readonly Grant[], { principal, entity, recordId }: ExplainInput) {
  const mine = grants.filter(g => g.role === held.code)
  const reaches: Reach[] = mine.map(g => ({ roleCode: g.role, scope: g.scope, custom: g.custom ?? null }))
  const reachesRow = recordId && entity && principal && mine.length ? (await (await db.reachOf(entity, principal, reaches)).count({ id: recordId } as never)) > 0 : null
  return { ...held, grants: mine.length > 0, scope: mine[0] ? translate(lang, DATA_SCOPE_NAMES[mine[0].scope]) : null, reachesRow }
}
/** How personal and sensitive fields of an entity are masked for a user. */
function fieldsSeen({ lang }: Ctx, entity: Entity, principal: Principal) {
  const mayReveal = principal.permissions.has(permissionKey(entity, 'reveal'))
  return Object.values(entity.fields).flatMap(f => {
    const { sensitivity, secret } = f.options
    if (!sensitivity || secret) return []
    const closed = sensitivity === 'S1' ? '打码' : '不显示'
    return [{ label: translate(lang, f.label), how: translate(lang, mayReveal ? '可查看，记入审计' : closed) }]
  })
}
