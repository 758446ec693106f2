import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import type { Actor } from '#testing/school.ts'
import { warningFacts } from '#testing/warning-facts.ts'
import { dormBuilding } from '../places/model/places.ts'
import { day, refused } from '../places/testing.ts'
import type { alertCard, alertDesk, alertStatistics, replayLimits } from './model/alert-actions.ts'
import type { myPassages, passages } from './model/device-actions.ts'
import { escalate } from './server/escalate.ts'
import { evaluateDue } from './server/jobs.ts'
import { judgeNight } from './server/judge-nights.ts'
import { noticeSilence } from './server/notice-silence.ts'
import { type AccessSchool, accessSchool, inNight, NIGHT, one, push } from './testing.ts'

type Desk = OutputOf<typeof alertDesk>
type Item = NonNullable<Desk['items'][number]>
let s: AccessSchool
let psychologist: Actor
beforeAll(async () => {
  s = await accessSchool()
  psychologist = await s.as({ roles: ['psychologist'], nickName: '心理中心' })
})
afterAll(() => s.close())

const alertsOf = async (who: Actor = s.fdy, query: Record<string, unknown> = {}): Promise<Item[]> => (await who.get<Desk>('dorm/accessAlert/desk', query)).data.items as Item[]
const alertOf = async (student: { id: string }, who: Actor = s.fdy): Promise<Item | undefined> => (await alertsOf(who)).find(a => a.studentId === student.id)

/** An instant as formatted in responses. */
const wall = (instant: string): string => `${new Date(Date.parse(instant) + 8 * HOUR_MS).toISOString().slice(0, 19)}+08:00`

const todos = async (who: Actor): Promise<string[]> =>
  (
    await s.db.query<{ title: string }>(sql`select title from todo where tenant_id = ${s.tenantId} and user_id = ${who.userId} and state = 'open' and biz_type = 'accessAlert'`)
  ).map(t => t.title)

describe('alerts', () => {
  it('20-DA2 20-DA8 opens one alert for a night out, and a late delivery that proves the return closes it and tells the counsellor once', async () => {
    await push(s, s.lan, [one(s.woman(0), 'out', inNight('18:40'))])
    await s.quiet()
    expect(await alertOf(s.woman(0))).toMatchObject({ type: 'nightOut', isFinal: true, state: 'open', nightDate: NIGHT })
    await judgeNight(s.db, { night: NIGHT, dormIds: [s.dorms.women] })
    expect((await alertsOf()).filter(a => a.studentId === s.woman(0).id)).toHaveLength(1)
    expect((await todos(s.fdy)).some(t => t.endsWith('未归'))).toBe(true)
    await push(s, s.lan, [one(s.woman(0), 'in', inNight('22:50'))])
    await s.quiet()
    expect(await alertOf(s.woman(0))).toMatchObject({ state: 'autoClosed', explainedBy: 'record' })
    await push(s, s.lan, [one(s.woman(0), 'in', inNight('22:50')), one(s.woman(0), 'in', inNight('22:52'))])
    await s.quiet()
    const heard = await s.told('dormitory.accessExplained', s.fdy.userId)
    expect(heard.map(h => h.values?.count)).toEqual([1])
    const card = await s.fdy.get<OutputOf<typeof alertCard>>('dorm/accessAlert/card', { id: (await alertOf(s.woman(0)))?.id })
    expect(card.data.trace.map(t => t?.what)).toEqual(['opened', 'autoClosed'])
    expect((await todos(s.fdy)).some(t => t.endsWith('未归'))).toBe(false)
  })
  it('20-DA4 turns the same alert from out to late when they come in the night, never a second one', async () => {
    await push(s, s.lan, [one(s.woman(1), 'out', inNight('19:00'))])
    await s.quiet()
    expect(await alertOf(s.woman(1))).toMatchObject({ type: 'nightOut' })
    await push(s, s.lan, [one(s.woman(1), 'in', inNight('01:20'))])
    await s.quiet()
    expect((await alertsOf()).filter(a => a.studentId === s.woman(1).id)).toMatchObject([{ type: 'lateReturn', at: wall(inNight('01:20')), state: 'open' }])
  })
  it('20-DA4 judges each building once at the cut-off and once at the gate opening, by the only service that knows who is expected', async () => {
    await push(s, s.lan, [one(s.woman(2), 'out', inNight('18:00')), one(s.woman(3), 'out', inNight('18:00'))])
    await s.quiet()
    await s.db.query(sql`delete from access_alert where tenant_id = ${s.tenantId}`)
    await s.db.query(sql`delete from access_judged where tenant_id = ${s.tenantId}`)
    await s.officer.post('dorm/presenceException/add', { studentId: s.woman(3).id, from: day(-4), to: day(1), reason: 'internship' })
    await s.db.query(sql`delete from access_touched where tenant_id = ${s.tenantId}`)
    const runs = await Promise.all([0, 1].map(() => evaluateDue(s.db, Date.parse(inNight('00:31')))))
    expect(runs.filter(n => n > 0)).toHaveLength(1)
    expect(await alertOf(s.woman(2))).toMatchObject({ type: 'nightOut', isFinal: false })
    expect(await alertOf(s.woman(3))).toBeUndefined()
    expect(await evaluateDue(s.db, Date.parse(inNight('00:36')))).toBe(0)
    await evaluateDue(s.db, Date.parse(inNight('06:02')))
    expect(await alertOf(s.woman(2))).toMatchObject({ isFinal: true })
  })
  it('20-DA8 an absence entered afterwards explains the night it covers', async () => {
    await s.officer.post('dorm/presenceException/add', { studentId: s.woman(2).id, from: NIGHT, to: day(-1), reason: 'internship' })
    await s.quiet()
    const nights = (await alertsOf()).filter(a => a.studentId === s.woman(2).id)
    expect(nights.find(a => a.nightDate === NIGHT)).toMatchObject({ state: 'autoClosed', explainedBy: 'excused' })
    await push(s, s.lan, [one(s.woman(2), 'in', inNight('13:00', 1))])
    await s.quiet()
  })
  it('20-DA5 shows that somebody has not come out to the counsellor and the counselling centre, to nobody else by any way', async () => {
    await push(s, s.lan, [one(s.woman(6), 'in', inNight('18:00', -2))])
    await judgeNight(s.db, { night: NIGHT, studentIds: [s.woman(6).id] })
    expect(await alertOf(s.woman(6))).toMatchObject({ type: 'notLeft' })
    expect((await alertsOf(psychologist)).map(a => a.type)).toEqual(['notLeft'])
    const { id = '' } = (await alertOf(s.woman(6))) ?? {}
    // 60-EW: a reason to look in, until somebody has
    const asked = () => warningFacts(s.db, 'dormitory.notLeft', s.woman(6).id, NIGHT)
    expect((await asked())[0]).toBeGreaterThanOrEqual(48)
    const admin = await s.as({ roles: ['admin'] })
    for (const who of [s.officer, s.college, s.manager, admin]) {
      expect((await alertsOf(who)).filter(a => a.type === 'notLeft')).toEqual([])
      expect((await who.get('dorm/accessAlert/card', { id })).code).toBe(404)
      expect((await who.get('dorm/accessAlert/counts')).raw.toString()).not.toContain('notLeft')
    }
    expect((await s.officer.post('dorm/accessAlert/close', { ids: [id], result: 'safe' })).code).toBe(404)
    expect((await s.officer.get('dorm/accessAlert/statistics', { from: day(-10), to: day(0) })).data).toMatchObject({
      total: await s.counted(sql`access_alert where tenant_id = ${s.tenantId} and type <> 'notLeft'`),
    })
    const [heard] = await s.told('dormitory.accessLookIn', s.fdy.userId)
    expect(heard?.values?.name).toBeDefined()
    // one alert for several days without passage, not one per night
    await judgeNight(s.db, { night: day(-3), studentIds: [s.woman(6).id] })
    expect((await alertsOf()).filter(a => a.studentId === s.woman(6).id)).toHaveLength(1)
    expect((await psychologist.post('dorm/accessAlert/close', { ids: [id], result: 'safe' })).code).toBe(200)
  })
  it('20-DA6 asks after who has been out for three days once, and no more when they are seen', async () => {
    await push(s, s.lan, [one(s.woman(7), 'out', inNight('05:00', -3))])
    for (const night of [NIGHT, day(-1)]) await judgeNight(s.db, { night, studentIds: [s.woman(7).id] }, inNight('08:00', 1))
    expect((await alertsOf()).filter(a => a.studentId === s.woman(7).id)).toMatchObject([{ type: 'notSeen' }])
    // in daytime: returning late at night would rightly raise another alert
    await push(s, s.lan, [one(s.woman(7), 'in', inNight('13:00', 1))])
    await s.quiet()
    expect(await alertOf(s.woman(7))).toMatchObject({ state: 'autoClosed', explainedBy: 'record' })
  })
  it('20-DA7 calls alerts of a building uncertain while its device is silent, and tells no college of them until it is heard again', async () => {
    await push(s, s.lan, [one(s.woman(8), 'out', inNight('18:00'))])
    await s.quiet()
    await s.db.query(sql`update access_device set last_seen_at = ${inNight('20:00')} where tenant_id = ${s.tenantId} and code = 'LAN1'`)
    expect(await noticeSilence(s.db)).toBeGreaterThan(0)
    await s.quiet()
    expect(await alertOf(s.woman(8))).toMatchObject({ isUncertain: true })
    await s.db.query(sql`update access_alert set opened_at = now() - interval '5 hours' where tenant_id = ${s.tenantId}`)
    expect(await escalate(s.db)).toBe(0)
    expect(await s.told('dormitory.accessSilent', s.manager.userId)).toHaveLength(1)
    await push(s, s.lan, [])
    await noticeSilence(s.db)
    await s.quiet()
    expect(await alertOf(s.woman(8))).toMatchObject({ isUncertain: false })
    expect(await escalate(s.db)).toBe(1)
    expect(await escalate(s.db)).toBe(0)
    expect((await s.told('dormitory.accessEscalated', s.college.userId)).map(h => h.values?.count)).toEqual([1])
  })
  it('is handled by one person: the second reads who was first, and what was closed by hand stays closed', async () => {
    const { id = '' } = (await alertOf(s.woman(8))) ?? {}
    expect((await s.fdy.post<{ taken: number }>('dorm/accessAlert/take', { ids: [id] })).data.taken).toBe(1)
    expect(refused(await s.fdy.post('dorm/accessAlert/close', { ids: [id], result: 'other' }))[0]).toBe('note')
    const both = await Promise.all([s.fdy.post('dorm/accessAlert/close', { ids: [id], result: 'safe' }), s.college.post('dorm/accessAlert/close', { ids: [id], result: 'family' })])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    await push(s, s.lan, [one(s.woman(8), 'in', inNight('22:10'))])
    await s.quiet()
    expect(await alertOf(s.woman(8))).toMatchObject({ state: 'closed' })
    const wrong = await s.other.post('dorm/accessAlert/recompute', { night: NIGHT, dormId: s.dorms.women })
    expect(wrong.code).toBe(404)
    expect((await s.manager.post('dorm/accessAlert/recompute', { night: NIGHT, dormId: s.dorms.women })).code).toBe(200)
    const again = async () => refused(await s.officer.post('dorm/accessAlert/recompute', { night: NIGHT, dormId: s.dorms.men }))
    await s.db.update(dormBuilding, s.dorms.men, { gateMode: 'none' })
    expect(await again()).toEqual(['noDoors', expect.stringContaining('不记录进出')])
    // disabled buildings are reported as such, whatever their doors record
    await s.db.update(dormBuilding, s.dorms.men, { gateMode: 'events', isEnabled: false })
    expect(await again()).toEqual(['off', expect.stringContaining('已停用')])
    await s.db.update(dormBuilding, s.dorms.men, { isEnabled: true })
    expect(await again()).toEqual([undefined, expect.anything()])
  })
  it('shows each reader the alerts of their own students', async () => {
    await push(s, s.zhu, [one(s.man, 'in', inNight('23:30'))])
    await s.quiet()
    expect((await alertsOf(s.other)).map(a => a.studentId)).toEqual([s.man.id])
    for (const who of [s.fdy, s.manager]) expect(await alertOf(s.man, who)).toBeUndefined()
    expect(await alertOf(s.man, s.officer)).toMatchObject({ type: 'lateReturn' })
    const self = await s.self(s.woman(1).id)
    expect((await self.get('dorm/accessAlert/desk')).code).toBe(403)
  })
  it('tries other limits on the nights that were and writes nothing', async () => {
    const before = await s.counted(sql`access_alert where tenant_id = ${s.tenantId}`)
    const limits = { alertLateMinutes: 45, alertNotSeenDays: 3, alertNotLeftHours: 48 }
    const answer = await s.officer.post<OutputOf<typeof replayLimits>>('dorm/accessAlert/replay', limits)
    const night = answer.data.nights.find(n => n?.night === NIGHT)
    expect([night?.now.lateReturn, night?.tried.lateReturn]).toEqual([2, 1])
    expect(await s.counted(sql`access_alert where tenant_id = ${s.tenantId}`)).toBe(before)
    expect((await s.fdy.post('dorm/accessAlert/saveLimits', limits)).code).toBe(403)
    expect((await s.officer.post('dorm/accessAlert/saveLimits', limits)).code).toBe(200)
    expect((await s.officer.get('dorm/accessAlert/limits')).data).toEqual(limits)
    const statistics = await s.officer.get<OutputOf<typeof alertStatistics>>('dorm/accessAlert/statistics', { from: day(-10), to: day(0) })
    expect(statistics.data.houses.find(h => h.key === s.dorms.women)).toMatchObject({ lates: 1, residents: 10 })
  })
})

describe('reading movements', () => {
  const span = { from: inNight('12:00', -3), to: new Date(Date.now() + 60_000).toISOString() }
  it('leaves a line of each reading with whose passages it showed, and asks for a purpose where it is one student', async () => {
    expect(refused(await s.fdy.post('dorm/accessEvent/passages', { ...span, studentId: s.woman(0).id }))[0]).toBe('purpose')
    const read = await s.fdy.post<OutputOf<typeof passages>>('dorm/accessEvent/passages', { ...span, studentId: s.woman(0).id, purpose: '家长来电询问' })
    expect(read.data.items.length).toBeGreaterThan(2)
    const [line] = await s.db.query<{ id: string; reason: string }>(
      sql`select id, detail ->> 'reason' as reason from audit_log where tenant_id = ${s.tenantId} and user_id = ${s.fdy.userId} and biz_type = 'accessEvent' order by at desc limit 1`,
    )
    expect(line?.reason).toBe('家长来电询问')
    expect(await s.counted(sql`audit_subject where tenant_id = ${s.tenantId} and audit_id = ${line?.id ?? null} and student_id = ${s.woman(0).id}`)).toBe(1)
  })
  it('pages by what was read last, within the scope of the reader', async () => {
    const ids = new Set<string>()
    let before: string | null = null
    do {
      const page: { data: OutputOf<typeof passages> } = await s.manager.post('dorm/accessEvent/passages', { ...span, size: 100, ...(before ? { before } : {}) })
      for (const item of page.data.items) if (item) ids.add(item.id)
      before = page.data.next
    } while (before)
    expect(ids.size).toBe(
      await s.counted(
        sql`access_event where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women} and quarantine is null and student_id is not null and event_at >= ${span.from}`,
      ),
    )
    const own = await s.other.post<OutputOf<typeof passages>>('dorm/accessEvent/passages', span)
    expect(own.data.items.map(i => i?.studentId)).toEqual([s.man.id])
  })
  it('shows students their own, with how often they were late', async () => {
    const self = await s.self(s.woman(1).id)
    const mine = (await self.get<OutputOf<typeof myPassages>>('dorm/accessEvent/mine')).data
    expect(mine.lates).toHaveLength(1)
    expect(mine.items[0]).toMatchObject({ direction: 'in', at: wall(inNight('01:20')) })
    expect((await self.post('dorm/accessEvent/passages', span)).code).toBe(403)
  })
})

describe('on the day a class changes hands', () => {
  it('an alert is the new counsellor’s alone: the former one has the students until the day before', async () => {
    await s.db.query(sql`update class_staff set end_date = ${day(0)}::date where tenant_id = ${s.tenantId} and class_id = ${s.ids.s2301} and role = 'fdy' and end_date is null`)
    await s.db.insert(classStaff, { classId: s.ids.s2301, teacherId: s.ids.he, role: 'fdy', startDate: day(0) })
    await push(s, s.lan, [one(s.woman(9), 'out', inNight('18:30'))])
    await s.quiet()
    const alert = (await alertsOf(s.officer)).find(a => a.studentId === s.woman(9).id)
    const asked = await s.db.query<{ userId: string }>(
      sql`select user_id as "userId" from todo where tenant_id = ${s.tenantId} and biz_type = 'accessAlert' and biz_id = ${alert?.id ?? ''} and state = 'open'`,
    )
    expect(asked.map(t => t.userId)).toEqual([s.manager.userId])
  })
})
