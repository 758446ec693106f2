import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { areaNotice, type ownAreas, type studentsInArea } from './model/area.ts'
import { holidayDestination } from './model/holiday.ts'
import { hoursFromNow } from './testing.ts'
import { type HolidaySchool, holidaySchool } from './testing-holidays.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
  const plan = await s.published()
  for (const { id, actor } of [{ id: s.studentId, actor: s.me }, s.away]) {
    await s.answer(plan, { cantonCode: '310101' }, actor)
    const row = await s.db.unscoped(holidayDestination).find({ planId: plan, studentId: id })
    await s.db.update(holidayDestination, row?.id ?? '', { leaveAt: hoursFromNow(-1), backPlanned: hoursFromNow(999) })
  }
})
afterAll(() => s.close())
const ask = (who: Actor = s.officer, cantonCode = '310000') =>
  who.post<{ id: string; count: number }>('outing/areaNotice/ask', { cantonCode, question: '台风登陆，请回复是否平安' })
const answer = (noticeId: string, who: Actor, reply = 'safe') => who.post('outing/areaReply/answer', { noticeId, reply })

describe('20-G7 a question to a region as a task', () => {
  expectTask(
    () => ({
      school: s,
      round: areaNotice,
      rounds: 'outing/areaNotice',
      answers: 'outing/areaReply',
      published: async () => (await ask()).data.id,
      answer,
      officer: s.officer,
      counsellor: s.fdy,
      students: [s.me, s.away.actor],
      reminder: 'outing.areaRemind',
    }),
    { follows: false },
  )
  it('asks those who are in the region then, of one’s own students, urgently, and counts who needs help', async () => {
    const [all, own] = [await ask(), await ask(s.fdy)]
    expect([all.data.count, own.data.count]).toEqual([2, 1])
    expect(await s.db.query(sql`select priority, summary from todo where tenant_id = ${s.tenantId} and biz_type = 'areaNotice' and biz_id = ${own.data.id}`)).toEqual([
      { priority: 'urgent', summary: '台风登陆，请回复是否平安' },
    ])
    await answer(all.data.id, s.away.actor, 'help')
    expect((await s.officer.get('outing/areaReply/board', { id: all.data.id })).data).toMatchObject({ expected: 2, answered: 1, safe: 0, help: 1 })
  })
  it('20-G7 names, before it is asked, the students in the region with their class and why they are there, of one’s own', async () => {
    const there = async (who: Actor) => (await who.get<OutputOf<typeof studentsInArea>[]>('outing/areaNotice/students', { cantonCode: '310000' })).data
    const [all, own] = [await there(s.officer), await there(s.fdy)]
    expect(all.map(f => f.studentId).sort()).toEqual([s.studentId, s.away.id].sort())
    expect(all.find(f => f.studentId === s.away.id)).toMatchObject({ name: '孙悦', className: '视觉2301', region: expect.stringMatching(/^上海市/), why: 'holiday' })
    expect(own.map(f => [f.studentId, f.className])).toEqual([[s.studentId, '软件2301']])
  })
  it('20-G7 stands with a student until answered or over, however many others are asked after it', async () => {
    const { id } = (await ask()).data
    const [elsewhere] = await s.db.unscoped(holidayDestination).all({ studentId: s.away.id })
    await s.db.update(holidayDestination, elsewhere?.id ?? '', { cantonCode: '110101' })
    for (let n = 0; n < 21; n++) expect((await ask(s.officer, '110000')).data.count).toBe(1)
    await s.db.update(holidayDestination, elsewhere?.id ?? '', { cantonCode: '310101' })
    const mine = (await s.me.get<OutputOf<typeof ownAreas.mine>[]>('outing/areaReply/mine')).data
    expect(mine.find(m => m.noticeId === id)).toMatchObject({ isOpen: true, answer: null })
    expect(mine.every(m => m.region?.startsWith('上海'))).toBe(true)
  })
  const act = (verb: string, id: string, more: object = {}, who: Actor = s.officer) => who.post<{ id: string }>(`outing/areaNotice/${verb}`, { id, ...more })
  it('20-G7 reaches each of them with one message, also when it is asked longer after its end', async () => {
    const told = captureNotifications(s.server)
    const { id } = (await ask()).data
    expect((await act('close', id, { reason: '提前结束' })).code).toBe(200)
    expect((await act('extend', id, { endTime: hoursFromNow(48), reason: '还有人没有回复' })).code).toBe(200)
    const heard = (await told('outing.areaAsked')).filter(h => h.bizId === id)
    expect(heard.flatMap(h => h.to).sort()).toEqual([s.me.userId, s.away.actor.userId].sort())
    expect(heard[0]).toMatchObject({ link: '/outing/mine', values: { region: '上海市', question: '台风登陆，请回复是否平安', by: '学工处' } })
    expect((await told('workflow.roundPublished')).filter(h => h.bizId === id)).toEqual([])
  })
  it('20-G7 is copied for another day by whoever asks then: of the same region, about their own students', async () => {
    const { id } = (await ask(s.fdy)).data
    const copy = await act('copy', id, { name: '再次询问', beginTime: hoursFromNow(-1), endTime: hoursFromNow(24) }, s.fdy)
    expect([copy.code, (await act('publish', copy.data.id, {}, s.fdy)).code]).toEqual([200, 200])
    expect(await s.db.query(sql`select user_id as "userId", title from todo where tenant_id = ${s.tenantId} and biz_type = 'areaNotice' and biz_id = ${copy.data.id}`)).toEqual([
      { userId: s.me.userId, title: '你在上海市安全吗？请回复' },
    ])
    expect(await s.db.unscoped(areaNotice).one(copy.data.id)).toMatchObject({ region: '上海市', askerId: s.fdy.userId, teacherId: expect.any(String) })
  })
})
