import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { refused, rulesOf } from '../places/testing.ts'
import { moveInChoice, moveInPlan } from './model/move-in-plan.ts'
import { remindTomorrow } from './server/arrivals.ts'
import { type Arriving, type Load, type Mine, type MoveInSchool, moveInSchool, type SlotNow } from './testing-move-in.ts'

let s: MoveInSchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
let who: Arriving[]
let plan: { id: string; slots: string[] }
const add = (more: Record<string, unknown> = {}, by = s.officer) =>
  by.post<{ id: string }>('dorm/moveInPlan/add', { dormId: s.dorms.men, day: s.theDay, fromTime: '08:00', toTime: '10:00', slotMinutes: 30, places: 2, ...more })
const choices = () => s.db.unscoped(moveInChoice).all({}, { sort: ['chosenAt'] })
/** Moves a plan's slots and choices, so that the first begins in this many minutes. */
const beginIn = (planId: string, minutes: number) =>
  s.db.query(sql`with moved as (update move_in_slot x set begin_at = now() + make_interval(mins => ${minutes}::int) + (x.begin_at - f.first), end_at = now() + make_interval(mins => ${minutes}::int) + (x.end_at - f.first)
      from (select min(begin_at) as first from move_in_slot where tenant_id = ${s.tenantId} and plan_id = ${planId}) f where x.tenant_id = ${s.tenantId} and x.plan_id = ${planId} returning x.id, x.begin_at, x.end_at)
    update move_in_choice c set begin_at = moved.begin_at, end_at = moved.end_at from moved where c.tenant_id = ${s.tenantId} and c.slot_id = moved.id`)

beforeAll(async () => {
  s = await moveInSchool()
  told = captureNotifications(s.server)
  who = await s.arriving(8)
})
afterAll(() => s.close())

describe('moving days', () => {
  it('are planned by the office in whole slots, on days to come, one a building and day', async () => {
    expect(rulesOf(await add({ toTime: '09:50' }))).toEqual(['uneven'])
    expect(rulesOf(await add({ toTime: '07:00' }))).toEqual(['order'])
    expect(rulesOf(await add({ day: addDays(s.theDay, -3) }))).toEqual(['past'])
    expect((await add({}, s.manager)).code).toBe(403)
    expect((await add()).code).toBe(200)
    expect((await add()).code).not.toBe(200)
  })
  it('are copied to further buildings and days as drafts; what is planned there stays', async () => {
    const [own] = await s.db.unscoped(moveInPlan).all({ dormId: s.dorms.men })
    const copy = (more: Record<string, unknown>) =>
      s.officer.post<{ made: number; kept: number }>('dorm/moveInPlan/copy', { id: own?.id, dormIds: [s.dorms.women, s.dorms.men], ...more })
    expect(rulesOf(await copy({ from: s.theDay, to: addDays(s.theDay, 14) }))).toEqual(['long'])
    expect(rulesOf(await copy({ from: s.theDay, to: addDays(s.theDay, -1) }))).toEqual(['order'])
    expect((await copy({ from: addDays(s.theDay, 1), to: addDays(s.theDay, 2) })).data).toEqual({ made: 4, kept: 0 })
    expect((await copy({ to: addDays(s.theDay, 1) })).data).toEqual({ made: 1, kept: 3 })
    expect((await s.db.unscoped(moveInPlan).all()).every(p => p.state === 'draft' && p.places === 2 && p.toTime === '10:00')).toBe(true)
    await s.db.query(sql`delete from move_in_plan where tenant_id = ${s.tenantId}`)
  })
  it('tell those who are awaited in the building about that day once they are published, and nobody else', async () => {
    const [late] = await s.arriving(1, 20, addDays(s.theDay, 30))
    plan = await s.open({ note: '从南门进' })
    const heard = await told('dormitory.moveInOpen')
    expect(heard.flatMap(h => h.to).sort()).toEqual(who.map(w => w.actor.userId).sort())
    expect((await late?.actor.get<Mine[]>('dorm/moveInChoice/mine'))?.data).toEqual([])
    expect(plan.slots).toHaveLength(4)
  })
})

describe('an arrival slot', () => {
  it('is chosen by the student, shown with what is left, and confirmed', async () => {
    const [me] = who as [Arriving]
    const before = await me.actor.get<Mine[]>('dorm/moveInChoice/mine')
    expect(before.data).toMatchObject([{ stayId: me.stayId, own: null, days: [{ day: s.theDay, note: '从南门进' }], changeMinutes: 60 }])
    expect((await s.choose(me, plan.slots[0])).code).toBe(200)
    expect(await s.taken(plan.id)).toEqual([1, 0, 0, 0])
    const after = await me.actor.get<Mine[]>('dorm/moveInChoice/mine')
    expect(after.data[0]?.own).toMatchObject({ slotId: plan.slots[0], mayChange: true })
    expect((await told('dormitory.moveInChosen', me.actor.userId)).map(h => h.values)).toMatchObject([{ slot: `${s.theDay} 08:00–08:30`, minutes: 60, note: '从南门进' }])
    const slots = await me.actor.get<SlotNow[]>('dorm/moveInChoice/slots', { dormId: s.dorms.women })
    expect(slots.data.map(x => x.places)).toEqual([2, 2, 2, 2])
  })
  it('is changed and given up again: the place is free in the same moment', async () => {
    const [me] = who as [Arriving]
    expect((await s.choose(me, plan.slots[2])).code).toBe(200)
    expect((await s.choose(me, plan.slots[2])).code).toBe(200)
    expect(await s.taken(plan.id)).toEqual([0, 0, 1, 0])
    expect((await me.actor.post('dorm/moveInChoice/withdraw', { stayId: me.stayId })).code).toBe(200)
    expect(await s.taken(plan.id)).toEqual([0, 0, 0, 0])
    expect(rulesOf(await me.actor.post('dorm/moveInChoice/withdraw', { stayId: me.stayId }))).toEqual(['none'])
  })
  it('is refused in another building, far from the own day, for a bed of somebody else, and to staff', async () => {
    const [me, other] = who as [Arriving, Arriving]
    const men = await s.open({ dormId: s.dorms.men })
    expect(rulesOf(await s.choose(me, men.slots[0]))).toEqual(['otherDorm'])
    const far = await s.open({ day: addDays(s.theDay, 8) })
    expect(rulesOf(await s.choose(me, far.slots[0]))).toEqual(['otherDay'])
    expect((await s.choose({ ...me, stayId: other.stayId }, plan.slots[0])).code).toBe(404)
    expect((await s.choose({ ...me, actor: s.manager }, plan.slots[0])).code).toBe(403)
    expect(rulesOf(await s.choose(me, '00000000-0000-4000-8000-000000000000'))).toEqual(['gone'])
    await s.officer.post('dorm/moveInPlan/retract', { id: far.id })
  })
  it('when full says so and names the nearest that are free, in the language of the reader', async () => {
    const [a, b, c] = who as [Arriving, Arriving, Arriving]
    await s.choose(a, plan.slots[1])
    await s.choose(b, plan.slots[1])
    const answer = await s.choose(c, plan.slots[1])
    const near = ['08:00–08:30', '09:00–09:30', '09:30–10:00'].map(h => `${s.theDay} ${h}（剩 2）`).join('、')
    expect(refused(answer)).toEqual(['full', `${s.theDay} 08:30–09:00 已约满，附近还有：${near}`])
    const english = await c.actor.post<never>('dorm/moveInChoice/choose', { stayId: c.stayId, slotId: plan.slots[1] }, { 'accept-language': 'en' })
    expect(refused(english)[1]).toMatch(/^[^\u3400-\u9fff\uff00-\uffef]+$/)
    expect(await s.taken(plan.id)).toEqual([0, 2, 0, 0])
  })
  it('20-DR2 once the student has moved in counts as come, early or late', async () => {
    const [a, b] = who as [Arriving, Arriving]
    await s.db.query(sql`update dorm_stay set planned_in = (now() at time zone 'Asia/Shanghai')::date where tenant_id = ${s.tenantId} and id = ${a.stayId}`)
    const desk = await s.manager.get<Array<{ slot: { beginAt: string } | null }>>('dorm/dormStay/desk', { code: a.studentNo })
    expect(Date.parse(desk.data[0]?.slot?.beginAt ?? '')).toBe(Date.parse(`${s.theDay}T08:30:00+08:00`))
    expect((await s.manager.post('dorm/dormStay/checkIn', { id: a.stayId })).code).toBe(200)
    expect(await s.db.unscoped(moveInChoice).find({ stayId: a.stayId, state: 'came' })).toMatchObject({ arrivedAt: expect.any(String) })
    const { data } = await s.manager.get<Load>('dorm/moveInPlan/load', { day: s.theDay })
    expect(data.dorms).toHaveLength(1)
    expect(data.dorms[0]).toMatchObject({ places: 8, chosen: 2, came: 1, arrived: 0, unchosen: 6 })
    // check-ins during a slot count for it, chosen or not
    await s.db.query(sql`update dorm_stay set check_in_at = ${`${s.theDay}T09:10:00+08:00`}::timestamptz where tenant_id = ${s.tenantId} and id = ${a.stayId}`)
    const later = (await s.officer.get<Load>('dorm/moveInPlan/load', { day: s.theDay })).data.dorms.find(d => d?.dorm.includes('兰苑'))
    expect([later?.arrived, later?.slots.map(x => [x?.chosen, x?.came, x?.arrived])]).toEqual([
      1,
      [
        [0, 0, 0],
        [2, 1, 0],
        [0, 0, 1],
        [0, 0, 0],
      ],
    ])
    expect(rulesOf(await s.choose({ ...a }, plan.slots[0]))).toEqual(['state'])
    expect((await s.db.unscoped(moveInChoice).find({ stayId: b.stayId, state: 'chosen' }))?.arrivedAt).toBeNull()
  })
  it('is on the lists of the building and of the counsellor, and on nobody else’s', async () => {
    const seen = async (by: typeof s.officer) => (await by.get<{ result: unknown[] }>('dorm/moveInChoice/list', { state: 'chosen' })).data.result?.length
    expect([await seen(s.officer), await seen(s.manager), await seen(s.other), await seen(s.fdy)]).toEqual([1, 1, 0, 1])
    const stranger = await s.as({ roles: ['fdy'] })
    expect(await seen(stranger)).toBe(0)
    expect((await who[3]?.actor.get('dorm/moveInChoice/list'))?.code).toBe(403)
    expect((await s.fdy.get('dorm/moveInPlan/load')).code).toBe(403)
    expect((await s.other.get<Load>('dorm/moveInPlan/load', { day: s.theDay })).data.dorms.map(d => d?.id)).not.toContain(plan.id)
  })
  it('reminds the evening before', async () => {
    const [, b] = who as [Arriving, Arriving]
    expect(await s.db.tx(db => remindTomorrow(db, s.theDay))).toBe(1)
    expect((await told('dormitory.moveInRemind')).map(h => [h.to, h.values?.slot])).toEqual([[[b.actor.userId], `${s.theDay} 08:30–09:00`]])
  })
  it('may be changed until an hour before it begins, and a slot that has begun is nobody’s to choose', async () => {
    const [, b, c] = who as [Arriving, Arriving, Arriving]
    await beginIn(plan.id, 61 - 30)
    expect((await s.choose(b, plan.slots[0])).code).toBe(200)
    expect(rulesOf(await s.choose(b, plan.slots[3]))).toEqual(['late'])
    expect(rulesOf(await b.actor.post('dorm/moveInChoice/withdraw', { stayId: b.stayId }))).toEqual(['late'])
    await beginIn(plan.id, -10)
    expect(rulesOf(await s.choose(c, plan.slots[0]))).toEqual(['begun'])
    expect((await s.choose(c, plan.slots[3])).code).toBe(200)
    expect((await choices()).filter(x => x.state === 'chosen')).toHaveLength(2)
  })
})
