import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import type { Actor } from '#testing/school.ts'
import { type WayRow, waysOf, waysShown } from './model/credentials-ways.ts'
import { bindPurpose } from './server/sso-match.ts'
import { type CredentialSchool, credentialSchool, PASSWORD } from './testing.ts'

let s: CredentialSchool
let admin: Actor
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148'
beforeAll(async () => {
  s = await credentialSchool()
  await s.params('identity', { mfaEnabled: false })
  admin = await s.school.as({ roles: ['admin'] })
})
afterAll(() => s?.close())

const ways = async (query = 'appType=0', headers: Record<string, string> = {}) =>
  (await s.call('GET', `openApi/loginWays?tenantId=100001&${query}`, undefined, headers)).body.data as {
    ways: Array<{ way: string; isDefault: boolean }>
    showLogin: boolean
    forgot: boolean
    tenantId: string
  }
const names = async (query?: string, headers?: Record<string, string>) => (await ways(query, headers)).ways.map(w => w.way)
const add = (row: Record<string, unknown>) => admin.post<{ id: string; version: number }>('auth/loginType/add', { realm: 'admin', terminal: 'all', isEnabled: true, ...row })
const rule = (answer: { code: number; errors: Array<{ rule: string }> }) => `${answer.code} ${answer.errors[0]?.rule ?? ''}`

describe('the ways a school offers', () => {
  it('are all that the program has until the school says otherwise, by both prefixes', async () => {
    expect((await ways()).tenantId).toBe('100001')
    expect(await names()).toEqual(['account', 'mobile', 'scan'])
    expect(await names('appType=0', { 'user-agent': PHONE })).toEqual(['account', 'mobile'])
    expect(await names('appType=1')).toEqual(['account', 'mobile'])
    expect(await names('appType=3')).toEqual(['account', 'mobile'])
    expect((await s.call('GET', '/api/auth-resource/openApi/loginWays?appType=2')).body).toMatchObject({
      code: 200,
      data: { ways: [{ way: 'account', isDefault: true }, { way: 'mobile' }] },
    })
    expect((await s.call('GET', 'openApi/loginWays?appType=7')).body.code).toBe(400)
    expect((await s.call('GET', 'openApi/loginWays?tenantId=999999')).body.code).toBe(400)
    expect(await s.withoutSender(() => names())).toEqual(['account', 'scan'])
  })
  it('answer by realm, terminal and user type, the more precise row first', () => {
    const row = (given: Partial<WayRow>): WayRow => ({ realm: 'admin', terminal: 'all', userType: null, ways: ['account'], defaultWay: 'account', isEnabled: true, ...given })
    const rows = [
      row({ ways: ['account', 'sso'], defaultWay: 'sso' }),
      row({ userType: 2, ways: ['mobile'], defaultWay: 'mobile' }),
      row({ terminal: 'mobile', userType: 2, ways: ['sso', 'mobile'], defaultWay: 'mobile' }),
      row({ terminal: 'mobile', userType: 1, ways: ['scan', 'account'], isEnabled: false }),
    ]
    expect(waysOf(rows, 'admin', 'pc', 1)).toEqual(['account', 'sso'])
    expect(waysOf(rows, 'admin', 'pc', 2)).toEqual(['mobile'])
    expect(waysOf(rows, 'admin', 'mobile', 2)).toEqual(['sso', 'mobile'])
    expect(waysOf(rows, 'admin', 'mobile', 1)).toEqual(['account', 'sso'])
    expect(waysOf(rows, 'welcome', 'pc', null)).toEqual(['account', 'mobile', 'sso'])
    expect(waysShown(rows, 'admin', 'pc')).toEqual({ ways: ['account', 'sso', 'mobile'], defaultWay: 'sso' })
    expect(waysShown([], 'admin', 'mobile')).toEqual({ ways: ['account', 'mobile', 'sso'], defaultWay: 'account' })
  })
  it('refuse rows that contradict themselves or another', async () => {
    expect(rule(await add({ ways: [], defaultWay: 'account' }))).toMatch(/^4(00|22)/)
    expect(rule(await add({ ways: ['mobile'], defaultWay: 'account' }))).toBe('422 identity.loginType.defaultOff')
    expect(rule(await add({ ways: ['account', 'account'], defaultWay: 'account' }))).toBe('422 identity.loginType.twice')
    expect(rule(await add({ ways: ['account', 'scan'], defaultWay: 'account', terminal: 'mobile' }))).toBe('422 identity.loginType.scanOnPhone')
    expect(rule(await add({ ways: ['account'], defaultWay: 'account', realm: 'exam', userType: 2 }))).toBe('422 identity.loginType.realmType')
    expect(rule(await add({ ways: ['account'], defaultWay: 'account', userType: 5 }))).toBe('422 identity.loginType.typeUnknown')
    const made = await add({ ways: ['account'], defaultWay: 'account', realm: 'exam' })
    expect(made.code).toBe(200)
    expect(rule(await add({ ways: ['mobile'], defaultWay: 'mobile', realm: 'exam' }))).toBe('422 identity.loginType.taken')
    expect((await admin.post('auth/loginType/update', { id: made.data.id, version: made.data.version, ways: ['account', 'mobile'] })).code).toBe(200)
    expect((await (await s.school.as({ roles: ['teacher'] })).post('auth/loginType/add', { realm: 'admin', ways: ['account'], defaultWay: 'account' })).code).toBe(403)
  })
  it('hold at the door: who shows the right factor by a way that is off is told which ways they have, and who shows a wrong one is not', async () => {
    await s.user({ userName: 'pupil', userType: 2, mobile: '13600000001', isVerified: true, roles: ['student'] })
    await s.user({ userName: 'staff', userType: 1, roles: ['teacher'] })
    await s.user({ userName: 'chief', userType: 1, roles: ['admin'] })
    const only = await add({ userType: 2, ways: ['mobile', 'sso'], defaultWay: 'mobile' })
    const refused = await s.token({ username: 'pupil' })
    expect(refused.body).toMatchObject({ error_code: 403, ways: ['mobile', 'sso'], msg: '你的账号不能用“账号密码”登录，可以用：手机验证码、统一身份认证' })
    expect((await s.token({ username: 'pupil' }, { 'accept-language': 'en' })).body.msg).toMatch(/^[\x20-\x7e“”]+$/)
    const wrong = [await s.token({ username: 'pupil', password: md5('x') }), await s.token({ username: 'nobody-there', password: md5('x') })]
    expect(wrong[0]?.body).toEqual(wrong[1]?.body)
    expect((await s.token({ username: 'staff' })).status).toBe(200)
    const code = await s.code('13600000001')
    expect((await s.token({ type: 'mobile', username: '13600000001', password: md5(code) })).status).toBe(200)
    expect(await names()).toEqual(['account', 'mobile', 'scan'])
    const none = await add({ ways: ['sso'], defaultWay: 'sso' })
    expect((await s.token({ username: 'staff' })).body).toMatchObject({ error_code: 403, ways: ['sso'] })
    expect((await s.token({ username: 'chief' })).status).toBe(200)
    for (const row of [only, none]) await admin.post('auth/loginType/remove', { ids: [row.data.id] })
    expect((await s.token({ username: 'pupil' })).status).toBe(200)
    await s.school.server.identity.trail.flush()
    const [line] = await s.db.query(sql`select 1 from login_log where tenant_id = ${s.tenantId} and account = 'pupil' and result = 'refused' and reason = 'wayOff'`)
    expect(line).toBeDefined()
  })
  it('are the school’s own door alone where the form is hidden, but for the administrator', async () => {
    const [info] = (await admin.get<{ result: Array<{ id: string; version: number; appType: number }> }>('base/appInfo/list')).data.result.filter(i => i.appType === 0)
    const saved = info
      ? await admin.post<{ id: string; version: number }>('base/appInfo/update', { id: info.id, version: info.version, showLogin: 0 })
      : await admin.post<{ id: string; version: number }>('base/appInfo/add', { appType: 0, isWartermark: false, showLogin: 0 })
    expect(saved.code).toBe(200)
    expect((await ways()).showLogin).toBe(false)
    expect((await s.token({ username: 'staff' })).body.error_code).toBe(403)
    expect((await s.token({ username: 'chief' })).status).toBe(200)
    // the first sign-in from another system still proves the account by its password
    const unbound = { source: 'cas', oauthId: 'outside-1', externalName: null, realm: 'admin' }
    const bindTicket = await s.school.server.identity.challenges.make({ kind: 'bind', purpose: bindPurpose(s.tenantId), data: unbound, ip: '127.0.0.1', seconds: 60 })
    const { key, code } = await s.captcha('bind')
    const bound = await s.call(
      'POST',
      'openApi/bindUser',
      { tenantId: '100001', bindTicket, username: 'staff', password: md5(PASSWORD), type: 'account' },
      { 'captcha-key': key, 'captcha-code': code },
    )
    expect(bound.body).toMatchObject({ token_type: 'bearer', userName: 'staff' })
    await admin.post('base/appInfo/update', { id: saved.data.id, version: saved.data.version, showLogin: 1 })
    expect((await s.token({ username: 'staff' })).status).toBe(200)
  })
})

describe('the privacy notice', () => {
  const entered = async (username: string) => (await s.token({ username })).body.access_token as string
  const post = (token: string, path: string, body: object = {}) => s.call('POST', path, body, { 'flysource-auth': `bearer ${token}` })
  it('10-L18 is agreed to once for each version, before anything else answers; version and time are kept', async () => {
    await s.params('privacy', { noticeVersion: '2026-1' })
    await admin.post('base/richText/add', { params: 'privacy', title: '隐私政策', content: '<p>只用于学校管理</p><script>x</script>' })
    const notice = await s.call('GET', 'consent/current?tenantId=100001')
    expect(notice.body.data).toEqual({ noticeVersion: '2026-1', title: '隐私政策', content: '<p>只用于学校管理</p>' })
    await s.user({ userName: 'careful' })
    const token = await entered('careful')
    expect((await s.get('base/sysMenu/getUserBtn', token)).body).toMatchObject({ code: 428, data: { need: 'privacy' } })
    expect((await s.get('base/sysUser/getUserInfo', token)).status).toBe(200)
    expect((await post(token, 'consent/agree', { noticeVersion: '2025-9' })).body).toMatchObject({ code: 422 })
    expect((await post(token, 'consent/agree', { noticeVersion: '2026-1' })).body.code).toBe(200)
    expect((await s.get('base/sysMenu/getUserBtn', token)).body.code).toBe(200)
    expect((await s.get('base/sysMenu/getUserBtn', await entered('careful'))).body.code).toBe(200)
    const mine = (await s.get('auth/consent/mine', token)).body.data as Array<{ noticeVersion: string; at: string }>
    expect(mine).toMatchObject([{ noticeVersion: '2026-1', isCurrent: true, withdrawnAt: null }])
    await s.params('privacy', { noticeVersion: '2026-2' })
    expect((await s.get('base/sysMenu/getUserBtn', token)).body.code).toBe(200)
    expect((await s.get('base/sysMenu/getUserBtn', await entered('careful'))).body).toMatchObject({ data: { need: 'privacy' } })
  })
  it('10-L18 comes after a first password, and leaves by signing out', async () => {
    const id = await s.user({ userName: 'fresh' })
    await s.db.query(sql`update sys_user set must_change_password = true where tenant_id = ${s.tenantId} and id = ${id}`)
    const token = await entered('fresh')
    expect((await s.get('base/sysMenu/getUserBtn', token)).body.data).toEqual({ need: 'password' })
    await post(token, '/api/flySource-base/sysUser/updatePassword', { oldPassword: md5(PASSWORD), newPassword: 'Second-Start-2027' })
    expect((await s.get('base/sysMenu/getUserBtn', token)).body.data).toEqual({ need: 'privacy' })
    expect((await s.call('GET', 'logOut', undefined, { 'flysource-auth': `bearer ${token}` })).body.code).toBe(200)
    expect((await s.ended(token)).status).toBe(401)
  })
  it('10-L18 taken back ends every session, and the next sign-in asks again', async () => {
    await s.user({ userName: 'regretful' })
    const token = await entered('regretful')
    await post(token, 'consent/agree', { noticeVersion: '2026-2' })
    const phone = await entered('regretful')
    expect((await post(token, 'consent/withdraw')).body).toMatchObject({ code: 200, data: { sessionsEnded: 2 } })
    for (const t of [token, phone]) expect((await s.ended(t)).status).toBe(401)
    expect((await s.get('base/sysMenu/getUserBtn', await entered('regretful'))).body.data).toEqual({ need: 'privacy' })
    const rows = await s.db.query<{ isWithdrawn: boolean }>(
      sql`select withdrawn_at is not null as "isWithdrawn" from user_consent c join sys_user u on u.tenant_id = c.tenant_id and u.id = c.user_id where c.tenant_id = ${s.tenantId} and u.user_name = 'regretful'`,
    )
    expect(rows).toEqual([{ isWithdrawn: true }])
    await s.params('privacy', {})
    expect((await s.get('base/sysMenu/getUserBtn', await entered('regretful'))).body.code).toBe(200)
  })
})

describe('the password policy', () => {
  it('10-L13 is tried out rule by rule, by who may see it', async () => {
    const test = (body: object, by = admin) => by.post<{ level: number; rules: Array<{ rule: string; isMet: boolean }> }>('auth/passwordPolicy/test', body)
    const broken = async (body: object) => (await test(body)).data.rules.filter(r => !r.isMet).map(r => r.rule)
    expect(await broken({ password: 'Plain-Pass1' })).toEqual([])
    expect((await test({ password: 'Plain-Pass1' })).data.level).toBe(2)
    expect(await broken({ password: 'short' })).toEqual(['tooWeak'])
    expect(await broken({ password: 'abcdefg8', isPrivileged: true })).toEqual(['tooWeak'])
    expect(await broken({ password: 'my-zhangsan-1', userName: 'zhangsan' })).toEqual(['containsAccount'])
    expect(await broken({ password: 'x12345678y', mobile: '13812345678' })).toEqual(['containsNumber'])
    expect(await broken({ password: `${'a1'.repeat(40)}` })).toEqual(['tooLong'])
    expect((await test({ password: 'x' }, await s.school.as({ roles: ['teacher'] }))).code).toBe(403)
  })
  it('10-L5 networks that many people come from are proposed as the campus’s own; failures propose nothing', async () => {
    const lines = (count: number, ip: string, result: string) =>
      s.db.query(
        sql`insert into login_log (tenant_id, account, user_id, realm, way, result, ip) select ${s.tenantId}, 'x', gen_random_uuid(), 'admin', 'account', ${result}, ${ip}::text || (n % 250) from generate_series(1, ${count}) n`,
      )
    await lines(30, '10.66.1.', 'success')
    await lines(300, '198.51.100.', 'failure')
    await lines(19, '203.0.113.', 'success')
    await s.db.query(
      sql`insert into login_log (tenant_id, account, user_id, realm, way, result, ip) values (${s.tenantId}, 'x', gen_random_uuid(), 'admin', 'account', 'success', 'not an address')`,
    )
    const proposed = async () => (await admin.get<Array<{ range: string; people: number }>>('auth/campusRange/learnt')).data.filter(r => !r.range.startsWith('10.20.'))
    expect(await proposed()).toMatchObject([{ range: '10.66.1.0/24', people: 30 }])
    await s.params('login', { campusRanges: '10.66.0.0/16' })
    expect(await proposed()).toEqual([])
    expect((await (await s.school.as({ roles: ['teacher'] })).get('auth/campusRange/learnt')).code).toBe(403)
    await s.params('login', {})
  })
})
