import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { type CredentialSchool, credentialSchool, PASSWORD } from './testing.ts'

let s: CredentialSchool
let admin: Actor
let news: ReturnType<typeof captureNotifications>
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
const NEWER = CHROME.replace('131', '140')
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1'
beforeAll(async () => {
  s = await credentialSchool()
  await s.params('identity', { mfaEnabled: false })
  await s.params('login', { captchaAfter: 20 })
  admin = await s.school.as({ roles: ['admin'] })
  news = captureNotifications(s.school.server)
})
afterAll(() => s?.close())

const enter = async (username: string, device = CHROME, password = PASSWORD): Promise<string> =>
  (await s.token({ username, password: md5(password) }, { 'user-agent': device })).body.access_token as string
interface Line {
  id: string
  accountNo: string
  terminal: string
  device: string
  ip: string
  isCurrent: boolean
}
const online = (query: Record<string, unknown> = {}, by = admin) => by.get<{ total: number; people: number; result: Line[] }>('auth/online/list', query)
const post = (token: string, path: string, body: object = {}) => s.call('POST', path, body, { 'flysource-auth': `bearer ${token}` })

describe('who is online', () => {
  it('10-K8 is listed with terminal, device and address, by department, role and name', async () => {
    const [department] = await s.db.query<{ id: string }>(sql`insert into department (tenant_id, code, name, dept_type) values (${s.tenantId}, 'D1', '软件学院', '1') returning id`)
    const [below] = await s.db.query<{ id: string }>(
      sql`insert into department (tenant_id, code, name, dept_type, parent_id) values (${s.tenantId}, 'D2', '软件教研室', '2', ${department?.id}) returning id`,
    )
    const id = await s.user({ userName: 'coder', departmentId: below?.id as string, roles: ['fdy'] })
    await enter('coder')
    await enter('coder', PHONE)
    const all = (await online({ keyword: 'coder' })).data
    expect(all).toMatchObject({ total: 2, people: 1 })
    expect(all.result.map(l => l.terminal).sort()).toEqual(['mobile', 'pc'])
    expect(all.result[0]).toMatchObject({ userId: id, departmentName: '软件教研室', realm: 'admin' })
    expect((await online({ departmentId: department?.id })).data.total).toBe(2)
    expect((await online({ terminal: 'mobile', keyword: 'coder' })).data.total).toBe(1)
    const [role] = await s.db.query<{ id: string }>(sql`select id from role where tenant_id = ${s.tenantId} and code = 'fdy'`)
    expect((await online({ roleId: role?.id })).data.people).toBe(1)
    expect((await online({ keyword: '%' })).data.total).toBe(0)
    expect((await online({ size: 1, current: 2, keyword: 'coder' })).data.result).toHaveLength(1)
    expect((await online({}, await s.school.as({ roles: ['teacher'] }))).code).toBe(403)
    expect((await online()).data.result.some(l => l.isCurrent)).toBe(true)
  })
  it('10-K8 ends one session, one person’s, or a whole role’s; never the one that asks, and each hears why', async () => {
    await s.user({ userName: 'leaver' })
    const [pc, phone] = [await enter('leaver'), await enter('leaver', PHONE)]
    const line = (await online({ keyword: 'leaver', terminal: 'pc' })).data.result[0] as Line
    expect((await admin.post('auth/online/kick', {})).code).toBe(422)
    expect((await admin.post('auth/online/kick', { sessionIds: [line.id] })).data).toEqual({ ended: 1 })
    const over = await s.ended(pc)
    expect(over).toMatchObject({ status: 401, body: { msg: '管理员已结束这次登录，请重新登录' } })
    expect((await s.get('base/sysUser/getUserInfo', phone)).status).toBe(200)
    expect((await admin.post('auth/online/kick', { userIds: [(line as unknown as { userId: string }).userId] })).data).toEqual({ ended: 1 })
    const [role] = await s.db.query<{ id: string }>(sql`select id from role where tenant_id = ${s.tenantId} and code = 'admin'`)
    const other = await s.school.as({ roles: ['admin'] })
    expect((await admin.post<{ ended: number }>('auth/online/kickRole', { roleId: role?.id })).data.ended).toBeGreaterThan(0)
    expect((await s.ended(other.token)).status).toBe(401)
    expect((await admin.get('base/sysUser/getUserInfo')).status).toBe(200)
    const [noted] = await s.db.query(sql`select 1 from audit_log where tenant_id = ${s.tenantId} and action = 'session.kick'`)
    expect(noted).toBeDefined()
  })
  it('10-K8 nobody ends sessions outside the scope they were given, nor of another school', async () => {
    const stranger = await s.school.another()
    const theirs = await (await stranger.as({ roles: ['teacher'] })).get('base/sysUser/getUserInfo')
    const [session] = await stranger.db.query<{ id: string; userId: string }>(sql`select id, user_id as "userId" from user_session where tenant_id = ${stranger.tenantId}`)
    expect(theirs.status).toBe(200)
    expect((await admin.post('auth/online/kick', { sessionIds: [session?.id], userIds: [session?.userId] })).data).toEqual({ ended: 0 })
    const ids = (await online({ size: 200 })).data.result.map(l => l.id)
    expect(ids).not.toContain(session?.id)
  })
  it('10-K8 kicks a role of 800 among 30,000 sessions with few statements', async () => {
    const [role] = await s.db.query<{ id: string }>(sql`insert into role (tenant_id, code, name, data_scope) values (${s.tenantId}, 'eight', '八百人', 'self') returning id`)
    await s.db.query(sql`with people as (insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type)
        select ${s.tenantId}, 'admin', 'many' || n, 'many' || n, '多', 2 from generate_series(1, 6000) n returning id),
      held as (insert into role_user (tenant_id, role_id, user_id) select ${s.tenantId}, ${role?.id}, id from people limit 800)
      insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, access_expires_at, expires_at)
        select ${s.tenantId}, p.id, 'admin', 'qinglan-web', sha256((p.id::text || k)::bytea), sha256((p.id::text || 'r' || k)::bytea), 'pc', now() + interval '1 hour', now() + interval '1 hour' from people p cross join generate_series(1, 5) k`)
    const kicked = await admin.post<{ people: number; ended: number }>('auth/online/kickRole', { roleId: role?.id })
    expect(kicked.data).toEqual({ people: 800, ended: 4000 })
    expect((await online({ keyword: 'many' })).data.total).toBe(26_000)
  })
})

describe('one’s own account', () => {
  it('10-K8 shows my devices and ends the others', async () => {
    await s.user({ userName: 'mine' })
    const [pc, phone, third] = [await enter('mine'), await enter('mine', PHONE), await enter('mine')]
    const list = (await s.get('auth/mySession/list', pc)).body.data as Line[]
    expect(list).toHaveLength(3)
    expect(list.filter(l => l.isCurrent)).toHaveLength(1)
    const other = list.find(l => l.terminal === 'mobile') as Line
    expect((await post(pc, 'mySession/end', { sessionId: other.id })).body.data).toEqual({ ended: 1 })
    expect((await s.ended(phone)).status).toBe(401)
    const own = list.find(l => l.isCurrent) as Line
    expect((await post(pc, 'mySession/end', { sessionId: own.id })).body.data).toEqual({ ended: 0 })
    await s.user({ userName: 'thief' })
    expect((await post(await enter('thief'), 'mySession/end', { sessionId: own.id })).body.data).toEqual({ ended: 0 })
    expect((await post(pc, 'mySession/end')).body.data).toEqual({ ended: 1 })
    expect((await s.ended(third)).status).toBe(401)
    expect((await s.get('base/sysUser/getUserInfo', pc)).status).toBe(200)
  })
  it('shows my sign-ins, the failed ones too, and nobody else’s', async () => {
    await s.user({ userName: 'watcher' })
    await s.token({ username: 'watcher', password: md5('wrong') })
    const token = await enter('watcher')
    await s.school.server.identity.trail.flush()
    const lines = (await s.get('auth/signIn/mine', token)).body.data as Array<{ result: string; reason: string | null; way: string }>
    expect(lines.map(l => [l.result, l.reason, l.way])).toEqual([
      ['success', null, 'account'],
      ['failure', 'password', 'account'],
    ])
  })
  it('hears of a device it never used, though not of a newer version of the same one', async () => {
    const id = await s.user({ userName: 'alert' })
    await enter('alert')
    expect(await news('identity.newDevice', id)).toEqual([])
    await enter('alert', NEWER)
    expect(await news('identity.newDevice', id)).toEqual([])
    await enter('alert', PHONE)
    expect(await news('identity.newDevice', id)).toMatchObject([{ values: { device: 'iPhone Safari 17' } }])
    await enter('alert', PHONE)
    expect(await news('identity.newDevice', id)).toHaveLength(1)
  })
  it('hears of a lock and of a changed password', async () => {
    const id = await s.user({ userName: 'attacked' })
    for (let i = 0; i < 5; i++) await s.token({ username: 'attacked', password: md5('x') })
    expect(await news('identity.locked', id)).toMatchObject([{ values: { minutes: 15 } }])
    const other = await s.user({ userName: 'changer' })
    const token = await enter('changer')
    await post(token, '/api/flySource-base/sysUser/updatePassword', { oldPassword: md5(PASSWORD), newPassword: 'Changed-Pass-2027' })
    expect(await news('identity.passwordChanged', other)).toMatchObject([{ values: { by: { text: '你自己' } } }])
    await admin.post('base/sysUser/resetPassword', { id: other })
    expect(await news('identity.passwordChanged', other)).toMatchObject([{}, { values: { by: { text: '管理员' } } }])
  })
})

describe('statistics of sign-ins', () => {
  it('count by way, hour and terminal, name what failed, and the share of weak passwords by college', async () => {
    const [college] = await s.db.query<{ id: string }>(sql`insert into department (tenant_id, code, name, dept_type) values (${s.tenantId}, 'D9', '弱密码学院', '1') returning id`)
    const weak = await s.user({ userName: 'weakling', departmentId: college?.id as string })
    await s.user({ userName: 'strongman', departmentId: college?.id as string })
    await s.db.query(sql`update sys_user set pass_word_level = 0 where tenant_id = ${s.tenantId} and id = ${weak}`)
    await enter('weakling', PHONE)
    await s.school.server.identity.trail.flush()
    const { data } = await admin.get<{
      total: number
      failures: number
      ways: Array<{ key: string; count: number }>
      terminals: Array<{ key: string; count: number }>
      reasons: Array<{ key: string; count: number }>
      hours: Array<{ hour: number; count: number }>
      weak: Array<{ departmentName: string; people: number; weak: number }>
    }>('auth/signIn/statistics', { days: 7 })
    expect(data.ways[0]?.key).toBe('account')
    expect(data.terminals.map(t => t.key).sort()).toEqual(['mobile', 'pc'])
    expect(data.reasons.map(r => r.key)).toContain('password')
    expect(data.hours).toHaveLength(24)
    expect(data.hours.reduce((sum, h) => sum + h.count, 0)).toBe(data.total)
    expect(data.weak).toContainEqual({ departmentName: '弱密码学院', people: 2, weak: 1 })
    expect((await (await s.school.as({ roles: ['teacher'] })).get('auth/signIn/statistics')).code).toBe(403)
  })
})
