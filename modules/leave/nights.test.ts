import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { leave } from './model/leave.ts'
import { excusedByLeave, onLeaveAt } from './server/api.ts'
import { applied, approved, at, formOf, type LeaveSchool, leaveSchool } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await leaveSchool()
})
afterAll(() => s.close())
const someone = () => s.newStudent(s.ids.s2301, '陈思远')

describe('where a leave lets its student be', () => {
  it('20-L15 excuses the nights it covers at once, and no other', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, addDays(s.monday, 1), { leavesCampus: true, leavesCity: true, cantonCode: '110101' }), who.actor)
    const night = (date: string) => excusedByLeave(s.db, { from: at(date, '23:00'), to: at(addDays(date, 1), '06:00') }, [who.id])
    expect([...(await night(s.monday))]).toEqual([[who.id, row.leaveNo]])
    expect((await night(addDays(s.monday, 1))).size).toBe(0)
    expect((await night(addDays(s.monday, -1))).size).toBe(0)
    expect([...(await onLeaveAt(s.db, at(s.monday, '10:00'), [who.id, s.studentId]))]).toEqual([who.id])
    await who.actor.post('leave/leave/cancel', { id: row.id, reason: 'x' })
    expect((await night(s.monday)).size).toBe(0)
  })
  it('20-L15 excuses nobody who stays on the campus, nor before the approval', async () => {
    const [stays, waits] = [await someone(), await someone()]
    await approved(s, formOf(s, s.monday, addDays(s.monday, 1)), stays.actor)
    await applied(s, formOf(s, s.monday, addDays(s.monday, 1), { leavesCampus: true, cantonCode: '110101' }), waits.actor)
    expect(await excusedByLeave(s.db, { from: at(s.monday, '23:00'), to: at(addDays(s.monday, 1), '06:00') }, [stays.id, waits.id])).toEqual(new Map())
  })
  it('20-L15 excuses no night after its end, however late the student was back', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, addDays(s.monday, 1), { leavesCampus: true, leavesCity: true, cantonCode: '110101' }), who.actor)
    await s.db.update(leave, row.id, { state: 'closed', backAt: at(addDays(s.monday, 3), '09:00') })
    const night = async (date: string) => (await excusedByLeave(s.db, { from: at(date, '23:00'), to: at(addDays(date, 1), '06:00') }, [who.id])).size
    expect([await night(s.monday), await night(addDays(s.monday, 1)), await night(addDays(s.monday, 2))]).toEqual([1, 0, 0])
    expect((await onLeaveAt(s.db, at(addDays(s.monday, 2), '10:00'), [who.id])).size).toBe(0)
  })
})
