import sql from 'sql-template-tag'
import { allActions, allModules, refusalOf, type Values } from '#model'
import { depthOf, heightOf, subtree } from '#model/tree.ts'
import { assertMayGrant, type GrantedKey } from '#server/access/grants.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { permissionsOf } from '#server/registry/permissions.ts'
import { gantTreeMenu, getCheckedKeys, getScopes, getTreeMenu, MENU_TYPES, type MenuNode, menu, moveMenu, TERMINALS } from '../model/menu.ts'
import { leavesOf, MAX_DEPTH, nest, withAncestors } from '../model/menu-tree.ts'
import { role, roleMenu } from '../model/role.ts'
import { hasGranter, scopesOf } from './grant-role.ts'
import { contentOf, isGrantable } from './plan-grant.ts'
import { type MenuRow, menuRows, titleOf } from './routes.ts'
import { stale } from './users.ts'

type Draft = Partial<MenuRow>
const OPEN_TYPES: Readonly<Record<number, string>> = { 2: '内嵌标签页', 4: '外部链接' }

/** Whether the running program checks a permission key: one of a verb its entity has, of a screen or of an action. */
const isKnown = (key: string): boolean => permissionsOf(allModules()).has(key) || allActions().some(a => a.permission === key)
/** Validates a menu's position: level, kind of parent, terminal; never below itself. */
export function checkPlace(
  all: ReadonlyMap<string, MenuRow>,
  row: { id?: string; title: string; type: MenuRow['type']; terminal: MenuRow['terminal'] },
  parentId: string | null,
): void {
  const parent = parentId ? all.get(parentId) : undefined
  if (!parent) {
    if (row.type === 'button') throw refusalOf(menu, 'buttonParent', {}, 'parentId')
    return
  }
  if (row.id && subtree(all.values(), row.id).has(parent.id)) throw refusalOf(menu, 'cycle', { title: row.title, parent: parent.title }, 'parentId')
  if (parent.terminal !== row.terminal) throw refusalOf(menu, 'otherTerminal', { parent: parent.title, terminal: TERMINALS[parent.terminal] }, 'parentId')
  if (parent.type === 'button' || (row.type === 'button' && parent.type !== 'menu'))
    throw refusalOf(menu, 'parentType', { parent: parent.title, type: MENU_TYPES[parent.type], child: MENU_TYPES[row.type] }, 'parentId')
  if (row.type === 'button') return
  // buttons do not count as a level
  const pages = [...all.values()].filter(m => m.type !== 'button')
  const depth = depthOf(all, parent.id) + (row.id ? heightOf(pages, row.id) : 1)
  if (depth > MAX_DEPTH) throw refusalOf(menu, 'tooDeep', { parent: parent.title, depth }, 'parentId')
}
async function check(db: Db, row: Draft & { id?: string }, before?: MenuRow): Promise<void> {
  const all = await db.cached(menu)
  const now = { ...before, ...row } as MenuRow
  checkPlace(all, now, now.parentId ?? null)
  const codes = new Set([...(await db.cached(role)).values()].map(r => r.code))
  const stranger = now.roles?.find(code => !codes.has(code))
  if (stranger) throw refusalOf(menu, 'unknownRole', { role: stranger }, 'roles')
  if (now.type === 'button') checkButton(all, now)
  else checkPage(all, now)
  if (!allModules().some(m => m.code === now.module)) throw refusalOf(menu, 'unknownModule', { module: now.module }, 'module')
}
function checkButton(all: ReadonlyMap<string, MenuRow>, now: MenuRow): void {
  const key = now.permissionKey ?? ''
  if (!/^\w+:\w+:[\w/]+$/.test(key)) throw refusalOf(menu, 'buttonKey', { key }, 'permissionKey')
  if (!isKnown(key)) throw refusalOf(menu, 'unknownKey', { key }, 'permissionKey')
  const twin = [...all.values()].find(m => m.id !== now.id && m.parentId === now.parentId && m.type === 'button' && m.permissionKey === key)
  if (twin) throw refusalOf(menu, 'keyTaken', { parent: all.get(now.parentId ?? '')?.title, key }, 'permissionKey')
}
function checkPage(all: ReadonlyMap<string, MenuRow>, now: MenuRow): void {
  if (now.permissionKey && !isKnown(now.permissionKey)) throw refusalOf(menu, 'unknownKey', { key: now.permissionKey }, 'permissionKey')
  const link = now.menuLink ?? ''
  if (OPEN_TYPES[now.openType] && !link) throw refusalOf(menu, 'linkNeeded', { openType: OPEN_TYPES[now.openType] }, 'menuLink')
  if (link && !/^(https?:\/\/[^\s/]+|\/)/i.test(link)) throw refusalOf(menu, 'linkForm', { link }, 'menuLink')
  if (now.type === 'menu' && !now.path && !OPEN_TYPES[now.openType]) throw refusalOf(menu, 'pathNeeded', {}, 'path')
  if (!now.path) return
  if (!/^\/[\w/-]*$/.test(now.path)) throw refusalOf(menu, 'pathForm', { path: now.path }, 'path')
  const twin = [...all.values()].find(m => m.id !== now.id && m.terminal === now.terminal && m.path === now.path)
  if (twin) throw refusalOf(menu, 'pathTaken', { path: now.path, title: twin.title }, 'path')
}
/** Lock that serialises moves: two concurrent ones could close a cycle that neither sees. */
const lockTree = (db: Db): Promise<unknown> => db.query(sql`select pg_advisory_xact_lock(hashtext(${`menu tree ${db.me.tenantId}`}))`)

/** Permissions that a menu's holders would gain or lose with this key: one entry per role, always including `admin` for a new menu. */
async function givenThrough(db: Db, at: { id: string | null; title: string }, key: string): Promise<GrantedKey[]> {
  const rows = await db.query<Omit<GrantedKey, 'key' | 'title'>>(sql`select r.name as role, coalesce(rm.scope_override, r.data_scope) as scope, r.custom_scope as custom
    from role r left join role_menu rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id and rm.menu_id = ${at.id}
    where r.tenant_id = ${db.me.tenantId} and (rm.id is not null or (${at.id}::uuid is null and r.code = 'admin'))`)
  return rows.map(r => ({ ...r, key, title: at.title }))
}
/** Editing a menu's key grants or revokes permissions: the caller must hold them in at least the scope of the roles affected. */
async function checkKeys({ db, me }: Ctx, at: { id: string | null; title: string }, keys: ReadonlyArray<string | null | undefined>): Promise<void> {
  for (const key of keys) if (key && !(await isNewToAdmin(db, me, key))) assertMayGrant(me, await givenThrough(db, at, key), 'system.menu')
}
/** A key no role holds any more, because its menu was removed or changed: an administrator may add it back, as an upgrade of the program would. */
async function isNewToAdmin(db: Db, me: Ctx['me'], key: string): Promise<boolean> {
  if (!me.roles.includes('admin')) return false
  const rows = await db.query(sql`select 1 from role_menu rm join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
    where rm.tenant_id = ${me.tenantId} and m.permission_key = ${key} limit 1`)
  return !rows.length
}
const menuRules = rules(menu, {
  async add(ctx, draft) {
    await lockTree(ctx.db)
    await check(ctx.db, draft)
    await checkKeys(ctx, { id: null, title: String(draft.title) }, [draft.permissionKey])
  },
  async update(ctx, row, patch) {
    await lockTree(ctx.db)
    await check(ctx.db, { ...patch, id: row.id }, row)
    // row lock: a concurrent grant of this menu to another role waits and then sees the new key (plan-grant.ts)
    const { permissionKey } = patch
    if (permissionKey !== undefined && permissionKey !== row.permissionKey) await checkKeys(ctx, row, [row.permissionKey, permissionKey])
  },
  async updated({ db }, before, after) {
    if (before.permissionKey === after.permissionKey) return
    if (before.permissionKey === 'system:role:grant' && !(await hasGranter(db))) throw refusalOf(menu, 'lastGranter', { title: after.title }, 'permissionKey')
    await db.permissionsChanged()
  },
  async remove({ db, me }, row) {
    const children = await db.query(sql`select 1 from menu where tenant_id = ${me.tenantId} and parent_id = ${row.id}`)
    if (children.length) throw refusalOf(menu, 'hasChildren', { title: row.title, count: children.length })
    const granted = await db.query(
      sql`select distinct role_id from role_menu rm join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id where rm.tenant_id = ${me.tenantId} and rm.menu_id = ${row.id} and r.code <> 'admin'`,
    )
    if (granted.length) throw refusalOf(menu, 'granted', { title: row.title, count: granted.length })
    await db.removeWhere(roleMenu, { menuId: row.id })
  },
  async removed({ db }) {
    await db.permissionsChanged()
  },
  /** New menus are granted to the administrators, like menus added by an upgrade. */
  async added({ db, me }, row) {
    await db.insertFrom(roleMenu, { roleId: sql`r.id`, menuId: row.id }, sql`role r where r.tenant_id = ${me.tenantId} and r.code = 'admin'`, { skipExisting: true })
    await db.permissionsChanged()
  },
})
type TreeNode = Values<typeof getTreeMenu.output>
const tree = handle(getTreeMenu, async ({ db, lang }, { terminal }) =>
  nest<MenuRow, TreeNode>(await menuRows(db, terminal), (m, children) => ({
    id: m.id,
    parentId: m.parentId,
    title: titleOf(lang, m),
    type: m.type,
    path: m.path,
    component: m.component,
    icon: m.icon,
    sort: m.sort ?? 0,
    openType: m.openType,
    isHide: m.isHide ?? false,
    permissionKey: m.permissionKey,
    module: m.module,
    version: m.version,
    children,
  })),
)
/** Menus the caller may grant. For a given role, also those it already has, so that they can be revoked. */
const grantable = handle(gantTreeMenu, async ({ db, me, lang }, { roleId, terminal }) => {
  const rows = await menuRows(db, terminal)
  const byId = new Map(rows.map(r => [r.id, r]))
  const held = roleId ? (await contentOf(db, await db.visible(role).one(roleId))).menus : new Map()
  const mine = rows.filter(r => r.type !== 'dir' && (isGrantable(me, r) || held.has(r.id)))
  const shown = withAncestors(
    byId,
    mine.map(r => r.id),
  )
  return nest<MenuRow, MenuNode>(
    rows.filter(r => shown.has(r.id)),
    (m, children) => ({ id: m.id, parentId: m.parentId, title: titleOf(lang, m), type: m.type, children }),
  )
})
const checkedKeys = handle(getCheckedKeys, async ({ db }, { roleId }) => {
  const content = await contentOf(db, await db.visible(role).one(roleId))
  return leavesOf(await db.cached(menu), new Set(content.menus.keys()))
})
const scopes = handle(getScopes, async ({ db }, { roleId }) => scopesOf(await contentOf(db, await db.visible(role).one(roleId))))

/** Drag and drop: sets parent and position; siblings are renumbered. */
const move = handle(moveMenu, async ({ db, me }, { id, parentId, position, version }) => {
  await lockTree(db)
  const row = await db.visible(menu).lock(id)
  if (row.version !== version) throw stale('“{title}”刚刚被别人改过，请刷新后再移动', { title: row.title }, { version: row.version })
  const target = parentId ?? null
  checkPlace(new Map((await db.unscoped(menu).all()).map(m => [m.id, m])), row, target) // cycles are only visible in the whole tree
  const siblings = await db.query<{ id: string }>(
    sql`select id from menu where tenant_id = ${me.tenantId} and terminal = ${row.terminal} and parent_id is not distinct from ${target}::uuid and id <> ${id} order by sort, id`,
  )
  const order = siblings.map(s => s.id)
  order.splice(Math.min(position, order.length), 0, id)
  const others = order.map((other, at) => ({ id: other, sort: (at + 1) * 10 })).filter(o => o.id !== id)
  await db.updateMany(menu, others, { bookkeeping: true }) // no version bump: open forms of the siblings stay valid
  const after = await db.update(menu, id, { parentId: target, sort: (order.indexOf(id) + 1) * 10 })
  return { id, version: after.version }
})
export default [menuRules, tree, grantable, checkedKeys, scopes, move]
