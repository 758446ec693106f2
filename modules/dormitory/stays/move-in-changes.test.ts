import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { refused, rulesOf } from '../places/testing.ts'
import { moveInChoice, moveInPlan } from './model/move-in-plan.ts'
import { type Arriving, type MoveInSchool, moveInSchool } from './testing-move-in.ts'

let s: MoveInSchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await moveInSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())

describe('many who press at once', () => {
  it('get twenty places and not one more, by two hundred clicks of forty students', async () => {
    const crowd = await s.arriving(40)
    const { id, slots } = await s.open({ toTime: '08:30', places: 20 })
    const answers = await Promise.all(Array.from({ length: 5 }).flatMap(() => crowd.map(async who => ({ who, answer: await s.choose(who, slots[0]) }))))
    expect(await s.taken(id)).toEqual([20])
    const won = new Set(answers.filter(a => a.answer.code === 200).map(a => a.who.id))
    const rows = await s.db.unscoped(moveInChoice).all({ state: 'chosen' })
    expect([won.size, rows.length, new Set(rows.map(r => r.studentId))]).toEqual([20, 20, won])
    // everybody without a place was refused with the reason, and nothing else went wrong
    const lost = answers.filter(a => !won.has(a.who.id))
    expect(lost).toHaveLength(100)
    expect([...new Set(lost.map(a => refused(a.answer)[0]))]).toEqual(['fullAll'])
    await s.officer.post('dorm/moveInPlan/retract', { id })
    await s.db.query(sql`delete from move_in_choice where tenant_id = ${s.tenantId}`)
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId}`)
  })
  it('change places with each other without waiting for each other for ever', async () => {
    const both = await s.arriving(12)
    const { id, slots } = await s.open({ day: addDays(s.theDay, 1), toTime: '09:00', places: 12 })
    await Promise.all(both.map((who, n) => s.choose(who, slots[n % 2])))
    for (const turn of [1, 2, 3]) {
      const answers = await Promise.all(both.map((who, n) => s.choose(who, slots[(n + turn) % 2])))
      expect(answers.map(a => a.code)).toEqual(both.map(() => 200))
      expect(await s.taken(id)).toEqual([6, 6])
    }
    await s.officer.post('dorm/moveInPlan/retract', { id })
    await s.db.query(sql`delete from move_in_choice where tenant_id = ${s.tenantId}`)
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId}`)
  })
  it('are held off by the table itself, whoever writes', async () => {
    const [a, b] = (await s.arriving(2)) as [Arriving, Arriving]
    const { id, slots } = await s.open({ day: addDays(s.theDay, 2), places: 1 })
    expect((await s.choose(a, slots[0])).code).toBe(200)
    const past = s.db.query(sql`insert into move_in_choice (tenant_id, stay_id, student_id, dorm_id, slot_id, begin_at, end_at)
      select ${s.tenantId}, ${b.stayId}, ${b.id}, ${s.dorms.women}, id, begin_at, end_at from move_in_slot where id = ${slots[0]}`)
    await expect(past).rejects.toThrow(/move_in_slot_full/)
    expect(await s.taken(id)).toEqual([1, 0, 0, 0])
    await s.officer.post('dorm/moveInPlan/retract', { id })
  })
})

describe('what becomes of a choice', () => {
  let who: Arriving[]
  let plan: { id: string; slots: string[] }
  const lapsed = async (of: Arriving) => (await told('dormitory.moveInLapsed', of.actor.userId)).map(h => h.values?.reason)
  const stateOf = async (of: Arriving) => (await s.db.unscoped(moveInChoice).all({ studentId: of.id }, { sort: ['-chosenAt'] }))[0]?.state
  beforeAll(async () => {
    who = await s.arriving(6, 10)
    plan = await s.open({ day: addDays(s.theDay, 3), places: 4 })
    for (const [n, w] of who.entries()) await s.choose(w, plan.slots[n % 2])
  })

  it('ends with the bed: the place is free and the student hears why', async () => {
    const [a] = who as [Arriving]
    await s.officer.post('dorm/dormStay/cancel', { ids: [a.stayId], reason: '休学' })
    expect(await lapsed(a)).toEqual([{ text: '床位安排已取消' }])
    expect([await stateOf(a), await s.taken(plan.id)]).toEqual(['lapsed', [2, 3, 0, 0]])
  })
  it('stays with another bed of the building, and with the names of the student', async () => {
    const [, b] = who as [Arriving, Arriving]
    expect((await s.officer.post('dorm/dormStay/plan', { id: b.stayId, bedId: s.beds.women[30] })).code).toBe(200)
    await s.server.settle()
    expect(await lapsed(b)).toEqual([])
    expect(await s.db.unscoped(moveInChoice).find({ studentId: b.id, state: 'chosen' })).toMatchObject({ bedId: s.beds.women[30] })
  })
  it('ends where the bed is in another building now, or the day far from it', async () => {
    const [, , c, d] = who as [Arriving, Arriving, Arriving, Arriving]
    // as a desk of both buildings would
    await s.db.query(sql`update dorm_stay set bed_id = ${s.beds.men[0]} where tenant_id = ${s.tenantId} and id = ${c.stayId}`)
    await s.db.emit('dormitory.stayReserved', { studentId: c.id, stayId: c.stayId, bedId: s.beds.men[0] ?? '', kind: 'main', on: s.theDay })
    expect(await lapsed(c)).toEqual([{ text: '床位换到了别的楼' }])
    expect((await s.officer.post('dorm/dormStay/plan', { id: d.stayId, plannedIn: addDays(s.theDay, 20) })).code).toBe(200)
    expect(await lapsed(d)).toEqual([{ text: '入住日期已改' }])
  })
  it('keeps a published day as it was said; places go up, and down to what is taken', async () => {
    const row = await s.db.unscoped(moveInPlan).one(plan.id)
    const update = async (more: Record<string, unknown>) => {
      const now = await s.db.unscoped(moveInPlan).one(plan.id)
      return s.officer.post('dorm/moveInPlan/update', { id: plan.id, version: now.version, ...more })
    }
    expect(row.state).toBe('published')
    expect(rulesOf(await update({ toTime: '11:00' }))).toEqual(['published'])
    expect(rulesOf(await update({ places: 1 }))).toEqual(['fewer'])
    expect((await update({ places: 9, note: '改走北门' })).code).toBe(200)
    const slots = await s.db.query<{ places: number }>(sql`select distinct places from move_in_slot where tenant_id = ${s.tenantId} and plan_id = ${plan.id}`)
    expect(slots).toEqual([{ places: 9 }])
    expect((await s.officer.post('dorm/moveInPlan/remove', { ids: [plan.id] })).data).toMatchObject({ done: 0 })
  })
  it('ends when the day is taken back: everybody hears, and the day can be changed again', async () => {
    const left = who.slice(4)
    const answer = await s.officer.post<{ lapsed: number }>('dorm/moveInPlan/retract', { id: plan.id })
    expect(answer.data.lapsed).toBe(3)
    for (const w of left) expect(await lapsed(w)).toEqual([{ text: '学校收回了这一天的安排' }])
    expect((await s.choose(left[0] as Arriving, plan.slots[0])).errors[0]?.rule).toContain('gone')
    const now = await s.db.unscoped(moveInPlan).one(plan.id)
    expect((await s.officer.post('dorm/moveInPlan/update', { id: plan.id, version: now.version, toTime: '11:00' })).code).toBe(200)
    expect((await s.manager.post('dorm/moveInPlan/publish', { ids: [plan.id] })).code).toBe(403)
  })
})
