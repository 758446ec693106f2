import { afterAll, beforeAll, expect, it } from 'vitest'
import { appPool } from '../data/pool.ts'
import { withTenant } from '../data/tenant-db.ts'
import { asRefusal } from '../http/envelope.ts'
import { endSessions, kick, liveSessions } from './api.ts'
import { call, enter, type Fixture, fixture, PASSWORD, type Process, refreshWith, SCHOOL, signIn, statusOf, until401, wait } from './fixture.ts'
import { md5 } from './hashing.ts'
import { makeIdentity } from './index.ts'

let f: Fixture
let p: Process
let q: Process
beforeAll(async () => {
  f = await fixture()
  p = await f.process()
  q = await f.process()
  await wait(300)
})
afterAll(() => f.close())

it('10-K6 answers a missing permission with 403 in the body, never 401', async () => {
  await f.user({ userName: 'k6' })
  const session = await enter(p, 'k6')
  const answer = await call(p.app, session.access_token, '/api/base/probe/admin')
  expect([answer.statusCode, answer.json().code]).toEqual([400, 403])
})
it('10-K7 ends other sessions within five seconds on every process when the password changes', async () => {
  await f.user({ userName: 'k7' })
  const here = await enter(p, 'k7')
  const there = await enter(q, 'k7')
  expect([await statusOf(p, there.access_token), await statusOf(q, there.access_token), await statusOf(q, here.access_token)]).toEqual([200, 200, 200])
  const answer = await call(p.app, here.access_token, '/api/flySource-base/sysUser/updatePassword', {
    method: 'POST',
    payload: { oldPassword: md5(PASSWORD), newPassword: 'Another#2027' },
  })
  expect(answer.json()).toMatchObject({ code: 200, data: { passWordLevel: 2 } })
  expect(await until401(q, there.access_token)).toBeLessThan(5000)
  expect((await call(q.app, there.access_token)).json().msg).toContain('密码已修改')
  expect(await statusOf(q, here.access_token)).toBe(200)
})
it('10-K7 feels disabling and a changed role at the next call, everywhere', async () => {
  const id = await f.user({ userName: 'leaver' })
  const session = await enter(p, 'leaver')
  expect(await statusOf(q, session.access_token)).toBe(200)
  await f.owner.query("update sys_user set status = 'disabled' where id = $1", [id])
  await p.core.principals.changed(f.tenantId, id)
  expect(await until401(q, session.access_token)).toBeLessThan(5000)
  expect((await refreshWith(p.app, session.refresh_token)).json().error_code).toBe(401)
})
it('10-K7 keeps one principal object until rights change, then a new one', async () => {
  await f.user({ userName: 'stable' })
  const session = await enter(p, 'stable')
  const first = await p.identity.sessions.resolve(session.access_token)
  const before = first?.principal
  expect((await p.identity.sessions.resolve(session.access_token))?.principal).toBe(before)
  expect(before).toMatchObject({ sessionId: first?.sessionId, userName: 'stable', roles: ['fdy'] })
  await f.owner.query("insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, $2 from role where tenant_id = $1 and code = 'student'", [
    f.tenantId,
    first?.userId,
  ])
  await p.core.principals.changed(f.tenantId, first?.userId)
  await wait(100)
  expect((await p.identity.sessions.resolve(session.access_token))?.principal.roles.sort()).toEqual(['fdy', 'student'])
})
it('10-K7 believes nothing in memory while the line between the processes is dead', async () => {
  await f.user({ userName: 'silent' })
  const session = await enter(q, 'silent')
  expect(await statusOf(q, session.access_token)).toBe(200)
  await q.notifier.close()
  await wait(4200)
  await withTenant(p.core.pool, f.tenantId, db => endSessions(db, [session.detail.userId], 'kicked'))
  expect(await statusOf(q, session.access_token)).toBe(401)
  q = await f.process()
  await wait(300)
})
it('10-K8 keeps at most five sessions: the oldest ends as replaced and says so', async () => {
  await f.user({ userName: 'k8' })
  const sessions: Awaited<ReturnType<typeof enter>>[] = []
  for (let i = 0; i < 6; i++) sessions.push(await enter(i % 2 ? p : q, 'k8'))
  expect(await until401(q, sessions[0]?.access_token as string)).toBeLessThan(5000)
  const told = await call(q.app, sessions[0]?.access_token as string)
  expect(told.json()).toMatchObject({ code: 401, msg: '你的账号在其他设备上登录，这里已退出' })
  expect(await Promise.all(sessions.slice(1).map(s => statusOf(p, s.access_token)))).toEqual([200, 200, 200, 200, 200])
  const many = await Promise.all(Array.from({ length: 12 }, (_, i) => signIn((i % 2 ? p : q).app, { userName: 'k8', address: `10.66.0.${i}` })))
  expect(many.every(a => a.statusCode === 200)).toBe(true)
  await Promise.all([p, q].map(x => x.identity.trail.flush()))
  const live = await withTenant(p.core.pool, f.tenantId, db => liveSessions(db, [sessions[0]?.detail.userId as string]))
  expect(live).toHaveLength(5)
})
it('10-K8 kicks one session or all of a person, and no session of anybody else', async () => {
  const id = await f.user({ userName: 'kicked' })
  const stranger = await f.user({ userName: 'stranger' })
  const [one, two, other] = [await enter(p, 'kicked'), await enter(p, 'kicked'), await enter(p, 'stranger')]
  const inSchool = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(p.core.pool, f.tenantId, work)
  const lines = await inSchool(db => liveSessions(db, [id]))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ terminal: 'pc', ip: expect.stringContaining('10.6.') })
  const first = await p.identity.sessions.resolve(one.access_token)
  expect(await inSchool(db => kick(db, [stranger], [first?.sessionId as string]))).toBe(0)
  expect(await inSchool(db => kick(db, [id], [first?.sessionId as string]))).toBe(1)
  expect(await until401(q, one.access_token)).toBeLessThan(5000)
  expect(await statusOf(q, two.access_token)).toBe(200)
  expect(await inSchool(db => kick(db, [id]))).toBe(1)
  expect(await until401(p, two.access_token)).toBeLessThan(5000)
  expect(await statusOf(p, other.access_token)).toBe(200)
  expect((await call(p.app, two.access_token)).json().msg).toContain('管理员')
})
it('10-K8 kicks 800 people among others, each with all their sessions and nobody else', async () => {
  await f.owner.query(
    `insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type) select $1, 'admin', 'mass' || n, 'mass' || n, '学生', 2 from generate_series(1, 1000) n`,
    [f.tenantId],
  )
  await f.owner.query(
    `insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, access_expires_at, expires_at)
     select tenant_id, id, 'admin', 'qinglan-web', sha256(('a' || id)::bytea), sha256(('r' || id)::bytea), 'pc', now() + interval '1 hour', now() + interval '1 hour' from sys_user where user_name like 'mass%'`,
  )
  const { rows } = await f.owner.query<{ id: string }>("select id from sys_user where user_name like 'mass%' order by id limit 800")
  expect(
    await withTenant(p.core.pool, f.tenantId, db =>
      kick(
        db,
        rows.map(r => r.id),
      ),
    ),
  ).toBe(800)
  const left = await f.owner.query<{ id: string }>(
    "select s.user_id as id from user_session s join sys_user u on u.id = s.user_id where u.user_name like 'mass%' and s.ended_at is null",
  )
  const gone = new Set(rows.map(r => r.id))
  expect([left.rows.length, left.rows.filter(r => gone.has(r.id))]).toEqual([200, []])
})
it('10-K9 takes the cookie for opening files only, never for a write or any other call', async () => {
  await f.user({ userName: 'k9' })
  const { access_token: token } = await enter(p, 'k9')
  const withCookie = (method: 'GET' | 'POST', url: string, cookie = `theme=dark; FlySource-Auth=${token}`) => p.app.inject({ method, url, headers: { cookie } })
  expect((await withCookie('GET', '/api/flySource-oss/oss/endpoint/download-file?fileId=1')).statusCode).toBe(200)
  expect((await withCookie('GET', '/api/base/probe/all')).statusCode).toBe(401)
  expect((await withCookie('POST', '/api/base/probe/write')).statusCode).toBe(401)
  expect((await withCookie('GET', '/api/oss/oss/endpoint/download-file', 'FlySource-Auth=nonsense')).statusCode).toBe(401)
})
it('10-K9 takes no malformed, doubled or foreign token, and says nothing about it', async () => {
  for (const header of [
    '',
    'bearer ',
    'bearer x',
    `bearer ${'a'.repeat(43)}, bearer ${'b'.repeat(43)}`,
    `bearer ${'a'.repeat(43)}\n`,
    `Basic ${'a'.repeat(43)}`,
    `bearer ${'a'.repeat(5000)}`,
  ]) {
    const answer = await p.app.inject({ url: '/api/base/probe/all', headers: { 'flysource-auth': header } })
    expect([answer.statusCode, answer.json().code], header.slice(0, 30)).toEqual([401, 401])
  }
})
it('10-K10 signs out with and without a token, always with success', async () => {
  await f.user({ userName: 'k10' })
  const session = await enter(p, 'k10')
  const out = await call(p.app, session.access_token, '/api/flySource-auth/logOut')
  expect(out.json()).toMatchObject({ code: 200, data: true })
  expect(await until401(q, session.access_token)).toBeLessThan(5000)
  for (const headers of [{}, { 'flysource-auth': 'nonsense' }, { 'flysource-auth': `bearer ${session.access_token}` }] as Array<Record<string, string>>)
    expect((await p.app.inject({ url: '/api/auth/logOut', headers })).json()).toMatchObject({ code: 200, data: true })
  expect((await refreshWith(p.app, session.refresh_token)).json().error_code).toBe(401)
})
it('10-K12 checks the signature as the school has set it: 400 with the server’s time where it is enforced', async () => {
  const { signatureOf } = await import('./signature.ts')
  await f.user({ userName: 'k12' })
  const { access_token: token } = await enter(p, 'k12')
  const path = '/api/flySource-base/probe/all'
  const send = (sign: string | undefined, query = '') => call(p.app, token, path + query, { headers: sign ? { 'flysource-sign': sign } : {} })
  const t10 = token.slice(0, 10)
  expect((await send(undefined)).statusCode).toBe(200)
  await f.params('session', { signMode: 'enforce' })
  expect((await send(signatureOf(path, Date.now(), t10), '?a.b=1')).statusCode).toBe(200)
  for (const sign of [
    undefined,
    'nonsense',
    signatureOf('/api/base/probe/all', Date.now(), t10),
    signatureOf(path, Date.now(), 'other token'.slice(0, 10)),
    signatureOf(path, Date.now() - 301_000, t10),
  ]) {
    const answer = await send(sign)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 400])
    expect(Math.abs(answer.json().data.serverTime - Date.now())).toBeLessThan(5000)
  }
  expect((await call(p.app, token, '/api/oss/oss/endpoint/download-file')).statusCode).toBe(200)
  await f.params('session', {})
})
it('refuses a call that names another school than its token’s, and keeps a trace', async () => {
  const id = await f.user({ userName: 'traveller' })
  const { access_token: token } = await enter(p, 'traveller')
  const answer = await call(p.app, token, '/api/base/probe/all', { headers: { 'tenant-id': '100002' } })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 403])
  expect((await call(p.app, token, '/api/base/probe/all', { headers: { 'tenant-id': SCHOOL } })).statusCode).toBe(200)
  const { rows } = await f.owner.query('select action from audit_log where user_id = $1', [id])
  expect(rows).toEqual([{ action: 'access.foreignTenant' }])
})
it('writes the last use once for many calls, and clears away what is over', async () => {
  await f.user({ userName: 'busy' })
  const session = await enter(p, 'busy')
  await f.owner.query("update user_session set last_active_at = now() - interval '1 hour' where user_id = $1", [session.detail.userId])
  for (let i = 0; i < 5; i++) await statusOf(p, session.access_token)
  await p.identity.sessions.flush()
  const { rows } = await f.owner.query("select last_active_at > now() - interval '1 minute' as fresh from user_session where user_id = $1", [session.detail.userId])
  expect(rows[0].fresh).toBe(true)
  await f.owner.query("update user_session set expires_at = now() - interval '1 second' where user_id = $1", [session.detail.userId])
  await p.identity.sessions.sweep()
  const ended = await f.owner.query('select end_reason from user_session where user_id = $1', [session.detail.userId])
  expect(ended.rows[0].end_reason).toBe('expired')
})
it('answers 503, never 401, while the database is away', async () => {
  const away = makeIdentity({ ...p.identity.deps, pool: appPool('postgres://nobody@127.0.0.1:1/none', 1) })
  const fault = await away.sessions.resolve('x'.repeat(43)).catch((error: unknown) => error)
  expect(asRefusal(fault).code).toBe(503)
  await away.close()
})
