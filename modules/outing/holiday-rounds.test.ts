import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeEnded } from '#modules/workflow/rounds/server/jobs.ts'
import { kindOf } from '#modules/workflow/rounds/server/round-kinds.ts'
import type { Actor } from '#testing/school.ts'
import { outingSubject } from './model/flow.ts'
import { holidayPlan } from './model/holiday.ts'
import { hoursFromNow, ruleOf } from './testing.ts'
import { type HolidaySchool, holidaySchool } from './testing-holidays.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

describe('publishing a round', () => {
  it('10-W20 shows number and sample before, and never reaches beyond the publisher’s scope', async () => {
    const mineOnly = await s.act('previewRound', await s.plan({ audience: { all: true } }, s.college), {}, s.college)
    const all = await s.act('previewRound', await s.plan({ audience: { all: true } }))
    expect([mineOnly.code, all.code]).toEqual([200, 200])
    expect(mineOnly.data.count).toBeLessThan(all.data.count)
    const id = await s.published({ audience: { all: true } }, s.college)
    expect((await s.answer(id)).code).toBe(200)
    expect(ruleOf(await s.answer(id, {}, s.away.actor))).toBe('notInAudience')
  })
  it('10-W20 leaves out who is excluded, and a live audience takes in who joins later', async () => {
    const id = await s.published({ audience: { classIds: [s.ids.s2302, s.ids.a2301], exclude: { classIds: [s.ids.a2301] } } }).catch(e => e)
    expect(String(id)).toContain('没有符合条件的人')
    const live = await s.published({ audience: { all: true, exclude: { classIds: [s.ids.a2301] } } })
    expect(ruleOf(await s.answer(live, {}, s.away.actor))).toBe('notInAudience')
    const late = await s.newStudent(s.ids.s2301, '后来的')
    expect((await s.answer(live, {}, late.actor)).code).toBe(200)
  })
  it('10-W21 takes nothing outside the window, whatever the state says', async () => {
    const id = await s.published({ beginTime: hoursFromNow(1) })
    expect(ruleOf(await s.answer(id))).toBe('notOpen')
    await s.db.update(holidayPlan, id, { beginTime: hoursFromNow(-2), endTime: new Date().toISOString() })
    const late = await s.answer(id)
    expect([ruleOf(late), late.errors[0]?.msg]).toEqual(['notOpen', expect.stringContaining('已结束')])
    expect((await s.db.unscoped(holidayPlan).one(id)).state).toBe('published')
    await closeEnded(s.db)
    expect((await s.db.unscoped(holidayPlan).one(id)).state).toBe('closed')
  })
  it('10-W21 extending and closing early say why, stand in the history, and are told to everybody it is for', async () => {
    const id = await s.published()
    expect(ruleOf(await s.act('extend', id, { endTime: hoursFromNow(50), reason: '名单未齐' }))).toBe('earlier')
    expect((await s.act('extend', id, { endTime: hoursFromNow(120), reason: '名单未齐' })).code).toBe(200)
    expect((await s.act('close', id)).code).toBe(400)
    expect((await s.act('close', id, { reason: '全部登记' })).code).toBe(200)
    for (const [event, reason] of [
      ['workflow.roundExtended', '名单未齐'],
      ['workflow.roundClosed', '全部登记'],
    ] as const) {
      const heard = (await s.told(event)).filter(h => h.bizId === id)
      expect([heard.length, heard[0]?.values?.reason, heard[0]?.to.includes(s.me.userId)]).toEqual([1, reason, true])
    }
    expect(ruleOf(await s.answer(id))).toBe('notOpen')
  })
  it('10-W22 is published over people who have no approver only when somebody says so, having read who they are', async () => {
    const { options } = kindOf(s.db, holidayPlan)
    options.subject = outingSubject // as if it were a round with applications
    try {
      const id = await s.plan({ audience: { classIds: [s.ids.a2301, s.ids.s2301] } })
      const refused = await s.act('publish', id)
      expect([ruleOf(refused), refused.msg]).toEqual(['gaps', expect.stringMatching(/辅导员 1（.+）/)])
      expect((await s.db.unscoped(holidayPlan).one(id)).state).toBe('draft')
      expect((await s.act('publish', id, { confirmGaps: true })).code).toBe(200)
    } finally {
      delete options.subject
    }
  })
  it('pauses, resumes, cancels and copies; what people were told of changes no other way', async () => {
    const id = await s.published()
    expect((await s.act('pause', id, { reason: '系统维护' })).code).toBe(200)
    expect(ruleOf(await s.answer(id))).toBe('notOpen')
    expect((await s.act('resume', id)).code).toBe(200)
    expect((await s.answer(id)).code).toBe(200)
    const { version } = await s.db.unscoped(holidayPlan).one(id)
    expect(ruleOf(await s.officer.post('outing/holidayPlan/update', { id, version, endTime: hoursFromNow(200) }))).toBe('fixed')
    expect((await s.act('cancel', id, { reason: '改期' })).code).toBe(200)
    const copied = await s.act('copy', id, { name: '国庆（再来）', beginTime: hoursFromNow(1), endTime: hoursFromNow(30) })
    expect(await s.db.unscoped(holidayPlan).one(copied.data.id)).toMatchObject({ state: 'draft', copiedFrom: id, audience: { roles: ['student'] }, holidayFrom: s.from })
  })
  it('stands in the select boxes of whom it is for, and of counsellors whose students it is for', async () => {
    const id = await s.published({ audience: { classIds: [s.ids.s2301] } })
    const has = async (who: Actor, path: string, more = {}) =>
      (await who.get<Array<{ id: string }>>(`base/process/${path}`, { processType: 'holidayPlan', ...more })).data.some(r => r.id === id)
    expect([await has(s.officer, 'getTaskSelect'), await has(s.me, 'getTaskSelect'), await has(s.me, 'getMyTaskSelect'), await has(s.away.actor, 'getMyTaskSelect')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([await has(s.fdy, 'getMyTaskSelect'), await has(s.fdy, 'getMyTaskSelect', { isShowFdyTask: 1 })]).toEqual([false, true])
  })
})
