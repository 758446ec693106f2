import sql from 'sql-template-tag'
import { isUrl, type Row, refusalOf } from '#model'
import { type Ctx, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { type Audience, appCategory, appName, arrangeApps, collectApp, getUserApp, getUserCollection, getUserUsedApp, previewApps, useApp, userAppMark } from '../model/app.ts'
import { menu } from '../model/menu.ts'
import { role } from '../model/role.ts'
import { mayOpen } from './may-open.ts'
import { contentOf, permissionsOf } from './plan-grant.ts'

export type App = Row<typeof appName>
interface Mark {
  appId: string
  isCollected: boolean
  usedCount: number
  lastUsedAt: string | null
  sort: number
}
type Offered = Pick<Ctx['me'], 'roles' | 'departmentId'> & { permissions: { has(key: string): boolean } }
const isOffered = (to: Offered, a: App): boolean => {
  const { roles, departmentIds } = (a.audience ?? {}) as Audience
  if (!roles?.length && !departmentIds?.length) return true
  return Boolean(roles?.some(r => to.roles.includes(r)) || (to.departmentId && departmentIds?.includes(to.departmentId)))
}
async function appsFor(ctx: Ctx, to: Offered, terminals: readonly string[]): Promise<App[]> {
  const menus = await ctx.db.cached(menu)
  const opens = mayOpen(to)
  const leadsThere = ({ menuId }: App): boolean => {
    const page = menuId ? menus.get(menuId) : undefined
    return !page || opens(page)
  }
  return [...(await ctx.db.cached(appName)).values()]
    .filter(a => a.isEnabled && isOffered(to, a) && leadsThere(a) && a.terminals.some(t => terminals.includes(t)))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || a.name.localeCompare(b.name, 'zh'))
}
/** Apps the user may open: enabled, in the audience, for this terminal, and leading to a page that is theirs to open. */
export async function appsOf(ctx: Ctx, terminal?: string | null): Promise<App[]> {
  const own = { admin: ['web', 'mobile'], welcome: ['welcome'], exam: ['exam'] }[ctx.me.realm]
  return appsFor(ctx, ctx.me, terminal ? [terminal] : own)
}
export const marksOf = async ({ db, me }: Ctx): Promise<Map<string, Mark>> => {
  const rows = await db.query<Mark>(sql`select app_id as "appId", is_collected as "isCollected", used_count as "usedCount", last_used_at as "lastUsedAt", sort from user_app_mark
    where tenant_id = ${me.tenantId} and user_id = ${me.userId}`)
  return new Map(rows.map(r => [r.appId, r]))
}
/** Saves the order of the caller's favourites. Personal settings have no history. */
export async function sortMarks({ db, me }: Ctx, appIds: readonly string[]): Promise<void> {
  const from = sql`unnest(${[...appIds]}::uuid[]) with ordinality x(app_id, place)`
  await db.updateWhere(userAppMark, sql`t.user_id = ${me.userId} and t.app_id = x.app_id`, { sort: sql`x.place` }, { from, history: false })
}
export const appTitle = (ctx: Ctx, a: App): string => {
  if (ctx.lang === 'en') return a.nameEn ?? translate('en', a.name)
  return ctx.lang === 'zh-tw' ? (a.nameTw ?? translate('zh-tw', a.name)) : a.name
}
async function answer(ctx: Ctx, apps: readonly App[], marks: ReadonlyMap<string, Mark>) {
  const categoryOf = await labelsOf(ctx.db, appCategory)
  const now = new Date().toISOString()
  return apps.map(a => ({
    id: a.id,
    name: appTitle(ctx, a),
    icon: a.icon,
    category: a.category,
    categoryName: translate(ctx.lang, categoryOf(a.category)),
    url: a.url,
    openType: a.openType,
    badge: a.badge,
    isRecommended: a.isRecommended,
    isCollected: marks.get(a.id)?.isCollected ?? false,
    usedCount: marks.get(a.id)?.usedCount ?? 0,
    isOpen: (!a.beginAt || new Date(a.beginAt).toISOString() <= now) && (!a.endAt || new Date(a.endAt).toISOString() >= now),
    beginAt: a.beginAt,
    endAt: a.endAt,
    menuId: a.menuId,
  }))
}
const all = handle(getUserApp, async (ctx, { terminal }) => answer(ctx, await appsOf(ctx, terminal), await marksOf(ctx)))
const used = handle(getUserUsedApp, async (ctx, { size }) => {
  const marks = await marksOf(ctx)
  const when = (a: App): number => Date.parse(marks.get(a.id)?.lastUsedAt ?? '') || 0
  const apps = (await appsOf(ctx)).filter(a => when(a)).sort((a, b) => when(b) - when(a))
  return answer(ctx, apps.slice(0, size ?? 10), marks)
})
const collection = handle(getUserCollection, async (ctx, { isAll, size }) => {
  const marks = await marksOf(ctx)
  const apps = (await appsOf(ctx)).filter(a => marks.get(a.id)?.isCollected).sort((a, b) => (marks.get(a.id)?.sort ?? 0) - (marks.get(b.id)?.sort ?? 0))
  return answer(ctx, ['1', 'true'].includes(isAll ?? '') ? apps : apps.slice(0, size ?? 10), marks)
})
const preview = handle(previewApps, async (ctx, { roleId, terminal }) => {
  const of = await ctx.db.unscoped(role).one(roleId) // app administrators may preview any role
  const permissions = permissionsOf(await ctx.db.cached(menu), await contentOf(ctx.db, of))
  return answer(ctx, await appsFor(ctx, { roles: [of.code], departmentId: null, permissions }, [terminal]), new Map())
})
const arrange = handle(arrangeApps, async ({ db }, { ids }) => {
  await db.updateMany(
    appName,
    ids.map((id, place) => ({ id, sort: (place + 1) * 10 })),
  )
})
async function mine(ctx: Ctx, id: string): Promise<void> {
  if (!(await appsOf(ctx)).some(a => a.id === id)) throw notFound()
}
const collect = handle(collectApp, async (ctx, { id, isCollected }) => {
  await mine(ctx, id)
  const { db, me } = ctx
  const last = sql`user_app_mark m where m.tenant_id = ${me.tenantId} and m.user_id = ${me.userId}`
  const mark = { userId: me.userId, appId: id, isCollected, sort: sql`coalesce(max(m.sort), 0) + 1` }
  const made = await db.insertFrom(userAppMark, mark, last, { skipExisting: true, history: false })
  if (!made.length) await db.updateWhere(userAppMark, { userId: me.userId, appId: id }, { isCollected }, { history: false })
})
const use = handle(useApp, async (ctx, { id }) => {
  await mine(ctx, id)
  const mark = { userId: ctx.me.userId, appId: id }
  await ctx.db.upsert(userAppMark, ['userId', 'appId'], [mark], { history: false })
  await ctx.db.updateWhere(userAppMark, mark, { usedCount: sql`used_count + 1`, lastUsedAt: sql`now()` }, { bookkeeping: true })
})
async function check({ db }: Ctx, now: Partial<App>): Promise<void> {
  const url = now.url ?? ''
  if (!/^\/[\w/?&=.%-]*$/.test(url) && !isUrl(url)) throw refusalOf(appName, 'urlForm', { url }, 'url')
  if (now.beginAt && now.endAt && Date.parse(now.endAt) < Date.parse(now.beginAt)) throw refusalOf(appName, 'window', { beginAt: now.beginAt, endAt: now.endAt }, 'endAt')
  const audience = (now.audience ?? {}) as Audience
  const unknown = Object.keys(audience).find(k => k !== 'roles' && k !== 'departmentIds')
  if (unknown) throw refusalOf(appName, 'audience', { key: unknown }, 'audience')
  const codes = new Set([...(await db.cached(role)).values()].map(r => r.code))
  const stranger = audience.roles?.find(r => !codes.has(r))
  if (stranger) throw refusalOf(appName, 'unknownRole', { role: stranger }, 'audience')
}
const appRules = rules(appName, {
  add: (ctx, draft) => check(ctx, draft),
  update: (ctx, row, patch) => check(ctx, { ...row, ...patch }),
  async remove({ db, me }, row) {
    const [used] = await db.query<{ n: number }>(sql`select count(*)::int as n from user_app_mark where tenant_id = ${me.tenantId} and app_id = ${row.id} and is_collected`)
    if (used?.n) throw refusalOf(appName, 'inUse', { name: row.name, count: used.n })
    await db.removeWhere(userAppMark, { appId: row.id }, { history: false })
  },
})
export default [all, used, collection, preview, arrange, collect, use, appRules]
