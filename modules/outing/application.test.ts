import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { todoOf } from '#modules/leave/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { reject } from '#modules/workflow/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import type { outingApplication } from './model/application.ts'
import { goingOut } from './model/going-out.ts'
import { approveAs, at, formOf, type OutingSchool, outingSchool, register, ruleOf } from './testing.ts'

type Preview = OutputOf<typeof outingApplication.preview>
type Card = OutputOf<typeof outingApplication.card>
let s: OutingSchool
beforeAll(async () => {
  s = await outingSchool()
  await setParams(s, 'outing', { mode: 'approve' })
})
afterAll(() => s.close())
const someone = async () => (await s.newStudent(s.ids.s2301, '陈思远')).actor

describe('a trip that is approved', () => {
  expectApplication({ of: goingOut, path: 'outing/goingOut', taken: ['overlap'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [await someone(), await someone()],
    form: () => formOf(s),
    approvers: [s.fdy],
  }))
  it('20-G1 shows before submitting how long it is, what speaks against it and who decides', async () => {
    const who = await someone()
    const preview = async (outPlanned: string, backPlanned: string, by: Actor = who, more = {}) =>
      (await by.get<Preview>('outing/goingOut/preview', { outPlanned, backPlanned, cantonCode: '110101', ...more })).data
    const { outPlanned, backPlanned } = formOf(s)
    expect(await preview(outPlanned, backPlanned)).toMatchObject({ hours: 7, asksSafe: false, problems: [], steps: [{ name: '辅导员' }] })
    const missing = await preview(at(s.monday, '08:30'), at(s.monday, '11:00'))
    expect(missing.problems).toMatchObject([{ rule: 'lesson', msg: expect.stringContaining('数据库应用') }])
    // for the counsellor of the student, and for nobody else's
    const studentId = (await register(s, {}, who)).data.id && (await s.db.unscoped(goingOut).all({ createdBy: who.userId }))[0]?.studentId
    expect((await preview(outPlanned, backPlanned, s.fdy, { studentId })).problems.map(p => p.rule)).toEqual(['overlap'])
    expect((await s.teacher.get('outing/goingOut/preview', { outPlanned, backPlanned, cantonCode: '110101', studentId })).code).not.toBe(200)
  })
  it('shows its counsellor the trip, its companions and earlier trips, and nobody else', async () => {
    const [who, other] = [await someone(), await s.newStudent(s.ids.s2301, '李娜')]
    const [row] = await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${other.id}`)
    const { data } = await register(s, { members: [row?.no ?? ''] }, who)
    const card = (by: Actor) => by.get<Card>('outing/goingOut/card', { id: data.id })
    expect((await card(s.fdy)).data).toMatchObject({ place: '王府井', hours: 7, members: [row?.no], earlier: [], wasLate: false })
    expect((await card(s.teacher)).code).toBe(404)
  })
  it('lists its counsellor the trips before it, not itself and not later ones', async () => {
    const who = await someone()
    const on = (days: number) => ({ outPlanned: at(addDays(s.saturday, days), '13:00'), backPlanned: at(addDays(s.saturday, days), '20:00') })
    const [before, asked, after] = [(await register(s, on(0), who)).data.id, (await register(s, on(1), who)).data.id, (await register(s, on(2), who)).data.id]
    await s.db.update(goingOut, before, { state: 'back' })
    for (const id of [asked, after]) await s.db.update(goingOut, id, { state: 'overdue', lateTold: 'fdy' })
    const card = async (id: string) => (await s.fdy.get<Card>('outing/goingOut/card', { id })).data
    expect(await card(asked)).toMatchObject({ earlier: [{ id: before }], wasLate: false })
    expect(await card(after)).toMatchObject({ earlier: [{ id: asked }, { id: before }], wasLate: true })
  })
  it.each(['reject', 'cancel'])('20-G5 asks nobody to come along any more after the leader’s application ended: %s', async how => {
    const [who, other] = [await someone(), await s.newStudent(s.ids.s2301, '李娜')]
    const [row] = await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${other.id}`)
    const { data } = await register(s, { members: [row?.no ?? ''] }, who)
    const invited = async () => {
      const [trip] = await s.db.unscoped(goingOut).all({ groupId: data.id })
      const todos = await s.db.query<{ state: string }>(sql`select state from todo where tenant_id = ${s.tenantId} and biz_type = 'goingOut' and biz_id = ${trip?.id}`)
      return [trip?.state, ...todos.map(t => t.state)]
    }
    expect(await invited()).toEqual(['registered', 'open'])
    if (how === 'reject') expect((await reject(s.fdy, (await todoOf(s.fdy, data.instanceId ?? '')) ?? '')).code).toBe(200)
    else {
      await approveAs(s.fdy, data.instanceId)
      expect((await who.post('outing/goingOut/cancel', { id: data.id })).code).toBe(200)
    }
    expect((await s.trip(data.id)).state).toBe(how === 'reject' ? 'rejected' : 'cancelled')
    expect(await invited()).toEqual(['cancelled', 'cancelled'])
  })
  it('20-G5 asks its members anew where the leader hands it in again for another time, and leaves them alone where not', async () => {
    const [who, quick, slow] = [await someone(), await s.newStudent(s.ids.s2301, '李娜'), await s.newStudent(s.ids.s2301, '赵强')]
    const members = (await s.db.query<{ no: string }>(sql`select student_no as no from student where id = any(${[quick.id, slow.id]}::uuid[])`)).map(r => r.no)
    const { data } = await register(s, { members }, who)
    const tripOf = async (studentId: string) => (await s.db.unscoped(goingOut).all({ groupId: data.id, studentId }, { sort: ['createdAt'] })).at(-1)
    const confirm = async (member: typeof quick) => expect((await member.actor.post('outing/goingOut/confirm', { id: (await tripOf(member.id))?.id })).code).toBe(200)
    const handInAgain = async (form: ReturnType<typeof formOf>) => {
      const taskId = await todoOf(s.fdy, data.instanceId ?? '')
      expect((await s.fdy.post('workflow/processTask/return', { taskId, to: 'applicant', opinion: '请改时间' })).code).toBe(200)
      expect((await who.post('outing/goingOut/resubmit', { id: data.id, ...form })).code).toBe(200)
    }
    await confirm(quick)
    await handInAgain(formOf(s, { companions: '李娜、赵强' }))
    expect((await tripOf(quick.id))?.state).toBe('pending')
    const later = at(addDays(s.saturday, 1), '09:00')
    await handInAgain(formOf(s, { outPlanned: later, backPlanned: at(addDays(s.saturday, 1), '17:00') }))
    for (const member of [quick, slow]) {
      const trip = await tripOf(member.id)
      expect([Date.parse(trip?.outPlanned ?? ''), trip?.state, trip?.confirmedAt]).toEqual([Date.parse(later), 'registered', null])
      const open = await s.db.query(sql`select t.title, t.due_at from todo t join going_out g on g.id::text = t.biz_id and g.group_id = ${data.id}::uuid
        where t.tenant_id = ${s.tenantId} and t.user_id = ${member.actor.userId} and t.biz_type = 'goingOut' and t.state = 'open'`)
      expect(open).toHaveLength(1)
    }
    expect(
      (await s.db.query(sql`select 1 from process_instance i join going_out g on g.id::text = i.biz_id and g.group_id = ${data.id}::uuid where i.state = 'pending'`)).length,
    ).toBe(0)
    await confirm(slow)
    expect((await tripOf(slow.id))?.state).toBe('pending')
  })
  it('that was approved is cancelled as a case, too, and with it who was to come along', async () => {
    const who = await someone()
    const { data } = await register(s, {}, who)
    await approveAs(s.fdy, data.instanceId)
    expect((await s.trip(data.id)).state).toBe('registered')
    expect((await who.post('outing/goingOut/cancel', { id: data.id })).code).toBe(200)
    expect((await s.trip(data.id)).state).toBe('cancelled')
    expect(await s.db.query(sql`select state from process_instance where id = ${data.instanceId}`)).toEqual([{ state: 'cancelled' }])
  })
})

describe('a trip in the office', () => {
  it('is registered for a student of one’s own, who hears of it; not for others', async () => {
    const told = captureNotifications(s.server)
    const who = await s.newStudent(s.ids.s2301, '陈思远')
    await setParams(s, 'outing', { mode: 'register' })
    const applyFor = (by: Actor) => by.post<{ id: string; state: string }>('outing/goingOut/applyFor', { studentId: who.id, ...formOf(s) })
    expect(ruleOf(await applyFor(s.teacher))).not.toBe(undefined)
    const made = await applyFor(s.fdy)
    expect([made.code, made.data.state]).toEqual([200, 'registered'])
    expect((await told('outing.recorded')).filter(h => h.bizId === made.data.id).map(h => h.to)).toEqual([[who.actor.userId]])
    expect((await who.actor.get<Array<{ id: string; can: string[] }>>('outing/goingOut/mine')).data).toMatchObject([{ id: made.data.id, can: ['cancel', 'leave', 'back'] }])
    await setParams(s, 'outing', { mode: 'approve' })
  })
  it('of earlier years is imported as it was, without a word; what is not over or overlaps is refused', async () => {
    const who = await s.newStudent(s.ids.s2301, '陈思远')
    const [row] = await s.db.query<{ no: string }>(sql`select student_no as no from student where id = ${who.id}`)
    const line = (day: string, from: string, to: string) => [row?.no, '购物办事', '110101', '王府井', `${day} ${from}`, `${day} ${to}`, '13812342071']
    const header = ['学生', '目的', '去往', '地点', '计划外出', '计划返校', '外出期间电话']
    const check = async (rows: unknown[][]): Promise<Job> => {
      const sent = await upload<{ jobId: string }>(s.officer, 'outing/goingOut/import', await sheet(header, rows as never), '外出.xlsx')
      expect(sent.msg).toBe('成功')
      return settled(s.officer, sent.data.jobId)
    }
    const old = '2024-05-04'
    const good = await check([line(old, '10:00', '18:00')])
    expect(good.errors).toEqual([])
    expect(await commit(s.officer, good)).toMatchObject({ state: 'done', toAdd: 1 })
    expect(await s.db.unscoped(goingOut).all({ studentId: who.id })).toMatchObject([{ state: 'back', backWay: 'staff', classId: s.ids.s2301, place: '王府井' }])
    expect(await check([line(old, '10:00', '18:00')])).toMatchObject({ toAdd: 0, unchanged: 1 })
    const bad = await check([line(old, '17:00', '20:00'), line(addDays(s.monday, 400), '10:00', '18:00'), line('2024-05-05', '12:00', '10:00')])
    expect(bad.errors.map(e => e.rule.split('.').at(-1)).sort()).toEqual(['notOver', 'order', 'overlap'])
  })
})
