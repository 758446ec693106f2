import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import type { Resident } from '../stays/testing-residents.ts'
import type { tempTonight } from './model/actions.ts'
import { tempLocation } from './model/temp-location.ts'
import { begin, escalateOverdue, remindDue } from './server/jobs.ts'
import { at, form, nights, type TempSchool, tempSchool } from './testing.ts'

let s: TempSchool
let mei: Resident
let yun: Resident
let hao: Resident
beforeAll(async () => {
  s = await tempSchool()
  ;({ mei, yun, hao } = s)
})
afterAll(() => s.close())

describe('a night', () => {
  it('20-DT5 is excused as soon as it is agreed to, and expected again as soon as somebody is back', async () => {
    await s.clear()
    const id = await s.agreed(mei, form(nights(day(1), 2)))
    expect(await s.presence(mei, day(1))).toMatchObject({ expected: 'excused', source: 'tempLocation' })
    expect(await s.presence(mei, day(2))).toMatchObject({ expected: 'excused' })
    expect([(await s.presence(mei, day(3)))?.expected, (await s.presence(mei, today()))?.expected]).toEqual(['expected', 'expected'])
    const back = () => mei.actor.post<{ actualNights: number }>('dorm/tempLocation/comeBack', { id })
    expect(rulesOf(await back())).toEqual(['notBegun'])
    // begun yesterday, with two nights left
    await s.db.update(tempLocation, id, { from: at(day(-2), '18:00'), to: at(day(2), '12:00'), state: 'active' })
    expect((await s.presence(mei, day(1)))?.expected).toBe('excused')
    const answer = await back()
    expect([answer.code, answer.data.actualNights]).toEqual([200, expect.any(Number)])
    expect((await s.row(id)).actualNights).toBeLessThan(4)
    expect([(await s.presence(mei, day(1)))?.expected, (await s.presence(mei, day(-2)))?.expected]).toEqual(['expected', 'excused'])
    expect(rulesOf(await back())).toEqual(['state'])
  })
  it('20-DT5 ends for whom staff note as back, inside their scope and not before they left', async () => {
    await s.clear()
    const ids = [await s.agreed(mei, form(nights(day(1), 1))), await s.agreed(yun, form(nights(day(1), 1)))]
    await s.db.query(sql`update temp_location set state = 'active', "from" = now() - interval '20 hours', "to" = now() + interval '5 hours' where id = any(${ids}::uuid[])`)
    const close = (by: Actor, given: Record<string, unknown> = {}) => by.post<{ closed: number }>('dorm/tempLocation/close', { ids, ...given })
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await close(art)).code).toBe(404)
    expect(rulesOf(await close(s.fdy, { backAt: new Date(Date.now() + HOUR_MS).toISOString() }))).toEqual(['future'])
    expect(rulesOf(await close(s.fdy, { backAt: new Date(Date.now() - 30 * HOUR_MS).toISOString() }))).toEqual(['before'])
    expect((await close(s.fdy)).data).toEqual({ closed: 2 })
    expect((await s.told('dormitory.tempClosed')).map(h => h.bizId).sort()).toEqual([...ids].sort())
    expect(rulesOf(await close(s.fdy))).toEqual(['state'])
  })
  it('20-DT4 nobody came back from two hours after the end is looked for once, and the next night is expected', async () => {
    await s.clear()
    const id = await s.agreed(mei, form(nights(day(3), 1)))
    const { to } = await s.row(id)
    const end = Date.parse(to)
    expect(await begin(s.db, Date.parse(at(day(3), '18:00')))).toBe(1)
    expect([await remindDue(s.db, end - HOUR_MS), await remindDue(s.db, end - HOUR_MS)]).toEqual([1, 0])
    expect([await escalateOverdue(s.db, end + 1.9 * HOUR_MS), (await s.row(id)).state]).toEqual([0, 'active'])
    expect([await escalateOverdue(s.db, end + 2 * HOUR_MS), (await s.row(id)).state]).toEqual([1, 'overdue'])
    expect(await escalateOverdue(s.db, end + 3 * HOUR_MS)).toBe(0)
    const heard = (await s.told('dormitory.tempOverdue')).filter(h => h.bizId === id)
    expect(heard).toHaveLength(2)
    expect([(await s.presence(mei, day(3)))?.expected, (await s.presence(mei, day(4)))?.expected]).toEqual(['excused', 'expected'])
    expect((await s.told('dormitory.tempDue')).filter(h => h.bizId === id)).toHaveLength(1)
    await s.db.update(tempLocation, id, { state: 'closed', backAt: new Date(end + 3 * HOUR_MS).toISOString() })
    expect([await escalateOverdue(s.db, end + 30 * HOUR_MS), (await s.row(id)).state]).toEqual([0, 'closed'])
  })
  it('is either cancelled or begun when both happen at once', async () => {
    await s.clear()
    const id = await s.agreed(mei, form(nights(day(3), 1)))
    const later = Date.parse(at(day(3), '19:00'))
    const [answer] = await Promise.all([mei.actor.post('dorm/tempLocation/cancel', { id, reason: '不去了' }), s.db.tx(db => begin(db, later))])
    expect((await s.row(id)).state).toBe(answer.code === 200 ? 'cancelled' : 'active')
    expect((await mei.actor.post('dorm/tempLocation/cancel', { id, reason: '不去了' })).code).toBe(422)
  })
  it('20-DT6 reads “excused” and nothing else for whoever runs the building, and only of their own', async () => {
    await s.clear()
    await s.agreed(mei, form(nights(day(1), 1), { placeType: 'hospital', reason: '住院观察' }))
    await s.agreed(hao, form(nights(day(1), 1)))
    const night = (by: Actor) => by.get<OutputOf<typeof tempTonight>>('dorm/tempLocation/tonight', { night: day(1) })
    const { data } = await night(s.manager)
    expect(data.dorms.map(d => [d?.fullName, d?.students.length])).toEqual([[expect.stringContaining('兰苑1栋'), 1]])
    expect(Object.keys(data.dorms[0]?.students[0] ?? {}).sort()).toEqual(['bedNo', 'className', 'expected', 'name', 'roomNo', 'studentId', 'studentNo'])
    expect(data.dorms[0]?.students[0]).toMatchObject({ studentId: mei.id, expected: 'excused', roomNo: '101' })
    expect(JSON.stringify(data)).not.toMatch(/住院|hospital|云岩/)
    expect((await night(s.other)).data.dorms.map(d => d?.students.map(x => x?.studentId))).toEqual([[hao.id]])
    expect((await night(s.officer)).data.dorms).toHaveLength(2)
    const codes = await Promise.all([
      s.manager.get('dorm/tempLocation/list'),
      s.manager.post('dorm/tempLocation/close', { ids: [mei.id] }),
      mei.actor.get('dorm/tempLocation/tonight'),
    ])
    expect(codes.map(a => a.code)).toEqual([403, 403, 403])
  })
  it('is listed for counsellor, college and office within their scope, with the address masked', async () => {
    const list = async (by: Actor) => (await by.get<{ result: Array<{ studentId: string; address: string }> }>('dorm/tempLocation/list', { state: 'approved' })).data.result
    expect((await list(s.fdy)).map(r => r.studentId).sort()).toEqual([mei.id, hao.id].sort())
    expect((await list(s.college)).every(r => r.address.includes('*'))).toBe(true)
    expect(await list(s.officer)).toHaveLength(2)
    expect(await list(await s.as({ roles: ['college'], departmentId: s.ids.art }))).toEqual([])
    expect((await s.fdy.get('dorm/tempLocation/counts')).data).toEqual({ away: 0, overdue: 0, pending: 0 })
  })
  it('is over for whoever studies here no longer, begun or not', async () => {
    await s.clear()
    const ahead = await s.agreed(hao, form(nights(day(3), 1)))
    const waiting = await s.applied(hao, form(nights(day(6), 1)))
    const now = await s.agreed(hao, form(nights(day(9), 1)))
    await s.db.query(sql`update temp_location set state = 'active', "from" = now() - interval '5 hours', "to" = now() + interval '20 hours' where id = ${now}`)
    await s.db.emit('student.statusChanged', { studentId: hao.id, from: 'active', to: 'suspended' })
    await s.server.settle()
    expect(await Promise.all([ahead, waiting.id, now].map(async id => (await s.row(id)).state))).toEqual(['cancelled', 'cancelled', 'closed'])
  })
})
