import { createHash, randomBytes } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Doors, openDoors, SITE } from './sso-fixture.ts'
import { OUTSIDER } from './stand-in/wecom.ts'

let doors: Doors
let browser: Browser
beforeAll(async () => {
  doors = await openDoors()
})
afterAll(() => doors.close())
const app = () => doors.school.server.app
const fresh = (appType = '0') => new Browser(app(), appType)
const audits = async (action: string): Promise<number> =>
  (await doors.school.db.query<{ n: number }>(sql`select count(*)::int as n from audit_log where tenant_id = ${doors.school.tenantId} and action = ${action}`))[0]?.n ?? 0

describe('10-L7 OAuth2', () => {
  it('10-L7 lets in who comes back with the code and state this browser left with', async () => {
    const { accountNo } = await doors.person()
    const made = await fresh().through('oauth2', accountNo)
    expect(made.body.accountNo).toBe(accountNo)
    expect(made.body.access_token).toMatch(/^[\w-]{43}$/)
  })
  it('10-L7 ties the state to the browser by a cookie no script reads, for five minutes', async () => {
    const { cookie, url } = await fresh().leave('oauth2')
    expect(cookie).toMatch(/^qlDoor-[0-9a-f]{12}=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Lax; Max-Age=300$/)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('redirect_uri')).toBe(`${SITE}/oauth/callback/oauth2`)
  })
  it('10-L3 10-L7 lets in whose password is locked: guesses at that keep nobody from the school’s own sign-in', async () => {
    const { userId, accountNo } = await doors.person()
    await doors.school.server.core.pool.query("insert into login_attempt (key, locked_until, locks) values ($1, now() + interval '1 hour', 1)", [`u:${userId}`])
    await doors.school.db.query(sql`update sys_user set locked_until = now() + interval '1 hour' where tenant_id = ${doors.school.tenantId} and id = ${userId}`)
    expect((await fresh().token({ grant_type: 'password', type: 'account', username: accountNo, password: 'a'.repeat(32) })).body.error_code).toBe(423)
    expect((await fresh().through('oauth2', accountNo)).body.accountNo).toBe(accountNo)
  })
  it('10-L7 refuses a state a second time, even with a code that is still good', async () => {
    const { accountNo } = await doors.person()
    browser = fresh()
    const { url, state } = await browser.leave('oauth2')
    const codes = [await browser.pick(url, accountNo), await browser.pick(url, accountNo)].map(back => back.searchParams.get('code') ?? '')
    expect((await browser.social('oauth2', codes[0] ?? '', state)).body.access_token).toBeDefined()
    expect((await browser.social('oauth2', codes[1] ?? '', state)).body.error_code).toBe(400)
  })
  it('10-L7 refuses another browser’s state with 400 and leaves a trace', async () => {
    const { accountNo } = await doors.person()
    const maker = fresh()
    const { url } = await maker.leave('oauth2')
    const back = await maker.pick(url, accountNo)
    const before = await audits('signIn.state')
    const stolen = await fresh().social('oauth2', back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')
    expect(stolen.body.error_code).toBe(400)
    expect(await audits('signIn.state')).toBe(before + 1)
  })
  it('10-L7 refuses a tampered, a missing and an outlived state', async () => {
    const { accountNo } = await doors.person()
    browser = fresh()
    const { url, state } = await browser.leave('oauth2')
    const code = (await browser.pick(url, accountNo)).searchParams.get('code') ?? ''
    for (const wrong of ['', `${state.slice(0, -1)}${state.endsWith('0') ? '1' : '0'}`, 'x'.repeat(64)])
      expect((await browser.social('oauth2', code, wrong)).body.error_code).toBe(400)
    await doors.school.server.core.pool.query("update auth_challenge set expires_at = now() - interval '1 second' where kind = 'state' and used_at is null")
    expect((await browser.social('oauth2', code, state)).body.error_code).toBe(400)
  })
  it('10-L7 takes no state of another source', async () => {
    const { accountNo } = await doors.person()
    browser = fresh()
    const { state } = await browser.leave('oauth2')
    const { url } = await browser.leave('wecom')
    const code = (await browser.pick(url, accountNo)).searchParams.get('code') ?? ''
    expect((await browser.social('wecom', code, state)).body.error_code).toBe(400)
  })
  it('10-L7 refuses a code that belongs to another departure: PKCE', async () => {
    const { accountNo } = await doors.person()
    browser = fresh()
    const one = await browser.leave('oauth2')
    const two = await browser.leave('oauth2')
    const code = (await browser.pick(one.url, accountNo)).searchParams.get('code') ?? ''
    expect((await browser.social('oauth2', code, two.state)).body.error_code).toBe(400)
  })
  it('10-L7 asks the source about a token that is brought along, and trusts nothing it cannot ask', async () => {
    const { accountNo } = await doors.person()
    browser = fresh()
    const token = await tokenOf(accountNo)
    const brought = await browser.token({ grant_type: 'social', source: 'oauth2', type: 'access_token', code: token })
    expect(brought.body.accountNo).toBe(accountNo)
    expect((await browser.token({ grant_type: 'social', source: 'oauth2', type: 'access_token', code: 'f'.repeat(48) })).body.error_code).toBe(400)
    await doors.source('oauth2', { clientId: 'another' })
    expect((await browser.token({ grant_type: 'social', source: 'oauth2', type: 'access_token', code: token })).body.error_code).toBe(400)
    await doors.source('oauth2', { clientId: 'qinglan' })
  })
  /** An access token issued by the stand-in to another program of the school's identity centre. */
  async function tokenOf(person: string): Promise<string> {
    const secret = randomBytes(32).toString('base64url')
    const at = new URL(`${doors.address}/oidc/authorize`)
    const challenge = createHash('sha256').update(secret).digest('base64url')
    const query = { client_id: 'qinglan', redirect_uri: `${SITE}/x`, code_challenge: challenge, code_challenge_method: 'S256', response_type: 'code' }
    for (const [key, value] of Object.entries(query)) at.searchParams.set(key, value)
    const form = {
      grant_type: 'authorization_code',
      code: (await browser.pick(at, person)).searchParams.get('code') ?? '',
      redirect_uri: `${SITE}/x`,
      client_id: 'qinglan',
      client_secret: doors.standIn.secret,
      code_verifier: secret,
    }
    const reply = await fetch(`${doors.address}/oidc/token`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(form) })
    return ((await reply.json()) as { access_token: string }).access_token
  }
})

describe('10-L8 JWT', () => {
  const at = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const token = (claims: Record<string, unknown>, header: Record<string, string> = {}) =>
    new SignJWT({ iss: `${SITE}/portal`, aud: '100001', exp: at(120), jti: crypto.randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', ...header })
      .sign(doors.standIn.keys.privateKey)
  const enter = (jwt: string) => fresh().social('jwt', jwt)

  it('10-L8 lets in who brings a good one, once', async () => {
    const { accountNo } = await doors.person()
    const jwt = await token({ sub: accountNo })
    expect((await enter(jwt)).body.accountNo).toBe(accountNo)
    expect((await enter(jwt)).body.error_code).toBe(400)
  })
  it('10-L8 lets one of two in that come at the same instant', async () => {
    const { accountNo } = await doors.person()
    const jwt = await token({ sub: accountNo })
    const both = await Promise.all([enter(jwt), enter(jwt)])
    expect(both.filter(b => b.body.access_token)).toHaveLength(1)
  })
  it('10-L8 refuses alg none, another algorithm, another key, and one without what it must have', async () => {
    const { accountNo } = await doors.person()
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { iss: `${SITE}/portal`, aud: '100001', exp: at(120), jti: 'none', sub: accountNo }
    const unsigned = `${part({ alg: 'none' })}.${part(claims)}.`
    const byPublicKey = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JSON.stringify(doors.standIn.keys.publicJwk)))
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'stand-in' }).sign((await generateKeyPair('RS256')).privateKey)
    const bad = [
      unsigned,
      byPublicKey,
      foreign,
      await token({ sub: accountNo, aud: '999999' }),
      await token({ sub: accountNo, iss: 'https://elsewhere' }),
      await token({ sub: accountNo, exp: at(-120) }),
      await token({ sub: accountNo, exp: at(3600) }),
      await token({ sub: accountNo, exp: undefined }),
      await token({ sub: accountNo, jti: undefined }),
      await token({ sub: accountNo, aud: undefined }),
      await token({}),
      'not.a.token',
      '',
    ]
    for (const jwt of bad) expect([jwt, (await enter(jwt)).body.error_code]).toEqual([jwt, 400])
  })
  it('10-L8 checks HS256 by the shared secret only where that is the source’s algorithm', async () => {
    const secret = 'a shared secret that is long enough for every one of the HMAC algorithms'
    await doors.source('portal2', { protocol: 'jwt', clientSecret: secret, extra: { algorithm: 'HS256' }, subjectPath: 'sub' })
    const { accountNo } = await doors.person()
    const sign = (key: string) =>
      new SignJWT({ sub: accountNo, aud: '100001', exp: at(60), jti: crypto.randomUUID() }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key))
    expect((await fresh().social('portal2', await sign(secret))).body.accountNo).toBe(accountNo)
    expect((await fresh().social('portal2', await sign(`${secret}!`))).body.error_code).toBe(400)
    expect((await fresh().social('portal2', await token({ sub: accountNo }))).body.error_code).toBe(400)
    const other = await new SignJWT({ sub: accountNo, aud: '100001', exp: at(60), jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS384' })
      .sign(new TextEncoder().encode(secret))
    expect((await fresh().social('portal2', other)).body.error_code).toBe(400)
  })
})

describe('10-L9 WeCom', () => {
  it('10-L9 sends the app to the silent authorization and others to its code, and redeems what comes back', async () => {
    const { accountNo } = await doors.person()
    const inApp = await fresh().leave('wecom', {}, { 'user-agent': 'Mozilla/5.0 wxwork/4.1' })
    expect(inApp.url.pathname).toBe('/wecom/authorize')
    expect(inApp.url.searchParams.get('scope')).toBe('snsapi_base')
    expect(inApp.url.hash).toBe('#wechat_redirect')
    expect(inApp.url.searchParams.get('state')).toMatch(/^[A-Za-z0-9]{1,128}$/)
    expect((await fresh().leave('wecom')).url.pathname).toBe('/wecom/qr')
    expect((await fresh().through('wecom', accountNo)).body.accountNo).toBe(accountNo)
  })
  it('10-L9 comes back to the page of its realm', async () => {
    expect((await fresh('2').leave('wecom')).url.searchParams.get('redirect_uri')).toBe(`${SITE}/welcome/loginbywechatenterprise`)
    expect((await fresh().leave('wecom')).url.searchParams.get('redirect_uri')).toBe(`${SITE}/loginbywechatenterprise`)
  })
  it('10-L9 takes a code once', async () => {
    const { accountNo } = await doors.person()
    browser = fresh()
    const one = await browser.leave('wecom')
    const code = (await browser.pick(one.url, accountNo)).searchParams.get('code') ?? ''
    expect((await browser.social('wecom', code, one.state)).body.access_token).toBeDefined()
    const two = await browser.leave('wecom')
    expect((await browser.social('wecom', code, two.state)).body.error_code).toBe(400)
  })
  it('10-L9 refuses a contact from outside, or lets it bind where the school allows that', async () => {
    expect((await fresh().through('wecom', OUTSIDER.id)).body.error_code).toBe(403)
    await doors.params('wecom', { allowExternal: true })
    const asked = await fresh().through('wecom', OUTSIDER.id)
    expect([asked.body.error_code, typeof asked.body.bindTicket]).toEqual([404, 'string'])
    await doors.params('wecom', { allowExternal: false })
  })
})

describe('10-L19 realms', () => {
  it('10-L19 gives an identity the account of the realm whose door it took, and its token opens no other', async () => {
    const { accountNo } = await doors.person({ realm: 'welcome' })
    expect((await fresh().through('oauth2', accountNo)).body.error_code).toBe(404)
    const { access_token: token = '' } = (await fresh('2').through('oauth2', accountNo)).body
    expect(token).not.toBe('')
    const adminOnly = await app().inject({ method: 'GET', url: '/api/flySource-base/sysUser/list', headers: { 'flysource-auth': `bearer ${token}` } })
    expect(adminOnly.statusCode).toBe(401)
  })
  it('10-L19 takes no state of another realm', async () => {
    const { accountNo } = await doors.person()
    browser = fresh('2')
    const { url } = await browser.leave('oauth2')
    const back = await browser.pick(url, accountNo)
    const asAdmin = await browser.token(
      { grant_type: 'social', source: 'oauth2', code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' },
      { 'web-type': '0' },
    )
    expect(asAdmin.body.error_code).toBe(400)
  })
})
