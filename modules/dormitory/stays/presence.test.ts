import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { holidayDestination, holidayPlan } from '#modules/outing/model/holiday.ts'
import { today } from '#server/base/today.ts'
import { addRegistration } from '#testing/registrations.ts'
import { curfewProfile } from '../places/model/curfew.ts'
import { dormBed, dormBuilding, dormRoom } from '../places/model/places.ts'
import { day, rulesOf } from '../places/testing.ts'
import { presenceException } from './model/presence.ts'
import { expectedPresence, presenceExcuses } from './server/presence.ts'
import { livingIn, type StaySchool, staySchool } from './testing.ts'

let s: StaySchool
beforeAll(async () => {
  s = await staySchool()
})
afterAll(() => s.close())

type Student = { id: string; studentNo: string }
let next = 0
const bed = (): string => s.beds.women[next++] as string
/** So many students, as a tuple. */
const some = async (n: number) => (await s.students(n)) as unknown as readonly [Student, Student, Student]
const one = async () => (await s.students(1))[0] as Student

describe('expected presence', () => {
  const NIGHT = today()
  const of = async (id: string, night = NIGHT) => (await expectedPresence(s.db, night, { studentIds: [id] })).get(id)
  it('is answered for whoever sleeps in, and excused by what covers the night from curfew to gate opening', async () => {
    const [a, b, c] = await some(3)
    const bedId = bed()
    await livingIn(s, a, bedId)
    await livingIn(s, b, bed())
    expect(await of(a.id)).toMatchObject({ expected: 'expected', source: null, bedId, dormId: s.dorms.women })
    expect(await of(c.id)).toMatchObject({ expected: 'notResident', source: 'stay' })
    const [type] = await s.db.unscoped(leaveType).all()
    const away = (from: string, to: string) =>
      s.db.insert(leave, {
        leaveNo: `QJT${Math.random()}`,
        studentId: a.id,
        typeId: type?.id ?? '',
        startAt: from,
        endAt: to,
        days: 1,
        state: 'approved',
        leavesCampus: true,
        leavesCity: false,
      } as never)
    const row = await away(`${NIGHT}T18:00:00+08:00`, `${day(1)}T05:00:00+08:00`)
    expect((await of(a.id))?.expected).toBe('expected')
    await s.db.update(leave, row.id, { endAt: `${day(1)}T12:00:00+08:00` })
    expect(await of(a.id)).toMatchObject({ expected: 'excused', source: 'leave', note: row.leaveNo })
    // the shorter leave also covers a building that opens its gate early
    await s.db.update(leave, row.id, { endAt: `${day(1)}T05:00:00+08:00` })
    await s.db.update(curfewProfile, s.profileId, {
      exceptions: [{ date: NIGHT, dormId: s.dorms.women, curfew: '21:00', cutOff: '22:00', gateOpening: '04:30', reason: '大扫除' }],
    })
    expect((await of(a.id))?.source).toBe('leave')
    await s.db.update(curfewProfile, s.profileId, { exceptions: null })
    const without = addRegistration(s.server.core.registry, presenceExcuses, {
      code: 'test',
      source: 'tempLocation',
      covers: async (_db, { studentIds }) => new Map(studentIds.filter(id => id === b.id).map(id => [id, '外宿'])),
    })
    expect(await of(b.id)).toMatchObject({ expected: 'excused', source: 'tempLocation', note: '外宿' })
    without()
    const { roomId } = await s.db.unscoped(dormBed).one(bedId)
    await s.db.update(dormRoom, roomId, { closedFrom: NIGHT, closedTo: NIGHT })
    expect((await of(a.id))?.source).toBe('closed')
    expect((await of(a.id, day(1)))?.expected).toBe('expected')
    await s.db.update(dormRoom, roomId, { closedFrom: null, closedTo: null })
    await s.db.query(sql`update student set status = 'suspended' where id = ${a.id}`)
    expect(await of(a.id)).toMatchObject({ expected: 'notResident', source: 'status' })
  })
  it('is excused by a registered departure for the holiday until the planned or the earlier actual return, and not by staying', async () => {
    const who = await one()
    await livingIn(s, who, bed())
    const plan = await s.db.insert(holidayPlan, {
      name: '国庆假期',
      processType: 'holidayPlan',
      kind: 'short',
      holidayFrom: NIGHT,
      holidayTo: day(3),
      beginTime: `${day(-3)}T00:00:00+08:00`,
      endTime: `${day(-1)}T00:00:00+08:00`,
      audience: { all: true },
      state: 'published',
    } as never)
    const answer = await s.db.insert(holidayDestination, {
      planId: plan.id,
      studentId: who.id,
      choice: 'home',
      leaveAt: `${NIGHT}T17:00:00+08:00`,
      backPlanned: `${day(3)}T18:00:00+08:00`,
      answeredAt: new Date().toISOString(),
    } as never)
    expect(await of(who.id)).toMatchObject({ expected: 'excused', source: 'departure', note: '国庆假期' })
    expect((await of(who.id, day(3)))?.expected).toBe('expected')
    await s.db.update(holidayDestination, answer.id, { backAt: `${day(1)}T20:00:00+08:00` })
    expect([(await of(who.id))?.expected, (await of(who.id, day(1)))?.expected]).toEqual(['excused', 'expected'])
    await s.db.update(holidayDestination, answer.id, { choice: 'stay', leaveAt: null, backPlanned: null, backAt: null })
    expect((await of(who.id))?.expected).toBe('expected')
  })
  it('is excused for a class or one of its students by a registered absence, entered inside one’s own scope', async () => {
    const who = await one()
    await livingIn(s, who, bed())
    const add = (body: Record<string, unknown>, by = s.college) => by.post<{ id: string }>('dorm/presenceException/add', { from: NIGHT, to: day(2), reason: 'internship', ...body })
    expect(rulesOf(await add({}))).toEqual(['whom'])
    expect(rulesOf(await add({ studentId: who.id, classId: s.ids.n2301 }))).toEqual(['otherClass'])
    expect(rulesOf(await add({ studentId: who.id, to: day(-1) }))).toEqual(['order'])
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await add({ classId: s.ids.s2301 }, art)).code).not.toBe(200)
    const made = await add({ classId: s.ids.s2301 })
    expect(made.code).toBe(200)
    expect(await of(who.id)).toMatchObject({ expected: 'excused', source: 'exception' })
    expect((await of(who.id, day(2)))?.expected).toBe('expected')
    expect((await s.fdy.get<{ result: unknown[] }>('dorm/presenceException/list')).data.result).toHaveLength(1)
    expect((await art.get<{ result: unknown[] }>('dorm/presenceException/list')).data.result).toHaveLength(0)
    await s.db.remove(presenceException, made.data.id)
    await add({ studentId: who.id })
    expect((await of(who.id))?.source).toBe('exception')
  })
})
describe('a building that is closed', () => {
  it('30-BO2 with people in it becomes a todo of the office, and their nights are judged anew, until it is empty', async () => {
    const who = await one()
    await livingIn(s, who, bed())
    const { buildingId } = await s.db.unscoped(dormBuilding).one(s.dorms.women)
    expect((await s.officer.post('base/building/close', { id: buildingId, from: day(2), to: day(9), reason: '检修' })).code).toBe(200)
    await s.server.settle()
    const todos = () => s.db.query<{ title: string; state: string }>(sql`select title, state from todo where user_id = ${s.officer.userId} and biz_type = 'dormClosed'`)
    expect(await todos()).toMatchObject([{ title: expect.stringContaining('请安排调宿'), state: 'open' }])
    const [told] = await s.db.query<{ n: number }>(
      sql`select count(*)::int as n from outbox where event = 'dormitory.presenceChanged' and payload ->> 'studentId' = ${who.id} and payload ->> 'from' = ${day(2)}`,
    )
    expect(told?.n).toBe(1)
    await s.db.query(sql`update dorm_stay set state = 'checkedOut', is_open = false, check_out_at = now() where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women}`)
    await s.db.emit('dormitory.stayEnded', { studentId: who.id, reason: 'change', on: day(0) })
    await s.server.settle()
    expect((await todos())[0]?.state).toBe('done')
  })
})
