import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { lesson, lessonSection } from '#modules/campus/model/lesson.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { campus } from '#modules/campus/model/places.ts'
import { today } from '#server/base/today.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import type { saveEvent, scheduleRange } from './model/schedule.ts'
import { settleSchedule } from './server/api.ts'
import { calendarText, folded } from './server/calendar-address.ts'
import { digest, digestsOf, remindSoon } from './server/reminders.ts'

type Entry = OutputOf<typeof scheduleRange>
let school: School
let admin: Actor
let officer: Actor
beforeAll(async () => {
  school = await openSchool()
  await loadSamples(['campus', 'student', 'system'])
  admin = await school.as({ roles: ['admin'] })
  officer = await school.as({ roles: ['officer'], nickName: '王老师' })
})
afterAll(() => school?.close())

describe('the schedule', () => {
  const range = async (actor: Actor, from: string, to: string, sources?: string): Promise<Entry[]> =>
    (await actor.get<Entry[]>('base/scheduleEvent/range', { from, to, ...(sources ? { sources } : {}) })).data
  const draft = (day: string, more: Record<string, unknown> = {}) => ({ title: '学院例会', begin: schoolInstant(day, '09:00'), end: schoolInstant(day, '10:00'), ...more })
  const save = (actor: Actor, body: object) => actor.post<OutputOf<typeof saveEvent>>('base/scheduleEvent/save', body)

  it('keeps own appointments, repeats them, and lets nobody else near', async () => {
    const made = await save(officer, draft('2031-03-03', { repeatRule: 'FREQ=WEEKLY;UNTIL=20310331' }))
    expect(made.msg).toBe('成功')
    expect((await range(officer, '2031-03-01', '2031-04-30', 'own')).map(e => e.begin.slice(0, 10))).toEqual(['2031-03-03', '2031-03-10', '2031-03-17', '2031-03-24', '2031-03-31'])
    const changed = await save(officer, { ...draft('2031-03-04', { repeatRule: null }), id: made.data.id, version: made.data.version })
    expect((await range(officer, '2031-03-01', '2031-04-30', 'own')).map(e => [e.begin.slice(0, 10), e.isOwn])).toEqual([['2031-03-04', true]])
    expect((await save(admin, { ...draft('2031-03-05'), id: made.data.id, version: changed.data.version })).code).toBe(404)
    expect((await admin.post('base/scheduleEvent/drop', { id: made.data.id })).code).toBe(404)
    expect(await range(admin, '2031-03-01', '2031-04-30')).toEqual([])
    expect((await officer.post('base/scheduleEvent/drop', { id: made.data.id })).msg).toBe('成功')
    expect(await range(officer, '2031-03-01', '2031-04-30', 'own')).toEqual([])
  })
  it('refuses times that cannot be, and too long a look', async () => {
    const rule = async (body: object) => (await save(officer, body)).errors[0]?.rule
    expect(await rule(draft('2031-03-03', { end: schoolInstant('2031-03-03', '08:00') }))).toBe('desk.scheduleEvent.reversed')
    expect(await rule(draft('2031-03-03', { repeatRule: 'each monday' }))).toBe('desk.scheduleEvent.repeatForm')
    expect(await rule(draft('2031-03-03', { end: schoolInstant('2031-05-03', '08:00') }))).toBe('desk.scheduleEvent.endless')
    expect((await officer.get('base/scheduleEvent/range', { from: '2031-01-01', to: '2031-12-31' })).errors[0]?.rule).toBe('desk.scheduleEvent.span')
  })
  it('10-P4 shows what a business has settled and what the school calendar says, read-only', async () => {
    const source = { sourceType: 'leave', sourceId: 'l1' }
    const leave = {
      userId: officer.userId,
      title: '事假',
      begin: schoolInstant('2031-04-01', '08:00'),
      end: schoolInstant('2031-04-02', '18:00'),
      kind: 'leave',
      link: '/leave/l1',
    }
    await settleSchedule(school.db, source, [leave])
    await settleSchedule(school.db, source, [{ ...leave, end: schoolInstant('2031-04-03', '18:00') }])
    const [entry, ...more] = await range(officer, '2031-04-01', '2031-04-05')
    expect(more).toEqual([])
    expect(entry).toMatchObject({ source: 'business', title: '事假', isOwn: false, link: '/leave/l1' })
    expect(entry?.end.slice(0, 10)).toBe('2031-04-03')
    expect((await save(officer, { ...draft('2031-04-01'), id: entry?.eventId, version: entry?.version })).errors[0]?.rule).toBe('desk.scheduleEvent.readOnly')
    expect((await officer.post('base/scheduleEvent/drop', { id: entry?.eventId })).errors[0]?.rule).toBe('desk.scheduleEvent.readOnly')
    await settleSchedule(school.db, source, [])
    expect(await range(officer, '2031-04-01', '2031-04-05')).toEqual([])

    await admin.post('base/schoolYear/add', { xn: '2030-2031', startDate: '2030-09-01', endDate: '2031-08-31' })
    await officer.post('base/schoolYear/add', { xn: '2030-2031', startDate: '2030-09-01', endDate: '2031-08-31' })
    await officer.post('base/schoolCalendar/add', { xn: '2030-2031', xqM: '2', week1Start: '2031-02-24', weeks: 18, startDate: '2031-02-24', endDate: '2031-06-29' })
    await officer.post('base/schoolCalendarItem/change', { days: [{ date: '2031-05-01', dayType: 'holiday', name: '劳动节' }] })
    expect((await range(officer, '2031-05-01', '2031-05-01')).map(e => [e.source, e.title, e.allDay, e.isOwn])).toEqual([['calendar', '劳动节', true, false]])
    await officer.post('base/schoolCalendarItem/change', { days: [{ date: '2031-05-01', dayType: 'teaching', name: null }] })
    expect(await range(officer, '2031-05-01', '2031-05-01')).toEqual([])
  })
  it('10-P4 shows when todos are due, read-only, until they are closed', async () => {
    const todo = { userId: officer.userId, kind: 'task' as const, title: '报送总结', bizType: 'leaveCase', bizId: 'due-1', link: '/x' }
    await openTodos(school.db, [{ ...todo, dueAt: schoolInstant('2031-06-10', '17:00') }])
    expect((await range(officer, '2031-06-10', '2031-06-10')).map(e => [e.source, e.title, e.isOwn, e.eventId, e.link])).toEqual([['todo', '报送总结', false, null, '/x']])
    expect(await range(officer, '2031-06-10', '2031-06-10', 'own,lesson')).toEqual([])
    await closeTodos(school.db, { bizType: 'leaveCase', bizId: 'due-1' }, 'done')
    expect(await range(officer, '2031-06-10', '2031-06-10')).toEqual([])
  })
  it('10-P5 names what an appointment overlaps, and keeps it all the same', async () => {
    const place = await sampleRow(school.db, campus)
    expect((await school.db.unscoped(term).all({ xn: '2030-2031' })).length).toBe(1)
    await school.db.insert(lessonSection, { campusId: place.id, season: 'all', no: 1, begin: '09:00', end: '09:45' })
    const row = await sampleRow(school.db, lesson)
    const teacherId = (await sampleRow(school.db, teacher)).id
    await school.db.update(lesson, row.id, { xn: '2030-2031', xqM: '2', weekday: 2, weeks: '1-18', sectionFrom: 1, sectionTo: 1, teacherId, courseName: '高等数学' })
    const self = await school.as({ roles: ['teacher'], teacherId })
    const saved = await save(self, draft('2031-03-04', { begin: schoolInstant('2031-03-04', '09:30') }))
    expect([saved.code, saved.data.conflicts.map(c => c.title)]).toEqual([200, ['高等数学']])
    expect((await save(self, draft('2031-03-04', { title: '第二个会', begin: schoolInstant('2031-03-04', '09:50') }))).data.conflicts.map(c => c.title)).toEqual(['学院例会'])
    expect((await save(self, draft('2031-03-06'))).data.conflicts).toEqual([])
    expect((await range(self, '2031-03-04', '2031-03-04')).map(e => e.title)).toEqual(['高等数学', '学院例会', '第二个会'])
  })
  it('is read by a calendar program under a private address: titles only, until it is revoked', async () => {
    await save(officer, draft(addDays(today(), 2), { title: '与某位学生谈话', note: '不能外传的备注', place: '学工办' }))
    const { path } = (await officer.post<{ path: string }>('base/scheduleEvent/makeAddress', {})).data
    const read = async (): Promise<{ status: number; text: string }> => {
      const answer = await school.anonymous.get(path)
      return { status: answer.status, text: answer.raw.toString() }
    }
    const file = await read()
    expect(file.text).toContain('SUMMARY:与某位学生谈话')
    expect(file.text).not.toMatch(/备注|学工办/)
    expect((await officer.get<{ isMade: boolean; readAt: string | null }>('base/scheduleEvent/address')).data).toMatchObject({ isMade: true, readAt: expect.any(String) })
    const second = (await officer.post<{ path: string }>('base/scheduleEvent/makeAddress', {})).data.path
    expect((await read()).status).toBe(400)
    expect((await school.anonymous.get(second)).status).toBe(200)
    await officer.post('base/scheduleEvent/revokeAddress', {})
    expect((await school.anonymous.get(second)).status).toBe(400)
  })
  it('is not read under the address of an account that was switched off', async () => {
    const leaver = await school.as({ roles: ['teacher'] })
    const { path } = (await leaver.post<{ path: string }>('base/scheduleEvent/makeAddress', {})).data
    expect((await school.anonymous.get(path)).status).toBe(200)
    await school.db.query(sql`update sys_user set status = 'disabled' where tenant_id = ${school.tenantId} and id = ${leaver.userId}`)
    expect((await school.anonymous.get(path)).status).toBe(400)
  })
  it('writes calendar lines of at most 75 octets', () => {
    const long = calendarText([{ id: 'x', title: '学'.repeat(80), begin: '2026-09-14T08:00:00+08:00', end: '2026-09-14T09:00:00+08:00', allDay: false }])
    expect(long.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(long.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'学'.repeat(80)}`)
    expect(long).toContain('DTSTART:20260914T000000Z')
    expect(folded('short')).toBe('short')
  })
  it('reminds of an appointment once, and gives staff their digest', async () => {
    const soon = new Date(Date.now() + 10 * 60_000).toISOString()
    await save(officer, { title: '马上开会', begin: soon, end: new Date(Date.now() + 50 * 60_000).toISOString(), remindMinutes: 15 })
    expect([await school.db.tx(db => remindSoon(db)), await school.db.tx(db => remindSoon(db))]).toEqual([1, 0])
    await school.db.query(
      sql`insert into todo (tenant_id, user_id, title, biz_type, biz_id, link, kind, due_at) values (${school.tenantId}, ${officer.userId}, '审批', 'leaveCase', '1', '/', 'approval', now() - interval '1 hour')`,
    )
    await school.db.query(
      sql`insert into todo (tenant_id, user_id, title, biz_type, biz_id, link, kind, arrived_at) values (${school.tenantId}, ${officer.userId}, '三天前的事', 'leaveCase', '2', '/', 'task', now() - interval '3 days')`,
    )
    const gone = await school.as({ roles: ['officer'] })
    await openTodos(school.db, [
      { userId: gone.userId, kind: 'task', title: '审批', bizType: 'leaveCase', bizId: '3', link: '/', dueAt: new Date(Date.now() - HOUR_MS).toISOString() },
    ])
    await school.db.query(sql`update sys_user set status = 'disabled' where tenant_id = ${school.tenantId} and id = ${gone.userId}`)
    expect(await digestsOf(school.db)).toEqual([{ userId: officer.userId, due: 0, overdue: 1, open: 2, oldest: '三天前的事' }])
    await openTodos(school.db, [{ userId: officer.userId, kind: 'task', title: { text: '我的待办' }, bizType: 'leaveCase', bizId: '2', link: '/' }])
    const [said] = await digestsOf(school.db)
    expect([formatWording('zh-cn', said?.oldest ?? ''), formatWording('en', said?.oldest ?? '')]).toEqual(['我的待办', 'My to-dos'])
    expect(await school.db.tx(digest)).toBe(1)
  })
})
