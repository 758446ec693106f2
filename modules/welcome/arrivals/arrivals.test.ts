import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InputOf, OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import type { Newcomer } from '#modules/admission/testing.ts'
import { welcomeBatch } from '../steps/model/batch.ts'
import { welcomeMember } from '../steps/model/step-state.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { inHours, ok, rulesOf, saysOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { myArrival, savePlan, stations } from './model/actions.ts'
import { arrivalPlan, arrivalSlot } from './model/slot.ts'
import { forgetPlates } from './server/jobs.ts'

let s: WelcomeSchool
let batchId: string
beforeAll(async () => {
  s = await welcomeSchool()
  await s.newcomer()
  batchId = await s.published([{ code: 'arrival', name: '到站登记', kind: 'auto', autoSource: 'welcome.arrival', form: '/welcome/arrival' }])
})
afterAll(() => s.close())
const slot = async (hour: number, capacity: number): Promise<string> => {
  const { id } = ok(await s.admissions.post<{ id: string }>('welcome/arrivalSlot/add', { batchId, campusId: s.campusId, from: inHours(hour), to: inHours(hour + 1), capacity }))
  return id
}
async function people(count: number): Promise<Newcomer[]> {
  const all: Newcomer[] = []
  for (let n = 0; n < count; n++) all.push(await s.newcomer())
  await lookAgain(s.db)
  return all
}
const save = (who: Newcomer, slotId: string, more: Partial<InputOf<typeof savePlan>> = {}) =>
  who.actor.post('welcome/arrivalPlan/save', { slotId, transport: 'train', companions: 0, pickUp: false, ...more })
const taken = async (id: string): Promise<number> => (await s.db.unscoped(arrivalSlot).one(id)).taken

it('30-WI1 slots are never overbooked by many at once, and who is refused is told the nearest with room', async () => {
  const [a, b, c, d] = [await slot(10, 3), await slot(11, 2), await slot(12, 2), await slot(30, 50)]
  const all = await people(8)
  const first = await Promise.all(all.map(who => save(who, a)))
  expect([first.filter(x => x.code === 200).length, await taken(a)]).toEqual([3, 3])
  const refused = first.find(x => x.code !== 200)
  expect(rulesOf(refused as never)).toEqual(['full'])
  expect(saysOf(refused as never).match(/\d\d:\d\d-\d\d:\d\d/g)).toHaveLength(4)
  // changes at once, in both directions
  const [one, two] = [all[0], all[1]] as [Newcomer, Newcomer]
  await save(one, b)
  await save(two, c)
  const swapped = await Promise.all([save(one, c), save(two, b), save(one, b), save(two, c), ...all.slice(2).map(who => save(who, d))])
  expect(swapped.filter(x => x.code === 500)).toEqual([])
  const counts = await s.db.query<{ id: string; n: number }>(sql`select slot_id as id, count(*)::int as n from arrival_plan where batch_id = ${batchId} group by 1`)
  for (const id of [a, b, c, d]) expect([id, await taken(id)]).toEqual([id, counts.find(x => x.id === id)?.n ?? 0])
  expect(await s.db.unscoped(arrivalPlan).count({ batchId })).toBe(8)
})
it('30-WI1 a new choice frees the old slot in the same transaction, and a refused one keeps it', async () => {
  const [from, to, full] = [await slot(20, 1), await slot(21, 1), await slot(22, 1)]
  const [who, other] = (await people(2)) as [Newcomer, Newcomer]
  ok(await save(other, full))
  ok(await save(who, from))
  expect(rulesOf(await save(who, full))).toEqual(['full'])
  expect([await taken(from), await taken(full)]).toEqual([1, 1])
  ok(await save(who, to, { companions: 2 }))
  expect([await taken(from), await taken(to)]).toEqual([0, 1])
  const mine = ok(await who.actor.get<OutputOf<typeof myArrival>>('welcome/arrivalPlan/mine'))
  expect([mine.plan?.slotId, mine.plan?.companions, mine.slots.find(x => x?.id === to)?.free]).toEqual([to, 2, 0])
  expect((await s.state(batchId, who, 'arrival')).state).toBe('done')
  expect(ok(await s.admissions.post('welcome/arrivalSlot/remove', { ids: [to] }))).toMatchObject({ failed: [{ id: to }] })
})
it('30-WI2 plates are for the gate, masked elsewhere, and deleted a week after the slot', async () => {
  const id = await slot(1, 5)
  const [who] = (await people(1)) as [Newcomer]
  ok(await save(who, id, { transport: 'car', plate: '鄂A12345' }))
  expect(ok(await who.actor.get<OutputOf<typeof myArrival>>('welcome/arrivalPlan/mine')).plan?.plate).toBe('鄂A12345')
  const list = ok(await s.college.get<{ result: Array<{ plate: string }> }>('welcome/arrivalPlan/list', { slotId: id }))
  expect(list.result[0]?.plate).not.toContain('12345')
  expect(await forgetPlates(s.db, new Date(Date.now() + 6 * DAY_MS).toISOString())).toBe(0)
  expect(await forgetPlates(s.db, new Date(Date.now() + 8 * DAY_MS).toISOString())).toBe(1)
  expect((await s.db.unscoped(arrivalPlan).find({ studentId: who.id }))?.plate).toBe(null)
})
it('counts people by station and hour, with a bus for each 45 who are fetched, companions among them', async () => {
  const id = await slot(26, 50)
  const all = await people(3)
  expect(rulesOf(await save(all[0] as Newcomer, id, { pickUp: true }))).toEqual(['needsStation'])
  for (const who of all) ok(await save(who, id, { station: '武汉站', pickUp: true, companions: 5 }))
  await s.db.query(sql`update arrival_plan set companions = 15 where slot_id = ${id}`)
  const of = ok(await s.admissions.get<OutputOf<typeof stations>>('welcome/arrivalPlan/stations', { batchId }))
  expect(of.groups.find(g => g?.station === '武汉站')).toMatchObject({ students: 3, people: 48, pickUp: 48, buses: 2 })
  expect(of.members).toBe(await s.db.unscoped(welcomeMember).count({ batchId }))
  expect(ok(await (await s.as({ roles: ['college'], departmentId: s.ids.art })).get<OutputOf<typeof stations>>('welcome/arrivalPlan/stations', { batchId })).planned).toBe(0)
})
it('30-WS a copied batch brings the hours of arrival, with nobody in them', async () => {
  await s.db.updateWhere(arrivalSlot, { id: await slot(30, 5) }, { taken: 3 })
  const from = await s.db.unscoped(welcomeBatch).one(batchId)
  const moved = (at: string): string => new Date(Date.parse(at) + 365 * DAY_MS).toISOString()
  const { id } = ok(
    await s.admissions.post<{ id: string }>('welcome/welcomeBatch/copy', { id: batchId, name: '明年的时段', beginTime: moved(from.beginTime), endTime: moved(from.endTime) }),
  )
  const of = async (batch: string) => (await s.db.unscoped(arrivalSlot).all({ batchId: batch }, { sort: ['from'] })).map(x => [Date.parse(x.from), x.capacity] as const)
  expect(await of(id)).toEqual((await of(batchId)).map(([at, capacity]) => [at + 365 * DAY_MS, capacity]))
  expect((await s.db.unscoped(arrivalSlot).all({ batchId: id })).filter(x => x.taken)).toEqual([])
})
