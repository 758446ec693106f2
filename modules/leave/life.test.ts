import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/today.ts'
import type { Actor } from '#testing/school.ts'
import type { comeBack, leaveSlip, verifySlip } from './model/actions.ts'
import { leave } from './model/leave.ts'
import type { awayNow, myLeaves } from './model/reading.ts'
import { excusedByLeave, onLeaveAt } from './server/api.ts'
import { begin, chase, missProofs, remindDue } from './server/clock.ts'
import { applied, apply, approveAs, approved, at, formOf, hoursFromNow, type LeaveSchool, leaveSchool, rulesOf, shifted, todoOf } from './testing.ts'

type Slip = OutputOf<typeof leaveSlip>
type Verified = OutputOf<typeof verifySlip>
const HOUR = 3_600_000

describe('a leave that was approved', () => {
  let s: LeaveSchool
  beforeAll(async () => {
    s = await leaveSchool()
  })
  afterAll(() => s.close())
  const someone = () => s.newStudent(s.ids.s2301, '陈思远')
  /** A student who has been away since yesterday and is due back tomorrow. */
  const goneFor = async (from = -24, to = 24) => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, addDays(s.monday, 1)), who.actor)
    await shifted(s, row.id, hoursFromNow(from), hoursFromNow(to))
    await begin(s.db)
    return { ...who, row: await s.row(row.id) }
  }
  const told = async (code: string, id: string): Promise<string[]> => {
    await s.server.settle()
    return (
      await s.db.query<{ userId: string }>(
        sql`select recipient_id as "userId" from message where tenant_id = ${s.tenantId} and event_code = ${`leave.${code}`} and biz_id = ${id} order by created_at`,
      )
    ).map(r => r.userId)
  }
  const events = async (event: string, id: string) =>
    (
      await s.db.query<{ payload: Record<string, unknown> }>(
        sql`select payload from outbox where tenant_id = ${s.tenantId} and event = ${event} and payload->>'leaveId' = ${id} order by id`,
      )
    ).map(r => r.payload)

  it('begins by itself, tells its student, and tells other modules when it was approved', async () => {
    const { row, actor } = await goneFor()
    expect(row.state).toBe('active')
    expect(await told('starts', row.id)).toEqual([actor.userId])
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
    expect(await told('teacherFreed', row.id)).toEqual([])
    expect((await who.actor.post('leave/leave/cancel', { id: row.id, reason: '不回去了' })).msg).toBe('成功')
    expect(await s.row(row.id)).toMatchObject({ state: 'cancelled', cancelReason: '不回去了' })
    expect(await told('teacherFreed', row.id)).toEqual([s.teacher.userId])
    expect((await events('leave.changed', row.id))[0]).toMatchObject({ isCancelled: true })
    const { row: gone, actor } = await goneFor()
    expect(rulesOf(await actor.post('leave/leave/cancel', { id: gone.id, reason: 'x' }))).toEqual(['begun'])
  })
  it('20-L9 is extended before it ends, levelled by the sum; while that is open, overdue waits', async () => {
    const { row, actor } = await goneFor(-24, 6)
    const more = await actor.post<{ id: string; instanceId: string }>('leave/leave/extend', { id: row.id, endAt: hoursFromNow(100), reason: '雨停了才有车' })
    expect(more.msg).toBe('成功')
    expect((await s.row(more.data.id)).level).toBe('college')
    expect(rulesOf(await actor.post('leave/leave/extend', { id: row.id, endAt: hoursFromNow(100), reason: 'x' }))).toEqual(['running'])
    await chase(s.db, Date.now() + 30 * HOUR)
    expect((await s.row(row.id)).state).toBe('active')
    await approveAs(s.fdy, more.data.instanceId)
    await approveAs(s.college, more.data.instanceId)
    const longer = await s.row(row.id)
    expect(Date.parse(longer.endAt)).toBe(Date.parse((await s.row(more.data.id)).endAt))
    expect(longer.days).toBeGreaterThan(row.days)
    expect((await events('leave.changed', row.id)).length).toBe(1)
  })
  it('20-L9 is not extended once it is over, nor to before its end', async () => {
    const { row, actor } = await goneFor(-48, -1)
    expect(rulesOf(await actor.post('leave/leave/extend', { id: row.id, endAt: hoursFromNow(48), reason: 'x' }))).toEqual(['ended'])
    const running = await goneFor()
    expect(rulesOf(await running.actor.post('leave/leave/extend', { id: running.row.id, endAt: hoursFromNow(2), reason: 'x' }))).toEqual(['order'])
  })
  it('20-L10 ends where the student stands on the campus, and nowhere else', async () => {
    const { row, actor } = await goneFor()
    const back = (place: object) => actor.post<OutputOf<typeof comeBack>>('leave/leave/comeBack', { id: row.id, ...place })
    expect(rulesOf(await back({}))).toEqual(['how'])
    expect(rulesOf(await back({ latitude: 26.58, longitude: 106.71 }))).toEqual(['noPoint'])
    await setParams(s, 'leave', { campusPoint: '26.58,106.71' })
    expect(rulesOf(await back({ latitude: 26.7, longitude: 106.71 }))).toEqual(['far'])
    expect((await back({ latitude: 26.581, longitude: 106.71 })).data).toMatchObject({ state: 'closed' })
    expect(await s.row(row.id)).toMatchObject({ backWay: 'location', state: 'closed' })
    expect(JSON.stringify(await s.db.query(sql`select * from leave where id = ${row.id}`))).not.toContain('26.58')
    expect(rulesOf(await back({ latitude: 26.581, longitude: 106.71 }))).toEqual(['notAway'])
  })
  it('20-L10 ends by the code at the counsellor’s desk, by staff of the class, or at the gate; not by staff of another', async () => {
    const first = await goneFor()
    const { code } = (await s.fdy.get<{ code: string }>('leave/leave/deskCode')).data
    expect((await first.actor.post('leave/leave/comeBack', { id: first.row.id, code })).msg).toBe('成功')
    expect((await s.row(first.row.id)).backWay).toBe('scan')
    expect(rulesOf(await first.actor.post('leave/leave/comeBack', { id: first.row.id, code: 'AAAA' }))).toEqual(['notAway'])
    const second = await goneFor()
    expect((await s.teacher.post('leave/leave/close', { ids: [second.row.id] })).code).toBe(404)
    expect(rulesOf(await s.fdy.post('leave/leave/close', { ids: [second.row.id], backAt: hoursFromNow(3) }))).toEqual(['future'])
    expect((await s.fdy.post<{ closed: number }>('leave/leave/close', { ids: [second.row.id] })).data.closed).toBe(1)
    expect(await s.row(second.row.id)).toMatchObject({ state: 'closed', backWay: 'staff' })
    const third = await goneFor(-40, 2)
    await s.db.update(leave, third.row.id, { leavesCampus: true })
    await s.db.emit('dormitory.passage', { studentId: third.id, direction: 'in', eventAt: new Date().toISOString() })
    await s.server.settle()
    expect(await s.row(third.row.id)).toMatchObject({ state: 'closed', backWay: 'gate' })
  })
  it('20-L10 counts the days it was in truth and frees the lessons after an early return', async () => {
    const { row, id } = await goneFor()
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
    expect(await told('teacherFreed', row.id)).toEqual([s.teacher.userId])
    expect((await events('leave.closed', row.id))[0]).toMatchObject({ studentId: id })
  })
  it('20-L11 is chased when nobody comes back: student, counsellor, college, each once', async () => {
    const { row, actor } = await goneFor(-48, -3)
    await chase(s.db)
    expect(await s.row(row.id)).toMatchObject({ state: 'overdue' })
    expect(await told('overdue', row.id)).toEqual([actor.userId])
    await chase(s.db, Date.now() + 10 * HOUR)
    await chase(s.db, Date.now() + 10 * HOUR)
    expect(await told('overdue', row.id)).toEqual([actor.userId, s.fdy.userId])
    await chase(s.db, Date.now() + 22 * HOUR)
    expect(await told('overdue', row.id)).toContain(s.college.userId)
  })
  it('20-L11 calls nobody late who comes back in the same moment', async () => {
    const { row } = await goneFor(-48, -3)
    await s.db.tx(async back => {
      await back.update(leave, row.id, { state: 'closed', backAt: hoursFromNow(0) })
      expect(await s.db.tx(clock => chase(clock))).toBe(0)
    })
    expect(await s.row(row.id)).toMatchObject({ state: 'closed' })
  })
  it('20-L11 raises cases after three, seven, ten and fourteen days, the last with the article', async () => {
    const { row } = await goneFor(-48, -3)
    const cases = async (days: number) => {
      await chase(s.db, Date.now() + days * 24 * HOUR)
      return (
        await s.db.query<{ userId: string; node: string; summary: string }>(
          sql`select user_id as "userId", node, summary from todo where tenant_id = ${s.tenantId} and biz_type = 'leaveOverdue' and biz_id = ${row.id} and state = 'open' order by arrived_at, node`,
        )
      ).map(t => [t.userId, t.node, t.summary.includes('第三十条')])
    }
    expect(await cases(2)).toEqual([])
    expect(await cases(3)).toEqual([[s.fdy.userId, 'fdy', false]])
    expect(await cases(7)).toContainEqual([s.college.userId, 'college', false])
    expect(await cases(10)).toContainEqual([s.officer.userId, 'officer', false])
    expect(await cases(14)).toContainEqual([s.officer.userId, 'article', true])
    await s.fdy.post('leave/leave/close', { ids: [row.id] })
    expect(await cases(15)).toEqual([])
  })
  it('says once that its end is near', async () => {
    const { row, actor } = await goneFor(-24, 2)
    await remindDue(s.db)
    await remindDue(s.db)
    expect(await told('returnDue', row.id)).toEqual([actor.userId])
  })
  it('20-L7 wants the promised proof; without it the counsellor makes it a personal leave', async () => {
    const who = await someone()
    const made = await applied(s, formOf(s, s.monday, s.monday, { typeId: s.types.official as string, proofPromised: true }), who.actor)
    await approveAs(s.fdy, made.instanceId)
    expect(rulesOf(await s.fdy.post('leave/leave/makePersonal', { id: made.id, reason: '未交证明' }))).toEqual(['notDue'])
    await s.db.update(leave, made.id, { proofDueOn: addDays(today(), -1) })
    await missProofs(s.db)
    await missProofs(s.db)
    const todos = await s.db.query<{ userId: string }>(
      sql`select user_id as "userId" from todo where tenant_id = ${s.tenantId} and biz_type = 'leaveProof' and biz_id = ${made.id}`,
    )
    expect(todos.map(t => t.userId)).toEqual([s.fdy.userId])
    expect((await s.fdy.post('leave/leave/makePersonal', { id: made.id, reason: '未交证明' })).msg).toBe('成功')
    expect(await s.row(made.id)).toMatchObject({ typeId: s.types.personal, proofDueOn: null })
    expect(rulesOf(await s.fdy.post('leave/leave/makePersonal', { id: made.id, reason: 'x' }))).toEqual(['none'])
  })
  it('20-L7 asks for many late proofs with as many statements as for one, each student and counsellor once', async () => {
    const late = async () => {
      const row = await approved(s, formOf(s, s.monday, s.monday), (await someone()).actor)
      return s.db.update(leave, row.id, { proofDueOn: addDays(today(), -1) })
    }
    const statements = vi.spyOn(s.db, 'query')
    const asked = async (): Promise<[asked: number, statements: number]> => {
      statements.mockClear()
      return [await missProofs(s.db), statements.mock.calls.length]
    }
    await late()
    const [one, spent] = await asked()
    const rows = [await late(), await late(), await late()]
    expect([one, ...(await asked())]).toEqual([1, 3, spent])
    statements.mockRestore()
    for (const row of rows) expect((await told('proofDue', row.id)).length).toBe(1)
    expect(await missProofs(s.db)).toBe(0)
  })
  it('20-L12 has a slip whose code changes and that only guards may check, seeing name and validity', async () => {
    const { row, actor } = await goneFor()
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
  it('20-L15 excuses the nights it covers at once, and no other', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, addDays(s.monday, 1), { leavesCampus: true, leavesCity: true, cantonCode: '110101' }), who.actor)
    const night = (date: string) => excusedByLeave(s.db, { from: at(date, '23:00'), to: at(addDays(date, 1), '06:00') }, [who.id])
    expect([...(await night(s.monday))]).toEqual([[who.id, row.leaveNo]])
    expect((await night(addDays(s.monday, 1))).size).toBe(0)
    expect((await night(addDays(s.monday, -1))).size).toBe(0)
    expect([...(await onLeaveAt(s.db, at(s.monday, '10:00'), [who.id, s.studentId]))]).toEqual([who.id])
    await who.actor.post('leave/leave/cancel', { id: row.id, reason: 'x' })
    expect((await night(s.monday)).size).toBe(0)
  })
  it('20-L15 excuses nobody who stays on the campus, nor before the approval', async () => {
    const [stays, waits] = [await someone(), await someone()]
    await approved(s, formOf(s, s.monday, addDays(s.monday, 1)), stays.actor)
    await applied(s, formOf(s, s.monday, addDays(s.monday, 1), { leavesCampus: true, cantonCode: '110101' }), waits.actor)
    expect(await excusedByLeave(s.db, { from: at(s.monday, '23:00'), to: at(addDays(s.monday, 1), '06:00') }, [stays.id, waits.id])).toEqual(new Map())
  })
  it('20-L15 excuses no night after its end, however late the student was back', async () => {
    const who = await someone()
    const row = await approved(s, formOf(s, s.monday, addDays(s.monday, 1), { leavesCampus: true, leavesCity: true, cantonCode: '110101' }), who.actor)
    await s.db.update(leave, row.id, { state: 'closed', backAt: at(addDays(s.monday, 3), '09:00') })
    const night = async (date: string) => (await excusedByLeave(s.db, { from: at(date, '23:00'), to: at(addDays(date, 1), '06:00') }, [who.id])).size
    expect([await night(s.monday), await night(addDays(s.monday, 1)), await night(addDays(s.monday, 2))]).toEqual([1, 0, 0])
    expect((await onLeaveAt(s.db, at(addDays(s.monday, 2), '10:00'), [who.id])).size).toBe(0)
  })
  it('ends with the status of a student who goes', async () => {
    const away = await goneFor()
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
    const { row, actor } = await goneFor()
    const [mine] = (await actor.get<OutputOf<typeof myLeaves>[]>('leave/leave/mine', { id: row.id })).data
    expect(mine?.can).toEqual(['back', 'slip', 'extend'])
    const away = (await s.fdy.get<OutputOf<typeof awayNow>>('leave/leave/away')).data
    expect(away.away).toBeGreaterThan(0)
    expect(away.classes.map(c => c?.name)).toEqual(['软件2301'])
    expect((await s.teacher.get<OutputOf<typeof awayNow>>('leave/leave/away')).data.away).toBe(0)
    expect(rulesOf(await apply(s, formOf(s, today(), addDays(today(), 1)), actor))).toContain('overlap')
  })
})
