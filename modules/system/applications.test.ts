import { randomBytes } from 'node:crypto'
import pino from 'pino'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { clientOf, settingOf } from '#server/api-clients/client.ts'
import { sign, signingKey } from '#server/api-clients/signature.ts'
import { createServer, type Server } from '#server/start/server.ts'
import { type Actor, signedIn, testSecret } from '#testing/school.ts'
import { makeRole, rule } from './testing.ts'

interface App {
  id: string
  appKey: string
  secret: string
}
interface SignedCall {
  query?: string
  method?: 'GET' | 'POST'
  at?: number
  nonce?: string
  secret?: string
  /** Body actually sent, when it differs from the signed one. */
  sent?: string
  ip?: string
  headers?: Record<string, string>
}
interface Got {
  status: number
  code: number
  rule: string
  data: { result: Array<Record<string, unknown>>; retryAfter?: number }
  text: string
}
const LIST = '/api/base/student/list'
const ONE = '/api/base/student/getOne'
const lines: string[] = []
let s: SmallSchool
let admin: Actor
let other: Server
const newNonce = (): string => randomBytes(16).toString('hex')

beforeAll(async () => {
  s = await smallSchool({ trustProxy: ['10.9.9.9'], log: pino({ level: 'trace' }, { write: line => void lines.push(line) }) })
  admin = await s.as({ roles: ['admin'], nickName: '管理员' })
  for (const classId of [s.ids.s2301, s.ids.s2301, s.ids.a2301]) await admin.post('base/student/add', draftOf(classId))
  const { registry, url, dataDir } = s.server.core
  other = await createServer({ registry, url, secret: testSecret(), dataDir, timed: false, poolSize: 6, log: pino({ level: 'fatal' }) })
})
afterAll(async () => {
  await other.close()
  await s.close()
})
let serial = 0
async function make(given: Record<string, unknown> = {}, who = admin): Promise<App> {
  const answer = await who.post<App>('base/apiClient/create', { name: `应用${++serial}`, apiIds: [`GET ${LIST}`], dataScope: 'all', dailyQuota: 1000, ...given })
  expect([answer.code, answer.msg]).toEqual([200, '成功'])
  await expect.poll(() => clientOf(other.core, s.tenantId, answer.data.appKey)).toBeDefined() // the other process receives the change notification asynchronously
  return answer.data
}
/** A signed API call, as a third-party application makes it. */
async function call(app: Pick<App, 'appKey' | 'secret'>, path = LIST, asked: SignedCall = {}, server = s.server): Promise<Got> {
  const { query = '', method = 'GET', at = Date.now(), nonce = newNonce(), secret = app.secret } = asked
  const signature = sign(secret, { method, path, query, timestamp: String(at), nonce })
  const reply = await server.app.inject({
    method,
    url: asked.sent ?? (query ? `${path}?${query}` : path),
    remoteAddress: asked.ip ?? '127.0.0.1',
    headers: { 'app-key': app.appKey, 'app-timestamp': String(at), 'app-nonce': nonce, 'app-signature': signature, 'accept-language': 'zh-cn', ...asked.headers },
  })
  const body = reply.json()
  return { status: reply.statusCode, code: body.code, rule: body.errors?.[0]?.rule ?? '', data: body.data, text: reply.payload }
}
const row = async (app: App) => (await admin.get<Record<string, unknown> & { version: number }>('base/apiClient/getOne', { id: app.id })).data
const change = async (app: App, patch: Record<string, unknown>) => admin.post('base/apiClient/update', { id: app.id, version: (await row(app)).version, ...patch })

describe('an application', () => {
  it('reads what it was given, within its data scope, and personal values as masks', async () => {
    const app = await make({ dataScope: 'custom', customScope: { classIds: [s.ids.s2301], departmentIds: [], buildingIds: [] } })
    const { code, data } = await call(app, LIST, { query: 'size=50&sort=studentNo' })
    expect(code).toBe(200)
    expect(data.result.map(r => r.counselledClassId ?? r.classId)).toEqual([s.ids.s2301, s.ids.s2301])
    expect(data.result[0]?.phone).toBe('138****2071')
    expect(data.result[0]).not.toHaveProperty('healthCode')
    const whole = await make({ apiIds: [`GET ${LIST}`, `GET ${ONE}`] })
    const all = (await call(whole)).data.result
    expect(all).toHaveLength(3)
    const outside = all.find(r => r.classId === s.ids.a2301)?.id
    expect((await call(whole, ONE, { query: `id=${outside}` })).code).toBe(200)
    const narrow = await make({ apiIds: [`GET ${ONE}`], dataScope: 'custom', customScope: { classIds: [s.ids.s2301] } })
    expect((await call(narrow, ONE, { query: `id=${outside}` })).code).toBe(404)
  })
  it('answers under both prefixes, the address being signed as it was sent', async () => {
    const app = await make()
    for (const path of ['/api/flySource-base/student/list', '/api/base-resource/student/list']) expect((await call(app, path)).code).toBe(200)
  })
  it('is refused every API it was not given: other reads, what changes something, what anybody signed in may call', async () => {
    const app = await make()
    for (const path of [ONE, '/api/base/student/history', '/api/base/sysUser/list', '/api/base/sysUser/getUserInfo', '/api/base/sysMenu/getUserBtn'])
      expect([path, await call(app, path).then(a => `${a.code} ${a.rule}`)]).toEqual([path, '403 applications.notGranted'])
    for (const path of ['/api/base/student/add', '/api/base/student/reveal', '/api/base/apiClient/renewSecret'])
      expect(`${path} ${(await call(app, path, { method: 'POST' })).code}`).toBe(`${path} 403`)
  })
  it('10-U5 nobody gives an application a permission or scope they lack, or an API that is not read', async () => {
    const create = (who: Actor, given: Record<string, unknown>) => who.post('base/apiClient/create', { name: '不该有', dataScope: 'all', ...given }).then(rule)
    expect(await create(admin, { apiIds: ['POST /api/base/student/add'] })).toBe('422 system.apiClient.unknownApi')
    expect(await create(admin, { apiIds: ['GET /api/base/sysUser/getUserInfo'] })).toBe('422 system.apiClient.unknownApi')
    expect(await create(admin, { apiIds: [`GET ${LIST}`], ipRanges: ['10.0.0.0/33'] })).toBe('422 system.apiClient.range')
    expect(await create(admin, { apiIds: [`GET ${LIST}`], dataScope: 'custom' })).toBe('422 system.apiClient.customNeeded')
    expect(await create(admin, { apiIds: [`GET ${LIST}`], validTo: '2020-01-01' })).toBe('422 system.apiClient.past')
    await makeRole(s, 'onlyClients', ['system:apiClient:create'])
    expect(await create(await s.as({ roles: ['onlyClients'] }), { apiIds: [`GET ${LIST}`] })).toBe('422 system.apiClient.lacksPermission')
    await makeRole(s, 'deptClients', ['system:apiClient:create', 'student:student:list'], 'dept')
    expect(await create(await s.as({ roles: ['deptClients'], departmentId: s.ids.info }), { apiIds: [`GET ${LIST}`] })).toBe('422 system.apiClient.lacksScope')
  })
})
describe('an attack', () => {
  it('a call that was seen is not taken a second time, by any process', async () => {
    const app = await make()
    const seen = { nonce: newNonce(), at: Date.now() }
    expect((await call(app, LIST, seen)).code).toBe(200)
    expect((await call(app, LIST, seen)).rule).toBe('applications.replay')
    expect((await call(app, LIST, seen, other)).rule).toBe('applications.replay')
    const raced = { nonce: newNonce(), at: Date.now() }
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => call(app, LIST, raced, i % 2 ? other : s.server)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  })
  it('a time stamp more than five minutes off is refused with the server’s time', async () => {
    const app = await make()
    for (const at of [Date.now() - 301_000, Date.now() + 301_000]) {
      const refused = await call(app, LIST, { at })
      expect(refused.rule).toBe('applications.skew')
      expect(refused.text).toContain('serverTime')
    }
    expect((await call(app, LIST, { at: Date.now() - 290_000 })).code).toBe(200)
  })
  it('a changed query, path or method breaks the signature; an unknown key is told no different', async () => {
    const app = await make()
    const wrong = '400 applications.signature'
    const of = (asked: SignedCall, key = app) => call(key, LIST, asked).then(a => `${a.code} ${a.rule}`)
    expect(await of({ query: 'size=1', sent: `${LIST}?size=200` })).toBe(wrong)
    expect(await of({ sent: '/api/base/student/getSelect' })).toBe(wrong)
    expect(await of({ secret: 'x'.repeat(43) })).toBe(wrong)
    expect(await of({}, { ...app, appKey: `100001-${'A'.repeat(16)}` })).toBe(wrong)
    expect(await of({}, { ...app, appKey: `nosuch-${'A'.repeat(16)}` })).toBe(wrong)
    expect(await of({ headers: { 'app-signature': '' } })).toBe('400 applications.malformed')
    expect(await of({ secret: signingKey(app.secret) })).toBe(wrong)
  })
  it('an address outside the ranges is refused; a forwarded one is believed from the trusted proxy alone', async () => {
    const app = await make({ ipRanges: ['172.20.0.0/16', '2001:db8::/32'] })
    const from = (ip: string, forwarded?: string) => call(app, LIST, { ip, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }).then(a => a.rule || a.code)
    expect(await from('172.20.3.4')).toBe(200)
    expect(await from('2001:db8::7')).toBe(200)
    expect(await from('8.8.8.8')).toBe('applications.address')
    expect(await from('8.8.8.8', '172.20.3.4')).toBe('applications.address')
    expect(await from('10.9.9.9', '172.20.3.4')).toBe(200)
    expect(await from('10.9.9.9', '8.8.8.8')).toBe('applications.address')
  })
  it('10-T6 an application of one school reaches nothing of another, and naming it is refused and audited', async () => {
    const app = await make()
    const elsewhere = await s.another()
    const [{ code }] = (await s.server.core.pool.query<{ code: string }>('select code from tenant where id = $1', [elsewhere.tenantId])).rows as [{ code: string }]
    for (const asked of [{ headers: { 'tenant-id': code } }, { query: `tenantId=${code}` }]) expect((await call(app, LIST, asked)).rule).toBe('access.foreignTenant')
    expect((await call({ ...app, appKey: app.appKey.replace('100001', code) })).rule).toBe('applications.signature')
    const audited = await s.db.query(
      sql`select from audit_log where tenant_id = ${s.tenantId} and action = 'access.foreignTenant' and user_id = ${(await row(app)).userId as string}`,
    )
    expect(audited).toHaveLength(2)
    await s.server.settle()
    expect((await admin.get<unknown[]>('base/apiClient/days', { id: app.id })).data).toMatchObject([{ calls: 0, refused: 2, reasons: { school: 2 } }])
    const stranger = await signedIn(s.server, elsewhere.db, { roles: ['admin'] })
    expect((await stranger.get<{ result: unknown[] }>('base/apiClient/list')).data.result).toEqual([])
    expect((await stranger.post('base/apiClient/renewSecret', { id: app.id, overlapHours: 0 })).code).toBe(404)
  })
  it('the day’s quota is never exceeded, however many calls race on two processes', async () => {
    const app = await make({ dailyQuota: 15 })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => call(app, LIST, {}, i % 2 ? other : s.server)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(15)
    const refused = answers.filter(a => a.rule === 'applications.quota')
    expect(refused).toHaveLength(25)
    expect(refused[0]?.data.retryAfter).toBeGreaterThan(0)
    await Promise.all([s.server.settle(), other.settle()])
    const { data } = await admin.get<Array<Record<string, unknown>>>('base/apiClient/days', { id: app.id })
    expect(data[0]).toMatchObject({ calls: 15, refused: 25, reasons: { quota: 25 } })
    expect(await row(app)).toMatchObject({ callsToday: 15, refusedToday: 25 })
  })
  it('what is switched off or past its term is felt by every process within five seconds', async () => {
    const app = await make()
    expect((await call(app, LIST, {}, other)).code).toBe(200)
    expect((await change(app, { isEnabled: false })).code).toBe(200)
    await expect.poll(async () => (await call(app, LIST, {}, other)).rule, { timeout: 5000 }).toBe('applications.disabled')
    expect((await call(app)).code).toBe(401)
    await change(app, { isEnabled: true })
    await s.db.query(sql`update api_client set valid_to = current_date - 1 where tenant_id = ${s.tenantId} and id = ${app.id}`)
    await change(app, { remark: '到期' })
    expect((await call(app)).rule).toBe('applications.expired')
  })
  it('an API that the school closes answers no application, and one it calls heavy is called less often, whichever process is asked', async () => {
    const app = await make()
    const set = (isOpen: boolean, rateClass: string) => admin.post('base/apiEntry/set', { method: 'GET', path: LIST, isOpen, rateClass })
    expect((await set(false, 'normal')).code).toBe(200)
    expect((await call(app)).rule).toBe('applications.closed')
    expect(await admin.post('base/apiClient/create', { name: '关闭后', apiIds: [`GET ${LIST}`], dataScope: 'all' }).then(rule)).toBe('422 system.apiClient.closedApi')
    expect((await set(true, 'heavy')).code).toBe(200)
    await expect.poll(async () => (await settingOf(other.core, s.tenantId, 'GET', LIST))?.rateClass).toBe('heavy')
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => call(app, LIST, {}, n % 2 ? other : s.server)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(20)
    expect(answers.find(a => a.rule === 'applications.rate')?.data.retryAfter).toBe(60)
    await set(true, 'normal')
    expect(await admin.post('base/apiEntry/set', { method: 'POST', path: '/api/base/student/add', isOpen: true, rateClass: 'normal' }).then(rule)).toBe(
      '422 system.apiEntry.unknownApi',
    )
  })
})
describe('the secret', () => {
  it('is renewed with an overlap: both hold until it ends, then the new one alone', async () => {
    const app = await make()
    const renewed = (await admin.post<{ secret: string }>('base/apiClient/renewSecret', { id: app.id, overlapHours: 1 })).data.secret
    expect(renewed).not.toBe(app.secret)
    for (const secret of [app.secret, renewed]) expect((await call(app, LIST, { secret })).code).toBe(200)
    await s.db.query(sql`update api_client set previous_until = now() - interval '1 second' where tenant_id = ${s.tenantId} and id = ${app.id}`)
    await change(app, { remark: '重叠已结束' })
    expect((await call(app, LIST, { secret: app.secret })).rule).toBe('applications.signature')
    expect((await call(app, LIST, { secret: renewed })).code).toBe(200)
    const last = (await admin.post<{ secret: string }>('base/apiClient/renewSecret', { id: app.id, overlapHours: 0 })).data.secret
    expect((await call(app, LIST, { secret: renewed })).rule).toBe('applications.signature')
    expect((await call(app, LIST, { secret: last })).code).toBe(200)
  })
  it('10-A3 the secret and its hash stand in no log, table or answer but the first', async () => {
    const key = { 'idempotency-key': newNonce() }
    const answer = await admin.post<App>('base/apiClient/create', { name: '机密', apiIds: [`GET ${LIST}`], dataScope: 'all' }, key)
    const app = answer.data
    expect((await admin.post<App>('base/apiClient/create', { name: '机密', apiIds: [`GET ${LIST}`], dataScope: 'all' }, key)).data.secret).toBe(app.secret)
    await call(app)
    await call(app, LIST, { secret: 'y'.repeat(43) })
    await s.server.settle()
    const seen: string[] = [...lines]
    for (const path of ['list', 'getOne', 'history', 'getSelect']) seen.push((await admin.get(`base/apiClient/${path}`, path === 'list' ? {} : { id: app.id })).raw.toString())
    for (const table of ['api_client', 'idempotency', 'operation_log', 'audit_log', 'error_log', 'outbox', 'sys_user', 'api_nonce'])
      seen.push(JSON.stringify(await s.db.query(sql`select to_jsonb(t) as line from ${raw(table)} t`)))
    const text = seen.join('\n')
    expect(text).toContain(app.appKey)
    expect([app.secret, signingKey(app.secret)].filter(secret => text.includes(secret))).toEqual([])
  })
})
it('what an application called stands in the operation log under its name, without the values it asked by; what it may not is audited', async () => {
  const app = await make({ name: '一卡通平台' })
  await call(app, LIST, { query: 'keyword=%E5%91%A8%E9%9B%A8%E6%A1%90&size=5' })
  await call(app, ONE)
  await s.server.settle()
  const userId = (await row(app)).userId as string
  const { result } = (await admin.get<{ result: Array<Record<string, unknown>> }>('audit/operationLog/list', { userId, action: 'call' })).data
  expect(result).toHaveLength(1)
  expect(result[0]).toMatchObject({ userName: '一卡通平台', actionName: '应用调用接口', source: 'application', ip: '127.0.0.1' })
  expect(JSON.stringify(result[0]?.changes)).toMatch(/GET \/api\/base\/student\/list\?keyword&size → 200 · \d+ ms/)
  const audits = (await admin.get<{ result: Array<Record<string, unknown>> }>('audit/auditLog/list', { userId })).data.result
  expect(audits).toHaveLength(1)
  expect(audits[0]).toMatchObject({ userName: '一卡通平台', action: 'access.denied', detail: { reason: 'notGranted' } })
})
it('nobody signs in as an application, and it is no part of everybody', async () => {
  const app = await make()
  const userId = (await row(app)).userId as string
  expect(await s.server.core.principals.of(s.tenantId, userId)).toBeUndefined()
  expect(await admin.post('base/sysUser/enable', { ids: [userId] }).then(rule)).toBe('422 system.user.application')
  expect((await admin.post('base/sysUser/resetPassword', { id: userId })).code).toBe(422)
  const { data } = await admin.post<{ count: number }>('base/audience/preview', { audience: { userIds: [userId] }, permission: 'message:notice:publish' })
  expect(data.count).toBe(0)
})
