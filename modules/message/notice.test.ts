import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { makeUsers } from '#modules/system/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { messageRule } from './model/rule.ts'
import { followNotices } from './server/distribute-notice.ts'
import { setParams, unread } from './testing.ts'

let school: SmallSchool
let officer: Actor
let counsellor: Actor
let college: Actor
let mine: Actor
let theirs: Actor
beforeAll(async () => {
  school = await smallSchool()
  officer = await school.as({ roles: ['officer'], nickName: '李主任' })
  counsellor = await school.as({ roles: ['fdy'], teacherId: school.ids.lin, departmentId: school.ids.info })
  college = await school.as({ roles: ['college'], departmentId: school.ids.info })
  mine = await selfOf(school, await addStudent(school.ids.s2301))
  theirs = await selfOf(school, await addStudent(school.ids.a2301))
  await school.db.query(
    sql`update sys_user u set department_id = s.department_id from student s where u.tenant_id = ${school.tenantId} and s.tenant_id = u.tenant_id and s.id = u.student_id`,
  )
})
afterAll(() => school.close())

const addStudent = async (classId: string): Promise<string> => (await officer.post<{ id: string }>('base/student/add', draftOf(classId))).data.id
const draft = (given: Record<string, unknown> = {}) => ({
  title: '关于国庆放假的通知',
  noticeType: 'school',
  content: '<p>放假七天。</p>',
  audience: { all: true },
  needsReceipt: false,
  ...given,
})
async function published(who: Actor, given: Record<string, unknown> = {}): Promise<{ id: string; answer: Answer<{ state: string; count: number }> }> {
  const { id } = (await who.post<{ id: string }>('base/notice/add', draft(given))).data
  const answer = await who.post<{ state: string; count: number }>('base/notice/publish', { id })
  await school.server.settle()
  return { id, answer }
}
interface Listed {
  id: string
  title: string
}
const listed = async (who: Actor): Promise<Listed[]> => (await who.get<{ result: Listed[] }>('base/notice/mine', { size: 100 })).data.result
const sees = async (who: Actor, id: string): Promise<boolean> => (await listed(who)).some(n => n.id === id)
const rule = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule
const rowOf = async (id: string) =>
  (await officer.get<{ version: number; state: string; edition: number; readCount: number; recipientCount: number; receiptCount: number }>('base/notice/getOne', { id })).data

describe('a notice', () => {
  it('10-N8 reaches the people of its audience inside the publisher’s scope, and nobody else', async () => {
    const own = await published(counsellor, { title: '班级通知', audience: { all: true } })
    expect(own.answer.data).toMatchObject({ state: 'published' })
    expect([await sees(mine, own.id), await sees(theirs, own.id), await sees(officer, own.id)]).toEqual([true, false, false])
    expect(rule((await published(counsellor, { audience: { classIds: [school.ids.a2301] } })).answer)).toBe('message.notice.nobody')
    const all = await published(officer)
    expect([await sees(mine, all.id), await sees(theirs, all.id), await sees(counsellor, all.id)]).toEqual([true, true, true])
  })
  it('10-N8 shows people who come later what is still valid', async () => {
    const first = await selfOf(school, await addStudent(school.ids.s2302))
    const again = await published(officer, { title: '新生须知', audience: { classIds: [school.ids.s2302] }, expireAt: '2036-01-01T00:00:00+08:00' })
    const later = await selfOf(school, await addStudent(school.ids.s2302))
    expect([await sees(first, again.id), await sees(later, again.id)]).toEqual([true, false])
    // a process that stops leaves it to the next run
    expect([await followNotices(school.db, true, AbortSignal.abort()), await sees(later, again.id)]).toEqual([0, false])
    await followNotices(school.db, true)
    expect(await sees(later, again.id)).toBe(true)
    await school.db.tx(db => followNotices(db, true))
    expect((await later.get<{ result: unknown[] }>('base/message/mine', { keyword: '新生须知' })).data.result).toHaveLength(1)
  })
  it('is handed out when its time comes, and leaves the lists when it is over', async () => {
    const { id } = await published(officer, { title: '明天的事', publishAt: '2036-01-01T08:00:00+08:00' })
    expect(await sees(mine, id)).toBe(false)
    await school.db.query(sql`update notice set publish_at = now() - interval '1 minute' where id = ${id}`)
    await school.db.tx(db => followNotices(db, false))
    expect(await sees(mine, id)).toBe(true)
    await school.db.query(sql`update notice set expire_at = now() where id = ${id}`)
    await school.db.tx(db => followNotices(db, false))
    expect(await sees(mine, id)).toBe(false)
    expect((await rowOf(id)).state).toBe('expired')
    expect(rule(await mine.post('base/notice/open', { id }))).toBe('message.notice.expired')
  })
  it('counts as read when it is opened, and takes its message with it', async () => {
    const { id } = await published(officer, { title: '读一读', needsReceipt: true })
    const before = (await unread(mine)) as number
    const opened = await mine.post<{ content: string; readAt: string }>('base/notice/open', { id })
    expect(opened.data.content).toContain('放假七天')
    expect(await unread(mine)).toBe(before - 1)
    expect((await mine.post('base/notice/receipt', { id, text: '已知悉' })).code).toBe(200)
    expect(await rowOf(id)).toMatchObject({ readCount: 1, receiptCount: 1 })
    const kept = await school.db.query<{ text: unknown }>(
      sql`select diff -> 'receiptText' as text from operation_log where tenant_id = ${school.tenantId} and biz_type = 'noticeRead' and user_id = ${mine.userId}`,
    )
    expect(kept.map(k => k.text)).toEqual([{ from: null, to: '已知悉' }])
    const [group] = (await counsellor.get<Array<{ group: string; total: number; read: number }>>('base/notice/readers', { id })).data ?? []
    expect(group).toBeUndefined() // written by the office: outside the counsellor’s scope
    const groups = (await officer.get<Array<{ group: string; read: number; unread: Array<{ phone: string | null }> }>>('base/notice/readers', { id })).data
    expect(groups.find(g => g.group === '软件2301')).toMatchObject({ read: 1 })
    expect(groups.flatMap(g => g.unread).every(u => u.phone === null || u.phone.includes('****'))).toBe(true)
  })
  it('is told in the school’s own words where it has set them, the reminder too', async () => {
    const admin = await school.as({ roles: ['admin'] })
    const rules = (await admin.get<Array<{ eventCode: string; version: number; channels: string[]; mergeMinutes: number }>>('base/messageRule/matrix')).data
    const put = async (eventCode: string, title: string) => {
      const { version, channels, mergeMinutes } = rules.find(r => r.eventCode === eventCode) ?? {}
      const templates = { inApp: { 'zh-cn': { title, content: '详见通知栏' } } }
      expect((await admin.post('base/messageRule/save', { eventCode, version, channels, mergeMinutes, isEnabled: true, quietHours: true, templates })).msg).toBe('成功')
    }
    await put('message.noticePublished', '新通知《{title}》')
    await put('message.noticeRemind', '还没读《{title}》')
    const { id } = await published(officer, { title: '照自己的说法', audience: { userIds: [mine.userId] } })
    await officer.post('base/notice/remind', { id })
    await school.server.settle()
    const told = (await mine.get<{ result: Array<{ title: string; content: string }> }>('base/message/mine', { keyword: '照自己的说法' })).data.result
    expect(told.map(m => [m.title, m.content]).sort()).toEqual([
      ['新通知《照自己的说法》', '详见通知栏'],
      ['还没读《照自己的说法》', '详见通知栏'],
    ])
    await school.db.query(sql`update message_rule set templates = null where tenant_id = ${school.tenantId}`)
    await school.db.changed(messageRule)
  })
  it('10-N9 withdrawn it is gone from the lists, and the message says so', async () => {
    const { id } = await published(officer, { title: '撤回我' })
    const message = (await mine.get<{ result: Array<{ id: string }> }>('base/message/mine', { keyword: '撤回我' })).data.result[0]
    await school.db.query(sql`insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, next_at)
      values (${school.tenantId}, ${message?.id}, ${mine.userId}, 'message.noticePublished', 'email', 'queued', 'info', now() + interval '1 hour')`)
    expect((await officer.post('base/notice/withdraw', { id })).code).toBe(200)
    const waiting = await school.db.query(sql`select state from message_delivery where tenant_id = ${school.tenantId} and message_id = ${message?.id} and channel = 'email'`)
    expect(waiting).toEqual([{ state: 'skipped' }])
    expect(await sees(mine, id)).toBe(false)
    expect(rule(await mine.post('base/notice/open', { id }))).toBe('message.notice.withdrawn')
    const after = (
      await mine.get<{ result: Array<{ id: string; title: string; link: string | null; isWithdrawn: boolean }> }>('base/message/mine', { size: 100 })
    ).data.result.find(m => m.id === message?.id)
    expect(after).toMatchObject({ title: '已撤回', link: null, isWithdrawn: true })
    expect((await mine.post('base/message/open', { id: message?.id })).data).toMatchObject({ canOpen: false, why: expect.stringContaining('撤回') })
  })
  it('10-N9 changed after publishing it is another edition: unread again, receipts asked again', async () => {
    const { id } = await published(officer, { title: '改一改', needsReceipt: true })
    await mine.post('base/notice/open', { id })
    await mine.post('base/notice/receipt', { id })
    const row = await rowOf(id)
    expect((await officer.post('base/notice/update', { id, version: row.version, content: '<p>改为八天。</p>' })).code).toBe(200)
    expect(await rowOf(id)).toMatchObject({ edition: 2, readCount: 0, receiptCount: 0 })
    const [message] = (await mine.get<{ result: Array<{ title: string; readAt: string | null }> }>('base/message/mine', { keyword: '改一改' })).data.result
    expect(message).toMatchObject({ title: '【更新】改一改', readAt: null })
    const narrowed = await officer.post('base/notice/update', { id, version: (await rowOf(id)).version, audience: { classIds: [school.ids.s2301] } })
    expect(rule(narrowed)).toBe('message.notice.audienceFixed')
  })
  it('two reminders within ten minutes: each unread person gets one', async () => {
    const { id } = await published(officer, { title: '提醒', audience: { userIds: [mine.userId, theirs.userId] } })
    await mine.post('base/notice/open', { id })
    const clicks = await Promise.all([officer.post<{ count: number }>('base/notice/remind', { id }), officer.post<{ count: number }>('base/notice/remind', { id })])
    await school.server.settle()
    expect(clicks.map(c => c.code).sort()).toEqual([200, 422])
    expect(clicks.find(c => c.code === 200)?.data).toEqual({ count: 1 })
    expect(rule(clicks.find(c => c.code !== 200) as Answer<unknown>)).toBe('message.notice.tooSoon')
    const reminders = async (who: Actor) => (await who.get<{ total: number }>('base/message/mine', { keyword: '请阅读：提醒' })).data.total
    expect([await reminders(mine), await reminders(theirs)]).toEqual([0, 1])
  })
  it('waits for the office where the school asks for that', async () => {
    await setParams(school, 'notice', { approval: true })
    const sent = await published(college, { title: '学院通知' })
    expect(sent.answer.data.state).toBe('pending')
    expect(await sees(mine, sent.id)).toBe(false)
    expect((await officer.get<{ total: number }>('base/message/mine', { keyword: '学院通知' })).data.total).toBe(1)
    expect((await college.post('base/notice/approve', { id: sent.id })).code).toBe(403)
    expect((await officer.post('base/notice/reject', { id: sent.id, note: '写清时间' })).code).toBe(200)
    expect((await rowOf(sent.id)).state).toBe('draft')
    await college.post('base/notice/publish', { id: sent.id })
    expect((await officer.post('base/notice/approve', { id: sent.id })).code).toBe(200)
    await school.server.settle()
    expect([await sees(mine, sent.id), await sees(theirs, sent.id)]).toEqual([true, false])
    await setParams(school, 'notice', { approval: false })
  })
  it('keeps scripts out of its text and other people out of its rows', async () => {
    const { id } = (await officer.post<{ id: string }>('base/notice/add', draft({ content: '<p onclick="x()">甲<script>alert(1)</script></p>' }))).data
    expect((await officer.get<{ content: string }>('base/notice/getOne', { id })).data.content).toBe('<p>甲</p>')
    expect((await counsellor.post('base/notice/publish', { id })).code).toBe(404)
    expect(rule(await theirs.post('base/notice/open', { id }))).toBe('message.notice.notMine')
    expect(rule(await officer.post('base/notice/add', draft({ audience: { evil: ['x'] } })))).toBe('system.audience.form')
    expect(rule(await officer.post('base/notice/add', draft({ audience: {} })))).toBe('system.audience.empty')
    expect(rule(await officer.post('base/notice/add', draft({ publishAt: '2030-01-02T00:00:00Z', expireAt: '2030-01-01T00:00:00Z' })))).toBe('message.notice.dates')
  })
  it('thousands of people hear once, however often the handing out begins anew', async () => {
    const many = await makeUsers(school, 1200, 'notice')
    const { id, answer } = await published(officer, { title: '全校', audience: { userIds: [...many.slice(0, 1000)], roles: ['student'] } })
    expect(answer.data.count).toBeGreaterThanOrEqual(1000)
    // crash after distributing and before acknowledging: the event is redelivered
    await school.db.query(sql`delete from inbox where tenant_id = ${school.tenantId}`)
    await school.db.query(sql`update outbox set done_at = null, tries = 0, next_at = now() where tenant_id = ${school.tenantId} and event = 'message.noticePublished'`)
    await school.server.settle()
    await school.db.tx(db => followNotices(db, true))
    const [twice] = await school.db.query<{ people: number; messages: number }>(
      sql`select count(distinct recipient_id)::int as people, count(*)::int as messages from message where tenant_id = ${school.tenantId} and biz_id = ${id}`,
    )
    expect(twice?.messages).toBe(twice?.people)
    expect(twice?.people).toBe(answer.data.count)
  })
})
