import { SignJWT } from 'jose'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { Browser, captcha, type Doors, listening, openDoors, SITE, type SignedIn, signedIn } from './sso-fixture.ts'

const PASSWORD = 'Qinglan@2026'
let doors: Doors
let admin: Actor
beforeAll(async () => {
  doors = await openDoors()
  admin = await doors.school.as({ roles: ['admin'] })
})
afterAll(() => {
  vi.unstubAllEnvs()
  return doors.close()
})
const fresh = () => new Browser(doors.school.server.app)
type Source = Record<string, unknown> & { id: string; version: number }
async function sourceRow(source: string): Promise<Source> {
  const { data } = await admin.get<{ result: Source[] }>('auth/identitySource/list', { source })
  return data.result[0] as Source
}
async function change(source: string, patch: Record<string, unknown>): Promise<Answer> {
  const { id, version } = await sourceRow(source)
  return admin.post('auth/identitySource/update', { id, version, ...patch })
}

describe('identity sources', () => {
  it('10-L7 answers a secret as stars, keeps it encrypted, and leaves it alone when the stars come back', async () => {
    const row = await sourceRow('oauth2')
    expect(row.secretShown).toBe('******')
    expect(JSON.stringify(row)).not.toContain(doors.standIn.secret)
    const stored = async () =>
      (
        await doors.school.db.query<{ secret: string }>(sql`select client_secret as secret from identity_source where tenant_id = ${doors.school.tenantId} and source = 'oauth2'`)
      )[0]?.secret
    const before = await stored()
    expect(before).toMatch(/^v1\./)
    expect((await change('oauth2', { clientSecret: '******', name: '学校账号2' })).code).toBe(200)
    expect(await stored()).toBe(before)
    const history = await admin.get('auth/identitySource/history', { id: row.id })
    expect(history.raw.toString()).not.toContain(doors.standIn.secret)
  })
  it('10-L7 takes https addresses only, but for hosts the administrator listed', async () => {
    for (const bad of [
      'http://cas.example.edu.cn/x',
      'https://10.0.0.8/x',
      'https://localhost/x',
      'http://169.254.169.254/latest',
      'ftp://a.cn/x',
      'https://user:pass@a.cn/x',
      'javascript:alert(1)',
      'x',
    ])
      expect([bad, (await change('oauth2', { userInfoUrl: bad })).errors[0]?.rule]).toEqual([bad, 'identity.identitySource.notHttps'])
    const clientSecret = doors.standIn.secret // a new address requires the secret again
    expect((await change('oauth2', { clientSecret, userInfoUrl: 'https://sso.example.edu.cn/me' })).code).toBe(200)
    expect((await change('oauth2', { clientSecret, userInfoUrl: `${doors.address}/oidc/userinfo` })).code).toBe(200)
    expect((await change('wecom', { extra: { corpId: 'ww', agentId: '1', qrUrl: 'http://evil.example' } })).errors[0]?.rule).toBe('identity.identitySource.notHttps')
  })
  it('10-L8 refuses algorithms a token could choose for itself, and secrets that can be guessed', async () => {
    for (const algorithm of ['none', 'HS512', '']) expect((await change('jwt', { extra: { algorithm } })).errors[0]?.rule).toBe('identity.identitySource.algorithm')
    expect((await change('jwt', { clientSecret: 'short', extra: { algorithm: 'HS256' } })).errors[0]?.rule).toBe('identity.identitySource.shortSecret')
    expect((await change('jwt', { extra: { algorithm: 'RS256', nonsense: 1 } })).errors[0]?.rule).toBe('identity.identitySource.extra')
    expect((await change('jwt', { extra: { algorithm: 'RS256', clockSkew: 100000 } })).errors[0]?.rule).toBe('identity.identitySource.extra')
  })
  it('10-L7 is not switched on before it has what it needs, and built-in ones stay', async () => {
    const made = await admin.post<{ id: string }>('auth/identitySource/add', { source: 'half', name: '一半', protocol: 'oauth2', isEnabled: true })
    expect(made.errors[0]?.rule).toBe('identity.identitySource.missing')
    const { id } = await sourceRow('cas')
    expect((await admin.post<{ failed: unknown[] }>('auth/identitySource/remove', { ids: [id] })).errors[0]?.rule ?? 'kept').toMatch(/builtIn|kept/)
    expect((await sourceRow('cas')).id).toBe(id)
  })
  it('10-L7 opens no door that is switched off, or not for this realm', async () => {
    const { accountNo } = await doors.person()
    const { url, state } = await fresh().leave('wecom')
    await doors.source('wecom', { isEnabled: false })
    expect(url.href).not.toBe('')
    expect((await fresh().social('wecom', 'code', state)).body.error_code).toBe(400)
    await expect(fresh().leave('wecom')).rejects.toThrow()
    await doors.source('wecom', { isEnabled: true, realms: ['admin'] })
    await expect(new Browser(doors.school.server.app, '2').leave('wecom')).rejects.toThrow()
    await doors.source('wecom', { realms: ['admin', 'welcome', 'exam'] })
    expect((await fresh().through('wecom', accountNo)).body.accountNo).toBe(accountNo)
  })
})

describe('calls to a source', () => {
  it('10-L7 never reach an inner address that nobody listed, whatever the source says', async () => {
    const { accountNo } = await doors.person()
    const asked: string[] = []
    const inside = await listening(async app => {
      app.all('/*', async request => {
        asked.push(request.url)
        return { access_token: 'x', sub: accountNo }
      })
    })
    await doors.source('oauth2', { tokenUrl: `${inside.address}/token`, userInfoUrl: `${inside.address}/me`, jwksUrl: null })
    const browser = fresh()
    const { url, state } = await browser.leave('oauth2')
    const code = (await browser.pick(url, accountNo)).searchParams.get('code') ?? ''
    const made = await browser.social('oauth2', code, state)
    expect(made.body.error_code).toBe(422)
    expect(asked).toEqual([])
    await inside.close()
    await doors.source('oauth2', { tokenUrl: `${doors.address}/oidc/token`, userInfoUrl: `${doors.address}/oidc/userinfo`, jwksUrl: `${doors.address}/jwks` })
  })
  it('10-L7 follow no redirect', async () => {
    const { accountNo } = await doors.person()
    const lured: string[] = []
    const sly = await listening(async app => {
      app.post('/token', async (_request, reply) => reply.redirect(`${doors.address}/oidc/userinfo`, 302))
      app.get('/*', async request => {
        lured.push(request.url)
        return {}
      })
    })
    vi.stubEnv('OUTBOUND_HOSTS', `${new URL(doors.address).host}, ${new URL(sly.address).host}`)
    await doors.source('oauth2', { tokenUrl: `${sly.address}/token` })
    const browser = fresh()
    const { url, state } = await browser.leave('oauth2')
    const code = (await browser.pick(url, accountNo)).searchParams.get('code') ?? ''
    expect((await browser.social('oauth2', code, state)).body.error_code).toBe(400)
    expect(lured).toEqual([])
    await sly.close()
    const { url: again, state: next } = await browser.leave('oauth2')
    const unanswered = await browser.social('oauth2', (await browser.pick(again, accountNo)).searchParams.get('code') ?? '', next)
    expect(unanswered.body.error_code).toBe(422)
    await doors.source('oauth2', { tokenUrl: `${doors.address}/oidc/token` })
  })
})

describe('the test button', () => {
  const test = (id: string, code: string, state?: string) => admin.post<Record<string, unknown>>('auth/identitySource/test', { id, code, ...(state ? { state } : {}) })
  it('10-L7 shows the raw answer and the matched account, and signs nobody in', async () => {
    const { accountNo } = await doors.person()
    const { id } = await sourceRow('oauth2')
    const begun = await admin.post<{ url: string }>('auth/identitySource/startTest', { id })
    const url = new URL(begun.data.url)
    const back = await fresh().pick(url, accountNo)
    const [code, state] = [back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '']
    // Even with the browser's state cookie a trial must not sign in.
    const [session] = await doors.school.db.query<{ id: string }>(sql`select id from user_session where tenant_id = ${doors.school.tenantId} and user_id = ${admin.userId}`)
    const knowing = fresh()
    knowing.cookies.set(`qlDoor-${state.slice(0, 12)}`, session?.id ?? '')
    expect((await knowing.social('oauth2', code, state)).body.error_code).toBe(400)
    const again = new URL((await admin.post<{ url: string }>('auth/identitySource/startTest', { id })).data.url)
    const second = await fresh().pick(again, accountNo)
    const answer = await test(id, second.searchParams.get('code') ?? '', second.searchParams.get('state') ?? '')
    expect(answer.data).toMatchObject({ isOk: true, externalId: accountNo, user: { accountNo } })
    expect(JSON.stringify(answer.data.raw)).toContain(accountNo)
    expect(JSON.stringify(answer.data)).not.toMatch(/access_token|secret/)
  })
  it('10-L7 is no way in for a state of a sign-in, nor for another administrator’s trial', async () => {
    const { accountNo } = await doors.person()
    const { id } = await sourceRow('oauth2')
    const browser = fresh()
    const { url, state } = await browser.leave('oauth2')
    const code = (await browser.pick(url, accountNo)).searchParams.get('code') ?? ''
    expect((await test(id, code, state)).data.isOk).toBe(false)
    const other = await doors.school.as({ roles: ['admin'] })
    const begun = new URL((await other.post<{ url: string }>('auth/identitySource/startTest', { id })).data.url)
    const back = await browser.pick(begun, accountNo)
    expect((await test(id, back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')).data.isOk).toBe(false)
  })
  it('10-L8 checks a pasted token without using it up', async () => {
    const { accountNo } = await doors.person()
    const { id } = await sourceRow('jwt')
    const token = await new SignJWT({ sub: accountNo, jti: crypto.randomUUID(), iss: `${SITE}/portal`, aud: '100001', exp: Math.floor(Date.now() / 1000) + 60 })
      .setProtectedHeader({ alg: 'RS256', kid: 'stand-in' })
      .sign(doors.standIn.keys.privateKey)
    expect((await test(id, token)).data).toMatchObject({ isOk: true, user: { accountNo } })
    expect((await test(id, token)).data.isOk).toBe(true)
    expect((await fresh().social('jwt', token)).body.accountNo).toBe(accountNo)
    expect((await test(id, 'x.y.z')).data).toMatchObject({ isOk: false, user: null })
  })
  it('is for who may change sources', async () => {
    const teacher = await doors.school.as({ roles: ['teacher'] })
    expect((await teacher.post('auth/identitySource/test', { id: (await sourceRow('jwt')).id, code: 'x' })).code).toBe(403)
  })
})

describe('10-L12 unbinding', () => {
  /** A bound user with an access token. */
  async function bound(): Promise<{ userId: string; external: string; actor: SignedIn }> {
    await doors.source('oauth2', { matchBy: 'binding' })
    const { userId, accountNo } = await doors.person({ password: PASSWORD })
    const external = `ext-${accountNo}`
    doors.people.push({ id: external, name: external })
    const ticket = (await fresh().through('oauth2', external)).body.bindTicket ?? ''
    const made = await fresh().bind(ticket, accountNo, PASSWORD, await captcha(doors))
    return { userId, external, actor: signedIn(doors, made.body.access_token) }
  }
  const mine = async (actor: SignedIn) => (await actor.get<{ bindings: Array<{ id: string; oauthId: string }> }>('auth/userBinding/mine')).data.bindings
  const sessions = async (userId: string) =>
    doors.school.db.query(sql`select 1 from audit_log where tenant_id = ${doors.school.tenantId} and action = 'binding.remove' and user_id = ${userId}`)

  it('10-L12 asks for the password, leaves a trace, and closes the door', async () => {
    const { userId, actor, external } = await bound()
    const [one] = await mine(actor)
    expect(one?.oauthId).toMatch(/^ex\*+/)
    for (const proof of [{}, { password: md5('wrong') }, { code: md5('123456') }])
      expect((await actor.post('auth/userBinding/unbindMine', { id: one?.id, ...proof })).code).toBe(400)
    expect(await mine(actor)).toHaveLength(1)
    expect((await actor.post('auth/userBinding/unbindMine', { id: one?.id, password: md5(PASSWORD) })).code).toBe(200)
    expect(await mine(actor)).toHaveLength(0)
    expect(await sessions(userId)).toHaveLength(1)
    expect((await fresh().through('oauth2', external)).body.error_code).toBe(404)
  })
  it('10-L12 is refused where it would leave no way in', async () => {
    const { userId } = await bound()
    await doors.school.server.settle() // ignore the notification about the binding itself
    const news = captureNotifications(doors.school.server)
    await doors.school.db.query(sql`update sys_user set password_hash = null where tenant_id = ${doors.school.tenantId} and id = ${userId}`)
    for (const source of ['cas', 'jwt', 'wecom']) await doors.source(source, { isEnabled: false })
    const { data } = await admin.get<{ result: Array<{ id: string }> }>('auth/userBinding/list', { userId })
    const refused = await admin.post('auth/userBinding/unbind', { id: data.result[0]?.id, reason: '测试' })
    expect(refused.errors[0]?.rule).toBe('identity.door.lastWay')
    for (const source of ['cas', 'jwt', 'wecom']) await doors.source(source, { isEnabled: true })
    expect((await admin.post('auth/userBinding/unbind', { id: data.result[0]?.id, reason: '测试' })).code).toBe(200)
    const traces = await doors.school.db.query<{ detail: object }>(
      sql`select detail from audit_log where tenant_id = ${doors.school.tenantId} and action = 'binding.remove' and user_id = ${admin.userId}`,
    )
    expect(traces).toEqual([{ detail: expect.objectContaining({ userId, reason: '测试' }) }])
    expect(await news('identity.bindingChanged', userId)).toMatchObject([{ values: { change: { text: '解除绑定' } } }])
  })
  it('10-L12 counts no password where the school has switched passwords off', async () => {
    const { actor, userId } = await bound()
    const [one] = await mine(actor)
    const unbind = () => actor.post('auth/userBinding/unbindMine', { id: one?.id, password: md5(PASSWORD) })
    const made = await admin.post<{ id: string }>('auth/loginType/add', { realm: 'admin', terminal: 'all', userType: 1, ways: ['sso'], defaultWay: 'sso' })
    expect(made.code).toBe(200)
    for (const source of ['cas', 'jwt', 'wecom']) await doors.source(source, { isEnabled: false })
    expect((await unbind()).errors[0]?.rule).toBe('identity.door.lastWay')
    await doors.source('cas', { isEnabled: true })
    expect((await unbind()).code).toBe(200)
    for (const source of ['jwt', 'wecom']) await doors.source(source, { isEnabled: true })
    expect((await admin.post('auth/loginType/remove', { ids: [made.data.id] })).code).toBe(200)
    expect(await doors.school.db.query(sql`select 1 from user_binding where tenant_id = ${doors.school.tenantId} and user_id = ${userId}`)).toHaveLength(0)
  })
  it('10-L12 touches nobody else’s binding', async () => {
    const [one, two] = [await bound(), await bound()]
    const [theirs] = await mine(two.actor)
    expect((await one.actor.post('auth/userBinding/unbindMine', { id: theirs?.id, password: md5(PASSWORD) })).code).toBe(404)
    expect(await mine(two.actor)).toHaveLength(1)
  })
})
