import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageEvent } from '#model'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { noticeDecided } from './model/events.ts'
import { outsideText, outsideValues, partsOf, variablesIn, withoutNumbers } from './server/texts.ts'
import { setParams } from './testing.ts'

let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  admin = await school.as({ roles: ['admin'], nickName: '管理员' })
  await setParams(school, 'message', { quietFrom: '00:00', quietTo: '00:00' })
})
afterAll(() => school.close())

describe('texts', () => {
  const event = messageEvent({
    code: 'x.y',
    name: '测试',
    level: 'important',
    variables: { name: '姓名', phone: '电话', reason: '原因' },
    sensitivity: { name: 'S1', phone: 'S1', reason: 'S2' },
    title: '{name}',
    content: '{name}（{phone}）：{reason}',
  })
  it('10-N5 outside are without sensitive values, shorten personal ones and say where to look', () => {
    const text = outsideText(event, { title: event.title, content: event.content }, { name: '周雨桐', phone: '13812342071', reason: '抑郁' }, '请登录青蓝查看')
    expect(text).toEqual({ title: '周**', content: '周**（138****2071）：（登录后查看）。请登录青蓝查看' })
    expect(outsideValues(event, { name: '周雨桐', phone: '13812342071', reason: '抑郁' })).toEqual({ name: '周**', phone: '138****2071', reason: '（登录后查看）' })
    expect(withoutNumbers('电话 13812342071，证件 11010120050314002X。')).toBe('电话 138****2071，证件 1*****************。')
  })
  it('are counted as vendors count them', () => {
    expect([partsOf('甲'.repeat(70)), partsOf('甲'.repeat(71)), partsOf('甲'.repeat(134)), partsOf('甲'.repeat(135))]).toEqual([1, 2, 2, 3])
    expect(variablesIn('{a} {b} {a} {}')).toEqual(['a', 'b'])
  })
  it('that name an unknown variable are refused when they are saved, and can be seen before', async () => {
    const rules = await admin.get<Array<{ eventCode: string; version: number }>>('base/messageRule/matrix')
    const version = rules.data.find(r => r.eventCode === noticeDecided.code)?.version
    const given = { eventCode: noticeDecided.code, channels: ['sms'], isEnabled: true, quietHours: true, mergeMinutes: 10, version }
    const refused = await admin.post('base/messageRule/save', { ...given, templates: { sms: { 'zh-cn': { content: '{nobody} 你好' } } } })
    expect(refused.errors[0]).toMatchObject({ rule: 'message.messageRule.unknownVariable', values: { variable: '{nobody}' } })
    for (const bad of [{ fax: {} }, { sms: { fr: { content: 'x' } } }, { sms: { 'zh-cn': { content: 1 } } }, { sms: { 'zh-cn': { text: 'x', content: 'y' } } }])
      expect((await admin.post('base/messageRule/save', { ...given, templates: bad })).errors[0]?.rule).toBe('message.messageRule.templateForm')
    expect((await admin.post('base/messageRule/save', { ...given, templates: { sms: { 'zh-cn': { content: '{title}{result}' } } } })).code).toBe(200)
    const seen = await admin.post<{ content: string; parts: number }>('base/messageRule/preview', { eventCode: noticeDecided.code, channel: 'sms', language: 'zh-cn' })
    expect(seen.data).toMatchObject({ content: expect.stringContaining('［标题］［结果］'), parts: 1 })
    expect((await admin.post('base/messageRule/save', { ...given, templates: {} })).errors[0]?.rule).toBe('message.messageRule.stale')
  })
  it('“test to me” takes the real way', async () => {
    expect((await admin.post('base/messageRule/test', { eventCode: noticeDecided.code, channel: 'sms' })).errors[0]?.rule).toBe('message.messageRule.noAddress')
    await school.db.query(sql`update sys_user set mobile = '13900001111' where id = ${admin.userId}`)
    const { deliveryId } = (await admin.post<{ deliveryId: string }>('base/messageRule/test', { eventCode: noticeDecided.code, channel: 'sms' })).data
    await school.server.settle()
    const found = await admin.get<{ result: Array<{ state: string; sentText: string }> }>('base/messageDelivery/list', { id: deliveryId })
    expect(found.data.result[0]).toMatchObject({ state: 'sent', sentText: expect.stringContaining('［标题］') })
  })
  it('why a message did not leave is read in the reader’s language, what a provider said as it said it', async () => {
    const why = async (error: string) => {
      await school.db.query(sql`update message_delivery set error = ${error} where tenant_id = ${school.tenantId}`)
      return (await admin.get<{ result: Array<{ error: string }> }>('base/messageDelivery/list', {}, { 'accept-language': 'en' })).data.result[0]?.error
    }
    expect([await why('没有设置邮件服务器'), await why('552 mailbox full')]).toEqual(['No mail server is set up', '552 mailbox full'])
  })
})
