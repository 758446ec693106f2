import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { dormBed, dormRoom } from '../places/model/places.ts'
import { feeSides } from '../places/server/fees.ts'
import { day, rulesOf } from '../places/testing.ts'
import type { deskFind } from './model/actions.ts'
import type { myDorm } from './model/own-actions.ts'
import { dormStay } from './model/stay.ts'
import { arrange, expireHolds } from './server/arrange.ts'
import { livingIn, reserved, type StaySchool, setStay, staySchool } from './testing.ts'

let s: StaySchool
beforeAll(async () => {
  s = await staySchool()
})
afterAll(() => s.close())

const next = { women: 0, men: 0 }
/** A bed nobody has used in this file. */
const bed = (of: 'women' | 'men' = 'women'): string => s.beds[of][next[of]++] as string
const one = async (given?: Parameters<StaySchool['students']>[1]) => (await s.students(1, given))[0] as { id: string; studentNo: string }
const two = async () => {
  const [a, b] = await s.students(2)
  if (!a || !b) throw new Error('no students')
  return [a, b] as const
}
const post = <T = Record<string, unknown>>(verb: string, body: unknown, by: Actor = s.officer): Promise<Answer<T>> => by.post<T>(`dorm/dormStay/${verb}`, body)
const register = (studentNo: string, bedId: string, given: Record<string, unknown> = {}, by: Actor = s.officer) =>
  post<{ id: string }>('register', { studentNo, bedId, kind: 'main', plannedIn: today(), ...given }, by)

describe('a bed', () => {
  it('20-DR1 goes to one of twenty who ask at once, and the others read who has it', async () => {
    const bedId = bed()
    const students = await s.students(20)
    const answers = await Promise.all(students.map(w => register(w.studentNo, bedId)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    const refused = answers.filter(a => a.code !== 200)
    expect(refused.map(a => rulesOf(a))).toEqual(Array.from({ length: 19 }, () => ['taken']))
    expect(refused[0]?.msg).toMatch(/兰苑1栋101-1 在 .* 起已安排给/)
  })
  it('20-DR1 is held by the database where nobody looked: against two in one bed, two beds of one student, two sleepers', async () => {
    const [a, b] = await two()
    const [first, second] = [bed(), bed()]
    const draft = (studentId: string, bedId: string, more: Record<string, unknown> = {}) =>
      ({ studentId, bedId, plannedIn: '2026-03-01', plannedOut: '2026-07-01', ...more }) as never
    await s.db.insert(dormStay, draft(a.id, first))
    const fails = async (d: never) => expect(s.db.insert(dormStay, d)).rejects.toThrow()
    await fails(draft(b.id, first, { plannedIn: '2026-06-30', plannedOut: null }))
    await fails(draft(b.id, first, { kind: 'change' }))
    await fails(draft(a.id, second))
    await s.db.insert(dormStay, draft(b.id, first, { plannedIn: '2026-07-01', plannedOut: null }))
    await s.db.insert(dormStay, draft(a.id, first, { kind: 'temporary' }))
    const sleeping = { state: 'checkedIn', checkInAt: '2026-03-01T10:00:00+08:00' }
    const [mine] = await s.db.unscoped(dormStay).all({ studentId: a.id, kind: 'main' })
    const [theirs] = await s.db.unscoped(dormStay).all({ studentId: b.id })
    await s.db.update(dormStay, mine?.id ?? '', sleeping as never)
    await expect(s.db.update(dormStay, theirs?.id ?? '', { state: 'checkedIn', checkInAt: '2026-08-01T10:00:00+08:00' })).rejects.toThrow()
    await expect(s.db.update(dormStay, mine?.id ?? '', { isOpen: false })).rejects.toThrow()
  })
  it('20-DR1 is promised for after a graduate, who stays on and is named to whoever wants to move in', async () => {
    const bedId = bed()
    const [old, fresh] = await two()
    const first = await livingIn(s, old, bedId, { plannedOut: day(30) })
    const second = await reserved(s, fresh, bedId, { plannedIn: day(30) })
    await setStay(s, first, { plannedIn: day(-60), plannedOut: day(-1), checkInAt: `${day(-60)}T02:00:00.000Z` })
    await setStay(s, second, { plannedIn: today() })
    const late = (await s.officer.get<{ result: Array<{ id: string; isOverstaying: boolean }> }>('dorm/dormStay/list', { 'plannedOut.le': today(), state: 'checkedIn' })).data
      .result
    expect(late.map(r => [r.id, r.isOverstaying])).toContainEqual([first, true])
    const answer = await post('checkIn', { id: second })
    expect(rulesOf(answer)).toEqual(['overstaying'])
    expect(answer.msg).toContain('陈思远')
    expect((await post('checkOut', { id: first, reason: 'graduate', hasKey: true })).code).toBe(200)
    expect((await post('checkIn', { id: second })).code).toBe(200)
  })
  it('takes only whom its room is for, while bed and room are in use', async () => {
    const who = await one({ genderCode: '1' })
    const answer = await register(who.studentNo, bed())
    expect(rulesOf(answer)).toEqual(['gender'])
    expect(answer.errors[0]?.values).toMatchObject({ student: '男', room: '女' })
    const woman = await one()
    const bedId = bed()
    await s.db.update(dormBed, bedId, { lockReason: '床板损坏', lockedUntil: null })
    expect(rulesOf(await register(woman.studentNo, bedId))).toEqual(['bedLocked'])
    await s.db.update(dormBed, bedId, { lockReason: null, isEnabled: false })
    expect(rulesOf(await register(woman.studentNo, bedId))).toEqual(['bedOff'])
    const { roomId } = await s.db.unscoped(dormBed).one(bedId)
    await s.db.update(dormBed, bedId, { isEnabled: true })
    await s.db.update(dormRoom, roomId, { state: 'repair' })
    expect(rulesOf(await register(woman.studentNo, bedId))).toEqual(['roomOff'])
    await s.db.update(dormRoom, roomId, { state: 'normal' })
    expect(rulesOf(await register('没有这个', bedId))).toEqual(['studentUnknown'])
    expect(rulesOf(await register(woman.studentNo, bedId, { plannedOut: today() }))).toEqual(['order'])
    expect((await register(woman.studentNo, bedId)).code).toBe(200)
  })
  it('belongs to a desk only inside its own buildings', async () => {
    const who = await one()
    expect(rulesOf(await register(who.studentNo, bed(), {}, s.other))).toEqual(['bedUnknown'])
    const id = await reserved(s, who, bed(), {}, s.manager)
    expect((await post('checkIn', { id }, s.other)).code).toBe(404)
    expect((await post('cancel', { ids: [id], reason: '试试' }, s.other)).code).toBe(404)
    expect((await post('checkIn', { id }, s.manager)).code).toBe(200)
  })
  it('is free again when nobody confirmed that it was held', async () => {
    const [a, b] = await two()
    const bedId = bed()
    const soon = new Date(Date.now() + 60_000).toISOString()
    const [held] = await arrange(s.db, [{ studentId: a.id, bedId, kind: 'main', source: 'claim', plannedIn: today(), holdUntil: soon }])
    expect(held?.state).toBe('held')
    expect(rulesOf(await register(b.studentNo, bedId))).toEqual(['taken'])
    await setStay(s, held?.id ?? '', { holdUntil: new Date(Date.now() - 1000).toISOString() })
    expect((await register(b.studentNo, bedId)).code).toBe(200)
    expect((await s.stay(held?.id ?? '')).state).toBe('expired')
    expect(await expireHolds(s.db)).toBe(0)
  })
})

describe('moving in', () => {
  it('20-DR2 asks for the day, a reason when early, and never twice for a double scan', async () => {
    const id = await reserved(s, await one(), bed(), { plannedIn: day(2) })
    expect(rulesOf(await post('checkIn', { id }))).toEqual(['whyEarly'])
    const far = await reserved(s, await one(), bed(), { plannedIn: day(3) })
    expect(rulesOf(await post('checkIn', { id: far, earlyReason: '提前到校' }))).toEqual(['tooEarly'])
    const scans = await Promise.all(Array.from({ length: 10 }, () => post<{ wasCheckedIn: boolean }>('checkIn', { id, earlyReason: '提前到校', keyNo: '101-A' })))
    expect(scans.map(a => a.code)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(scans.filter(a => !a.data.wasCheckedIn)).toHaveLength(1)
    expect(await s.stay(id)).toMatchObject({ state: 'checkedIn', checkInWay: 'desk', earlyReason: '提前到校', keyNo: '101-A' })
    expect(rulesOf(await post('cancel', { ids: [id], reason: '不住了' }))).toEqual(['state'])
  })
  it('20-DR2 waits for the lodging fee where the school wants it, and freezes the price of the room', async () => {
    const [owing, paid] = await two()
    const without = addRegistration(s.server.core.registry, feeSides, {
      prices: async (_db, rooms) => new Map(rooms.map(r => [r, 120_000])),
      standing: async (_db, ids) => new Map(ids.filter(i => i === owing.id).map(i => [i, { state: 'owing', owing: 120_000 }])),
    })
    const first = await reserved(s, owing, bed())
    expect((await post('checkIn', { id: await reserved(s, paid, bed()) })).code).toBe(200)
    await setParams(s, 'dormitory', { feeBeforeCheckIn: true })
    const answer = await post('checkIn', { id: first })
    expect([rulesOf(answer), answer.errors[0]?.values?.amount]).toEqual([['unpaid'], '1,200.00'])
    await setParams(s, 'dormitory', { feeBeforeCheckIn: false })
    expect((await post('checkIn', { id: first })).code).toBe(200)
    expect((await s.stay(first)).feePerYear).toBe(120_000)
    without()
  })
  it('finds whoever stands at the desk by the number, inside the desk’s buildings', async () => {
    const who = await one()
    const id = await reserved(s, who, bed())
    const found = await s.manager.get<Array<OutputOf<typeof deskFind>>>('dorm/dormStay/desk', { code: ` ${who.studentNo} ` })
    expect(found.data[0]).toMatchObject({ id, state: 'reserved', daysEarly: 0, problem: null, className: '软件2301' })
    expect(found.data[0]?.pieces.map(p => p?.item)).toContain('床板')
    expect(rulesOf(await s.other.get('dorm/dormStay/desk', { code: who.studentNo }))).toEqual(['unknown'])
  })
  it('counts on the desktop of whoever runs the building what the lists behind the numbers count', async () => {
    await livingIn(s, await one(), bed())
    await reserved(s, await one(), bed())
    const shown = async (who: Actor) =>
      (await who.get<Array<{ code: string; value: number }>>('base/desktopLayout/figures')).data.flatMap(f => (f.code.startsWith('dormitory.') ? [[f.code, f.value]] : []))
    const total = async (filter: Record<string, unknown>) => (await s.manager.get<{ page: { total: number } }>('dorm/dormStay/list', filter)).data.page.total
    const [living, coming] = [await total({ state: 'checkedIn' }), await total({ 'state.in': 'held,reserved' })]
    expect([living > 0, coming > 0]).toEqual([true, true])
    expect(await shown(s.manager)).toEqual([
      ['dormitory.living', living],
      ['dormitory.reserved', coming],
    ])
    expect(await shown(s.other)).toEqual([])
  })
  it('shows in the student’s record, to the student and to whoever may read it', async () => {
    const who = await one()
    await livingIn(s, who, bed())
    const own = (await (await s.self(who.id)).get<{ dormFullName: string; bedNo: string }>('base/baseStudentInfo/getStuInfo')).data
    const record = (await s.officer.get<{ dormFullName: string }>('base/student/getOne', { id: who.id })).data
    expect(own.dormFullName).toMatch(/兰苑1栋1\d\d-\d$/)
    expect(own.dormFullName.endsWith(`-${own.bedNo}`)).toBe(true)
    expect(record.dormFullName).toBe(own.dormFullName)
  })
  it('20-DR2 by the code beside the door, which says the room', async () => {
    const who = await one()
    const bedId = bed()
    await reserved(s, who, bedId)
    const self = await s.self(who.id)
    const doors = (await s.manager.get<Array<{ roomId: string; code: string }>>('dorm/dormStay/doorCodes', { dormId: s.dorms.women })).data
    expect((await s.other.get('dorm/dormStay/doorCodes', { dormId: s.dorms.women })).code).toBe(404)
    const { roomId } = await s.db.unscoped(dormBed).one(bedId)
    const [here, there] = [doors.find(d => d.roomId === roomId), doors.find(d => d.roomId !== roomId)]
    expect(rulesOf(await post('checkInByDoor', { code: there?.code }, self))).toEqual(['otherRoom'])
    expect(rulesOf(await post('checkInByDoor', { code: here?.code.replace(/.(?=.{5}$)/, c => (c === 'A' ? 'B' : 'A')) }, self))).toEqual(['code'])
    const twice = await Promise.all([1, 2].map(() => post<{ wasCheckedIn: boolean }>('checkInByDoor', { code: here?.code }, self)))
    expect(twice.map(a => a.data.wasCheckedIn).sort()).toEqual([false, true])
  })
  it('a door’s code opens the room for staff inside their scope, and is worth nothing where it was made up', async () => {
    const [door] = (await s.manager.get<Array<{ roomId: string; code: string }>>('dorm/dormStay/doorCodes', { dormId: s.dorms.women })).data
    const scan = (by: Actor, code = door?.code) => by.get('dorm/dormRoom/door', { code })
    expect((await scan(s.manager)).data).toEqual({ roomId: door?.roomId, dormId: s.dorms.women })
    expect([(await scan(s.other)).code, rulesOf(await scan(s.manager, door?.roomId))]).toEqual([404, ['code']])
  })
  it('20-DR3 lets the student say within three days what was broken before, once', async () => {
    const who = await one()
    const id = await livingIn(s, who, bed())
    const self = await s.self(who.id)
    const [mine] = (await self.get<Array<OutputOf<typeof myDorm>>>('dorm/dormStay/mine')).data
    expect(mine).toMatchObject({ id, state: 'checkedIn', managers: '何文博', dutyPhone: '0851-88301111' })
    expect(mine?.mayReportUntil).not.toBeNull()
    const pieces = [{ item: '椅子', state: 'damaged', note: '少一条腿' }]
    expect(rulesOf(await post('confirmInventory', { id, pieces: [{ item: '冰箱', state: 'missing' }] }, self))).toEqual(['unknown'])
    const stranger = await s.self((await one()).id)
    expect((await post('confirmInventory', { id, pieces }, stranger)).code).toBe(404)
    expect((await post('confirmInventory', { id, pieces }, self)).code).toBe(200)
    expect(rulesOf(await post('confirmInventory', { id, pieces }, self))).toEqual(['done'])
    expect((await s.stay(id)).inventoryJson?.find(p => p.item === '椅子')?.state).toBe('damaged')
    const later = await livingIn(s, await one(), bed())
    await setStay(s, later, { checkInAt: new Date(Date.now() - 73 * HOUR_MS).toISOString(), plannedIn: day(-4) })
    const owner = await s.self((await s.stay(later)).studentId)
    expect(rulesOf(await post('confirmInventory', { id: later, pieces }, owner))).toEqual(['late'])
  })
})

describe('a plan', () => {
  it('is changed while nobody else has the bed or the days, and the bed only before moving in', async () => {
    const [a, b] = await two()
    const [first, second, third] = [bed(), bed(), bed()]
    const id = await reserved(s, a, first, { plannedIn: day(5), plannedOut: day(50) })
    await reserved(s, b, second, { plannedIn: day(5) })
    expect(rulesOf(await post('plan', { id, bedId: second }))).toEqual(['taken'])
    expect(rulesOf(await post('plan', { id, plannedOut: day(4) }))).toEqual(['order'])
    expect(rulesOf(await post('plan', { id, bedId: s.beds.men[0] }))).toEqual(['gender'])
    expect((await post('plan', { id, bedId: third }, s.other)).code).toBe(404)
    expect((await post('plan', { id, bedId: third, plannedIn: today(), keyNo: 'K1' })).code).toBe(200)
    expect(await s.stay(id)).toMatchObject({ bedId: third, plannedIn: today(), plannedOut: day(50), keyNo: 'K1' })
    await post('checkIn', { id })
    expect(rulesOf(await post('plan', { id, bedId: first }))).toEqual(['living'])
    expect((await post('plan', { id, plannedOut: null })).code).toBe(200)
    expect((await s.stay(id)).plannedOut).toBeNull()
  })
})
