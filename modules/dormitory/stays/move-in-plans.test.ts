import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { Actor } from '#testing/school.ts'
import { refused, rulesOf } from '../places/testing.ts'
import type { publishMoveIn, setMoveInSlot } from './model/move-in-actions.ts'
import { moveInPlan } from './model/move-in-plan.ts'
import { type Arriving, type Load, type MoveInSchool, moveInSchool } from './testing-move-in.ts'

let s: MoveInSchool
beforeAll(async () => {
  s = await moveInSchool()
})
afterAll(() => s.close())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const history = (planId: string) =>
  s.db.query<{ source: string; diff: Record<string, { from: unknown; to: unknown }> }>(
    sql`select source, diff from operation_log where tenant_id = ${s.tenantId} and biz_type = 'moveInPlan' and biz_id = ${planId} and action = 'update' order by id`,
  )

describe('publishing many days', () => {
  const publish = (ids: readonly string[]) => s.officer.post<OutputOf<typeof publishMoveIn>>('dorm/moveInPlan/publish', { ids })
  it('is done once, whoever presses at the same moment and in whatever order, and stands in the history of each', async () => {
    const drafts = [0, 1, 2, 3].map(n => ({ dormId: s.dorms.men, day: addDays(s.theDay, n), fromTime: '08:00', toTime: '10:00', slotMinutes: 30, places: 2 }))
    await s.db.insertMany(moveInPlan, drafts)
    const ids = (await s.db.unscoped(moveInPlan).all({ dormId: s.dorms.men })).map(p => p.id)
    const answers = await Promise.all([publish(ids), publish([...ids].reverse()), publish([ids[0] ?? '', ...ids])])
    expect(answers.map(a => a.code)).toEqual([200, 200, 200])
    expect(answers.map(a => a.data.published).sort()).toEqual([0, 0, 4])
    for (const id of ids) expect([(await s.taken(id)).length, (await history(id)).map(h => h.diff.state)]).toEqual([4, [{ from: 'draft', to: 'published' }]])
    expect((await s.db.unscoped(moveInPlan).all({ id: ids })).every(p => p.state === 'published' && p.publishedAt && p.version === 2)).toBe(true)
  })
  it('publishes none where one of them is out of reach', async () => {
    const draft = await s.db.insert(moveInPlan, { dormId: s.dorms.women, day: addDays(s.theDay, 5) })
    expect((await publish([draft.id, NOBODY])).code).toBe(404)
    expect((await s.db.unscoped(moveInPlan).one(draft.id)).state).toBe('draft')
  })
})

describe('the places of one slot', () => {
  let plan: { id: string; slots: string[] }
  let who: Arriving[]
  const set = (slot: string | undefined, places: number, by: Actor = s.officer) => by.post<OutputOf<typeof setMoveInSlot>>('dorm/moveInPlan/setSlot', { id: slot, places })
  const places = async () => (await s.db.query<{ places: number }>(sql`select places from move_in_slot where plan_id = ${plan.id} order by begin_at`)).map(r => r.places)
  beforeAll(async () => {
    who = await s.arriving(4)
    plan = await s.open({ places: 2 })
    for (const w of who.slice(0, 2)) await s.choose(w, plan.slots[0])
  })

  it('are set by whoever plans, in their buildings, and stand in the history of the day', async () => {
    expect((await set(plan.slots[0], 3, s.manager)).code).toBe(403)
    expect((await set(NOBODY, 3)).code).toBe(404)
    expect((await set(plan.slots[0], 1001)).code).not.toBe(200)
    expect((await set(plan.slots[0], 3)).data).toEqual({ places: 3, free: 1 })
    expect(await places()).toEqual([3, 2, 2, 2])
    expect((await history(plan.id)).at(-1)).toEqual({ source: 'slot', diff: { [`${s.theDay} 08:00–08:30`]: { from: 2, to: 3 } } })
    expect((await s.choose(who[2] as Arriving, plan.slots[0])).code).toBe(200)
  })
  it('are never fewer than have chosen it, and the refusal says how many', async () => {
    expect(refused(await set(plan.slots[0], 2))).toEqual(['fewer', `${s.theDay} 08:00–08:30 已有 3 人预约，不能少于这个数`])
    // concurrent choices and a lowered capacity are serialized
    const [lowered, chosen] = await Promise.all([set(plan.slots[1], 0), s.choose(who[3] as Arriving, plan.slots[1])])
    expect([lowered.code, chosen.code].sort()).toEqual([200, 422])
    expect(await s.taken(plan.id)).toEqual([3, chosen.code === 200 ? 1 : 0, 0, 0])
  })
  it('may be none: the slot is closed, and nobody is sent there', async () => {
    expect((await set(plan.slots[2], 0)).data).toEqual({ places: 0, free: 0 })
    const answer = await s.choose(who[3] as Arriving, plan.slots[2])
    expect([rulesOf(answer), answer.msg.includes('09:30–10:00')]).toEqual([['full'], true])
  })
  it('stay when the plan has others, as long as they are not the plan’s own, and count in what the day offers', async () => {
    await set(plan.slots[1], 2)
    const { version } = await s.db.unscoped(moveInPlan).one(plan.id)
    expect((await s.officer.post('dorm/moveInPlan/update', { id: plan.id, version, places: 5 })).code).toBe(200)
    expect(await places()).toEqual([3, 5, 0, 5])
    const [row] = (await s.officer.get<{ result: Array<{ total: number; chosen: number }> }>('dorm/moveInPlan/list', { id: plan.id })).data.result
    expect(row?.total).toBe(13)
    const load = (await s.officer.get<Load>('dorm/moveInPlan/load', { day: s.theDay })).data.dorms.find(d => d?.id === plan.id)
    expect([load?.places, load?.slots.map(x => x?.places)]).toEqual([13, [3, 5, 0, 5]])
  })
  it('are nobody’s to set once it has begun', async () => {
    await s.db.query(sql`update move_in_slot set begin_at = now() - interval '1 minute', end_at = now() + interval '29 minutes' where id = ${plan.slots[3]}`)
    expect(rulesOf(await set(plan.slots[3], 9))).toEqual(['begun'])
  })
})
