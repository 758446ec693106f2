import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Refusal } from '#model'
import { photoSides } from '#modules/student/server/photo-side.ts'
import { baseParams } from '#modules/system/model/params.ts'
import { addRegistration } from '#testing/registrations.ts'
import { dormRoom } from '../places/model/places.ts'
import { refused } from '../places/testing.ts'
import { dormStay } from '../stays/model/stay.ts'
import { admitted } from './server/claim-limit.ts'
import { flushRefusals } from './server/log.ts'
import { type Chooser, type ClaimSchool, claimSchool, minutes } from './testing.ts'

let s: ClaimSchool
beforeAll(async () => {
  s = await claimSchool()
})
afterAll(() => s.close())
const open = (roundId: string) => s.db.unscoped(dormStay).all({ batchId: roundId, isOpen: true })
const elapse = (roundId: string) =>
  s.db.query(sql`update dorm_stay set hold_until = now() - interval '1 second' where tenant_id = ${s.tenantId} and batch_id = ${roundId} and state = 'held'`)
const clear = () => s.db.query(sql`update dorm_stay set state = 'cancelled', is_open = false where tenant_id = ${s.tenantId} and is_open and state <> 'checkedIn'`)
/** The school's parameters, written through the gate so that caches are invalidated. */
let paramsRow: { id: string } | undefined
async function set(content: Record<string, number>): Promise<void> {
  if (paramsRow) await s.db.update(baseParams, paramsRow.id, { content })
  else paramsRow = await s.db.insert(baseParams, { paramsId: 'dormitory', content })
}

describe('when all press at once', () => {
  it('20-DC1 20-DC7 sixty students on twenty beds: twenty winners, nobody with two, and every loser hears why and what is free', async () => {
    await s.db.update(dormRoom, s.at('8号楼201'), { genderCode: '2' })
    const roundId = await s.round({ pool: { dormIds: [s.at('7号楼')], grants: [{ roomIds: [s.at('8号楼201')], classIds: [s.ids.s2301] }] } })
    const people = await s.choosers(60)
    const beds = ['7号楼101', '7号楼102', '7号楼201', '7号楼202', '8号楼201'].flatMap(room => [1, 2, 3, 4].map(n => `${room}-${n}`))
    const answers = await Promise.all(people.flatMap((who, i) => [0, 7, 13].map(step => s.hold(who, roundId, beds[(i + step) % beds.length] as string))))
    const stays = await open(roundId)
    expect([new Set(stays.map(x => x.bedId)).size, new Set(stays.map(x => x.studentId)).size, stays.length]).toEqual([20, 20, 20])
    const lost = answers.filter(a => a.code !== 200)
    // the second of a student's three requests may meet the bed just won
    expect(lost.filter(a => !['taken', 'hasBed'].includes(refused(a)[0] ?? ''))).toEqual([])
    expect(lost.filter(a => /刚被选走/.test(a.msg)).every(a => Array.isArray(a.data.similar) && a.data.similar.length <= 5)).toBe(true)
    await flushRefusals()
    const [log] = await s.db.query<{ won: number; lost: number }>(
      sql`select count(*) filter (where result = 'ok')::int as won, count(*) filter (where result <> 'ok')::int as lost from claim_log where round_id = ${roundId}`,
    )
    expect(log).toEqual({ won: answers.length - lost.length, lost: lost.length })
    await clear()
  })
})
describe('one student', () => {
  let me: Chooser
  let other: Chooser
  let roundId: string
  beforeAll(async () => {
    await set({ claimsPerStudent: 100 })
    ;[me, other] = (await s.choosers(2)) as [Chooser, Chooser]
    roundId = await s.round({ maxChanges: 1 })
  })
  it('20-DC3 holds, moves the hold freely, confirms, and changes once; the old bed goes only when the new one is won', async () => {
    expect([(await s.hold(me, roundId, '7号楼101-1')).data.state, (await s.hold(me, roundId, '7号楼101-2')).data.state]).toEqual(['held', 'held'])
    expect(refused(await s.claim(me, 'claimRound/confirm', { roundId, bedId: s.at('7号楼101-1') }))[0]).toBe('noHold')
    expect((await s.claim(me, 'claimRound/confirm', { roundId, bedId: s.at('7号楼101-2') })).data).toMatchObject({ state: 'reserved', changesLeft: 1 })
    expect((await s.hold(other, roundId, '7号楼101-3')).code).toBe(200)
    expect(refused(await s.hold(me, roundId, '7号楼101-3'))[0]).toBe('taken')
    expect((await open(roundId)).find(x => x.studentId === me.studentId)).toMatchObject({ bedId: s.at('7号楼101-2'), state: 'reserved' })
    expect((await s.hold(me, roundId, '7号楼101-4')).data).toMatchObject({ state: 'reserved', changesLeft: 0 })
    expect(refused(await s.hold(me, roundId, '7号楼102-1'))).toEqual(['noChanges', '最多更换 1 次，已经用完'])
    expect((await open(roundId)).filter(x => x.studentId === me.studentId).map(x => x.bedId)).toEqual([s.at('7号楼101-4')])
  })
  it('20-DC3 pressing two beds in the same moment takes one of them', async () => {
    const [twin] = (await s.choosers(1)) as [Chooser]
    const answers = await Promise.all(['7号楼201-1', '7号楼201-2', '7号楼201-3'].map(b => s.hold(twin, roundId, b)))
    expect((await open(roundId)).filter(x => x.studentId === twin.studentId)).toHaveLength(1)
    expect(answers.some(a => a.code === 200)).toBe(true)
    expect((await s.claim(twin, 'claimRound/release', { roundId })).code).toBe(200)
  })
  it('20-DC1 a hold past its time is free for the next claim before anybody has swept it; confirming it is too late', async () => {
    await elapse(roundId)
    const [next] = (await s.choosers(1)) as [Chooser]
    expect(refused(await s.claim(other, 'claimRound/confirm', { roundId, bedId: s.at('7号楼101-3') }))[0]).toBe('noHold')
    expect((await s.hold(next, roundId, '7号楼101-3')).code).toBe(200)
    expect((await s.hold(other, roundId, '7号楼101-1')).code).toBe(200)
  })
  it('the same key answers the same result and writes once, while the first is under way too; a refusal keeps no key', async () => {
    const [again, rival] = (await s.choosers(2)) as [Chooser, Chooser]
    const [a, ...same] = await Promise.all([1, 2, 3, 4].map(() => s.hold(again, roundId, '7号楼202-1', 'key-1')))
    expect([a?.code, same.map(x => x.data)]).toEqual([200, [a?.data, a?.data, a?.data]])
    expect((await s.hold(again, roundId, '7号楼202-1', 'key-1')).data).toEqual(a?.data)
    expect((await s.hold(again, roundId, '7号楼202-2', 'key-1')).code).toBe(409)
    await flushRefusals()
    const rows = await s.db.query(sql`select 1 from claim_log where tenant_id = ${s.tenantId} and student_id = ${again.studentId}`)
    expect(rows).toHaveLength(1)
    const stands = await s.hold(again, roundId, '7号楼202-1', 'key-2')
    expect((await s.hold(again, roundId, '7号楼202-1', 'key-2')).data).toEqual(stands.data)
    expect(refused(await s.hold(rival, roundId, '7号楼202-1', 'key-1'))[0]).toBe('taken')
    expect(await s.db.query(sql`select 1 from idempotency where tenant_id = ${s.tenantId} and user_id = ${rival.actor.userId}`)).toEqual([])
    await s.claim(again, 'claimRound/release', { roundId })
    expect((await s.hold(rival, roundId, '7号楼202-1', 'key-1')).code).toBe(200)
  })
  it('20-DC2 20-DC4 nothing counts before the turn; class, gender and pause are named', async () => {
    const wave = { name: '第一批', opensAt: minutes(30), closesAt: minutes(60), group: { classIds: [s.ids.s2301] } }
    const early = await s.round({ waves: [wave], pool: { dormIds: [s.at('7号楼')], grants: [{ roomIds: [s.at('7号楼202')], classIds: [s.ids.s2302] }] } })
    const [fresh] = (await s.choosers(1)) as [Chooser]
    expect(refused(await s.hold(fresh, early, '7号楼202-4'))[1]).toMatch(/^“第一批”\d{4}-\d\d-\d\d \d\d:\d\d 开始，现在是 \d\d:\d\d:\d\d$/)
    await s.officer.post('dorm/claimRound/update', {
      id: early,
      version: (await s.officer.get<{ version: number }>('dorm/claimRound/getOne', { id: early })).data.version,
      waves: [],
    })
    expect(refused(await s.hold(fresh, early, '7号楼202-4'))).toEqual(['otherClass', '南校区7号楼202 留给软件2302，你在软件2301'])
    const [man] = (await s.choosers(1, s.ids.s2302, { genderCode: '1' })) as [Chooser]
    expect(refused(await s.hold(man, early, '7号楼202-4'))[1]).toMatch(/安排女生，你是男生$/)
    expect(refused(await s.hold(fresh, early, '8号楼201-1'))[0]).toBe('outside')
    expect((await s.officer.post('dorm/claimRound/hold', { roundId: early, bedId: s.at('7号楼202-4') })).code).toBe(403)
  })
  it('20-DC10 a pause keeps holds and moves their end by its length', async () => {
    const paused = await s.round()
    const [fresh] = (await s.choosers(1)) as [Chooser]
    const held = await s.hold(fresh, paused, '7号楼202-3')
    const act = (verb: string, more = {}) => s.officer.post(`dorm/claimRound/${verb}`, { id: paused, ...more })
    await act('pause', { reason: '系统检查' })
    expect(refused(await s.claim(fresh, 'claimRound/confirm', { roundId: paused, bedId: s.at('7号楼202-3') }))[0]).toBe('paused')
    await s.db.query(sql`update claim_round set paused_at = paused_at - interval '1 hour' where id = ${paused}`)
    await act('resume')
    const until = Date.parse((await open(paused))[0]?.holdUntil ?? '')
    expect(Math.round((until - Date.parse(held.data.holdUntil ?? '')) / 60_000)).toBe(60)
    expect((await s.claim(fresh, 'claimRound/confirm', { roundId: paused, bedId: s.at('7号楼202-3') })).code).toBe(200)
  })
  it('20-DC7 keeps the places of a crowd, however often somebody asks', async () => {
    const crowded = await s.round()
    const [one, two] = (await s.choosers(2)) as [Chooser, Chooser]
    const gate = Promise.withResolvers<void>()
    const inside = admitted(s.db, crowded, other.studentId, false, () => gate.promise)
    await set({ claimsPerStudent: 100, claimsAtOnce: 1 })
    const place = (who: Chooser) => admitted(s.db, crowded, who.studentId, false, async () => 0).catch(e => (e as Refusal).issues[0]?.values?.position)
    expect([await place(one), await place(two), await place(two), await place(one)]).toEqual([1, 2, 2, 1])
    gate.resolve()
    await inside
    expect([await place(two), await place(one), await place(two)]).toEqual([1, 0, 0])
    await set({ claimsPerStudent: 100 })
  })
  it('20-DC8 a trial answers as the round would, and writes nothing', async () => {
    const trial = await s.round({ trial: true })
    const [fresh] = (await s.choosers(1)) as [Chooser]
    expect((await s.hold(fresh, trial, '7号楼202-2')).data.state).toBe('held')
    expect((await s.claim(fresh, 'claimRound/confirm', { roundId: trial, bedId: s.at('7号楼202-2') })).data).toMatchObject({ state: 'reserved' })
    await flushRefusals()
    const rows = await s.db.query(sql`select 1 from dorm_stay where batch_id = ${trial} union all select 1 from claim_log where round_id::text = ${trial}`)
    expect([rows.length, refused(await s.claim(fresh, 'claimTeam/make', { roundId: trial }))[0]]).toEqual([0, 'trialOnly'])
  })
})
describe('with others', () => {
  it('20-DC5 a team takes beds of one room for all, or none', async () => {
    await clear()
    const roundId = await s.round()
    const [lead, b, c, d] = (await s.choosers(4)) as [Chooser, Chooser, Chooser, Chooser]
    await s.claim(lead, 'claimTeam/make', { roundId })
    const code = (await lead.actor.get<Array<{ team: { code: string } }>>('dorm/claimRound/mine', { id: roundId })).data[0]?.team.code ?? ''
    const joined = await Promise.all([b, c].map(x => s.claim(x, 'claimTeam/join', { roundId, code })))
    expect(joined.map(a => a.code)).toEqual([200, 200])
    expect(refused(await s.hold(b, roundId, '7号楼101-1'))[0]).toBe('inTeam')
    await s.hold(d, roundId, '7号楼101-1')
    const [man] = (await s.choosers(1, s.ids.s2301, { genderCode: '1' })) as [Chooser]
    expect(refused(await s.claim(man, 'claimTeam/join', { roundId, code }))[0]).toBe('otherGender')
    await s.db.query(sql`update dorm_bed set lock_reason = '维修' where id = ${s.at('7号楼101-2')}`)
    expect(refused(await s.claim(lead, 'claimRound/teamClaim', { roundId, roomId: s.at('7号楼101') }))).toEqual(['tooFew', '南校区7号楼101 只剩 2 张床位，小队有 3 人'])
    expect(await open(roundId)).toHaveLength(1)
    expect((await s.claim(lead, 'claimRound/teamClaim', { roundId, roomId: s.at('7号楼102') })).data).toMatchObject({ count: 3 })
    expect((await open(roundId)).filter(x => x.state === 'reserved' && x.roomId === s.at('7号楼102'))).toHaveLength(3)
    await s.db.query(sql`update dorm_bed set lock_reason = null where id = ${s.at('7号楼101-2')}`)
  })
  it('20-DC6 roommates are an alias and their own words, with their consent; favourites are tried in their order', async () => {
    await clear()
    const roundId = await s.round()
    const [shy, open1, me] = (await s.choosers(3)) as [Chooser, Chooser, Chooser]
    expect(refused(await s.claim(open1, 'claimCard/save', { roundId, alias: '13800001111', habits: '', isShown: true }))[0]).toBe('realName')
    await s.claim(open1, 'claimCard/save', { roundId, alias: '夜读的鲸', habits: '23:30 前睡', isShown: true })
    await s.claim(shy, 'claimCard/save', { roundId, alias: '麻雀', habits: '早起', isShown: false })
    await s.hold(open1, roundId, '7号楼101-1')
    await s.hold(shy, roundId, '7号楼101-2')
    const mates = (await me.actor.get<unknown[]>('dorm/claimRound/mates', { roundId, roomId: s.at('7号楼101') })).data
    expect(mates).toEqual([{ bedId: s.at('7号楼101-1'), alias: '夜读的鲸', habits: '23:30 前睡' }])
    const saved = await s.claim(me, 'claimCard/favourites', { roundId, bedIds: ['7号楼101-1', '7号楼101-2', '7号楼101-4', '7号楼101-3'].map(s.at) })
    expect([saved.code, (await s.claim(me, 'claimRound/holdFavourite', { roundId })).data.bed]).toEqual([200, '南校区7号楼101-4'])
  })
})
it('20-DC7 lets whoever holds a bed confirm it, however often they pressed before', async () => {
  await clear()
  await set({ claimsPerStudent: 5 })
  const roundId = await s.round()
  const [eager] = (await s.choosers(1)) as [Chooser]
  const beds = ['7号楼101-1', '7号楼101-2', '7号楼101-3', '7号楼101-4', '7号楼102-1', '7号楼102-2']
  const rules = []
  for (const bed of beds) rules.push(refused(await s.hold(eager, roundId, bed))[0])
  expect(rules.filter(rule => rule === 'tooFast')).toHaveLength(1)
  expect((await s.claim(eager, 'claimRound/confirm', { roundId, bedId: s.at('7号楼102-1') })).code).toBe(200)
  await set({ claimsPerStudent: 100 })
})
describe('a round that asks for a photo', () => {
  it('20-DC4 keeps out who has none accepted, once a module keeps photos', async () => {
    await clear()
    const roundId = await s.round({ needPhoto: true })
    const [first, second] = (await s.choosers(2)) as [Chooser, Chooser]
    addRegistration(s.server.core.registry, photoSides, { havePhoto: async () => new Set([first.studentId]), photosOf: async () => new Map(), lockPhotos: async () => undefined })
    expect((await s.hold(first, roundId, '7号楼101-1')).code).toBe(200)
    expect(refused(await s.hold(second, roundId, '7号楼101-2'))[0]).toBe('noPhoto')
    expect((await second.actor.get<Array<{ lacksPhoto: boolean }>>('dorm/claimRound/mine', { id: roundId })).data[0]?.lacksPhoto).toBe(true)
  })
})
