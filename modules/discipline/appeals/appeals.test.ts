import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { askedOn, termAround } from '#testing/questions.ts'
import type { Actor } from '#testing/school.ts'
import type { Level } from '../cases/model/levels.ts'
import { daysAfter, workdaysAfter } from '../cases/server/api.ts'
import { followServed } from '../force/server/enter-force.ts'
import { type DisciplineSchool, disciplineSchool, must, type Pupil, proofOf, rulesOf } from '../testing.ts'
import { appeal } from './model/appeal.ts'
import { isInTime } from './server/appeals.ts'

let s: DisciplineSchool
let members: Actor[]
beforeAll(async () => {
  s = await disciplineSchool()
  const teachers = [await s.as({ roles: ['teacher'], nickName: '高老师' }), await s.as({ roles: ['teacher'], nickName: '吴老师' })]
  const lawyer = await s.as({ roles: ['teacher'], nickName: '法律顾问' })
  await setParams(s, 'workflow', { 'position.leader': s.leader.userId, 'position.legalOffice': `${s.legal.userId}，${lawyer.userId}` })
  members = [...teachers, (await s.pupil('学生代表')).actor, lawyer]
})
afterAll(() => s.close())
const A = 'discipline/appeal'
const submit = async (who: Pupil, punishmentId: string) =>
  who.actor.post<{ id: string }>(`${A}/submit`, { punishmentId, grounds: '<p>事实有误</p>', files: await proofOf(who.actor) })
async function appealed(level: Level): Promise<{ who: Pupil; punishmentId: string; id: string }> {
  const who = await s.pupil()
  const punishmentId = await s.served(who, level)
  return { who, punishmentId, id: (await must(submit(who, punishmentId))).id }
}
const accept = (id: string, ids = members.map(m => m.userId), more: object = {}) => s.officer.post(`${A}/accept`, { id, members: ids, ...more })
const conclude = (id: string, conclusion: string, voters = members) =>
  s.officer.post<{ resultNo: string }>(`${A}/conclude`, { id, conclusion, opinion: '经复查', [conclusion]: voters.map(v => v.userId) })
const row = (id: string) => s.db.unscoped(appeal).one(id)

describe('time', () => {
  it('50-PN9 an appeal at 23:59:59 of the last day is in time, at 00:00:00 it is late; the refusal names both times', async () => {
    expect([isInTime(new Date('2026-03-10T23:59:59+08:00'), '2026-03-10'), isInTime(new Date('2026-03-11T00:00:00+08:00'), '2026-03-10')]).toEqual([true, false])
    const who = await s.pupil()
    const id = await s.served(who, 'warning')
    await s.db.query(sql`update punishment set appeal_due_on = ${addDays(today(), -1)}::date where id = ${id}`)
    const late = await submit(who, id)
    expect([rulesOf(late), late.errors[0]?.values?.due]).toEqual([['late'], addDays(today(), -1)])
    await s.db.query(sql`update punishment set appeal_due_on = ${today()}::date where id = ${id}`)
    const raced = await Promise.all([submit(who, id), submit(who, id)])
    expect(raced.map(a => a.code).sort()).toEqual([200, 422])
  })
  it('50-PN9 one that was submitted in time and is incomplete is corrected, never late', async () => {
    const { who, id, punishmentId } = await appealed('warning')
    await must(s.officer.post(`${A}/askCorrection`, { id, missing: '申请人签名' }))
    expect(await row(id)).toMatchObject({ state: 'correcting', correctDueOn: await workdaysAfter(s.db, today(), 5) })
    await s.db.query(sql`update punishment set appeal_due_on = ${addDays(today(), -1)}::date where id = ${punishmentId}`)
    // what an action is sent is sanitised like what a record is written with
    await must(who.actor.post(`${A}/correct`, { id, grounds: '<p>已签名</p><img src="x" onerror="alert(1)"><script>alert(2)</script><form><input></form>' }))
    expect((await row(id)).state).toBe('submitted')
    expect((await row(id)).grounds).toBe('<p>已签名</p><img src="x" />')
  })
  it('the review takes fifteen days, extended once by the leader, before the first deadline only', async () => {
    const { id } = await appealed('warning')
    await must(accept(id))
    const due = await daysAfter(s.db, today(), 15, true)
    expect((await row(id)).dueOn).toBe(due)
    const extend = (by: Actor) => s.officer.post(`${A}/extend`, { id, approvedBy: by.userId })
    expect(rulesOf(await extend(s.officer))).toEqual(['approver'])
    await must(extend(s.leader))
    expect((await row(id)).dueOn).toBe(await daysAfter(s.db, due, 15, true))
    expect(rulesOf(await extend(s.leader))).toEqual(['extended'])
    const other = await appealed('warning')
    await must(accept(other.id))
    await s.db.query(sql`update appeal set due_on = ${addDays(today(), -1)}::date where id = ${other.id}`)
    expect(rulesOf(await s.officer.post(`${A}/extend`, { id: other.id, approvedBy: s.leader.userId }))).toEqual(['extendLate'])
  })
})
describe('committee', () => {
  it('50-PN10 nobody sits who reported, investigated, decided or looks after the student; teachers, students and a legal officer belong to it', async () => {
    const { id, who, punishmentId } = await appealed('warning')
    const [one, two, pupil, legal] = members.map(m => m.userId) as [string, string, string, string]
    const why = async (ids: string[]) => {
      const refused = await accept(id, ids)
      return [rulesOf(refused)[0], (refused.errors[0]?.values?.why as { text: string } | undefined)?.text ?? (refused.errors[0]?.values?.who as { text: string } | undefined)?.text]
    }
    expect(await why([one, pupil, legal, s.officer.userId])).toEqual(['conflict', '是本案的登记人'])
    expect(await why([one, pupil, legal, s.college.userId])).toEqual(['conflict', '是本案的调查人'])
    expect(await why([one, pupil, legal, s.leader.userId])).toEqual(['conflict', '参与了本案的决定'])
    expect(await why([one, two, legal, who.actor.userId])).toEqual(['conflict', '是申诉人'])
    // the college that looks after the student, even where it neither investigated nor decided
    const { caseId } = await s.punishment(punishmentId)
    await s.db.query(sql`update discipline_case set investigators = '[]' where id = ${caseId}`)
    await s.db.query(sql`update punishment set decided_by = '[]' where id = ${punishmentId}`)
    expect(await why([one, pupil, legal, s.college.userId])).toEqual(['conflict', '负责该学生的教育管理'])
    expect(await why([one, two, legal])).toEqual(['lacks', '学生代表'])
    expect(await why([one, two, pupil])).toEqual(['lacks', '法律事务人员'])
    expect((await accept(id)).code).toBe(200)
  })
  it('50-PN10 a quorum of two thirds votes, each once, and more than half carry the conclusion', async () => {
    const { id } = await appealed('warning')
    await must(accept(id))
    expect(rulesOf(await conclude(id, 'uphold', members.slice(0, 2)))).toEqual(['quorum'])
    expect(rulesOf(await conclude(id, 'uphold', [...members.slice(0, 3), s.fdy]))).toEqual(['stranger'])
    const split = { id, conclusion: 'uphold', opinion: '经复查', uphold: members.slice(0, 2).map(m => m.userId), suggestChange: members.slice(2).map(m => m.userId) }
    expect(rulesOf(await s.officer.post(`${A}/conclude`, split))).toEqual(['majority'])
    expect((await must(conclude(id, 'uphold'))).resultNo).toMatch(/^校申复〔\d{4}〕\d+号$/)
  })
})
describe('what follows', () => {
  /** Punishments that stand as evidence about a student. */
  const evidenceOf = async ({ id }: Pupil): Promise<string[]> => {
    const rows = await s.db.query<{ of: string }>(sql`select e.source_id as of from evidence e where e.student_id = ${id} and e.reverses_id is null
      and not exists (select from evidence r where r.reverses_id = e.id)`)
    return rows.map(r => r.of)
  }
  it('50-PN17 a revoked punishment ends, its evidence is reversed, and its number stays and is not given again', async () => {
    const { id, punishmentId, who } = await appealed('demerit')
    await s.server.settle()
    const { documentNo } = await s.punishment(punishmentId)
    await must(accept(id))
    await must(conclude(id, 'suggestRevoke'))
    await must(s.officer.post(`${A}/revoke`, { id, reason: '事实不清' }))
    await s.server.settle()
    expect(await s.punishment(punishmentId)).toMatchObject({ state: 'revoked', documentNo })
    expect(await evidenceOf(who)).toEqual([])
    expect(rulesOf(await s.officer.post(`${A}/revoke`, { id, reason: '再次' }))).toEqual(['noSuggestion'])
    const next = await s.punishment(await s.decided(await s.pupil(), 'warning'))
    expect(next.documentNo).not.toBe(documentNo)
  })
  it('50-PN10 and 50-PN17 a changed punishment is a new version with a number of its own, linked to the old one, and never heavier; its evidence takes the place of the old', async () => {
    const { id, punishmentId, who } = await appealed('demerit')
    await must(accept(id))
    await must(conclude(id, 'suggestChange'))
    const change = (level: string) => s.officer.post<{ documentNo: string }>(`${A}/change`, { id, level, reason: '量纪偏重' })
    expect(rulesOf(await change('probation'))).toEqual(['heavier'])
    expect(rulesOf(await change('demerit'))).toEqual(['same'])
    await s.server.settle()
    expect(await evidenceOf(who)).toEqual([punishmentId])
    const { documentNo } = await must(change('warning'))
    await s.server.settle()
    expect(await evidenceOf(who)).toEqual([])
    expect((await s.punishment(punishmentId)).state).toBe('changed')
    const [next] = await s.db.query<{ id: string; level: string }>(
      sql`select id, decided_level as level from punishment where replaces_id = ${punishmentId} and document_no = ${documentNo}`,
    )
    expect(next?.level).toBe('warning')
    await must(s.deliver(s.officer, next?.id ?? '', 'decision'))
    await s.server.settle()
    expect(await s.punishment(next?.id ?? '')).toMatchObject({ state: 'inForce', periodMonths: 6 })
    expect(await evidenceOf(who)).toEqual([next?.id])
  })
  it('60-ST1 decisions count as on that day, a changed one once and among those that appeals changed', async () => {
    await termAround(s)
    const figures = async () => (await askedOn(s, 'discipline.decisions', [addDays(today(), -1), today()])).map(f => [f.decided, f.alteredOf, f.altered])
    const [, [decided, concluded, altered] = []] = await figures()
    const { id } = await appealed('demerit')
    await must(accept(id))
    await must(conclude(id, 'suggestChange'))
    await must(s.officer.post(`${A}/change`, { id, level: 'warning', reason: '量纪偏重' }))
    expect(await figures()).toEqual([
      [0, 0, 0],
      [Number(decided) + 1, Number(concluded) + 1, Number(altered) + 1],
    ])
  })
  it('50-PN11 an open appeal holds the execution of an expulsion; upheld, it is executed at once', async () => {
    const { id, punishmentId } = await appealed('expulsion')
    const later = addDays(today(), 90)
    await s.db.tx(db => followServed(db, later))
    expect((await s.punishment(punishmentId)).state).toBe('served')
    await must(accept(id, undefined, { suspendAdvice: true }))
    expect((await s.punishment(punishmentId)).isExecutionSuspended).toBe(true)
    await must(conclude(id, 'uphold'))
    expect((await s.punishment(punishmentId)).state).toBe('executed')
    // a suggestion that nobody has followed yet holds it, too
    const other = await appealed('expulsion')
    await must(accept(other.id))
    await must(conclude(other.id, 'suggestRevoke'))
    await s.db.tx(db => followServed(db, later))
    expect((await s.punishment(other.punishmentId)).state).toBe('served')
  })
  it('50-PN11 advice to wait ends with the appeal: withdrawn, an expulsion is executed after its window', async () => {
    const { id, who, punishmentId } = await appealed('expulsion')
    await must(accept(id, undefined, { suspendAdvice: true }))
    await must(who.actor.post(`${A}/withdraw`, { id }))
    await s.db.tx(db => followServed(db, addDays(today(), 90)))
    expect(await s.punishment(punishmentId)).toMatchObject({ state: 'executed', isExecutionSuspended: false })
  })
  it('the result is served, and the time to appeal to the province counts from the next day', async () => {
    const { id, punishmentId } = await appealed('warning')
    expect(rulesOf(await s.deliver(s.officer, punishmentId, 'appealResult'))).toEqual(['noDecision'])
    await must(accept(id))
    await must(conclude(id, 'uphold'))
    const asked = async (): Promise<Array<{ state: string }>> => s.db.query(sql`select state from todo where biz_id = ${id} and node = 'serve' and user_id = ${s.officer.userId}`)
    expect(await asked()).toEqual([{ state: 'open' }])
    await must(s.deliver(s.officer, punishmentId, 'appealResult'))
    expect(await asked()).toEqual([{ state: 'done' }])
    expect(await row(id)).toMatchObject({ state: 'served', provinceDueOn: await daysAfter(s.db, today(), 15, true) })
  })
})
