import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageEvent } from '#model'
import { DAY_MS } from '#model/days.ts'
import { notify } from '#server/notifications/notify.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { noticeDecided, smsLimit } from './model/events.ts'
import { messageRule } from './model/rule.ts'
import { spread } from './server/fan-out.ts'
import { settingsOf } from './server/settings.ts'
import { unread } from './testing.ts'

let school: School
let officer: Actor
let student: Actor
beforeAll(async () => {
  school = await openSchool()
  officer = await school.as({ roles: ['officer'], nickName: '李主任' })
  student = await school.as({ roles: ['student'], userType: 2 })
})
afterAll(() => school.close())

const titles = async (who: Actor): Promise<string[]> => (await who.get<{ result: Array<{ title: string }> }>('base/message/mine')).data.result.map(m => m.title)
const deliveries = (userId: string) =>
  school.db.query<{ channel: string; state: string; error: string | null }>(
    sql`select channel, state, error from message_delivery where tenant_id = ${school.tenantId} and recipient_id = ${userId} order by created_at, id`,
  )

describe('what modules tell', () => {
  it('10-N1 reaches everybody inside the program, and outside only by channels the school has chosen', async () => {
    await notify(school.db, noticeDecided, { to: [student.userId], values: { title: '放假', result: '已通过', note: '同意' } })
    await school.server.settle()
    expect(await titles(student)).toEqual(['通知已通过：放假'])
    expect(await unread(student)).toBe(1)
    expect(await deliveries(student.userId)).toEqual([{ channel: 'inApp', state: 'delivered', error: null }])
  })
  it('10-N1 reaches nobody whose account is past its last day: they cannot sign in to read it', async () => {
    const gone = await school.as()
    await school.db.query(sql`update sys_user set valid_until = current_date - 1 where tenant_id = ${school.tenantId} and id = ${gone.userId}`)
    await notify(school.db, noticeDecided, { to: [gone.userId, student.userId], values: { title: '过期', result: '已通过' } })
    await school.server.settle()
    expect([await deliveries(gone.userId), await titles(student)]).toEqual([[], expect.arrayContaining(['通知已通过：过期'])])
  })
  it('10-N4 is queued in the transaction that causes it: what is taken back tells nobody', async () => {
    const before = await unread(officer)
    await expect(
      school.db.tx(async db => {
        await notify(db, noticeDecided, { to: [officer.userId], values: {} })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    await school.server.settle()
    expect(await unread(officer)).toBe(before)
  })
  it('10-N4 tells nobody twice when an event is handed over again', async () => {
    const who = await school.as()
    await notify(school.db, noticeDecided, { to: [who.userId], values: { title: '一次' } })
    await school.server.settle()
    // crash after the commit and before the acknowledgement
    await school.db.query(sql`update outbox set done_at = null, tries = 0, next_at = now() where tenant_id = ${school.tenantId}`)
    await school.server.settle()
    expect(await unread(who)).toBe(1)
  })
  it('10-N3 the same event, person and row within the time is one message; another row is another', async () => {
    const who = await school.as({ roles: ['student'], userType: 2 })
    const say = (bizId: string, title: string) => notify(school.db, noticeDecided, { to: [who.userId], values: { title }, bizType: 'notice', bizId })
    await say('a', '甲')
    await school.server.settle()
    await say('a', '乙')
    await say('b', '丙')
    await school.server.settle()
    expect((await titles(who)).sort()).toEqual(['通知—：丙', '通知—：乙'])
    await school.db.query(sql`update message set created_at = now() - interval '11 minutes' where tenant_id = ${school.tenantId} and recipient_id = ${who.userId}`)
    await say('a', '丁')
    await school.server.settle()
    expect(await titles(who)).toHaveLength(3)
  })
  it('10-N3 a mass action is one summary for staff and a message each for students', async () => {
    const clerk = await school.as({ roles: ['officer'] })
    const pupil = await school.as({ roles: ['student'], userType: 2 })
    await school.db.tx(async db => {
      for (let n = 1; n <= 8; n++)
        await notify(db, noticeDecided, { to: [clerk.userId, pupil.userId], values: { title: `第${n}条`, result: '已通过' }, bizType: 'notice', bizId: `m${n}` })
    })
    await school.server.settle()
    expect(await titles(clerk)).toEqual(['通知审核结果：8 条'])
    expect(await titles(pupil)).toHaveLength(8)
    await school.db.tx(async db => {
      for (let n = 1; n <= 6; n++) await notify(db, noticeDecided, { to: [clerk.userId], values: { title: `又${n}条` }, bizType: 'notice', bizId: `x${n}` })
    })
    await school.server.settle()
    expect(await titles(clerk)).toEqual(['通知审核结果：14 条'])
  })
  it('10-N3 two servers at once make one message of it', async () => {
    const who = await school.as()
    const settings = await settingsOf(school.db)
    const event = { ...noticeDecided, module: 'message' }
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        school.db.tx(db => spread(db, event, [{ to: [who.userId], title: `同时${n}`, content: '内容', bizType: 'notice', bizId: 'race' }], settings)),
      ),
    )
    expect(await unread(who)).toBe(1)
  })
  it('10-N3 of several told at once the same person has one message about each row, the last one, and outside hears of each once', async () => {
    const [one, other] = [await school.as(), await school.as()]
    await school.db.query(sql`update sys_user set email = 'c@example.edu.cn' where tenant_id = ${school.tenantId} and id = any(${[one.userId, other.userId]}::uuid[])`)
    const channels = (chosen: string[]) =>
      school.db.query(sql`update message_rule set channels = ${JSON.stringify(chosen)}::jsonb where tenant_id = ${school.tenantId} and event_code = ${noticeDecided.code}`)
    await channels(['email'])
    await school.db.changed(messageRule)
    const event = { ...noticeDecided, module: 'message' }
    const about = (title: string, bizId: string | null, ...to: Actor[]) => ({ to: to.map(p => p.userId), title, content: '正文', bizType: 'notice', bizId })
    const reached = await school.db.tx(async db =>
      spread(db, event, [about('甲', 'a', one, other), about('乙', 'b', one), about('丙', 'a', one), about('同', null, one), about('同', null, one, other)], await settingsOf(db)),
    )
    expect(reached).toBe(7)
    expect((await titles(one)).sort()).toEqual(['丙', '乙', '同'])
    expect((await titles(other)).sort()).toEqual(['同', '甲'])
    const outside = async (who: Actor) => (await deliveries(who.userId)).filter(d => d.channel === 'email').length
    expect([await outside(one), await outside(other)]).toEqual([3, 2])
    await channels([])
    await school.db.changed(messageRule)
  })
  it('10-N1 information may be switched off outside, what must be read may not', async () => {
    await school.db.query(sql`update sys_user set email = 'a@example.edu.cn' where tenant_id = ${school.tenantId} and id = ${student.userId}`)
    const admin = await school.as({ roles: ['admin'] })
    const [rule] = (await admin.get<Array<{ eventCode: string; version: number }>>('base/messageRule/matrix')).data.filter(r => r.eventCode === 'message.noticePublished')
    const saved = await admin.post('base/messageRule/save', {
      eventCode: 'message.noticePublished',
      channels: ['email'],
      isEnabled: true,
      quietHours: false,
      mergeMinutes: 10,
      templates: {},
      version: rule?.version,
    })
    expect(saved.code).toBe(200)
    const offered = await student.get<Array<{ eventCode: string; channels: Array<{ channel: string; isOn: boolean; isFixed: boolean }> }>>('base/messagePreference/mine')
    expect(offered.data.find(e => e.eventCode === 'message.noticePublished')?.channels).toEqual([{ channel: 'email', isOn: true, isFixed: false }])
    const event = messageEvent({ code: 'message.noticePublished', name: '通知公告', level: 'info', variables: {}, title: '标题', content: '正文' })
    const send = async (bizId: string) => {
      await spread(school.db, { ...event, module: 'message' }, [{ to: [student.userId], title: '标题', content: '正文', bizType: 'notice', bizId }], await settingsOf(school.db))
      return (await deliveries(student.userId)).filter(d => d.channel === 'email').length
    }
    expect(await send('on')).toBe(1)
    expect((await student.post('base/messagePreference/save', { eventCode: 'message.noticePublished', offChannels: ['email'] })).code).toBe(200)
    expect(await send('off')).toBe(1)
    const refused = await student.post('base/messagePreference/save', { eventCode: smsLimit.code, offChannels: ['email'] })
    expect(refused.errors[0]?.rule).toBe('message.messagePreference.fixed')
  })
  it('10-N1 an event that is switched off stays inside the program, and is there', async () => {
    const who = await school.as()
    await school.db.query(sql`update sys_user set email = 'b@example.edu.cn' where tenant_id = ${school.tenantId} and id = ${who.userId}`)
    await school.db.query(sql`update message_rule set channels = '["email"]', is_enabled = false where tenant_id = ${school.tenantId} and event_code = ${noticeDecided.code}`)
    await school.db.changed(messageRule)
    await notify(school.db, noticeDecided, { to: [who.userId], values: { title: '停用' } })
    await school.server.settle()
    expect(await deliveries(who.userId)).toEqual([{ channel: 'inApp', state: 'delivered', error: null }])
    await school.db.query(sql`update message_rule set channels = '[]', is_enabled = true where tenant_id = ${school.tenantId} and event_code = ${noticeDecided.code}`)
    await school.db.changed(messageRule)
  })
  it('10-P7 what is more than two years old leaves list and number, and is found by a word of it or by its time', async () => {
    const who = await school.as()
    for (const [bizId, title] of [
      ['old', '三年前的事'],
      ['new', '今天的事'],
    ] as const)
      await notify(school.db, noticeDecided, { to: [who.userId], values: { title, result: '已通过' }, bizType: 'notice', bizId })
    await school.server.settle()
    await school.db.query(sql`update message set created_at = now() - interval '3 years' where tenant_id = ${school.tenantId} and recipient_id = ${who.userId} and biz_id = 'old'`)
    expect(await titles(who)).toEqual(['通知已通过：今天的事'])
    expect(await unread(who)).toBe(1)
    const found = async (query: Record<string, string>) => (await who.get<{ total: number; unread: number }>('base/message/mine', query)).data
    expect(await found({ keyword: '三年前' })).toMatchObject({ total: 1, unread: 1 })
    const ago = (years: number) => new Date(Date.now() - years * 366 * DAY_MS).toISOString()
    expect(await found({ from: ago(4), to: ago(2) })).toMatchObject({ total: 1 })
  })
  it('10-N10 a link says why it does not open, and opens for who may', async () => {
    await notify(school.db, noticeDecided, { to: [student.userId, officer.userId], values: { title: '链接' }, link: '/message/notices?id=1', bizType: 'notice', bizId: 'link' })
    await school.server.settle()
    const mine = async (who: Actor) => (await who.get<{ result: Array<{ id: string; title: string }> }>('base/message/mine', { keyword: '链接' })).data.result[0]?.id
    const open = async (who: Actor) => (await who.post<{ canOpen: boolean; why: string | null }>('base/message/open', { id: await mine(who) })).data
    expect(await open(officer)).toMatchObject({ canOpen: true, why: null })
    expect(await open(student)).toMatchObject({ canOpen: false, why: expect.stringContaining('权限') })
    expect((await student.post('base/message/open', { id: await mine(officer) })).data).toBeNull()
  })
  it('10-N10 new students and applicants read theirs in their own area, and are led to no page of the main one', async () => {
    for (const [realm, page] of [
      ['welcome', '/welcome/index'],
      ['exam', '/dzks/exame/index'],
    ] as const) {
      const who = await school.as({ realm })
      for (const [bizId, link] of [
        ['here', page],
        ['there', '/message/notices'],
        ['too', '/personal/mymessage?id=1'],
      ] as const)
        await notify(school.db, noticeDecided, { to: [who.userId], values: { title: bizId }, link, bizType: 'notice', bizId })
      await school.server.settle()
      expect(await unread(who)).toBe(3)
      const found = (await who.get<{ result: Array<{ id: string; bizId: string }> }>('base/message/mine')).data.result
      const open = async (bizId: string) => (await who.post('base/message/open', { id: found.find(m => m.bizId === bizId)?.id })).data
      expect(await open('here')).toMatchObject({ link: page, canOpen: true })
      expect(await open('there')).toEqual({ link: null, mobileLink: null, canOpen: true, why: null })
      expect(await open('too')).toMatchObject({ link: `${realm === 'exam' ? '/dzks/exame' : '/welcome'}/message?id=1` })
      expect(await unread(who)).toBe(0)
    }
  })
  it('shows messages in the language of the reader', async () => {
    const answer = await school.server.app.inject({
      method: 'GET',
      url: '/api/base/message/mine',
      headers: { 'flysource-auth': `bearer ${student.token}`, 'accept-language': 'zh-TW' },
    })
    expect(answer.body).toContain('意見：同意')
  })
})
