import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { takeMoney } from '#modules/fee/bills/server/api.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { unread } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { serial } from '#testing/serial.ts'
import { alumniClub, alumniClubMember, alumniClubPost } from '../clubs/model/club.ts'
import { alumnusStudy } from '../records/model/alumnus.ts'
import { type AlumniSchool, alumniSchool, type Graduate, ok, ruleOf } from '../records/testing.ts'
import { alumniActivity, alumniDayPass, alumniEnrolment } from './model/activity.ts'
import { forgetPasses } from './server/activities.ts'
import { lapseSeats } from './server/enrol.ts'

let s: AlumniSchool
let people: Graduate[]
beforeAll(async () => {
  s = await alumniSchool()
  await s.db.insert(chargeItem, {
    code: 'alumniActivity',
    name: '校友活动费',
    nature: 'agency',
    period: 'once',
    optional: true,
    partial: false,
    receiptKind: 'internal',
    refundRule: 'full',
  } as never)
  people = []
  for (let n = 0; n < 8; n++) people.push(await s.graduate())
})
afterAll(() => s.close())
const one = (n: number): Graduate => people[n] as Graduate
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const form = (more: object = {}) => ({ title: '返校日', place: '体育馆', from: inHours(200), to: inHours(204), enrolTo: inHours(100), capacity: 3, companions: 3, ...more })
async function published(more: object = {}): Promise<string> {
  const { id } = ok(await s.officer.post<{ id: string }>('alumni/alumniActivity/add', form(more)))
  ok(await s.officer.post('alumni/alumniActivity/publish', { id }))
  return id
}
const enrol = (who: Graduate, activityId: string, companions = 0, more: object = {}) =>
  who.actor.post<{ state: string; position: number | null }>('alumni/alumniEnrolment/enrol', { activityId, companions, ...more })
const alumnusOf = async (who: Graduate): Promise<string> => (await s.db.unscoped(alumnusStudy).find({ studentId: who.id }))?.alumnusId ?? ''
const rowOf = async (who: Graduate, activityId: string) => {
  const row = await s.db.unscoped(alumniEnrolment).find({ activityId, alumnusId: await alumnusOf(who) })
  if (!row) throw new Error('no enrolment')
  return row
}
const cancel = async (who: Graduate, activityId: string) => who.actor.post<{ kept: number }>('alumni/alumniEnrolment/cancel', { id: (await rowOf(who, activityId)).id })
const states = async (activityId: string) => (await s.db.unscoped(alumniEnrolment).all({ activityId }, { sort: ['seq'] })).map(r => r.state)
const takenOf = async (id: string) => (await s.db.unscoped(alumniActivity).one(id)).taken
const pay = async (who: Graduate, activityId: string) => {
  const line = await s.db.unscoped(billLine).one((await rowOf(who, activityId)).billLineId ?? '')
  await takeMoney(s.db, { sourceType: 'test', sourceId: `paid${serial('alumniPay')}` }, 'own', [{ lineId: line.id, amount: line.charged }])
}
const owedFor = async (who: Graduate, activityId: string) => (await s.db.unscoped(billLine).one((await rowOf(who, activityId)).billLineId ?? '')).charged

describe('30-AN2 seats', () => {
  it('30-AN2 companions count, nobody passes who waits, and a seat that is given back goes by order, told at once', async () => {
    const id = await published({ capacity: 4, companions: 2 })
    const { version } = await s.db.unscoped(alumniActivity).one(id)
    expect(ruleOf(await s.officer.post('alumni/alumniActivity/update', { id, version, capacity: 1 }))).toBe('state')
    await s.officer.post('alumni/alumniActivity/remove', { ids: id })
    expect(await s.db.unscoped(alumniActivity).find({ id })).toBeDefined()
    expect(ruleOf(await enrol(one(0), id, 3))).toBe('tooMany')
    expect(ok(await enrol(one(0), id, 2)).state).toBe('enrolled')
    expect(ok(await enrol(one(1), id, 1))).toEqual({ state: 'waitlist', position: 1 })
    expect(ok(await enrol(one(2), id))).toEqual({ state: 'waitlist', position: 2 })
    expect(await takenOf(id)).toBe(3)
    expect(ruleOf(await enrol(one(2), id))).toBe('already')
    const before = await unread(one(1).actor)
    const gone = await Promise.all([cancel(one(0), id), cancel(one(0), id)])
    expect(gone.filter(g => g.code === 200)).toHaveLength(1)
    await s.server.settle()
    expect([await states(id), await takenOf(id)]).toEqual([['cancelled', 'enrolled', 'enrolled'], 3])
    expect(await unread(one(1).actor)).toBe(Number(before) + 1)
    // who comes back goes to the end
    expect(ok(await enrol(one(0), id, 2)).position).toBe(1)
    expect((await cancel(one(3), id).catch(() => ({ code: 404 }))).code).toBe(404)
  })
  it('30-AN2 many at once, with companions, never take more than there are, in the order of the server', async () => {
    const id = await published({ capacity: 7 })
    const answers = await Promise.all(people.map((who, n) => enrol(who, id, n % 3)))
    expect(answers.every(a => a.code === 200)).toBe(true)
    const rows = await s.db.unscoped(alumniEnrolment).all({ activityId: id }, { sort: ['seq'] })
    const seats = rows.filter(r => r.state === 'enrolled').reduce((sum, r) => sum + 1 + r.companions, 0)
    expect([seats, seats <= 7, rows.map(r => r.seq)]).toEqual([await takenOf(id), true, rows.map((_, n) => n + 1)])
    const firstWaiting = rows.findIndex(r => r.state === 'waitlist')
    expect(rows.slice(firstWaiting).every(r => r.state === 'waitlist')).toBe(true)
    // all of those with seats leave at once, and others take theirs
    const seated = new Set(rows.filter(r => r.state === 'enrolled').map(r => r.alumnusId))
    const leaving: Graduate[] = []
    for (const who of people) if (seated.has(await alumnusOf(who))) leaving.push(who)
    await Promise.all(leaving.map(who => cancel(who, id)))
    const after = await s.db.unscoped(alumniEnrolment).all({ activityId: id, state: 'enrolled' })
    expect(after.reduce((sum, r) => sum + 1 + r.companions, 0)).toBe(await takenOf(id))
    expect(await takenOf(id)).toBeLessThanOrEqual(7)
  })
  it('closed, foreign and past ones are refused', async () => {
    const club = await s.db.insert(alumniClub, { name: '办活动的校友会', kind: 'interest', intro: '跑步', joinWay: 'open' })
    for (const who of [one(0), one(1)]) await s.db.insert(alumniClubMember, { clubId: club.id, alumnusId: await alumnusOf(who), state: 'member', joinedOn: today() })
    await s.db.insert(alumniClubPost, { clubId: club.id, alumnusId: await alumnusOf(one(0)), post: 'head', from: today() })
    const post = (who: Graduate) => who.actor.post<{ id: string }>('alumni/alumniActivity/post', { clubId: club.id, ...form({ content: '<p>晨跑</p><script>1</script>' }) })
    expect((await post(one(1))).code).toBe(404)
    const { id } = ok(await post(one(0)))
    expect((await s.db.unscoped(alumniActivity).one(id)).content).toBe('<p>晨跑</p>')
    ok(await enrol(one(1), id))
    expect((await enrol(one(2), id)).code).toBe(404)
    await s.db.updateWhere(alumniActivity, { id }, { enrolTo: inHours(-1) })
    expect(ruleOf(await enrol(one(0), id))).toBe('over')
    expect(ruleOf(await s.officer.post('alumni/alumniActivity/add', form({ to: inHours(1) })))).toBe('datesReversed')
    expect(ruleOf(await s.officer.post('alumni/alumniActivity/add', form({ fee: 100 })))).toBe('noRefundRule')
  })
})
it('30-AN2 who is next and needs more seats than there are keeps the place; nobody behind passes', async () => {
  const id = await published({ capacity: 3 })
  ok(await enrol(one(0), id))
  ok(await enrol(one(1), id, 1))
  ok(await enrol(one(2), id, 2))
  ok(await enrol(one(3), id))
  ok(await cancel(one(0), id))
  expect(await states(id)).toEqual(['cancelled', 'enrolled', 'waitlist', 'waitlist'])
  ok(await cancel(one(1), id))
  expect(await states(id)).toEqual(['cancelled', 'cancelled', 'enrolled', 'waitlist'])
})
describe('30-AN3 fees', () => {
  it('30-AN3 are to be paid before the day on which it begins, so that an unpaid seat is free in time', async () => {
    const from = inHours(30)
    const id = await published({ fee: 50_00, refundUntil: inHours(20), from, to: inHours(32), enrolTo: inHours(20) })
    ok(await enrol(one(0), id))
    expect((await rowOf(one(0), id)).payBy).toBe([addDays(schoolDate(Date.parse(from)), -1), today()].sort()[1])
    const later = await published({ fee: 50_00, refundUntil: inHours(20), from: inHours(2000), to: inHours(2002) })
    ok(await enrol(one(0), later))
    expect((await rowOf(one(0), later)).payBy).toBe(addDays(today(), 3))
  })
  it('30-AN3 are owed for all who come along, and given back by the rule that is shown before', async () => {
    const id = await published({ fee: 50_00, refundUntil: inHours(50), refundPercent: 40 })
    const shown = ok(await one(0).actor.get<{ activities: Array<{ id: string; refundUntil: string; refundPercent: number }> }>('alumni/alumniActivity/mine')).activities.find(
      a => a.id === id,
    )
    expect(shown).toMatchObject({ refundPercent: 40, fee: 50_00 })
    ok(await enrol(one(0), id, 1))
    expect(await owedFor(one(0), id)).toBe(100_00)
    await pay(one(0), id)
    expect(ok(await cancel(one(0), id)).kept).toBe(0)
    expect(await owedFor(one(0), id)).toBe(0)
    ok(await enrol(one(1), id))
    ok(await enrol(one(2), id))
    await pay(one(1), id)
    await s.db.updateWhere(alumniActivity, { id }, { refundUntil: inHours(-1) })
    expect(ok(await cancel(one(1), id)).kept).toBe(30_00)
    expect(await owedFor(one(1), id)).toBe(30_00)
    // nothing is owed for what was not paid
    expect(ok(await cancel(one(2), id)).kept).toBe(0)
    expect(await owedFor(one(2), id)).toBe(0)
  })
  it('30-AN3 seats not paid for in time go to who waits; one that is called off gives everything back', async () => {
    const id = await published({ fee: 50_00, refundUntil: inHours(-1), capacity: 2 })
    for (const n of [0, 1, 2]) ok(await enrol(one(n), id))
    await pay(one(1), id)
    await s.db.updateWhere(alumniEnrolment, { activityId: id, state: 'enrolled' }, { payBy: addDays(today(), -1) })
    await Promise.all([s.db.tx(lapseSeats), s.db.tx(lapseSeats)])
    expect([await states(id), await takenOf(id)]).toEqual([['cancelled', 'enrolled', 'enrolled'], 2])
    expect(await owedFor(one(2), id)).toBe(50_00)
    ok(await s.officer.post('alumni/alumniActivity/call', { id, reason: '场地维修' }))
    expect([await states(id), await takenOf(id)]).toEqual([['cancelled', 'cancelled', 'cancelled'], 0])
    expect([await owedFor(one(1), id), await owedFor(one(2), id)]).toEqual([0, 0])
    expect(ruleOf(await enrol(one(3), id))).toBe('over')
    const begun = await published()
    await s.db.query(sql`update alumni_activity set enrol_to = now() - interval '2 hours', "from" = now() - interval '1 hour' where id = ${begun}::uuid`)
    expect(ruleOf(await s.officer.post('alumni/alumniActivity/call', { id: begun, reason: '下雨' }))).toBe('begun')
  })
})
it('30-AN4 whoever has a seat is on the list for the gate, for these days, and comes off it', async () => {
  const id = await published({ hasPass: true, capacity: 3 })
  ok(await enrol(one(0), id, 2, { plate: '鄂A12345' }))
  ok(await enrol(one(1), id))
  const passes = () => s.db.unscoped(alumniDayPass).all({ activityId: id })
  expect(await passes()).toMatchObject([{ people: 3, plate: '鄂A12345', fromDay: schoolDate(Date.parse((await s.db.unscoped(alumniActivity).one(id)).from)) }])
  const { result } = ok(await s.officer.get<{ result: Array<{ plate: string; activityId: string }> }>('alumni/alumniDayPass/list'))
  expect(result.find(r => r.activityId === id)?.plate).not.toContain('12345')
  expect((await one(0).actor.get('alumni/alumniDayPass/list')).code).toBe(403)
  ok(await enrol(one(2), id, 1))
  expect((await rowOf(one(2), id)).state).toBe('waitlist')
  ok(await cancel(one(0), id))
  // who moves up gets one
  expect((await passes()).map(p => [p.people, p.plate]).toSorted()).toEqual([
    [1, null],
    [2, null],
  ])
  await s.db.updateWhere(alumniDayPass, { activityId: id }, { fromDay: addDays(today(), -9), toDay: addDays(today(), -8) })
  await forgetPasses(s.db)
  expect(await passes()).toEqual([])
  const off = await published({ hasPass: true })
  ok(await enrol(one(0), off))
  ok(await s.officer.post('alumni/alumniActivity/call', { id: off, reason: '下雨' }))
  expect(await s.db.unscoped(alumniDayPass).count({ activityId: off })).toBe(0)
})
it('check-in is by the code on the phone, once, by whoever runs the activity', async () => {
  const id = await published({ fee: 50_00, refundUntil: inHours(50) })
  ok(await enrol(one(0), id))
  const code = (await rowOf(one(0), id)).code ?? ''
  const look = (by: Graduate['actor']) => by.get<{ isPaid: boolean }>(`alumni/alumniEnrolment/look?code=${code}`)
  const check = () => s.officer.post<{ name: string }>('alumni/alumniEnrolment/checkIn', { code })
  expect(ruleOf(await look(one(1).actor))).toBe('notHere')
  expect(ruleOf(await s.officer.get('alumni/alumniEnrolment/look?code=AAAAAAAAAA'))).toBe('notHere')
  expect(ok(await look(s.officer)).isPaid).toBe(false)
  expect(ruleOf(await check())).toBe('tooEarly')
  await s.db.query(sql`update alumni_activity set enrol_to = now() - interval '1 hour', "from" = now() + interval '1 hour' where id = ${id}::uuid`)
  expect(ruleOf(await check())).toBe('unpaid')
  await pay(one(0), id)
  const done = await Promise.all([check(), check()])
  expect(done.filter(d => d.code === 200)).toHaveLength(1)
  expect((await rowOf(one(0), id)).state).toBe('attended')
  expect((await cancel(one(0), id)).code).not.toBe(200)
})
