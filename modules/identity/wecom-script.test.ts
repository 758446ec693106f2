import { createHash } from 'node:crypto'
import pino from 'pino'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServer, type Server } from '#server/start/server.ts'
import { testRegistry } from '#testing/database.ts'
import { testSecret } from '#testing/school.ts'
import { scriptSignature } from './server/wecom-script.ts'
import { Browser, captcha, type Doors, listening, openDoors, SITE, type SignedIn, signedIn } from './sso-fixture.ts'

const PASSWORD = 'Qinglan@2026'
interface Signed {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
}
let doors: Doors
/** A WeCom of our own, with what it was asked and how it answers. */
let weCom: { address: string; close(): Promise<void> }
const asked: string[] = []
let given = { seconds: 7200, errcode: 0 }
let isSlow = false
let staleTokens = 0
let token: string
let me: SignedIn

beforeAll(async () => {
  doors = await openDoors()
  weCom = await listening(async app => {
    app.get('/cgi-bin/gettoken', async () => {
      asked.push('token')
      return { errcode: 0, access_token: `token${asked.length}`, expires_in: 7200 }
    })
    app.get('/cgi-bin/get_jsapi_ticket', async () => {
      asked.push('ticket')
      if (isSlow) await new Promise(done => setTimeout(done, 300))
      if (staleTokens-- > 0) return { errcode: 42001, errmsg: 'access_token expired' }
      return given.errcode ? { errcode: given.errcode, errmsg: 'no' } : { errcode: 0, errmsg: 'ok', ticket: `ticket${asked.length}`, expires_in: given.seconds }
    })
  })
  const { accountNo } = await doors.person()
  token = (await new Browser(doors.school.server.app).through('wecom', accountNo)).body.access_token ?? ''
  me = signedIn(doors, token)
  vi.stubEnv('OUTBOUND_HOSTS', [doors.address, weCom.address].map(a => new URL(a).host).join(','))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await weCom.close()
  await doors.close()
})
beforeEach(async () => {
  given = { seconds: 7200, errcode: 0 }
  isSlow = false
  staleTokens = 0
  // another edition of the settings: no ticket of an earlier test is good
  await doors.source('wecom', { tokenUrl: `${weCom.address}/cgi-bin/gettoken`, isEnabled: true, sort: Math.floor(Math.random() * 9000) })
  asked.length = 0
})
const sign = (url = `${SITE}/index?a=1#part`) => me.post<Signed>('auth/wecomTicket/sign', { url })
const tickets = (): number => asked.filter(a => a === 'ticket').length

describe('60-MB4 10-L9 signatures for WeCom’s script interface', () => {
  it('60-MB4 are those WeCom documents: its own example, and the address without what follows the #', async () => {
    const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'
    expect(scriptSignature(ticket, 'Wm3WZYTPz0wzccnW', 1_414_587_457, 'http://mp.weixin.qq.com?params=value')).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
    const { data } = await sign()
    const text = `jsapi_ticket=ticket${asked.length}&noncestr=${data.nonceStr}&timestamp=${data.timestamp}&url=${SITE}/index?a=1`
    expect(data).toMatchObject({ appId: 'wwstandin', signature: createHash('sha1').update(text).digest('hex') })
    expect(Math.abs(data.timestamp - Date.now() / 1000)).toBeLessThan(60)
  })
  it('60-MB4 the ticket is asked for once by many requests at once, in several processes, and lies encrypted', async () => {
    isSlow = true
    const other = await beside()
    const others = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? sign() : signIn(other))))
    expect(others.map(o => o.code)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(tickets()).toBe(1)
    await sign()
    await signIn(other)
    expect(tickets()).toBe(1)
    const [row] = await doors.school.db.query<{ all: string; minutes: number }>(
      sql`select wecom_ticket::text as all, round(extract(epoch from valid_until - now()) / 60)::int as minutes from wecom_ticket where tenant_id = ${doors.school.tenantId}`,
    )
    expect(row?.all).not.toMatch(/ticket\d/)
    expect(row?.minutes).toBeGreaterThan(100)
    expect(row?.minutes).toBeLessThan(120)
    await other.close()
  })
  it('60-MB4 it is renewed before WeCom ends it, and when the settings of the source change', async () => {
    await sign()
    await doors.school.db.query(sql`update wecom_ticket set valid_until = now() where tenant_id = ${doors.school.tenantId}`)
    await sign()
    expect(tickets()).toBe(2)
    await doors.source('wecom', { sort: 7 })
    await sign()
    expect(tickets()).toBe(3)
  })
  it('60-MB4 a token that WeCom took back is fetched anew', async () => {
    staleTokens = 1
    expect((await sign()).code).toBe(200)
    expect(asked).toEqual(['token', 'ticket', 'token', 'ticket'])
  })
  it('60-MB4 a failing interface is said at once and not asked again by everybody; later it is', async () => {
    given.errcode = 45009
    const all = await Promise.all(Array.from({ length: 6 }, () => sign()))
    expect(all.map(a => a.errors[0]?.rule)).toEqual(all.map(() => 'identity.wecomTicket.failing'))
    expect(tickets()).toBe(1)
    given.errcode = 0
    await sign()
    expect(tickets()).toBe(1)
    await doors.school.db.query(sql`update wecom_ticket set asked_until = now() - interval '1 second' where tenant_id = ${doors.school.tenantId}`)
    expect((await sign()).code).toBe(200)
  })
  it('60-MB4 where whoever asked has died, somebody else asks', async () => {
    await sign()
    await doors.school.db.query(
      sql`update wecom_ticket set ticket = null, ticket_hash = null, asked_until = now() - interval '1 second' where tenant_id = ${doors.school.tenantId}`,
    )
    expect((await sign()).code).toBe(200)
  })
  it.each([
    'https://evil.example/',
    `${SITE}.evil.example/`,
    `http://user@${new URL(SITE).host}/`,
    `https://${new URL(SITE).host}/`,
    'javascript:alert(1)',
    '/index',
    `http://127.0.0.1:8661/`,
  ])('60-MB4 signs no address but ours: %s', async url => {
    expect((await sign(url)).errors[0]?.rule).toBe('identity.wecomTicket.foreign')
    expect(asked).toEqual([])
  })
  it('60-MB4 signs for who is signed in, where the school has WeCom', async () => {
    expect((await signedIn(doors).post('auth/wecomTicket/sign', { url: SITE })).status).toBe(401)
    await doors.source('wecom', { isEnabled: false })
    expect((await sign()).errors[0]?.rule).toBe('identity.wecomTicket.none')
  })
  /** Another process on the same database. */
  async function beside(): Promise<Server> {
    const { core } = doors.school.server
    return createServer({ url: core.url, dataDir: core.dataDir, secret: testSecret(), registry: await testRegistry(), poolSize: 4, timed: false, log: pino({ level: 'fatal' }) })
  }
  async function signIn(other: Server): Promise<{ code: number }> {
    const headers = { 'flysource-auth': `bearer ${token}` }
    return (await other.app.inject({ method: 'POST', url: '/api/flySource-auth/wecomTicket/sign', headers, payload: { url: SITE } })).json() as { code: number }
  }
})
describe('60-MB4 the entry by WeCom', () => {
  it.each([
    ['0', 'admin', '/loginbywechatenterprise'],
    ['2', 'welcome', '/welcome/loginbywechatenterprise'],
  ] as const)('60-MB4 10-L9 10-L12 whom nobody knows in realm %s (%s) binds an account by the ticket, and is let in by %s from then on', async (appType, realm, address) => {
    await doors.source('wecom', { tokenUrl: `${doors.address}/wecom/cgi-bin/gettoken`, matchBy: 'binding' })
    const { accountNo } = await doors.person({ realm, password: PASSWORD })
    const member = `member-${accountNo}`
    doors.people.push({ id: member, name: '企业微信成员' })
    const browser = new Browser(doors.school.server.app, appType)
    const { url, redirect } = await browser.leave('wecom', { redirect: '/leave/mine?id=1' }, { 'user-agent': 'Mozilla/5.0 wxwork/4.1' })
    expect([redirect, url.searchParams.get('redirect_uri')]).toEqual(['/leave/mine?id=1', SITE + address])
    const unbound = await browser.through('wecom', member)
    expect([unbound.body.error_code, typeof unbound.body.bindTicket]).toEqual([404, 'string'])
    expect((await browser.bind(unbound.body.bindTicket ?? '', accountNo, PASSWORD, await captcha(doors))).body.accountNo).toBe(accountNo)
    expect((await new Browser(doors.school.server.app, appType).through('wecom', member)).body.accountNo).toBe(accountNo)
  })
  it('60-MB4 a second WeCom of the school comes back under its own name', async () => {
    const wecom = { protocol: 'wecom', clientSecret: doors.standIn.secret, authorizeUrl: `${doors.address}/wecom/authorize`, tokenUrl: `${doors.address}/wecom/cgi-bin/gettoken` }
    const extra = { corpId: doors.standIn.corpId, agentId: doors.standIn.agentId, qrUrl: `${doors.address}/wecom/qr` }
    await doors.source('wecom2', { ...wecom, userInfoUrl: `${doors.address}/wecom/cgi-bin/auth/getuserinfo`, subjectPath: 'userid', realms: ['admin'], extra })
    const { accountNo } = await doors.person()
    const browser = new Browser(doors.school.server.app)
    const { url } = await browser.leave('wecom2')
    const back = await browser.pick(url, accountNo)
    expect([back.pathname, back.searchParams.get('source')]).toEqual(['/loginbywechatenterprise', 'wecom2'])
    expect((await browser.social('wecom2', back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')).body.accountNo).toBe(accountNo)
  })
})
