import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { addRegistration } from '#testing/registrations.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { dormBed } from '../places/model/places.ts'
import { rulesOf } from '../places/testing.ts'
import { openPoints } from '../stays/server/points.ts'
import { livingIn, type StaySchool, staySchool } from '../stays/testing.ts'
import { dormDamage } from './model/damage.ts'
import type { myDamages } from './model/damage-actions.ts'
import { mayObject, partsOf } from './model/damage-rules.ts'
import { chargeDue } from './server/charge-damages.ts'
import { type FeeLedger, feeLedgers, type LodgingLine } from './server/fee-ledger.ts'

type Mine = Array<OutputOf<typeof myDamages>>
let s: StaySchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
let girls: Array<{ id: string; studentNo: string; actor: Actor }>
let roomId = ''
let stays: string[]

const photo = async (who: Actor = s.manager): Promise<string> => (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', PIXEL, '椅子.png')).data.fileId
const record = async (more: Record<string, unknown> = {}, who: Actor = s.manager) =>
  who.post<{ damageNo: string; told: number }>('dorm/dormDamage/add', {
    roomId,
    at: new Date().toISOString(),
    studentIds: girls.slice(0, 3).map(g => g.id),
    item: '椅子',
    total: 10_000,
    explanation: '椅背断裂，同型号更换 100.00 元，三人分摊',
    photos: [await photo(who)],
    ...more,
  })
const girl = (n: number) => girls[n] as { id: string; studentNo: string; actor: Actor }
const mine = async (n: number): Promise<Mine> => (await girl(n).actor.get<Mine>('dorm/dormDamage/mine')).data
const rows = (damageNo: string) => s.db.unscoped(dormDamage).all({ damageNo }, { sort: ['-amount'] })
const after = Date.now() + 3 * DAY_MS

beforeAll(async () => {
  s = await staySchool()
  told = captureNotifications(s.server)
  girls = []
  for (const g of await s.students(4)) girls.push({ ...g, actor: await s.self(g.id) })
  stays = []
  for (const [n, g] of girls.entries()) stays.push(await livingIn(s, g, s.beds.women[n] ?? ''))
  roomId = (await s.db.unscoped(dormBed).one(s.beds.women[0] ?? '')).roomId
})
let without = () => {}
afterEach(() => without())
afterAll(() => s.close())

describe('something broken', () => {
  it('20-DI8 is charged at its cost, in equal parts whose sum is the whole', () => {
    expect(partsOf(10_000, 3)).toEqual([3334, 3333, 3333])
    const until = new Date(1000).toISOString()
    expect([mayObject({ state: 'told', objectUntil: until, paid: 0 }, 999), mayObject({ state: 'told', objectUntil: until, paid: 0 }, 1000)]).toEqual([true, false])
  })
  it('20-DI8 needs a picture, people who lived there then, and a time that has come', async () => {
    expect(rulesOf(await record({ photos: [] }))).toEqual(['noPhotos'])
    expect(rulesOf(await record({ at: new Date(Date.now() + DAY_MS).toISOString() }))).toEqual(['future'])
    const [stranger] = await s.students(1)
    const answer = await record({ studentIds: [stranger?.id] })
    expect([rulesOf(answer), answer.errors[0]?.field]).toEqual([['notThere'], 'studentIds'])
    expect(rulesOf(await record({ total: 0 }))).not.toEqual([])
    expect((await record({}, s.other)).code).not.toBe(200)
    expect((await record({}, s.fdy)).code).toBe(403)
    const there = await s.manager.get<Array<{ studentId: string }>>('dorm/dormDamage/residents', { roomId, at: new Date().toISOString() })
    expect(there.data.map(r => r.studentId).sort()).toEqual(girls.map(g => g.id).sort())
    expect((await s.other.get('dorm/dormDamage/residents', { roomId, at: new Date().toISOString() })).code).toBe(404)
  })
  it('20-DI8 is told with pictures and reckoning to those who pay, and to nobody else', async () => {
    const made = (await record()).data
    expect(made.told).toBe(3)
    const parts = await rows(made.damageNo)
    expect(parts.map(p => [p.amount, p.total, p.sharers])).toEqual([
      [3334, 10_000, 3],
      [3333, 10_000, 3],
      [3333, 10_000, 3],
    ])
    expect((await told('dormitory.damageTold')).map(h => h.to[0]).sort()).toEqual(
      girls
        .slice(0, 3)
        .map(g => g.actor.userId)
        .sort(),
    )
    const [own] = await mine(1)
    expect(own).toMatchObject({ item: '椅子', explanation: expect.stringContaining('同型号'), state: 'told', mayObject: true, isKnown: false, sharers: 3 })
    expect(await mine(3)).toEqual([])
    // the photo belongs to one row; every payer can open it, a roommate who does not pay cannot
    const open = async (who: Actor) => (await who.get('oss/oss/endpoint/ticket', { fileId: own?.photos[0] })).code
    expect(await Promise.all([0, 1, 2].map(n => open(girl(n).actor)))).toEqual([200, 200, 200])
    expect(await open(girl(3).actor)).not.toBe(200)
  })
  it('is seen by whoever sees the student or the building, by row', async () => {
    const list = async (who: Actor) => (await who.get<{ result: unknown[] }>('dorm/dormDamage/list')).data.result.length
    expect([await list(s.manager), await list(s.other), await list(s.fdy), await list(s.college), await list(s.officer)]).toEqual([3, 0, 3, 3, 3])
    expect((await girl(0).actor.get('dorm/dormDamage/list')).code).toBe(403)
    const part = (await s.db.unscoped(dormDamage).all())[0]
    expect((await s.other.post('dorm/dormDamage/decide', { id: part?.id, amount: 0, decision: '不用赔' })).code).toBe(404)
  })
  it('20-DI8 may be objected to by the student it concerns, and is then judged by somebody who did not record it', async () => {
    const [part] = await mine(0)
    const say = (n: number) => girl(n).actor.post('dorm/dormDamage/object', { id: part?.id, objection: '入住时椅背就有裂缝，家具清单里写了' })
    expect((await say(1)).code).toBe(404)
    expect((await say(0)).code).toBe(200)
    expect(rulesOf(await say(0))).toEqual(['state'])
    const decide = (who: Actor, more: Record<string, unknown> = {}) =>
      who.post('dorm/dormDamage/decide', { id: part?.id, amount: 2000, decision: '入住清单属实，按残值赔偿', ...more })
    expect(rulesOf(await decide(s.manager))).toEqual(['own'])
    expect(rulesOf(await decide(s.officer, { amount: 4000 }))).toEqual(['more'])
    expect((await decide(s.officer)).code).toBe(200)
    expect((await mine(0))[0]).toMatchObject({ state: 'charged', amount: 2000, decision: '入住清单属实，按残值赔偿', mayObject: false })
    expect((await told('dormitory.damageDecided', girl(0).actor.userId)).map(h => h.values?.amount)).toEqual(['20.00'])
  })
  it('20-DI8 becomes a line of the ledger when the time for objections has passed, once; lowered later it is handed in anew under the same source', async () => {
    const handed: LodgingLine[] = []
    const ids = new Map<string, string>()
    const ledger: FeeLedger = {
      async handIn(_db, lines) {
        handed.push(...lines)
        for (const l of lines) ids.set(l.sourceId, ids.get(l.sourceId) ?? l.sourceId)
        return new Map(lines.map(l => [l.sourceId, ids.get(l.sourceId) ?? '']))
      },
      standingOf: async (_db, lines) => lines.map(billLineId => ({ billLineId, paid: billLineId === waived?.id ? 0 : 500, deferred: 0, deferredUntil: null })),
    }
    const waived = (await mine(1))[0]
    expect((await s.manager.post('dorm/dormDamage/decide', { id: waived?.id, amount: 0, decision: '核实后与她无关' })).code).toBe(200)
    expect(await chargeDue(s.db)).toBe(0)
    without = addRegistration(s.server.core.registry, feeLedgers, ledger)
    expect([await chargeDue(s.db, after), await chargeDue(s.db, after)]).toEqual([1, 0])
    expect((await mine(2))[0]).toMatchObject({ state: 'charged', isKnown: true })
    expect((await mine(1))[0]).toMatchObject({ state: 'waived', isKnown: false })
    expect(handed.map(l => [l.sourceType, l.amount]).sort()).toEqual([
      ['dormDamage', 2000],
      ['dormDamage', 3333],
    ])
    const [late] = await mine(2)
    expect((await s.officer.post('dorm/dormDamage/decide', { id: late?.id, amount: 3000, decision: '供应商降价' })).code).toBe(200)
    expect(handed.at(-1)).toMatchObject({ sourceId: late?.id, amount: 3000 })
    await s.db.emit('fee.paid', { studentId: girl(2).id })
    await s.server.settle()
    expect((await mine(2))[0]?.paid).toBe(500)
    expect(rulesOf(await s.officer.post('dorm/dormDamage/decide', { id: late?.id, amount: 1000, decision: '再减' }))).toEqual(['paid'])
    expect(rulesOf(await girl(2).actor.post('dorm/dormDamage/object', { id: late?.id, objection: '太晚了才看到' }))).toEqual(['state'])
  })
  it('20-DR4 stands on the check-out list until it is paid, and comes from a check-out', async () => {
    const leaving = stays.map((stayId, n) => ({ stayId, studentId: girl(n).id, roomId }))
    const open = await openPoints(s.db, leaving)
    expect(leaving.map(l => open.get(l.stayId)?.find(d => d.code === 'damage')?.amount ?? 0)).toEqual([2000, 0, 2500, 0])
    expect(rulesOf(await record({ stayId: stays[3], roomId: (await s.db.unscoped(dormBed).one(s.beds.women[8] ?? '')).roomId, studentIds: [girl(3).id] }))).toEqual(['otherRoom'])
    const made = (await record({ stayId: stays[3], studentIds: [girl(3).id], item: '书桌' })).data
    expect((await rows(made.damageNo))[0]).toMatchObject({ sourceType: 'checkOut', sourceId: stays[3], amount: 10_000 })
  })
})
