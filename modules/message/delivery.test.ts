import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify } from '#server/notifications/notify.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { noticeDecided } from './model/events.ts'
import { PARAMETERS } from './model/parameters.ts'
import { isWithin } from './server/settings.ts'
import { deliveriesOf, openProvider, type Provider, saveChannels, setParams } from './testing.ts'

let school: School
let admin: Actor
let who: Actor
const mails: string[] = []
let refusesMail = false
let smtp: SMTPServer
let weCom: Provider
let weComAnswers: Array<Record<string, unknown>> = []
/** WeCom's response is held back until then. */
let weComWaits: Promise<void> | undefined
let smtpPort: number

beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'], nickName: '管理员' })
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => (auth.username === 'xgc' && auth.password === 'geheim' ? done(null, { user: 'xgc' }) : done(new Error('wrong'))),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', part => {
        text += String(part)
      })
      stream.on('end', () => {
        if (refusesMail) return done(new Error('mailbox full'))
        mails.push(text)
        done()
      })
    },
  })
  smtpPort = await new Promise(done => {
    const listening = smtp.listen(0, '127.0.0.1', () => done((listening.address() as AddressInfo).port))
  })
  weCom = await openProvider(async path => {
    await weComWaits
    if (path.startsWith('/cgi-bin/gettoken')) return { errcode: 0, access_token: `t${weCom.calls.length}`, expires_in: 7200 }
    return weComAnswers.shift() ?? { errcode: 0, msgid: 'm1' }
  })
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  await setParams(school, 'login', { siteUrl: 'https://xg.example.edu.cn/' })
  await setParams(school, 'message', {
    quietFrom: '00:00',
    quietTo: '00:00',
    smtpHost: '127.0.0.1',
    smtpPort,
    smtpUser: 'xgc',
    smtpPassword: 'geheim',
    mailFrom: '学工处 <xgc@example.edu.cn>',
    wecomAddress: weCom.address,
    wecomCorpId: 'ww1',
    wecomAgentId: '1000002',
    wecomSecret: 's',
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await new Promise<void>(done => smtp.close(() => done()))
  weCom.close()
  await school.close()
})
beforeEach(async () => {
  who = await school.as({ roles: ['student'], userType: 2 })
  await school.db.query(sql`update sys_user set mobile = '13812342071', email = 'zhou@example.edu.cn' where id = ${who.userId}`)
  weCom.calls.length = 0
  weComAnswers = []
  mails.length = 0
  refusesMail = false
})

const deliveries = (userId: string) => deliveriesOf(school, userId)
const channels = (event: string, given: readonly string[]) => saveChannels(admin, event, given)
async function send(values: Record<string, string> = { title: '放假', result: '已通过', note: '同意' }, bizId = `b${Math.random()}`) {
  await notify(school.db, noticeDecided, { to: [who.userId], values, bizType: 'notice', bizId, link: '/message/notices?id=1' })
  await school.server.settle()
  await school.server.settle()
  return deliveries(who.userId)
}
const due = (id: string | undefined) => school.db.query(sql`update message_delivery set next_at = now() where id = ${id}`)

describe('outside channels', () => {
  it('10-N7 switched to “only write down” nothing leaves, and the text is there to be seen', async () => {
    await channels(noticeDecided.code, ['email'])
    await setParams(school, 'message', { emailMode: 'log' })
    expect(await send()).toMatchObject([{ channel: 'email', state: 'sent', text: expect.stringContaining('通知已通过：放假') }])
    expect(mails).toEqual([])
  })
  it('e-mail goes by SMTP to a server that asks for a password', async () => {
    await setParams(school, 'message', { emailMode: 'on' })
    expect(await send()).toMatchObject([{ channel: 'email', state: 'sent', tries: 1 }])
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('To: zhou@example.edu.cn')
    expect(Buffer.from((mails[0] as string).split(/\r?\n\r?\n/)[1] ?? '', 'base64').toString()).toContain('https://xg.example.edu.cn/message/notices?id=1')
  })
  it('10-N4 a failure is tried again after 1, 5 and 30 minutes, then the next channel takes over', async () => {
    await channels(noticeDecided.code, ['email', 'sms'])
    await setParams(school, 'message', { emailMode: 'on' })
    await school.db.query(sql`update sys_user set mobile = null where id = ${who.userId}`)
    refusesMail = true
    const [first] = await send()
    const seen = [first?.wait]
    for (let n = 0; n < 2; n++) {
      await due(first?.id)
      await school.server.settle()
      seen.push((await deliveries(who.userId))[0]?.wait)
    }
    expect(seen).toEqual([1, 5, 30])
    await due(first?.id)
    await school.server.settle()
    expect(await deliveries(who.userId)).toMatchObject([{ channel: 'email', state: 'failed', tries: 4, error: expect.stringContaining('mailbox full') }])
  })
  it('10-N4 what fails to the end is taken over by the next channel', async () => {
    await channels(noticeDecided.code, ['wecom', 'email'])
    await setParams(school, 'message', { wecomMode: 'on', emailMode: 'on' })
    weComAnswers = Array.from({ length: 4 }, () => ({ errcode: 45009, errmsg: 'too often' }))
    const [first] = await send()
    for (let n = 0; n < 3; n++) {
      expect(mails).toEqual([])
      await due(first?.id)
      await school.server.settle()
    }
    await school.server.settle()
    expect(await deliveries(who.userId)).toMatchObject([
      { channel: 'wecom', state: 'failed', tries: 4 },
      { channel: 'email', state: 'sent' },
    ])
    expect(mails).toHaveLength(1)
  })
  it('10-N4 a provider that does not answer holds up no other channel', async () => {
    await setParams(school, 'message', { wecomMode: 'on', emailMode: 'on' })
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    weComWaits = promise
    const told = (bizId: string) => notify(school.db, noticeDecided, { to: [who.userId], values: { title: '放假', result: '已通过', note: '同意' }, bizType: 'notice', bizId })
    await channels(noticeDecided.code, ['wecom'])
    await told('silent')
    const settled = school.server.settle()
    await expect.poll(() => weCom.calls.length).toBe(1)
    await channels(noticeDecided.code, ['email'])
    await told('mailed')
    await expect.poll(() => mails.length).toBe(1)
    expect(await deliveries(who.userId)).toMatchObject([{ channel: 'wecom', state: 'sending' }, { channel: 'email' }])
    answer()
    weComWaits = undefined
    await settled
    await expect
      .poll(() => deliveries(who.userId))
      .toMatchObject([
        { channel: 'wecom', state: 'sent', tries: 1 },
        { channel: 'email', state: 'sent', tries: 1 },
      ])
  })
  it('10-N4 text message first, and where that fails for good WeCom, then e-mail', async () => {
    await channels(noticeDecided.code, ['sms', 'wecom', 'email'])
    await setParams(school, 'message', { wecomMode: 'on', emailMode: 'on', smsDaily: 1 })
    await school.db.query(sql`insert into sms_log (tenant_id, mobile, event_code, text, state, parts) values (${school.tenantId}, '13800000000', 'x', 'x', 'sent', 5)`)
    weComAnswers = [{ errcode: 60111, errmsg: 'userid not found' }]
    const all = await send()
    await school.server.settle()
    await school.server.settle()
    expect(await deliveries(who.userId)).toMatchObject([
      { channel: 'sms', state: 'skipped', error: expect.stringContaining('额度已用完') },
      { channel: 'wecom', state: 'skipped', error: expect.stringContaining('没有成员') },
      { channel: 'email', state: 'sent' },
    ])
    expect(all.length).toBeGreaterThan(0)
    await setParams(school, 'message', { smsDaily: 20_000 })
  })
  it('WeCom gets one token for many messages, and a new one when it has run out', async () => {
    await channels(noticeDecided.code, ['wecom'])
    await setParams(school, 'message', { wecomMode: 'on', wecomSecret: 'another' })
    await send()
    expect(weCom.calls.map(c => c.path.split('?')[0])).toEqual(['/cgi-bin/gettoken', '/cgi-bin/message/send'])
    expect(weCom.calls[1]?.body).toMatchObject({
      agentid: 1000002,
      msgtype: 'textcard',
      textcard: { title: '通知已通过：放假', url: 'https://xg.example.edu.cn/message/notices?id=1' },
    })
    await send()
    expect(weCom.calls).toHaveLength(3)
    weComAnswers = [{ errcode: 42001, errmsg: 'expired' }]
    await send()
    expect(weCom.calls.slice(3).map(c => c.path.split('?')[0])).toEqual(['/cgi-bin/message/send', '/cgi-bin/gettoken', '/cgi-bin/message/send'])
  })
  it('10-N4 what a dead worker held is not sent a second time', async () => {
    await channels(noticeDecided.code, ['email'])
    await setParams(school, 'message', { emailMode: 'on' })
    const [made] = await send()
    await school.db.query(sql`update message_delivery set state = 'sending', next_at = now() - interval '1 second' where id = ${made?.id}`)
    await school.server.settle()
    expect(await deliveries(who.userId)).toMatchObject([{ state: 'failed', error: expect.stringContaining('服务中断') }])
    expect(mails).toHaveLength(1)
  })
  it('10-N2 quiet hours hold what is not urgent, and let it go when they are over', async () => {
    expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map(t => isWithin(t, '22:00', '07:00'))).toEqual([false, true, true, true, false])
    expect(PARAMETERS).toMatchObject({ quietFrom: { initial: '22:00' }, quietTo: { initial: '07:00' } })
    expect(['11:59', '12:00', '13:59', '14:00'].map(t => isWithin(t, '12:00', '14:00'))).toEqual([false, true, true, false])
    await channels(noticeDecided.code, ['email'])
    await setParams(school, 'message', { emailMode: 'log', quietFrom: '00:00', quietTo: '23:59' })
    const [clock] = await school.db.query<{ late: boolean }>(sql`select to_char(now() at time zone 'Asia/Shanghai', 'HH24:MI') = '23:59' as late`)
    if (clock?.late) await new Promise(done => setTimeout(done, 60_000)) // the one minute outside quiet hours
    const [held] = await send()
    expect(held).toMatchObject({ state: 'queued', tries: 0 })
    await school.db.query(sql`update message_delivery set level = 'urgent' where id = ${held?.id}`)
    await school.server.settle()
    expect((await deliveries(who.userId))[0]).toMatchObject({ state: 'sent' })
    const [second] = (await send()).slice(1)
    expect(second).toMatchObject({ state: 'queued' })
    await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
    await school.server.settle()
    expect((await deliveries(who.userId))[1]).toMatchObject({ state: 'sent' })
  })
})
