import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { campus } from '#modules/campus/model/places.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import type { leaveApplication } from './model/application.ts'
import { leave } from './model/leave.ts'
import { leaveType } from './model/leave-type.ts'
import type { leaveStatistics, monthReport } from './model/read-actions.ts'
import type { applyTeam, checkTeam } from './model/team.ts'
import { applied, approveAs, approved, at, formOf, type LeaveSchool, leaveSchool, rulesOf, todoOf } from './testing.ts'

type Stats = OutputOf<typeof leaveStatistics>
const HEADER = ['学生', '类型', '开始', '结束', '事由']

describe('leave in the office', () => {
  let s: LeaveSchool
  let numberOf: (studentId: string) => Promise<string>
  beforeAll(async () => {
    s = await leaveSchool()
    numberOf = async id => (await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${id}`))[0]?.no ?? ''
  })
  afterAll(() => s.close())
  const someone = () => s.newStudent(s.ids.s2301, '陈思远')

  it('20-L14 asks once for a team and gives each student a leave of their own', async () => {
    const [one, two] = [await someone(), await someone()]
    const numbers = [await numberOf(one.id), await numberOf(two.id), 'X404'].join('\n')
    const found = (await s.fdy.post<OutputOf<typeof checkTeam>>('leave/leaveTeam/check', { studentNos: numbers, startAt: at(s.monday, '08:00'), endAt: at(s.monday, '18:00') }))
      .data
    expect([found.students.length, found.unknown]).toEqual([2, ['X404']])
    const body = {
      title: '省赛',
      typeId: s.types.official,
      startAt: at(s.monday, '08:00'),
      endAt: at(addDays(s.monday, 1), '18:00'),
      reason: '参加省级技能大赛',
      studentIds: [one.id, two.id],
    }
    const made = await s.fdy.post<OutputOf<typeof applyTeam>>('leave/leaveTeam/apply', body)
    expect(made.msg).toBe('成功')
    expect(await s.db.unscoped(leave).count({ studentId: [one.id, two.id] })).toBe(0)
    await approveAs(s.college, made.data.instanceId)
    expect((await approveAs(s.officer, made.data.instanceId)).data.state).toBe('approved')
    const rows = await s.db.unscoped(leave).all({ studentId: [one.id, two.id] })
    expect(rows.map(r => [r.state, r.days, r.teamId === made.data.id, r.lessonCount])).toEqual([
      ['approved', 2, true, 2],
      ['approved', 2, true, 2],
    ])
    const again = await s.fdy.post('leave/leaveTeam/apply', body)
    expect(again.errors[0]?.rule).toBe('leave.leaveTeam.overlap')
    expect((await one.actor.post('leave/leave/cancel', { id: rows.find(r => r.studentId === one.id)?.id, reason: '不去了' })).msg).toBe('成功')
  })
  it('20-L14 takes nobody from outside the organiser’s scope, and no sensitive kind', async () => {
    const other = await s.newStudent(s.ids.n2301)
    const body = { title: '省赛', typeId: s.types.official, startAt: at(s.monday, '08:00'), endAt: at(s.monday, '18:00'), reason: '比赛', studentIds: [other.id] }
    expect((await s.fdy.post('leave/leaveTeam/apply', body)).errors[0]?.rule).toBe('leave.leaveTeam.unknown')
    const one = await someone()
    expect((await s.fdy.post('leave/leaveTeam/apply', { ...body, studentIds: [one.id], typeId: s.types.sick })).errors[0]?.rule).toBe('leave.leaveTeam.sensitive')
    expect((await one.actor.post('leave/leaveTeam/apply', body)).code).toBe(403)
  })

  const check = async (rows: ReadonlyArray<ReadonlyArray<string | number | null>>, who: Actor = s.officer): Promise<Job> => {
    const answer = await upload<{ jobId: string }>(who, 'leave/leave/import', await sheet(HEADER, rows), '公假.xlsx')
    expect(answer.msg).toBe('成功')
    return settled(who, answer.data.jobId)
  }
  it('is imported: approved at once, its teachers told, the same sheet again doubles nothing', async () => {
    const { id } = await someone()
    const line = [await numberOf(id), '公假', `${s.monday} 08:00`, `${addDays(s.monday, 2)} 18:00`, '志愿服务']
    const job = await check([line])
    expect(job.errors).toEqual([])
    expect(await commit(s.officer, job)).toMatchObject({ state: 'done', toAdd: 1 })
    const row = await s.db.unscoped(leave).find({ studentId: id })
    expect(row).toMatchObject({ state: 'approved', days: 3, lessonCount: 4, contactName: '周建国', classId: s.ids.s2301 })
    expect(await check([line])).toMatchObject({ toAdd: 0, unchanged: 1 })
    await s.server.settle()
    expect(await s.db.query(sql`select 1 from message where tenant_id = ${s.tenantId} and event_code = 'leave.teacher' and biz_id = ${row?.id}`)).toHaveLength(1)
  })
  it('20-L8 refuses lines of a sheet that overlap what is there or each other, and writes nothing', async () => {
    const { id, actor } = await someone()
    await applied(s, formOf(s, s.monday, s.monday), actor)
    const no = await numberOf(id)
    const before = await s.db.unscoped(leave).count()
    const job = await check([
      [no, '公假', `${s.monday} 14:00`, `${addDays(s.monday, 1)} 18:00`, 'x'],
      [no, '公假', `${addDays(s.monday, 8)} 08:00`, `${addDays(s.monday, 9)} 18:00`, 'x'],
      [no, '公假', `${addDays(s.monday, 9)} 08:00`, `${addDays(s.monday, 10)} 18:00`, 'x'],
      [no, '公假', `${addDays(s.monday, 12)} 18:00`, `${addDays(s.monday, 12)} 08:00`, 'x'],
    ])
    const outcome = job.state === 'ready' ? await commit(s.officer, job) : job
    expect(outcome.state).toBe('invalid')
    expect(new Set(outcome.errors.map(e => e.rule.replace('leave.leave.', '')))).toEqual(new Set(['overlap', 'order']))
    expect(await s.db.unscoped(leave).count()).toBe(before)
    expect((await upload(s.fdy, 'leave/leave/import', await sheet(HEADER, []), '公假.xlsx')).code).toBe(403)
  })
  it('is listed to each within the own scope', async () => {
    const [mine, other] = [await someone(), await s.newStudent(s.ids.a2301)]
    const row = await applied(s, formOf(s, s.monday, s.monday), mine.actor)
    const far = await s.db.insert(leave, {
      leaveNo: 'QJ-far',
      studentId: other.id,
      typeId: s.types.personal as string,
      startAt: at(s.monday, '08:00'),
      endAt: at(s.monday, '18:00'),
      days: 1,
      state: 'pending',
    } as never)
    const sees = async (who: Actor): Promise<boolean[]> => {
      const list = await who.get<{ result: Array<{ id: string }> }>('leave/leave/list', { size: 200 })
      const ids = (list.data?.result ?? []).map(r => r.id)
      return [ids.includes(row.id), ids.includes(far.id)]
    }
    expect([await sees(s.officer), await sees(s.college), await sees(s.fdy), await sees(s.teacher)]).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ])
    expect((await mine.actor.get('leave/leave/list')).code).toBe(403)
    expect((await s.fdy.get('leave/leave/card', { id: far.id })).code).toBe(404)
    expect((await s.fdy.get('leave/leave/getOne', { id: far.id })).code).toBe(404)
  })
  it('is recorded by staff for a student of theirs; what was agreed by phone holds at once', async () => {
    const { id, actor } = await someone()
    const { contactName, contactPhone, ...form } = formOf(s, today(), today())
    const made = await s.fdy.post<{ id: string }>('leave/leave/applyFor', { studentId: id, ...form, contactName, contactPhone, approvedByPhone: '何院长' })
    expect(made.msg).toBe('成功')
    expect(await s.row(made.data.id)).toMatchObject({ applyWay: 'byStaff', approvedByPhone: '何院长' })
    expect(['approved', 'active', 'closed']).toContain((await s.row(made.data.id)).state)
    await s.server.settle()
    expect(await s.db.query(sql`select 1 from message where tenant_id = ${s.tenantId} and event_code = 'leave.recorded' and recipient_id = ${actor.userId}`)).toHaveLength(1)
    const other = await s.newStudent(s.ids.n2301)
    expect(rulesOf(await s.fdy.post('leave/leave/applyFor', { studentId: other.id, ...form, contactName, contactPhone }))).toEqual(['studentUnknown'])
  })
  it('shows its approvers a card with time, lessons, totals and earlier leaves, also those outside the class', async () => {
    const { actor } = await someone()
    await approved(s, formOf(s, addDays(s.monday, -7), addDays(s.monday, -7)), actor)
    const made = await applied(s, formOf(s, s.monday, addDays(s.monday, 4), { leavesCampus: true, leavesCity: true, cantonCode: '110101' }), actor)
    const card = (await s.fdy.get<OutputOf<typeof leaveApplication.card>>('leave/leave/card', { id: made.id })).data
    expect(card).toMatchObject({ days: 5, termTotal: 6, termCount: 2, leavesCity: true, contactPhone: '139****5678' })
    expect(card.placeName).toMatch(/北京/)
    expect(card.strip.find(d => d?.date === s.monday)?.lessons).toEqual([{ sectionFrom: 1, sectionTo: 2, courseName: '数据库应用', isMissed: true }])
    expect(card.earlier.map(e => e?.days)).toEqual([1])
    expect((await s.teacher.get('leave/leave/card', { id: made.id })).code).toBe(404)
    const friend = await s.as({ roles: ['teacher'], nickName: '代办老师' })
    expect((await friend.get('leave/leave/card', { id: made.id })).code).toBe(404)
    await s.fdy.post('workflow/processTask/transfer', { taskId: await todoOf(s.fdy, made.instanceId as string), userId: friend.userId })
    expect((await friend.get('leave/leave/card', { id: made.id })).code).toBe(200)
  })
  it('counts days, people, kinds and days out within the scope, and repeated short sick leaves for the counsellor only', async () => {
    const { id } = await someone()
    for (let n = 0; n < 3; n++) {
      const day = addDays(today(), -20 + n * 5)
      await s.db.insert(leave, {
        leaveNo: `QJ-sick-${n}`,
        studentId: id,
        departmentId: s.ids.info,
        classId: s.ids.s2301,
        typeId: s.types.sick as string,
        startAt: at(day, '08:00'),
        endAt: at(day, '18:00'),
        days: 1,
        actualDays: 1,
        state: 'closed',
        backAt: at(day, '18:00'),
      } as never)
    }
    const span = { from: addDays(today(), -30), to: addDays(today(), -1) }
    const of = async (who: Actor) => (await who.get<Stats>('leave/leave/statistics', span)).data
    const mine = await of(s.fdy)
    expect(mine).toMatchObject({ leaves: 3, students: 1, days: 3, overdue: 0 })
    expect(mine.byType.map(b => [b?.label, b?.days])).toEqual([['病假', 3]])
    expect(mine.byDay.find(d => d?.date === addDays(today(), -20))?.out).toBe(1)
    expect(mine.shortSick).toMatchObject([{ studentId: id, leaves: 3 }])
    expect((await of(s.officer)).shortSick).toEqual([])
    expect((await of(s.teacher)).leaves).toBe(0)
    // three hours overdue: late with a limit of two hours, not with four
    await s.db.query(sql`update leave set back_at = end_at + interval '3 hours' where tenant_id = ${s.tenantId} and student_id = ${id}`)
    const lates = async (remindStudentHours: number) => {
      await setParams(s, 'leave', { remindStudentHours })
      return (await of(s.fdy)).overdue
    }
    expect([await lates(4), await lates(2)]).toEqual([0, 3])
    const beyond = await s.officer.get<Stats>('leave/leave/statistics', { from: '2040-01-02', to: '2040-01-08' })
    expect(beyond.data.byDay.map(d => d.isFree)).toEqual([false, false, false, false, false, true, true])
    expect(rulesOf(await s.fdy.get('leave/leave/statistics', { from: '2020-01-01', to: '2026-01-01' }))).toEqual(['span'])
    const month = (await s.fdy.get<OutputOf<typeof monthReport>>('leave/leave/monthSheet', { classId: s.ids.s2301, month: addDays(today(), -20).slice(0, 7) })).data
    expect(month.students.find(x => x?.marks?.[addDays(today(), -20)])?.marks?.[addDays(today(), -20)]).toBe('病')
    expect((await s.fdy.get('leave/leave/monthSheet', { classId: s.ids.a2301, month: '2026-09' })).code).not.toBe(200)
  })
  it('has kinds whose rules make sense and that stay once they are used', async () => {
    const types = await s.db.unscoped(leaveType).all()
    const sick = types.find(x => x.code === 'sick')
    const change = (id: string | undefined, version: number | undefined, patch: object) => s.officer.post('leave/leaveType/update', { id, version, ...patch })
    expect((await change(sick?.id, sick?.version, { levelRules: { fdy: 9, college: 3 } })).errors[0]?.rule).toBe('leave.leaveType.levels')
    expect((await change(sick?.id, sick?.version, { maxDays: 5, maxPerTerm: 3 })).errors[0]?.rule).toBe('leave.leaveType.termShort')
    expect((await change(sick?.id, sick?.version, { sensitive: false })).errors[0]?.rule).toBe('leave.leaveType.sensitiveUsed')
    const removed = await s.officer.post<{ failed: Array<{ msg: string }> }>('leave/leaveType/remove', { ids: [sick?.id] })
    expect(removed.data.failed[0]?.msg).toMatch(/已有 \d+ 份请假，不能删除/)
    const personal = types.find(x => x.code === 'personal')
    expect((await change(personal?.id, personal?.version, { isEnabled: false })).errors[0]?.rule).toBe('leave.leaveType.personalKept')
    expect((await s.fdy.post('leave/leaveType/add', { code: 'x', name: 'x' })).code).toBe(403)
  })
  it('is searched by the student’s name and number, too', async () => {
    const who = await s.newStudent(s.ids.s2301, '欧阳若兮')
    const made = await applied(s, formOf(s, s.monday, s.monday), who.actor)
    const found = async (keyword: string) => (await s.fdy.get<{ result: Array<{ id: string }> }>('leave/leave/list', { keyword })).data.result.map(r => r.id)
    expect(await found('欧阳若')).toEqual([made.id])
    expect(await found(made.leaveNo ?? '')).toEqual([made.id])
    expect(await found('没有这个人')).toEqual([])
  })
  it('knows who leaves the city by where they go, whatever the form says', async () => {
    for (const { id } of await s.db.unscoped(campus).all()) await s.db.update(campus, id, { cantonCode: '110101' })
    const goes = async (cantonCode: string) => {
      const who = await s.newStudent(s.ids.s2301, '周行')
      const made = await applied(s, formOf(s, s.monday, s.monday, { leavesCampus: true, leavesCity: false, cantonCode, address: '朝阳路 1 号' }), who.actor)
      return (await s.row(made.id)).leavesCity
    }
    expect([await goes('420106'), await goes('110105')]).toEqual([true, false])
  })
})
