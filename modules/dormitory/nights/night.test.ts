import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { Actor } from '#testing/school.ts'
import { dormBuilding, dormRoom } from '../places/model/places.ts'
import { rulesOf } from '../places/testing.ts'
import type { Evidence } from './model/evidence.ts'
import { nightSetting } from './model/night-setting.ts'
import type { myNight, nightBoard, nightSeats, patrolRooms } from './model/read-actions.ts'
import { beginNights } from './server/dorm-nights.ts'
import { remind } from './server/jobs.ts'
import { makeRoster } from './server/roster.ts'
import { waysOfDorms } from './server/settings.ts'
import { HOUR, inside, iso, MINUTE, type NightSchool, night, nightSchool, now } from './testing.ts'

let s: NightSchool
beforeAll(async () => {
  s = await nightSchool()
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})

const evidenceOf = async (studentId: string): Promise<readonly Evidence[]> =>
  (
    await s.db.query<{ evidence: Evidence[] | null }>(
      sql`select evidence from night_line where tenant_id = ${s.tenantId} and night_date = ${night}::date and student_id = ${studentId}`,
    )
  )[0]?.evidence ?? []

async function passes(studentId: string, direction: 'in' | 'out', at: number): Promise<void> {
  await s.db.query(
    sql`insert into access_event (tenant_id, device_code, dorm_id, person_no, student_id, direction, event_at) values (${s.tenantId}, 'D1', ${s.dorms.women}, 'P', ${studentId}, ${direction}, ${iso(at)})`,
  )
  await s.db.emit('dormitory.passage', { studentId, direction, eventAt: iso(at), deviceId: null })
  await s.server.settle()
}

describe('a night that is called', () => {
  it('20-DN1 lists who lives here, from expected presence, and follows a change at once', async () => {
    expect([(await s.lineOf(s.id(0))).result, (await s.lineOf(s.id(8))).result, (await s.lineOf(s.man.id)).dormId]).toEqual(['pending', 'excused', s.dorms.men])
    const made = await s.officer.post<{ id: string }>('dorm/presenceException/add', { studentId: s.id(7), from: night, to: addDays(night, 1), reason: 'other' })
    await s.server.settle()
    expect(await s.lineOf(s.id(7))).toMatchObject({ result: 'excused', expected: 'excused' })
    expect((await s.officer.post('dorm/presenceException/remove', { ids: [made.data.id] })).code).toBe(200)
    await s.server.settle()
    expect(await s.lineOf(s.id(7))).toMatchObject({ result: 'pending', expected: 'expected' })
    const again = await s.db.tx(db => makeRoster(db, night, [s.dorms.women]))
    expect(again).toBe(0)
  })
  it('20-DN1 calls no night where nothing could show who is in: everybody would be missing', async () => {
    const [setting] = await s.db.unscoped(nightSetting).all({ dormId: s.dorms.men })
    const ways = async () => (await waysOfDorms(s.db)).get(s.dorms.men)?.ways
    expect(await ways()).toEqual(['head', 'patrol'])
    await s.db.remove(nightSetting, setting?.id ?? '')
    expect(await ways()).toEqual([])
    const later = addDays(night, 5)
    expect(await beginNights(s.db, later)).toEqual([s.dorms.women])
    await s.db.query(sql`delete from dorm_night where tenant_id = ${s.tenantId} and night_date = ${later}::date`)
    await s.db.insert(nightSetting, { dormId: s.dorms.men, openTime: '21:30', closeTime: '23:00', gateAfter: '18:00' })
  })
  it('20-DN1 counts a press in the fence, once, and says why another does not count', async () => {
    const me = await s.self(s.id(0))
    expect(rulesOf(await me.post('dorm/nightLine/press', { ...inside, latitude: inside.latitude + 0.003 }))).toEqual(['outside'])
    expect(rulesOf(await me.post('dorm/nightLine/press', { ...inside, accuracy: 400 }))).toEqual(['inaccurate'])
    const pressed = await Promise.all([me.post<{ isRepeat: boolean }>('dorm/nightLine/press', inside), me.post<{ isRepeat: boolean }>('dorm/nightLine/press', inside)])
    expect(pressed.map(p => p.data.isRepeat).sort()).toEqual([false, true])
    expect([(await s.lineOf(s.id(0))).result, (await evidenceOf(s.id(0))).length]).toEqual(['present', 1])
    expect((await s.fdy.post('dorm/nightLine/press', inside)).code).toBe(403)
    const him = await s.self(s.man.id)
    expect(rulesOf(await him.post('dorm/nightLine/press', inside))).toEqual(['notThisWay'])
    expect((await me.get<OutputOf<typeof myNight>>('dorm/nightLine/mine')).data).toMatchObject({ state: 'present', way: 'self' })
  })
  it('20-DN1 lets the head of a room say who is there, for the own room and in time', async () => {
    const head = await s.self(s.id(0))
    expect(rulesOf(await head.post('dorm/nightLine/confirmRoom', { inIds: [s.id(4)], outIds: [] }))).toEqual(['notInRoom'])
    expect(rulesOf(await (await s.self(s.id(1))).post('dorm/nightLine/confirmRoom', { inIds: [s.id(1)], outIds: [] }))).toEqual(['notHead'])
    expect((await head.post('dorm/nightLine/confirmRoom', { inIds: [s.id(0), s.id(1)], outIds: [s.id(2)] })).code).toBe(200)
    expect([(await s.lineOf(s.id(1))).result, (await s.lineOf(s.id(2))).result]).toEqual(['present', 'pending'])
    await s.hours({ opens: now - 3 * HOUR, closes: now - 1, curfew: now + HOUR, cutOff: now + 2 * HOUR, opening: now + 9 * HOUR })
    expect(rulesOf(await head.post('dorm/nightLine/confirmRoom', { inIds: [s.id(0)], outIds: [] }))).toEqual(['notOpen'])
    await s.openNow()
  })
  it('reminds, before it closes, whoever has not been seen and may still press', async () => {
    const waiting = await s.self(s.id(2))
    await remind(s.db, now + 50 * MINUTE)
    await remind(s.db, now + 51 * MINUTE)
    const heard = await s.told('dormitory.nightClosing')
    expect(heard.map(h => h.to)).toEqual([[waiting.userId]])
  })
  it('20-DN2 shows sources that disagree; the gate counts for the night its record belongs to', async () => {
    await passes(s.id(1), 'out', now - 5 * MINUTE)
    expect(await s.lineOf(s.id(1))).toMatchObject({ result: 'pending', way: 'gate', conflict: true })
    await passes(s.id(1), 'in', now - 4 * MINUTE)
    expect(await s.lineOf(s.id(1))).toMatchObject({ result: 'present', way: 'gate', conflict: false })
    // a late, out-of-order record changes nothing: a later one is known
    await passes(s.id(1), 'out', now - 10 * MINUTE)
    expect(await s.lineOf(s.id(1))).toMatchObject({ result: 'present', way: 'gate' })
    const [seat] = (await s.fdy.get<OutputOf<typeof nightSeats>[]>('dorm/nightLine/seats', { night, view: 'all', dormId: s.dorms.women })).data.filter(x => x.studentId === s.id(1))
    expect(seat?.evidence.map(e => e?.way)).toEqual(expect.arrayContaining(['head', 'gate']))
  })
  it('20-DN3 merges patrols by room and time: sent twice they count once, of two the later stands and both are kept', async () => {
    const room = s.rooms[1] as string
    const first = { roomId: room, at: iso(now - 20 * MINUTE), out: [s.id(4), s.id(5)] }
    expect((await s.patrol(s.manager, [first])).data).toEqual({ kept: 1, roomCount: 1 })
    expect((await s.patrol(s.manager, [first, { roomId: s.rooms[2] as string, at: iso(now - 19 * MINUTE) }])).data).toEqual({ kept: 1, roomCount: 2 })
    expect([(await s.lineOf(s.id(4))).result, (await s.lineOf(s.id(6))).result]).toEqual(['pending', 'present'])
    const [womens, mens] = [await s.db.unscoped(dormBuilding).one(s.dorms.women), await s.db.unscoped(dormBuilding).one(s.dorms.men)]
    await s.db.update(dormBuilding, womens.id, { managerIds: [...(womens.managerIds ?? []), ...(mens.managerIds ?? [])] })
    expect((await s.patrol(s.other, [{ roomId: room, at: iso(now - 10 * MINUTE), out: [s.id(5)] }])).code).toBe(200)
    await s.db.update(dormBuilding, womens.id, { managerIds: womens.managerIds })
    await s.patrol(s.manager, [{ roomId: room, at: iso(now - 15 * MINUTE), out: [s.id(4), s.id(5)] }])
    expect([(await s.lineOf(s.id(4))).result, (await s.lineOf(s.id(5))).result]).toEqual(['present', 'pending'])
    expect(await evidenceOf(s.id(4))).toHaveLength(3)
    const list = (await s.manager.get<OutputOf<typeof patrolRooms>>('dorm/dormPatrol/rooms', { dormId: s.dorms.women })).data
    expect(list.rooms.find(r => r?.id === room)).toMatchObject({ out: [s.id(5)] })
    expect(JSON.stringify(list)).not.toContain('trainingCamp')
  })
  it('20-DN3 refuses rooms of another building, times to come and people who do not sleep there', async () => {
    const mens = (await s.db.unscoped(dormRoom).all({ dormId: s.dorms.men }, { limit: 1 }))[0]?.id as string
    expect(rulesOf(await s.patrol(s.manager, [{ roomId: mens, at: iso(now) }]))).toEqual(['foreignRoom'])
    expect((await s.patrol(s.manager, [{ roomId: mens, at: iso(now) }], s.dorms.men)).code).toBe(404)
    expect(rulesOf(await s.patrol(s.manager, [{ roomId: s.rooms[0] as string, at: iso(now + HOUR) }]))).toEqual(['future'])
    expect(rulesOf(await s.patrol(s.manager, [{ roomId: s.rooms[0] as string, at: iso(now), out: [s.id(6)] }]))).toEqual(['notInRoom'])
  })
  it('shows each reader their own: the building to its manager without reasons, the class to its counsellor, nothing to others', async () => {
    const board = async (who: Actor) => (await who.get<OutputOf<typeof nightBoard>>('dorm/nightLine/board', { night })).data
    expect([
      (await board(s.manager)).expected + (await board(s.manager)).excused,
      (await board(s.other)).expected,
      (await board(s.fdy)).expected,
      (await board(s.officer)).expected,
    ]).toEqual([9, 1, 9, 9])
    const why = async (who: Actor) => (await who.get<OutputOf<typeof nightSeats>[]>('dorm/nightLine/seats', { night, view: 'all' })).data.find(x => x.studentId === s.id(8))
    expect([(await why(s.fdy))?.source, (await why(s.manager))?.source, (await why(s.manager))?.expected]).toEqual(['exception', null, 'excused'])
    const listed = async (who: Actor) => (await who.get<{ result: Array<{ why: string | null }> }>('dorm/nightLine/list', { nightDate: night, expected: 'excused' })).data.result
    expect([(await listed(s.fdy))[0]?.why, (await listed(s.manager))[0]?.why]).toEqual(['exception', null])
    expect((await (await s.self(s.id(0))).get('dorm/nightLine/list', {})).code).toBe(403)
    expect((await s.manager.get('dorm/nightLine/cases', { view: 'all' })).code).toBe(403)
  })
})
