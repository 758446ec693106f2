import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { ticketOfLogout, xmlTexts } from './server/sso-cas.ts'
import { Browser, captcha, type Doors, enrol, listening, openDoors, SITE } from './sso-fixture.ts'

const PASSWORD = 'Qinglan@2026'
let doors: Doors
beforeAll(async () => {
  doors = await openDoors()
})
afterAll(() => {
  vi.unstubAllEnvs()
  return doors.close()
})
const app = () => doors.school.server.app
const fresh = (appType = '0') => new Browser(app(), appType)
const service = `${SITE}/index`
const ticketFor = async (person: string, of = service): Promise<string> => {
  const at = new URL(`${doors.address}/cas/login`)
  at.searchParams.set('service', of)
  return (await fresh().pick(at, person)).searchParams.get('tgc') ?? ''
}
const enter = (tgc: string, redirect = service, headers = {}) => fresh().token({ grant_type: 'cas', tgc, redirect }, headers)
const lives = async (token = ''): Promise<boolean> =>
  (await app().inject({ method: 'GET', url: '/api/flySource-base/sysUser/getUserInfo', headers: { 'flysource-auth': `bearer ${token}` } })).statusCode === 200
/** The logout request a CAS server posts (single sign-out). */
const signOut = (ticket: string) =>
  app().inject({
    method: 'POST',
    url: '/index',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      logoutRequest: `<samlp:LogoutRequest xmlns:samlp="urn:x"><samlp:SessionIndex>${ticket}</samlp:SessionIndex></samlp:LogoutRequest>`,
    }).toString(),
  })
/** A user whose role requires a second factor. */
async function twoFactors(of: { mobile?: string } = {}): Promise<{ accountNo: string }> {
  const { userId, accountNo } = await doors.person(of)
  await doors.school.db.query(
    sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role where tenant_id = ${doors.school.tenantId} and code = 'finance'`,
  )
  return { accountNo }
}
const show = (of: { mfaTicket: string; proof: string }) => fresh().token({ grant_type: 'password', type: 'mfa', username: of.mfaTicket, password: md5(of.proof) })
/** A user known only to the CAS server, arriving with a ticket. */
async function stranger(): Promise<{ external: string; tgc: string; bindTicket: string }> {
  const external = `ext-${randomBytes(4).toString('hex')}`
  doors.people.push({ id: external, name: external })
  const tgc = await ticketFor(external)
  return { external, tgc, bindTicket: (await enter(tgc)).body.bindTicket ?? '' }
}

describe('10-L10 CAS', () => {
  it('10-L10 lets in who brings a ticket of this service, once', async () => {
    const { accountNo } = await doors.person()
    const tgc = await ticketFor(accountNo)
    expect((await enter(tgc)).body.accountNo).toBe(accountNo)
    expect((await enter(tgc)).body.error_code).toBe(400)
  })
  it('10-L10 takes a ticket once and for the school’s own addresses only, even from a CAS server that says yes to everything', async () => {
    const { accountNo } = await doors.person()
    const yes = await listening(async server => {
      server.get('/*', async (_request, reply) =>
        reply
          .type('application/xml')
          .send(
            `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>${accountNo}</cas:user></cas:authenticationSuccess></cas:serviceResponse>`,
          ),
      )
    })
    vi.stubEnv('OUTBOUND_HOSTS', `${new URL(doors.address).host}, ${new URL(yes.address).host}`)
    await doors.source('cas', { validateUrl: `${yes.address}/p3/serviceValidate` })
    expect((await enter('ST-good-1')).body.accountNo).toBe(accountNo)
    expect((await enter('ST-good-1')).body.error_code).toBe(400)
    const foreign = ['https://evil.example/index', '//evil.example/index', '/index', `${SITE}.evil.example/index`, `${SITE}@evil.example/`, 'javascript:alert(1)', '']
    for (const [i, service] of foreign.entries())
      expect([service, (await enter(`ST-foreign-${i}`, service, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })).body.error_code]).toEqual([service, 400])
    await doors.source('cas', { validateUrl: `${doors.address}/cas/p3/serviceValidate` })
    await yes.close()
  })
  it('10-L10 names the school’s own address as service, whatever Host says', async () => {
    const { url } = await fresh().leave('cas', {}, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(url.searchParams.get('service')).toBe(`${SITE}/oauth/callback/cas`)
  })
  it('10-L10 refuses a ticket that was issued for another service', async () => {
    const { accountNo } = await doors.person()
    expect((await enter(await ticketFor(accountNo, `${SITE}/other`))).body.error_code).toBe(400)
  })
  it('10-L10 ends the session when the person signs out at the CAS server', async () => {
    const { accountNo } = await doors.person()
    const tgc = await ticketFor(accountNo)
    const { access_token: token = '' } = (await enter(tgc)).body
    await signOut('ST-somebody-else-entirely')
    expect(await lives(token)).toBe(true)
    expect((await signOut(tgc)).statusCode).toBe(204)
    expect(await lives(token)).toBe(false)
  })
  it('10-L10 reads a failure, and anything that is no success, as nobody', async () => {
    expect(xmlTexts('<a><b>')).toBeUndefined()
    expect(xmlTexts('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toBeUndefined()
    expect(ticketOfLogout('<x><SessionIndex>ST-12345678</SessionIndex></x>')).toBeUndefined()
  })
})

describe('10-L10 signing out at the CAS server, where something came between ticket and session', () => {
  it('10-L10 10-L15 ends a session that a second factor opened', async () => {
    const tgc = await ticketFor((await twoFactors()).accountNo)
    const second = await enrol(doors, (await enter(tgc)).body.mfaTicket ?? '')
    const { access_token: token } = (await show(second)).body
    expect(await lives(token)).toBe(true)
    await signOut(tgc)
    expect(await lives(token)).toBe(false)
  })
  it('10-L10 10-L15 lets nobody in who signed out there before showing the second factor', async () => {
    const tgc = await ticketFor((await twoFactors()).accountNo)
    const second = await enrol(doors, (await enter(tgc)).body.mfaTicket ?? '')
    await signOut(tgc)
    expect((await show(second)).body).toMatchObject({ error_code: 400, error_description: '你已经在学校的登录系统退出，请重新登录' })
  })
  it('10-L10 10-L12 ends a session that a binding opened, and keeps the binding', async () => {
    const { accountNo } = await doors.person({ password: PASSWORD })
    const { external, tgc, bindTicket } = await stranger()
    const { access_token: token } = (await fresh().bind(bindTicket, accountNo, PASSWORD, await captcha(doors))).body
    expect(await lives(token)).toBe(true)
    await signOut(tgc)
    expect(await lives(token)).toBe(false)
    expect((await enter(await ticketFor(external))).body.accountNo).toBe(accountNo)
  })
  it('10-L10 10-L12 binds nothing for whom signed out there first', async () => {
    const { userId, accountNo } = await doors.person({ password: PASSWORD })
    const { tgc, bindTicket } = await stranger()
    await signOut(tgc)
    expect((await fresh().bind(bindTicket, accountNo, PASSWORD, await captcha(doors))).body.error_code).toBe(400)
    expect(await doors.school.db.query(sql`select 1 from user_binding where tenant_id = ${doors.school.tenantId} and user_id = ${userId}`)).toHaveLength(0)
  })
  it('10-L10 10-L12 10-L4 ends a session that was bound by mobile code, one of several accounts picked, and a second factor', async () => {
    const mobile = '13900005678'
    await doors.person({ mobile })
    const { accountNo } = await twoFactors({ mobile })
    const { tgc, bindTicket } = await stranger()
    const limits = { resendSeconds: 0, perHour: 5, perDay: 10 }
    const codeFor = (scene: 'login' | 'mfa') => doors.school.server.identity.codes.make({ tenantId: doors.school.tenantId, scene, mobile }, limits, '127.0.0.1')
    const code = await codeFor('login')
    const several = (await fresh().bind(bindTicket, mobile, md5(code), undefined, 'mobile')).body as { accounts?: Array<{ ticket: string; accountNo: string }> }
    const picked = several.accounts?.find(a => a.accountNo.endsWith(accountNo.slice(-2)) && a.accountNo.startsWith(accountNo.slice(0, 2)))
    const first = (await fresh().bind(bindTicket, picked?.ticket ?? '', md5(code), undefined, 'mobile')).body
    expect(first.error_code).toBe(428)
    // by text message if the school has an SMS channel
    const second = [first.mfaMethods].flat().includes('sms') ? { mfaTicket: first.mfaTicket ?? '', proof: await codeFor('mfa') } : await enrol(doors, first.mfaTicket ?? '')
    const { access_token: token } = (await fresh().bind(bindTicket, second.mfaTicket, md5(second.proof), undefined, 'mfa')).body
    expect(await lives(token)).toBe(true)
    await signOut(tgc)
    expect(await lives(token)).toBe(false)
  })
})
