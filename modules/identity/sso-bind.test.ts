import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { Browser, captcha, type Doors, enrol, openDoors, type SignedIn, signedIn } from './sso-fixture.ts'

const PASSWORD = 'Qinglan@2026'
let doors: Doors
let browser: Browser
let news: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  doors = await openDoors()
  news = captureNotifications(doors.school.server)
})
afterAll(() => doors.close())
const app = () => doors.school.server.app
const fresh = (appType = '0') => new Browser(app(), appType)

describe('10-L12 binding', () => {
  it('10-L12 binds an unknown identity to the account whose password is shown, and lets it in from then on', async () => {
    await doors.source('oauth2', { matchBy: 'binding' })
    const { userId, accountNo } = await doors.person({ password: PASSWORD })
    const stranger = `ext-${accountNo}`
    doors.people.push({ id: stranger, name: '外部张三' })
    browser = fresh()
    const asked = await browser.through('oauth2', stranger)
    expect(asked.body.error_code).toBe(404)
    const ticket = asked.body.bindTicket ?? ''
    expect((await browser.bind(ticket, accountNo, PASSWORD)).body).toMatchObject({ error_code: 400, needCaptcha: true })
    expect((await browser.bind(ticket, accountNo, 'wrong', await captcha(doors))).body.error_code).toBe(400)
    expect((await browser.bind(ticket, accountNo, PASSWORD, await captcha(doors))).body.accountNo).toBe(accountNo)
    expect((await browser.bind(ticket, accountNo, PASSWORD, await captcha(doors))).body.error_code).toBe(400)
    expect((await fresh().through('oauth2', stranger)).body.accountNo).toBe(accountNo)
    const traces = await doors.school.db.query(sql`select 1 from audit_log where tenant_id = ${doors.school.tenantId} and action = 'binding.add' and user_id = ${userId}`)
    expect(traces).toHaveLength(1)
    expect(await news('identity.bindingChanged', userId)).toMatchObject([{ values: { change: { text: '绑定' } } }])
  })
  it('10-L12 refuses a second binding of either side, naming the other one masked', async () => {
    const [one, two] = [await doors.person({ password: PASSWORD }), await doors.person({ password: PASSWORD })]
    const ids = [`ext-a-${one.accountNo}`, `ext-b-${one.accountNo}`]
    doors.people.push(...ids.map(id => ({ id, name: id })))
    const ticketOf = async (id: string): Promise<string> => (await fresh().through('oauth2', id)).body.bindTicket ?? ''
    const [early, other] = [await ticketOf(ids[0] as string), await ticketOf(ids[1] as string)]
    const again = await ticketOf(ids[0] as string)
    expect((await fresh().bind(early, one.accountNo, PASSWORD, await captcha(doors))).body.access_token).toBeDefined()
    const account = await fresh().bind(other, one.accountNo, PASSWORD, await captcha(doors))
    expect(account.body.error_code).toBe(422)
    expect(String(account.body.msg)).toMatch(/ex\*+/)
    const identity = await fresh().bind(again, two.accountNo, PASSWORD, await captcha(doors))
    expect(identity.body.error_code).toBe(422)
    expect(String(identity.body.msg)).not.toContain(one.accountNo)
    const sessions = await doors.school.db.query(sql`select 1 from user_session where tenant_id = ${doors.school.tenantId} and user_id = ${two.userId}`)
    expect(sessions).toHaveLength(0)
  })
  it('10-L12 lets one of two browsers bind that come at the same instant', async () => {
    const [one, two] = [await doors.person({ password: PASSWORD }), await doors.person({ password: PASSWORD })]
    const id = `ext-race-${one.accountNo}`
    doors.people.push({ id, name: id })
    const tickets = [(await fresh().through('oauth2', id)).body.bindTicket ?? '', (await fresh().through('oauth2', id)).body.bindTicket ?? '']
    const both = await Promise.all([one, two].map(async (p, i) => fresh().bind(tickets[i] as string, p.accountNo, PASSWORD, await captcha(doors))))
    expect(both.filter(b => b.body.access_token)).toHaveLength(1)
  })
  it('10-L12 takes a code to the account’s verified number for proof as well', async () => {
    const mobile = '13900001234'
    const { accountNo } = await doors.person({ mobile })
    const id = `ext-mobile-${accountNo}`
    doors.people.push({ id, name: id })
    const ticket = (await fresh().through('oauth2', id)).body.bindTicket ?? ''
    const limits = { resendSeconds: 60, perHour: 5, perDay: 10 }
    const code = await doors.school.server.identity.codes.make({ tenantId: doors.school.tenantId, scene: 'login', mobile }, limits, '127.0.0.1')
    expect((await fresh().bind(ticket, mobile, md5('000000'), undefined, 'mobile')).body.error_code).toBe(400)
    expect((await fresh().bind(ticket, mobile, md5(code), undefined, 'mobile')).body.accountNo).toBe(accountNo)
    expect((await fresh().through('oauth2', id)).body.accountNo).toBe(accountNo)
  })
  it('10-L12 binds where a second factor is due, once that is shown too', async () => {
    const { userId, accountNo } = await doors.person({ password: PASSWORD })
    await doors.school.db.query(
      sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role where tenant_id = ${doors.school.tenantId} and code = 'finance'`,
    )
    const id = `ext-mfa-${accountNo}`
    doors.people.push({ id, name: id })
    const ticket = (await fresh().through('oauth2', id)).body.bindTicket ?? ''
    const first = (await fresh().bind(ticket, accountNo, PASSWORD, await captcha(doors))).body as { error_code: number; mfaTicket: string }
    expect(first.error_code).toBe(428)
    const done = await enrol(doors, first.mfaTicket)
    expect((await fresh().bind(ticket, done.mfaTicket, md5('no proof'), undefined, 'mfa')).body.error_code).toBe(400)
    expect((await fresh().bind(ticket, done.mfaTicket, md5(done.proof), undefined, 'mfa')).body.accountNo).toBe(accountNo)
    const rows = await doors.school.db.query(sql`select 1 from user_binding where tenant_id = ${doors.school.tenantId} and user_id = ${userId} and oauth_id = ${id}`)
    expect(rows).toHaveLength(1)
  })
  it('10-L12 lets a ticket of one realm open no account of another', async () => {
    const admin = await doors.person({ password: PASSWORD })
    const id = `ext-realm-${admin.accountNo}`
    doors.people.push({ id, name: id })
    const ticket = (await fresh('2').through('oauth2', id)).body.bindTicket ?? ''
    expect(ticket).not.toBe('')
    expect((await fresh().bind(ticket, admin.accountNo, PASSWORD, await captcha(doors))).body.error_code).toBe(400)
    await doors.source('oauth2', { matchBy: 'accountNo' })
  })
})

describe('10-L12 binding from the personal centre', () => {
  beforeAll(async () => {
    await doors.source('oauth2', { matchBy: 'binding' })
    await doors.source('cas', { matchBy: 'binding' })
  })
  interface Person {
    userId: string
    accountNo: string
    external: string
    me: SignedIn
  }
  /** A signed-in user with a different name in the other systems. */
  async function person(): Promise<Person> {
    const { userId, accountNo } = await doors.person({ password: PASSWORD })
    const external = `own-${accountNo}`
    doors.people.push({ id: external, name: '外部来人' })
    const { body } = await fresh().token({ grant_type: 'password', type: 'account', username: accountNo, password: md5(PASSWORD) })
    return { userId, accountNo, external, me: signedIn(doors, body.access_token) }
  }
  const start = (me: SignedIn, source: string, proof: object = { password: md5(PASSWORD) }) => me.post<{ url: string }>('auth/userBinding/startMine', { source, ...proof })
  /** Round trip to the other system; returns the query of the callback page. */
  async function returned({ me, external }: Person, source: string): Promise<{ source: string; code: string; state: string }> {
    const { searchParams: query } = await fresh().pick(new URL((await start(me, source)).data.url), external)
    return { source, code: query.get('code') ?? query.get('tgc') ?? '', state: query.get('state') ?? '' }
  }
  const finish = ({ me }: Person, back: object) => me.post<{ name: string }>('auth/userBinding/bindMine', back)
  const bindings = (userId: string) =>
    doors.school.db.query<{ oauthId: string }>(sql`select oauth_id as "oauthId" from user_binding where tenant_id = ${doors.school.tenantId} and user_id = ${userId}`)
  const audits = (action: string, userId: string | null) =>
    doors.school.db.query(sql`select 1 from audit_log where tenant_id = ${doors.school.tenantId} and action = ${action} and user_id is not distinct from ${userId}`)

  it.each(['oauth2', 'cas'])('10-L12 binds whoever one is at %s, tells of it, and that door is open from then on', async source => {
    const one = await person()
    expect((await one.me.get<{ unbound: object[] }>('auth/userBinding/mine')).data.unbound).toContainEqual(expect.objectContaining({ source, isBoundHere: true }))
    expect((await finish(one, await returned(one, source))).code).toBe(200)
    expect(await bindings(one.userId)).toEqual([{ oauthId: one.external }])
    expect(await audits('binding.add', one.userId)).toHaveLength(1)
    expect(await news('identity.bindingChanged', one.userId)).toMatchObject([{ values: { change: { text: '绑定' } } }])
    if (source === 'oauth2') expect((await fresh().through('oauth2', one.external)).body.accountNo).toBe(one.accountNo)
  })
  it('10-L12 leaves only after the password or a code to the own number', async () => {
    const { me, userId } = await person()
    for (const proof of [{}, { password: md5('wrong') }, { code: md5('123456') }]) expect((await start(me, 'oauth2', proof)).code).toBe(400)
    const mobile = '13900007777'
    await doors.school.db.query(sql`update sys_user set mobile = ${mobile} where tenant_id = ${doors.school.tenantId} and id = ${userId}`)
    await doors.school.db.query(sql`update sys_user set mobile_verified = true where tenant_id = ${doors.school.tenantId} and id = ${userId}`)
    const limits = { resendSeconds: 60, perHour: 5, perDay: 10 }
    const code = await doors.school.server.identity.codes.make({ tenantId: doors.school.tenantId, scene: 'verify', mobile }, limits, '127.0.0.1')
    expect((await start(me, 'oauth2', { code: md5(code) })).code).toBe(200)
  })
  it('10-L12 10-L7 comes back once, in the session that left, and with nothing made up', async () => {
    const [one, two] = [await person(), await person()]
    const back = await returned(one, 'oauth2')
    const traces = (await audits('signIn.state', null)).length
    expect((await finish(two, back)).code).toBe(400)
    expect((await finish(one, back)).code).toBe(400)
    expect((await finish(one, { ...(await returned(one, 'oauth2')), state: 'f'.repeat(64) })).code).toBe(400)
    expect(await audits('signIn.state', null)).toHaveLength(traces + 3)
    expect(await bindings(one.userId)).toHaveLength(0)
    expect(await bindings(two.userId)).toHaveLength(0)
  })
  it('10-L12 10-L7 takes no state of a sign-in to bind by, and signs nobody in by one of a binding', async () => {
    const one = await person()
    const leaving = fresh()
    const { url, state } = await leaving.leave('oauth2')
    const code = (await leaving.pick(url, one.external)).searchParams.get('code') ?? ''
    expect((await finish(one, { source: 'oauth2', code, state })).code).toBe(400)
    const back = await returned(one, 'oauth2')
    const [session] = await doors.school.db.query<{ id: string }>(sql`select id from user_session where tenant_id = ${doors.school.tenantId} and user_id = ${one.userId}`)
    const knowing = fresh()
    knowing.cookies.set(`qlDoor-${back.state.slice(0, 12)}`, session?.id ?? '')
    expect((await knowing.social('oauth2', back.code, back.state)).body.error_code).toBe(400)
  })
  it('10-L12 10-L10 takes no CAS ticket that was not issued for this binding', async () => {
    const [one, two] = [await person(), await person()]
    const theirs = await returned(two, 'cas')
    expect((await finish(one, { ...(await returned(one, 'cas')), code: theirs.code })).code).toBe(400)
    expect(await bindings(one.userId)).toHaveLength(0)
  })
  it('10-L12 refuses an identity that is somebody else’s, naming them masked, and a source that finds people by itself', async () => {
    const [one, two] = [await person(), await person()]
    expect((await finish(one, await returned(one, 'oauth2'))).code).toBe(200)
    const refused = await finish(two, await returned({ ...two, external: one.external }, 'oauth2'))
    expect(refused.errors[0]?.rule).toBe('identity.door.identityBound')
    expect(refused.msg).not.toContain(one.accountNo)
    await doors.source('oauth2', { matchBy: 'accountNo' })
    expect((await start(two.me, 'oauth2')).errors[0]?.rule).toBe('identity.door.notHere')
    expect((await start(two.me, 'jwt')).errors[0]?.rule).toBe('identity.door.notHere')
  })
})
