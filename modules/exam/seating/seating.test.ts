import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolInstant } from '#model/school-time.ts'
import { confirmVenue } from '#modules/campus/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type ExamSchool, examSchool, ok, ruleOf } from '../testing.ts'
import { hours, registered, seatingOf, venues } from './testing.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())
const arrange = (id: string, more: object = {}) => s.admissions.post<{ seated: number; rooms: number; pairs: number; seed: number }>('exam/examSeating/arrange', { id, ...more })
interface Seat {
  app: string
  room: string
  kind: string
  seat: number
  subject: string
}
const seats = (batchId: string): Promise<Seat[]> =>
  s.db.query(sql`select e.application_id as app, r.room_no as room, r.kind, e.seat_no as seat, x.subject from exam_seat e join exam_room r on r.id = e.room_id
    join exam_session x on x.id = e.session_id where e.batch_id = ${batchId}::uuid order by 5, 2, 4`)
const valuesOf = (answer: { errors: Array<{ values?: Record<string, unknown> }> }) => answer.errors[0]?.values ?? {}
const invigilators = (batchId: string, roomNo: string, ids: string[]) =>
  s.db
    .query<{ id: string; version: number }>(sql`select id, version from exam_room where batch_id = ${batchId}::uuid and room_no = ${roomNo}`)
    .then(([room]) => s.admissions.post('exam/examRoom/update', { ...room, invigilatorIds: ids }))

describe('30-ER1 the arrangement', () => {
  it('30-ER1 seats everybody for what they sit, by a seed that is kept, special needs apart, and lists the pairs it could not take apart', async () => {
    const batch = await s.batch({}, [{}, { subjects: ['chinese', 'math', 'skill'] }])
    const [one = '', two = ''] = batch.plans
    const people = await registered(s, batch, [
      ...Array.from({ length: 7 }, () => ({ school: '一中' })),
      { school: '二中', choices: [two] },
      { school: '二中', choices: [one, two] },
      { school: '三中', exempt: 'culture' as const },
      { school: '三中', exempt: 'all' as const },
      { school: '一中', special: '行动不便，需要一楼' },
      { school: '一中', state: 'approved' as const },
    ])
    const { id } = await seatingOf(s, batch, ['chinese', 'math', 'skill'], ['2-2-2', '3-3'])
    expect(ruleOf(await arrange(id))).toBe('short')
    expect(valuesOf(await arrange(id))).toMatchObject({ seats: 0, count: 1, missing: 1 })
    ok(await s.admissions.post('exam/examRoom/addMany', { batchId: batch.id, kind: 'special', venueIds: await venues(s, ['2']) }))
    const made = ok(await arrange(id))
    expect(made).toMatchObject({ seated: 11, rooms: 3 })
    const first = await seats(batch.id)
    const of = (n: number) => first.filter(seat => seat.app === people[n]?.id)
    expect(of(0).map(seat => seat.subject)).toEqual(['chinese', 'skill'])
    expect(of(7).map(seat => seat.subject)).toEqual(['chinese', 'math', 'skill'])
    expect(of(8).map(seat => seat.subject)).toEqual(['chinese', 'math', 'skill'])
    expect(of(9).map(seat => seat.subject)).toEqual(['skill'])
    expect([of(10), of(12)]).toEqual([[], []])
    expect(of(11).map(seat => seat.kind)).toEqual(['special', 'special'])
    expect(first.filter(seat => seat.kind === 'special')).toHaveLength(2)
    // one place in all sessions
    for (const { id: app } of people) expect(new Set(first.filter(seat => seat.app === app).map(seat => `${seat.room} ${seat.seat}`)).size).toBeLessThan(2)
    // seven of one school in a group of seven: they are told
    expect(made.pairs).toBeGreaterThan(0)
    const plan = ok(await s.admissions.get<{ exempt: number; rooms: Array<{ school: string; pairs: string[] }>; groups: unknown[] }>('exam/examSeating/plan', { id }))
    expect(plan.exempt).toBe(1)
    expect(plan.groups).toHaveLength(3)
    expect(plan.rooms.flatMap(r => r.pairs)).toHaveLength(made.pairs)
    expect(new Set(plan.rooms.map(r => r.school))).toContain('一中')
    expect(ok(await arrange(id, { seed: made.seed })).seed).toBe(made.seed)
    expect(await seats(batch.id)).toEqual(first)
    const row = ok(await s.admissions.get<{ seed: number; seated: number; pairs: number }>('exam/examSeating/getOne', { id }))
    expect(row).toMatchObject({ seed: made.seed, seated: 11, pairs: made.pairs })
  })
  it('30-ER1 two at once leave one whole arrangement', async () => {
    const batch = await s.batch()
    await registered(
      s,
      batch,
      Array.from({ length: 20 }, (_, n) => ({ school: `S${n % 4}` })),
    )
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['5-5', '5-5'])
    const answers = await Promise.all([1, 2, 3, 4].map(seed => arrange(id, { seed })))
    expect(answers.map(a => a.code)).toEqual([200, 200, 200, 200])
    const left = await seats(batch.id)
    expect(left).toHaveLength(40)
    const { seed } = ok(await s.admissions.get<{ seed: number }>('exam/examSeating/getOne', { id }))
    ok(await arrange(id, { seed }))
    expect(await seats(batch.id)).toEqual(left)
    ok(await s.admissions.post('exam/examSeating/clear', { id }))
    expect(await seats(batch.id)).toEqual([])
  })
})
describe('30-ER2 what must not be shared', () => {
  it('30-ER2 seats are counted: says how many are missing, and which subject has no session', async () => {
    const batch = await s.batch()
    const { id } = await seatingOf(s, batch, ['chinese'], ['2-2'])
    expect(ruleOf(await arrange(id))).toBe('nobody')
    await registered(
      s,
      batch,
      Array.from({ length: 6 }, () => ({})),
    )
    const lacking = await arrange(id)
    expect([ruleOf(lacking), valuesOf(lacking).count]).toEqual(['noSession', 6])
    ok(await s.admissions.post('exam/examSession/add', { batchId: batch.id, subject: 'skill', ...hours(3) }))
    const short = await arrange(id)
    expect([ruleOf(short), valuesOf(short)]).toEqual(['short', expect.objectContaining({ seats: 4, count: 6, missing: 2 })])
    ok(await s.admissions.post('exam/examRoom/addMany', { batchId: batch.id, kind: 'spare', venueIds: await venues(s, ['2-2']) }))
    expect(ruleOf(await arrange(id))).toBe('short')
    ok(await s.admissions.post('exam/examRoom/addMany', { batchId: batch.id, kind: 'normal', venueIds: await venues(s, ['2-2']) }))
    expect(ok(await arrange(id)).seated).toBe(6)
  })
  it('30-ER2 nobody sits two subjects at once, not even after a session has moved', async () => {
    const batch = await s.batch()
    await registered(s, batch, [{}, {}])
    const { id } = await seatingOf(s, batch, ['chinese'], ['2-2'])
    const skill = ok(
      await s.admissions.post<{ id: string; version: number }>('exam/examSession/add', { batchId: batch.id, subject: 'skill', ...hours(0, { from: '10:30', to: '12:00' }) }),
    )
    const clash = await arrange(id)
    expect([ruleOf(clash), valuesOf(clash).count, await seats(batch.id)]).toEqual(['overlap', 2, []])
    const moved = ok(await s.admissions.post<{ version: number }>('exam/examSession/update', { id: skill.id, version: skill.version, from: '11:00' }))
    ok(await arrange(id))
    const back = await s.admissions.post('exam/examSession/update', { id: skill.id, version: moved.version, from: '10:59' })
    expect(ruleOf(back)).toBe('overlap')
    expect(ruleOf(await s.admissions.post('exam/examSession/update', { id: skill.id, version: moved.version, to: '11:00' }))).toBe('reversed')
  })
  it('30-ER2 nobody sits two examinations at once, unless one of them was left', async () => {
    const [one, two] = [await s.batch(), await s.batch()]
    const [both] = await registered(s, one, [{}, {}])
    const [again] = await registered(s, two, [{}, {}])
    // the same person in both
    const applicantOf = (id: string | undefined) => sql`(select exam_applicant_id from exam_application where id = ${id}::uuid)`
    await s.db.query(sql`update exam_applicant q set person_id = p.person_id from exam_applicant p where p.id = ${applicantOf(both?.id)} and q.id = ${applicantOf(again?.id)}`)
    const first = await seatingOf(s, one, ['chinese', 'skill'], ['2'], 60)
    const other = await seatingOf(s, two, ['chinese', 'skill'], ['2'], 60)
    const raced = await Promise.all([arrange(first.id), arrange(other.id)])
    expect(raced.map(a => a.code).sort()).toEqual([200, 422])
    const refused = raced.find(a => a.code !== 200)
    expect([ruleOf(refused as never), valuesOf(refused as never)]).toEqual(['overlapElsewhere', expect.objectContaining({ count: 1 })])
    const [winner, loser, left] = raced[0]?.code === 200 ? [one, other.id, both] : [two, first.id, again]
    expect(await seats(winner.id)).toHaveLength(4)
    ok(await s.admissions.post('exam/examApplication/cancel', { id: left?.id, reason: '本人放弃' }))
    ok(await arrange(loser))
  })
  it('30-ER2 a venue and an invigilator serve one examination at a time, two at once too', async () => {
    const [one, two] = [await s.batch(), await s.batch()]
    await seatingOf(s, one, ['chinese'], [], 40)
    await seatingOf(s, two, ['chinese'], [], 40)
    const [place = ''] = await venues(s, ['2-2'])
    const add = (batch: { id: string }, more: object = {}) =>
      s.admissions.post('exam/examRoom/add', { batchId: batch.id, roomNo: '001', venueId: place, seats: 4, layout: '2-2', ...more })
    const raced = await Promise.all([add(one), add(two)])
    expect(raced.map(a => a.code).sort()).toEqual([200, 422])
    expect(ruleOf(raced.find(a => a.code !== 200) as never)).toBe('venueTaken')
    const [winner, loser] = raced[0]?.code === 200 ? [one, two] : [two, one]
    expect((await add(winner, { roomNo: '002' })).code).not.toBe(200)
    const [other = ''] = await venues(s, ['2-2'])
    ok(await add(loser, { venueId: other }))
    expect((await invigilators(winner.id, '001', [s.ids.lin, s.ids.he])).code).toBe(200)
    expect(ruleOf(await invigilators(loser.id, '001', [s.ids.he]))).toBe('invigilatorTaken')
    // at another hour both are free
    const [session] = await s.db.query<{ id: string; version: number }>(sql`select id, version from exam_session where batch_id = ${loser.id}::uuid`)
    ok(await s.admissions.post('exam/examSession/update', { ...session, from: '11:00', to: '12:00' }))
    ok(await invigilators(loser.id, '001', [s.ids.he]))
    ok(await add(loser, { roomNo: '002' }))
    expect(ruleOf(await s.admissions.post('exam/examSession/add', { batchId: loser.id, subject: 'skill', ...hours(40) }))).toBe('venueTaken')
    // 60-GV1 nor does anybody book a room of an examination, or an examination a booked room
    const { date } = hours(40)
    const book = (venueId: string, from: string, to: string) =>
      s.db.tx(db =>
        confirmVenue(db, {
          ...{ sourceType: 'activity', sourceId: uuidv7(), venueId, title: '社团招新', holder: '社团联合会', people: null, setupMin: 10, clearMin: 10 },
          ...{ from: schoolInstant(date, from), to: schoolInstant(date, to) },
        }),
      )
    const refused = await book(place, '11:05', '12:00').catch(error => (error as { issues?: Array<{ rule: string }> }).issues?.[0]?.rule)
    expect(refused).toMatch(/takenBy$/)
    const [free = ''] = await venues(s, ['2-2'])
    await book(free, '10:30', '12:00')
    const taken = await add(winner, { roomNo: '003', venueId: free })
    expect([ruleOf(taken), valuesOf(taken).title]).toEqual(['takenBy', '社团招新'])
    await book(place, '12:30', '13:00')
    ok(await add(winner, { roomNo: '003', venueId: (await venues(s, ['2-2']))[0] }))
  })
  it('30-ER2 refuses a layout of other seats, an invigilator in two rooms, and changes below those who sit', async () => {
    const batch = await s.batch()
    const room = { batchId: batch.id, roomNo: '001', venueId: (await venues(s, ['2-2']))[0], seats: 30, layout: '7-8-8-8' }
    expect(ruleOf(await s.admissions.post('exam/examRoom/add', { ...room, layout: '7-8-8-7' }))).toBe('noSeating')
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['2-2', '2-2'])
    expect(valuesOf(await s.admissions.post('exam/examRoom/add', room))).toMatchObject({ sum: 31, seats: 30 })
    expect(ruleOf(await s.admissions.post('exam/examRoom/add', { ...room, layout: '7,8' }))).toBe('layoutForm')
    // 1 is 001, which is there already
    expect(ruleOf(await s.admissions.post('exam/examRoom/add', { ...room, roomNo: '1', layout: '7-8-8-7' }))).toBe('duplicate')
    const nine = ok(await s.admissions.post<{ id: string; version: number }>('exam/examRoom/add', { ...room, roomNo: '9', layout: '7-8-8-7' }))
    const noOf = async () => ok(await s.admissions.get<{ roomNo: string; version: number }>('exam/examRoom/getOne', { id: nine.id }))
    const { roomNo, version } = await noOf()
    ok(await s.admissions.post('exam/examRoom/update', { id: nine.id, version, roomNo: '8' }))
    expect([roomNo, (await noOf()).roomNo]).toEqual(['009', '008'])
    ok(await s.admissions.post('exam/examRoom/remove', { ids: [nine.id] }))
    ok(await invigilators(batch.id, '001', [s.ids.lin, s.ids.he]))
    expect(valuesOf(await invigilators(batch.id, '002', [s.ids.lin]))).toMatchObject({ room: '001' })
    expect(ruleOf(await invigilators(batch.id, '001', [s.ids.lin, s.ids.lin]))).toBe('twice')
    await registered(s, batch, [{}, {}])
    ok(await arrange(id))
    const [first] = await s.db.query<{ id: string; version: number }>(sql`select id, version from exam_room where batch_id = ${batch.id}::uuid and room_no = '001'`)
    expect(ruleOf(await s.admissions.post('exam/examRoom/update', { ...first, kind: 'special' }))).toBe('arranged')
    expect((await s.admissions.post('exam/examRoom/remove', { ids: [first?.id] })).data).toMatchObject({ done: 0, failed: [{ id: first?.id }] })
    const used = (await s.db.query<{ id: string }>(sql`select venue_id as id from exam_room where batch_id = ${batch.id}::uuid`)).map(v => v.id)
    expect(ruleOf(await s.admissions.post('exam/examRoom/addMany', { batchId: batch.id, kind: 'normal', venueIds: used }))).toBe('venueInBatch')
  })
})
