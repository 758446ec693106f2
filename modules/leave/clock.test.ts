import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { leave } from './model/leave.ts'
import { escalateOverdue, missProofs, remindDue } from './server/jobs.ts'
import { applied, approveAs, approved, formOf, goneFor, hoursFromNow, type LeaveSchool, leaveSchool, rulesOf, told } from './testing.ts'

let s: LeaveSchool
beforeAll(async () => {
  s = await leaveSchool()
})
afterAll(() => s.close())
const someone = () => s.newStudent(s.ids.s2301, '陈思远')

describe('a leave that nobody tends', () => {
  it('20-L11 is chased when nobody comes back: student, counsellor, college, each once', async () => {
    const { row, actor } = await goneFor(s, -48, -3)
    await escalateOverdue(s.db)
    expect(await s.row(row.id)).toMatchObject({ state: 'overdue' })
    expect(await told(s, 'overdue', row.id)).toEqual([actor.userId])
    await escalateOverdue(s.db, Date.now() + 10 * HOUR_MS)
    await escalateOverdue(s.db, Date.now() + 10 * HOUR_MS)
    expect(await told(s, 'overdue', row.id)).toEqual([actor.userId, s.fdy.userId])
    await escalateOverdue(s.db, Date.now() + 22 * HOUR_MS)
    expect(await told(s, 'overdue', row.id)).toContain(s.college.userId)
  })
  it('20-L11 is told at its hours, and raised at every mark of the school', async () => {
    const { row } = await goneFor(s, -48, -1)
    const toldAfter = async (hours: number) => {
      await escalateOverdue(s.db, Date.parse(row.endAt) + hours * HOUR_MS)
      const { overdueTold, overdueMarks } = await s.row(row.id)
      return [overdueTold, overdueMarks]
    }
    const told = [1, 2, 12, 23.9, 24].map(hours => () => toldAfter(hours))
    const raised = [2, 3, 9, 14, 40].map(days => () => toldAfter(days * 24))
    const seen: unknown[] = []
    for (const look of [...told, ...raised]) seen.push(await look())
    expect(seen).toEqual([
      [null, null],
      ['student', null],
      ['fdy', null],
      ['fdy', null],
      ['college', null],
      ['college', null],
      ['college', 1],
      ['college', 2],
      ['college', 4],
      ['college', 4],
    ])
  })
  it('20-L11 is told to the counsellor where the student’s own account is past its last day', async () => {
    const { row, actor } = await goneFor(s, -48, -13)
    await s.db.query(sql`update sys_user set valid_until = current_date - 1 where tenant_id = ${s.tenantId} and id = ${actor.userId}`)
    await escalateOverdue(s.db)
    await s.server.settle()
    const [{ to } = { to: [] }] = await s.db.query<{ to: string[] }>(
      sql`select array_agg(distinct t) as to from outbox o, jsonb_array_elements_text(o.payload -> 'to') t where o.tenant_id = ${s.tenantId} and o.payload ->> 'event' = 'leave.overdue' and o.payload ->> 'bizId' = ${row.id}`,
    )
    expect(to).toEqual([s.fdy.userId])
  })
  it('20-L11 counts the late beside those who are away on the desktop, in the reader’s language', async () => {
    await goneFor(s, -48, -3)
    await escalateOverdue(s.db)
    const noteIn = async (lang: string) =>
      (await s.officer.get<Array<{ code: string; note: string | null }>>('base/desktopLayout/figures', {}, { 'accept-language': lang })).data.find(f => f.code === 'leave.away')
        ?.note
    const [zh, en] = [await noteIn('zh-CN'), await noteIn('en')]
    expect(zh).toMatch(/^逾期 \d+ 人$/)
    expect(en).toBe(`${zh?.replace(/\D/g, '')} overdue`)
  })
  it('20-L11 says the late in the first sentence of whoever may see them', async () => {
    await goneFor(s, -48, -3)
    await escalateOverdue(s.db)
    const sentence = async (actor: Actor, lang: string) =>
      (await actor.get<Array<{ code: string; text: string; link: string }>>('base/desktopLayout/situation', {}, { 'accept-language': lang })).data.find(
        c => c.code === 'leave.overdue',
      )
    const late = (await s.fdy.get<{ page: { total: number } }>('leave/leave/list', { state: 'overdue' })).data.page.total
    expect(await sentence(s.fdy, 'zh-CN')).toEqual({ code: 'leave.overdue', text: `${late} 人请假逾期未归`, link: '/leave/returns' })
    expect((await sentence(s.fdy, 'en'))?.text).toBe(`${late} ${late === 1 ? 'student' : 'students'} overdue from leave`)
    expect(await sentence(s.teacher, 'zh-CN')).toBeUndefined()
  })
  it('20-L11 calls nobody late who comes back in the same moment', async () => {
    const { row } = await goneFor(s, -48, -3)
    await s.db.tx(async back => {
      await back.update(leave, row.id, { state: 'closed', backAt: hoursFromNow(0) })
      expect(await s.db.tx(clock => escalateOverdue(clock))).toBe(0)
    })
    expect(await s.row(row.id)).toMatchObject({ state: 'closed' })
  })
  it('20-L11 raises cases after three, seven, ten and fourteen days, the last with the article', async () => {
    const { row } = await goneFor(s, -48, -3)
    const cases = async (days: number) => {
      await escalateOverdue(s.db, Date.now() + days * 24 * HOUR_MS)
      return (
        await s.db.query<{ userId: string; node: string; summary: string }>(
          sql`select user_id as "userId", node, summary from todo where tenant_id = ${s.tenantId} and biz_type = 'leave' and kind = 'task' and biz_id = ${row.id} and state = 'open' order by arrived_at, node`,
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
    const { row, actor } = await goneFor(s, -24, 2)
    await remindDue(s.db)
    await remindDue(s.db)
    expect(await told(s, 'returnDue', row.id)).toEqual([actor.userId])
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
      sql`select user_id as "userId" from todo where tenant_id = ${s.tenantId} and biz_type = 'leave' and node = 'proof' and biz_id = ${made.id}`,
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
    for (const row of rows) expect((await told(s, 'proofDue', row.id)).length).toBe(1)
    expect(await missProofs(s.db)).toBe(0)
  })
})
