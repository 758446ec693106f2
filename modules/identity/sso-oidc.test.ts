/// <reference path="./oidc-provider.d.ts" />
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser, type Doors, openDoors, SITE } from './sso-fixture.ts'

/** A third-party OpenID provider: it does not share our misreadings of the protocol. */
let doors: Doors
let server: Server
let issuer: string
beforeAll(async () => {
  doors = await openDoors()
  server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'qinglan', client_secret: 'the secret of the client at the provider', redirect_uris: [`${SITE}/oauth/callback/school`] }
  const provider = new Provider(issuer, {
    clients: [
      { ...client, token_endpoint_auth_method: 'client_secret_post' },
      { ...client, client_id: 'qinglan basic', token_endpoint_auth_method: 'client_secret_basic', redirect_uris: [`${SITE}/oauth/callback/basic`] },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'] },
    cookies: { keys: ['a key of the test'] },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  vi.stubEnv('OUTBOUND_HOSTS', `${new URL(doors.address).host}, ${new URL(issuer).host}`)
  const common = {
    protocol: 'oauth2',
    clientSecret: client.client_secret,
    authorizeUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    userInfoUrl: `${issuer}/me`,
    jwksUrl: `${issuer}/jwks`,
    subjectPath: 'sub',
  }
  await doors.source('school', { ...common, clientId: 'qinglan', extra: { scope: 'openid', issuer } })
  await doors.source('basic', { ...common, clientId: 'qinglan basic', extra: { scope: 'openid', issuer, basicAuth: true } })
})
afterAll(async () => {
  await new Promise(done => server.close(done))
  vi.unstubAllEnvs()
  await doors.close()
})

/** Signs in and consents on the provider's own pages. */
async function atProvider(start: URL, login: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = start
  let form: Record<string, string> | undefined
  for (let steps = 0; steps < 12; steps++) {
    const reply = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] as string).split('=')
      jar.set(name, value)
    }
    const to = reply.headers.get('location')
    form = undefined
    if (to) at = new URL(to, at)
    else form = (await reply.text()).includes('name="login"') ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' }
    if (at.origin === SITE) return at
  }
  throw new Error(`the provider never came back, it stands at ${at.href}`)
}
async function through(browser: Browser, source: string, login: string): Promise<URL> {
  return atProvider((await browser.leave(source)).url, login)
}

describe('10-L7 with an OpenID provider that is not ours', () => {
  it.each(['school', 'basic'])('10-L7 signs in by code, PKCE and a checked id_token (%s)', async source => {
    const { accountNo } = await doors.person()
    const browser = new Browser(doors.school.server.app)
    const back = await through(browser, source, accountNo)
    expect(back.pathname).toBe(`/oauth/callback/${source}`)
    const made = await browser.social(source, back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')
    expect(made.body.accountNo).toBe(accountNo)
  })
  it('10-L7 is refused by the provider without the verifier of this departure', async () => {
    const { accountNo } = await doors.person()
    const browser = new Browser(doors.school.server.app)
    const other = await browser.leave('school')
    const back = await through(browser, 'school', accountNo)
    expect((await browser.social('school', back.searchParams.get('code') ?? '', other.state)).body.error_code).toBe(400)
  })
  it('10-L7 is refused by the provider for a code used twice', async () => {
    const { accountNo } = await doors.person()
    const browser = new Browser(doors.school.server.app)
    const back = await through(browser, 'school', accountNo)
    const code = back.searchParams.get('code') ?? ''
    expect((await browser.social('school', code, back.searchParams.get('state') ?? '')).body.access_token).toBeDefined()
    const again = await browser.leave('school')
    expect((await browser.social('school', code, again.state)).body.error_code).toBe(400)
  })
  it('10-L7 trusts no id_token of another issuer, audience or departure', async () => {
    const { accountNo } = await doors.person()
    const browser = new Browser(doors.school.server.app)
    await doors.source('school', { extra: { scope: 'openid', issuer: 'https://another.example' } })
    const back = await through(browser, 'school', accountNo)
    expect((await browser.social('school', back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')).body.error_code).toBe(400)
    await doors.source('school', { extra: { scope: 'openid', issuer } })
  })
})
