import { connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customRoutes } from '#server/http/custom-routes.ts'
import { createServer } from '#server/start/server.ts'
import { testRegistry } from '#testing/database.ts'
import { routesOf } from '#testing/routes.ts'
import { type Actor, openSchool, type School, testSecret } from '#testing/school.ts'

/** Marker text that cannot occur in a trace id by chance. */
const SECRET = 'not for strangers'
let school: School
let me: Actor
beforeAll(async () => {
  // registers a signed-in route whose handler never reads the caller, and a path outside the API
  school = await openSchool([], {
    also: async app => {
      app.get('/api/base/probe/careless', { config: { permission: 'signedIn' } }, async () => ({ secret: SECRET }))
      app.get('/beside/the/api', { config: { permission: 'signedIn' } }, async () => ({ secret: SECRET }))
      app.get('/api/base/probe/crash', { config: { permission: 'signedIn' } }, async () => {
        throw new Error('boom')
      })
    },
  })
  me = await school.as({})
})
afterAll(() => school?.close())

/** Variants of one URL that a server or proxy may normalise to another. */
const SPELLINGS: ReadonlyArray<(url: string) => string> = [
  url => url.replace('/api', '/%61pi'),
  url => url.replace('/api', '/a%70i'),
  url => url.replace('/api', '/%61%70%69'),
  url => `/${url}`,
  url => url.replace('/api', '/./api'),
  url => url.replace('/api', '/x/../api'),
  url => url.replace('/api/', '/api/..;/'),
  url => url.replace('/api/', '/api//'),
  url => url.replace('/api/', '/api%2f'),
  url => url.replace('/api/', '/API/'),
  url => url.replace('/api/', '/Api/'),
  url => `${url}/`,
  url => url.replace(/[a-z](?=[^/]*$)/, c => `%${c.charCodeAt(0).toString(16)}`),
  url => url.replace('/api/', '/api;x=1/'),
  url => url.replace('/api/', '\\api\\'),
]
const ask = (url: string, method: 'GET' | 'POST' = 'GET') => school.server.app.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })

describe('the guard goes by the route that was matched, not by how its address is spelled', () => {
  it('a route that looks for no caller itself is closed under every spelling and prefix', async () => {
    for (const url of ['/api/base/probe/careless', '/beside/the/api'])
      for (const spelled of SPELLINGS.map(spell => spell(url))) {
        const answer = await ask(spelled)
        expect([spelled, answer.body.includes(SECRET)]).toEqual([spelled, false])
        expect([spelled, answer.statusCode < 500]).toEqual([spelled, true])
      }
    for (const url of ['/api/base/probe/careless', '/beside/the/api']) {
      expect((await ask(url)).statusCode).toBe(401)
      expect((await me.get(url)).raw.toString()).toContain(SECRET)
    }
  })
  it('no signed-in route answers a stranger with success or a fault, however its address is spelled', async () => {
    const wrong: string[] = []
    const asked = routesOf(school).filter(r => !r.open)
    expect(asked.length).toBeGreaterThan(500)
    for (const [n, route] of asked.entries())
      for (const spell of [SPELLINGS[0], SPELLINGS[n % SPELLINGS.length], SPELLINGS[(n * 7 + 3) % SPELLINGS.length]]) {
        const url = spell?.(route.url) ?? ''
        const answer = await ask(url, route.method as 'GET')
        if (![400, 401].includes(answer.statusCode) && !(answer.headers['content-type'] ?? '').toString().startsWith('text/html'))
          wrong.push(`${route.method} ${url} ${answer.statusCode}`)
        if (spell === SPELLINGS[0] && answer.statusCode !== 401) wrong.push(`${route.method} ${url} ${answer.statusCode}`)
      }
    expect(wrong).toEqual([])
  })
  it('answers carry the headers of answers under every spelling', async () => {
    for (const url of ['/%61pi/base/student/list', '/api/nothing/of/this', '/%61pi/nothing', '/api/%zz?password=abc'])
      expect([url, (await ask(url)).headers['content-security-policy']]).toEqual([url, "default-src 'none';frame-ancestors 'none'"])
  })
  it('the query of the token call is taken away under every spelling', async () => {
    for (const url of ['/api/auth/oauth/token', '/api/auth/oauth/%74oken', '/%61pi/auth/oauth/token', '/api/flySource-auth/oauth/%74oken']) {
      const answer = await ask(`${url}?password=Hunter2Secret&username=x&grant_type=password`, 'POST')
      expect([url, answer.body.includes('Hunter2Secret')]).toEqual([url, false])
      const { req } = answer.raw as unknown as { req: { url: string; originalUrl?: string } }
      expect([url, `${req.url}${req.originalUrl}`.includes('Hunter2Secret')]).toEqual([url, false])
    }
  })
})
/** Starts a server with an additional route, inside a module or outside. */
const started = async (path: string, own: boolean, config = {}): Promise<unknown> => {
  const registry = await testRegistry()
  const mine = customRoutes(app => void app.get(path, { config }, async () => ({})))
  const registrations = own ? new Map([...registry.registrations, [mine.kind, [...(registry.registrations.get(mine.kind) ?? []), mine]]]) : registry.registrations
  return createServer({
    url: school.server.core.url,
    dataDir: school.server.core.dataDir,
    secret: testSecret(),
    timed: false,
    log: pino({ level: 'silent' }), // background work begun before the failed start loses its database
    registry: { ...registry, registrations },
    ...(own ? {} : { also: async app => void app.register(async inner => void inner.get(path, async () => ({}))) }),
  })
}
describe('a route without a declaration stops the start', () => {
  it.each([
    ['/api/base/forgotten/list', true],
    ['/forgotten', true],
    ['/forgotten', false],
  ])('%s (of a module: %s)', async (path, own) => {
    await expect(started(path, own)).rejects.toThrow(`GET ${path} declares neither`)
  })
})
describe('an address that looks like that of a declared call', () => {
  it.each(['/api/base/nothing/list', '/api/nothing/student/list', '/api/base/student/nothing', '/api/auth%2FopenApi/scan/state', '/api/base/student/li%00st', '/api/base//list'])(
    '%s is none, whoever asks, and is answered by the rule for all of them',
    async url => {
      for (const method of ['GET', 'POST'] as const)
        for (const headers of [{}, { 'flysource-auth': `bearer ${me.token}` }]) {
          const answer = await school.server.app.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) })
          expect(answer.json()).toMatchObject({ code: 404, errors: [{ rule: 'http.noSuchAddress' }] })
          expect(answer.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
        }
    },
  )
  it('a module that gives it a route of its own beside the declared one stops the start', async () => {
    await expect(started('/api/base/student/list', true, { permission: 'signedIn' })).rejects.toThrow('GET /api/base/student/list is declared twice')
  })
})
describe('what is no address is answered by us', () => {
  it.each(['/api/%zz?password=abc', '/%E0%A4%A?password=abc', `/api/auth/openApi/social/${'x'.repeat(300)}/${'y'.repeat(300)}?password=abc`])('%s', async url => {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 404, success: false })
    expect(answer.body).not.toMatch(/password|abc|%zz|xxx/)
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
  it('what is no HTTP is answered in the envelope, without an echo', async () => {
    const { app } = school.server
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as { port: number }
    const said = await new Promise<string>(done => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /x?password=abc HTTP/9.9\r\nbad header\r\n\r\n'))
      socket.on('data', chunk => {
        text += chunk
      })
      socket.on('close', () => done(text))
    })
    expect(said).toMatch(/^HTTP\/1.1 400/)
    expect(said).toContain('x-content-type-options: nosniff')
    expect(said).toContain('"success":false')
    expect(said).not.toContain('abc')
  })
})
describe('calls of open routes are counted before their body is read', () => {
  it('an open route without a limit of its own has one, and so has each that declares one', async () => {
    const call = (path: string, payload: object) => school.server.app.inject({ method: 'POST', url: path, payload, remoteAddress: '10.66.0.1' })
    const codes: number[] = []
    for (let n = 0; n < 12; n++) codes.push((await call('/api/auth/openApi/getCode', { nonsense: 1 })).json<{ code: number }>().code)
    expect(codes.slice(0, 10)).not.toContain(429)
    expect(codes.slice(10)).toEqual([429, 429])
    const broken = await school.server.app.inject({
      method: 'POST',
      url: '/api/auth/openApi/getCode',
      payload: '{'.repeat(100),
      headers: { 'content-type': 'application/json' },
      remoteAddress: '10.66.0.1',
    })
    expect([broken.json<{ code: number }>().code, Number(broken.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await school.server.app.inject({ method: 'POST', url: '/api/auth/openApi/getCode', payload: {}, remoteAddress: '10.66.0.2' })).json()).toMatchObject({ code: 400 })
    const many: number[] = []
    for (let n = 0; n < 3001; n++) many.push((await school.server.app.inject({ url: '/api/auth/logOut', remoteAddress: '10.66.0.1' })).json<{ code: number }>().code)
    expect([many.slice(0, 3000).every(code => code === 200), many.at(-1)]).toEqual([true, 429])
  })
})
