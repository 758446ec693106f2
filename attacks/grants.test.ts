import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNamed } from '#model'
import { makeDepartment, makeRole, menuIds, roleId, rule } from '#modules/system/testing.ts'
import { systemGate } from '#server/access/calls.ts'
import { today } from '#server/base/today.ts'
import type { Gate } from '#server/data/gate.ts'
import { seedMenus } from '#server/tenants/menus.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  await loadSamples(school.server.core.registry.modules.map(m => m.code))
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school?.close())

const menuWith = async (at: School, key: string): Promise<{ id: string; version: number }> =>
  (
    await at.db.query<{ id: string; version: number }>(
      sql`select id, version from menu where tenant_id = ${at.tenantId} and permission_key = ${key} and terminal = 'web' order by type = 'button' limit 1`,
    )
  )[0] as { id: string; version: number }
const setKey = async (at: School, by: Actor, of: string, permissionKey: string | null) => by.post('base/sysMenu/update', { ...(await menuWith(at, of)), permissionKey })

describe('whoever may edit menus gives nobody what they do not hold', () => {
  let editor: Actor
  beforeAll(async () => {
    await makeRole(school, 'menu_editor', ['system:menu:list', 'system:menu:add', 'system:menu:update', 'system:menu:remove', 'system:dictionary:list'])
    editor = await school.as({ roles: ['menu_editor'] })
  })
  it('a menu of one’s own role does not become a permission one lacks, with the key and the role named', async () => {
    for (const key of ['student:student:reveal', 'audit:auditLog:list', 'system:role:grant', 'system:user:resetPassword']) {
      const refused = await setKey(school, editor, 'system:dictionary:list', key)
      expect(rule(refused)).toBe('422 system.menu.lacksPermission')
      expect([refused.errors[0]?.values?.key, refused.msg]).toEqual([key, expect.stringContaining('menu_editor')])
    }
    expect((await editor.get('audit/auditLog/list', { size: 1 })).code).toBe(403)
  })
  it('a permission others hold by a menu is not taken from them by somebody who lacks it', async () => {
    const refused = await setKey(school, editor, 'student:student:reveal', 'system:dictionary:list')
    expect([rule(refused), refused.errors[0]?.values?.key]).toEqual(['422 system.menu.lacksPermission', 'student:student:reveal'])
    expect(rule(await setKey(school, editor, 'student:student:list', null))).toBe('422 system.menu.lacksPermission')
  })
  it('a key held for less than the role reaches is refused, held as far it is given', async () => {
    await makeRole(school, 'narrow_editor', ['system:menu:list', 'system:menu:update', 'system:carousel:list', 'system:appName:list'], 'self')
    const narrow = await school.as({ roles: ['narrow_editor'] })
    const wider = await makeRole(school, 'wide_holder', [], 'all')
    const [page] = await menuIds(school, 'system:carousel:list')
    await school.db.query(sql`insert into role_menu (tenant_id, role_id, menu_id) values (${school.tenantId}, ${wider}, ${page}) on conflict do nothing`)
    const refused = await setKey(school, narrow, 'system:carousel:list', 'system:appName:list')
    expect(rule(refused)).toBe('422 system.menu.lacksScope')
    const { id, version } = await menuWith(school, 'system:carousel:list')
    expect((await admin.post('base/sysMenu/update', { id, version, permissionKey: 'system:appName:list' })).code).toBe(200)
    expect((await admin.post('base/sysMenu/update', { id, version: version + 1, permissionKey: 'system:carousel:list' })).code).toBe(200)
  })
  it('a new menu, which the administrators get at once, carries nothing its maker lacks', async () => {
    const { id } = await menuWith(school, 'system:dictionary:list')
    const refused = await editor.post('base/sysMenu/add', { type: 'button', openType: 1, title: '看隐私', parentId: id, permissionKey: 'student:student:reveal' })
    expect(rule(refused)).toBe('422 system.menu.lacksPermission')
  })
  it('what a menu gives does not change between the check of a grant and the grant', async () => {
    const target = await makeRole(school, 'raced', [])
    await makeRole(school, 'granter', ['system:role:list', 'system:role:grant', 'system:dictionaryItem:list'])
    await makeRole(school, 'changer', ['system:menu:list', 'system:menu:update', 'system:dictionaryItem:list'])
    await makeRole(school, 'own_revealer', ['student:student:reveal'], 'self')
    const granter = await school.as({ roles: ['granter'] })
    const changer = await school.as({ roles: ['changer', 'own_revealer'] })
    const made = await admin.post<{ id: string }>('base/sysMenu/add', { type: 'menu', openType: 1, title: '争', path: '/raced', permissionKey: 'system:dictionaryItem:list' })
    expect(made.code).toBe(200)
    const { id } = made.data
    for (let round = 0; round < 8; round++) {
      await school.db.query(sql`delete from role_menu where tenant_id = ${school.tenantId} and menu_id = ${id}`)
      await school.db.query(sql`update menu set permission_key = 'system:dictionaryItem:list', version = 1 where tenant_id = ${school.tenantId} and id = ${id}`)
      const { data } = await admin.get<{ version: number }>('base/role/getOne', { id: target })
      const [granted, changed] = await Promise.all([
        granter.post('base/role/grant', { roleId: target, menuIds: [id], version: data.version }),
        changer.post('base/sysMenu/update', { id, version: 1, permissionKey: 'student:student:reveal' }),
      ])
      // Either order: if the key changes first (no role holds it yet), the granter lacks it; if granted first, the changer holds it with a smaller scope than the role.
      expect([rule(granted), rule(changed)].sort()).toEqual(['200 ', granted.code === 200 ? '422 system.menu.lacksScope' : '422 system.role.lacksPermission'])
    }
  })
  it('the last menu by which somebody may grant is not taken away', async () => {
    const refused = await setKey(school, admin, 'system:role:grant', 'system:role:list')
    expect(refused.code).toBe(422)
  })
})

describe('three-administrator mode keeps its parts apart, whatever is edited', () => {
  const SYSTEM = ['menu:list', 'menu:add', 'menu:update', 'baseParams:list', 'baseParams:submit', 'user:list', 'user:enable', 'user:disable'].map(k => `system:${k}`)
  const SECURITY = ['user:list', 'user:assignRoles', 'role:list', 'role:add', 'role:grant', 'menu:list'].map(k => `system:${k}`)
  let other: School
  let system: Actor
  let security: Actor
  beforeAll(async () => {
    other = await school.another()
    await makeRole(other, 'sys_part', [...SYSTEM, 'system:carousel:list', 'system:appName:list'])
    await makeRole(other, 'sec_part', [...SECURITY, 'system:carousel:list'])
    system = await other.as({ roles: ['sys_part'], nickName: '系统员' })
    security = await other.as({ roles: ['sec_part'], nickName: '安全员' })
    const on = await system.post('base/baseParams/submit', { paramsId: 'security', version: 0, content: { threeAdmins: true }, isConfirmed: true })
    expect(on.code).toBe(200)
  })
  it('a menu that the security administrators have does not become one of the system part, though its editor holds both keys', async () => {
    const refused = await setKey(other, system, 'system:carousel:list', 'system:user:disable')
    expect(rule(refused)).toBe('422 system.user.threeAdmins')
    expect(refused.msg).toContain('安全员')
    expect((await menuWith(other, 'system:carousel:list')).id).toBeTruthy()
  })
  it('an account that was shut does not come back with two parts', async () => {
    // the security permission is limited to own rows, so that the enabling user holds no less
    await makeRole(other, 'sec_self', ['system:role:grant'], 'self')
    const target = await other.as({ roles: ['sys_part', 'sec_self'], nickName: '双重' })
    await other.db.query(sql`update sys_user set status = 'disabled' where tenant_id = ${other.tenantId} and id = ${target.userId}`)
    expect(rule(await system.post('base/sysUser/enable', { ids: [target.userId] }))).toBe('422 system.user.threeAdmins')
  })
  it('two changes at the same moment, each harmless alone, do not make one person hold two parts', async () => {
    const plain = await makeRole(other, 'plain', ['system:appName:list'])
    const target = await other.as({ roles: ['plain'], nickName: '被争取' })
    const [a, b] = await Promise.all([
      setKey(other, system, 'system:appName:list', 'system:user:disable'),
      security.post('base/role/addUsers', { roleId: await roleId(other, 'sec_part'), userIds: [target.userId] }),
    ])
    expect(plain).toBeTruthy()
    expect([rule(a), rule(b)].sort()).toEqual(['200 ', '422 system.user.threeAdmins'])
  })
  it('what an update of the program gives by default adds no part to a role', async () => {
    const page = await menuWith(other, 'audit:auditLog:list')
    const forget = async (table: Sql): Promise<unknown> => other.db.query(sql`delete from ${table} where tenant_id = ${other.tenantId} and permission_key = 'system:user:unlock'`)
    // simulates a button added by this version: the officer-like role `secAdmin` keeps all its menus, `admin` loses its part
    await other.db.query(sql`delete from role_menu rm using menu m where rm.tenant_id = ${other.tenantId} and m.tenant_id = rm.tenant_id and m.id = rm.menu_id and (m.permission_key like 'system:%' or m.permission_key like 'audit:%')
      and rm.role_id = ${await roleId(other, 'admin')}`)
    await other.db.query(
      sql`delete from role_menu rm using menu m where rm.tenant_id = ${other.tenantId} and m.tenant_id = rm.tenant_id and m.id = rm.menu_id and m.permission_key = 'system:user:unlock'`,
    )
    await forget(sql`default_grant`)
    await forget(sql`menu`)
    await systemGate(other.server.core, other.tenantId, 'test').tx(db => seedMenus(db as Gate, other.server.core.registry, 'web'))
    const holders =
      await other.db.query(sql`select r.code from role_menu rm join role r on r.tenant_id = rm.tenant_id and r.id = rm.role_id join menu m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where rm.tenant_id = ${other.tenantId} and m.permission_key = 'system:user:unlock'`)
    expect([page.id.length, holders]).toEqual([36, []])
  })
})

describe('the other ways of giving', () => {
  it('nobody makes themselves the deputy of somebody who may more, and a cover gives no more than its maker holds beyond the classes', async () => {
    const [college] = await school.db.query<{ id: string }>(
      sql`insert into department (tenant_id, code, name, dept_type) values (${school.tenantId}, 'cov', '代班学院', '1') returning id`,
    )
    await school.db.changed(entityNamed('department'))
    const departmentId = college?.id as string
    const teacher = await sampleRow(school.db, entityNamed('teacher'))
    await makeRole(school, 'coverer', ['system:user:list', 'system:user:cover'])
    const coverer = await school.as({ roles: ['coverer'], departmentId })
    const covered = await school.as({ roles: [], departmentId, teacherId: teacher.id })
    const deputy = await school.as({ roles: [], departmentId })
    await giveClass(school, departmentId, teacher.id)
    const cover = (id: string) => coverer.post('base/sysUser/cover', { id, coveredUserId: covered.userId, role: 'fdy', validFrom: today(), validTo: today() })
    expect(rule(await cover(coverer.userId))).toBe('422 system.user.lacksPermission')
    // counsellors get password resets with a school-wide scope
    const [button] = await menuIds(school, 'system:user:resetPassword')
    const fdy = await roleId(school, 'fdy')
    await school.db.query(sql`insert into role_menu (tenant_id, role_id, menu_id, scope_override) values (${school.tenantId}, ${fdy}, ${button}, 'all')`)
    expect(rule(await cover(deputy.userId))).toBe('422 system.user.lacksPermission')
    await school.db.query(sql`delete from role_menu where tenant_id = ${school.tenantId} and role_id = ${fdy} and menu_id = ${button}`)
    expect((await cover(deputy.userId)).code).toBe(200)
  })
  it('a second factor that a role asks for is not taken from it by who grants for less than the school', async () => {
    await makeRole(school, 'role_editor', ['system:role:list', 'system:role:update'])
    const editor = await school.as({ roles: ['role_editor'] })
    const { data } = await admin.get<{ id: string; version: number }>('base/role/getOne', { id: await roleId(school, 'finance') })
    expect(rule(await editor.post('base/role/update', { id: data.id, version: data.version, mfaRequired: false }))).toBe('422 system.role.privilege')
  })
  it('an application of somebody who may more is not opened to other addresses or longer', async () => {
    const made = await admin.post<{ id: string }>('base/apiClient/create', {
      name: '对接',
      apiIds: ['GET /api/base/student/list'],
      ipRanges: ['10.0.0.1'],
      dailyQuota: 100,
      dataScope: 'all',
    })
    expect([made.code, made.msg]).toEqual([200, expect.anything()])
    await makeRole(school, 'client_editor', ['system:apiClient:list', 'system:apiClient:update'])
    const editor = await school.as({ roles: ['client_editor'] })
    for (const patch of [{ ipRanges: null }, { ipRanges: [] }, { validTo: '2099-12-31' }, { dailyQuota: 999_999 }])
      expect([patch, rule(await editor.post('base/apiClient/update', { id: made.data.id, version: 1, ...patch }))]).toEqual([patch, '422 system.apiClient.lacksPermission'])
    expect((await editor.post('base/apiClient/update', { id: made.data.id, version: 1, isEnabled: false })).code).toBe(200)
  })
})
async function giveClass(at: School, departmentId: string, teacherId: string): Promise<void> {
  const row = await sampleRow(at.db, entityNamed('stuClass'))
  await at.db.query(sql`update stu_class set department_id = ${departmentId}, state = 'active' where tenant_id = ${at.tenantId} and id = ${row.id}`)
  await at.db.query(sql`insert into class_staff (tenant_id, class_id, teacher_id, role, start_date) values (${at.tenantId}, ${row.id}, ${teacherId}, 'fdy', ${today()})`)
}
/** Users with more permissions than the caller keep their password, second factor, linked identities and sessions. */
describe('nobody changes the credentials of an account that may more', () => {
  let helper: Actor
  let stronger: Actor
  let plain: Actor
  const KEYS = [
    ...['list', 'add', 'update', 'remove', 'resetOwn', 'resetPassword', 'enable', 'disable', 'unlock', 'sessions', 'kick', 'issuePasswords', 'assignRoles'].map(
      k => `system:user:${k}`,
    ),
    ...['secondFactor:list', 'secondFactor:reset', 'userBinding:list', 'userBinding:unbind', 'online:list', 'online:kick'].map(k => `identity:${k}`),
  ]
  beforeAll(async () => {
    await makeRole(school, 'helper', KEYS)
    helper = await school.as({ roles: ['helper'] })
    stronger = await school.as({ roles: ['officer'], userType: 2, nickName: '学生兼干事' })
    plain = await school.as({ roles: [], userType: 2, nickName: '普通学生' })
    for (const { userId } of [stronger, plain]) {
      await school.db.query(sql`insert into second_factor (tenant_id, user_id, secret) values (${school.tenantId}, ${userId}, '\\x00')`)
      await school.db.query(sql`insert into user_binding (tenant_id, user_id, source, oauth_id, bound_by) values (${school.tenantId}, ${userId}, 'cas', ${userId}, 'self')`)
    }
  })
  const ways: Array<[string, (of: Actor) => Promise<{ path: string; body: object }>]> = [
    ['resetOwn', async ({ userId: id }) => ({ path: 'base/sysUser/resetOwn', body: { id } })],
    ['resetPassword', async ({ userId: id }) => ({ path: 'base/sysUser/resetPassword', body: { id } })],
    ['mfa reset', async ({ userId: id }) => ({ path: 'auth/secondFactor/reset', body: { id, reason: '丢失手机' } })],
    [
      'unbind',
      async ({ userId }) => {
        const [row] = await school.db.query<{ id: string }>(sql`select id from user_binding where tenant_id = ${school.tenantId} and user_id = ${userId}`)
        return { path: 'auth/userBinding/unbind', body: { id: row?.id, reason: '换号' } }
      },
    ],
    [
      'a mobile number of one’s own',
      async ({ userId: id }) => {
        const { data } = await admin.get<{ version: number }>('base/sysUser/getOne', { id })
        return { path: 'base/sysUser/update', body: { id, version: data.version, mobile: '13900001111' } }
      },
    ],
    ['unlock', async ({ userId }) => ({ path: 'base/sysUser/unlock', body: { ids: [userId] } })],
    ['kick', async ({ userId: id }) => ({ path: 'base/sysUser/kick', body: { id } })],
    ['kick online', async ({ userId }) => ({ path: 'auth/online/kick', body: { userIds: [userId] } })],
    ['disable', async ({ userId }) => ({ path: 'base/sysUser/disable', body: { ids: [userId], reason: '试' } })],
  ]
  it.each(ways)('%s is refused for a stronger account, and open for one that may no more', async (_name, way) => {
    const refused = await way(stronger)
    expect(rule(await helper.post(refused.path, refused.body))).toBe('422 system.user.tooMuch')
    const open = await way(plain)
    expect(rule(await helper.post(open.path, open.body))).toBe('200 ')
  })
  it('ending the sessions of a role leaves those of stronger accounts', async () => {
    const here = await school.as({ roles: ['officer'] })
    const { data } = await helper.post<{ people: number }>('auth/online/kickRole', { roleId: await roleId(school, 'officer') })
    expect([data.people, (await here.get('auth/mySession/list')).code]).toEqual([0, 200])
  })
  it('first passwords are issued to nobody stronger, nor beyond the reach of whoever issues them', async () => {
    const [inside, outside] = await Promise.all([makeDepartment(school, 'iss-in'), makeDepartment(school, 'iss-out')])
    await makeRole(school, 'issuer', ['system:user:list', 'system:user:issuePasswords'], 'dept')
    const issuer = await school.as({ roles: ['issuer'], departmentId: inside })
    const mine = await school.as({ roles: [], departmentId: inside })
    await school.as({ roles: ['officer'], departmentId: inside })
    await school.as({ roles: [], departmentId: outside })
    await school.db.query(sql`update sys_user set password_hash = 'x' where tenant_id = ${school.tenantId} and id = ${issuer.userId}`)
    const saved = await admin.post('base/baseParams/submit', { paramsId: 'password', version: 0, content: { initialRule: 'idTail' }, isConfirmed: true })
    expect(saved.code).toBe(200)
    const started = await issuer.post<{ total: number; jobId: string }>('base/sysUser/issuePasswords', {})
    expect([started.code, started.data.total]).toEqual([200, 1])
    const [issue] = await school.db.query<{ ids: string[] }>(sql`select user_ids as ids from password_issue where tenant_id = ${school.tenantId} and id = ${started.data.jobId}`)
    expect(issue?.ids).toEqual([mine.userId])
  })
})
