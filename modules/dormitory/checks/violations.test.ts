import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { nightAt } from '../places/model/night.ts'
import { day, rulesOf } from '../places/testing.ts'
import { checkScheme } from './model/scheme.ts'
import { dormViolation } from './model/violation.ts'
import type { myViolations } from './model/violation-actions.ts'
import { draftViolations } from './server/violation.ts'
import { expireStatements, followNights } from './server/violation-jobs.ts'
import { type CheckSchool, checkedSchool, NOW, sheet } from './testing.ts'

let s: CheckSchool
beforeAll(async () => {
  s = await checkedSchool()
})
afterAll(() => s.close())

describe('a violation', () => {
  const made = async (more: Record<string, unknown> = {}): Promise<string> => {
    const [id] = await s.db.tx(db =>
      draftViolations(db, [
        {
          studentId: s.student(0).id,
          type: 'appliance',
          level: 'ordinary',
          at: new Date(NOW - HOUR_MS).toISOString(),
          details: '电热毯',
          sourceType: 'checkRecord',
          sourceId: crypto.randomUUID(),
          sourceSeq: 'x',
          ...more,
        },
      ]),
    )
    return id ?? ''
  }
  const confirm = (id: string, by = s.fdy, level = 'ordinary') => by.post('dorm/dormViolation/confirm', { id, level, decision: '情况属实' })
  const row = (id: string) => s.db.unscoped(dormViolation).one(id)
  const own = async (who: Actor) => (await who.get<Array<OutputOf<typeof myViolations>>>('dorm/dormViolation/mine')).data

  it('20-DI2 is drafted by a veto, of whoever is known, once however often the room is sent', async () => {
    await s.db.query(sql`update check_scheme set items = (select jsonb_agg(i - 'needPhoto') from jsonb_array_elements(items) i) where tenant_id = ${s.tenantId}`)
    await s.db.changed(checkScheme)
    const given = sheet(s.rooms[2] as string, [['appliance', null, 1]])
    expect((await s.first(s.manager, given))?.roomScore).toBe(86.8)
    await s.first(s.manager, given)
    const found = await s.db.unscoped(dormViolation).all({ roomId: s.rooms[2] as string })
    expect(found.map(v => [v.studentId, v.type, v.state, v.sourceType])).toEqual([[s.student(2).id, 'appliance', 'recorded', 'checkRecord']])
    expect(await own(s.student(2).actor)).toEqual([])
    const seen = async (by: Actor) => (await by.get<{ result: unknown[] }>('dorm/dormViolation/list')).data.result.length
    expect([await seen(s.manager), await seen(s.other), await seen(s.fdy), await seen(s.college)]).toEqual([1, 0, 1, 1])
    expect((await s.student(2).actor.get('dorm/dormViolation/list')).code).toBe(403)
  })
  it('20-DI6 stands only after the student was asked and spoke, gave it up, or three days have passed', async () => {
    const [a, b, c] = [await made(), await made(), await made()]
    expect(rulesOf(await confirm(a))).toEqual(['unheard'])
    await expect(s.db.update(dormViolation, a, { state: 'confirmed' })).rejects.toThrow()
    expect((await s.fdy.post<{ asked: number }>('dorm/dormViolation/ask', { ids: [a, b, c] })).data.asked).toBe(3)
    expect(rulesOf(await s.fdy.post('dorm/dormViolation/ask', { ids: [a] }))).toEqual(['state'])
    expect(rulesOf(await confirm(a))).toEqual(['unheard'])
    expect((await own(s.student(0).actor)).map(v => v.mayState)).toEqual(['state', 'state', 'state'])
    expect(await own(s.student(1).actor)).toEqual([])
    expect((await s.student(1).actor.post('dorm/dormViolation/state', { id: a, statement: '不是我的东西' })).code).toBe(404)
    expect((await s.student(0).actor.post('dorm/dormViolation/state', { id: a, statement: '是室友寄放的' })).code).toBe(200)
    expect((await s.student(0).actor.post('dorm/dormViolation/waive', { id: b })).code).toBe(200)
    expect(await s.db.tx(db => expireStatements(db))).toBe(0)
    expect(await s.db.tx(db => expireStatements(db, Date.now() + 73 * HOUR_MS))).toBe(1)
    expect([(await row(a)).heardAs, (await row(b)).heardAs, (await row(c)).heardAs]).toEqual(['stated', 'waived', 'expired'])
    const both = await Promise.all([confirm(a), s.fdy.post('dorm/dormViolation/dismiss', { id: a, decision: '证据不足' })])
    expect(both.map(x => x.code).toSorted()).toEqual([200, 422])
    expect((await confirm(b)).code).toBe(200)
    await expect.poll(() => s.heard.find(h => h.event === 'dormitory.violationConfirmed' && h.violationId === b)).toMatchObject({ studentId: s.student(0).id, level: 'ordinary' })
    expect((await s.fdy.post('dorm/dormViolation/refer', { id: b, decision: '屡次违纪' })).code).toBe(200)
    await expect.poll(() => s.heard.some(h => h.event === 'dormitory.violationReferred' && h.violationId === b)).toBe(true)
    expect(rulesOf(await s.fdy.post('dorm/dormViolation/refer', { id: c, decision: '屡次违纪' }))).toEqual(['state'])
    expect((await s.manager.post('dorm/dormViolation/confirm', { id: c, level: 'minor', decision: '属实' })).code).toBe(403)
  })
  it('20-DI9 gives what is taken away a number of its own and a day of return', async () => {
    const [a, b] = [await made(), await made()]
    const seize = (id: string) => s.manager.post<{ seizedReceiptNo: string; returnOn: string }>('dorm/dormViolation/seize', { id, item: '电热毯' })
    const [x, y] = await Promise.all([seize(a), seize(b)])
    expect(x.data.seizedReceiptNo).not.toBe(y.data.seizedReceiptNo)
    expect(x.data.returnOn).toBe(addDays(today(), 30))
    expect(rulesOf(await seize(a))).toEqual(['already'])
    expect((await s.manager.post('dorm/dormViolation/giveBack', { id: a })).code).toBe(200)
    expect(rulesOf(await s.manager.post('dorm/dormViolation/giveBack', { id: a }))).toEqual(['already'])
    expect((await s.other.post('dorm/dormViolation/giveBack', { id: b })).code).toBe(404)
  })
  it('20-DI7 is drafted at the third late return in thirty days, and two nights out only ask the counsellor', async () => {
    const who = s.student(5)
    const night = (n: number, result: string) =>
      s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, bed_id, room_id, floor_id, dorm_id, expected, result)
        select tenant_id, ${day(n)}::date, student_id, bed_id, room_id, floor_id, dorm_id, 'expected', ${result} from dorm_stay where tenant_id = ${s.tenantId} and student_id = ${who.id}`)
    for (const n of [-40, -9]) await night(n, 'late')
    const drafts = () => s.db.unscoped(dormViolation).all({ studentId: who.id })
    await s.db.tx(db => followNights(db, [who.id]))
    expect(await drafts()).toEqual([])
    await night(-6, 'late')
    await s.db.tx(db => followNights(db, [who.id]))
    expect(await drafts()).toEqual([])
    await night(-2, 'late')
    for (const _ of [1, 2]) await s.db.tx(db => followNights(db, [who.id]))
    expect((await drafts()).map(v => [v.type, v.level, v.state])).toEqual([['late', 'ordinary', 'recorded']])
    for (const n of [-5, -4]) await night(n, 'absent')
    for (const _ of [1, 2]) await s.db.tx(db => followNights(db, [who.id]))
    expect((await s.told('dormitory.violationAskRefer')).map(t => t.values?.n)).toEqual([2])
    expect((await drafts()).some(v => v.state === 'referred')).toBe(false)
  })
  it('20-DI7 asks the counsellor about nights that are over, no more once they are corrected, and again when there are as many', async () => {
    const who = s.student(5, 1)
    const tonight = nightAt(new Date().toISOString())
    const night = (n: number, result: string) =>
      s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, bed_id, room_id, floor_id, dorm_id, expected, result)
        select tenant_id, ${addDays(tonight, n)}::date, student_id, bed_id, room_id, floor_id, dorm_id, 'expected', ${result} from dorm_stay where tenant_id = ${s.tenantId} and student_id = ${who.id}
        on conflict (tenant_id, night_date, student_id) do update set result = excluded.result`)
    const todos = () =>
      s.db.query<{
        title: string
        state: string
        result: string | null
        link: string
      }>(sql`select t.title, t.state, t.result, t.link from todo t join student p on t.title like p.name || ' 本学期夜不归宿%'
        where t.tenant_id = ${s.tenantId} and t.user_id = ${s.fdy.userId} and p.id = ${who.id} order by t.arrived_at`)
    const follow = () => s.db.tx(db => followNights(db, [who.id]))
    for (const n of [-1, 0]) await night(n, 'absent')
    await follow()
    expect(await todos()).toEqual([])
    await night(-2, 'absent')
    for (const _ of [1, 2]) await follow()
    const drafts = () => s.db.unscoped(dormViolation).all({ studentId: who.id, type: 'nightOut' })
    const [draft] = await drafts()
    expect(await todos()).toEqual([{ title: expect.stringContaining('2 次'), state: 'open', result: null, link: `/dormitory/violations?case=${draft?.id}` }])
    await night(-2, 'present')
    await s.db.emit('dormitory.nightResult', { studentId: who.id, nightDate: addDays(tonight, -2), result: 'present', before: 'absent' })
    await expect.poll(async () => (await todos()).map(t => t.state)).toEqual(['cancelled'])
    await night(-3, 'absent')
    await follow()
    const [again] = await drafts()
    expect((await todos()).map(t => t.state)).toEqual(['cancelled', 'open'])
    expect((await s.fdy.post('dorm/dormViolation/dismiss', { id: again?.id, decision: '当晚在医院陪护' })).code).toBe(200)
    expect((await todos()).map(t => [t.state, t.result])).toEqual([
      ['cancelled', null],
      ['done', '不成立'],
    ])
    await follow()
    expect((await todos()).map(t => t.state)).toEqual(['cancelled', 'done'])
  })
  it('20-DI10 is made from what a check found with one tap, and not twice', async () => {
    const id = await s.idOf(3)
    const tap = () => s.manager.post<{ id: string }>('dorm/checkRecord/draft', { id, key: 'floor|堆放杂物|' })
    expect((await tap()).code).toBe(200)
    expect(rulesOf(await tap())).toEqual(['twice'])
    expect((await s.other.post('dorm/checkRecord/draft', { id, key: 'floor|堆放杂物|' })).code).toBe(404)
  })
})
