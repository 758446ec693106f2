import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { teacher } from '#modules/campus/model/people.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { curfewProfile } from './model/curfew.ts'
import { hoursFault, hoursOf, inNight, laterInNight, nightAt } from './model/night.ts'
import { floorsBetween, patternFault, roomNumber } from './model/number-pattern.ts'
import { dormBed, dormBuilding, dormRoom } from './model/places.ts'
import { nightHours } from './server/curfews.ts'
import { changePlace, type DormSchool, dormSchool, refused } from './testing.ts'

let s: DormSchool
let zhou: string
beforeAll(async () => {
  s = await dormSchool()
  zhou = await s.newStudent('周雨桐', '2')
})
afterAll(() => s.close())

describe('generation', () => {
  it('20-DB6 numbers of one pattern are different from each other, and every floor but 0 is named', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('{floor}{nn}', 'A{ff}-{n}', '{n}/{floor}'),
        fc.integer({ min: -2, max: 60 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 99 }),
        (pattern, from, more, rooms) => {
          const floors = floorsBetween(from, Math.min(60, from + more))
          expect(floors).not.toContain(0)
          const numbers = floors.flatMap(f => Array.from({ length: rooms }, (_, i) => roomNumber(pattern, f, i + 1)))
          expect(new Set(numbers).size).toBe(numbers.length)
        },
      ),
      { numRuns: 30 },
    )
    expect([patternFault('{floor}{room}'), patternFault('{floor}'), patternFault('{nn}'), patternFault('{floor}{nn}')]).toEqual([
      { unknown: 'room' },
      { missing: 'n' },
      { missing: 'floor' },
      undefined,
    ])
    expect(roomNumber('{floor}{nn}', -1, 2)).toBe('B102')
  })
  it('20-DB6 previews counts and writes nothing, makes what is missing, and finds everything there the second time', async () => {
    const input = {
      dormId: s.at('7号楼'),
      floorFrom: 1,
      floorTo: 4,
      roomsPerFloor: 3,
      bedsPerRoom: 4,
      numberPattern: '{floor}{nn}',
      roomType: 'fourBath',
      bedType: 'loft',
      usage: 'student',
    }
    const rooms = () => s.db.unscoped(dormRoom).count({ dormId: s.at('7号楼') })
    const plan = { floors: { fresh: 2, known: 2 }, rooms: { fresh: 8, known: 4 }, beds: { fresh: 32, known: 16 } }
    expect((await s.manager.post('dorm/dormBuilding/previewGenerate', input)).data).toMatchObject(plan)
    expect(await rooms()).toBe(4)
    const both = await Promise.all([s.manager.post('dorm/dormBuilding/generate', input), s.officer.post('dorm/dormBuilding/generate', input)])
    expect(both.map(a => a.code)).toEqual([200, 200])
    expect(await rooms()).toBe(12)
    expect((await s.manager.post('dorm/dormBuilding/generate', input)).data).toMatchObject({
      floors: { fresh: 0, known: 4 },
      rooms: { fresh: 0, known: 12 },
      beds: { fresh: 0, known: 48 },
    })
    expect((await s.manager.post('dorm/dormBuilding/generate', { ...input, bedsPerRoom: 6, floorTo: 1 })).data).toMatchObject({
      rooms: { fresh: 0, known: 3 },
      beds: { fresh: 6, known: 12 },
    })
    expect((await s.db.unscoped(dormBed).find({ fullName: '南校区7号楼303-4' }))?.bedType).toBe('loft')
    expect(refused(await s.manager.post('dorm/dormBuilding/generate', { ...input, numberPattern: '{nn}' }))[0]).toBe('noFloor')
    const floors = async (floorFrom: number, floorTo: number) => refused(await s.manager.post('dorm/dormBuilding/generate', { ...input, floorFrom, floorTo }))[0]
    expect([await floors(0, 0), await floors(2, 60)]).toEqual(['noFloors', 'floorBeyond'])
    expect((await s.otherManager.post('dorm/dormBuilding/generate', input)).code).toBe(404)
    const mixed = { ...input, dormId: s.at('8号楼'), floorFrom: 3, floorTo: 3 }
    expect(refused(await s.officer.post('dorm/dormBuilding/generate', mixed))[0]).toBe('noGender')
    expect((await s.officer.post('dorm/dormBuilding/generate', { ...mixed, genderCode: '2' })).code).toBe(200)
  })
})

describe('locks', () => {
  it('two who lock and reserve one bed at once: one succeeds, the other reads who and when', async () => {
    for (const name of ['7号楼102-2', '7号楼102-3']) {
      const bedId = s.at(name)
      const student = await s.newStudent(`同时${name.at(-1)}`, '2')
      const [locked, reserved] = await Promise.all([
        s.manager.post('dorm/dormBed/lock', { ids: [bedId], reason: '检修' }),
        s.officer.post('dorm/dormStay/register', {
          studentNo: (await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${student}`))[0]?.no,
          bedId,
          kind: 'main',
          plannedIn: '2026-11-22',
        }),
      ])
      expect([locked.code, reserved.code].filter(c => c === 200)).toHaveLength(1)
      const [rule, words] = refused(locked.code === 200 ? reserved : locked)
      expect(['taken', 'bedLocked']).toContain(rule)
      expect(words).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/)
    }
  })
  it('hold until their end or until they are taken away, and never below a bed that somebody has', async () => {
    const bedId = s.at('7号楼101-4')
    const stateOf = async () =>
      (await s.manager.get<{ beds: Array<{ id: string; state: string }> }>('dorm/dormRoom/card', { id: s.at('7号楼101') })).data.beds.find(b => b.id === bedId)?.state
    expect(refused(await s.manager.post('dorm/dormBed/lock', { ids: [bedId], reason: '留作机动', until: '2020-01-01T00:00:00+08:00' }))[0]).toBe('past')
    expect((await s.manager.post('dorm/dormBed/lock', { ids: [bedId], reason: '留作机动' })).data).toEqual({ done: 1 })
    expect(await stateOf()).toBe('locked')
    expect(refused(await s.officer.post('dorm/dormBed/lock', { ids: [bedId], reason: '别的' }))).toEqual(['locked', expect.stringMatching(/留作机动/)])
    await s.db.update(dormBed, bedId, { lockedUntil: '2020-01-01T00:00:00+08:00' })
    expect(await stateOf()).toBe('free')
    expect((await s.manager.post('dorm/dormBed/unlock', { ids: [bedId] })).data).toEqual({ done: 1 })
    const stay = await s.putIn(zhou, bedId, 'reserved')
    expect(refused(await s.manager.post('dorm/dormBed/lock', { ids: [bedId], reason: '检修' }))).toEqual(['taken', expect.stringContaining('周雨桐')])
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId} and id = ${stay}`)
  })
})

describe('sheets', () => {
  it('bring rooms by the full names of their floors, know again what is there, and refuse rows against those who live there', async () => {
    const bring = async (entity: string, header: string[], rows: Array<Array<string | number | null>>) => {
      const answer = await upload<{ jobId: string }>(s.manager, `dorm/${entity}/import`, await sheet(header, rows), '房间.xlsx')
      expect(answer.msg).toBe('成功')
      return settled(s.manager, answer.data.jobId)
    }
    const job = await bring('dormRoom', ['楼层', '房间号', '房型'], [['南校区7号楼2层', '288', '四人间（独立卫浴）']])
    expect(job.errors).toEqual([])
    expect(await commit(s.manager, job)).toMatchObject({ state: 'done', toAdd: 1 })
    const room = await s.db.unscoped(dormRoom).find({ fullName: '南校区7号楼288' })
    const bed = await s.db.insert(dormBed, { roomId: room?.id as string, bedNo: 1 })
    await s.putIn(zhou, bed.id, 'reserved')
    const wrong = await bring(
      'dormRoom',
      ['楼层', '房间号', '房型', '性别'],
      [
        ['南校区7号楼2层', '288', '四人间（独立卫浴）', '男'],
        ['南校区7号楼2层', '101', '四人间', null],
      ],
    )
    expect(wrong.errors.map(e => [e.row, e.rule.split('.').at(-1)])).toEqual([
      [2, 'occupiedGender'],
      [3, 'taken'],
    ])
    await s.db.query(sql`delete from dorm_stay where tenant_id = ${s.tenantId} and bed_id = ${bed.id}`)
  })
})

describe('who sees what', () => {
  it('managers their houses, the office all, others nothing; a room outside is not there', async () => {
    const names = async (entity: string, who = s.manager) =>
      new Set((await who.get<{ result: Array<{ fullName: string }> }>(`dorm/${entity}/list`, { size: 200 })).data.result?.map(r => r.fullName.slice(0, 3)))
    for (const entity of ['dormBuilding', 'dormFloor', 'dormRoom', 'dormBed']) {
      expect([entity, ...(await names(entity))]).toEqual([entity, '南校区'])
      expect((await names(entity, s.officer)).size).toBe(2)
    }
    const fdy = await s.as({ roles: ['fdy'], departmentId: s.ids.info })
    expect((await fdy.get('dorm/dormRoom/list')).code).toBe(403)
    expect((await fdy.get('dorm/school/getDorm')).data).toEqual([])
    expect((await s.manager.get('dorm/dormRoom/card', { id: s.at('8号楼101') })).code).toBe(404)
    expect((await s.manager.get('dorm/dormRoom/map', { dormId: s.at('8号楼') })).code).toBe(404)
    expect((await s.otherManager.post('dorm/dormBed/lock', { ids: [s.at('7号楼101-1')], reason: '越界' })).code).toBe(404)
    const custom = await s.as({ roles: ['dormManager'] })
    expect((await custom.get<{ result: unknown[] }>('dorm/dormRoom/list')).data.result).toEqual([])
  })
  it('who leaves the staff runs no house any more, and nobody who left can be given one', async () => {
    await s.db.emit('campus.teacherChanged', { teacherId: s.ids.he, status: 'left', departmentId: s.ids.info })
    await s.server.settle()
    expect((await s.db.unscoped(dormBuilding).one(s.at('8号楼'))).managerIds).toEqual([])
    expect((await s.db.unscoped(dormBuilding).one(s.at('7号楼'))).managerIds).toEqual([s.ids.lin])
    await s.db.update(teacher, s.ids.he, { status: 'left' })
    expect(refused(await changePlace(s, 'dormBuilding', '8号楼', { managerIds: [s.ids.he] }))).toEqual(['teacherGone', expect.stringContaining('何文博')])
  })
  it('the map has every floor, room and bed, and the overview adds up', async () => {
    const map = (await s.manager.get<{ floors: Array<{ name: string; rooms: Array<{ roomNo: string; beds: unknown[] }> }> }>('dorm/dormRoom/map', { dormId: s.at('7号楼') })).data
    expect(map.floors.map(f => f.name)).toEqual(['4层', '3层', '2层', '1层'])
    const beds = map.floors.flatMap(f => f.rooms.flatMap(r => r.beds)).length
    const nodes = (await s.manager.get<Array<{ type: string; capacity: number; occupied: number; reserved: number; free: number }>>('dorm/dormRoom/overview')).data
    const [dorm] = nodes.filter(n => n.type === 'dorm')
    const sum = (of: 'capacity' | 'free') => nodes.filter(n => n.type === 'floor').reduce((total, n) => total + n[of], 0)
    expect([dorm?.capacity, sum('capacity'), sum('free')]).toEqual([beds, beds, dorm?.free])
  })
})

describe('nights', () => {
  const profile = {
    curfewWorkday: '23:00',
    curfewFree: '23:30',
    cutOff: '00:30',
    gateOpening: '06:00',
    exceptions: [{ date: '2026-12-31', dormId: 'a', curfew: '00:20', cutOff: '01:00', gateOpening: '07:00', reason: '跨年' }],
  }
  it('run from noon to noon, whatever the hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 60 - 1 }), minutes => {
        const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        expect(nightAt(inNight('2026-03-01', time))).toBe('2026-03-01')
      }),
      { numRuns: 60 },
    )
    expect([nightAt('2026-03-01T11:59:59+08:00'), nightAt('2026-03-01T12:00:00+08:00')]).toEqual(['2026-02-28', '2026-03-01'])
    expect([laterInNight('00:30', '23:00'), laterInNight('23:00', '00:30')]).toEqual([true, false])
    expect(hoursFault({ curfew: '23:00', cutOff: '22:30', gateOpening: '06:00' })).toEqual({ first: '23:00', second: '22:30' })
  })
  it('have the curfew of the day that follows, unless the building has an exception', () => {
    const isWorkday = (date: string) => date === '2026-10-10'
    expect(hoursOf(profile, 'a', '2026-10-09', isWorkday).curfew).toBe('23:00')
    expect(hoursOf(profile, 'a', '2026-10-10', isWorkday).curfew).toBe('23:30')
    expect([hoursOf(profile, 'a', '2026-12-31', isWorkday).curfew, hoursOf(profile, 'b', '2026-12-31', isWorkday).curfew]).toEqual(['00:20', '23:30'])
  })
  it('follow the school’s calendar, and a profile keeps its hours in order', async () => {
    const night = async (date: string) => (await nightHours(s.db, s.at('7号楼'), date))?.curfew
    expect(await night('2026-11-24')).toBe('2026-11-24T15:00:00.000Z')
    expect(await night('2026-11-27')).toBe('2026-11-27T15:30:00.000Z')
    const { id, version } = await s.db.unscoped(curfewProfile).one(s.profileId)
    const put = (patch: Record<string, unknown>) => s.officer.post<{ version: number }>('dorm/curfewProfile/update', { id, version, ...patch })
    expect(refused(await put({ cutOff: '22:00' }))[0]).toBe('order')
    const x = { date: '2026-11-24', dormId: s.at('7号楼'), curfew: '22:00', cutOff: '23:30', gateOpening: '05:30', reason: '军训' }
    expect(refused(await put({ exceptions: [x, x] }))[0]).toBe('twice')
    expect(refused(await put({ exceptions: [{ ...x, curfew: '25:00' }] }))[0]).toBe('exceptionForm')
    expect((await put({ exceptions: [x] })).code).toBe(200)
    expect(await night('2026-11-24')).toBe('2026-11-24T14:00:00.000Z')
    const shown = await s.manager.get<Array<{ fullName: string; curfew: string }>>('dorm/curfewProfile/hours', { night: '2026-11-24' })
    expect(shown.data.map(h => h.curfew.slice(0, 16))).toEqual(['2026-11-24T14:00'])
  })
})
