import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { presenceBoard } from './model/actions.ts'
import { presenceChange, presenceState } from './model/presence-state.ts'
import { forgetChanges, reconcileAll, reconcileDue } from './server/jobs.ts'
import { ago, awayOn, one, type PresenceSchool, presenceSchool, push } from './testing.ts'

type Board = OutputOf<typeof presenceBoard>
let s: PresenceSchool
beforeAll(async () => {
  s = await presenceSchool()
})
afterAll(() => s.close())
const board = async (who: Actor = s.officer, query: Record<string, unknown> = {}): Promise<Board> => (await who.get<Board>('presence/presenceState/board', query)).data
const sum = ({ total: _, ...counts }: Board['all']): number => Object.values(counts).reduce((a, b) => a + b, 0)
const roll = (): Promise<number> => s.db.unscoped(student).count({ hasRecord: true } as never)

describe('states in a set', () => {
  it('60-PR6 follow each event, and a nightly run of all finds nothing else', async () => {
    const [a, b, c] = [s.woman(0), s.woman(1), s.woman(2)]
    await push(s, s.lan, [one(a, 'in', ago(1)), one(b, 'out', ago(3)), one(b, 'in', ago(2)), one(c, 'out', ago(0.2))])
    await s.quiet()
    expect(await s.stateOf(a.id)).toMatchObject({ state: 'inDorm', confidence: 'high' })
    expect(await s.stateOf(b.id)).toMatchObject({ state: 'inDorm' })
    expect(['outShort', 'overdue']).toContain((await s.stateOf(c.id))?.state)
    expect((await s.officer.post('dorm/presenceException/add', { studentId: c.id, from: ago(50).slice(0, 10), to: ago(-90).slice(0, 10), reason: 'internship' })).code).toBe(200)
    await s.quiet()
    expect(await s.stateOf(c.id)).toMatchObject({ state: 'practice' })
    const now = new Date().toISOString()
    await reconcileDue(s.db, now)
    const running = await s.states()
    expect(running).toHaveLength(await roll())
    expect(await reconcileAll(s.db, now)).toBe(0)
    expect(await s.states()).toEqual(running)
  })
  it('60-PR6 late records rewrite what they touch, and two runs at once agree', async () => {
    const who = s.woman(3)
    await push(s, s.lan, [one(who, 'in', ago(1))])
    await s.quiet()
    await push(s, s.lan, [one(who, 'out', ago(2))])
    await s.quiet()
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'inDorm' })
    await push(s, s.lan, [one(who, 'out', ago(0.1))])
    const runs = await Promise.all([reconcileAll(s.db), reconcileAll(s.db), s.quiet()])
    expect(runs).toHaveLength(3)
    expect(['outShort', 'overdue']).toContain((await s.stateOf(who.id))?.state)
    expect(await s.db.unscoped(presenceState).count({ studentId: who.id })).toBe(1)
  })
  it('60-PR1 60-PR6 leave and gate in either order give the same state', async () => {
    const [first, second] = [s.woman(4), s.woman(5)]
    const LEFT = ago(1)
    const [from, to] = [ago(2), ago(-48)]
    const away = (id: string) => awayOn(s, id, from, to)
    await away(first.id)
    await s.db.emit('leave.approved', { studentId: first.id })
    await s.quiet()
    expect(await s.stateOf(first.id)).toMatchObject({ state: 'onLeave', confidence: 'medium' })
    await push(s, s.lan, [one(first, 'out', LEFT), one(second, 'out', LEFT)])
    await s.quiet()
    await away(second.id)
    await s.db.emit('leave.approved', { studentId: second.id })
    await s.quiet()
    const [one_, two] = [await s.stateOf(first.id), await s.stateOf(second.id)]
    expect(one_).toMatchObject({ state: 'onLeave', confidence: 'high' })
    expect(two).toEqual(one_)
  })
  it('60-PR2 a silent door makes all its residents doubtful, and its replay settles them', async () => {
    const who = s.woman(6)
    await push(s, s.lan, [one(who, 'in', ago(2))])
    await s.quiet()
    expect(await s.stateOf(who.id)).toMatchObject({ confidence: 'high', isSilent: false })
    const later = new Date(Date.now() + 2 * HOUR_MS).toISOString()
    await reconcileDue(s.db, later)
    expect(await s.stateOf(who.id)).toMatchObject({ state: 'inDorm', confidence: 'low', isSilent: true })
    expect((await board()).silent.length).toBeGreaterThan(0)
    await push(s, s.lan, [one(who, 'in', ago(1.5))])
    await push(s, s.zhu, [])
    await reconcileDue(s.db)
    await s.quiet()
    expect(await s.stateOf(who.id)).toMatchObject({ confidence: 'high', isSilent: false })
    expect((await board()).silent).toEqual([])
  })
})
describe('the board', () => {
  it('60-PR7 sums to the students with a school record, at each moment and in each reader’s scope', async () => {
    const whole = await board()
    expect(whole.all.total).toBe(await roll())
    expect(sum(whole.all)).toBe(whole.all.total)
    for (const of of [whole.colleges.length ? whole.colleges : whole.classes, whole.dorms]) expect(of.reduce((n, g) => n + (g?.total ?? 0), 0)).toBe(whole.all.total)
    // a new student and one who leaves are counted at once, before anything has looked at them
    const [fresh] = await s.students(1)
    await s.db.query(sql`update student set status = 'suspended' where tenant_id = ${s.tenantId} and id = ${s.woman(7).id}`)
    const next = await board()
    expect(next.all.total).toBe(whole.all.total + 1)
    expect(sum(next.all)).toBe(next.all.total)
    expect(next.all.notAtSchool).toBe(whole.all.notAtSchool + 1)
    await reconcileDue(s.db)
    expect((await s.stateOf(fresh?.id ?? ''))?.state).toBe('unknown')
    await s.db.query(sql`update student set status = 'withdrawn' where tenant_id = ${s.tenantId} and id = ${s.woman(7).id}`)
    await s.db.emit('student.statusChanged', { studentId: s.woman(7).id })
    await s.quiet()
    expect(await s.stateOf(s.woman(7).id)).toBeUndefined()
    expect((await board()).all.total).toBe(await roll())
    const own = await board(s.fdy)
    expect(own.all.total).toBe(await s.counted(sql`student where tenant_id = ${s.tenantId} and has_record and class_id = ${s.ids.s2301}`))
    const listed = await s.fdy.get<{ page: { total: number } }>('presence/presenceState/list', {})
    expect(listed.data.page.total).toBe(own.all.total)
    expect((await s.manager.get('presence/presenceState/board', {})).code).toBe(403)
  })
  it('60-PR8 keeps changes only, and those for some months; no list tells where somebody was seen', async () => {
    const who = s.woman(8)
    await push(s, s.lan, [one(who, 'in', ago(2)), one(who, 'in', ago(1.9))])
    await s.quiet()
    await push(s, s.lan, [one(who, 'in', ago(0.5))])
    await s.quiet()
    const changes = await s.db.unscoped(presenceChange).all({ studentId: who.id }, { sort: ['at'] })
    expect(changes.map(c => [c.before, c.state])).toEqual([
      [null, 'unknown'],
      ['unknown', 'inDorm'],
    ])
    await s.db.query(sql`update presence_change set at = now() - interval '91 days' where tenant_id = ${s.tenantId} and student_id = ${who.id} and before is null`)
    expect(await forgetChanges(s.db)).toBe(1)
    expect(await s.db.unscoped(presenceChange).count({ studentId: who.id })).toBe(1)
    const { raw } = await s.officer.get('presence/presenceState/list', { studentId: who.id })
    expect(raw.toString()).toContain('inDorm')
    for (const hidden of ['placeId', 'evidence', 'nextAt']) expect(raw.toString()).not.toContain(hidden)
  })
  it('60-PR1 60-PR3 what begins at midnight, a practice or a vacation, turns the state at midnight', async () => {
    const who = s.woman(9)
    const tomorrow = addDays(today(), 1)
    const [midnight, minute] = [schoolInstant(tomorrow), new Date(Date.parse(schoolInstant(tomorrow)) + MINUTE_MS).toISOString()]
    await s.db.query(
      sql`insert into presence_exception (tenant_id, student_id, "from", "to", reason) values (${s.tenantId}, ${who.id}, ${tomorrow}, ${addDays(tomorrow, 3)}, 'internship')`,
    )
    await reconcileAll(s.db)
    const turnOf = async (id: string) => Date.parse((await s.db.unscoped(presenceState).find({ studentId: id }))?.nextAt ?? '')
    expect([(await s.stateOf(who.id))?.state, await turnOf(who.id)]).toEqual(['unknown', Date.parse(midnight)])
    await reconcileDue(s.db, minute)
    expect((await s.stateOf(who.id))?.state).toBe('practice')
    await s.db.query(sql`delete from presence_exception where student_id = ${who.id}`)
    const [running] = await s.db.unscoped(term).all({ 'endDate.ge': today() })
    await s.db.updateWhere(term, { id: running?.id ?? '' }, { endDate: today() })
    await reconcileAll(s.db)
    expect([(await s.stateOf(who.id))?.state, await turnOf(who.id)]).toEqual(['unknown', Date.parse(midnight)])
    await reconcileDue(s.db, minute)
    expect((await s.stateOf(who.id))?.state).toBe('holidayAway')
    await s.db.updateWhere(term, { id: running?.id ?? '' }, { endDate: running?.endDate ?? today() })
  })
})
