import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { inNight } from '#modules/dormitory/access/testing.ts'
import { day } from '#modules/dormitory/places/testing.ts'
import { leave } from '#modules/leave/model/leave.ts'
import { offCampusStay } from '#modules/offCampus/model/off-campus-stay.ts'
import type { Actor } from '#testing/school.ts'
import { CONFLICT_CODES, OFFERED, presenceConflict } from './model/conflict.ts'
import { contradictions } from './model/contradictions.ts'
import type { Right, Sighting } from './model/evidence.ts'
import type { PresenceFacts } from './model/reconcile.ts'
import type { conflictStatistics } from './model/statistics.ts'
import { reconcileAll, reconcileDue } from './server/jobs.ts'
import { ago, awayOn, conflictsIn, one, type PresenceSchool, presenceSchool, push, resolve, tempOn, tripOn } from './testing.ts'

let s: PresenceSchool
beforeAll(async () => {
  s = await presenceSchool()
})
afterAll(() => s.close())
const conflictsOf = (studentId: string) => conflictsIn(s, studentId)
const todos = (who: Actor) => s.counted(sql`todo where tenant_id = ${s.tenantId} and user_id = ${who.userId} and biz_type = 'presenceConflict' and state = 'open'`)

describe('what contradicts what', () => {
  const NOW = Date.UTC(2026, 3, 15, 4)
  const hours = (n: number): string => new Date(NOW + n * HOUR_MS).toISOString()
  const facts = (more: Partial<PresenceFacts>): PresenceFacts => ({
    ...{
      status: 'active',
      standingSince: hours(-2000),
      rights: [],
      sightings: [],
      curfewAfter: () => null,
      vacationSince: null,
      isStaying: false,
      calendarTurn: null,
      hurriedAt: null,
      nightsInside: [],
      isSilent: false,
    },
    ...more,
  })
  const seen = (kind: Sighting['kind'], says: 'in' | 'out', before: number): Sighting => ({ kind, says, at: hours(-before), isDorm: true, placeId: null, note: null })
  const right = (kind: Right['kind'], from: number, until: number, more: Partial<Right> = {}): Right => ({
    ...{ kind, id: kind, from: hours(from), until: hours(until), isOver: false, leavesCampus: true, note: null },
    ...more,
  })
  const codes = (state: Parameters<typeof contradictions>[1]['state'], more: Partial<PresenceFacts>, since = hours(-1)) =>
    contradictions(facts(more), { state, since }, { apartMinutes: 30, sleptNights: 3, stayerHours: 24 }, hours(0)).map(c => c.code)
  it('60-PR4 finds each contradiction by its facts, and none without them', () => {
    const onLeave = { rights: [right('leave', -10, 10)] }
    expect(codes('onLeave', { ...onLeave, sightings: [seen('gate', 'in', 2)] })).toEqual(['PC1'])
    expect(codes('onLeave', { ...onLeave, sightings: [seen('gate', 'in', 11)] })).toEqual([])
    expect(codes('onLeave', { ...onLeave, sightings: [seen('self', 'in', 2)] })).toEqual([])
    expect(codes('onLeave', { rights: [right('leave', -10, 10, { leavesCampus: false })], sightings: [seen('gate', 'in', 2)] })).toEqual([])
    const over = right('trip', -10, -5, { isOver: true })
    expect(codes('overdue', { rights: [over] }, over.until)).toEqual(['PC2'])
    expect(codes('inDorm', { rights: [over], sightings: [seen('gate', 'in', 1)] })).toEqual([])
    expect(codes('notAtSchool', { sightings: [seen('gate', 'in', 2)] })).toEqual(['PC4'])
    expect(codes('notAtSchool', { sightings: [seen('gate', 'in', 2)], standingSince: hours(-1) })).toEqual([])
    expect(codes('outShort', { sightings: [seen('gate', 'out', 2), seen('self', 'in', 1)] })).toEqual(['PC5'])
    expect(codes('outShort', { sightings: [seen('gate', 'out', 2), seen('self', 'in', 1.6)] })).toEqual([])
    expect(codes('outShort', { sightings: [seen('gate', 'out', 1), seen('self', 'in', 2)] })).toEqual([])
    expect(codes('inDorm', { hurriedAt: hours(-1) })).toEqual(['PC6'])
    const outside = { rights: [right('offCampus', -240, 240, { leavesCampus: false })] }
    expect(codes('livingOut', { ...outside, nightsInside: ['2026-04-10', '2026-04-12', '2026-04-14'] })).toEqual(['PC3'])
    expect(codes('livingOut', { ...outside, nightsInside: ['2026-04-12', '2026-04-14'] })).toEqual([])
    expect(codes('livingOut', { rights: [right('offCampus', -60, 240)], nightsInside: ['2026-04-10', '2026-04-12', '2026-04-14'] })).toEqual([])
    expect(codes('unknown', { sightings: [seen('gate', 'in', 80)] })).toEqual(['PC7'])
    // a school that records nothing of somebody has nothing to ask
    expect(codes('unknown', {})).toEqual([])
    expect(codes('inDorm', { isStaying: true, sightings: [seen('gate', 'in', 24)] })).toEqual(['PC8'])
    expect(codes('inDorm', { isStaying: true, sightings: [seen('gate', 'in', 23)] })).toEqual([])
    expect(Object.keys(OFFERED)).toEqual(Object.keys(CONFLICT_CODES))
  })
})
describe('the tray', () => {
  it('60-PR5 a return seen while on leave closes the leave by one tap, in the leave, once; the state follows', async () => {
    const who = s.woman(0)
    const leaveId = await awayOn(s, who.id, ago(10), ago(-48))
    await s.db.emit('leave.approved', { studentId: who.id })
    await s.quiet()
    expect(await conflictsOf(who.id)).toEqual([])
    await push(s, s.lan, [one(who, 'in', ago(1))])
    await s.quiet()
    const [conflict] = await conflictsOf(who.id)
    expect(conflict).toMatchObject({ code: 'PC1', state: 'open', sourceKind: 'leave' })
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'onLeave', confidence: 'low' })
    expect(await todos(s.fdy)).toBe(1)
    const other = await s.as({ roles: ['fdy'], nickName: '别班辅导员' })
    expect((await resolve(other, conflict?.id, 'back')).code).toBe(404)
    expect((await resolve(s.manager, conflict?.id, 'back')).code).toBe(403)
    expect((await resolve(s.fdy, conflict?.id, 'searching')).code).toBe(422)
    const both = await Promise.all([resolve(s.fdy, conflict?.id, 'back'), resolve(s.college, conflict?.id, 'back')])
    expect(both.map(b => b.code).sort()).toEqual([200, 422])
    await s.quiet()
    expect(await s.db.unscoped(leave).one(leaveId)).toMatchObject({ state: 'closed', backWay: 'staff', backAt: conflict?.at })
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'inDorm', confidence: 'high' })
    expect(await conflictsOf(who.id)).toMatchObject([{ state: 'resolved', result: 'back' }])
    expect(await todos(s.fdy)).toBe(0)
  })
  it('60-PR5 one tap brings somebody overdue back from a leave, a trip or a night elsewhere, though the door last saw them leave', async () => {
    const all = [
      { who: s.woman(4), keep: awayOn, event: 'leave.overdue' },
      { who: s.woman(5), keep: tripOn, event: 'outing.overdue' },
      { who: s.woman(6), keep: tempOn, event: 'dormitory.tempLocationChanged' },
    ]
    for (const { who, keep, event } of all) {
      await keep(s, who.id, ago(95), ago(30), 'overdue')
      await push(s, s.lan, [one(who, 'out', ago(94))])
      await s.db.emit(event, { studentId: who.id })
    }
    await s.quiet()
    for (const { who } of all) {
      const [conflict] = await conflictsOf(who.id)
      expect(conflict).toMatchObject({ code: 'PC2', state: 'open' })
      expect((await resolve(s.fdy, conflict?.id, 'back')).code).toBe(200)
      await s.quiet()
      expect(await s.stateOf(who.id)).toMatchObject({ state: 'inSchool', confidence: 'high', placeId: null })
      expect(await conflictsOf(who.id)).toMatchObject([{ code: 'PC2', state: 'resolved', result: 'back' }])
    }
    const seen = () => Promise.all(all.map(({ who }) => s.stateOf(who.id)))
    const before = await seen()
    await reconcileAll(s.db)
    expect(await seen()).toEqual(before)
  })
  it('60-PR4 a leave called overdue is told at once, and settles by itself when the student comes back', async () => {
    const who = s.woman(1)
    const told = async () => (await s.told('presence.overdue', s.fdy.userId)).length
    const before = await told()
    const leaveId = await awayOn(s, who.id, ago(60), ago(20), 'overdue')
    await s.db.emit('leave.overdue', { studentId: who.id })
    await s.quiet()
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'overdue' })
    expect(await conflictsOf(who.id)).toMatchObject([{ code: 'PC2', state: 'open' }])
    expect(await told()).toBe(before + 1)
    await s.db.emit('leave.overdue', { studentId: who.id })
    await s.quiet()
    expect(await conflictsOf(who.id)).toHaveLength(1)
    await push(s, s.lan, [one(who, 'in', ago(0.5))])
    await s.quiet()
    expect(await conflictsOf(who.id)).toMatchObject([{ code: 'PC2', state: 'auto' }])
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'inDorm' })
    expect(await todos(s.fdy)).toBe(0)
    // the same leave, extended and overdue again, is asked about again
    await push(s, s.lan, [one(who, 'out', ago(0.4))])
    await s.db.query(sql`update leave set state = 'overdue', back_at = null, back_way = null, start_at = ${ago(0.3)}, end_at = ${ago(0.2)} where id = ${leaveId}::uuid`)
    await s.db.emit('leave.overdue', { studentId: who.id })
    await s.quiet()
    expect((await conflictsOf(who.id)).map(c => c.state).sort()).toEqual(['auto', 'open'])
    expect(await told()).toBe(before + 2)
    await s.db.query(sql`update leave set state = 'closed' where id = ${leaveId}::uuid`)
    await s.db.emit('leave.closed', { studentId: who.id })
    await s.quiet()
    expect(await todos(s.fdy)).toBe(0)
  })
  it('60-PR4 in, out and in again on one day of a leave is asked about again', async () => {
    const who = s.woman(7)
    const leaveId = await awayOn(s, who.id, ago(3), ago(-48))
    const moved = async (...moves: Parameters<typeof push>[2]) => {
      await push(s, s.lan, moves)
      await s.quiet()
      return (await conflictsOf(who.id)).map(c => [c.code, c.state])
    }
    const [first] = await moved(one(who, 'in', ago(0.03)))
    expect(first).toEqual(['PC1', 'open'])
    expect(await moved(one(who, 'out', ago(0.02)))).toContainEqual(['PC1', 'auto'])
    expect((await moved(one(who, 'in', ago(0.01)))).filter(c => c[1] === 'open')).toEqual([['PC1', 'open']])
    await s.db.query(sql`update leave set state = 'closed' where id = ${leaveId}::uuid`)
    await s.db.emit('leave.closed', { studentId: who.id })
    await s.quiet()
    expect(await todos(s.fdy)).toBe(0)
  })
  it('60-PR4 nights in a dormitory of who lives outside are asked about once a week, and one tap ends the stay outside', async () => {
    const who = s.woman(8)
    const [row] = await s.db.query<{
      id: string
    }>(sql`with home as (insert into family_member (tenant_id, student_id, name, relation, phone) values (${s.tenantId}, ${who.id}, '王芳', '52', '13800000000') returning id)
      insert into off_campus_stay (tenant_id, student_id, class_id, kind, reason, from_on, to_on, canton_code, address, guardian_id, emergency_name, emergency_phone, pledge, pledge_version, pledge_signed_at, state, approved_at, begin_at, end_at, last_night)
      select ${s.tenantId}, ${who.id}, s.class_id, 'rent', '离实习单位近', ${day(-30)}, ${day(30)}, '110101', '某路1号', home.id, '王芳', '13800000000', true, '1', now(), 'active', now(), now(), now(), ${day(29)}
      from home, student s where s.id = ${who.id} returning id`)
    const night = async (n: number) => {
      await push(s, s.lan, [one(who, 'in', inNight('22:00', n)), one(who, 'out', inNight('07:00', n))])
      await reconcileAll(s.db) // a record this late is news to nobody before the night
      await s.quiet()
      return conflictsOf(who.id)
    }
    expect([await night(0), await night(-1)]).toEqual([[], []])
    const [conflict] = await night(-2)
    expect(conflict).toMatchObject({ code: 'PC3', state: 'open', sourceKind: 'offCampus' })
    expect((await resolve(s.fdy, conflict?.id, 'back')).code).toBe(422)
    expect((await resolve(s.fdy, conflict?.id, 'movedBack')).code).toBe(200)
    await s.quiet()
    expect(await s.db.unscoped(offCampusStay).one(row?.id ?? '')).toMatchObject({ state: 'ended', endedOn: day(0) })
    expect(await conflictsOf(who.id)).toMatchObject([{ code: 'PC3', state: 'resolved', result: 'movedBack' }])
  })
  it('60-PR4 of somebody unknown a search begins in the duty log; ignoring asks no more about the same', async () => {
    const who = s.woman(2)
    await push(s, s.lan, [one(who, 'in', ago(80))])
    await reconcileAll(s.db) // a record this late is news to nobody before the night
    await s.quiet()
    const [conflict] = await conflictsOf(who.id)
    expect(conflict).toMatchObject({ code: 'PC7', state: 'open' })
    expect(await s.told('presence.missing', s.fdy.userId)).toHaveLength(1)
    expect((await resolve(s.fdy, conflict?.id, 'searching')).code).toBe(200)
    expect(await s.counted(sql`duty_log where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women} and incidents::text like ${`%${who.id}%`}`)).toBe(1)
    await reconcileDue(s.db, new Date(Date.now() + 60_000).toISOString())
    await s.db.emit('dormitory.passage', { studentId: who.id })
    await s.quiet()
    expect(await conflictsOf(who.id)).toHaveLength(1)
    expect((await s.stateOf(who.id))?.state).toBe('unknown')
  })
  it('60-PR2 while a door is silent nothing opens, and its replay settles all', async () => {
    const who = s.woman(3)
    await push(s, s.lan, [one(who, 'in', ago(70))])
    await s.quiet()
    expect(await conflictsOf(who.id)).toEqual([])
    const later = new Date(Date.now() + 5 * HOUR_MS).toISOString()
    await reconcileDue(s.db, later)
    expect(await s.stateOf(who.id)).toMatchObject({ isSilent: true, confidence: 'low', state: 'unknown' })
    expect(await conflictsOf(who.id)).toEqual([])
    await push(s, s.lan, [one(who, 'in', ago(1))])
    await push(s, s.zhu, [])
    await reconcileDue(s.db)
    await s.quiet()
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'inDorm', isSilent: false })
    expect(await conflictsOf(who.id)).toEqual([])
  })
})
describe('statistics', () => {
  it('60-PR4 say how many contradictions there were, how soon they were settled, and which missed returns were none', async () => {
    const rows = await s.db.unscoped(presenceConflict).all({})
    const read = async (who: Actor, from = day(-300)) => (await who.get<OutputOf<typeof conflictStatistics>>('presence/presenceConflict/statistics', { from, to: day(0) })).data
    const of = await read(s.officer)
    const inState = (state: string, code?: string) => rows.filter(r => r.state === state && (!code || r.code === code)).length
    expect(of).toMatchObject({ found: rows.length, resolved: inState('resolved'), faded: inState('auto'), open: inState('open'), falsely: inState('auto', 'PC2') })
    expect(of.byCode.reduce((sum, g) => sum + (g?.found ?? 0), 0)).toBe(rows.length)
    const [resolved] = rows.filter(r => r.state === 'resolved')
    if (!resolved) throw new Error('nothing was resolved before')
    for (const r of rows.filter(one => one.state === 'resolved'))
      await s.db.query(sql`update presence_conflict set opened_at = closed_at - interval '42 minutes' where id = ${r.id}`)
    expect((await read(s.officer)).minutes).toBe(42)
    expect((await (await s.as({ roles: ['bzr'] })).get('presence/presenceConflict/statistics', { from: day(-1), to: day(0) })).code).toBe(403)
  })
})
