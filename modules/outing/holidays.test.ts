import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attendTasks } from '#modules/workflow/tasks/server/jobs.ts'
import type { Actor } from '#testing/school.ts'
import { holidayDestination, holidayPlan } from './model/holiday.ts'
import { at, hoursFromNow, ruleOf } from './testing.ts'
import { type HolidaySchool, holidaySchool } from './testing-holidays.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

describe('a holiday answer', () => {
  it('20-G6 is one for each holiday, changes until leaving without a word, and afterwards the counsellor hears', async () => {
    const id = await s.published()
    const first = await s.answer(id)
    const second = await s.answer(id, { version: first.data.version, tripNo: 'G104' })
    expect([first.code, second.code, second.data.id]).toEqual([200, 200, first.data.id])
    expect((await s.told('outing.destinationChanged')).filter(h => h.bizId === first.data.id)).toEqual([])
    await s.db.update(holidayDestination, first.data.id, { leaveAt: hoursFromNow(-1), backPlanned: hoursFromNow(99) })
    const { version } = await s.db.unscoped(holidayDestination).one(first.data.id)
    const late = await s.answer(id, { version, choice: 'travel', cantonCode: '310101' })
    expect(late.code).toBe(200)
    const heard = (await s.told('outing.destinationChanged')).filter(h => h.bizId === first.data.id)
    expect([heard.length, heard[0]?.to, heard[0]?.values?.to]).toEqual([
      1,
      [s.fdy.userId],
      expect.objectContaining({ values: expect.objectContaining({ choice: { text: '出游' } }) }),
    ])
    expect((await s.db.unscoped(holidayDestination).one(first.data.id)).changedAfterAt).not.toBeNull()
  })
  it('20-G6 is filled in from the last one', async () => {
    await s.answer(await s.published(), { choice: 'travel', cantonCode: '310101', transport: 'plane', tripNo: null })
    expect((await s.mine(await s.published()))?.suggested).toMatchObject({ choice: 'travel', cantonCode: '310101', transport: 'plane' })
  })
  it('20-G6 written by two at once: one stands, the other hears of it with the row as it is', async () => {
    const id = await s.published()
    const [one, two] = await Promise.all([s.answer(id, { tripNo: 'A1' }), s.answer(id, { tripNo: 'A2' })])
    expect([one.code, two.code].sort()).toEqual([200, 409])
    const row = await s.db.unscoped(holidayDestination).find({ planId: id, studentId: s.studentId })
    const edits = await Promise.all(['B1', 'B2'].map(tripNo => s.answer(id, { version: row?.version, tripNo })))
    expect(edits.map(e => e.code).sort()).toEqual([200, 409])
    const [won, lost] = [edits.findIndex(e => e.code === 200), edits.find(e => e.code === 409)]
    expect(lost?.data).toMatchObject({ tripNo: ['B1', 'B2'][won] })
  })
  it('refuses travel fields for staying, a journey without them, and a return before leaving', async () => {
    const id = await s.published()
    expect(ruleOf(await s.answer(id, { choice: 'stay' }))).toBe('stayFields')
    expect(ruleOf(await s.answer(id, { cantonCode: null }))).toBe('needed')
    expect(ruleOf(await s.answer(id, { backPlanned: at(s.from, '08:00') }))).toBe('order')
    expect(ruleOf(await s.answer(id, { cantonCode: '999999' }))).toBe('cantonUnknown')
  })
  it('shows travel companions to each other only where both want it', async () => {
    const id = await s.published()
    await s.answer(id, { showsToCompanions: true })
    await s.answer(id, { showsToCompanions: false }, s.away.actor)
    expect((await s.mine(id))?.companions).toEqual([])
    const row = await s.db.unscoped(holidayDestination).find({ planId: id, studentId: s.away.id })
    await s.answer(id, { showsToCompanions: true, version: row?.version }, s.away.actor)
    expect((await s.mine(id))?.companions).toMatchObject([{ name: '孙悦', tripNo: 'G102' }])
  })
})

describe('the todo of a holiday', () => {
  const open = async (planId: string, who: Actor) =>
    (await s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and user_id = ${who.userId} and biz_type = 'holidayPlan' and biz_id = ${planId} and state = 'open'`))
      .length
  it('stands before whoever has not answered, and goes with the answer or with the round', async () => {
    const id = await s.published()
    expect([await open(id, s.me), await open(id, s.away.actor)]).toEqual([1, 1])
    await s.answer(id)
    expect([await open(id, s.me), await open(id, s.away.actor)]).toEqual([0, 1])
    await s.act('close', id, { reason: '全部登记' })
    expect(await open(id, s.away.actor)).toBe(0)
    await s.act('extend', id, { endTime: hoursFromNow(140), reason: '还有人没有登记' })
    expect([await open(id, s.me), await open(id, s.away.actor)]).toEqual([0, 1])
  })
})

describe('who watches', () => {
  it('20-G8 reminds at each mark once, students who lack an answer and their counsellor with one list', async () => {
    await s.newStudent(s.ids.s2301, '后来的') // unanswered
    const id = await s.published({ endTime: hoursFromNow(30), audience: { classIds: [s.ids.s2301] } })
    const of = async (event: string) => (await s.told(event)).filter(h => h.bizId === id)
    await attendTasks(s.db)
    await attendTasks(s.db)
    expect((await of('outing.destinationRemind')).map(h => h.to.includes(s.me.userId))).toEqual([true])
    await s.answer(id)
    await s.db.update(holidayPlan, id, { endTime: hoursFromNow(5) })
    await attendTasks(s.db)
    expect((await of('outing.destinationRemind')).map(h => h.to.includes(s.me.userId))).toEqual([true, false])
    const lists = await of('outing.destinationUnanswered')
    expect([lists.length, lists[0]?.to, JSON.stringify(lists[0]?.values?.names)]).toEqual([2, [s.fdy.userId], expect.stringContaining('周雨桐')])
  })
  it('counts by class and region exactly, within the reader’s scope', async () => {
    const id = await s.published()
    await s.answer(id)
    await s.answer(id, { cantonCode: '310101' }, s.away.actor)
    expect(await s.board(id)).toMatchObject({
      answered: 2,
      byProvince: [
        { key: '110000', count: 1 },
        { key: '310000', count: 1 },
      ],
    })
    const own = await s.board(id, s.fdy)
    expect([own.answered, own.byProvince.map(p => p?.key), own.byClass.map(c => c?.label)]).toEqual([1, ['110000'], ['软件2301']])
  })
  it('20-G7 asks the students of a region whether they are safe, in one message, and counts the replies', async () => {
    const id = await s.published()
    await s.answer(id, { cantonCode: '310101' })
    const row = await s.db.unscoped(holidayDestination).find({ planId: id, studentId: s.studentId })
    await s.db.update(holidayDestination, row?.id ?? '', { leaveAt: hoursFromNow(-1), backPlanned: hoursFromNow(99) })
    const asked = await s.fdy.post<{ id: string; count: number }>('outing/areaNotice/ask', { cantonCode: '310000', question: '台风登陆，请回复是否平安' })
    expect([asked.code, asked.data.count]).toEqual([200, 1])
    expect((await s.told('outing.areaAsked')).filter(h => h.bizId === asked.data.id).map(h => h.to)).toEqual([[s.me.userId]])
    expect(ruleOf(await s.fdy.post('outing/areaNotice/ask', { cantonCode: '460000', question: '台风登陆，请回复是否平安' }))).toBe('nobody')
    expect(ruleOf(await s.away.actor.post('outing/areaReply/answer', { noticeId: asked.data.id, reply: 'safe' }))).toBe('notInAudience')
    expect((await s.me.post('outing/areaReply/answer', { noticeId: asked.data.id, reply: 'safe' })).code).toBe(200)
    expect((await s.fdy.get('outing/areaNotice/getOne', { id: asked.data.id })).data).toMatchObject({ audienceCount: 1, safeCount: 1, helpCount: 0 })
  })
})
