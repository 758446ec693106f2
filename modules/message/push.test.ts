import { createECDH } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { allModules, type MessageEvent, messageEvent } from '#model'
import { notify } from '#server/notifications/notify.ts'
import { type Actor, accountOf, openSchool, type School } from '#testing/school.ts'
import { noticeDecided, noticePublished } from './model/events.ts'
import { messageRule } from './model/rule.ts'
import { vapidKeys } from './server/push-devices.ts'
import { deliveriesOf, openPushService, type Phone, type PushService, saveChannels, setParams } from './testing.ts'

let school: School
let admin: Actor
let who: Actor
let service: PushService
let phone: Phone

beforeAll(async () => {
  school = await openSchool()
  service = await openPushService()
  vi.stubEnv('OUTBOUND_HOSTS', service.host)
  admin = await school.as({ roles: ['admin'] })
  await setParams(school, 'login', { siteUrl: 'https://xg.example.edu.cn/' })
  await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
  for (const event of [noticeDecided, noticePublished]) await saveChannels(admin, event.code, ['webPush'])
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
const subscribe = (by: Actor, { endpoint, p256dh, auth }: Phone) => by.post('base/webPush/subscribe', { endpoint, p256dh, auth })
const standing = async (by: Actor) => (await by.get<{ mode: string; key: string }>('base/webPush/standing')).data
const devices = (of: Actor) =>
  school.db.query<{ lastOkAt: string | null }>(sql`select last_ok_at as "lastOkAt" from web_push where tenant_id = ${school.tenantId} and user_id = ${of.userId}`)
const userName = async (of: Actor) => (await school.db.query<{ name: string }>(sql`select user_name as name from sys_user where id = ${of.userId}`))[0]?.name as string
async function tell(event: MessageEvent = noticeDecided, values: Record<string, string> = { title: '放假', result: '已通过', note: '同意' }, to = who) {
  await notify(school.db, event, { to: [to.userId], values, bizType: 'notice', bizId: `b${Math.random()}`, link: '/message/notices?id=1' })
  await school.server.settle()
  await school.server.settle()
  return deliveriesOf(school, to.userId)
}

describe('60-MB6 web push', () => {
  it('60-MB6 reaches the phone encrypted for it alone and signed by this installation, with a link into the site', async () => {
    expect((await subscribe(who, phone)).code).toBe(200)
    expect(await tell()).toMatchObject([{ channel: 'webPush', state: 'sent', tries: 1 }])
    expect(phone.shown).toEqual([{ title: '通知已通过：放假', body: expect.stringContaining('审核意见：同意。请登录'), link: '/message/notices?id=1' }])
    const [call] = phone.calls
    expect(call?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
    expect(call?.claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://xg.example.edu.cn/' })
    expect(call?.key).toBe((await standing(who)).key)
    expect((await devices(who))[0]?.lastOkAt).toBeTruthy()
  })
  it('60-MB6 has one key pair in each installation, kept by its secret alone: nothing of it is stored, and no other key opens it', async () => {
    const { publicKey, privateKey } = vapidKeys(school.db)
    expect(publicKey).toBe((await standing(who)).key)
    expect(vapidKeys({ key: purpose => school.db.key(purpose) })).toEqual({ publicKey, privateKey })
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    expect([pair.getPublicKey('base64url'), Buffer.from(publicKey, 'base64url').length]).toEqual([publicKey, 65])
    expect(JSON.stringify(await standing(who))).not.toContain(privateKey)
  })
  it('60-MB6 10-N5 carries no sensitive value, shortens personal ones, and hides address and keys of the phone at rest', async () => {
    const event = messageEvent({ ...noticeDecided, sensitivity: { title: 'S1', note: 'S2' } })
    const found = allModules().find(m => m.code === 'message') as { messages: readonly MessageEvent[] }
    const before = found.messages
    found.messages = before.map(e => (e.code === event.code ? event : e))
    await subscribe(who, phone)
    await tell(noticeDecided, { title: '周雨桐', result: '已通过', note: '重度抑郁，电话 13812342071' })
    found.messages = before
    expect(phone.shown).toMatchObject([{ title: '通知已通过：周**', body: expect.stringContaining('（登录后查看）') }])
    expect(JSON.stringify(phone.shown)).not.toMatch(/抑郁|1381234/)
    const [row] = await school.db.query<{ all: string }>(sql`select web_push::text as all from web_push where user_id = ${who.userId}`)
    for (const plain of [phone.endpoint, phone.p256dh, phone.auth]) expect(row?.all).not.toContain(plain)
  })
  it('60-MB6 sends nothing about counselling: what stays inside the app cannot be chosen for a channel, nor leaves by a rule that says so', async () => {
    const inside = allModules().flatMap(m => m.messages.filter(e => e.staysInside))
    expect(inside.map(e => e.code)).toEqual(expect.arrayContaining(['appointment.offered', 'appointment.suggested', 'disclosure.recorded']))
    await expect(saveChannels(admin, 'appointment.offered', ['webPush'])).rejects.toThrow('只发站内消息')
    expect((await admin.post('base/messageRule/test', { eventCode: 'appointment.offered', channel: 'webPush' })).code).not.toBe(200)
    await subscribe(who, phone)
    for (const event of inside) {
      await school.db.query(sql`update message_rule set channels = '["webPush", "wecom", "sms"]' where tenant_id = ${school.tenantId} and event_code = ${event.code}`)
      await school.db.changed(messageRule)
      expect([event.code, await tell(event, {})]).toEqual([event.code, []])
    }
    expect(phone.shown).toEqual([])
  })
  it('60-MB6 10-N4 forgets a phone that is gone, and the next channel takes over; one that fails is tried again', async () => {
    await saveChannels(admin, noticeDecided.code, ['webPush', 'email'])
    await setParams(school, 'message', { emailMode: 'log' })
    await school.db.query(sql`update sys_user set email = 'zhou@example.edu.cn' where id = ${who.userId}`)
    for (const status of [404, 410]) {
      const gone = service.phone()
      await subscribe(who, gone)
      service.answer(gone, status)
      expect((await tell()).slice(-2)).toMatchObject([
        { channel: 'webPush', state: 'skipped' },
        { channel: 'email', state: 'sent' },
      ])
      expect(await devices(who)).toEqual([])
    }
    await subscribe(who, phone)
    service.answer(phone, 503)
    const [failed] = (await tell()).slice(-1)
    expect(failed).toMatchObject({ channel: 'webPush', state: 'queued', tries: 1, wait: 1, error: '推送服务：503' })
    expect(await devices(who)).toHaveLength(1)
    service.answer(phone, 201)
    await school.db.query(sql`update message_delivery set next_at = now() where id = ${failed?.id}`)
    await school.server.settle()
    expect(phone.shown).toHaveLength(1)
    await saveChannels(admin, noticeDecided.code, ['webPush'])
  })
  it('60-MB6 reaches each of somebody’s devices once, and counts as sent when one of them took it', async () => {
    const [other, tablet] = [await accountOf(school, await userName(who)), service.phone()]
    await subscribe(who, phone)
    await subscribe(other, tablet)
    service.answer(tablet, 500)
    expect(await tell()).toMatchObject([{ state: 'sent', tries: 1 }])
    expect([phone.shown.length, tablet.shown.length]).toEqual([1, 0])
  })
  it('60-MB6 10-N2 keeps quiet hours, and says nothing to whoever switched this event off', async () => {
    await subscribe(who, phone)
    const event = noticePublished
    expect((await who.get<Array<{ eventCode: string; channels: unknown[] }>>('base/messagePreference/mine')).data.find(e => e.eventCode === event.code)?.channels).toEqual([
      { channel: 'webPush', isOn: true, isFixed: false },
    ])
    await who.post('base/messagePreference/save', { eventCode: event.code, offChannels: ['webPush'] })
    expect(await tell(event, { title: '放假', publisher: '学工处', time: '今天' })).toEqual([])
    await setParams(school, 'message', { quietFrom: '00:00', quietTo: '23:59' })
    const [clock] = await school.db.query<{ late: boolean }>(sql`select to_char(now() at time zone 'Asia/Shanghai', 'HH24:MI') = '23:59' as late`)
    if (clock?.late) await new Promise(done => setTimeout(done, 60_000)) // the one minute outside quiet hours
    expect(await tell()).toMatchObject([{ channel: 'webPush', state: 'queued', tries: 0 }])
    await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
    await school.server.settle()
    expect(phone.shown).toHaveLength(1)
  })
  it('60-MB6 10-N7 switched off it takes no device, and “only write down” sends nothing', async () => {
    await setParams(school, 'message', { webPushMode: 'off' })
    expect((await subscribe(who, phone)).errors[0]?.rule).toBe('message.webPush.off')
    expect((await standing(who)).mode).toBe('off')
    await setParams(school, 'message', { webPushMode: 'log' })
    await subscribe(who, phone)
    expect(await tell()).toMatchObject([{ channel: 'webPush', state: 'sent', text: expect.stringContaining('放假') }])
    expect(phone.calls).toEqual([])
    await setParams(school, 'message', { webPushMode: 'on' })
  })
})
