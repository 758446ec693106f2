import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ruleOf } from '#modules/hardship/testing.ts'
import { ok, type WorkSchool, workSchool } from '../testing.ts'
import { freeSpans, matchPercent } from './model/fit.ts'
import { workPost } from './model/post.ts'

let s: WorkSchool
beforeAll(async () => {
  s = await workSchool()
})
afterAll(() => s.close())
const add = (more: object, by = s.library) => by.post<{ id: string }>('workStudy/workPost/add', s.draft(more))
const publish = async (more: object) => s.library.post('workStudy/workPost/publish', { id: ok(await add(more)).id })

describe('units', () => {
  it('of an employer wait for the office, external ones with licence and agreement', async () => {
    const cafe = await s.as({ roles: ['employer'], userType: 3, nickName: '咖啡店' })
    const unit = (more: object) => cafe.post<{ id: string }>('workStudy/employUnit/add', { name: '街角咖啡', kind: 'external', contact: '李店长', phone: '13900001111', ...more })
    expect(ruleOf(await unit({}))).toBe('licence')
    const { id } = ok(await unit({ licenceNo: '91110000000000000X' }))
    expect(ruleOf(await cafe.post('workStudy/employUnit/submit', { id }))).toBe('agreement')
    expect(ruleOf(await cafe.post('workStudy/workPost/add', s.draft({ unitId: id })))).toBe('off')
    const inner = ok(await cafe.post<{ id: string }>('workStudy/employUnit/add', { name: '校史馆', contact: '赵老师', phone: '13900002222' }))
    ok(await cafe.post('workStudy/employUnit/submit', { id: inner.id }))
    ok(await s.approve(inner.id, s.officer))
    ok(await cafe.post('workStudy/workPost/add', s.draft({ unitId: inner.id })))
  })
  it('are reached by their own accounts: no post for another unit', async () => {
    expect((await add({ unitId: s.units.canteen })).code).toBe(422)
    const id = await s.post()
    expect((await s.canteen.get('workStudy/workPost/getOne', { id })).code).toBe(404)
    expect((await s.canteen.get<{ result: unknown[] }>('workStudy/workPost/list')).data.result).toEqual([])
  })
})
describe('a post', () => {
  it('40-W1 is compared with the figures of hours and pay of its first day', async () => {
    const low = await publish({ rate: 11_99 })
    expect([ruleOf(low), low.errors[0]?.values]).toEqual(['hourly', { asked: '11.99', least: '12.00' }])
    const long = await publish({ hoursPerWeek: 8.5 })
    expect([ruleOf(long), long.errors[0]?.values]).toEqual(['hours', { asked: 8.5, limit: 8 }])
    expect(ruleOf(await publish({ payMode: 'monthly', rate: 299_00, hoursPerWeek: 4 }))).toBe('monthly')
    expect((await publish({ payMode: 'monthly', rate: 300_00, hoursPerWeek: 4 })).code).toBe(200)
    expect((await publish({ rate: 12_00 })).code).toBe(200)
  })
  it('asks for a note on safety, and is refused where the work is dangerous', async () => {
    expect(ruleOf(await add({ hazard: 'night' }))).toBe('safety')
    expect(ruleOf(await add({ hazard: 'dangerous', safetyNote: '系安全带' }))).toBe('dangerous')
    expect(ruleOf(await add({ workTo: '2020-01-01' }))).toBe('work')
    expect((await add({ hazard: 'lab', safetyNote: '穿实验服' })).code).toBe(200)
  })
  it('opens with the approval of the office, and then only', async () => {
    const { id } = ok(await add({}))
    ok(await s.library.post('workStudy/workPost/publish', { id }))
    const who = await s.self(await s.student('早到'))
    expect(ruleOf(await s.apply(who, id))).toBe('closed')
    ok(await s.approve(id, s.officer))
    expect(await s.db.unscoped(workPost).one(id)).toMatchObject({ state: 'open', openedAt: expect.any(String) })
    expect((await s.apply(who, id)).code).toBe(200)
    expect(ruleOf(await s.apply(who, id))).toBe('twice')
  })
  it('fits where its hours are free', () => {
    const free = freeSpans([
      { day: 1, from: '08:00', to: '09:40' },
      { day: 1, from: '14:00', to: '15:40' },
    ])
    expect(free.filter(f => f.days[0] === 1)).toEqual([
      { days: [1], from: '10:00', to: '14:00' },
      { days: [1], from: '16:00', to: '22:00' },
    ])
    expect(matchPercent([{ days: [1], from: '10:00', to: '12:00' }], free)).toBe(100)
    expect(matchPercent([{ days: [1, 2], from: '14:00', to: '16:00' }], free)).toBe(50)
    expect(matchPercent([{ days: [1], from: '08:00', to: '09:30' }], free)).toBe(0)
  })
  it('is in the hall with its match and seats, once it is open', async () => {
    const id = await s.post({ title: '周末值班', headcount: 2 })
    const who = await s.self(await s.student('看岗位'))
    const rows = ok(await who.get<Array<{ id: string; matchPercent: number; seatsLeft: number; unit: string }>>('workStudy/workPost/hall'))
    expect(rows.find(r => r.id === id)).toMatchObject({ matchPercent: 100, seatsLeft: 2, unit: '图书馆' })
  })
})
