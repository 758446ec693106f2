import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { holidayDestination } from '#modules/outing/model/holiday.ts'
import type { Actor } from '#testing/school.ts'
import { nightLine } from '../nights/model/night-line.ts'
import { day, rulesOf } from '../places/testing.ts'
import { todoOf } from '../stays/testing.ts'
import type { Resident } from '../stays/testing-residents.ts'
import type { stayApplication } from './model/application.ts'
import type { centralPlan, simulate } from './model/closing-actions.ts'
import { holidayStay } from './model/holiday-stay.ts'
import { from, type HolidaySchool, holidaySchool, to } from './testing.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

/** Applied for and approved by all three. */
async function staying(who: Resident, planId: string, more: Record<string, unknown> = {}, manager = s.manager): Promise<string> {
  const made = await s.apply(who, planId, more)
  if (made.code !== 200) throw new Error(made.msg)
  for (const [by, fields] of [[s.fdy, { guardianAgreed: true }], [s.college], [manager]] as Array<[Actor, Record<string, unknown>?]>) {
    const said = await s.decide(by, made.data.instanceId, fields)
    if (said.code !== 200) throw new Error(said.msg)
  }
  return made.data.id
}

describe('staying', () => {
  it('20-DH1 is asked of counsellor, college and the building’s manager, and is the answer to the holiday from the first moment', async () => {
    const planId = await s.plan()
    const known = (await s.who(0).actor.get<OutputOf<typeof stayApplication.begin>>('dorm/holidayStay/form', { planId })).data
    expect(known).toMatchObject({ from, to, isMinor: false, problem: null, hasCentral: false })
    const made = await s.apply(s.who(0), planId)
    expect((await s.db.unscoped(holidayDestination).find({ planId, studentId: s.who(0).id }))?.choice).toBe('stay')
    expect(rulesOf(await s.apply(s.who(0), planId))).toEqual(['twice'])
    expect((await s.decide(s.fdy, made.data.instanceId, { guardianAgreed: false })).code).not.toBe(200)
    expect((await s.decide(s.fdy, made.data.instanceId, { guardianAgreed: true })).code).toBe(200)
    expect((await s.decide(s.college, made.data.instanceId)).code).toBe(200)
    expect(await todoOf(s.other, made.data.instanceId)).toBeUndefined()
    expect((await s.decide(s.manager, made.data.instanceId)).code).toBe(200)
    expect(await s.holidayStay(made.data.id)).toMatchObject({ state: 'approved', guardianAgreed: true, dutyTeacherId: s.ids.lin })
    expect((await s.who(0).actor.get<Array<OutputOf<typeof stayApplication.mine>>>('dorm/holidayStay/mine')).data.map(m => [m.state, m.dutyTeacher])).toEqual([
      ['approved', '林知夏'],
    ])
  })
  it('20-DH1 refused is no answer: the student is asked again, and may say that they leave', async () => {
    const planId = await s.plan()
    const made = await s.apply(s.who(1), planId)
    expect((await s.board(planId)).staying).toBe(1)
    expect((await s.decide(s.fdy, made.data.instanceId, undefined, 'reject')).code).toBe(200)
    expect(await s.board(planId)).toMatchObject({ staying: 0, unanswered: 8 })
    const { version } = (await s.db.unscoped(holidayDestination).find({ planId, studentId: s.who(1).id })) as { version: number }
    expect((await s.answer(s.who(1), planId, { version })).code).toBe(200)
    expect(await s.board(planId)).toMatchObject({ leaving: 1, unanswered: 7 })
  })
  it('20-DH1 ends when the student says later that they leave; of two phones that ask at once one is kept', async () => {
    const planId = await s.plan()
    const asked = await Promise.all([s.apply(s.who(2), planId), s.apply(s.who(2), planId)])
    expect(asked.map(a => a.code).sort()).toEqual([200, 422])
    const id = asked.find(a => a.code === 200)?.data.id ?? ''
    const { version } = (await s.db.unscoped(holidayDestination).find({ planId, studentId: s.who(2).id })) as { version: number }
    expect((await s.answer(s.who(2), planId, { version })).code).toBe(200)
    await s.server.settle()
    expect((await s.holidayStay(id)).state).toBe('cancelled')
    expect(await s.board(planId)).toMatchObject({ staying: 0, leaving: 1 })
  })
  it('20-DH1 is a plain answer where the plan says so, and makes a stayer with the counsellor as responsible teacher', async () => {
    const planId = await s.plan({ kind: 'short', stayNeedsApproval: false })
    expect(rulesOf(await s.apply(s.who(3), planId))).toEqual(['plain'])
    expect((await s.who(3).actor.post('outing/holidayDestination/answer', { planId, choice: 'stay' })).code).toBe(200)
    await s.server.settle()
    await s.server.settle()
    expect(await s.db.unscoped(holidayStay).all({ planId })).toMatchObject([{ source: 'plain', state: 'approved', studentId: s.who(3).id, dutyTeacherId: s.ids.lin }])
  })
  it('is refused outside the plan’s days and for whoever is not eighteen without a guardian, and agreed to by nobody before the family was spoken to', async () => {
    const planId = await s.plan({ stayReasons: ['study'] })
    expect(rulesOf(await s.apply(s.who(0), planId, { from: day(1) }))).toEqual(['outside'])
    expect(rulesOf(await s.apply(s.who(0), planId, { reason: 'far' }))).toEqual(['reasonOff'])
    await s.db.query(sql`update student set birth_date = ${day(-6000)}::date where id = ${s.who(0).id}`)
    expect(rulesOf(await s.apply(s.who(0), planId, { guardianName: null }))).toEqual(['whom'])
    const made = await s.apply(s.who(0), planId)
    expect(rulesOf(await s.decide(s.fdy, made.data.instanceId, { guardianAgreed: false }))).toEqual(['minor'])
    await s.db.query(sql`update student set birth_date = '2005-01-01' where id = ${s.who(0).id}`)
  })
  it('20-DH5 20-DH6 entered as a list by whoever organises work has a teacher from the start; lates and nights out bring it to be talked about and taken back', async () => {
    const planId = await s.plan({ holidayFrom: day(-5), holidayTo: day(5) })
    const enter = (studentNos: string[]) =>
      s.fdy.post<{ entered: number }>('dorm/holidayStay/enter', {
        planId,
        studentNos,
        from: day(-5),
        to: day(5),
        reason: 'duty',
        lodging: 'ownBed',
        dutyTeacherId: s.ids.he,
        guardianAgreed: false,
      })
    expect(rulesOf(await enter([s.who(4).studentNo, 'X0']))).toEqual(['unknown'])
    expect((await enter([s.who(4).studentNo, s.who(5).studentNo])).data.entered).toBe(2)
    expect(rulesOf(await enter([s.who(4).studentNo]))).toEqual(['done'])
    expect((await s.told('dormitory.holidayDuty')).at(-1)?.values).toMatchObject({ count: 2 })
    const [line] = await s.db.query<{ bedId: string; roomId: string; floorId: string; dormId: string }>(
      sql`select bed_id as "bedId", room_id as "roomId", floor_id as "floorId", dorm_id as "dormId" from dorm_stay where student_id = ${s.who(4).id}`,
    )
    await s.db.insertMany(
      nightLine,
      [-4, -3].map(n => ({ nightDate: day(n), studentId: s.who(4).id, ...line, expected: 'expected', result: 'absent', classId: s.ids.s2301, departmentId: s.ids.info })) as never,
    )
    const watched = () => s.fdy.get<Array<{ id: string; nightsOut: number }>>('dorm/holidayStay/watched', { planId })
    expect((await watched()).data).toMatchObject([{ nightsOut: 2 }])
    expect((await s.other.get<unknown[]>('dorm/holidayStay/watched', { planId })).data).toEqual([])
    const id = (await watched()).data[0]?.id ?? ''
    expect((await s.fdy.post('dorm/holidayStay/revoke', { id, reason: '两晚未归，已谈话' })).code).toBe(200)
    expect((await s.told('dormitory.holidayRevoked')).map(h => h.to)).toEqual([[s.who(4).actor.userId]])
    expect([(await s.holidayStay(id)).state, (await watched()).data.length, (await s.board(planId)).staying]).toEqual(['revoked', 0, 1])
  })
})

describe('central lodging', () => {
  it('20-DH2 gives stayers temporary beds of chosen floors, another’s only where the house is shared and the owner’s departure covers the days; the own bed stays theirs', async () => {
    const planId = await s.plan()
    const id = await staying(s.who(5), planId, { lodging: 'central' })
    const man = await staying(s.men[1] as Resident, planId, { lodging: 'central' }, s.other)
    const floors = await s.db.query<{ id: string; dormId: string }>(sql`select id, dorm_id as "dormId" from dorm_floor where tenant_id = ${s.tenantId}`)
    const shown = async () => (await s.officer.get<OutputOf<typeof centralPlan>>('dorm/holidayClosing/centralPlan', { planId })).data
    expect(await shown()).toMatchObject({ waiting: { male: 1, female: 1 }, fits: 0, left: 2 })
    expect((await s.officer.post('dorm/holidayClosing/central', { planId, floorIds: floors.map(f => f.id) })).code).toBe(200)
    // 48 beds each; six women and two men are residents
    expect((await shown()).beds).toEqual({ male: 46, female: 42 })
    await s.answer(s.who(0), planId)
    expect((await shown()).beds.female).toBe(42)
    await s.db.query(sql`update dorm_building set holiday_shared = true where id = ${s.dorms.women}`)
    expect((await shown()).beds.female).toBe(43)
    expect(rulesOf(await s.officer.post('dorm/holidayClosing/place', { planId, expect: 1 }))).toEqual(['changed'])
    expect((await s.officer.post('dorm/holidayClosing/place', { planId, expect: 2 })).data).toEqual({ placed: 2, left: 0 })
    const stays = await s.db.query<{ kind: string; state: string; from: string; to: string }>(
      sql`select kind, state, planned_in::text as "from", planned_out::text as "to" from dorm_stay where student_id = ${s.who(5).id} and is_open order by kind`,
    )
    expect(stays).toMatchObject([
      { kind: 'main', state: 'checkedIn' },
      { kind: 'temporary', state: 'reserved', from, to },
    ])
    expect((await s.holidayStay(id)).stayId).not.toBeNull()
    const used = floors.find(f => f.dormId === s.dorms.men)?.id
    expect(rulesOf(await s.officer.post('dorm/holidayClosing/central', { planId, floorIds: floors.filter(f => f.id !== used).map(f => f.id) }))).toEqual(['used'])
    // the revoked stay also loses its bed
    expect((await s.fdy.post('dorm/holidayStay/revoke', { id: man, reason: '家长接回' })).code).toBe(200)
    expect(await s.db.query(sql`select 1 from dorm_stay where student_id = ${(s.men[1] as Resident).id} and is_open and kind = 'temporary'`)).toEqual([])
    const saved = (await s.officer.get<OutputOf<typeof simulate>>('dorm/holidayClosing/simulate', { planId, rooms: 1 })).data
    expect(saved).toMatchObject({ nights: 10, daysSaved: 10, closable: [expect.stringContaining('竹苑2栋')] })
  })
})
