import sql from 'sql-template-tag'
import { allModules, type InputOf, type MenuItem, type Row } from '#model'
import { DATA_SCOPE_NAMES } from '#model/roles.ts'
import { type CustomScope, covers, customFault, type Scope, scopeNames } from '#model/scope-order.ts'
import { heldReaches, titles } from '#server/access/grants.ts'
import type { ActionCtx, Db, Principal } from '#server/context.ts'
import { menu } from '../model/menu.ts'
import { leavesOf, withAncestors } from '../model/menu-tree.ts'
import { type copyRole, type grantRole, type previewGrant, type resetRole, type role, roleMenu } from '../model/role.ts'

type Ctx = ActionCtx<typeof grantRole> | ActionCtx<typeof previewGrant> | ActionCtx<typeof resetRole> | ActionCtx<typeof copyRole>
type MenuRow = Row<typeof menu>
export type RoleRow = Row<typeof role>

/** Content of a role: menus with an optional scope each, and the default scope. */
export interface Content {
  menus: ReadonlyMap<string, Scope | null>
  scope: Scope
  custom: CustomScope | null
}
export interface Plan {
  menus: ReadonlyMap<string, MenuRow>
  before: Content
  after: Content
}
export async function contentOf(db: Db, r: RoleRow): Promise<Content> {
  const rows = await db.unscoped(roleMenu).all({ roleId: r.id }) // readable for anyone who may grant the role
  return { menus: new Map(rows.map(m => [m.menuId, m.scopeOverride])), scope: r.dataScope, custom: r.customScope }
}
/** Permission key → scope, as the role gives it. */
export function permissionsOf(menus: ReadonlyMap<string, MenuRow>, content: Content): Map<string, Scope> {
  const made = new Map<string, Scope>()
  for (const [id, override] of content.menus) {
    const key = menus.get(id)?.permissionKey
    if (key) made.set(key, override ?? content.scope)
  }
  return made
}
/** Computes the effect of a save; refused where the caller would grant more than they hold. Menus the caller cannot see stay unchanged: they were not in the edited tree. */
export async function planGrant(ctx: Ctx, r: RoleRow, input: Omit<InputOf<typeof previewGrant>, 'roleId'>, isSaving = false): Promise<Plan> {
  const { db, me, refuse } = ctx
  const menus = isSaving ? await lockedMenus(db, input.menuIds) : await db.cached(menu)
  const before = await contentOf(db, r)
  const unknown = input.menuIds.filter(id => !menus.has(id))
  if (unknown.length) refuse('unknownMenu', { count: unknown.length })
  const scopes = (input.scopes ?? {}) as Record<string, Scope | null>
  const unseen = [...before.menus.keys()].filter(id => !isGrantable(me, menus.get(id)))
  const ids = withBrought(menus, withAncestors(menus, [...input.menuIds, ...unseen]))
  const after: Content = {
    menus: new Map([...ids].map(id => [id, overrideOf(id, scopes, before, unseen)])),
    scope: input.dataScope ?? before.scope,
    custom: input.customScope === undefined ? before.custom : (input.customScope as CustomScope | null),
  }
  checkCustom(ctx, after)
  checkGained(ctx, menus, before, after)
  return { menus, before, after }
}
/** With what the pages among them bring along (`MenuItem.brings`): a page is of no use without the rows it lists. */
function withBrought(menus: Plan['menus'], ids: ReadonlySet<string>): Set<string> {
  const held = new Set([...ids].flatMap(id => menus.get(id)?.permissionKey ?? []))
  const paths = new Set([...ids].flatMap(id => menus.get(id)?.path ?? []))
  const brought = new Set(allModules().flatMap(m => pagesIn(m.menus).flatMap(page => (page.path && paths.has(page.path) ? (page.brings ?? []) : []))))
  const missing = [...menus.values()].filter(m => m.permissionKey && m.type !== 'menu' && brought.has(m.permissionKey) && !held.has(m.permissionKey))
  return withAncestors(menus, [...ids, ...missing.map(m => m.id)])
}
const pagesIn = (items: readonly MenuItem[]): MenuItem[] => items.flatMap(item => [item, ...pagesIn(item.children ?? [])])
/** Committed menus, bypassing the cache. Locks the wanted ones and their ancestors against changes until the transaction ends. */
async function lockedMenus(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, MenuRow>> {
  await db.query(sql`with recursive wanted as (select id, parent_id from menu where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[])
      union select p.id, p.parent_id from wanted w join menu p on p.tenant_id = ${db.me.tenantId} and p.id = w.parent_id)
    select m.id from menu m where m.tenant_id = ${db.me.tenantId} and m.id in (select id from wanted) order by m.id for share`)
  return new Map((await db.unscoped(menu).all()).map(m => [m.id, m])) // whole tree, as in the cache
}
export const isGrantable = (me: Principal, row: MenuRow | undefined): boolean => Boolean(row) && (!row?.permissionKey || me.permissions.has(row.permissionKey))
function overrideOf(id: string, scopes: Readonly<Record<string, Scope | null>>, before: Content, unseen: readonly string[]): Scope | null {
  if (unseen.includes(id)) return before.menus.get(id) ?? null
  const wanted = Object.hasOwn(scopes, id) ? scopes[id] : null
  return wanted && Object.hasOwn(DATA_SCOPE_NAMES, wanted) ? wanted : null
}
function checkCustom({ refuse }: Ctx, after: Content): void {
  const isUsed = after.scope === 'custom' || [...after.menus.values()].includes('custom')
  const fault = customFault(after.custom)
  if (isUsed && fault === 'empty') refuse('customNeeded', {}, 'customScope')
  if (fault && fault !== 'empty') refuse('customForm', { key: fault }, 'customScope')
}
function checkGained({ me, refuse }: Ctx, menus: Plan['menus'], before: Content, after: Content): void {
  const had = permissionsOf(menus, before)
  const missing: Array<{ title: string }> = []
  for (const [id, override] of after.menus) {
    const row = menus.get(id)
    const key = row?.permissionKey
    if (!row || !key) continue
    const scope = override ?? after.scope
    const isSame = had.get(key) === scope && (scope !== 'custom' || JSON.stringify(before.custom) === JSON.stringify(after.custom))
    if (isSame) continue
    if (!me.permissions.has(key)) missing.push(row)
    else if (!covers(heldReaches(me, key), scope, after.custom)) refuse('lacksScope', { menu: row.title, scope: DATA_SCOPE_NAMES[scope], own: scopeNames(heldReaches(me, key)) })
  }
  if (missing.length) refuse('lacksPermission', { permissions: titles(missing) })
}
/** Writes the difference of a role's content. The caller writes the history entry. */
export async function writeContent(db: Db, roleId: string, content: Content): Promise<void> {
  const rows = [...content.menus].map(([menuId, scopeOverride]) => ({ roleId, menuId, scopeOverride }))
  await db.removeWhere(roleMenu, sql`t.role_id = ${roleId} and t.menu_id <> all(${rows.map(r => r.menuId)}::uuid[])`, { history: false })
  await db.upsert(roleMenu, ['roleId', 'menuId'], rows, { history: false })
}
/** Current content, returned to the loser of a version conflict. */
export const current = (plan: { menus: ReadonlyMap<string, MenuRow> }, r: RoleRow, content: Content) => ({
  version: r.version,
  dataScope: content.scope,
  customScope: content.custom,
  menuIds: leavesOf(plan.menus, new Set(content.menus.keys())),
})
