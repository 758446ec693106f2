import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campus } from '#modules/campus/model/places.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { holds, makeDepartment, makeRole, menuIds, roleId, rule } from './testing.ts'

interface RoleRow {
  id: string
  version: number
  dataScope: string
}
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'], nickName: '管理员' })
})
afterAll(() => school.close())

const roleRow = async (id: string): Promise<RoleRow> => (await admin.get<RoleRow>('base/role/getOne', { id })).data
const grant = async (actor: Actor, id: string, menus: readonly string[], more: Record<string, unknown> = {}) =>
  actor.post<{ id: string; version: number }>('base/role/grant', { roleId: id, menuIds: menus, version: (await roleRow(id)).version, ...more })

interface Route {
  meta: { title: string }
  path: string
  children: Route[]
}

describe('what a role gives', () => {
  it('10-U1 menus and buttons are the server’s answer, and the server asks for the same permission at every call', async () => {
    const id = await makeRole(school, 'dictReader', [])
    const reader = await school.as({ roles: ['dictReader'] })
    const pages = async () => {
      const { data } = await reader.get<Route[]>('base/sysMenu/getUserRoutes', { appType: 0 })
      return data.flatMap(domain => domain.children.flatMap(group => group.children.map(page => [domain.meta.title, group.meta.title, page.path])))
    }
    const forAll = [
      ['我的', '网站管理', '/site/read'],
      ['我的', '通知与消息', '/ai/ask'],
    ]
    expect((await pages()).toSorted()).toEqual(forAll)
    expect((await reader.get('base/dictionary/list')).code).toBe(403)
    expect((await grant(admin, id, await menuIds(school, 'system:dictionary:list'))).code).toBe(200)
    expect((await pages()).toSorted()).toEqual([...forAll, ['管理', '系统管理', '/system/dictionaries']])
    expect((await reader.get('base/sysMenu/getUserBtn')).data).toEqual({ 'system:dictionary:list': true })
    expect((await reader.get('base/dictionary/list')).code).toBe(200)
    expect((await reader.post('base/dictionary/add', { code: 'x', name: 'x' })).code).toBe(403)
    expect((await grant(admin, id, [])).code).toBe(200)
    expect((await reader.get('base/dictionary/list')).code).toBe(403)
  })
  it('a page brings the permission to list what it shows', async () => {
    const id = await makeRole(school, 'readsStudents', [])
    const reader = await school.as({ roles: ['readsStudents'] })
    expect((await reader.get('base/student/list')).code).toBe(403)
    expect((await grant(admin, id, await menuIds(school, 'student:student:keyFigures'), { dataScope: 'all' })).code).toBe(200)
    expect((await reader.get('base/student/list')).code).toBe(200)
  })
  it('a custom scope may name campuses', async () => {
    const id = await makeRole(school, 'ofCampus', [])
    const reader = await school.as({ roles: ['ofCampus'] })
    const { id: campusId } = await school.db.insert(campus, { code: 'E', name: '东校区', isEnabled: true })
    const customScope = { campusIds: [campusId] }
    expect((await grant(admin, id, await menuIds(school, 'campus:stuClass:list'), { dataScope: 'custom', customScope })).code).toBe(200)
    expect((await reader.get<{ result: unknown[] }>('base/stuClass/list')).data.result).toEqual([])
    expect(rule(await grant(admin, id, [], { dataScope: 'custom', customScope: { schoolIds: [campusId] } }))).toContain('customForm')
  })
  it('keeps half-checked parents and answers the leaves', async () => {
    const id = await makeRole(school, 'halfChecked', [])
    const [list] = await menuIds(school, 'system:user:add')
    await grant(admin, id, [list as string])
    const stored = await school.db.query(sql`select menu_id from role_menu where tenant_id = ${school.tenantId} and role_id = ${id}`)
    expect(stored).toHaveLength(4)
    expect((await admin.get<string[]>('base/roleMenu/getCheckedKeys', { roleId: id })).data).toEqual([list])
  })
  it('the second of two administrators saving one role gets the conflict and sees how the role stands', async () => {
    const id = await makeRole(school, 'twice', [])
    const { version } = await roleRow(id)
    const [a, b] = [await menuIds(school, 'system:menu:list'), await menuIds(school, 'system:role:list')]
    const answers = await Promise.all([
      admin.post<{ version: number; menuIds: string[] }>('base/role/grant', { roleId: id, menuIds: a, version }),
      admin.post<{ version: number; menuIds: string[] }>('base/role/grant', { roleId: id, menuIds: b, version }),
    ])
    expect(answers.map(x => x.code).sort()).toEqual([200, 409])
    const lost = answers.find(x => x.code === 409)
    const won = answers[0]?.code === 200 ? a : b
    expect(lost?.data).toMatchObject({ version: version + 1, menuIds: won })
  })
})

describe('granting', () => {
  it('10-U5 nobody grants a permission they lack', async () => {
    await makeRole(school, 'granter', ['system:role:list', 'system:role:grant', 'system:role:add', 'system:user:list'])
    const granter = await school.as({ roles: ['granter'] })
    const id = await makeRole(school, 'target', [])
    const refused = await grant(granter, id, await menuIds(school, 'system:user:list', 'system:menu:list'))
    expect(rule(refused)).toBe('422 system.role.lacksPermission')
    expect(refused.msg).toContain('菜单')
    expect((await grant(granter, id, await menuIds(school, 'system:user:list'))).code).toBe(200)
    const tree = await granter.get<unknown[]>('base/sysMenu/gantTreeMenu', {})
    expect(JSON.stringify(tree.data)).not.toContain('数据字典')
    expect(rule(await granter.post('base/role/copy', { roleId: await roleId(school, 'admin'), code: 'myAdmin', name: '我的管理员' }))).toBe('422 system.role.lacksPermission')
    expect(await school.db.query(sql`select 1 from role where tenant_id = ${school.tenantId} and code = 'myAdmin'`)).toEqual([])
  })
  it('10-U5 nobody grants a scope they lack, on a role, on a menu of it or by a custom list', async () => {
    const department = await makeDepartment(school, 'S1')
    await makeRole(school, 'deptGranter', ['system:role:list', 'system:role:grant', 'system:role:add', 'system:user:list'], 'dept')
    const granter = await school.as({ roles: ['deptGranter'], departmentId: department })
    const id = await makeRole(school, 'scoped', [], 'self')
    const menus = await menuIds(school, 'system:user:list')
    for (const dataScope of ['all', 'fdyClass']) expect(rule(await grant(granter, id, menus, { dataScope }))).toBe('422 system.role.lacksScope')
    expect(rule(await grant(granter, id, menus, { scopes: { [menus[0] as string]: 'all' } }))).toBe('422 system.role.lacksScope')
    expect(rule(await grant(granter, id, menus, { dataScope: 'custom', customScope: { departmentIds: [department] } }))).toBe('422 system.role.lacksScope')
    expect(rule(await grant(admin, id, menus, { dataScope: 'custom', customScope: {} }))).toBe('422 system.role.customNeeded')
    expect(rule(await grant(admin, id, menus, { dataScope: 'custom', customScope: { tenants: ['x'] } }))).toBe('422 system.role.customForm')
    for (const dataScope of ['dept', 'deptOnly', 'self']) expect((await grant(granter, id, menus, { dataScope })).code).toBe(200)
    expect(rule(await granter.post('base/role/add', { code: 'wide', name: '太宽', dataScope: 'all' }))).toBe('422 system.role.scopeTooWide')
    expect(rule(await granter.post('base/role/add', { code: 'special', name: '特权', dataScope: 'self', privileged: true }))).toBe('422 system.role.privilege')
    const { version } = await roleRow(id)
    expect(rule(await admin.post('base/role/update', { id, version, dataScope: 'all' }))).toBe('422 system.role.scopeByGrant')
  })
  it('10-U5 a college gives only delegable roles, and only to people of its own department', async () => {
    const [mine, other] = [await makeDepartment(school, 'C1'), await makeDepartment(school, 'C2')]
    const college = await school.as({ roles: ['college'], departmentId: mine })
    const below = await makeDepartment(school, 'C11', mine)
    const [own, lower, foreign] = [await school.as({ departmentId: mine }), await school.as({ departmentId: below }), await school.as({ departmentId: other })]
    const assign = async (who: Actor, code: string) => {
      const one = await admin.get<{ version: number }>('base/sysUser/getOne', { id: who.userId })
      return college.post('base/sysUser/assignRoles', { id: who.userId, roleIds: [await roleId(school, code)], version: one.data.version })
    }
    const offered = await college.get<Array<{ code: string }>>('base/role/assignable')
    expect(offered.data.map(r => r.code)).toContain('college')
    expect(offered.data.map(r => r.code)).not.toContain('officer')
    expect(rule(await assign(own, 'officer'))).toBe('422 system.user.notDelegable')
    expect((await assign(foreign, 'college')).code).toBe(404)
    expect((await assign(own, 'college')).code).toBe(200)
    expect((await assign(lower, 'college')).code).toBe(200)
    expect(await holds(school, own.userId, 'college')).toBe(true)
    expect(rule(await assign(own, 'fdy'))).toBe('422 system.user.derived')
  })
  it('a stale version of a person’s roles is a conflict that names how they stand', async () => {
    const who = await school.as({})
    const { data } = await admin.get<{ version: number }>('base/sysUser/getOne', { id: who.userId })
    const officer = await roleId(school, 'officer')
    expect((await admin.post('base/sysUser/assignRoles', { id: who.userId, roleIds: [officer], version: data.version })).code).toBe(200)
    const late = await admin.post<{ roleIds: string[] }>('base/sysUser/assignRoles', { id: who.userId, roleIds: [], version: data.version })
    expect(late.code).toBe(409)
    expect(late.data.roleIds).toEqual([officer])
  })
})

describe('roles themselves', () => {
  it('10-U6 a role in use and a built-in one are not removed; a built-in one is edited and set back', async () => {
    const id = await makeRole(school, 'used', ['system:menu:list'])
    const someone = await school.as({ roles: ['used'] })
    const refused = await admin.post<{ failed: Array<{ msg: string }> }>('base/role/remove', { ids: id })
    expect(refused.data?.failed?.[0]?.msg ?? refused.msg).toContain('1 个用户')
    await admin.post('base/role/removeUsers', { roleId: id, userIds: [someone.userId] })
    expect((await admin.post<{ done: number }>('base/role/remove', { ids: id })).data).toMatchObject({ done: 1, failed: [] })
    const league = await roleId(school, 'league')
    const builtIn = await admin.post<{ failed: Array<{ msg: string }> }>('base/role/remove', { ids: league })
    expect(builtIn.data?.failed?.[0]?.msg ?? builtIn.msg).toContain('内置')
    const officer = await roleId(school, 'officer')
    const before = (await admin.get<string[]>('base/roleMenu/getCheckedKeys', { roleId: officer })).data
    expect((await grant(admin, officer, await menuIds(school, 'system:menu:list'), { dataScope: 'dept' })).code).toBe(200)
    const reset = await admin.post('base/role/reset', { roleId: officer, version: (await roleRow(officer)).version })
    expect(reset.code).toBe(200)
    expect((await admin.get<string[]>('base/roleMenu/getCheckedKeys', { roleId: officer })).data.sort()).toEqual(before.sort())
    expect((await roleRow(officer)).dataScope).toBe('all')
    const own = await makeRole(school, 'notBuiltIn', [])
    expect(rule(await admin.post('base/role/reset', { roleId: own, version: 1 }))).toBe('422 system.role.notBuiltIn')
  })
  it('copies and compares', async () => {
    const officer = await roleId(school, 'officer')
    const copy = await admin.post<{ id: string }>('base/role/copy', { roleId: officer, code: 'officer2', name: '学工处二' })
    expect(copy.code).toBe(200)
    expect((await admin.get('base/role/compare', { roleId: officer, otherId: copy.data.id })).data).toEqual([])
    await grant(admin, copy.data.id, await menuIds(school, 'system:user:list'))
    const rows = (await admin.get<Array<{ path: string; first: boolean; second: boolean }>>('base/role/compare', { roleId: officer, otherId: copy.data.id })).data
    expect(rows.find(r => r.path === '管理 / 系统管理 / 数据字典')).toMatchObject({ first: true, second: false })
    expect(rule(await admin.post('base/role/copy', { roleId: officer, code: 'officer2', name: '别的' }))).toBe('422 system.role.codeTaken')
  })
  it('10-U13 saving is previewed: who is affected, which buttons come and go, how many rows are in reach', async () => {
    const other = await school.another()
    const boss = await other.as({ roles: ['admin'] })
    const [one, two] = [await makeDepartment(other, 'P1'), await makeDepartment(other, 'P2')]
    await other.db.query(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, department_id)
      select ${other.tenantId}, 'admin', 'p' || n, 'p' || n, 'p', 1, case when n <= 10 then ${one}::uuid else ${two}::uuid end from generate_series(1, 30) n`)
    const id = await makeRole(other, 'viewer', ['system:user:list', 'system:user:export'], 'dept')
    const viewer = await other.as({ roles: ['viewer'], departmentId: one, nickName: '看的人' })
    const before = (await viewer.get<{ page: { total: number } }>('base/sysUser/list')).data.page.total
    const preview = await boss.post<{
      users: number
      gained: Array<{ key: string }>
      lost: Array<{ key: string }>
      reach: Array<Record<string, unknown>>
      scopeChanges: unknown[]
    }>('base/role/grantPreview', {
      roleId: id,
      menuIds: await menuIds(other, 'system:user:list', 'system:user:add'),
      dataScope: 'all',
    })
    expect(preview.data.users).toBe(1)
    expect(preview.data.gained.map(b => b.key)).toEqual(['system:user:add'])
    expect(preview.data.lost.map(b => b.key)).toEqual(['system:user:export'])
    const [all] = await other.db.query<{ n: number }>(sql`select count(*)::int as n from sys_user where tenant_id = ${other.tenantId}`)
    expect(preview.data.reach).toEqual([{ entity: '用户', user: '看的人', before, after: all?.n }])
    expect(preview.data.scopeChanges).toEqual([{ menu: '用户', from: '本部门及下级', to: '全校' }])
    expect((await viewer.get<{ page: { total: number } }>('base/sysUser/list')).data.page.total).toBe(before)
  })
})

describe('three administrators', () => {
  it('10-U12 once the functions are split, nobody comes to hold two of them', async () => {
    const other = await school.another()
    const boss = await other.as({ roles: ['admin'], nickName: '老管理员' })
    const security = await other.as({ roles: ['secAdmin'], nickName: '安全员' })
    const on = (version: number) => boss.post('base/baseParams/submit', { paramsId: 'security', version, content: { threeAdmins: true } })
    const early = await on(0)
    expect(rule(early)).toBe('422 system.baseParams.threeAdmins')
    expect(early.msg).toContain('老管理员')
    // the administrator gives up the security functions; the security administrator keeps them
    const adminRole = await roleId(other, 'admin')
    const keep = await other.db.query<{ id: string }>(sql`select id from menu where tenant_id = ${other.tenantId} and type = 'button' and permission_key like 'system:%'
      and permission_key not like 'system:role%' and permission_key not in ('system:user:assignRoles', 'system:user:cover')`)
    const pages = await menuIds(other, 'system:user:list', 'system:menu:list', 'system:dictionary:list', 'system:baseParams:list')
    const { data } = await boss.get<{ version: number }>('base/role/getOne', { id: adminRole })
    expect((await boss.post('base/role/grant', { roleId: adminRole, menuIds: [...keep.map(k => k.id), ...pages], version: data.version })).code).toBe(200)
    expect((await on(0)).code).toBe(200)
    const victim = await boss.get<{ version: number }>('base/sysUser/getOne', { id: boss.userId })
    const refused = await security.post('base/role/addUsers', { roleId: await roleId(other, 'secAdmin'), userIds: [boss.userId] })
    expect(rule(refused)).toBe('422 system.user.threeAdmins')
    expect(refused.msg).toContain('老管理员')
    expect(rule(await security.post('base/sysUser/assignRoles', { id: boss.userId, roleIds: [await roleId(other, 'secAdmin')], version: victim.data.version }))).toMatch(/^422/)
  })
})
