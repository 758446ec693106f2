import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { on } from '#server/context.ts'
import type { Actor } from '#testing/school.ts'
import { openPlace, type Place } from './fixture.ts'
import { addDays } from './model/days.ts'

let p: Place
let officer: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
})
afterAll(() => p.school.close())

let next = 0
async function addBuilding(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await officer.post<{ id: string }>('base/building/add', {
    code: `J${++next}`,
    name: `${next} 号教学楼`,
    campusId: p.campusId,
    usage: 'teaching',
    floors: 5,
    basements: 1,
    isEnabled: true,
    ...more,
  })
  expect(answer.msg).toBe('成功')
  return answer.data.id
}
const venueDraft = (buildingId: string, more: Record<string, unknown> = {}) => ({
  code: `V${++next}`,
  name: `教室 ${next}`,
  campusId: p.campusId,
  buildingId,
  floor: 3,
  type: 'multimedia',
  capacity: 60,
  bookable: true,
  isEnabled: true,
  ...more,
})
const told = (event: string) => p.db.query<{ payload: Record<string, unknown> }>(sql`select payload from outbox where event = ${event} order by created_at desc limit 1`)

describe('places', () => {
  it('30-BO1 a campus in use is not removed; the refusal counts what uses it', async () => {
    const answer = await officer.post<{ done: number; failed: Array<{ msg: string }> }>('base/campus/remove', { ids: p.campusId })
    expect(answer.data.done).toBe(0)
    expect(answer.data.failed[0]?.msg).toMatch(/4 条班级/)
    expect(answer.data.failed[0]?.msg).toMatch(/3 条年级专业/)
    const english = await officer.post<{ failed: Array<{ msg: string }> }>('base/campus/remove', { ids: p.campusId }, { 'accept-language': 'en' })
    expect(english.data.failed[0]?.msg).toContain('Class (4)')
    expect(english.data.failed[0]?.msg).not.toMatch(/\p{Script=Han}/u)
  })
  it('the select of buildings is narrowed by what they are used for, as where a dormitory is added', async () => {
    const id = await addBuilding({ name: '兰苑', usage: 'dormitory' })
    await addBuilding({ name: '教学楼' })
    const dormitories = await officer.get<Array<{ id: string; usage: string }>>('base/building/getSelect', { usage: 'dormitory' })
    expect(dormitories.code).toBe(200)
    expect(dormitories.data.map(b => b.id)).toContain(id)
    expect(new Set(dormitories.data.map(b => b.usage))).toEqual(new Set(['dormitory']))
  })
  it('30-BO2 a disabled building leaves new selections and still names old records', async () => {
    const id = await addBuilding({ name: '旧楼' })
    const venue = await officer.post<{ id: string }>('base/venue/add', venueDraft(id))
    const { data } = await officer.get<{ version: number }>('base/building/getOne', { id })
    await officer.post('base/building/update', { id, version: data.version, isEnabled: false })
    const select = await officer.get<Array<{ id: string }>>('base/building/getSelect')
    expect(select.data.some(b => b.id === id)).toBe(false)
    const row = await officer.get<{ buildingName: string }>('base/venue/getOne', { id: venue.data.id })
    expect(row.data.buildingName).toBe('旧楼')
  })
  it('30-BO2 closing a venue for a span is told with its dates, and for good it leaves the selections', async () => {
    const id = (await officer.post<{ id: string }>('base/venue/add', venueDraft(await addBuilding()))).data.id
    const span = { from: today(), to: addDays(today(), 6), reason: '换灯' }
    expect((await officer.post('base/venue/close', { id, ...span })).msg).toBe('成功')
    expect((await officer.get<Array<{ id: string }>>('base/venue/getSelect')).data.some(v => v.id === id)).toBe(true)
    await officer.post('base/venue/reopen', { id })
    await officer.post('base/venue/close', { id, from: today(), reason: '拆除' })
    expect((await officer.get<Array<{ id: string }>>('base/venue/getSelect')).data.some(v => v.id === id)).toBe(false)
    expect((await officer.post('base/venue/close', { id, from: today(), reason: '拆除' })).errors[0]?.rule).toBe('campus.venue.alreadyOff')
  })
  it('30-BO2 the event campus.venueClosed reaches whoever listens', async () => {
    const heard: unknown[] = []
    ;(p.school.server.core.registry.listeners as Map<string, unknown[]>).set('campus.venueClosed', [
      on('campus.venueClosed', 'test', async (_ctx, payload) => void heard.push(payload)),
    ])
    const id = await addBuilding()
    await p.school.server.settle() // what earlier tests closed is not heard here
    heard.length = 0
    await officer.post('base/building/close', { id, from: '2027-01-01', to: '2027-01-31', reason: '加固' })
    await p.school.server.settle()
    expect(heard).toEqual([{ buildingId: id, from: '2027-01-01', to: '2027-01-31' }])
    expect((await told('campus.venueClosed'))[0]?.payload).toMatchObject({ buildingId: id })
  })
  it('refuses a floor above the building, and one below its basements', async () => {
    const id = await addBuilding()
    const high = await officer.post('base/venue/add', venueDraft(id, { floor: 6 }))
    expect(high.errors[0]).toMatchObject({ field: 'floor', rule: 'campus.venue.floorOutside' })
    expect(high.msg).toMatch(/只有地上 5 层、地下 1 层，没有 6 层/)
    expect((await officer.post('base/venue/add', venueDraft(id, { floor: -2 }))).code).toBe(422)
    expect((await officer.post('base/venue/add', venueDraft(id, { floor: 0 }))).code).toBe(422)
    expect((await officer.post('base/venue/add', venueDraft(id, { floor: -1 }))).code).toBe(200)
  })
  it('does not let a building lose a floor that has rooms', async () => {
    const id = await addBuilding()
    await officer.post('base/venue/add', venueDraft(id, { floor: 5 }))
    const { data } = await officer.get<{ version: number }>('base/building/getOne', { id })
    expect((await officer.post('base/building/update', { id, version: data.version, floors: 4 })).errors[0]?.rule).toBe('campus.building.floorsInUse')
  })
  it('names the holder of a number that is taken', async () => {
    await addBuilding({ code: 'HELD', name: '图书馆' })
    const answer = await officer.post('base/building/add', { code: 'HELD', name: '新图书馆', campusId: p.campusId, usage: 'other', floors: 3, isEnabled: true })
    expect(answer.msg).toBe('建筑物号“HELD”已被“图书馆”使用')
  })
  it('wants longitude and latitude together, and the exam columns to add up', async () => {
    expect((await officer.post('base/campus/add', { code: 'X', name: '西校区', isEnabled: true, lng: 114.3 })).errors[0]?.rule).toBe('campus.campus.halfPosition')
    const id = await addBuilding()
    expect((await officer.post('base/venue/add', venueDraft(id, { examSeats: 30, examLayout: '7-8-8-7' }))).code).toBe(200)
    expect((await officer.post('base/venue/add', venueDraft(id, { examSeats: 30, examLayout: '7-8-8' }))).errors[0]?.rule).toBe('campus.venue.layoutSum')
    expect((await officer.post('base/venue/add', venueDraft(id, { examSeats: 30, examLayout: '7,8,8,7' }))).errors[0]?.rule).toBe('campus.venue.layoutForm')
    expect((await officer.post('base/venue/add', venueDraft(id, { examSeats: 61 }))).errors[0]?.rule).toBe('campus.venue.seatsOverCapacity')
  })
  it('gives the second of two officers the conflict with what the first has saved', async () => {
    const id = await addBuilding()
    const { data } = await officer.get<{ version: number }>('base/building/getOne', { id })
    expect((await officer.post('base/building/update', { id, version: data.version, name: '甲改的名' })).code).toBe(200)
    const late = await officer.post<{ name: string }>('base/building/update', { id, version: data.version, name: '乙改的名' })
    expect(late.code).toBe(409)
    expect(late.data.name).toBe('甲改的名')
  })
})
