import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { takeMoney } from '#modules/fee/bills/server/api.ts'
import { face, uploaded } from '#modules/photo/testing.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Answer } from '#testing/school.ts'
import { type Entrant, type ExamSchool, examSchool, inHours, ok, ruleOf } from '../testing.ts'
import { examRoom } from './model/room.ts'
import { examSession } from './model/session.ts'
import { patternFault, zkzhOf } from './model/zkzh.ts'
import { invigilate, registered, seatingOf, venues } from './testing.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())
const act = (verb: string, id: string) => s.admissions.post<{ count: number }>(`exam/examSeating/${verb}`, { id })
const numbers = (batchId: string) =>
  s.db.query<{
    id: string
    zkzh: string | null
    state: string
    room: string | null
    seat: number | null
  }>(sql`select distinct a.id, p.zkzh, a.state, r.room_no as room, e.seat_no as seat
    from exam_application a join exam_applicant p on p.id = a.exam_applicant_id left join exam_seat e on e.application_id = a.id left join exam_room r on r.id = e.room_id
    where a.batch_id = ${batchId}::uuid order by 2, 1`)
const ticket = (who: Pick<Entrant, 'actor'>, batchId: string) =>
  who.actor.get<{ ticketFrom: string | null; ticket: { zkzh: string; ksh: string; sessions: Array<Record<string, unknown>>; notice: string | null } | null }>(
    'exam/examSeat/myTicket',
    { batchId },
  )
const pdf = (who: Pick<Entrant, 'actor'>, batchId: string) => who.actor.get('exam/examSeat/ticketPdf', { batchId })
const window = async (id: string, change: object) => {
  const { version } = ok(await s.admissions.get<{ version: number }>('exam/examSeating/getOne', { id }))
  return s.admissions.post('exam/examSeating/update', { id, version, ...change })
}
describe('30-ER3 ticket numbers', () => {
  it('30-ER3 follow a pattern of digits that tells every seat apart', async () => {
    const at = { year: 2026, kind: 'single', roomNo: '012', seatNo: 7 } as const
    expect(zkzhOf('{yy}{kind}{room3}{seat2}', at)).toBe('26101207')
    expect([patternFault('{yy}{room3}{seat2}'), patternFault('{yy}{room3}'), patternFault('{day}{room3}{seat2}')]).toEqual([
      undefined,
      { lacking: '{seat2}' },
      { unknown: '{day}' },
    ])
    const batch = await s.batch()
    const add = (more: object) => s.admissions.post('exam/examSeating/add', { batchId: batch.id, ticketFrom: inHours(1), ticketTo: inHours(2), ...more })
    expect(ruleOf(await add({ ticketTo: inHours(1) }))).toBe('ticketWindow')
    expect(ruleOf(await add({ zkzhPattern: '{yy}{room3}' }))).toBe('patternLacks')
    expect(ruleOf(await add({ zkzhPattern: '{no}{room3}{seat2}' }))).toBe('patternUnknown')
    expect(ruleOf(await add({ zkzhPattern: 'K{room3}{seat2}' }))).toBe('patternText')
    const long = await add({ zkzhPattern: '1234567890123456{room3}{seat2}' })
    expect([ruleOf(long), long.errors[0]?.values]).toEqual(['patternLong', expect.objectContaining({ most: 20, count: 21 })])
  })
  it('30-ER3 are given once, when tickets are made; nothing moves after that, and latecomers sit in spare rooms alone', async () => {
    const batch = await s.batch()
    await registered(s, batch, [...Array.from({ length: 5 }, (_, n) => ({ school: `S${n}` })), { special: '单独考场' }, { state: 'approved' }])
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['2-2', '2-2'])
    for (const [kind, layout] of [
      ['special', '2'],
      ['spare', '2'],
    ])
      ok(await s.admissions.post('exam/examRoom/addMany', { batchId: batch.id, kind, venueIds: await venues(s, [layout ?? '']) }))
    expect(ruleOf(await act('openTickets', id))).toBe('notArranged')
    expect(ruleOf(await act('addLate', id))).toBe('notOpened')
    ok(await act('arrange', id))
    expect(ruleOf(await act('openTickets', id))).toBe('invigilators')
    await invigilate(s, batch.id)
    const [joined] = await registered(s, batch, [{ school: 'S9' }])
    const unseated = await act('openTickets', id)
    expect([ruleOf(unseated), unseated.errors[0]?.values?.count]).toEqual(['unseated', 1])
    ok(await act('arrange', id))
    // one leaves between the arrangement and the tickets: the seat is free, and no number given
    ok(await s.admissions.post('exam/examApplication/cancel', { id: joined?.id, reason: '本人放弃' }))
    const heard = captureEvents(s.server, 'exam.ticketReady')
    const opened = await Promise.all([act('openTickets', id), act('openTickets', id), act('openTickets', id)])
    expect(opened.map(a => a.code).sort()).toEqual([200, 422, 422])
    expect(opened.filter(a => a.code !== 200).map(ruleOf)).toEqual(['opened', 'opened'])
    await s.server.settle()
    expect(heard).toHaveLength(6)
    const first = await numbers(batch.id)
    const given = first.filter(f => f.zkzh)
    expect(given.map(f => f.state)).toEqual(Array(6).fill('seated'))
    expect(given.map(f => f.zkzh)).toEqual(given.map(f => `261${f.room}${String(f.seat).padStart(2, '0')}`))
    expect(new Set(given.map(f => f.zkzh)).size).toBe(6)
    expect(first.filter(f => !f.zkzh).map(f => [f.state, f.seat])).toEqual(
      expect.arrayContaining([
        ['approved', null],
        ['lapsed', null],
      ]),
    )
    for (const verb of ['arrange', 'clear']) expect(ruleOf(await act(verb, id))).toBe('opened')
    expect(ruleOf(await window(id, { zkzhPattern: '{room3}{seat2}' }))).toBe('patternFixed')
    // a seat of an ordinary room is free, and yet latecomers sit in the spare room
    expect(ruleOf(await act('addLate', id))).toBe('nobodyLate')
    await registered(s, batch, [{}, {}, { special: '放大字号' }])
    const late = await Promise.all([act('addLate', id), act('addLate', id)])
    expect(late.map(a => a.code).sort()).toEqual([200, 422])
    const after = await numbers(batch.id)
    expect(after.filter(f => first.some(one => one.id === f.id))).toEqual(first)
    const rooms = await s.db.query<{ no: string; kind: string }>(sql`select room_no as no, kind from exam_room where batch_id = ${batch.id}::uuid`)
    const added = after.filter(f => !first.some(one => one.id === f.id))
    expect(added.map(f => rooms.find(r => r.no === f.room)?.kind).sort()).toEqual(['spare', 'spare', 'special'])
    // a seat that was given is never given again
    const [gone] = added.filter(f => rooms.find(r => r.no === f.room)?.kind === 'spare')
    ok(await s.admissions.post('exam/examApplication/cancel', { id: gone?.id, reason: '本人放弃' }))
    await registered(s, batch, [{}])
    const full = await act('addLate', id)
    expect([ruleOf(full), full.errors[0]?.values]).toEqual(['short', expect.objectContaining({ seats: 0, count: 1, missing: 1 })])
  })
})
describe('30-ER3 tickets beside an arrangement', () => {
  it('30-ER3 seats arranged anew while the tickets are made wait for them, and the other way round: nobody is left in a deadlock', async () => {
    const batch = await s.batch()
    await registered(
      s,
      batch,
      Array.from({ length: 40 }, (_, n) => ({ school: `S${n}` })),
    )
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['5-5', '5-5', '5-5', '5-5'])
    ok(await act('arrange', id))
    await invigilate(s, batch.id)
    const answers = await Promise.all([act('arrange', id), act('arrange', id), act('openTickets', id), act('arrange', id)])
    expect(ok(answers[2] as Answer<{ count: number }>).count).toBe(40)
    for (const one of answers.filter((a, n) => n !== 2 && a.code !== 200)) expect(ruleOf(one)).toBe('opened')
    // who has a number still counts
    const plan = ok(await s.admissions.get<{ groups: Array<{ people: number }>; kinds: Array<{ kind: string; people: number }> }>('exam/examSeating/plan', { id }))
    expect([plan.groups.map(g => g.people), plan.kinds.find(k => k.kind === 'normal')?.people]).toEqual([[40], 40])
    const given = await numbers(batch.id)
    expect(given.map(f => f.zkzh)).toEqual(given.map(f => `261${f.room}${String(f.seat).padStart(2, '0')}`))
    expect(given).toHaveLength(40)
  })
})
describe('30-ER4 the ticket', () => {
  it('30-ER4 is read and printed by its applicant alone, within its window, any number of times', async () => {
    const batch = await s.batch()
    const [who, other] = [await s.entered(batch, { name: '林晓舟' }), await s.entered(batch)]
    ok(await s.admissions.post('exam/examApplication/approveGreen', { batchId: batch.id }))
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['2-2'], 0, { ticketFrom: inHours(5), ticketTo: inHours(9), ticketNotice: '提前三十分钟进场。' })
    ok(await act('arrange', id))
    await invigilate(s, batch.id)
    expect(ok(await ticket(who, batch.id))).toMatchObject({ ticketFrom: null, ticket: null })
    ok(await act('openTickets', id))
    expect(ok(await ticket(who, batch.id)).ticket).toBeNull()
    expect(ruleOf(await pdf(who, batch.id))).toBe('noTicket')
    ok(await window(id, { ticketFrom: inHours(-1) }))
    const [mine, theirs] = [ok(await ticket(who, batch.id)).ticket, ok(await ticket(other, batch.id)).ticket]
    expect(mine).toMatchObject({ ksh: who.ksh, notice: '提前三十分钟进场。' })
    expect(mine?.zkzh).not.toBe(theirs?.zkzh)
    expect(mine?.sessions.map(one => [one.subject, one.from, one.to, one.roomNo])).toEqual([
      ['chinese', '09:00', '11:00', '001'],
      ['skill', '09:00', '11:00', '001'],
    ])
    const papers = await Promise.all([1, 2, 3].map(() => pdf(who, batch.id)))
    expect(papers.map(p => [p.status, p.raw.subarray(0, 5).toString()])).toEqual(Array(3).fill([200, '%PDF-']))
    // the paper names the person, the place and the sessions, with the photo, and hides the identity number
    const words = wordsOfPdf(papers[0]?.raw ?? Buffer.alloc(0))
    const [session] = mine?.sessions ?? []
    for (const word of [mine?.zkzh, who.ksh, '001', String(session?.seatNo), String(session?.date), '09:00–11:00', '证件号', '考场号', '座位号', '提前三十分钟进场。'])
      expect(words).toContain(word)
    expect(words).not.toContain(who.idNo)
    expect(papers[0]?.raw.toString('latin1')).toContain('/Subtype /Image')
    // the plan of the site is printed, though applicants read no file of the examination
    const images = (of: Buffer | undefined) => of?.toString('latin1').split('/Subtype /Image').length ?? 0
    ok(await window(id, { ticketMap: [await uploaded(s.admissions, await face({ width: 900, height: 600 }), '平面图.jpg')] }))
    const planned = await pdf(who, batch.id)
    expect([planned.status, images(planned.raw)]).toEqual([200, images(papers[0]?.raw) + 1])
    // the school's own layout of the paper is the one that is printed
    const admin = await s.as({ roles: ['admin'] })
    const [own] = ok(await admin.get<{ result: Array<{ id: string; code: string }> }>('base/printTemplate/list', { code: 'examTicket' })).result
    const opened = ok(
      await admin.get<{ id: string; version: number; name: string; paper: string; layout: { title: string; blocks: object[] } }>('base/printTemplate/open', { id: own?.id }),
    )
    const layout = { title: '考试通行证', blocks: [...opened.layout.blocks, { kind: 'text', text: '{name}自带黑色签字笔。' }] }
    ok(await admin.post('base/printTemplate/save', { id: opened.id, version: opened.version, name: opened.name, paper: 'A5', layout }))
    const redrawn = wordsOfPdf((await pdf(who, batch.id)).raw)
    for (const word of ['考试通行证', '林晓舟自带黑色签字笔。', mine?.zkzh]) expect(redrawn).toContain(word)
    expect(redrawn).not.toContain(who.idNo)
    // what is printed is no longer so: whoever sits there and whoever invigilates is told, once for each change
    const told = captureNotifications(s.server)
    const [session1] = await s.db.unscoped(examSession).all({ batchId: batch.id, subject: 'skill' })
    const moved = ok(await s.admissions.post<{ version: number }>('exam/examSession/update', { id: session1?.id, version: session1?.version, from: '09:30' }))
    ok(await s.admissions.post('exam/examSession/update', { id: session1?.id, version: moved.version, from: '09:30' }))
    const [[room], [place = '']] = [await s.db.unscoped(examRoom).all({ batchId: batch.id }), await venues(s, ['2-2'])]
    ok(await s.admissions.post('exam/examRoom/update', { id: room?.id, version: room?.version, venueId: place }))
    for (const event of ['exam.moved', 'exam.relocated']) expect([event, (await told(event, who.actor.userId)).length]).toEqual([event, 1])
    expect(ok(await ticket(who, batch.id)).ticket?.sessions.map(one => one.from)).toEqual(['09:00', '09:30'])
    const stranger = await s.stranger()
    expect(ok(await ticket(stranger, batch.id)).ticket).toBeNull()
    expect(ruleOf(await pdf(stranger, batch.id))).toBe('noTicket')
    expect((await s.admissions.get('exam/examSeat/myTicket', { batchId: batch.id })).code).not.toBe(200)
    ok(await window(id, { ticketFrom: inHours(-3), ticketTo: inHours(-1) }))
    expect(ruleOf(await pdf(who, batch.id))).toBe('noTicket')
  })
})
describe('30-EA5 after seating', () => {
  it('30-EA5 the fee stays paid, unless the examination says that it is given back', async () => {
    const left = async (refundAfterSeating: boolean) => {
      const batch = await s.batch({ fee: 120_00 })
      const who = await s.entered(batch)
      ok(await s.admissions.post('exam/examApplication/approveGreen', { batchId: batch.id }))
      const lineId = (await s.row(who)).billLineId ?? ''
      await takeMoney(s.db, { sourceType: 'test', sourceId: `seat${refundAfterSeating}` }, 'own', [{ lineId, amount: 120_00 }])
      await s.server.settle()
      const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['2-2'], refundAfterSeating ? 60 : 70, { refundAfterSeating })
      ok(await act('arrange', id))
      await invigilate(s, batch.id)
      ok(await act('openTickets', id))
      expect((await s.row(who)).state).toBe('seated')
      ok(await s.admissions.post('exam/examApplication/cancel', { id: who.id, reason: '本人放弃' }))
      await s.server.settle()
      expect(ok(await ticket(who, batch.id)).ticket).toBeNull()
      return [(await s.row(who)).state, (await s.db.unscoped(billLine).one(lineId)).charged]
    }
    expect(await left(false)).toEqual(['lapsed', 120_00])
    expect(await left(true)).toEqual(['lapsed', 0])
  })
})
