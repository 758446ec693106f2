import { setTimeout as wait } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Actor } from '#testing/school.ts'
import { type ExamSchool, examSchool, ok, ruleOf } from '../testing.ts'
import { attendances } from './server/api.ts'
import { markAbsent } from './server/attendance.ts'
import { invigilate, registered, seatingOf } from './testing.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())
const MINUTE = 60_000
interface Sheet {
  seated: number
  present: number
  absent: number
  seats: Array<{ id: string; zkzh: string; name: string; attendance: string | null }>
}
/** An examination with tickets, in two rooms, and who invigilates in the first and the second. */
async function ready(count = 4) {
  const batch = await s.batch()
  const people = await registered(
    s,
    batch,
    Array.from({ length: count }, () => ({})),
  )
  const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['2', '2'])
  ok(await s.admissions.post('exam/examSeating/arrange', { id }))
  await invigilate(s, batch.id)
  ok(await s.admissions.post('exam/examSeating/openTickets', { id }))
  const rooms = await s.db.query<{ id: string; who: string }>(sql`select id, invigilator_ids ->> 0 as who from exam_room where batch_id = ${batch.id}::uuid order by room_no`)
  const [session] = await s.db.query<{ id: string }>(sql`select id from exam_session where batch_id = ${batch.id}::uuid and subject = 'chinese'`)
  const [first, second] = await Promise.all(rooms.map(room => s.as({ roles: ['teacher'], teacherId: room.who })))
  /** Moves the session of Chinese. */
  const held = (date: string, from: string, to: string) =>
    s.db.query(sql`update exam_session set date = ${date}::date, "from" = ${from}::time, "to" = ${to}::time where id = ${session?.id}::uuid`)
  const at = { sessionId: session?.id ?? '', roomId: rooms[0]?.id ?? '' }
  return { batch, people, at, other: { ...at, roomId: rooms[1]?.id ?? '' }, first: first as Actor, second: second as Actor, held }
}
const sheetOf = (who: Actor, at: object) => who.get<Sheet>('exam/examSeat/roomSheet', { ...at })
const scan = (who: Actor, at: object, zkzh: string) =>
  who.post<{ name: string; photoId: string[] | null; attendance: string; isAgain: boolean }>('exam/examSeat/scan', { ...at, zkzh })
const mark = (who: Actor, id: string, attendance: string) => who.post('exam/examSeat/mark', { id, attendance })

describe('30-ER5 exam day', () => {
  it('30-ER5 scans in by room, with the photo, only in the invigilator’s own room and on the day', async () => {
    const { batch, people, at, other, first, second, held } = await ready()
    await held(addDays(today(), 1), '09:00', '11:00')
    const sheet = ok(await sheetOf(first, at))
    expect(sheet).toMatchObject({ seated: 2, present: 0, absent: 0 })
    const [one, two] = sheet.seats
    const [theirs] = ok(await sheetOf(second, other)).seats
    expect(ruleOf(await scan(first, at, one?.zkzh ?? ''))).toBe('notYet')
    expect(ruleOf(await mark(first, one?.id ?? '', 'present'))).toBe('notYet')
    // the beginning is still to come, or not long past, at any hour of the day
    await held(today(), '23:58', '23:59')
    expect([(await sheetOf(second, at)).code, (await scan(second, at, one?.zkzh ?? '')).code, (await mark(second, one?.id ?? '', 'absent')).code]).toEqual([404, 404, 404])
    expect((await (await s.as({ roles: ['teacher'] })).get<unknown[]>('exam/examSeat/myRooms')).data).toEqual([])
    expect(ok(await first.get<Array<{ roomNo: string }>>('exam/examSeat/myRooms')).map(r => r.roomNo)).toEqual(['001', '001'])
    const photo = uuidv7()
    await s.db.query(sql`update exam_applicant set photo_id = ${JSON.stringify([photo])}::jsonb where batch_id = ${batch.id}::uuid and zkzh = ${one?.zkzh}`)
    const raced = await Promise.all([1, 2, 3].map(() => scan(first, at, one?.zkzh ?? '')))
    expect(raced.map(a => a.data.photoId)).toEqual(Array(3).fill([photo]))
    expect(raced.map(a => [a.code, a.data.attendance, a.data.name])).toEqual(Array(3).fill([200, 'present', one?.name]))
    expect(raced.filter(a => !a.data.isAgain)).toHaveLength(1)
    const strange = await scan(first, at, theirs?.zkzh ?? '')
    expect([ruleOf(strange), strange.errors[0]?.values]).toEqual(['otherRoom', expect.objectContaining({ room: '002' })])
    expect(ruleOf(await scan(first, at, '99999999'))).toBe('unknownNo')
    ok(await mark(first, two?.id ?? '', 'violation'))
    expect(ok(await sheetOf(first, at))).toMatchObject({ seated: 2, present: 1 })
    expect((await scan(first, at, two?.zkzh ?? '')).data).toMatchObject({ attendance: 'violation', isAgain: true })
    const read = await s.db.query<{ applicationId: string; attendance: string | null }>(
      sql`select application_id as "applicationId", attendance from ${attendances(s.tenantId, batch.id)} d where subject = 'chinese'`,
    )
    expect(read.map(seat => seat.attendance).sort()).toEqual([null, null, 'present', 'violation'])
    expect(new Set(read.map(seat => seat.applicationId))).toEqual(new Set(people.map(p => p.id)))
    await held(addDays(today(), -1), '09:00', '11:00')
    expect(ruleOf(await mark(first, one?.id ?? '', 'absent'))).toBe('over')
    expect((await first.post('exam/examSeat/correct', { id: one?.id, attendance: 'absent', note: '代考' })).code).toBe(403)
    ok(await s.admissions.post('exam/examSeat/correct', { id: one?.id, attendance: 'violation', note: '事后认定' }))
  })
  it('30-ER5 notes who has not come so long after the beginning, once, and what was noted by hand stays', async () => {
    const { batch, people, at, first, held } = await ready()
    await held(addDays(today(), 1), '09:00', '11:00')
    await markAbsent(s.db) // those of the test before
    const start = schoolMs(addDays(today(), 1), '09:00')
    const here = async () =>
      (
        await s.db.query<{ id: string; attendance: string | null }>(
          sql`select application_id as id, attendance from exam_seat where batch_id = ${batch.id}::uuid and session_id = ${at.sessionId}::uuid`,
        )
      ).map(row => [people.findIndex(p => p.id === row.id), row.attendance] as const)
    await s.db.query(sql`update exam_seat set attendance = 'present' where application_id = ${people[0]?.id}::uuid and session_id = ${at.sessionId}::uuid`)
    ok(await s.admissions.post('exam/examApplication/cancel', { id: people[1]?.id, reason: '本人放弃' }))
    expect(await markAbsent(s.db, start + 14 * MINUTE)).toBe(0)
    expect((await Promise.all([markAbsent(s.db, start + 16 * MINUTE), markAbsent(s.db, start + 16 * MINUTE)])).reduce((a, b) => a + b)).toBe(2)
    expect(Object.fromEntries(await here())).toEqual({ 0: 'present', 1: null, 2: 'absent', 3: 'absent' })
    // too late for a scan, yet whoever did come is noted by hand
    await held(today(), '00:00', '00:01')
    await setParams(s, 'exam', { lateMinutes: 1 })
    await wait(Math.max(0, schoolMs(today(), '00:01') + 1000 - Date.now()))
    const { seats } = ok(await sheetOf(first, at))
    const late = await scan(first, at, seats[0]?.zkzh ?? '')
    expect([ruleOf(late), late.errors[0]?.values]).toEqual(['late', expect.objectContaining({ minutes: 1 })])
    ok(await mark(first, seats[0]?.id ?? '', 'present'))
    await setParams(s, 'exam', { lateMinutes: 15 })
  })
  it('30-ER5 shows the photo of who sits in the invigilator’s room, and nobody else’s', async () => {
    const batch = await s.batch()
    const [one, two] = [await s.entered(batch), await s.entered(batch)]
    ok(await s.admissions.post('exam/examApplication/approveGreen', { batchId: batch.id }))
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['1', '1'])
    ok(await s.admissions.post('exam/examSeating/arrange', { id }))
    await invigilate(s, batch.id)
    ok(await s.admissions.post('exam/examSeating/openTickets', { id }))
    const found = await s.db.query<{
      app: string
      file: string
      who: string
    }>(sql`select distinct e.application_id as app, p.photo_id ->> 0 as file, r.invigilator_ids ->> 0 as who from exam_seat e
      join exam_room r on r.id = e.room_id join exam_application a on a.id = e.application_id join exam_applicant p on p.id = a.exam_applicant_id where e.batch_id = ${batch.id}::uuid`)
    const [mine, theirs] = [one, two].map(who => found.find(f => f.app === who.id))
    const invigilator = await s.as({ roles: ['teacher'], teacherId: mine?.who ?? '' })
    const file = (fileId: string | undefined) => invigilator.get('oss/oss/endpoint/link-file', { fileId })
    expect((await file(mine?.file)).status).toBe(200)
    expect((await file(theirs?.file)).status).not.toBe(200)
  })
})
describe('papers of the rooms', () => {
  it('are drawn for the rooms chosen: signs, labels, a sheet of attendance for each session, photos', async () => {
    const batch = await s.batch()
    const { id, rooms } = await seatingOf(s, batch, ['chinese', 'skill'], ['2-2', '2-2'], 80)
    const print = (paper: string, ids: readonly string[] = rooms, who = s.admissions) => who.post('exam/examRoom/papers', { ids, paper })
    expect(ruleOf(await print('attendance'))).toBe('noPapers')
    await registered(
      s,
      batch,
      Array.from({ length: 6 }, () => ({})),
    )
    ok(await s.admissions.post('exam/examSeating/arrange', { id }))
    for (const [paper, pages] of Object.entries({ sign: 2, labels: 2, attendance: 4, photos: 2 })) {
      const answer = await print(paper)
      expect([paper, answer.status, answer.raw.subarray(0, 5).toString(), answer.headers['x-export-rows']]).toEqual([paper, 200, '%PDF-', String(pages)])
    }
    expect(
      ruleOf(
        await print(
          'photos',
          Array.from({ length: 21 }, () => uuidv7()),
        ),
      ),
    ).toBe('tooManyPapers')
    expect((await print('sign', [...rooms, uuidv7()])).code).toBe(404)
    expect((await print('sign', rooms, await s.as({ roles: ['teacher'] }))).code).toBe(403)
  })
})
