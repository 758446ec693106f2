import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { nightAt } from '../places/model/night.ts'
import { dormBuilding } from '../places/model/places.ts'
import { rulesOf } from '../places/testing.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { houseAll } from '../stays/testing-residents.ts'
import { nightLine } from './model/night-line.ts'
import { nightSetting } from './model/night-setting.ts'
import { beginNights } from './server/dorm-nights.ts'
import { lookAgain, makeRoster } from './server/roster.ts'
import { HOUR, inside, iso } from './testing.ts'

let s: StaySchool
let women: Array<{ id: string }>
// the database clock stamps signatures: two nights are open around now, one of which contains it
beforeAll(async () => {
  s = await staySchool()
  women = await s.students(3)
  await houseAll(
    s,
    women.map(w => w.id),
    s.beds.women,
  )
  await s.db.update(dormBuilding, s.dorms.women, { fence: { lng: inside.longitude, lat: inside.latitude, radius: 100 }, gateMode: 'events' })
  await s.db.insert(nightSetting, { dormId: s.dorms.women, openTime: '21:30', closeTime: '23:00', gateAfter: '18:00' })
  const now = Date.now()
  const night = nightAt(iso(now))
  for (const date of [night, addDays(night, 1)]) await s.db.tx(async db => makeRoster(db, date, await beginNights(db, date)))
  await s.db.query(sql`update dorm_night set opens_at = ${iso(now - 3 * HOUR)}, closes_at = ${iso(now + HOUR)}, gate_after = ${iso(now - 3 * HOUR)}, curfew = ${iso(now + 2 * HOUR)},
    cut_off = ${iso(now + 3 * HOUR)}, gate_opening = ${iso(now + 9 * HOUR)} where tenant_id = ${s.tenantId}`)
})
afterAll(() => s.close())

const lines = async (id: string) => (await s.db.unscoped(nightLine).all({ studentId: id })).toSorted((a, b) => (a.result < b.result ? -1 : 1))
const results = async (id: string) => (await lines(id)).map(l => [l.result, l.way])
/** A task of tonight, and one student's line in it. */
async function task(kind: string, id: string): Promise<{ occurrenceId: string; lineId: string; number: string }> {
  const me = await s.self(id)
  const started = await s.officer.post<{ occurrenceId: string }>('signIn/signTask/quick', {
    ...{ name: `${kind}点名`, kind, minutes: 30, ways: ['number'], wayRule: 'any', audience: { userIds: [me.userId] } },
  })
  const { occurrenceId } = started.data
  const [line] = await s.db.query<{ id: string }>(sql`select id from sign_line where tenant_id = ${s.tenantId} and occurrence_id = ${occurrenceId}`)
  const { data } = await s.officer.get<{ number: string }>('signIn/signOccurrence/projector', { occurrenceId })
  return { occurrenceId, lineId: line?.id ?? '', number: data.number }
}
async function signs(id: string, { occurrenceId, number }: { occurrenceId: string; number: string }): Promise<void> {
  const signed = await (await s.self(id)).post('signIn/signLine/sign', { occurrenceId, number, deviceKey: `phone-of-${id}` })
  expect([signed.code, signed.msg]).toEqual([200, expect.anything()])
  await s.server.settle()
}
async function voids(lineId: string): Promise<void> {
  expect((await s.officer.post('signIn/signLine/void', { ids: [lineId], reason: '人不在宿舍' })).code).toBe(200)
  await s.server.settle()
}

describe('tasks of sign-in for a night', () => {
  it('20-DH5 a signature is the student’s own word in the night, and a press after it is a repeat', async () => {
    const id = women[0]?.id ?? ''
    const asked = await task('dorm', id)
    await signs(id, asked)
    expect(await results(id)).toEqual([
      ['pending', null],
      ['present', 'self'],
    ])
    expect((await (await s.self(id)).post<{ isRepeat: boolean }>('dorm/nightLine/press', inside)).data).toMatchObject({ isRepeat: true, result: 'present' })
    // re-evaluation adds no second entry
    const [, line] = await lines(id)
    await s.db.tx(db => lookAgain(db, line?.nightDate ?? '', sql`l.id = ${line?.id}`))
    const [after] = await s.db.query<{ evidence: object[]; version: number }>(sql`select evidence, version from night_line where id = ${line?.id}`)
    expect(after).toMatchObject({ evidence: [{ way: 'self', says: 'in', note: 'dorm点名' }], version: line?.version })
  })
  it('20-DN2 the gate stands above it and the conflict is shown; a voided signature is taken back', async () => {
    const id = women[1]?.id ?? ''
    const asked = await task('dorm', id)
    await signs(id, asked)
    await s.db.query(
      sql`insert into access_event (tenant_id, device_code, dorm_id, person_no, student_id, direction, event_at) values (${s.tenantId}, 'D1', ${s.dorms.women}, 'P', ${id}, 'out', statement_timestamp())`,
    )
    await s.db.emit('dormitory.passage', { studentId: id, direction: 'out', eventAt: iso(Date.now()), deviceId: null })
    await s.server.settle()
    expect((await lines(id)).map(l => [l.result, l.way, l.conflict])).toContainEqual(['pending', 'gate', true])
    await voids(asked.lineId)
    expect((await lines(id)).map(l => [l.result, l.way, l.conflict])).toContainEqual(['pending', 'gate', false])
    // a signature voided by mistake is restored by the list
    expect((await s.officer.post('signIn/signLine/signByStaff', { ids: [asked.lineId] })).code).toBe(200)
    await s.server.settle()
    expect((await lines(id)).map(l => [l.way, l.conflict])).toContainEqual(['gate', true])
  })
  it('20-DH5 counts tasks of nights only', async () => {
    const id = women[2]?.id ?? ''
    await signs(id, await task('meeting', id))
    expect(await results(id)).toEqual([
      ['pending', null],
      ['pending', null],
    ])
  })
})
describe('the fence of a building', () => {
  it('20-DN1 is an area by its corners, too: who stands outside it hears by how many metres', async () => {
    const me = await s.self(women[2]?.id ?? '')
    const { longitude: lng, latitude: lat } = inside
    // an L-shaped wing whose open side is outside
    const east = [0, 0.002, 0.002, 0.0005, 0.0005, 0]
    const wing = [0, 0, 0.0005, 0.0005, 0.002, 0.002].map((north, n) => [lng + (east[n] ?? 0), lat + north])
    const dorm = await s.db.unscoped(dormBuilding).one(s.dorms.women)
    expect((await s.officer.post('dorm/dormBuilding/update', { id: dorm.id, version: dorm.version, fence: { points: wing } })).code).toBe(200)
    const press = (x: number, y: number) => me.post<{ result: string }>('dorm/nightLine/press', { ...inside, longitude: lng + x, latitude: lat + y, accuracy: 10 })
    const outside = await press(0.0015, 0.0015)
    expect([rulesOf(outside), outside.msg]).toEqual([['outside'], expect.stringMatching(/\d+ 米/)])
    expect((await press(0.0015, 0.0003)).data).toMatchObject({ result: 'present' })
  })
})
