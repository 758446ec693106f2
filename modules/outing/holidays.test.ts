import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { settleRounds } from '#modules/workflow/server/round-clock.ts'
import { kindOf } from '#modules/workflow/server/rounds/registered.ts'
import { type Heard, hearTold } from '#testing/hear-told.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { outingSubject } from './model/flow.ts'
import { holidayDestination, holidayPlan } from './model/holiday.ts'
import type { destinationBoard, myDestinations } from './model/holiday-actions.ts'
import { marksOf, remind } from './server/reminders.ts'
import { at, hoursFromNow, type OutingSchool, outingSchool, ruleOf } from './testing.ts'

let s: OutingSchool
let told: (event: string) => Promise<Heard[]>
let away: { id: string; actor: Actor }
let from: string
beforeAll(async () => {
  s = await outingSchool()
  told = hearTold(s.server)
  away = await s.newStudent(s.ids.a2301, '孙悦')
  from = addDays(s.monday, 7)
  await s.db.query(
    sql`update sys_user u set department_id = s.department_id from student s where u.tenant_id = ${s.tenantId} and s.tenant_id = u.tenant_id and s.id = u.student_id`,
  )
})
afterAll(() => s.close())

let n = 0
const draft = (more: Record<string, unknown> = {}) => ({
  name: `国庆${++n}`,
  beginTime: hoursFromNow(-1),
  endTime: hoursFromNow(100),
  audience: { roles: ['student'] },
  kind: 'short',
  holidayFrom: from,
  holidayTo: addDays(from, 7),
  ownerDepartmentId: s.ids.info,
  ...more,
})
async function plan(more: Record<string, unknown> = {}, who: Actor = s.officer): Promise<string> {
  const answer = await who.post<{ id: string }>('outing/holidayPlan/add', draft(more))
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
const act = (verb: string, id: string, more: Record<string, unknown> = {}, who: Actor = s.officer): Promise<Answer<{ count: number; id: string }>> =>
  who.post(`outing/holidayPlan/${verb}`, { id, ...more })
async function published(more: Record<string, unknown> = {}, who: Actor = s.officer): Promise<string> {
  const id = await plan(more, who)
  const answer = await act('publish', id, {}, who)
  if (answer.code !== 200) throw new Error(answer.msg)
  return id
}
const home = (more: Record<string, unknown> = {}) => ({
  choice: 'home',
  leaveAt: at(from, '09:00'),
  backPlanned: at(addDays(from, 6), '18:00'),
  cantonCode: '110101',
  transport: 'train',
  tripNo: 'G102',
  ...more,
})
const answer = (planId: string, more: Record<string, unknown> = {}, who: Actor = s.me): Promise<Answer<{ id: string; version: number }>> =>
  who.post('outing/holidayDestination/answer', { planId, ...home(more) })
const mine = async (planId: string, who: Actor = s.me) => (await who.get<OutputOf<typeof myDestinations>[]>('outing/holidayDestination/mine')).data.find(p => p.planId === planId)
const board = async (planId: string, who: Actor = s.officer) => (await who.get<OutputOf<typeof destinationBoard>>('outing/holidayDestination/board', { planId })).data

describe('publishing a round', () => {
  it('10-W20 shows number and sample before, and never reaches beyond the publisher’s scope', async () => {
    const mineOnly = await act('previewRound', await plan({ audience: { all: true } }, s.college), {}, s.college)
    const all = await act('previewRound', await plan({ audience: { all: true } }))
    expect([mineOnly.code, all.code]).toEqual([200, 200])
    expect(mineOnly.data.count).toBeLessThan(all.data.count)
    const id = await published({ audience: { all: true } }, s.college)
    expect((await answer(id)).code).toBe(200)
    expect(ruleOf(await answer(id, {}, away.actor))).toBe('notInAudience')
  })
  it('10-W20 leaves out who is excluded, and a live audience takes in who joins later', async () => {
    const id = await published({ audience: { classIds: [s.ids.s2302, s.ids.a2301], exclude: { classIds: [s.ids.a2301] } } }).catch(e => e)
    expect(String(id)).toContain('没有符合条件的人')
    const live = await published({ audience: { all: true, exclude: { classIds: [s.ids.a2301] } } })
    expect(ruleOf(await answer(live, {}, away.actor))).toBe('notInAudience')
    const late = await s.newStudent(s.ids.s2301, '后来的')
    expect((await answer(live, {}, late.actor)).code).toBe(200)
  })
  it('10-W21 takes nothing outside the window, whatever the state says', async () => {
    const id = await published({ beginTime: hoursFromNow(1) })
    expect(ruleOf(await answer(id))).toBe('notOpen')
    await s.db.update(holidayPlan, id, { beginTime: hoursFromNow(-2), endTime: new Date().toISOString() })
    const late = await answer(id)
    expect([ruleOf(late), late.errors[0]?.msg]).toEqual(['notOpen', expect.stringContaining('已结束')])
    expect((await s.db.unscoped(holidayPlan).one(id)).state).toBe('published')
    await settleRounds(s.db)
    expect((await s.db.unscoped(holidayPlan).one(id)).state).toBe('closed')
  })
  it('10-W21 extending and closing early say why, stand in the history, and are told to everybody it is for', async () => {
    const id = await published()
    expect(ruleOf(await act('extend', id, { endTime: hoursFromNow(50), reason: '名单未齐' }))).toBe('earlier')
    expect((await act('extend', id, { endTime: hoursFromNow(120), reason: '名单未齐' })).code).toBe(200)
    expect((await act('close', id)).code).toBe(400)
    expect((await act('close', id, { reason: '全部登记' })).code).toBe(200)
    for (const [event, reason] of [
      ['workflow.roundExtended', '名单未齐'],
      ['workflow.roundClosed', '全部登记'],
    ] as const) {
      const heard = (await told(event)).filter(h => h.bizId === id)
      expect([heard.length, heard[0]?.values?.reason, heard[0]?.to.includes(s.me.userId)]).toEqual([1, reason, true])
    }
    expect(ruleOf(await answer(id))).toBe('notOpen')
  })
  it('10-W22 is published over people who have no approver only when somebody says so, having read who they are', async () => {
    const { options } = kindOf(holidayPlan)
    options.subject = outingSubject // as if something were applied for in it
    try {
      const id = await plan({ audience: { classIds: [s.ids.a2301, s.ids.s2301] } })
      const refused = await act('publish', id)
      expect([ruleOf(refused), refused.msg]).toEqual(['gaps', expect.stringMatching(/辅导员 1（.+）/)])
      expect((await s.db.unscoped(holidayPlan).one(id)).state).toBe('draft')
      expect((await act('publish', id, { confirmGaps: true })).code).toBe(200)
    } finally {
      delete options.subject
    }
  })
  it('pauses, resumes, cancels and copies; what people were told of changes no other way', async () => {
    const id = await published()
    expect((await act('pause', id, { reason: '系统维护' })).code).toBe(200)
    expect(ruleOf(await answer(id))).toBe('notOpen')
    expect((await act('resume', id)).code).toBe(200)
    expect((await answer(id)).code).toBe(200)
    const { version } = await s.db.unscoped(holidayPlan).one(id)
    expect(ruleOf(await s.officer.post('outing/holidayPlan/update', { id, version, endTime: hoursFromNow(200) }))).toBe('fixed')
    expect((await act('cancel', id, { reason: '改期' })).code).toBe(200)
    const copied = await act('copy', id, { name: '国庆（再来）', beginTime: hoursFromNow(1), endTime: hoursFromNow(30) })
    expect(await s.db.unscoped(holidayPlan).one(copied.data.id)).toMatchObject({ state: 'draft', copiedFrom: id, audience: { roles: ['student'] }, holidayFrom: from })
  })
  it('stands in the select boxes of whom it is for, and of counsellors whose students it is for', async () => {
    const id = await published({ audience: { classIds: [s.ids.s2301] } })
    const has = async (who: Actor, path: string, more = {}) =>
      (await who.get<Array<{ id: string }>>(`base/process/${path}`, { processType: 'holidayPlan', ...more })).data.some(r => r.id === id)
    expect([await has(s.officer, 'getTaskSelect'), await has(s.me, 'getTaskSelect'), await has(s.me, 'getMyTaskSelect'), await has(away.actor, 'getMyTaskSelect')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([await has(s.fdy, 'getMyTaskSelect'), await has(s.fdy, 'getMyTaskSelect', { isShowFdyTask: 1 })]).toEqual([false, true])
  })
})

describe('a holiday answer', () => {
  it('20-G6 is one for each holiday, changes until leaving without a word, and afterwards the counsellor hears', async () => {
    const id = await published()
    const first = await answer(id)
    const second = await answer(id, { version: first.data.version, tripNo: 'G104' })
    expect([first.code, second.code, second.data.id]).toEqual([200, 200, first.data.id])
    expect((await told('outing.destinationChanged')).filter(h => h.bizId === first.data.id)).toEqual([])
    await s.db.update(holidayDestination, first.data.id, { leaveAt: hoursFromNow(-1), backPlanned: hoursFromNow(99) })
    const { version } = await s.db.unscoped(holidayDestination).one(first.data.id)
    const late = await answer(id, { version, choice: 'travel', cantonCode: '310101' })
    expect(late.code).toBe(200)
    const heard = (await told('outing.destinationChanged')).filter(h => h.bizId === first.data.id)
    expect([heard.length, heard[0]?.to, heard[0]?.values?.to]).toEqual([
      1,
      [s.fdy.userId],
      expect.objectContaining({ values: expect.objectContaining({ choice: { text: '出游' } }) }),
    ])
    expect((await s.db.unscoped(holidayDestination).one(first.data.id)).changedAfterAt).not.toBeNull()
  })
  it('20-G6 is filled in from the last one', async () => {
    await answer(await published(), { choice: 'travel', cantonCode: '310101', transport: 'plane', tripNo: null })
    expect((await mine(await published()))?.suggested).toMatchObject({ choice: 'travel', cantonCode: '310101', transport: 'plane' })
  })
  it('20-G6 written by two at once: one stands, the other hears of it with the row as it is', async () => {
    const id = await published()
    const [one, two] = await Promise.all([answer(id, { tripNo: 'A1' }), answer(id, { tripNo: 'A2' })])
    expect([one.code, two.code].sort()).toEqual([200, 409])
    const row = await s.db.unscoped(holidayDestination).find({ planId: id, studentId: s.studentId })
    const edits = await Promise.all(['B1', 'B2'].map(tripNo => answer(id, { version: row?.version, tripNo })))
    expect(edits.map(e => e.code).sort()).toEqual([200, 409])
    const [won, lost] = [edits.findIndex(e => e.code === 200), edits.find(e => e.code === 409)]
    expect(lost?.data).toMatchObject({ tripNo: ['B1', 'B2'][won] })
  })
  it('refuses travel fields for staying, a journey without them, and a return before leaving', async () => {
    const id = await published()
    expect(ruleOf(await answer(id, { choice: 'stay' }))).toBe('stayFields')
    expect(ruleOf(await answer(id, { cantonCode: null }))).toBe('needed')
    expect(ruleOf(await answer(id, { backPlanned: at(from, '08:00') }))).toBe('order')
    expect(ruleOf(await answer(id, { cantonCode: '999999' }))).toBe('cantonUnknown')
  })
  it('shows travel companions to each other only where both want it', async () => {
    const id = await published()
    await answer(id, { showsToCompanions: true })
    await answer(id, { showsToCompanions: false }, away.actor)
    expect((await mine(id))?.companions).toEqual([])
    const row = await s.db.unscoped(holidayDestination).find({ planId: id, studentId: away.id })
    await answer(id, { showsToCompanions: true, version: row?.version }, away.actor)
    expect((await mine(id))?.companions).toMatchObject([{ name: '孙悦', tripNo: 'G102' }])
  })
})

describe('the todo of a holiday', () => {
  const open = async (planId: string, who: Actor) =>
    (await s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and user_id = ${who.userId} and biz_type = 'holidayPlan' and biz_id = ${planId} and state = 'open'`))
      .length
  it('stands before whoever has not answered, and goes with the answer or with the round', async () => {
    const id = await published()
    expect([await open(id, s.me), await open(id, away.actor)]).toEqual([1, 1])
    await answer(id)
    expect([await open(id, s.me), await open(id, away.actor)]).toEqual([0, 1])
    await act('close', id, { reason: '全部登记' })
    expect(await open(id, away.actor)).toBe(0)
    await act('extend', id, { endTime: hoursFromNow(140), reason: '还有人没有登记' })
    expect([await open(id, s.me), await open(id, away.actor)]).toEqual([0, 1])
  })
})

describe('who watches', () => {
  it('20-G8 reminds at each mark once, students who lack an answer and their counsellor with one list', async () => {
    expect(marksOf('6, 72,24')).toEqual([72, 24, 6])
    const id = await published({ endTime: hoursFromNow(30), audience: { classIds: [s.ids.s2301] } })
    const of = async (event: string) => (await told(event)).filter(h => h.bizId === id)
    await remind(s.db)
    await remind(s.db)
    expect((await of('outing.destinationRemind')).map(h => h.to.includes(s.me.userId))).toEqual([true])
    await answer(id)
    await s.db.update(holidayPlan, id, { endTime: hoursFromNow(5) })
    await remind(s.db)
    expect((await of('outing.destinationRemind')).map(h => h.to.includes(s.me.userId))).toEqual([true, false])
    const lists = await of('outing.destinationUnanswered')
    expect([lists.length, lists[0]?.to, JSON.stringify(lists[0]?.values?.names)]).toEqual([2, [s.fdy.userId], expect.stringContaining('周雨桐')])
  })
  it('counts by class and region exactly, within the reader’s scope', async () => {
    const id = await published()
    await answer(id)
    await answer(id, { cantonCode: '310101' }, away.actor)
    expect(await board(id)).toMatchObject({
      answered: 2,
      byProvince: [
        { key: '110000', count: 1 },
        { key: '310000', count: 1 },
      ],
    })
    const own = await board(id, s.fdy)
    expect([own.answered, own.byProvince.map(p => p?.key), own.byClass.map(c => c?.label)]).toEqual([1, ['110000'], ['软件2301']])
  })
  it('20-G7 asks the students of a region whether they are safe, in one message, and counts the replies', async () => {
    const id = await published()
    await answer(id, { cantonCode: '310101' })
    const row = await s.db.unscoped(holidayDestination).find({ planId: id, studentId: s.studentId })
    await s.db.update(holidayDestination, row?.id ?? '', { leaveAt: hoursFromNow(-1), backPlanned: hoursFromNow(99) })
    const asked = await s.fdy.post<{ id: string; count: number }>('outing/areaNotice/ask', { cantonCode: '310000', question: '台风登陆，请回复是否平安' })
    expect([asked.code, asked.data.count]).toEqual([200, 1])
    expect((await told('outing.areaAsked')).filter(h => h.bizId === asked.data.id).map(h => h.to)).toEqual([[s.me.userId]])
    expect(ruleOf(await s.fdy.post('outing/areaNotice/ask', { cantonCode: '460000', question: '台风登陆，请回复是否平安' }))).toBe('nobody')
    expect(ruleOf(await away.actor.post('outing/areaNotice/reply', { id: asked.data.id, isSafe: true }))).toBe('notAsked')
    expect((await s.me.post('outing/areaNotice/reply', { id: asked.data.id, isSafe: true })).code).toBe(200)
    expect((await s.fdy.get('outing/areaNotice/getOne', { id: asked.data.id })).data).toMatchObject({ askedCount: 1, safeCount: 1, helpCount: 0 })
  })
})
