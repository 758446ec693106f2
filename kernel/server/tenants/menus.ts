import sql from 'sql-template-tag'
import { type Entity, entityNamed, hasEntity, type MenuItem, type Module, permissionKey } from '#model'
import { DOMAINS, type Domain } from '#model/domains.ts'
import { PLATFORM_CODE } from '../access/platform-tenant.ts'
import type { Gate } from '../data/gate.ts'
import { grantGuards } from '../data/grant-guard.ts'
import { isLicensed } from '../licence/licensed-modules.ts'
import { grants } from '../registry/permissions.ts'
import type { Registry } from '../registry/registry.ts'
import { domainDirectory, MenuTree, type SchoolMenu, type Seed } from './menu-tree.ts'
import { renamePermissions } from './rename-permissions.ts'

/** Upserts menus and buttons declared by licensed modules for one terminal, and the default grants of new ones. Renamed permissions come first. */
export async function seedMenus(db: Gate, registry: Registry, terminal: 'web' | 'mobile'): Promise<void> {
  const [school] = await db.query<{ code: string; modules: string[] | null }>(
    sql`select t.code, l.modules from tenant t left join licence l on l.tenant_id = t.id and l.id = t.licence_id where t.id = ${db.me.tenantId}`,
  )
  const isPlatform = school?.code === PLATFORM_CODE
  await renamePermissions(db, registry)
  const tree = new MenuTree(
    await db.query<SchoolMenu>(
      sql`select id, parent_id, terminal, type, title, path, permission_key, domain, roles, updated_by is not null as "isEdited" from menu where tenant_id = ${db.me.tenantId}`,
    ),
  )
  const keys = entityKeys(registry)
  const openers = openersOf(registry, keys)
  for (const [at, module] of registry.modules.entries()) {
    if (!isLicensed(school?.modules, module)) continue
    const items = module.menus.filter(item => (terminal === 'web') === ((item.terminal ?? 'web') !== 'mobile') && Boolean(item.isPlatform) === isPlatform)
    const seeding = { tree, registry, keys, openers }
    for (const [n, item] of items.entries()) seedGroup(seeding, module, item, at * 100 + n)
  }
  const { made, moved, shown } = tree
  if (!made.length && !shown.length) return
  await db.query(sql`insert into menu (tenant_id, id, parent_id, terminal, type, title, path, name, component, icon, sort, is_hide, permission_key, module, badge, roles, domain)
    select ${db.me.tenantId}, x.id, x.parent_id, x.terminal, x.type, x.title, x.path, x.name, x.component, x.icon, x.sort, x.is_hide, x.permission_key, x.module, x.badge, x.roles, x.domain
    from jsonb_to_recordset(${JSON.stringify(made)}) x(id uuid, parent_id uuid, terminal text, type text, title text, path text, name text, component text, icon text, sort int, is_hide boolean,
      permission_key text, module text, badge text, roles jsonb, domain text)`)
  if (moved.length)
    await db.query(sql`update menu m set parent_id = x."parentId" from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) x(id uuid, "parentId" uuid)
      where m.tenant_id = ${db.me.tenantId} and m.id = x.id`)
  if (shown.length)
    await db.query(sql`update menu m set roles = x.roles from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) x(id uuid, roles jsonb)
      where m.tenant_id = ${db.me.tenantId} and m.id = x.id`)
  await seedGrants(db, registry, made)
  // a school the statistics do not know is planned as one row of each table, and whoever asks for its permissions waits a minute
  await db.query(sql`analyze menu, role_menu, default_grant`)
  // invalidates the menu and permission caches of all processes: the school may be in use
  if (hasEntity('menu')) await db.changed(entityNamed('menu'))
  await db.permissionsChanged()
}
interface Seeding {
  tree: MenuTree
  registry: Registry
  keys: EntityKeys
  /** Permissions that open a page of any module. */
  openers: ReadonlySet<string>
}
const common = { domain: null, terminal: 'web', name: null, component: null, icon: null, path: null, is_hide: false, badge: null, roles: null, permission_key: null }
const isOwnPage = (item: MenuItem): boolean => item.own !== undefined
const pagesIn = (item: MenuItem): MenuItem[] => (item.children ?? []).flatMap(child => (child.children ? pagesIn(child) : [child]))
/** Without the pages about the reader. */
const withoutOwn = (item: MenuItem): MenuItem => ({ ...item, ...(item.children ? { children: item.children.filter(c => !isOwnPage(c)).map(withoutOwn) } : {}) })
/** A group below its domain; its pages about the reader below 我的. Groups of phones and of the platform have no domain. */
function seedGroup(seeding: Seeding, module: Module, item: MenuItem, sort: number): void {
  if (!item.domain) {
    seedLevel(seeding, module, [item], null, sort)
    return
  }
  const { tree } = seeding
  const own = pagesIn(item).filter(isOwnPage)
  const others = withoutOwn(item)
  if (pagesIn(others).length) seedLevel(seeding, module, [others], placeOf(tree, item.title, item.domain), sort)
  const isKnown = own.every(page => tree.idOf({ ...common, type: 'menu', title: page.title, path: page.path ?? null, parent_id: null }))
  const group = { title: item.title, children: own, ...(item.icon ? { icon: item.icon } : {}) }
  seedLevel(seeding, module, isKnown ? own : [group], isKnown ? null : domainId(tree, 'own'), sort)
}
/** Directory of a group: where the school put it, else its domain. A new domain takes it from the top level along. */
function placeOf(tree: MenuTree, title: string, domain: Domain): string | null {
  const own = tree.idOf(domainDirectory('own'))
  const [place] = tree.placesOf(title).filter(parentId => !own || parentId !== own)
  const hadDomain = tree.stood(domainDirectory(domain))
  if (typeof place === 'string' || (place === null && hadDomain)) return place
  const parentId = domainId(tree, domain)
  if (place === null) tree.move(title, parentId)
  return parentId
}
const domainId = (tree: MenuTree, domain: Domain): string => tree.upsert({ ...common, ...domainDirectory(domain), module: 'system', sort: Object.keys(DOMAINS).indexOf(domain) })
function seedLevel(seeding: Seeding, module: Module, items: readonly MenuItem[], parentId: string | null, from: number, terminal = 'web'): void {
  const { tree, registry } = seeding
  for (const [i, item] of items.entries()) {
    const keys = buttonsOf(seeding, item)
    const own = item.terminal ?? terminal
    const shared = { ...common, terminal: own, module: module.code }
    const id = tree.upsert({
      ...shared,
      parent_id: parentId,
      type: item.component || (item.path && !item.children) ? 'menu' : 'dir',
      title: item.title,
      path: item.path ?? null,
      name: item.path?.replace(/^\//, '') ?? null,
      component: item.component ?? null,
      icon: item.icon ?? null,
      sort: from + i,
      is_hide: item.hidden ?? false,
      badge: item.badge ?? null,
      roles: item.own === 'student' ? ['student'] : (item.roles ?? null),
      permission_key: keys[0] ?? null,
    })
    for (const [n, key] of keys.slice(1).entries())
      tree.upsert({ ...shared, parent_id: id, type: 'button', title: registry.permissions.get(key)?.label ?? key, sort: n, permission_key: key })
    seedLevel(seeding, module, item.children ?? [], id, from, own)
  }
}
/** Permissions of a page: the first opens it, the others are its buttons. A verb that opens a page of its own is not a button elsewhere. */
function buttonsOf({ keys, openers }: Seeding, item: MenuItem): string[] {
  const [opener, ...others] = (item.of ?? []).flatMap((x, at) => keysOf(keys, x).filter((key, n) => !isEntity(x) || (at === 0 && n === 0) || !openers.has(key)))
  return opener === undefined ? [] : [...new Set([opener, ...others])]
}
type MenuOpener = NonNullable<MenuItem['of']>[number]
const isEntity = (x: MenuOpener): x is Entity => typeof x !== 'string' && 'verbs' in x
/** Permission keys of each entity, by prefix (`module:entity:`). */
type EntityKeys = ReadonlyMap<string, readonly string[]>
const entityKeys = (registry: Registry): EntityKeys => Map.groupBy(registry.permissions.keys(), key => /^[^:]*:[^:]*:/.exec(key)?.[0] ?? key)
function keysOf(keys: EntityKeys, x: MenuOpener): readonly string[] {
  if (isEntity(x)) return keys.get(permissionKey(x, '')) ?? []
  if (typeof x === 'string') return [x]
  return x.access === 'permission' ? [x.permission] : []
}
function openersOf(registry: Registry, keys: EntityKeys): ReadonlySet<string> {
  const openerOf = ({ of, children = [] }: MenuItem): string[] => [...(of?.[0] ? keysOf(keys, of[0]).slice(0, 1) : []), ...children.flatMap(openerOf)]
  return new Set(registry.modules.flatMap(m => m.menus.flatMap(openerOf)))
}
const moduleOf = (key: string): string => key.slice(0, key.indexOf(':'))
/** Grants for new menus: everything to `admin`; defaults to the roles named by the modules; a page with an existing permission to its holders, with their scopes. Parent pages
 *  are granted only to roles that hold their permission, because a parent may show more than the child. Each default is recorded and granted once, so that a school's
 *  revocation lasts. */
async function seedGrants(db: Gate, registry: Registry, made: ReadonlyArray<Seed & { id: string }>): Promise<void> {
  // nearly all patterns name a module: only its keys are compared
  const byModule = Map.groupBy(new Set(made.flatMap(row => row.permission_key ?? [])), moduleOf)
  const keys = [...byModule.values()].flat()
  const granted = (pattern: string): string[] => (pattern.startsWith('*') ? keys : (byModule.get(moduleOf(pattern)) ?? [])).filter(key => grants(pattern, key))
  const wanted = registry.modules.flatMap(m => Object.entries(m.grants).flatMap(([role, patterns]) => [...new Set(patterns.flatMap(granted))].map(key => ({ role, key }))))
  const seeded = await db.query<{ roleId: string; menuId: string }>(sql`
    with recursive fresh as (select id, parent_id, permission_key from menu where tenant_id = ${db.me.tenantId} and permission_key is not null and id = any(${made.map(row => row.id)}::uuid[])),
    offered as (insert into default_grant (tenant_id, role_id, permission_key)
      select r.tenant_id, r.id, x.key from jsonb_to_recordset(${JSON.stringify(wanted)}) x(role text, key text) join role r on r.tenant_id = ${db.me.tenantId} and r.code = x.role
      on conflict do nothing returning role_id, permission_key),
    held as (select role_id, permission_key from offered
      union select rm.role_id, m.permission_key from role_menu rm join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id where rm.tenant_id = ${db.me.tenantId}),
    given (role_id, id, parent_id, scope) as (
      select r.id, f.id, f.parent_id, null::text from fresh f join role r on r.tenant_id = ${db.me.tenantId} and r.code = 'admin'
      union select o.role_id, m.id, m.parent_id, null from offered o join menu m on m.tenant_id = ${db.me.tenantId} and m.permission_key = o.permission_key
      union select rm.role_id, f.id, f.parent_id, rm.scope_override from fresh f
        join menu twin on twin.tenant_id = ${db.me.tenantId} and twin.permission_key = f.permission_key join role_menu rm on rm.tenant_id = twin.tenant_id and rm.menu_id = twin.id
      union select g.role_id, p.id, p.parent_id, null from given g join menu p on p.tenant_id = ${db.me.tenantId} and p.id = g.parent_id
        and (p.permission_key is null or (g.role_id, p.permission_key) in (select h.role_id, h.permission_key from held h)))
    insert into role_menu (tenant_id, role_id, menu_id, scope_override)
    select distinct on (role_id, id) ${db.me.tenantId}::uuid, role_id, id, scope from given order by role_id, id, scope on conflict do nothing returning role_id as "roleId", menu_id as "menuId"`)
  for (const guard of db.registered(grantGuards)) await guard.seeded(db, seeded)
}
