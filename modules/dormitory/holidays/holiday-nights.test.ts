import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holidayPlan } from '#modules/outing/model/holiday.ts'
import { signTask } from '#modules/signIn/model/sign-task.ts'
import { nightSetting } from '../nights/model/night-setting.ts'
import { dormBuilding } from '../places/model/places.ts'
import { day, rulesOf } from '../places/testing.ts'
import { dormStay } from '../stays/model/stay.ts'
import { endTemporary } from '../stays/server/jobs.ts'
import type { Resident } from '../stays/testing-residents.ts'
import { holidayStay } from './model/holiday-stay.ts'
import { askStayers } from './server/stayer-nights.ts'
import { at, type HolidaySchool, holidaySchool } from './testing.ts'

let s: HolidaySchool
beforeAll(async () => {
  s = await holidaySchool()
})
afterAll(() => s.close())

const enter = (planId: string, people: readonly Resident[], more: Record<string, unknown> = {}) =>
  s.officer.post<{ entered: number }>('dorm/holidayStay/enter', {
    planId,
    studentNos: people.map(p => p.studentNo),
    from: day(1),
    to: day(5),
    reason: 'duty',
    lodging: 'ownBed',
    dutyTeacherId: s.ids.he,
    guardianAgreed: true,
    ...more,
  })
const evening = (n: number) => Date.parse(at(day(n), '17:00'))
const tasks = () => s.db.unscoped(signTask).all({ 'sourceType.like': 'stayerNight' }, { sort: ['beginTime'] })

describe('nights of stayers', () => {
  it('20-DH5 ask those who cannot sign in their building’s roll-call by a task of the responsible teacher, once a night, and nobody else', async () => {
    const planId = await s.plan({ holidayFrom: day(1), holidayTo: day(11), endTime: at(day(1), '20:00') })
    const [man] = s.men as [Resident, Resident]
    // the women's building uses fence check-in
    await s.db.update(dormBuilding, s.dorms.women, { fence: { lat: 26.38, lng: 106.64, radius: 200 } })
    expect((await enter(planId, [s.who(0), man])).data.entered).toBe(2)
    await Promise.all([askStayers(s.db, evening(1)), askStayers(s.db, evening(1))])
    expect(await tasks()).toMatchObject([{ teacherId: s.ids.he, kind: 'dorm', audience: { userIds: [man.actor.userId] }, ways: ['photo', 'staff'], state: 'published' }])
    await s.db.insert(nightSetting, {
      dormId: s.dorms.women,
      isSelf: false,
      isHead: true,
      isPatrol: false,
      isGate: false,
      openTime: '22:00',
      closeTime: '23:30',
      gateAfter: '18:00',
    })
    await askStayers(s.db, evening(2))
    const [, second] = await tasks()
    expect(second?.audience?.userIds?.toSorted()).toEqual([s.who(0).actor.userId, man.actor.userId].toSorted())
    expect([second?.beginTime, second?.endTime].map(x => new Date(x ?? 0).toISOString())).toEqual([at(day(2), '21:30'), at(day(2), '23:30')])
    // the last night is the one before departure
    expect([await askStayers(s.db, evening(5)), await askStayers(s.db, evening(0))]).toEqual([0, 0])
    expect(await tasks()).toHaveLength(2)
  })
})
describe('temporary beds', () => {
  it('20-DH2 are free again at noon of their last day: whoever slept there is checked out once and told, who never came is released', async () => {
    const [lived, never] = [s.who(1), s.who(2)]
    const stay = (who: Resident, n: number, more: Record<string, unknown>) =>
      s.db.insert(dormStay, {
        studentId: who.id,
        bedId: s.beds.women[n] as string,
        kind: 'temporary',
        source: 'manual',
        isOpen: true,
        plannedIn: day(-3),
        plannedOut: day(0),
        ...more,
      } as never)
    const a = await stay(lived, 40, { state: 'checkedIn', checkInAt: at(day(-3), '10:00'), checkInWay: 'desk' })
    const b = await stay(never, 41, { state: 'reserved' })
    expect(await s.db.tx(db => endTemporary(db, Date.parse(at(day(0), '11:59'))))).toBe(0)
    const noon = Date.parse(at(day(0), '12:05'))
    expect((await Promise.all([1, 2].map(() => s.db.tx(db => endTemporary(db, noon))))).toSorted()).toEqual([0, 2])
    expect([await s.stay(a.id), await s.stay(b.id)]).toMatchObject([
      { state: 'checkedOut', isOpen: false, checkOutNote: '临时住宿到期' },
      { state: 'cancelled', isOpen: false },
    ])
    const heard = async (event: string, who: Resident) => (await s.told(event)).filter(h => h.to.includes(who.actor.userId)).length
    expect((await heard('dormitory.checkedOut', lived)) + (await heard('dormitory.checkOutDebts', lived))).toBe(1)
    expect(await heard('dormitory.bedReleased', never)).toBe(1)
    // their own bed stays reserved
    expect(await s.db.unscoped(dormStay).count({ studentId: lived.id, kind: 'main', state: 'checkedIn' })).toBe(1)
  })
})
describe('a holiday that is not published', () => {
  it('20-DH1 has no stays, no beds and no form', async () => {
    const draft = {
      processType: 'holidayPlan',
      name: '未定的假期',
      beginTime: at(day(-1), '08:00'),
      endTime: at(day(1), '20:00'),
      audience: { roles: ['student'] },
      kind: 'winter',
    }
    const { id } = await s.db.insert(holidayPlan, { ...draft, holidayFrom: day(1), holidayTo: day(11), stayAllowed: true, stayNeedsApproval: true, state: 'draft' } as never)
    expect(rulesOf(await enter(id, [s.who(3)]))).toEqual(['unpublished'])
    expect(rulesOf(await s.officer.post('dorm/holidayClosing/place', { planId: id, expect: 0 }))).toEqual(['unpublished'])
    expect((await s.who(3).actor.get('dorm/holidayStay/form', { planId: id })).code).toBe(404)
    expect(await s.db.query(sql`select 1 from holiday_stay where plan_id = ${id}`)).toEqual([])
    expect(await s.db.unscoped(holidayStay).count({ planId: id })).toBe(0)
  })
})
