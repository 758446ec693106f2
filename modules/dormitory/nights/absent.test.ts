import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutputOf, Wording } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { leave } from '#modules/leave/model/leave.ts'
import { leaveType } from '#modules/leave/model/leave-type.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { addRegistration } from '#testing/registrations.ts'
import { accessAlert } from '../access/model/access-alert.ts'
import { rulesOf } from '../places/testing.ts'
import type { nightCase, nightCases, nightStatistics } from './model/read-actions.ts'
import { attentionSources } from './server/attention.ts'
import { sendDigests } from './server/digest.ts'
import { escalate } from './server/escalate.ts'
import { close, forgetPositions } from './server/jobs.ts'
import { latesAndOuts, nightResults } from './server/lines.ts'
import { HOUR, inside, iso, MINUTE, type NightSchool, night, nightSchool, now } from './testing.ts'

/** The first has checked in; a patrol found everybody but the third, fourth and sixth. */
let s: NightSchool
beforeAll(async () => {
  s = await nightSchool()
  await (await s.self(s.id(0))).post('dorm/nightLine/press', inside)
  await s.patrol(s.manager, [
    { roomId: s.rooms[0] as string, at: iso(now - 10 * MINUTE), out: [s.id(2), s.id(3)] },
    { roomId: s.rooms[1] as string, at: iso(now - 9 * MINUTE), out: [s.id(5)] },
  ])
})
const alertOf = async (studentId: string) => (await s.db.unscoped(accessAlert).all({ studentId, nightDate: night }))[0]
/** The gate has missed her, too. */
const alertFor = (studentId: string) =>
  s.db.insert(accessAlert, {
    type: 'nightOut',
    studentId,
    dormId: s.dorms.women,
    nightDate: night,
    at: iso(now - 2 * HOUR),
    facts: { curfew: '', gateOpening: '', lastDirection: 'out', lastAt: null, hours: null },
  })
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})

describe('who has not come back', () => {
  /** Hours after the cut-off: 4 was excused at the last moment, 1 and 6 are present. */
  it('20-DN4 is told to each counsellor in one digest, the ones who stayed out before first; a leave agreed to before the cut-off is in none', async () => {
    await s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, class_id, department_id, bed_id, room_id, floor_id, dorm_id, expected, result, opened_at, handled_state)
      select tenant_id, ${addDays(night, -3)}::date, student_id, class_id, department_id, bed_id, room_id, floor_id, dorm_id, 'expected', 'absent', now(), 'reached' from night_line
      where tenant_id = ${s.tenantId} and night_date = ${night}::date and student_id = ${s.id(5)}`)
    await s.hours({ opens: now - 5 * HOUR, closes: now - 4 * HOUR, curfew: now - 3 * HOUR, cutOff: now - 150 * MINUTE, opening: now + 5 * HOUR })
    // approved, but the event has not been processed when the night closes
    await s.db.query(
      sql`insert into presence_exception (tenant_id, student_id, "from", "to", reason) values (${s.tenantId}, ${s.id(2)}, ${night}::date, ${addDays(night, 2)}::date, 'other')`,
    )
    await s.db.tx(db => close(db, now - 150 * MINUTE))
    expect([(await s.lineOf(s.id(2))).result, (await s.lineOf(s.id(3))).result, (await s.lineOf(s.id(5))).result, (await s.lineOf(s.id(1))).result]).toEqual([
      'excused',
      'absent',
      'absent',
      'present',
    ])
    expect(await s.db.tx(db => sendDigests(db, night))).toBeGreaterThan(0)
    expect(await s.db.tx(db => sendDigests(db, night))).toBe(0)
    const digests = await s.told('dormitory.nightDigest', s.fdy.userId)
    expect(digests).toHaveLength(1)
    const names = await s.db.query<{ id: string; name: string }>(sql`select id, name from student where tenant_id = ${s.tenantId} and id = any(${s.women.map(w => w.id)}::uuid[])`)
    const nameOf = (n: number) => names.find(x => x.id === s.id(n))?.name ?? ''
    const text = formatWording('zh-cn', digests[0]?.values?.names as Wording)
    expect(text.startsWith(nameOf(5))).toBe(true)
    expect(text).not.toContain(nameOf(2))
    expect(digests[0]?.values).toMatchObject({ repeated: 1 })
  })
  it('20-DN4 begins with those whom any of several modules names to the reader', async () => {
    const { registry } = s.server.core
    const first = async () => (await s.fdy.get<OutputOf<typeof nightCases>>('dorm/nightLine/cases', { night, view: 'unsettled' })).data.cases[0]?.studentId
    expect(await first()).toBe(s.id(5))
    const names = (...studentIds: string[]) => addRegistration(registry, attentionSources, { find: async () => new Map([[s.fdy.userId, new Set(studentIds)]]) })
    const takeBack = names(s.id(3))
    names(s.id(0)) // not missing
    expect(await first()).toBe(s.id(3))
    takeBack()
    expect(await first()).toBe(s.id(5))
  })
  it('20-DN5 goes on to the college and the officer while nobody handles it, each once', async () => {
    await s.db.query(sql`update night_line set opened_at = ${iso(now - 61 * MINUTE)} where tenant_id = ${s.tenantId} and night_date = ${night}::date and handled_state = 'open'`)
    await s.db.tx(db => escalate(db, now))
    await s.db.tx(db => escalate(db, now))
    expect([
      (await s.told('dormitory.nightEscalated', s.college.userId)).length,
      (await s.told('dormitory.nightEscalated', s.officer.userId)).filter(h => h.values?.minutes === 120).length,
    ]).toEqual([1, 0])
    await s.db.tx(db => escalate(db, now + 60 * MINUTE))
    expect((await s.told('dormitory.nightEscalated', s.officer.userId)).filter(h => h.values?.minutes === 120)).toHaveLength(1)
  })
  it('20-DN5 is handled with what became of it, by whoever answers for the student', async () => {
    const { cases } = (await s.fdy.get<OutputOf<typeof nightCases>>('dorm/nightLine/cases', { night, view: 'unsettled' })).data
    expect(cases[0]).toMatchObject({ studentId: s.id(5), before: 1, handledState: 'open' })
    const sentence = async () => (await s.fdy.get<Array<{ code: string; text: string; link: string }>>('base/desktopLayout/situation')).data.find(c => c.code === 'dormitory.night')
    expect(await sentence()).toMatchObject({ text: `昨晚 ${cases.length} 人未归，${cases.length} 人未处置`, link: `/dormitory/night/cases?night=${night}` })
    const three = cases.find(c => c?.studentId === s.id(3))?.id as string
    const detail = (await s.fdy.get<OutputOf<typeof nightCase>>('dorm/nightLine/case', { id: three })).data
    expect(detail.mates.map(m => m?.studentId)).toEqual(expect.arrayContaining([s.id(0), s.id(1), s.id(2)]))
    expect((await s.manager.post('dorm/nightLine/handle', { ids: [three], state: 'reached' })).code).toBe(403)
    await alertFor(s.id(3))
    expect((await s.fdy.post('dorm/nightLine/handle', { ids: [three], state: 'hospital', note: '校医院留观' })).code).toBe(200)
    expect(await alertOf(s.id(3))).toMatchObject({ state: 'closed', result: 'safe', note: '校医院留观', handledBy: s.fdy.userId })
    expect(await s.lineOf(s.id(3))).toMatchObject({ handledState: 'hospital', result: 'absent', handledBy: s.fdy.userId })
    expect((await sentence())?.text).toBe(`昨晚 ${cases.length} 人未归，${cases.length - 1} 人未处置`)
    const present = (await s.lineOf(s.id(0))).id
    expect(rulesOf(await s.fdy.post('dorm/nightLine/handle', { ids: [present], state: 'reached' }))).toEqual(['notCase'])
  })
  it('20-DN6 and is not found has a next step, an incident in the duty log, and college and office hear at once', async () => {
    const five = (await s.lineOf(s.id(5))).id
    expect(rulesOf(await s.fdy.post('dorm/nightLine/handle', { ids: [five], state: 'notFound' }))).toEqual(['nextStepMissing'])
    await alertFor(s.id(5))
    expect((await s.fdy.post('dorm/nightLine/handle', { ids: [five], state: 'notFound', nextStep: '与派出所一起找' })).code).toBe(200)
    expect((await alertOf(s.id(5)))?.state).toBe('handling')
    const logs = await s.db.query<{ incidents: Array<{ text: string; studentIds: string[] }> }>(
      sql`select incidents from duty_log where tenant_id = ${s.tenantId} and dorm_id = ${s.dorms.women}`,
    )
    expect(logs.flatMap(l => l.incidents).find(i => i.studentIds.includes(s.id(5)))?.text).toContain('与派出所一起找')
    expect([(await s.told('dormitory.nightNotFound', s.college.userId)).length, (await s.told('dormitory.nightNotFound', s.officer.userId)).length]).toEqual([1, 1])
  })
  it('a case shows whom to call and where the student is known to be', async () => {
    await s.db.update(student, s.id(3), { emergencyName: '刘建军', emergencyPhone: '13900001111' })
    await s.db.insert(familyMember, { studentId: s.id(3), relation: '52', name: '刘母', phone: '13900002222', isGuardian: true })
    const type = (await s.db.unscoped(leaveType).all())[0]?.id ?? ''
    const span = { startAt: iso(now - 90 * HOUR), endAt: iso(now - 20 * HOUR) }
    await s.db.insert(leave, { leaveNo: 'QJ1', studentId: s.id(3), typeId: type, ...span, days: 2, leavesCampus: true, leavesCity: false, state: 'overdue', reason: '回家' })
    const id = (await s.lineOf(s.id(3))).id
    const shown = (await s.fdy.get<OutputOf<typeof nightCase>>('dorm/nightLine/case', { id })).data
    expect(shown).toMatchObject({ away: 'leaveOverdue', awayUntil: expect.any(String) })
    expect(shown.contacts.map(c => [c?.relation, c?.phone])).toEqual([
      [null, '139****1111'],
      ['母亲', '139****2222'],
    ])
    const { cases } = (await s.fdy.get<OutputOf<typeof nightCases>>('dorm/nightLine/cases', { night, view: 'all' })).data
    expect(cases.find(c => c?.id === id)?.away).toBe('leaveOverdue')
  })
  it('settled at the desk of the gate, an absence is settled here, too', async () => {
    await s.db.query(sql`update night_line set handled_state = 'open', handled_by = null where tenant_id = ${s.tenantId} and id = ${(await s.lineOf(s.id(3))).id}`)
    await s.db.query(sql`update access_alert set state = 'open' where tenant_id = ${s.tenantId} and student_id = ${s.id(3)}`)
    const alert = await alertOf(s.id(3))
    expect((await s.fdy.post('dorm/accessAlert/close', { ids: [alert?.id], result: 'family', note: '在外婆家' })).code).toBe(200)
    await s.server.settle()
    expect(await s.lineOf(s.id(3))).toMatchObject({ handledState: 'parentInformed', handledNote: '在外婆家', handledBy: s.fdy.userId })
  })
  it('closes by itself when a leave agreed to afterwards explains it, and says so', async () => {
    await s.officer.post('dorm/presenceException/add', { studentId: s.id(5), from: night, to: addDays(night, 1), reason: 'other' })
    await s.server.settle()
    expect(await s.lineOf(s.id(5))).toMatchObject({ result: 'excused', handledState: 'explained', isAfterwards: true })
    const todo = await s.db.query<{ state: string }>(
      sql`select state from todo where tenant_id = ${s.tenantId} and biz_type = 'nightCases' and biz_id = ${night} and user_id = ${s.fdy.userId}`,
    )
    expect(todo[0]?.state).toBe('open')
  })
  it('20-DN7 is corrected with a reason until noon two days on, and who changed it stays in the history', async () => {
    const seven = (await s.lineOf(s.id(7))).id
    expect((await s.fdy.post('dorm/nightLine/correct', { id: seven, says: 'in' })).code).toBe(400)
    expect((await s.fdy.post<{ result: string }>('dorm/nightLine/correct', { id: seven, says: 'late', reason: '23:40 由宿管老师看到进楼' })).data.result).toBe('late')
    expect(await s.lineOf(s.id(7))).toMatchObject({ result: 'late', way: 'correction', handledState: null })
    const logged = await s.db.query<{ user_id: string }>(
      sql`select user_id from operation_log where tenant_id = ${s.tenantId} and biz_type = 'nightLine' and biz_id = ${seven} and diff ? 'result'`,
    )
    expect(logged.map(l => l.user_id)).toEqual([s.fdy.userId])
    expect(rulesOf(await s.fdy.post('dorm/nightLine/correct', { id: (await s.lineOf(s.id(8))).id, says: 'in', reason: '在寝' }))).toEqual(['excused'])
    await s.db.query(sql`update night_line set night_date = ${addDays(night, -3)}::date where tenant_id = ${s.tenantId} and id = ${seven}`)
    expect(rulesOf(await s.fdy.post('dorm/nightLine/correct', { id: seven, says: 'in', reason: '在寝' }))).toEqual(['tooLate'])
    await s.db.query(sql`update night_line set night_date = ${night}::date where tenant_id = ${s.tenantId} and id = ${seven}`)
  })
  it('is counted by building, class and night, and others read late returns and nights out of a student', async () => {
    const stats = (await s.officer.get<OutputOf<typeof nightStatistics>>('dorm/nightCount/statistics', { from: night, to: night })).data
    const [counted] = await s.db.query<{
      expected: number
      absent: number
      cases: number
    }>(sql`select count(*) filter (where expected = 'expected')::int as expected, count(*) filter (where result = 'absent')::int as absent,
      count(opened_at)::int as cases from night_line where tenant_id = ${s.tenantId} and night_date = ${night}::date`)
    expect(stats).toMatchObject({ ...counted, afterwards: 1, handled: 1 })
    expect((await s.other.get<OutputOf<typeof nightStatistics>>('dorm/nightCount/statistics', { from: night, to: night })).data.byDorm).toHaveLength(1)
    expect(rulesOf(await s.officer.get('dorm/nightCount/statistics', { from: night, to: addDays(night, -1) }))).toEqual(['order'])
    const known = await latesAndOuts(s.db, [s.id(3), s.id(7)], addDays(night, -30))
    expect([known.get(s.id(3))?.outs.length, known.get(s.id(7))?.lates.length]).toEqual([1, 1])
    expect((await nightResults(s.db, night, [s.id(3)])).get(s.id(3))?.result).toBe('absent')
    expect(stats.byDorm.find(n => n?.id === s.dorms.women)?.expected).toBe((counted?.expected ?? 0) - 1)
  })
  it('keeps positions for their days only', async () => {
    await forgetPositions(s.db, now + 179 * 24 * HOUR)
    const spots = async () => (await s.db.query<{ n: number }>(sql`select count(lat)::int as n from night_line where tenant_id = ${s.tenantId}`))[0]?.n
    expect(await spots()).toBe(1)
    await forgetPositions(s.db, now + 182 * 24 * HOUR)
    expect(await spots()).toBe(0)
  })
})
