import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { building, campus } from '#modules/campus/model/places.ts'
import { dormBed, dormBuilding, dormRoom } from './model/places.ts'
import { changePlace, type DormSchool, dormSchool, refused } from './testing.ts'

let s: DormSchool
let zhou: string
let wu: string
beforeAll(async () => {
  s = await dormSchool()
  zhou = await s.newStudent('周雨桐', '2')
  wu = await s.newStudent('吴向东', '1', s.ids.n2301)
})
afterAll(() => s.close())

const row = (of: typeof dormRoom | typeof dormBed, name: string) => s.db.unscoped(of).one(s.at(name))
const change = (entity: Parameters<typeof changePlace>[1], name: string, patch: Record<string, unknown>) => changePlace(s, entity, name, patch)

describe('the map', () => {
  it('20-DB1 a room is for its own gender, else its floor’s, else its building’s; where nobody has said, it is offered nowhere and listed', async () => {
    const gender = async (name: string) => (await s.officer.get<{ genderCode: string | null }>('dorm/dormRoom/card', { id: s.at(name) })).data.genderCode
    expect(await gender('7号楼101')).toBe('2')
    expect(await gender('8号楼101')).toBe('1')
    expect(await gender('8号楼201')).toBeNull()
    const open = async () => (await s.officer.get<Array<{ fullName: string; kind: string }>>('dorm/dormRoom/incomplete')).data.map(x => [x.fullName, x.kind])
    expect(await open()).toEqual([
      ['北校区8号楼201', 'noGender'],
      ['北校区8号楼202', 'noGender'],
    ])
    const free = async () => (await s.officer.get<Array<{ name: string; free: number }>>('dorm/school/getRoom', { floorId: s.at('8号楼2层') })).data.map(r => r.free)
    expect(await free()).toEqual([0, 0])
    expect((await change('dormFloor', '8号楼2层', { genderCode: '2' })).code).toBe(200)
    expect(await gender('8号楼201')).toBe('2')
    expect(await free()).toEqual([4, 4])
    expect(await open()).toEqual([])
    // an accessible room without a lift is assignable, and listed until there is one
    expect((await change('dormRoom', '8号楼201', { accessible: true })).code).toBe(200)
    expect([await open(), await free()]).toEqual([[['北校区8号楼201', 'noLift']], [4, 4]])
    const { buildingId } = await s.db.unscoped(dormBuilding).one(s.at('8号楼'))
    await s.db.update(building, buildingId, { hasLift: true })
    expect(await open()).toEqual([])
    expect(refused(await change('dormFloor', '8号楼2层', { genderCode: '9' }))[0]).toBe('genderOnly')
  })
  it('20-DB2 gender, use and state of places are not changed against those who live there or will; repair keeps them and leaves the pools', async () => {
    const stay = await s.putIn(zhou, s.at('7号楼201-1'))
    const [rule, words] = refused(await change('dormRoom', '7号楼201', { genderCode: '1' }))
    expect([rule, words.includes('周雨桐'), words.includes('南校区7号楼201-1')]).toEqual(['occupiedGender', true, true])
    expect(refused(await change('dormFloor', '7号楼2层', { genderCode: '1' }))[0]).toBe('occupiedGender')
    expect(refused(await change('dormBuilding', '7号楼', { genderRule: 'male' }))[0]).toBe('occupiedGender')
    expect(refused(await change('dormBuilding', '7号楼', { isEnabled: false }))[0]).toBe('occupiedOff')
    expect(refused(await change('dormBed', '7号楼201-1', { isEnabled: false }))[0]).toBe('occupiedOff')
    expect(refused(await change('dormRoom', '7号楼201', { state: 'closed' }))[0]).toBe('occupiedClosed')
    expect(refused(await change('dormRoom', '7号楼201', { usage: 'storage' }))[0]).toBe('occupiedUsage')
    const close = { ids: [s.at('7号楼201'), s.at('7号楼202')], from: '2099-01-01', reason: '消防改造' }
    expect(refused(await s.officer.post('dorm/dormRoom/close', close))).toEqual(['occupiedClosed', expect.stringContaining('周雨桐')])
    expect((await change('dormRoom', '7号楼202', { genderCode: '1' })).code).toBe(200)
    expect((await change('dormRoom', '7号楼202', { genderCode: null })).code).toBe(200)
    expect((await change('dormRoom', '7号楼201', { state: 'repair' })).code).toBe(200)
    const [room] = (await s.officer.get<Array<{ name: string; capacity: number; free: number }>>('dorm/school/getRoom', { floorId: s.at('7号楼2层') })).data
    expect(room).toMatchObject({ name: '201', capacity: 4, free: 0 })
    const card = (await s.officer.get<{ beds: Array<{ state: string }> }>('dorm/dormRoom/card', { id: s.at('7号楼201') })).data
    expect(card.beds.map(b => b.state)).toEqual(['occupied', 'repair', 'repair', 'repair'])
    expect((await change('dormRoom', '7号楼201', { state: 'normal' })).code).toBe(200)
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId} and id = ${stay}`)
  })
  it('20-DB2 rooms are closed for some nights where those who live there sleep elsewhere in the meantime', async () => {
    const stay = await s.putIn(zhou, s.at('7号楼201-1'), 'checkedIn', { plannedOut: '2099-07-01' })
    const close = { ids: [s.at('7号楼201')], from: '2099-01-10', to: '2099-01-20', reason: '更换门窗' }
    const temporary = await s.putIn(zhou, s.at('7号楼101-1'), 'reserved', { kind: 'temporary', plannedIn: '2099-01-11', plannedOut: '2099-01-25' })
    expect(refused(await s.officer.post('dorm/dormRoom/close', close))[0]).toBe('occupiedClosed')
    await s.db.query(sql`update dorm_stay set planned_in = '2099-01-10' where tenant_id = ${s.tenantId} and id = ${temporary}`)
    expect((await s.officer.post('dorm/dormRoom/close', close)).data).toEqual({ done: 1 })
    expect(await row(dormRoom, '7号楼201')).toMatchObject({ closedFrom: '2099-01-10', closedTo: '2099-01-20', closedReason: '更换门窗' })
    expect(refused(await s.officer.post('dorm/dormRoom/close', { ...close, to: '2099-01-01' }))[0]).toBe('spanReversed')
    expect((await s.officer.post('dorm/dormRoom/reopen', { ids: close.ids })).data).toEqual({ done: 1 })
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId} and id in (${stay}, ${temporary})`)
  })
  it('20-DB3 a room holds its enabled beds, at most sixteen', async () => {
    const capacity = async () => (await s.officer.get<{ capacity: number }>('dorm/dormRoom/getOne', { id: s.at('7号楼102') })).data.capacity
    expect((await change('dormBed', '7号楼102-4', { isEnabled: false })).code).toBe(200)
    expect(await capacity()).toBe(3)
    expect((await s.officer.post('dorm/dormBed/add', { roomId: s.at('7号楼102'), bedNo: 17 })).code).toBe(400)
    expect(refused(await s.officer.post('dorm/dormBed/add', { roomId: s.at('7号楼102'), bedNo: 3 }))).toEqual(['bedTaken', expect.stringContaining('7号楼102')])
    expect((await change('dormBed', '7号楼102-4', { isEnabled: true })).code).toBe(200)
    expect(await capacity()).toBe(4)
  })
  it('20-DB4 a bed that anybody had stays in the history: it is disabled, never removed', async () => {
    const stay = await s.putIn(zhou, s.at('7号楼102-1'))
    await s.db.query(sql`update dorm_stay set state = 'checkedOut', is_open = false, check_out_at = now() where tenant_id = ${s.tenantId} and id = ${stay}`)
    const gone = await s.officer.post('dorm/dormBed/remove', { ids: [s.at('7号楼102-1')] })
    expect(gone.data).toMatchObject({ done: 0, failed: [{ id: s.at('7号楼102-1'), msg: expect.stringContaining('住宿登记') }] })
    expect((await change('dormBed', '7号楼102-1', { isEnabled: false })).code).toBe(200)
    expect((await change('dormBed', '7号楼102-1', { isEnabled: true })).code).toBe(200)
    const spare = await s.officer.post<{ id: string }>('dorm/dormBed/add', { roomId: s.at('7号楼102'), bedNo: 9 })
    expect((await s.officer.post('dorm/dormBed/remove', { ids: [spare.data.id] })).code).toBe(200)
    const [kept] = await s.db.query<{ at: string | null }>(sql`select deleted_at as at from dorm_bed where tenant_id = ${s.tenantId} and id = ${spare.data.id}`)
    expect(kept?.at).not.toBeNull()
    expect((await s.officer.post('dorm/dormBed/add', { roomId: s.at('7号楼102'), bedNo: 9 })).code).toBe(200)
  })
  it('20-DB5 a bed is called by campus, building, room and its number, also after one of them was renamed', async () => {
    expect((await row(dormBed, '8号楼102-3')).fullName).toBe('北校区8号楼102-3')
    await s.db.update(campus, (await s.db.unscoped(campus).find({ code: 'B' }))?.id as string, { name: '新校区' })
    expect((await row(dormBed, '8号楼102-3')).fullName).toBe('新校区8号楼102-3')
    await change('dormBuilding', '8号楼', { name: '八号楼' })
    await change('dormRoom', '8号楼102', { roomNo: '102A' })
    expect((await row(dormBed, '8号楼102-3')).fullName).toBe('新校区八号楼102A-3')
    expect((await s.officer.get<Array<{ fullName: string }>>('dorm/school/getRoomFullName', { roomId: s.at('8号楼102') })).data[0]?.fullName).toBe('新校区八号楼102A')
    await change('dormRoom', '8号楼102', { roomNo: '102' })
  })
  it('refuses what a table of places cannot hold, with the values', async () => {
    expect((await s.officer.post('dorm/dormFloor/add', { dormId: s.at('7号楼'), floorNo: 0, name: '零层' })).errors[0]?.msg).toContain('0 层')
    expect(refused(await s.officer.post('dorm/dormFloor/add', { dormId: s.at('7号楼'), floorNo: 1, name: '大厅' }))[0]).toBe('floorTaken')
    const room = { floorId: s.at('7号楼2层'), roomNo: '101', roomType: 'four' }
    expect(refused(await s.officer.post('dorm/dormRoom/add', room))).toEqual(['roomTaken', expect.stringContaining('101（1层）')])
    const library = await s.db.insert(building, {
      code: 'T1',
      name: '图书馆',
      campusId: (await s.db.unscoped(campus).find({ code: 'A' }))?.id as string,
      usage: 'other',
      floors: 5,
    })
    const dorm = { buildingId: library.id, code: 'T1', name: '图书馆', genderRule: 'male', curfewProfileId: s.profileId }
    expect(refused(await s.officer.post('dorm/dormBuilding/add', dorm))).toEqual(['notDormitory', expect.stringContaining('其他')])
    await s.db.update(building, library.id, { usage: 'dormitory' })
    expect(refused(await s.officer.post('dorm/dormBuilding/add', { ...dorm, name: '7号楼' }))).toEqual(['nameTaken', expect.stringContaining('南校区')])
    expect(refused(await s.officer.post('dorm/dormBuilding/add', { ...dorm, code: 'S7' }))[0]).toBe('codeTaken')
    expect(refused(await s.officer.post('dorm/dormBuilding/add', { ...dorm, fence: { points: [[114, 30]] } }))[0]).toBe('fenceForm')
    expect(refused(await s.officer.post('dorm/dormBuilding/add', { ...dorm, fence: { lng: 114.3, radius: 100 } }))[0]).toBe('fenceForm')
    const ring = Array.from({ length: 61 }, (_, n) => [114 + n / 10_000, 30])
    expect(refused(await s.officer.post('dorm/dormBuilding/add', { ...dorm, fence: { points: ring } }))[0]).toBe('fenceForm')
    expect(refused(await s.officer.post('dorm/dormBuilding/add', { ...dorm, fence: '围墙' }))[0]).toBe('fenceForm')
  })
  it('has a head in a room only among those who live there', async () => {
    const stay = await s.putIn(zhou, s.at('7号楼101-2'))
    expect(refused(await s.manager.post('dorm/dormRoom/setHead', { id: s.at('7号楼101'), studentId: wu }))).toEqual(['notResident', expect.stringContaining('吴向东')])
    expect((await s.manager.get<Array<{ name: string; bedNo: number }>>('dorm/dormRoom/residents', { id: s.at('7号楼101') })).data).toMatchObject([{ name: '周雨桐', bedNo: 2 }])
    expect((await s.manager.post('dorm/dormRoom/setHead', { id: s.at('7号楼101'), studentId: zhou })).code).toBe(200)
    expect((await s.manager.get<{ headName: string }>('dorm/dormRoom/card', { id: s.at('7号楼101') })).data.headName).toBe('周雨桐')
    const ended = () => s.db.emit('dormitory.stayEnded', { studentId: zhou, stayId: stay, bedId: s.at('7号楼101-2'), reason: 'change', on: '2026-11-01' })
    const head = async () => (await s.db.unscoped(dormRoom).one(s.at('7号楼101'))).headStudentId
    // a student moving within the room stays its head
    await ended()
    await s.server.settle()
    expect(await head()).toBe(zhou)
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId} and id = ${stay}`)
    await ended()
    await s.server.settle()
    expect(await head()).toBeNull()
  })
})
