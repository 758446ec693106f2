import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify } from '#server/notifications/notify.ts'
import { type Actor, accountOf, openSchool, type School } from '#testing/school.ts'
import { noticeDecided } from './model/events.ts'
import { openPushService, type Phone, type PushService, saveChannels, setParams } from './testing.ts'

let school: School
let who: Actor
let service: PushService
let phone: Phone

beforeAll(async () => {
  school = await openSchool()
  service = await openPushService()
  await setParams(school, 'login', { siteUrl: 'https://xg.example.edu.cn/' })
  await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
  await saveChannels(await school.as({ roles: ['admin'] }), noticeDecided.code, ['webPush'])
})
afterAll(async () => {
  vi.unstubAllEnvs()
  service.close()
  await school.close()
})
beforeEach(async () => {
  vi.stubEnv('OUTBOUND_HOSTS', service.host)
  who = await school.as({ roles: ['student'], userType: 2 })
  phone = service.phone()
})
type Subscription = Pick<Phone, 'endpoint' | 'p256dh' | 'auth'>
const subscribe = (by: Actor, { endpoint, p256dh, auth }: Subscription) => by.post('base/webPush/subscribe', { endpoint, p256dh, auth })
const keep = async (by: Actor, of: Phone) => (await by.post<{ isMine: boolean }>('base/webPush/keep', { endpoint: of.endpoint })).data.isMine
const devices = async (of: Actor): Promise<number> =>
  (await school.db.query<{ n: number }>(sql`select count(*)::int as n from web_push where tenant_id = ${school.tenantId} and user_id = ${of.userId}`))[0]?.n ?? 0
const logOut = (of: Actor) => of.get('auth/logOut')
/** Signs the same account in again: another session. */
const again = async (of: Actor): Promise<Actor> =>
  accountOf(school, (await school.db.query<{ name: string }>(sql`select user_name as name from sys_user where id = ${of.userId}`))[0]?.name as string)
async function tell(to: Actor): Promise<void> {
  await notify(school.db, noticeDecided, {
    to: [to.userId],
    values: { title: '放假', result: '已通过', note: '同意' },
    bizType: 'notice',
    bizId: `b${Math.random()}`,
    link: '/index',
  })
  await school.server.settle()
  await school.server.settle()
}

describe('60-MB6 whose device it is', () => {
  it('60-MB6 signing out ends it on this device and on no other; the address goes, too', async () => {
    const [other, tablet] = [await again(who), service.phone()]
    await subscribe(who, phone)
    await subscribe(other, tablet)
    await logOut(who)
    await tell(other)
    expect([phone.shown.length, tablet.shown.length]).toEqual([0, 1])
    await school.db.tx(async db => school.server.core.works.get('message.endedPush')?.run(db, {}))
    expect(await devices(who)).toBe(1)
    await logOut(other)
    await tell(other)
    expect([phone.shown.length, tablet.shown.length]).toEqual([0, 1])
  })
  it.each(['kicked', 'passwordChanged', 'expired'])('60-MB6 a session that ends as %s takes its device along', async reason => {
    await subscribe(who, phone)
    await school.db.query(sql`update user_session set state = 'ended', end_reason = ${reason}, ended_at = now() where user_id = ${who.userId}`)
    await tell(who)
    expect(phone.shown).toEqual([])
  })
  it('60-MB6 whoever signs in on the device next takes it over, and the one before gets nothing there', async () => {
    await subscribe(who, phone)
    const next = await school.as({ roles: ['student'], userType: 2 })
    expect(await keep(next, phone)).toBe(false)
    expect((await subscribe(next, phone)).code).toBe(200)
    await tell(who)
    expect(phone.shown).toEqual([])
    await tell(next)
    expect([phone.shown.length, await devices(who), await devices(next)]).toEqual([1, 0, 1])
  })
  it('60-MB6 of two who subscribe one device at once, one has it', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => school.as({ userType: 2 })))
    await Promise.all(others.map(o => subscribe(o, phone)))
    expect((await Promise.all(others.map(devices))).reduce((a, b) => a + b, 0)).toBe(1)
  })
  it('60-MB6 an address learnt from elsewhere takes no device from its owner: the keys of the device come with it', async () => {
    await subscribe(who, phone)
    const thief = await school.as({ userType: 2 })
    const { p256dh, auth } = service.phone()
    expect((await subscribe(thief, { endpoint: phone.endpoint, p256dh, auth })).errors[0]?.rule).toBe('message.webPush.taken')
    expect((await thief.post('base/webPush/unsubscribe', { endpoint: phone.endpoint })).code).toBe(200)
    await tell(who)
    expect([phone.shown.length, await devices(thief)]).toEqual([1, 0])
  })
  it('60-MB6 goes on when a session ran out and the same person signs in again, not after signing out, and can be switched off', async () => {
    await subscribe(who, phone)
    await logOut(who)
    expect(await keep(await again(who), phone)).toBe(false)
    await subscribe(await again(who), phone)
    await school.db.query(sql`update user_session set state = 'ended', end_reason = 'expired', ended_at = now() where user_id = ${who.userId} and state <> 'ended'`)
    const later = await again(who)
    expect(await keep(later, phone)).toBe(true)
    await tell(later)
    expect(phone.shown).toHaveLength(1)
    await later.post('base/webPush/unsubscribe', { endpoint: phone.endpoint })
    await tell(later)
    expect([phone.shown.length, await devices(who)]).toEqual([1, 0])
  })
  it('60-MB6 a browser has one subscription: the next one of the session takes the place of the one before', async () => {
    await subscribe(who, phone)
    for (let n = 0; n < 5; n++) await subscribe(who, service.phone())
    expect(await devices(who)).toBe(1)
  })
  it('60-MB6 is of one school: another school’s account at the same address has a device of its own', async () => {
    await subscribe(who, phone)
    const elsewhere = await school.another()
    const stranger = await elsewhere.as({ userType: 2 })
    expect(await keep(stranger, phone)).toBe(false)
    expect((await subscribe(stranger, phone)).code).toBe(200)
    expect(await devices(who)).toBe(1)
  })
})
describe('60-MB6 addresses that a browser names', () => {
  const INNER = [
    '169.254.169.254/latest',
    '127.0.0.1:5432/',
    '10.0.0.1/',
    '192.168.1.1/',
    '[::1]/',
    '[::ffff:10.0.0.1]/',
    '[fd00::1]/',
    'localhost/',
    '2130706433/',
    '0x7f.1/',
    '0/',
    '100.64.0.1/',
  ]
  it.each([
    ...INNER.map(host => `https://${host}`),
    'http://93.184.216.34/push',
    'https://user:secret@93.184.216.34/push',
    'ftp://93.184.216.34/push',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    '//93.184.216.34/',
    'https://nowhere.invalid/push',
    `https://93.184.216.34/${'x'.repeat(1000)}`,
  ])('60-MB6 does not take %s, and does not say which hosts there are inside', async endpoint => {
    const said = await subscribe(who, { ...phone, endpoint })
    expect(said.code).not.toBe(200)
    if (endpoint.length < 1000) expect(said.errors[0]?.rule).toBe('message.webPush.endpoint')
    expect(await devices(who)).toBe(0)
  })
  it.each([
    ['', ''],
    ['BA', 'AA'],
    [Buffer.alloc(65, 4).toString('base64url'), Buffer.alloc(16).toString('base64url')],
    [Buffer.alloc(65).toString('base64url'), Buffer.alloc(16).toString('base64url')],
  ])('60-MB6 does not take keys that are none: %s', async (p256dh, auth) => {
    expect((await subscribe(who, { endpoint: phone.endpoint, p256dh, auth })).code).not.toBe(200)
    expect(await devices(who)).toBe(0)
  })
  it('60-MB6 looks at the address again when it sends: what has moved inside since is not called', async () => {
    await subscribe(who, phone)
    vi.stubEnv('OUTBOUND_HOSTS', '')
    await tell(who)
    expect(phone.calls).toEqual([])
    const [row] = await school.db.query<{ error: string }>(sql`select error from message_delivery where recipient_id = ${who.userId} and channel = 'webPush'`)
    expect(row?.error).toContain('内部地址')
  })
  it('60-MB6 follows no redirect: a push service cannot send the server elsewhere', async () => {
    const called: string[] = []
    const inside = createServer((request, reply) => {
      called.push(request.url ?? '')
      reply.end()
    }).listen(0, '127.0.0.1')
    await new Promise(done => inside.once('listening', done))
    await subscribe(who, phone)
    service.answer(phone, 307, { location: `http://127.0.0.1:${(inside.address() as AddressInfo).port}/admin` })
    await tell(who)
    expect(called).toEqual([])
    inside.close()
  })
  it('60-MB6 asks for a signed-in person', async () => {
    for (const path of ['subscribe', 'keep', 'unsubscribe']) expect((await school.anonymous.post(`base/webPush/${path}`, { ...phone })).code).toBe(401)
  })
})
