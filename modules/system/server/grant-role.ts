import sql from 'sql-template-tag'
import { allModules, refusalOf } from '#model'
import { BUILT_IN_ROLES } from '#model/roles.ts'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { grants } from '#server/registry/permissions.ts'
import { ADMIN_FUNCTIONS, functionsOf } from '../model/admin-functions.ts'
import { menu } from '../model/menu.ts'
import { withAncestors } from '../model/menu-tree.ts'
import { copyRole, grantRole, previewGrant, resetRole, role } from '../model/role.ts'
import { lockAdmins } from './admins.ts'
import { audit, grantsChanged, note, touched } from './changes.ts'
import { type Content, contentOf, current, type Plan, permissionsOf, planGrant, type RoleRow, writeContent } from './plan-grant.ts'
import { previewReach } from './preview-reach.ts'
import { isThreeAdmins } from './three-admins.ts'
import { stale } from './users.ts'

type Saving = ActionCtx<typeof grantRole> | ActionCtx<typeof resetRole>

const save = handle(grantRole, async (ctx, { roleId, version, ...input }) => {
  const r = await ctx.db.visible(role).lock(roleId)
  const plan = await planGrant(ctx, r, input, true)
  if (r.version !== version) throw stale('角色“{name}”刚刚被别人改过，请核对后再保存', { name: r.name }, current(plan, r, plan.before))
  return store(ctx, r, plan)
})
/** Writes the planned grant, keeps the school administrable, and invalidates cached permissions. */
async function store(ctx: Saving, r: RoleRow, plan: Plan): Promise<{ id: string; version: number }> {
  const { db, me } = ctx
  await keepingGranters(db, async () => {
    await writeContent(db, r.id, plan.after)
    await db.updateWhere(role, { id: r.id }, { dataScope: plan.after.scope, customScope: plan.after.custom, ...touched(me) }, { bookkeeping: true }) // history is written below with the meaning of the change
  })
  await checkParts(ctx, r, plan)
  const { gained, lost } = buttons(plan)
  note(ctx, role, [r.id], 'grant', {
    ...(plan.before.scope === plan.after.scope ? {} : { dataScope: { from: plan.before.scope, to: plan.after.scope } }),
    权限: { from: lost.map(b => b.label).join('、') || null, to: gained.map(b => b.label).join('、') || null },
  })
  await audit(ctx, 'grant', 'role', r.id, { role: r.code, gained: gained.map(b => b.key), lost: lost.map(b => b.key), dataScope: plan.after.scope })
  await grantsChanged(db, { roleId: r.id })
  return { id: r.id, version: r.version + 1 }
}
/** Refuses a save after which nobody could grant permissions: only the database could undo it. */
async function keepingGranters(db: Db, change: () => Promise<void>): Promise<void> {
  await lockAdmins(db)
  await change()
  if (!(await hasGranter(db))) throw refusalOf(grantRole, 'ownRole')
}
/** Whether an enabled account permanently holds the permission to grant. */
export async function hasGranter(db: Db): Promise<boolean> {
  const left = await db.query(sql`select 1 from sys_user u join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id and ru.valid_to is null
      join role_menu rm on rm.tenant_id = ru.tenant_id and rm.role_id = ru.role_id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where u.tenant_id = ${db.me.tenantId} and u.status = 'enabled' and m.permission_key = 'system:role:grant' limit 1`)
  return left.length > 0
}
/** With three administrators no role may combine two functions; accounts that would combine two through several roles are refused at commit (three-admins.ts). */
async function checkParts({ db, refuse }: Saving, r: RoleRow, plan: Plan): Promise<void> {
  if (!(await isThreeAdmins(db))) return
  const [first, second] = functionsOf(permissionsOf(plan.menus, plan.after).keys())
  if (first && second) refuse('threeAdmins', { role: r.name, first: ADMIN_FUNCTIONS[first], second: ADMIN_FUNCTIONS[second] })
}
interface Button {
  key: string
  label: string
}
export function buttons(plan: Plan): { gained: Button[]; lost: Button[] } {
  const label = (id: string): string => {
    const row = plan.menus.get(id)
    const page = row?.type === 'button' && row.parentId ? plan.menus.get(row.parentId)?.title : undefined
    return page ? `${page} · ${row?.title}` : (row?.title ?? '')
  }
  const keysOf = (c: Content): Map<string, string> =>
    new Map([...c.menus.keys()].flatMap(id => (plan.menus.get(id)?.permissionKey ? [[plan.menus.get(id)?.permissionKey as string, label(id)] as const] : [])))
  const before = keysOf(plan.before)
  const after = keysOf(plan.after)
  const only = (a: Map<string, string>, b: Map<string, string>): Button[] =>
    [...a]
      .filter(([key]) => !b.has(key))
      .map(([key, l]) => ({ key, label: l }))
      .sort((x, y) => x.label.localeCompare(y.label, 'zh'))
  return { gained: only(after, before), lost: only(before, after) }
}
const preview = handle(previewGrant, async (ctx, { roleId, ...input }) => {
  const r = await ctx.db.visible(role).one(roleId)
  const plan = await planGrant(ctx, r, input)
  return { ...buttons(plan), ...(await previewReach(ctx, r, plan)) }
})
/** Default permissions of a built-in role in this version of the program. */
export async function defaultContent(db: Db, code: string, scope: Content['scope']): Promise<Content> {
  const menus = await db.cached(menu)
  const patterns = code === 'admin' ? ['*'] : allModules().flatMap(m => m.grants[code] ?? [])
  const ids = [...menus.values()].filter(m => m.permissionKey && patterns.some(p => p === '*' || grants(p, m.permissionKey as string))).map(m => m.id)
  return { menus: new Map([...withAncestors(menus, ids)].map(id => [id, null])), scope, custom: null }
}
const reset = handle(resetRole, async (ctx, { roleId, version }) => {
  const { db } = ctx
  const r = await db.visible(role).lock(roleId)
  const builtIn = BUILT_IN_ROLES.find(b => b.code === r.code)
  if (!builtIn || !r.builtIn) return ctx.refuse('notBuiltIn', { name: r.name })
  const wanted = await defaultContent(db, r.code, builtIn.dataScope)
  const plan = await planGrant(ctx, r, { menuIds: [...wanted.menus.keys()], scopes: {}, dataScope: wanted.scope, customScope: null }, true)
  if (r.version !== version) throw stale('角色“{name}”刚刚被别人改过，请核对后再保存', { name: r.name }, current(plan, r, plan.before))
  return store(ctx, r, plan)
})
const copy = handle(copyRole, async (ctx, { roleId, code, name }) => {
  const { db, refuse } = ctx
  const source = await db.visible(role).one(roleId)
  const all = [...(await db.cached(role)).values()]
  const sameCode = all.find(x => x.code === code)
  if (sameCode) refuse('codeTaken', { code, name: sameCode.name }, 'code')
  if (all.some(x => x.name === name)) refuse('nameTaken', { name }, 'name')
  const content = await contentOf(db, source)
  const made = await db.insert(role, { code, name, dataScope: source.dataScope, customScope: source.customScope, sort: source.sort, remark: source.remark })
  // the "before" is an empty role with the same scope: the caller must hold everything the copy contains
  await planGrant(ctx, made, { menuIds: [...content.menus.keys()], scopes: scopesOf(content), dataScope: content.scope, customScope: content.custom }, true)
  await writeContent(db, made.id, content)
  await audit(ctx, 'copyRole', 'role', made.id, { from: source.code, code })
  return { id: made.id, version: made.version }
})
export const scopesOf = (content: Content): Record<string, string> => Object.fromEntries([...content.menus].filter(([, s]) => s !== null)) as Record<string, string>
export default [save, preview, reset, copy]
