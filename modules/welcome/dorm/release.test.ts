import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '#modules/admission/testing.ts'
import { presortWish } from '#modules/dormitory/allocation/model/wish.ts'
import { dormBed } from '#modules/dormitory/places/model/places.ts'
import { standingBeds } from '#modules/dormitory/server/api.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { upload } from '#testing/roster.ts'
import type { Answer } from '#testing/school.ts'
import { ok, rulesOf, saysOf } from '../testing.ts'
import { releaseLate, releaseStay } from './server/release.ts'
import { type DormWelcome, dormWelcome } from './testing.ts'

type Who = Awaited<ReturnType<DormWelcome['someone']>>
let w: DormWelcome
let roundId: string
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  w = await dormWelcome()
  sent = captureNotifications(w.s.server)
  roundId = await w.round()
  await w.link([roundId])
})
afterAll(() => w.s.close())
async function decline({ actor }: Who) {
  const file = await upload<{ fileId: string }>(actor, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '声明.pdf')
  return actor.post('admission/admittedStudent/answer', { answer: 'declined', reason: '去了别的学校', statement: [file.data.fileId] })
}

describe('30-WD3 the bed of somebody who does not come', () => {
  it('is released in the transaction that declines: others win it at most once, the person is told, and chooses anew after confirming again', async () => {
    const who = await w.someone()
    await w.claimed(who, roundId, '101-1')
    const released = captureBeside(w.s.server, 'dormitory.stayReleased')
    const rivals = await Promise.all([1, 2, 3].map(() => w.someone()))
    const [answer, ...held] = await Promise.all([decline(who), ...rivals.map(r => w.hold(r, roundId, '101-1'))])
    expect(answer?.code).toBe(200)
    expect(await w.stayOf(who)).toBe(undefined)
    const late = await Promise.all(rivals.map(r => w.hold(r, roundId, '101-1')))
    expect([...held, ...late].filter(a => a.code !== 200).every(a => rulesOf(a)[0] === 'taken')).toBe(true)
    const [{ n } = { n: 0 }] = await w.s.db.query<{ n: number }>(sql`select count(*)::int as n from dorm_stay where bed_id = ${w.place('101-1')} and is_open`)
    expect(n).toBe(1)
    expect(await sent('welcome.bedGiven', who.actor.userId)).toMatchObject([{ values: { reason: { text: '放弃入学' } }, link: '/welcome/dorm' }])
    await w.s.server.settle()
    expect(released.filter(e => e.studentId === who.id)).toHaveLength(1)
    expect((await w.s.state(w.batchId, who, 'dorm')).state).toBe('locked')
    ok(await who.actor.post('admission/admittedStudent/answer', { answer: 'intended' }))
    expect((await w.hold(who, roundId, '101-2')).code).toBe(200)
  })
  it('is never left behind, whoever is faster: claims and declines of the same people at once end without a bed of theirs', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => w.someone()))
    const beds = ['102-1', '102-2', '102-3', '102-4']
    for (const [n, who] of people.entries()) ok(await w.hold(who, roundId, beds[n] ?? ''))
    const answers = await Promise.all(people.flatMap((who, n) => [w.confirm(who, roundId, beds[n] ?? ''), decline(who)]))
    expect(answers.filter((_, n) => n % 2).map(a => a.code)).toEqual([200, 200, 200, 200])
    expect(answers.filter((_, n) => n % 2 === 0).every(a => a.code === 200 || ['blocked', 'noHold'].includes(rulesOf(a)[0] ?? ''))).toBe(true)
    expect(await Promise.all(people.map(w.stayOf))).toEqual([undefined, undefined, undefined, undefined])
  })
  it.each([
    ['reserved', '保留入学资格'],
    ['notReported', '未报到'],
  ] as const)('is released with the status %s, or not at all where that fails', async (to, reason) => {
    const who = await w.someone()
    await w.claimed(who, roundId, '101-3')
    const move = { studentId: who.id, to, effectiveDate: day(0), source: 'test' }
    await expect(
      w.s.db.tx(async tx => {
        await moveStatus(tx, move)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect((await w.stayOf(who))?.state).toBe('reserved')
    await w.s.db.tx(tx => moveStatus(tx, move))
    expect(await w.stayOf(who)).toBe(undefined)
    expect(await sent('welcome.bedGiven', who.actor.userId)).toMatchObject([{ values: { reason: { text: reason } } }])
  })
  it('stays with late persons until their time is over, by the rule of the batch, and with those who have come', async () => {
    const [late, here, later] = (await Promise.all([1, 2, 3].map(() => w.someone()))) as [Who, Who, Who]
    await w.claimed(late, roundId, '101-3')
    await w.claimed(here, roundId, '101-4')
    await w.claimed(later, roundId, '102-1')
    const until = (who: Who, on: string) => w.s.db.query(sql`update admitted_student set state = 'late', late_until = ${on}::date where id = ${who.id}`)
    await until(late, day(-1))
    await until(here, day(-1))
    await until(later, day(0))
    await w.s.db.query(sql`update admitted_student set arrived_at = now() where id = ${here.id}`)
    await w.link([roundId], ['intention'], { releaseRule: 'notReported' })
    expect(await w.s.db.tx(tx => releaseLate(tx))).toBe(0)
    await w.link([roundId], ['intention'], { releaseRule: 'lateEnd' })
    expect(await w.s.db.tx(tx => releaseLate(tx))).toBe(1)
    expect([await w.stayOf(late), (await w.stayOf(here))?.state, (await w.stayOf(later))?.state]).toEqual([undefined, 'reserved', 'reserved'])
  })
  it('is released where a new major or class chooses from other rooms, and kept where it does not; the person is offered what there is', async () => {
    const own = await w.round({ pool: { dormIds: [], grants: [{ roomIds: [w.place('102')], classIds: [w.s.ids.s2301, w.s.ids.s2302] }] } })
    await w.link([roundId, own])
    const who = await w.someone()
    await w.claimed(who, own, '102-2')
    await w.s.db.query(sql`update student set class_id = ${w.s.ids.s2302} where id = ${who.id}`)
    expect(await w.s.db.tx(tx => releaseStay(tx, [who.id]))).toEqual([])
    expect(await standingBeds(w.s.db, [who.id], [{ studentId: who.id, classId: w.s.ids.n2301, departmentId: w.s.ids.info }])).toMatchObject([{ studentId: who.id, isOut: true }])
    await w.s.db.query(sql`update student set class_id = ${w.s.ids.n2301} where id = ${who.id}`)
    expect(await w.s.db.tx(tx => releaseStay(tx, [who.id]))).toEqual([who.id])
    expect(await w.stayOf(who)).toBe(undefined)
    expect(await sent('welcome.chooseAgain', who.actor.userId)).toMatchObject([{ link: '/welcome/dorm' }])
    expect((await w.hold(who, roundId, '102-2')).code).toBe(200)
  })
})
describe('30-WD4 whoever needs a certain bed', () => {
  it('is placed by staff before the round opens; the bed stays out of it whatever becomes of the person', async () => {
    const who = await w.someone({ name: '周需要' })
    await w.s.db.insert(presortWish, { studentId: who.id, needsAccessible: true } as never)
    const draft = {
      name: '新生补选',
      beginTime: new Date(Date.now() - 60_000).toISOString(),
      endTime: new Date(Date.now() + 3_600_000).toISOString(),
      audience: { roles: ['newStudent'] },
    }
    const { id } = ok(await w.s.officer.post<{ id: string }>('dorm/claimRound/add', { ...draft, pool: w.wholeHouse, waves: [], moveIn: day(20) }))
    await w.link([roundId, id])
    expect(saysOf(await w.s.officer.post('dorm/claimRound/publish', { id }))).toBe('还有 1 名新生要由老师安排床位，先在“迎新 → 宿舍认领”里安排好')
    expect(saysOf(await w.hold(who, roundId, '101-3'))).toMatch(/床位由老师安排，不用自己选$/)
    const [needy] = ok(await w.s.officer.get<Array<Record<string, unknown>>>('welcome/claimLink/needs', { batchId: w.batchId }))
    expect(needy).toMatchObject({ name: '周需要', needsAccessible: true, bed: null })
    expect((await w.s.fdy.get('welcome/claimLink/needs', { batchId: w.batchId })).code).toBe(403)
    const place = (of: Who, bed: string) => w.s.officer.post('welcome/claimLink/place', { batchId: w.batchId, studentId: of.id, bedId: w.place(bed) })
    const other = await w.someone()
    const [placed, held] = await Promise.all([place(who, '101-3'), w.hold(other, roundId, '101-3')])
    expect([placed.code === 200, held.code === 200].filter(Boolean)).toHaveLength(1)
    if (placed.code !== 200) ok(await place(who, '102-3'))
    const bed = (await w.stayOf(who))?.bedId ?? ''
    expect((await w.s.officer.post('dorm/claimRound/publish', { id })).code).toBe(200)
    ok(await decline(who))
    expect(await w.stayOf(who)).toBe(undefined)
    const later = await w.someone()
    expect(rulesOf(await later.actor.post('dorm/claimRound/hold', { roundId: id, bedId: bed }))).toEqual(['off'])
    expect((await w.s.db.unscoped(dormBed).one(bed)).lockReason).toBe('迎新预留')
    expect(rulesOf(await place(who, '102-3'))).toEqual(['stranger'])
  })
})
describe('30-WD5 what a student may choose', () => {
  it('comes from the server: ids of no bed, of another gender and outside the pool are answered byte for byte as a bed that is taken', async () => {
    const only = await w.round({ pool: { dormIds: [], grants: [{ roomIds: [w.place('102'), w.place('201')], classIds: [w.s.ids.s2301] }] } })
    await w.link([roundId, only])
    await w.s.db.query(sql`update dorm_stay set state = 'cancelled', is_open = false where is_open`)
    await w.s.db.query(sql`update dorm_bed set lock_reason = null, locked_until = null where lock_reason is not null`)
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => w.someone()))
    for (const n of [1, 2, 3, 4]) await w.claimed(people[n - 1] as Who, only, `102-${n}`)
    const who = people[4] as Who
    const bytes = ({ code, msg, data, errors }: Answer<unknown>): string => JSON.stringify({ code, msg, data, errors })
    const said = async (bed: string) => bytes(await w.hold(who, only, bed))
    const taken = await said('102-1')
    expect(taken).toContain('这张床位刚被选走')
    for (const bed of ['101-1', '201-1', '00000000-0000-7000-8000-000000000000']) expect(await said(bed)).toBe(taken)
    const confirmed = async (bed: string) => bytes(await who.actor.post('dorm/claimRound/confirm', { roundId: only, bedId: w.place(bed) || bed }))
    expect(await confirmed('00000000-0000-7000-8000-000000000000')).toBe(await confirmed('102-1'))
    // favourites, too: what is none of theirs is accepted as a taken bed is, and not kept
    const marked = (beds: string[]) => who.actor.post('dorm/claimCard/favourites', { roundId: only, bedIds: beds.map(bed => w.place(bed) || bed) })
    const forged = ['101-1', '201-1', '00000000-0000-7000-8000-000000000000']
    for (const bed of forged) expect(bytes(await marked([bed]))).toBe(bytes(await marked(['102-1'])))
    ok(await marked([...forged, '102-2']))
    expect((await w.s.db.query<{ ids: string[] }>(sql`select bed_ids as ids from claim_card where student_id = ${who.id}`))[0]?.ids).toEqual([w.place('102-2')])
    // the same for a room that a team asks for; by another one, as nobody may try more often in this time
    const leader = await w.someone()
    ok(await leader.actor.post('dorm/claimTeam/make', { roundId: only }))
    const code = (await w.s.db.query<{ code: string }>(sql`select code from claim_team where leader_id = ${leader.id}`))[0]?.code
    ok(await who.actor.post('dorm/claimTeam/join', { roundId: only, code }))
    const team = async (room: string) => bytes(await leader.actor.post('dorm/claimRound/teamClaim', { roundId: only, roomId: w.place(room) || room }))
    for (const room of ['101', '201', '202', '00000000-0000-7000-8000-000000000000']) expect(await team(room)).toBe(taken)
  })
})
