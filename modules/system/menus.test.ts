import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuItem } from '#model'
import type { Gate } from '#server/data/gate.ts'
import { seedMenus } from '#server/tenants/menus.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { leavesOf, nest, withAncestors } from './model/menu-tree.ts'
import { makeRole, menuIds, roleId, rule } from './testing.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())
const add = (draft: Record<string, unknown>) => admin.post<{ id: string; version: number }>('base/sysMenu/add', { type: 'menu', openType: 1, ...draft })
const dir = async (title: string, parentId: string | null = null): Promise<string> => (await add({ type: 'dir', title, parentId })).data.id

describe('a tree', () => {
  const rows = new Map(
    [
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'a'],
    ].map(([id, parentId]) => [id as string, { id: id as string, parentId: parentId as string | null }]),
  )
  it('closes upwards and opens to its leaves', () => {
    const granted = withAncestors(rows, ['c', 'gone'])
    expect([...granted].sort()).toEqual(['a', 'b', 'c'])
    expect(leavesOf(rows, granted)).toEqual(['c'])
    expect(leavesOf(rows, new Set(['a', 'b', 'd'])).sort()).toEqual(['b', 'd'])
    expect(nest([...rows.values()], (r, children: unknown[]) => ({ id: r.id, children }))).toEqual([
      {
        id: 'a',
        children: [
          { id: 'b', children: [{ id: 'c', children: [] }] },
          { id: 'd', children: [] },
        ],
      },
    ])
  })
})

describe('menus', () => {
  it('10-U11 a path stands once on a terminal', async () => {
    expect((await add({ title: '一', path: '/own/one' })).code).toBe(200)
    const twin = await add({ title: '二', path: '/own/one' })
    expect(rule(twin)).toBe('422 system.menu.pathTaken')
    expect(twin.msg).toContain('“一”')
    expect((await add({ title: '二', path: '/own/one', terminal: 'mobile' })).code).toBe(200)
    expect(rule(await add({ title: '三', path: 'own three' }))).toBe('422 system.menu.pathForm')
    expect(rule(await add({ title: '三' }))).toBe('422 system.menu.pathNeeded')
  })
  it('10-U11 four levels at most, counting what hangs below a moved one', async () => {
    const one = await dir('层一')
    const two = await dir('层二', one)
    const three = await dir('层三', two)
    const page = await add({ title: '层四', path: '/own/four', parentId: three })
    expect(page.code).toBe(200)
    expect(rule(await add({ title: '层五', path: '/own/five', parentId: page.data.id }))).toBe('422 system.menu.tooDeep')
    expect((await add({ type: 'button', title: '按钮', parentId: page.data.id, permissionKey: 'system:user:add' })).code).toBe(200)
    const root = await dir('新的根')
    const moved = await admin.post('base/sysMenu/move', { id: one, parentId: root, position: 0, version: 1 })
    expect(rule(moved)).toBe('422 system.menu.tooDeep')
    expect(moved.msg).toContain('第 5 级')
  })
  it('10-U11 nothing moves under its own descendant, also when two people move at once', async () => {
    const [a, b] = [await dir('甲'), await dir('乙')]
    const inside = await dir('甲里面', a)
    expect(rule(await admin.post('base/sysMenu/move', { id: a, parentId: inside, position: 0, version: 1 }))).toBe('422 system.menu.cycle')
    expect(rule(await admin.post('base/sysMenu/update', { id: a, version: 1, parentId: a }))).toBe('422 system.menu.cycle')
    const answers = await Promise.all([
      admin.post('base/sysMenu/move', { id: a, parentId: b, position: 0, version: 1 }),
      admin.post('base/sysMenu/move', { id: b, parentId: a, position: 0, version: 1 }),
    ])
    expect(answers.map(x => x.code).sort()).toEqual([200, 422])
  })
  it('10-U11 a menu of a module that does not run here never shows', async () => {
    const { id } = (await add({ title: '未授权模块', path: '/own/unlicensed' })).data
    const row = await admin.get<{ version: number }>('base/sysMenu/getOne', { id })
    expect(row.code).toBe(200)
    expect(JSON.stringify((await admin.get('base/sysMenu/getUserRoutes')).data)).toContain('/own/unlicensed')
    await school.db.query({ text: 'update menu set module = $1 where id = $2', values: ['unlicensed', id] } as never)
    await school.db.changed((await import('./model/menu.ts')).menu)
    expect(JSON.stringify((await admin.get('base/sysMenu/getUserRoutes')).data)).not.toContain('/own/unlicensed')
    expect(rule(await add({ title: '别的模块', path: '/own/x', module: 'nothing' }))).toBe('422 system.menu.unknownModule')
  })
  it('10-H8 tells how the titles in the caller’s menus are spelt, and no others', async () => {
    const spelt = async (who: Actor) => new Map((await who.get<Array<{ title: string; full: string; initials: string }>>('base/sysMenu/spellings')).data.map(s => [s.title, s]))
    await add({ title: '密级档案室', path: '/own/vault', permissionKey: 'system:menu:list' })
    expect((await spelt(admin)).get('密级档案室')).toEqual({ title: '密级档案室', full: 'mijidanganshi', initials: 'mjdas' })
    expect((await spelt(await school.as({ roles: ['student'] }))).has('密级档案室')).toBe(false)
  })
  it('move puts a menu at its place among the others', async () => {
    const parent = await dir('排序')
    const ids = [await dir('一', parent), await dir('二', parent), await dir('三', parent)]
    expect((await admin.post('base/sysMenu/move', { id: ids[2], parentId: parent, position: 0, version: 1 })).code).toBe(200)
    const tree = await admin.get<Array<{ id: string; children: Array<{ title: string }> }>>('base/sysMenu/getTreeMenu', { terminal: 'web' })
    expect(tree.data.find(n => n.id === parent)?.children.map(c => c.title)).toEqual(['三', '一', '二'])
    expect((await admin.post('base/sysMenu/move', { id: ids[2], parentId: parent, position: 1, version: 1 })).code).toBe(409)
  })
  it('buttons name a permission that exists and hang under a page', async () => {
    const [page] = await menuIds(school, 'system:user:list')
    expect(rule(await add({ type: 'button', title: '坏', parentId: page, permissionKey: 'nonsense' }))).toBe('422 system.menu.buttonKey')
    expect(rule(await add({ type: 'button', title: '坏', parentId: page, permissionKey: 'no:such:key' }))).toBe('422 system.menu.unknownKey')
    // the log of operations is only listed and exported
    expect(rule(await add({ type: 'button', title: '坏', parentId: page, permissionKey: 'audit:operationLog:remove' }))).toBe('422 system.menu.unknownKey')
    expect(rule(await add({ type: 'button', title: '坏', parentId: page, permissionKey: 'system:user:add' }))).toBe('422 system.menu.keyTaken')
    expect(rule(await add({ type: 'button', title: '坏', permissionKey: 'system:user:add' }))).toBe('422 system.menu.buttonParent')
    const removed = await admin.post<{ failed: Array<{ msg: string }> }>('base/sysMenu/remove', { ids: page })
    expect(removed.data?.failed?.[0]?.msg ?? removed.msg).toContain('下面还有')
  })
  it('preview shows what a role’s people would see', async () => {
    const id = await makeRole(school, 'previewed', ['system:menu:list'])
    const shown = await admin.get<Array<{ children: Array<{ children: Array<{ path: string }> }> }>>('base/sysMenu/preview', { roleId: id })
    const paths = shown.data.flatMap(domain => domain.children.flatMap(group => group.children.map(c => c.path)))
    expect(paths).toContain('/system/menus')
    expect(paths).not.toContain('/system/users')
    const holder = await school.as({ roles: ['previewed'] })
    expect(shown.data).toEqual((await holder.get('base/sysMenu/getUserRoutes', { appType: 0 })).data)
    const officer = await admin.get<unknown[]>('base/sysMenu/preview', { roleId: await roleId(school, 'officer') })
    expect(officer.data.length).toBeGreaterThan(0)
  })
  it('titles come in the reader’s language', async () => {
    const { id } = (await add({ title: '用户画像', titleEn: 'Profiles', path: '/own/profiles' })).data
    const answer = await school.server.app.inject({
      url: '/api/base-resource/sysMenu/getTreeMenu',
      headers: { 'flysource-auth': `bearer ${admin.token}`, 'accept-language': 'en' },
    })
    interface Node {
      id: string
      title: string
      path: string | null
      children: Node[]
    }
    const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap(n => [n, ...flat(n.children)])
    const all = flat((answer.json() as { data: Node[] }).data)
    expect(all.find(n => n.id === id)?.title).toBe('Profiles')
    // a menu called like an entity opens a list of many
    expect(['/system/users', '/system/roles'].map(path => all.find(n => n.path === path)?.title)).toEqual(['Users', 'Roles'])
  })
})

describe('an update of the program', () => {
  const page = (path: string, ...of: string[]): MenuItem => ({ title: path, path, component: 'system/MenuPage', of })
  const update = (...pages: MenuItem[]) =>
    school.db.tx(async db => {
      const { registry } = school.server.core
      const modules = registry.modules.map(m =>
        m.code === 'system' ? { ...m, menus: [...m.menus, ...pages], grants: { ...m.grants, secAdmin: ['system:menu:list', 'system:fresh:list'] } } : m,
      )
      await seedMenus(db as Gate, { ...registry, modules }, 'web')
    })
  /** Roles that can open a page, with their scope on it. */
  const holders = async (path: string) =>
    Object.fromEntries(
      (
        await school.db.query<{ code: string; scope: string | null }>(sql`select r.code, rm.scope_override as scope from role_menu rm
          join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
          where rm.tenant_id = ${school.tenantId} and m.path = ${path} and r.code in ('admin', 'secAdmin', 'narrow')`)
      ).map(h => [h.code, h.scope]),
    )
  const takeAway = async (code: string, ...keys: string[]) =>
    school.db.query(
      sql`delete from role_menu where tenant_id = ${school.tenantId} and role_id = ${await roleId(school, code)} and menu_id = any(${await menuIds(school, ...keys)}::uuid[])`,
    )

  it('brings a page to those who hold its permission, as far as they hold it, and a new permission to whom the module names', async () => {
    const narrow = await makeRole(school, 'narrow', ['system:menu:list'])
    await school.db.query(sql`update role_menu set scope_override = 'dept' where tenant_id = ${school.tenantId} and role_id = ${narrow}`)
    await update(page('/system/next', 'system:menu:list'), page('/system/fresh', 'system:fresh:list'))
    expect(await holders('/system/next')).toEqual({ admin: null, secAdmin: null, narrow: 'dept' })
    expect(await holders('/system/fresh')).toEqual({ admin: null, secAdmin: null })
  })
  it('shows nobody the page of everybody’s answers because they may answer', async () => {
    const keysOf = async (code: string, path: string) =>
      (
        await school.db.query<{ key: string }>(sql`select m.permission_key as key from role_menu rm join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id
          join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id where rm.tenant_id = ${school.tenantId} and r.code = ${code} and m.path = ${path}`)
      ).map(r => r.key)
    expect([await keysOf('student', '/outing/trips'), await keysOf('student', '/outing/holidays'), await keysOf('dormManager', '/student/students')]).toEqual([[], [], []])
    expect([await keysOf('bzr', '/outing/trips'), await keysOf('dormManager', '/dormitory/civilised')]).toEqual([['outing:goingOut:list'], ['dormitory:civilisedRoom:list']])
    expect(await keysOf('student', '/outing/mine')).toHaveLength(1)
  })
  it('does not give back what the school took away: neither with another page nor with a removed one', async () => {
    await takeAway('secAdmin', 'system:menu:list', 'system:fresh:list')
    await school.db.query(sql`delete from menu where tenant_id = ${school.tenantId} and path = '/system/fresh'`)
    await update(page('/system/later', 'system:menu:list'), page('/system/fresh', 'system:fresh:list'))
    expect(await holders('/system/menus')).toEqual({ admin: null, narrow: 'dept' })
    expect(await holders('/system/later')).toEqual({ admin: null, narrow: 'dept' })
    expect(await holders('/system/fresh')).toEqual({ admin: null })
  })
})
