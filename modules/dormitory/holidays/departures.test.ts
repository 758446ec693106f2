import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { holidayPlan } from '#modules/outing/model/holiday.ts'
import { upload } from '#testing/roster.ts'
import { dormRoom } from '../places/model/places.ts'
import { day, rulesOf } from '../places/testing.ts'
import { expectedPresence } from '../stays/server/presence.ts'
import type { Resident } from '../stays/testing-residents.ts'
import type { myLeaving } from './model/actions.ts'
import type { closingRooms, overdueReturns } from './model/closing-actions.ts'
import { holidayDeparture } from './model/departure.ts'
import { escalateReturns } from './server/returns.ts'
import { at, from, type HolidaySchool, holidaySchool, to } from './testing.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

const close = (planId: string, dormId: string, who = s.officer) => who.post<{ done: number }>('dorm/holidayClosing/close', { planId, dormId, from, to })
const passage = async (who: Resident, direction: 'in' | 'out', eventAt: string) => {
  await s.db.emit('dormitory.passage', { studentId: who.id, direction, eventAt, deviceId: null })
  await s.server.settle()
}
const departure = async (who: Resident, planId: string) => s.db.unscoped(holidayDeparture).find({ studentId: who.id, planId })
const doorCodeOf = async (roomId: string) =>
  (await s.manager.get<Array<{ roomId: string; code: string }>>('dorm/dormStay/doorCodes', { dormId: s.dorms.women })).data.find(d => d.roomId === roomId)?.code ?? ''

describe('leaving', () => {
  it('20-DH4 is what the gate saw last; who comes in again has not left, and whoever is the last of the room hears what to look after', async () => {
    const planId = await s.plan({ holidayFrom: day(0), holidayTo: day(8) })
    for (const n of [0, 1, 2, 3]) await s.answer(s.who(n), planId, { leaveAt: new Date(Date.now() - HOUR_MS).toISOString(), backPlanned: at(day(8), '18:00') })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await passage(s.who(0), 'out', ago(50))
    expect(await departure(s.who(0), planId)).toMatchObject({ way: 'gate' })
    await passage(s.who(0), 'in', ago(40))
    expect(await departure(s.who(0), planId)).toBeUndefined()
    for (const n of [0, 1, 2]) await passage(s.who(n), 'out', ago(30 - n))
    expect((await s.told('dormitory.holidayLastOut')).map(h => h.to)).toEqual([[s.who(3).actor.userId]])
    const last = ago(5)
    await passage(s.who(0), 'out', last)
    expect(Date.parse((await departure(s.who(0), planId))?.departedAt ?? '')).toBe(Date.parse(last))
    expect((await expectedPresence(s.db, day(1), { studentIds: [s.who(0).id] })).get(s.who(0).id)).toMatchObject({ expected: 'excused', source: 'departure' })
    // the last one scans the door code: three checks and a photo
    const [room] = await s.db.query<{ id: string }>(sql`select room_id as id from dorm_stay where student_id = ${s.who(3).id}`)
    const code = await doorCodeOf(room?.id ?? '')
    const leave = (more: Record<string, unknown> = {}) => s.who(3).actor.post<{ isLast: boolean }>('dorm/holidayDeparture/leave', { planId, code, ...more })
    expect((await s.who(3).actor.get<Array<OutputOf<typeof myLeaving>>>('dorm/holidayDeparture/mine')).data.find(m => m.planId === planId)).toMatchObject({
      isLast: true,
      canLeave: true,
      here: [],
    })
    expect(rulesOf(await leave())).toEqual(['unsafe'])
    expect(rulesOf(await leave({ power: true, windows: true, door: true }))).toEqual(['unsafe'])
    const { data: photo } = await upload<{ fileId: string }>(
      s.who(3).actor,
      'oss/oss/endpoint/put-file',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64'),
      '房间.png',
    )
    const left = await leave({ power: true, windows: true, door: true, photos: [photo.fileId] })
    expect([left.code, left.data?.isLast]).toEqual([200, true])
    expect(rulesOf(await s.who(3).actor.post('dorm/holidayDeparture/leave', { planId, code: 'x' }))).toEqual(['code'])
    expect((await s.board(planId)).dorms.find(d => d?.dormId === s.dorms.women)).toMatchObject({ left: 4, unsafe: 1 })
  })
  it('20-DH3 a building with somebody who neither answered nor left is not closed; the list comes first, and closed rooms expect nobody', async () => {
    const planId = await s.plan()
    expect(rulesOf(await close(planId, s.dorms.women))).toEqual(['unanswered'])
    for (const w of s.women.slice(0, 4)) await s.answer(w, planId)
    const refused = await close(planId, s.dorms.women)
    expect(refused.msg).toContain('2 人')
    const rooms = (await s.manager.get<Array<OutputOf<typeof closingRooms>>>('dorm/holidayClosing/rooms', { planId, dormId: s.dorms.women, isOpen: true })).data
    expect(rooms.flatMap(r => r.residents.map(x => x?.stands))).toEqual(['leaving', 'leaving', 'leaving', 'leaving', 'unanswered', 'unanswered'])
    // left without an answer: recorded by hand
    const note = (ids: string[], by = s.manager) => by.post<{ done: number }>('dorm/holidayDeparture/note', { planId, studentIds: ids })
    expect((await note([s.who(4).id], s.other)).code).toBe(404)
    expect((await note(s.women.slice(4).map(w => w.id))).data.done).toBe(2)
    const noted =
      await s.db.query(sql`select 1 from operation_log where tenant_id = ${s.tenantId} and biz_type = 'holidayDeparture' and action = 'add' and user_id = ${s.manager.userId}
      and biz_id in (select id from holiday_departure where plan_id = ${planId})`)
    expect(noted.length).toBe(2)
    expect(rulesOf(await close(planId, s.dorms.women))).toEqual(['present'])
    expect((await note(s.women.slice(0, 4).map(w => w.id))).data.done).toBe(4)
    expect((await close(planId, s.dorms.women, s.other)).code).toBe(404)
    expect((await close(planId, s.dorms.women, s.manager)).data.done).toBe(12)
    expect((await s.db.unscoped(dormRoom).all({ dormId: s.dorms.women })).every(r => r.closedFrom === from && r.closedTo === to)).toBe(true)
    expect((await s.manager.post<{ done: number }>('dorm/holidayClosing/open', { planId, dormId: s.dorms.women })).data.done).toBe(12)
    const roomId = rooms[0]?.roomId ?? ''
    expect((await s.manager.post('dorm/holidayDeparture/safe', { planId, roomId })).code).toBe(200)
    expect((await s.board(planId, s.manager)).dorms.map(d => [d?.label, d?.unsafe])).toEqual([['兰苑1栋', 1]].map(([l, n]) => [expect.stringContaining(String(l)), n]))
    expect((await s.board(planId, s.other)).dorms.map(d => d?.residents)).toEqual([2])
  })
  it('20-DH7 who is not back by the hour is a case of the counsellor’s, handled like an absence, carried on where nobody does, and closed by the return', async () => {
    const planId = await s.plan()
    for (const w of s.women.slice(0, 3)) await s.answer(w, planId)
    await s.db.update(holidayPlan, planId, { holidayFrom: day(-9), holidayTo: day(-1), state: 'closed' })
    await s.db.query(sql`update holiday_destination set leave_at = ${at(day(-9), '09:00')}, back_planned = ${at(day(-1), '18:00')} where plan_id = ${planId}`)
    await s.db.query(sql`update holiday_destination set back_at = ${at(day(-1), '17:00')} where plan_id = ${planId} and student_id = ${s.who(2).id}`)
    expect([await escalateReturns(s.db), await escalateReturns(s.db)]).toEqual([2, 0])
    const late = async (by = s.fdy) => (await by.get<Array<OutputOf<typeof overdueReturns>>>('dorm/holidayClosing/overdue', { planId })).data
    expect((await late()).map(l => l.handling)).toEqual(['open', 'open'])
    const heard = async () => (await s.told('dormitory.holidayLate')).map(h => h.to[0])
    expect(await heard()).toEqual([s.fdy.userId, s.fdy.userId])
    const handle = (more: Record<string, unknown>) => s.fdy.post('dorm/holidayClosing/handle', { destinationId: '', ...more })
    const [first, second] = await late()
    expect(rulesOf(await handle({ destinationId: first?.destinationId, state: 'notFound' }))).toEqual(['nextStepMissing'])
    expect((await handle({ destinationId: first?.destinationId, state: 'withFamily', note: '车票改签，明天返校' })).code).toBe(200)
    await s.db.query(sql`update holiday_overdue set opened_at = now() - interval '61 minutes' where tenant_id = ${s.tenantId}`)
    await escalateReturns(s.db)
    expect((await heard()).slice(2)).toEqual([s.college.userId])
    await s.fdy.post('outing/holidayDestination/close', { ids: [second?.destinationId] })
    await escalateReturns(s.db)
    expect((await late()).map(l => l.handling)).toEqual(['withFamily'])
  })
})
