import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { calendarDay } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { upload } from '#testing/roster.ts'
import type { leaveApplication } from './model/application.ts'
import { leave } from './model/leave.ts'
import { leaveType } from './model/leave-type.ts'
import { applied, apply, approveAs, approved, at, formOf, hoursFromNow, type LeaveSchool, leaveSchool, rulesOf, shifted, todoOf } from './testing.ts'

type Preview = OutputOf<typeof leaveApplication.preview>

describe('an application for leave', () => {
  let s: LeaveSchool
  beforeAll(async () => {
    s = await leaveSchool()
  })
  afterAll(() => s.close())
  const someone = async () => (await s.newStudent(s.ids.s2301, '陈思远')).actor
  const preview = async (from: string, to: string, more: object = {}, who = s.me) => {
    const { typeId, startAt, endAt } = formOf(s, from, to)
    return (await who.get<Preview>('leave/leave/preview', { typeId, startAt, endAt, ...more })).data
  }

  it('20-L1 of three days goes to the counsellor, of five to the college as well, of eight to the office as well', async () => {
    const steps = async (days: number) => (await preview(s.monday, addDays(s.monday, days - 1))).steps.map(x => x?.name)
    expect([await steps(3), await steps(5), await steps(8)]).toEqual([['辅导员'], ['辅导员', '学院'], ['辅导员', '学院', '学工处']])
    const who = await someone()
    const made = await applied(s, formOf(s, s.monday, addDays(s.monday, 4)), who)
    expect((await approveAs(s.fdy, made.instanceId)).data.state).toBe('pending')
    expect((await approveAs(s.college, made.instanceId)).data.state).toBe('approved')
    expect((await s.row(made.id)).state).toBe('approved')
  })
  it('20-L1 advises a suspension over thirty days, and a type may have limits of its own', async () => {
    expect((await preview(s.monday, addDays(s.monday, 30))).advisesSuspension).toBe(true)
    expect((await preview(s.monday, addDays(s.monday, 29))).advisesSuspension).toBe(false)
    await s.db.update(leaveType, s.types.recruitment as string, { levelRules: { fdy: 10, college: 20 } })
    expect((await preview(s.monday, addDays(s.monday, 8), { typeId: s.types.recruitment })).level).toBe('fdy')
  })
  it('20-L2 counts near leaves together and says so: three and two days need the college', async () => {
    const who = await someone()
    await approved(s, formOf(s, s.monday, addDays(s.monday, 1)), who)
    const thursday = addDays(s.monday, 3)
    const seen = await preview(thursday, addDays(thursday, 2), {}, who)
    expect(seen).toMatchObject({ days: 3, countedDays: 5, level: 'college' })
    expect(seen.near.map(n => n?.days)).toEqual([2])
    const made = await applied(s, formOf(s, thursday, addDays(thursday, 2)), who)
    expect((await s.row(made.id)).countedDays).toBe(5)
    await approveAs(s.fdy, made.instanceId)
    expect(await todoOf(s.college, made.instanceId as string)).toBeTruthy()
  })
  it('20-L3 adds the college before and after a holiday, unless the school does not want it', async () => {
    const holiday = addDays(s.monday, 9)
    await s.db.insert(calendarDay, { date: holiday, xn: '2026-2027', dayType: 'holiday', name: '校庆' } as never)
    expect((await preview(addDays(holiday, -1), addDays(holiday, -1))).level).toBe('college')
    expect((await preview(addDays(holiday, 1), addDays(holiday, 1))).besideHoliday).toEqual([addDays(holiday, 1)])
    await setParams(s, 'leave', { holidayAddsCollege: false })
    expect((await preview(addDays(holiday, -1), addDays(holiday, -1))).level).toBe('fdy')
    await setParams(s, 'leave', { holidayAddsCollege: true })
  })
  it('20-L4 says when a third of the term is gone, and warns student, counsellor and college on approval', async () => {
    const who = await s.newStudent(s.ids.s2301, '许可')
    await setParams(s, 'leave', { termPart: 20 })
    const seen = await preview(s.monday, addDays(s.monday, 5), {}, who.actor)
    expect(seen).toMatchObject({ termTotal: 6, isOverTerm: true })
    const made = await applied(s, formOf(s, s.monday, addDays(s.monday, 5)), who.actor)
    await approveAs(s.fdy, made.instanceId)
    await approveAs(s.college, made.instanceId)
    await setParams(s, 'leave', { termPart: 3 })
    await s.server.settle()
    const told = await s.db.query<{ userId: string }>(
      sql`select recipient_id as "userId" from message where tenant_id = ${s.tenantId} and event_code = 'leave.termTotal' and biz_id = ${made.id}`,
    )
    expect(told.map(t => t.userId).sort()).toEqual([who.actor.userId, s.fdy.userId, s.college.userId].sort())
  })
  it('20-L5 lists the lessons that are missed with what was missed before, and tells their teachers after the approval', async () => {
    const who = await someone()
    const seen = await preview(s.monday, addDays(s.monday, 2), {}, who)
    expect(seen.lessons.map(l => [l?.courseName, l?.date, l?.teacherName])).toEqual([
      ['数据库应用', s.monday, '何文博'],
      ['数据库应用', addDays(s.monday, 2), '何文博'],
    ])
    expect(seen.courses).toEqual([{ courseNo: 'RJ101', courseName: '数据库应用', now: 4, past: 0, planned: 80, isOver: false }])
    const made = await applied(s, formOf(s, s.monday, addDays(s.monday, 2)), who)
    const heard = async () => {
      await s.server.settle()
      return (
        await s.db.query(sql`select 1 from message where tenant_id = ${s.tenantId} and event_code = 'leave.teacher' and biz_id = ${made.id} and recipient_id = ${s.teacher.userId}`)
      ).length
    }
    expect(await heard()).toBe(0)
    await approveAs(s.fdy, made.instanceId)
    expect(await heard()).toBe(1)
    expect((await s.row(made.id)).lessons).toHaveLength(2)
    expect((await preview(addDays(s.monday, 7), addDays(s.monday, 7), {}, who)).courses[0]).toMatchObject({ now: 2, past: 4 })
  })
  it('20-L5 says so where there is no timetable and goes on', async () => {
    const other = await s.newStudent(s.ids.n2301)
    expect(await preview(s.monday, s.monday, {}, other.actor)).toMatchObject({ hasTimetable: false, lessons: [], problems: [] })
  })
  it('20-L6 asks once more where exams lie in it and copies the teaching office', async () => {
    const office = await s.as({ roles: ['teacher'], nickName: '教务处' })
    await setParams(s, 'workflow', { 'position.teachingOffice': office.userId })
    const exam = addDays(s.monday, 35)
    await s.db.insert(calendarDay, { date: exam, xn: '2026-2027', dayType: 'exam', name: '期末考试' } as never)
    const who = await someone()
    expect(rulesOf(await apply(s, formOf(s, exam, exam), who))).toEqual(['exam'])
    const made = await applied(s, formOf(s, exam, exam, { examConfirmed: true }), who)
    await approveAs(s.fdy, made.instanceId)
    await s.server.settle()
    expect(await s.db.query(sql`select 1 from process_cc where tenant_id = ${s.tenantId} and instance_id = ${made.instanceId} and user_id = ${office.userId}`)).toHaveLength(1)
  })
  it('20-L7 reaches back three days with a proof, or the promise of one', async () => {
    const who = await someone()
    const day = schoolDate(Date.now() - 30 * HOUR_MS)
    expect(rulesOf(await apply(s, formOf(s, day, day), who))).toEqual(['retroProof'])
    expect(rulesOf(await apply(s, formOf(s, addDays(day, -5), addDays(day, -5), { proofPromised: true }), who))).toEqual(['retro'])
    const made = await applied(s, formOf(s, day, day, { proofPromised: true }), who)
    expect(await s.row(made.id)).toMatchObject({ applyWay: 'retro', proofDueOn: addDays(day, 3) })
    await approveAs(s.fdy, made.instanceId)
    expect(await s.row(made.id)).toMatchObject({ state: 'closed', actualDays: 1 })
  })
  it('20-L8 is refused over another open leave, with its number; of two at once one is written', async () => {
    const who = await someone()
    const first = await applied(s, formOf(s, s.monday, s.monday), who)
    const second = await apply(s, formOf(s, at(s.monday, '14:00'), addDays(s.monday, 1)), who)
    expect(second.errors[0]).toMatchObject({ rule: 'leave.leave.overlap', values: { leaveNo: first.leaveNo } })
    const day = addDays(s.monday, 8)
    const race = await Promise.all([1, 2, 3].map(() => apply(s, formOf(s, day, day), who)))
    expect(race.filter(a => a.code === 200)).toHaveLength(1)
    expect(race.filter(a => a.code !== 200).every(a => a.errors[0]?.rule === 'leave.leave.overlap')).toBe(true)
  })
  it('is refused with every rule that speaks against it, and nothing is written', async () => {
    const who = await someone()
    const answer = await apply(s, formOf(s, s.monday, addDays(s.monday, 3), { guardianInformed: false, leavesCampus: true, contactPhone: null }), who)
    expect(rulesOf(answer).sort()).toEqual(['contact', 'guardian', 'where'])
    expect((await who.get<unknown[]>('leave/leave/mine')).data).toEqual([])
    expect(rulesOf(await apply(s, formOf(s, at(s.monday, '18:00'), at(s.monday, '08:00')), who))).toContain('order')
    expect(rulesOf(await apply(s, formOf(s, s.monday, s.monday, { leavesCampus: true, cantonCode: '999999' }), who))).toEqual(['cantonUnknown'])
  })
  it('is refused over the longest of its type and without its notice', async () => {
    const who = await someone()
    await s.db.update(leaveType, s.types.other as string, { maxDays: 2, advanceHours: 48 })
    expect(rulesOf(await apply(s, formOf(s, s.monday, addDays(s.monday, 2), { typeId: s.types.other as string }), who))).toEqual(['maxDays'])
    const soon = await preview(s.monday, s.monday, { typeId: s.types.other, startAt: hoursFromNow(20), endAt: hoursFromNow(30) }, who)
    expect(soon.problems[0]).toMatchObject({ rule: 'advance', msg: expect.stringMatching(/须提前 48 小时/) })
  })
  it('is nobody’s but a student’s, and not of one who is suspended', async () => {
    expect((await apply(s, formOf(s, s.monday, s.monday), s.fdy)).code).toBe(403)
    const who = await s.newStudent(s.ids.s2301)
    await s.db.query(sql`update student set status = 'suspended' where id = ${who.id}`)
    expect(rulesOf(await apply(s, formOf(s, s.monday, s.monday), who.actor))).toEqual(['studentState'])
  })
  it('comes back, is changed and goes straight to who sent it back', async () => {
    const who = await someone()
    const made = await applied(s, formOf(s, s.monday, s.monday), who)
    const taskId = await todoOf(s.fdy, made.instanceId as string)
    expect((await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '请写明去向' })).code).toBe(200)
    const [mine] = (await who.get<OutputOf<typeof leaveApplication.mine>[]>('leave/leave/mine')).data
    expect(mine).toMatchObject({ state: 'returned', can: ['edit', 'withdraw'] })
    const changed = await who.post('leave/leave/resubmit', { id: made.id, ...formOf(s, s.monday, addDays(s.monday, 1), { reason: '回贵阳办理户口迁移' }) })
    expect(changed.msg).toBe('成功')
    expect(await s.row(made.id)).toMatchObject({ state: 'pending', days: 2, reason: '回贵阳办理户口迁移' })
    expect((await approveAs(s.fdy, made.instanceId)).data.state).toBe('approved')
    expect(rulesOf(await who.post('leave/leave/resubmit', { id: made.id, ...formOf(s, s.monday, s.monday) }))).toEqual(['state'])
  })
  it('sent back, is resubmitted by the rules of today, from the page of the case as well', async () => {
    const who = await someone()
    const made = await applied(s, formOf(s, s.monday, s.monday), who)
    const taskId = await todoOf(s.fdy, made.instanceId as string)
    await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '请写明去向' })
    await shifted(s, made.id, hoursFromNow(-240), hoursFromNow(-216))
    const answer = await who.post('workflow/processInstance/resubmit', { instanceId: made.instanceId })
    expect([answer.code, answer.msg]).toEqual([422, expect.stringContaining('只能在开始后 3 天内补假')])
    expect((await s.row(made.id)).state).toBe('returned')
  })
  it('is won by one when the counsellor approves while the student withdraws', async () => {
    for (let round = 0; round < 3; round++) {
      const who = await someone()
      const made = await applied(s, formOf(s, s.monday, s.monday), who)
      const taskId = await todoOf(s.fdy, made.instanceId as string)
      const [yes, back] = await Promise.all([s.fdy.post('workflow/processTask/approve', { taskId }), who.post('leave/leave/withdraw', { id: made.id })])
      expect([yes.code, back.code].filter(code => code === 200)).toHaveLength(1)
      expect((await s.row(made.id)).state).toBe(yes.code === 200 ? 'approved' : 'withdrawn')
    }
  })
  it('keeps reason and proofs of a sensitive type from who may not read them', async () => {
    const who = await someone()
    const made = await applied(s, formOf(s, s.monday, s.monday, { typeId: s.types.sick as string, reason: '急性肠胃炎', proofPromised: true }), who)
    expect(await s.row(made.id)).toMatchObject({ reason: null, privateReason: '急性肠胃炎' })
    const read = async (actor: typeof who) =>
      JSON.stringify((await actor.get('leave/leave/list', { id: made.id })).data) + JSON.stringify((await actor.get('leave/leave/getOne', { id: made.id })).data)
    expect(await read(s.fdy)).not.toContain('肠胃炎')
    const bzr = await s.as({ roles: ['bzr'] })
    expect((await bzr.post('leave/leave/reveal', { id: made.id, fields: ['privateReason'], reason: '了解情况' })).code).not.toBe(200)
    expect(JSON.stringify((await who.get('leave/leave/mine', { id: made.id })).data)).toContain('肠胃炎')
    expect(JSON.stringify((await s.fdy.get('leave/leave/card', { id: made.id })).data)).not.toContain('肠胃炎')
  })
  it('lets a student see again the sensitive proof they brought, and nobody who may not', async () => {
    const who = await someone()
    const proof = await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '诊断书.pdf')
    const made = await applied(s, formOf(s, s.monday, s.monday, { typeId: s.types.sick as string, reason: '急性肠胃炎', proofs: [proof.data.fileId] }), who)
    expect(await s.row(made.id)).toMatchObject({ privateProofs: [proof.data.fileId] })
    const look = (actor: typeof who) => actor.get('oss/oss/endpoint/ticket', { fileId: proof.data.fileId })
    expect((await look(who)).code).toBe(200)
    expect((await look(await s.as({ roles: ['bzr'] }))).code).toBe(404)
  })
  it('is begun with what is known: kinds, contact, and my leaves', async () => {
    const form = (await s.me.get<OutputOf<typeof leaveApplication.begin>>('leave/leave/form')).data
    expect(form).toMatchObject({ contactName: '周建国', contactPhone: '13912345678', guardianDays: 3 })
    expect(form.types.map(x => x?.code).slice(0, 3)).toEqual(['sick', 'personal', 'official'])
  })
  it('says to whoever asks, staff as well, what type and school say of proof and guardians', async () => {
    await setParams(s, 'leave', { guardianDays: 5 })
    await s.db.update(leaveType, s.types.sick as string, { proofLaterDays: 6 })
    const asked = { typeId: s.types.sick, startAt: at(s.monday, '08:00'), endAt: at(addDays(s.monday, 6), '18:00') }
    const [own, staff] = [
      await s.me.get<OutputOf<typeof leaveApplication.preview>>('leave/leave/preview', asked),
      await s.fdy.get<OutputOf<typeof leaveApplication.preview>>('leave/leave/preview', { ...asked, studentId: s.studentId }),
    ]
    for (const { data } of [own, staff]) expect(data).toMatchObject({ proofLaterDays: 6, guardianDays: 5, needsGuardian: true })
    await s.db.update(leaveType, s.types.sick as string, { proofLaterDays: 3 })
    await setParams(s, 'leave', {})
  })
  it('of somebody else does not exist for a student', async () => {
    const made = await applied(s, formOf(s, addDays(s.monday, 21), addDays(s.monday, 21)))
    const other = await someone()
    for (const path of ['withdraw', 'cancel', 'comeBack', 'extend'] as const)
      expect([path, (await other.post(`leave/leave/${path}`, { id: made.id, reason: 'x', ...(path === 'extend' ? { endAt: hoursFromNow(900) } : {}) })).code].join()).toMatch(
        /404|400/,
      )
    expect((await other.get('leave/leave/card', { id: made.id })).code).toBe(404)
    expect((await other.get('leave/leave/slip', { id: made.id })).code).toBe(404)
    expect(await s.db.unscoped(leave).count({ id: made.id, state: 'pending' })).toBe(1)
  })
})
