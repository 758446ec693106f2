import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { notify } from '#server/notifications/notify.ts'
import { sendCode } from '#server/notifications/sms.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { noticeDecided } from './model/events.ts'
import { sendSms } from './server/channels/sms.ts'
import { settingsOf } from './server/settings.ts'
import { deliveriesOf, openProvider, type Provider, saveChannels, setParams } from './testing.ts'

let school: School
let admin: Actor
let who: Actor
let gateway: Provider
let answers: Array<Record<string, unknown>> = []
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'], nickName: '管理员' })
  gateway = await openProvider(() => answers.shift() ?? {})
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  gateway.close()
  await school.close()
})
beforeEach(async () => {
  who = await school.as({ roles: ['student'], userType: 2 })
  await school.db.query(sql`update sys_user set mobile = '13812342071' where id = ${who.userId}`)
  answers = []
})
async function send(values: Record<string, string> = { title: '放假', result: '已通过', note: '同意' }) {
  await notify(school.db, noticeDecided, { to: [who.userId], values, bizType: 'notice', bizId: `b${Math.random()}`, link: '/message/notices?id=1' })
  for (let n = 0; n < 2; n++) await school.server.settle()
  return deliveriesOf(school, who.userId)
}
describe('text messages', () => {
  const log = (mobile: string) =>
    school.db.query<{ state: string; vendor: string | null; text: string; secret: string | null; error: string | null }>(
      sql`select state, vendor, text, secret_values as secret, error from sms_log where tenant_id = ${school.tenantId} and mobile = ${mobile} order by created_at`,
    )
  it('10-N7 without a provider codes are written down and shown to the administrator', async () => {
    await sendCode(school.db, '13811110001', 'login', '246810')
    await school.server.settle()
    expect(await log('13811110001')).toMatchObject([{ state: 'sent', vendor: 'log', text: expect.stringContaining('246810'), secret: null }])
    const shown = await admin.get<{ result: Array<{ mobile: string; text: string }> }>('base/smsLog/list', { size: 5 })
    expect(shown.data.result[0]).toMatchObject({ mobile: '138****0001' })
    expect((await who.get('base/smsLog/list')).code).toBe(403)
  })
  it('with a provider nobody reads the code, and a waiting one is encrypted', async () => {
    const made = await admin.post<{ id: string; version: number }>('base/smsProvider/add', {
      name: '校内网关',
      vendor: 'http',
      endpoint: `${gateway.address}/sms`,
      secret: 'geheim',
      price: 5,
      priority: 1,
    })
    expect(made.code).toBe(200)
    expect(JSON.stringify((await admin.get('base/smsProvider/getOne', { id: made.data.id })).data)).not.toContain('geheim')
    answers = [{ code: 0, id: 'r1' }]
    await school.db.tx(async db => {
      await sendCode(db, '13811110002', 'login', '135790')
      const [waiting] = await db.query<{ text: string; secret: string }>(sql`select text, secret_values as secret from sms_log where mobile = '13811110002'`)
      expect(waiting?.text).not.toContain('135790')
      expect(waiting?.secret).toMatch(/^v1\./)
    })
    await school.server.settle()
    expect(await log('13811110002')).toMatchObject([{ state: 'sent', vendor: 'http', text: expect.not.stringContaining('135790'), secret: null }])
    expect(gateway.calls.at(-1)?.body?.text).toContain('135790')
    const changed = await admin.post('base/smsProvider/update', { id: made.data.id, version: made.data.version, isEnabled: false })
    expect(changed.code).toBe(200)
    expect((await admin.post('base/smsProvider/add', { name: '阿里', vendor: 'aliyun' })).errors[0]?.rule).toBe('message.smsProvider.missing')
  })
  it('10-N5 the parameters of a vendor’s template are shortened like the text itself', async () => {
    await saveChannels(admin, noticeDecided.code, ['sms'])
    const provider = { name: '腾讯云', vendor: 'tencent', signature: '青蓝', accessKey: 'a', secret: 'b', appId: '1', endpoint: `${gateway.address}/`, priority: 1 }
    const made = await admin.post<{ id: string; version: number }>('base/smsProvider/add', provider)
    expect(made.code).toBe(200)
    const parameters = [{ name: '1', variable: 'title' }]
    expect((await admin.post('base/smsTemplate/add', { eventCode: noticeDecided.code, vendor: 'tencent', vendorTemplateId: '7', parameters, text: '{1}' })).code).toBe(200)
    answers = [{ Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: 's1' }] } }]
    expect(await send({ title: '请联系 13812342071', result: '已通过', note: '同意' })).toMatchObject([
      { channel: 'sms', state: 'sent', text: expect.stringContaining('138****2071') },
    ])
    expect(gateway.calls.at(-1)?.body).toMatchObject({ TemplateParamSet: ['请联系 138****2071'] })
    await admin.post('base/smsProvider/update', { id: made.data.id, version: made.data.version, isEnabled: false })
  })
  it('10-N6 warns at 80 %, and at 100 % only codes and urgent messages go', async () => {
    await school.db.query(sql`delete from sms_log where tenant_id = ${school.tenantId}`)
    await setParams(school, 'message', { smsDaily: 10 })
    await saveChannels(admin, noticeDecided.code, ['sms'])
    await school.db.query(sql`insert into sms_log (tenant_id, mobile, event_code, text, state, parts) values (${school.tenantId}, '13800000000', 'x', 'x', 'sent', 7)`)
    await send()
    const warning = await admin.get<{ total: number }>('base/message/mine', { keyword: '短信已用' })
    expect(warning.data.total).toBe(1)
    await school.db.query(sql`update sms_log set parts = 9 where mobile = '13800000000'`)
    expect((await send()).at(-1)).toMatchObject({ channel: 'sms', state: 'skipped', error: expect.stringContaining('额度已用完') })
    await sendCode(school.db, '13811110003', 'login', '112233')
    await school.server.settle()
    expect(await log('13811110003')).toMatchObject([{ state: 'sent' }])
    const order = { mobile: '13811110004', eventCode: 'audit.broken', text: '紧急', values: {}, isUrgent: true }
    expect(await sendSms(school.db, order, await settingsOf(school.db))).toMatchObject({ logId: expect.any(String) })
    await setParams(school, 'message', { smsDaily: 0, smsMonthly: 10 })
    expect((await send()).at(-1)).toMatchObject({ channel: 'sms', state: 'skipped', error: expect.stringContaining('本月短信额度已用完') })
    await setParams(school, 'message', { smsMonthly: 300_000 })
    const [held] = await school.db.query<{ id: string }>(sql`select id from message_delivery where recipient_id = ${who.userId} and state = 'skipped' limit 1`)
    expect(held).toBeDefined()
    await setParams(school, 'message', { smsDaily: 20_000 })
  })
  it('are summed up by event and month', async () => {
    const cost = await admin.get<Array<{ eventCode: string; name: string; sent: number }>>('base/smsLog/cost')
    expect(cost.data.find(c => c.eventCode === 'code')).toMatchObject({ name: '验证码' })
    expect((await admin.get<{ today: number }>('base/smsLog/usage')).data.today).toBeGreaterThan(0)
    const channelsNow = await admin.get<Array<{ channel: string; total: number }>>('base/messageDelivery/statistics', { days: 7 })
    expect(channelsNow.data.map(c => c.channel)).toContain('inApp')
  })
})
