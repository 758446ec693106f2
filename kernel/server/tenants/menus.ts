import sql from 'sql-template-tag'
import { type Entity, entityNamed, hasEntity, type MenuItem, type Module, permissionKey } from '#model'
import { PLATFORM_CODE } from '../access/platform-tenant.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Gate } from '../data/gate.ts'
import { grantGuards } from '../data/grant-guard.ts'
import { isLicensed } from '../licence/licensed-modules.ts'
import { grants, type Registry } from '../registry/registry.ts'

/** Upserts menus and buttons declared by licensed modules for one terminal, and the default grants of new ones. */
export async function seedMenus(db: Gate, registry: Registry, terminal: 'web' | 'mobile'): Promise<void> {
  const [school] = await db.query<{ code: string; modules: string[] | null }>(
    sql`select t.code, l.modules from tenant t left join licence l on l.tenant_id = t.id and l.id = t.licence_id where t.id = ${db.me.tenantId}`,
  )
  const isPlatform = school?.code === PLATFORM_CODE
  const tree = new MenuTree(await db.query<StoredMenu>(sql`select id, parent_id, terminal, type, title, path, permission_key from menu where tenant_id = ${db.me.tenantId}`))
  const keys = entityKeys(registry)
  const openers = openersOf(registry, keys)
  for (const [at, module] of registry.modules.entries()) {
    if (!isLicensed(school?.modules, module)) continue
    const items = module.menus.filter(item => (terminal === 'web') === ((item.terminal ?? 'web') !== 'mobile') && Boolean(item.isPlatform) === isPlatform)
    seedLevel({ tree, registry, keys, openers }, module, items, null, at * 100)
  }
  const { made } = tree
  if (!made.length) return
  await db.query(sql`insert into menu (tenant_id, id, parent_id, terminal, type, title, path, name, component, icon, sort, is_hide, permission_key, module, badge, roles)
    select ${db.me.tenantId}, x.id, x.parent_id, x.terminal, x.type, x.title, x.path, x.name, x.component, x.icon, x.sort, x.is_hide, x.permission_key, x.module, x.badge, x.roles
    from jsonb_to_recordset(${JSON.stringify(made)}) x(id uuid, parent_id uuid, terminal text, type text, title text, path text, name text, component text, icon text, sort int, is_hide boolean,
      permission_key text, module text, badge text, roles jsonb)`)
  await seedGrants(db, registry, made)
  // invalidates the menu and permission caches of all processes: the school may be in use
  if (hasEntity('menu')) await db.changed(entityNamed('menu'))
  await db.permissionsChanged()
}
/** Identity of a menu or button. */
interface StoredMenu {
  id: string
  parent_id: string | null
  terminal: string
  type: 'dir' | 'menu' | 'button'
  title: string
  path: string | null
  permission_key: string | null
}
interface Seed extends Omit<StoredMenu, 'id'> {
  name: string | null
  component: string | null
  icon: string | null
  sort: number
  is_hide: boolean
  module: string
  badge: string | null
  roles: readonly string[] | null
}
/** Menus of a school by identity: pages by path, buttons by permission below a page, groups by title (modules may share a group). */
class MenuTree {
  readonly made: Array<Seed & { id: string }> = []
  private readonly ids = new Map<string, string>()
  constructor(standing: readonly StoredMenu[]) {
    for (const row of standing) this.remember(row)
  }
  /** Id of the existing or inserted menu. */
  upsert(seed: Seed): string {
    const known = this.ids.get(marksOf(seed)[0] as string)
    if (known) return known
    const row = { ...seed, id: uuidv7() }
    this.made.push(row)
    this.remember(row)
    return row.id
  }
  private remember(row: StoredMenu): void {
    for (const mark of marksOf(row)) if (!this.ids.has(mark)) this.ids.set(mark, row.id)
  }
}
/** Lookup keys in order of precedence; groups also match by title, because a school may have given one a path. */
const marksOf = ({ type, terminal, path, title, parent_id, permission_key }: Omit<StoredMenu, 'id'>): string[] => {
  const mark = (...parts: Array<string | null>): string => [terminal, type, ...parts].join('\n')
  if (type === 'button') return [mark(parent_id, permission_key)]
  return [...(path ? [mark(path)] : []), mark(title, parent_id)]
}

interface Seeding {
  tree: MenuTree
  registry: Registry
  keys: EntityKeys
  /** Permissions that open a page of any module. */
  openers: ReadonlySet<string>
}
function seedLevel(seeding: Seeding, module: Module, items: readonly MenuItem[], parentId: string | null, from: number, terminal = 'web'): void {
  const { tree, registry } = seeding
  for (const [i, item] of items.entries()) {
    const keys = buttonsOf(seeding, item)
    const own = item.terminal ?? terminal
    const common = { terminal: own, module: module.code, name: null, component: null, icon: null, path: null, is_hide: false, badge: null, roles: null }
    const id = tree.upsert({
      ...common,
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
      roles: item.roles ?? null,
      permission_key: keys[0] ?? null,
    })
    for (const [n, key] of keys.slice(1).entries())
      tree.upsert({ ...common, parent_id: id, type: 'button', title: registry.permissions.get(key)?.label ?? key, sort: n, permission_key: key })
    seedLevel(seeding, module, item.children ?? [], id, from, own)
  }
}
/** Permissions of a page: the first opens it, the others are its buttons. A verb that opens a page of its own is not a button elsewhere. */
function buttonsOf({ keys, openers }: Seeding, item: MenuItem): string[] {
  const [opener, ...others] = (item.of ?? []).flatMap((x, at) => keysOf(keys, x).filter((key, n) => !isEntity(x) || (at === 0 && n === 0) || !openers.has(key)))
  return opener === undefined ? [] : [...new Set([opener, ...others])]
}
type Asked = NonNullable<MenuItem['of']>[number]
const isEntity = (x: Asked): x is Entity => typeof x !== 'string' && 'verbs' in x
/** Permission keys of each entity, by prefix (`module:entity:`). */
type EntityKeys = ReadonlyMap<string, readonly string[]>
const entityKeys = (registry: Registry): EntityKeys => Map.groupBy(registry.permissions.keys(), key => /^[^:]*:[^:]*:/.exec(key)?.[0] ?? key)
function keysOf(keys: EntityKeys, x: Asked): readonly string[] {
  if (isEntity(x)) return keys.get(permissionKey(x, '')) ?? []
  if (typeof x === 'string') return [x]
  return x.access === 'permission' ? [x.permission] : []
}
function openersOf(registry: Registry, keys: EntityKeys): ReadonlySet<string> {
  const openerOf = ({ of, children = [] }: MenuItem): string[] => [...(of?.[0] ? keysOf(keys, of[0]).slice(0, 1) : []), ...children.flatMap(openerOf)]
  return new Set(registry.modules.flatMap(m => m.menus.flatMap(openerOf)))
}
/** Grants for new menus: everything to `admin`; defaults to the roles named by the modules; a page with an existing permission to its holders, with their scopes. Parent pages
 *  are granted only to roles that hold their permission, because a parent may show more than the child. Each default is recorded and granted once, so that a school's
 *  revocation lasts. */
async function seedGrants(db: Gate, registry: Registry, made: ReadonlyArray<Seed & { id: string }>): Promise<void> {
  const keys = [...new Set(made.flatMap(row => row.permission_key ?? []))]
  const wanted = registry.modules.flatMap(m =>
    Object.entries(m.grants).flatMap(([role, patterns]) => keys.filter(key => patterns.some(p => grants(p, key))).map(key => ({ role, key }))),
  )
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
        and (p.permission_key is null or exists (select from held h where h.role_id = g.role_id and h.permission_key = p.permission_key)))
    insert into role_menu (tenant_id, role_id, menu_id, scope_override)
    select distinct on (role_id, id) ${db.me.tenantId}::uuid, role_id, id, scope from given order by role_id, id, scope on conflict do nothing returning role_id as "roleId", menu_id as "menuId"`)
  for (const guard of db.registered(grantGuards)) await guard.seeded(db, seeded)
}
