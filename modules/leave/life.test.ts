import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { gcj02Of, spotAt } from '#model/geo.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { comeBack, leaveSlip, verifySlip } from './model/actions.ts'
import type { leaveApplication } from './model/application.ts'
import { leave } from './model/leave.ts'
import type { awayNow } from './model/read-actions.ts'
import { begin, escalateOverdue } from './server/jobs.ts'
import { applied, apply, approveAs, approved, at, CAMPUS, formOf, goneFor, hoursFromNow, type LeaveSchool, leaveSchool, placeCampus, rulesOf, todoOf, told } from './testing.ts'

type Slip = OutputOf<typeof leaveSlip>
type Verified = OutputOf<typeof verifySlip>

describe('a leave that was approved', () => {
  let s: LeaveSchool
  beforeAll(async () => {
    s = await leaveSchool()
  })
  afterAll(() => s.close())
  const someone = () => s.newStudent(s.ids.s2301, '陈思远')
  const events = async (event: string, id: string) =>
    (
      await s.db.query<{ payload: Record<string, unknown> }>(
        sql`select payload from outbox where tenant_id = ${s.tenantId} and event = ${event} and payload->>'leaveId' = ${id} order by id`,
      )
    ).map(r => r.payload)

  it('begins by itself, tells its student, and tells other modules when it was approved', async () => {
    const { row, actor } = await goneFor(s)
    expect(row.state).toBe('active')
    expect(await told(s, 'starts', row.id)).toEqual([actor.userId])
    expect((await events('leave.approved', row.id))[0]).toMatchObject({ studentId: row.studentId, leavesCampus: false, leavesCity: false })
    expect(await begin(s.db)).toBe(0)
  })
  it('stands in the student’s schedule until it is cancelled', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, s.monday), who.actor)
    const entries = async () => {
      await s.server.settle()
      return s.db.query<{ title: string }>(
        sql`select title from schedule_event where tenant_id = ${s.tenantId} and source_type = 'leave' and source_id = ${row.id} and user_id = ${who.actor.userId}`,
      )
    }
    expect((await entries()).map(e => e.title)).toEqual(['请假'])
    expect((await who.actor.post('leave/leave/cancel', { id: row.id, reason: '不回去了' })).msg).toBe('成功')
    expect(await entries()).toEqual([])
  })
  it('20-L13 is cancelled before it begins, and its teachers hear again', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, s.monday), who.actor)
    expect(await told(s, 'teacherFreed', row.id)).toEqual([])
    expect((await who.actor.post('leave/leave/cancel', { id: row.id, reason: '不回去了' })).msg).toBe('成功')
    expect(await s.row(row.id)).toMatchObject({ state: 'cancelled', cancelReason: '不回去了' })
    expect(await told(s, 'teacherFreed', row.id)).toEqual([s.teacher.userId])
    expect((await events('leave.changed', row.id))[0]).toMatchObject({ isCancelled: true })
    const { row: gone, actor } = await goneFor(s)
    expect(rulesOf(await actor.post('leave/leave/cancel', { id: gone.id, reason: 'x' }))).toEqual(['begun'])
  })
  it('refuses what its state does not allow by number, state and verb, in the reader’s language', async () => {
    const { row, actor } = await goneFor(s)
    await s.fdy.post('leave/leave/close', { ids: [row.id] })
    const extend = { id: row.id, endAt: hoursFromNow(100), reason: 'x' }
    const said = async (lang: string) => (await actor.post('leave/leave/extend', extend, { 'accept-language': lang })).msg
    expect([await said('zh-CN'), await said('zh-TW'), await said('en')]).toEqual([
      `“${row.leaveNo}”已销假，不能续假`,
      `“${row.leaveNo}”已銷假，不能續假`,
      `“${row.leaveNo}” is Returned: Extend is not possible`,
    ])
    expect(rulesOf(await actor.post('leave/leave/withdraw', { id: row.id }))).toEqual(['state'])
    const cancelled = await approved(s, formOf(s, s.monday, s.monday), actor)
    await actor.post('leave/leave/cancel', { id: cancelled.id, reason: '不回去了' })
    expect(rulesOf(await actor.post('leave/leave/giveProof', { id: cancelled.id, proofs: [cancelled.id] }))).toEqual(['state'])
  })
  it('20-L9 is extended before it ends, levelled by the sum; while that is open, overdue waits', async () => {
    const { row, actor } = await goneFor(s, -24, 6)
    const more = await actor.post<{ id: string; instanceId: string }>('leave/leave/extend', { id: row.id, endAt: hoursFromNow(100), reason: '雨停了才有车' })
    expect(more.msg).toBe('成功')
    expect((await s.row(more.data.id)).level).toBe('college')
    expect(rulesOf(await actor.post('leave/leave/extend', { id: row.id, endAt: hoursFromNow(100), reason: 'x' }))).toEqual(['running'])
    await escalateOverdue(s.db, Date.now() + 30 * HOUR_MS)
    expect((await s.row(row.id)).state).toBe('active')
    await approveAs(s.fdy, more.data.instanceId)
    await approveAs(s.college, more.data.instanceId)
    const longer = await s.row(row.id)
    expect(Date.parse(longer.endAt)).toBe(Date.parse((await s.row(more.data.id)).endAt))
    expect(longer.days).toBeGreaterThan(row.days)
    expect((await events('leave.changed', row.id)).length).toBe(1)
  })
  it('20-L9 is not extended once it is over, nor to before its end', async () => {
    const { row, actor } = await goneFor(s, -48, -1)
    expect(rulesOf(await actor.post('leave/leave/extend', { id: row.id, endAt: hoursFromNow(48), reason: 'x' }))).toEqual(['ended'])
    const running = await goneFor(s)
    expect(rulesOf(await running.actor.post('leave/leave/extend', { id: running.row.id, endAt: hoursFromNow(2), reason: 'x' }))).toEqual(['order'])
  })
  it('20-L10 ends where the student stands on the campus, and nowhere else', async () => {
    const { row, actor } = await goneFor(s)
    const back = (place: object) => actor.post<OutputOf<typeof comeBack>>('leave/leave/comeBack', { id: row.id, ...place })
    expect(rulesOf(await back({}))).toEqual(['noPosition'])
    expect(rulesOf(await back({ latitude: 26.58, longitude: 106.71 }))).toEqual(['noPoint'])
    await placeCampus(s)
    expect(rulesOf(await back({ latitude: 26.7, longitude: 106.71 }))).toEqual(['far'])
    expect((await back({ latitude: 26.581, longitude: 106.71 })).data).toMatchObject({ state: 'closed' })
    expect(await s.row(row.id)).toMatchObject({ backWay: 'location', state: 'closed' })
    expect(JSON.stringify(await s.db.query(sql`select * from leave where id = ${row.id}`))).not.toContain('26.58')
    expect(rulesOf(await back({ latitude: 26.581, longitude: 106.71 }))).toEqual(['state'])
  })
  it('20-L10 takes a position of either system, and what it may be wrong by off the distance', async () => {
    await placeCampus(s)
    const { row, actor } = await goneFor(s)
    const back = (place: object) => actor.post<OutputOf<typeof comeBack>>('leave/leave/comeBack', { id: row.id, ...place })
    const north = (metres: number) => spotAt(CAMPUS, [0, metres])
    expect(rulesOf(await back({ ...north(830), accuracy: 20 }))).toEqual(['far'])
    expect(rulesOf(await back({ ...north(900), accuracy: 5000 }))).toEqual(['inaccurate'])
    const map = gcj02Of(north(-790)) // the shifted date lies further ahead
    const spot = { latitude: Number(map.latitude.toFixed(6)), longitude: Number(map.longitude.toFixed(6)) }
    expect(rulesOf(await back({ ...spot, accuracy: 0 }))).toEqual(['far'])
    expect((await back({ ...spot, accuracy: 0, system: 'gcj02' })).data).toMatchObject({ state: 'closed' })
  })
  it('20-L10 ends by the code at the counsellor’s desk, by staff of the class, or at the gate; not by staff of another', async () => {
    const first = await goneFor(s)
    const { code } = (await s.fdy.get<{ code: string }>('leave/leave/deskCode')).data
    expect((await first.actor.post('leave/leave/comeBack', { id: first.row.id, code })).msg).toBe('成功')
    expect((await s.row(first.row.id)).backWay).toBe('scan')
    expect(rulesOf(await first.actor.post('leave/leave/comeBack', { id: first.row.id, code: 'AAAA' }))).toEqual(['state'])
    const second = await goneFor(s)
    expect((await s.teacher.post('leave/leave/close', { ids: [second.row.id] })).code).toBe(404)
    expect(rulesOf(await s.fdy.post('leave/leave/close', { ids: [second.row.id], backAt: hoursFromNow(3) }))).toEqual(['future'])
    expect((await s.fdy.post<{ closed: number }>('leave/leave/close', { ids: [second.row.id] })).data.closed).toBe(1)
    expect(await s.row(second.row.id)).toMatchObject({ state: 'closed', backWay: 'staff' })
    const third = await goneFor(s, -40, 2)
    await s.db.update(leave, third.row.id, { leavesCampus: true })
    await s.db.emit('dormitory.passage', { studentId: third.id, direction: 'in', eventAt: new Date().toISOString() })
    await s.server.settle()
    expect(await s.row(third.row.id)).toMatchObject({ state: 'closed', backWay: 'gate' })
  })
  it('20-L10 counts the days it was in truth and frees the lessons after an early return', async () => {
    const { row, id } = await goneFor(s)
    const lesson = (date: string) => ({
      id: 'x',
      date,
      begin: '08:20',
      end: '09:55',
      courseNo: 'RJ101',
      courseName: '数据库应用',
      teacherId: s.ids.he,
      teacherName: '何文博',
      sectionFrom: 1,
      sectionTo: 2,
    })
    await s.db.update(leave, row.id, {
      startAt: at(addDays(today(), -2), '08:00'),
      endAt: at(addDays(today(), 3), '18:00'),
      lessons: [lesson(addDays(today(), -1)), lesson(addDays(today(), 2))],
      lessonCount: 4,
    })
    await s.fdy.post('leave/leave/close', { ids: [row.id], backAt: at(addDays(today(), -1), '20:00') })
    const closed = await s.row(row.id)
    expect(closed).toMatchObject({ actualDays: 2, lessonCount: 2 })
    expect(await told(s, 'teacherFreed', row.id)).toEqual([s.teacher.userId])
    expect((await events('leave.closed', row.id))[0]).toMatchObject({ studentId: id })
  })
  it('20-L12 has a slip whose code changes and that only guards may check, seeing name and validity', async () => {
    const { row, actor } = await goneFor(s)
    const slip = (await actor.get<Slip>('leave/leave/slip', { id: row.id })).data
    const guard = await s.as({ roles: ['dormManager'] })
    const check = async (code: string, who: Actor = guard) => (await who.post<Verified>('leave/leave/verify', { code })).data
    expect(await check(slip.code)).toEqual({ isValid: true, name: '陈思远', why: '假条有效' })
    expect(slip.seconds).toBe(10)
    expect((await check(slip.code.replace(/.(?=.{4}$)/, one => (one === 'A' ? 'B' : 'A')))).isValid).toBe(false)
    expect((await s.fdy.post('leave/leave/verify', { code: slip.code })).code).toBe(403)
    expect((await actor.post('leave/leave/verify', { code: slip.code })).code).toBe(403)
    expect((await s.anonymous.post('leave/leave/verify', { code: slip.code })).code).toBe(401)
    await s.fdy.post('leave/leave/close', { ids: [row.id] })
    expect(await check(slip.code)).toMatchObject({ isValid: false, name: '陈思远', why: '已销假' })
  })
  it('ends with the status of a student who goes', async () => {
    const away = await goneFor(s)
    const waits = await someone()
    const pending = await applied(s, formOf(s, s.monday, s.monday), waits.actor)
    for (const { id } of [away, waits]) await s.db.emit('student.statusChanged', { studentId: id, from: 'active', to: 'withdrawn' })
    await s.server.settle()
    expect([(await s.row(away.row.id)).state, (await s.row(pending.id)).state]).toEqual(['closed', 'cancelled'])
    expect(await todoOf(s.fdy, pending.instanceId as string)).toBeUndefined()
  })
  it('says in the reader’s language what it wrote by itself, and what a person wrote as they did', async () => {
    const reasonFor = async (id: string, lang: string) =>
      (await s.officer.get<{ cancelReason: string }>('leave/leave/getOne', { id }, { 'accept-language': lang })).data.cancelReason
    const gone = await someone()
    const ended = await approved(s, formOf(s, s.monday, s.monday), gone.actor)
    await s.db.emit('student.statusChanged', { studentId: gone.id, from: 'active', to: 'withdrawn' })
    await s.server.settle()
    expect([await reasonFor(ended.id, 'zh-CN'), await reasonFor(ended.id, 'zh-TW'), await reasonFor(ended.id, 'en')]).toEqual(['学籍状态变动', '學籍狀態變動', 'Status change'])
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, s.monday), who.actor)
    await who.actor.post('leave/leave/cancel', { id: row.id, reason: '家里来接，不回去了' })
    expect([await reasonFor(row.id, 'zh-TW'), await reasonFor(row.id, 'en')]).toEqual(['家里来接，不回去了', '家里来接，不回去了'])
  })
  it('follows the calendar: a day that becomes free is no missed lesson', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, s.monday), who.actor)
    expect(row.lessonCount).toBe(2)
    const change = await s.officer.post('base/schoolCalendarItem/change', { days: [{ date: s.monday, dayType: 'holiday', name: '停课' }], reason: '校运会' })
    expect(change.msg).toBe('成功')
    await s.server.settle()
    expect((await s.row(row.id)).lessonCount).toBe(0)
    await s.officer.post('base/schoolCalendarItem/change', { days: [{ date: s.monday, dayType: 'teaching' }], reason: '不停课' })
    await s.server.settle()
  })
  it('shows its student what can be done with it now', async () => {
    const { row, actor } = await goneFor(s)
    const [mine] = (await actor.get<OutputOf<typeof leaveApplication.mine>[]>('leave/leave/mine', { id: row.id })).data
    expect(mine?.can).toEqual(['back', 'slip', 'extend'])
    const away = (await s.fdy.get<OutputOf<typeof awayNow>>('leave/leave/away')).data
    expect(away.away).toBeGreaterThan(0)
    expect(away.classes.map(c => c?.name)).toEqual(['软件2301'])
    expect((await s.teacher.get<OutputOf<typeof awayNow>>('leave/leave/away')).data.away).toBe(0)
    expect(rulesOf(await apply(s, formOf(s, today(), addDays(today(), 1)), actor))).toContain('overlap')
  })
})
