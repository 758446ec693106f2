import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { attendedHours } from '#modules/signIn/model/attended-hours.ts'
import { signLine } from '#modules/signIn/model/sign-line.ts'
import { signOccurrence } from '#modules/signIn/model/sign-task.ts'
import { tick } from '#modules/signIn/server/jobs.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { expectLedger } from '#testing/ledger.ts'
import type { Actor } from '#testing/school.ts'
import { labourAttendance } from './model/attendance.ts'
import { hoursLedger, labourAccount, labourHours } from './model/hours.ts'
import { labourProject, labourSession } from './model/project.ts'
import { openSignIns, remindSessions } from './server/sign-tasks.ts'
import { type LabourSchool, labourSchool, ok, ruleOf, sessionOn } from './testing.ts'

let s: LabourSchool
beforeAll(async () => {
  s = await labourSchool()
})
afterAll(() => s.close())
/** Moves the only session of a project so that it began so many hours ago; it lasts two. */
async function began(projectId: string, hoursAgo: number): Promise<string> {
  const session = await s.db.unscoped(labourSession).find({ projectId })
  const start = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString()
  const end = new Date(Date.parse(start) + 2 * HOUR_MS).toISOString()
  await s.db.update(labourSession, session?.id ?? '', { startsAt: start, endsAt: end })
  await s.db.update(labourProject, projectId, { sessions: [{ start, end, hours: 2 }] })
  return session?.id ?? ''
}
const attendance = async (sessionId: string, studentId: string) => {
  const row = await s.db.unscoped(labourAttendance).find({ sessionId, studentId })
  if (!row) throw new Error('no attendance')
  return row
}
const settle = async (id: string, by: Actor = s.guide) => ok(await by.post<{ people: number; changed: number; hours: number }>('labour/labourProject/settle', { id }))
const totals = async (studentId: string) => (await s.db.unscoped(labourAccount).find({ studentId })) ?? { service: 0, course: 0 }

describe('hours of a session', () => {
  it('50-LB3 attended minutes over the minutes of an hour, in halves, at most as planned; half without a time out', () => {
    const session = { start: '2026-10-10T06:00:00Z', end: '2026-10-10T08:00:00Z', hours: 2 }
    const hours = (signIn: string | null, signOut: string | null, minutes = 45) =>
      attendedHours(session, { signIn: signIn && `2026-10-10T${signIn}:00Z`, signOut: signOut && `2026-10-10T${signOut}:00Z` }, minutes)
    expect([hours('05:50', '08:20'), hours('06:00', '07:29'), hours('07:00', '08:00'), hours('07:20', '08:00')]).toEqual([2, 1.5, 1, 0.5])
    expect([hours('06:00', '08:00', 60), hours('06:01', '08:00', 60)]).toEqual([2, 1.5])
    expect([hours('06:00', null), hours('07:00', null), hours(null, null), hours('08:30', '08:40')]).toEqual([1, 0.5, 0, 0])
  })
  it('50-LB3 a sign-in in and out is made for those with a place; what it comes to is their attendance', async () => {
    const id = await s.project({ name: '签到', capacity: 4, hasWaitlist: false })
    const [full, noOut, absent, away] = [s.pupil(0), s.pupil(1), s.pupil(2), s.pupil(3)]
    for (const who of [full, noOut, absent, away]) ok(await s.enrol(who.actor, id))
    const sessionId = await began(id, 0.2)
    await openSignIns(s.db)
    expect(await openSignIns(s.db)).toBe(0)
    await tick(s.db)
    const taskId = (await s.db.unscoped(labourSession).one(sessionId)).signTaskId ?? ''
    const [occurrence] = await s.db.unscoped(signOccurrence).all({ taskId })
    const occurrenceId = occurrence?.id ?? ''
    const { number } = await s.number(occurrenceId)
    for (const who of [full, noOut]) ok(await s.sign(occurrenceId, { number }, who.actor))
    // as the two hours went by
    const start = new Date(Date.now() - 3 * HOUR_MS).toISOString()
    const end = new Date(Date.parse(start) + 2 * HOUR_MS).toISOString()
    await began(id, 3)
    await s.db.updateWhere(signLine, { occurrenceId, state: ['signed', 'late'] }, { signedAt: start })
    await s.db.updateWhere(signLine, { occurrenceId, studentId: full.id }, { outAt: end })
    await s.db.updateWhere(signLine, { occurrenceId, studentId: away.id }, { state: 'excused', excuse: 'leave' })
    await s.db.updateWhere(signOccurrence, { id: occurrenceId }, { opensAt: new Date(Date.parse(start) - HOUR_MS).toISOString(), closesAt: end })
    await tick(s.db)
    await s.server.settle()
    const all = await Promise.all([full, noOut, absent, away].map(p => attendance(sessionId, p.id)))
    expect(all.map(a => [a.state, a.hours])).toEqual([
      ['present', 2],
      ['noOut', 1],
      ['absent', 0],
      ['excused', 0],
    ])
    const half = all[1]
    const later = new Date(Date.parse(end) + HOUR_MS).toISOString()
    expect((await s.guide.post('labour/labourAttendance/correct', { id: half?.id, signIn: start, signOut: end })).code).toBe(400)
    expect(ruleOf(await s.guide.post('labour/labourAttendance/correct', { id: half?.id, signIn: later, signOut: later, reason: '写反' }))).toBe('outside')
    ok(await s.guide.post('labour/labourAttendance/correct', { id: half?.id, signIn: start, signOut: end, reason: '手机没电' }))
    // what the teacher has corrected stays when the sign-in is counted again
    await s.db.emit('signIn.occurrenceSettled', { occurrenceId, sourceType: 'labourSession', sourceId: sessionId })
    await s.server.settle()
    expect(await attendance(sessionId, noOut.id)).toMatchObject({ state: 'present', hours: 2, method: 'staff', reason: '手机没电' })
    expect((await full.actor.post('labour/labourAttendance/correct', { id: half?.id, reason: '自己改' })).code).toBe(403)
    expect(await remindSessions(s.db, Date.now() - 4 * HOUR_MS)).toBe(1)
    expect(await remindSessions(s.db, Date.now() - 4 * HOUR_MS)).toBe(0)
  })
})
describe('settling', () => {
  it('50-LB6 posts all hours at once, within the cap; again, only differences', async () => {
    const heard = captureEvents(s.server, 'labour.hoursPosted')
    const id = await s.project({ name: '结算', capacity: 2, hoursCap: 1.5, sessions: [sessionOn(5)], assessment: { attendance: 100, performance: 0, report: 0 } })
    const [one, two] = [s.pupil(4), s.pupil(5)]
    for (const who of [one, two]) ok(await s.enrol(who.actor, id))
    ok(await s.enrol(s.me, id))
    expect(ruleOf(await s.guide.post('labour/labourProject/settle', { id }))).toBe('notOver')
    const sessionId = await began(id, 5)
    ok(await s.guide.post('labour/labourSession/rollCall', { id: sessionId, reason: '没有网络' }))
    const gone = await attendance(sessionId, two.id)
    ok(await s.guide.post('labour/labourAttendance/correct', { id: gone.id, reason: '没有来' }))
    // twice at once: one posts, the other finds nothing to post
    const both = await Promise.all([settle(id), settle(id)])
    expect(both.map(b => b.hours).toSorted()).toEqual([0, 1.5])
    expect(await totals(one.id)).toMatchObject({ service: 15, course: 0 })
    expect([(await s.enrolled(id, one.actor)).state, (await s.enrolled(id, two.actor)).state, (await s.enrolled(id, s.me)).state]).toEqual(['completed', 'absent', 'cancelled'])
    expect((await s.enrolled(id, one.actor)).score).toBe(100)
    const there = await attendance(sessionId, one.id)
    ok(
      await s.guide.post('labour/labourAttendance/correct', {
        id: there.id,
        signIn: there.signIn,
        signOut: new Date(Date.parse(there.signIn ?? '') + 0.8 * HOUR_MS).toISOString(),
        reason: '早退',
      }),
    )
    expect(await settle(id)).toMatchObject({ changed: 1, hours: -0.5 })
    expect(await settle(id)).toMatchObject({ changed: 0, hours: 0 })
    expect(await totals(one.id)).toMatchObject({ service: 10 })
    expect((await s.db.unscoped(labourHours).all({ studentId: one.id })).toSorted((a, b) => a.sourceSeq - b.sourceSeq).map(e => e.amount)).toEqual([15, -5])
    await s.server.settle()
    expect(heard.filter(h => h.projectId === id).map(h => h.hours)).toEqual([1.5, 1])
    const mine = ok(await one.actor.get<{ hours: Array<{ kind: string; got: number }>; projects: object[] }>('labour/labourEnrolment/mine'))
    expect(mine.hours.find(h => h.kind === 'service')).toMatchObject({ got: 1 })
  })
  it('50-LB4 two absences of a term without leave keep from enrolling for thirty days', async () => {
    const who = s.pupil(2)
    const next = await s.project({ name: '再报名', sessions: [sessionOn(6)] })
    ok(await s.enrol(who.actor, next))
    ok(await who.actor.post('labour/labourEnrolment/cancel', { id: (await s.enrolled(next, who.actor)).id }))
    const id = await s.project({ name: '又缺勤', sessions: [sessionOn(8)] })
    ok(await s.enrol(who.actor, id))
    const sessionId = await began(id, 6)
    ok(await s.guide.post('labour/labourSession/rollCall', { id: sessionId, reason: '点名' }))
    const row = await attendance(sessionId, who.id)
    ok(await s.guide.post('labour/labourAttendance/correct', { id: row.id, reason: '没有来' }))
    const refused = await s.enrol(who.actor, next)
    expect([ruleOf(refused), refused.errors[0]?.values?.count]).toEqual(['barred', 2])
    for (const a of await s.db.unscoped(labourAttendance).all({ studentId: who.id })) await s.db.update(labourAttendance, a.id, { date: addDays(today(), -31) })
    ok(await s.enrol(who.actor, next))
    // with a reason it is no absence
    ok(await s.guide.post('labour/labourAttendance/correct', { id: row.id, isExcused: true, reason: '急诊' }))
    expect((await attendance(sessionId, who.id)).state).toBe('excused')
  })
  it('50-LB7 a punishment has nothing to do with hours: nobody in labour hears of it, and one in force changes neither what is needed nor what is counted', async () => {
    const { listeners, events, modules } = s.server.core.registry
    const ofDiscipline = [...events].filter(event => event.startsWith('discipline.'))
    expect(ofDiscipline).toContain('discipline.effective')
    expect(ofDiscipline.flatMap(event => (listeners.get(event) ?? []).map(l => l.name)).filter(name => name.startsWith('labour.'))).toEqual([])
    expect(modules.find(m => m.code === 'labour')?.needs).not.toContain('discipline')
    expect(modules.find(m => m.code === 'discipline')?.needs).not.toContain('labour')
    const { id: studentId, actor } = s.pupil(4)
    const mine = async () => (({ hours, weeks, weeksNeeded }) => ({ hours, weeks, weeksNeeded }))(ok(await actor.get<Record<string, unknown>>('labour/labourEnrolment/mine')))
    const before = await mine()
    await s.db.emit('discipline.effective', { punishmentId: crypto.randomUUID(), studentId, level: 'demerit', from: today(), to: null })
    await s.server.settle()
    expect(await mine()).toEqual(before)
    expect([...new Set((await s.db.unscoped(labourHours).all({})).map(e => e.sourceType))]).toEqual(['labourEnrolment'])
  })
})
expectLedger(hoursLedger, {
  school: () => s,
  newAccount: async () => {
    const { id } = await s.newStudent(s.ids.s2301, '台账')
    return (await s.db.insert(labourAccount, { studentId: id })).id
  },
  own: {
    get studentId() {
      return s.studentId
    },
    occurredOn: today(),
    title: '测试',
  },
})
