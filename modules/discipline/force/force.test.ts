import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { factsOfStudents, oneStudent } from '#modules/workflow/server/api.ts'
import { barOf } from '#modules/workStudy/posts/server/bars.ts'
import { today } from '#server/base/today.ts'
import { auditItems } from '#server/extensions/graduation-items.ts'
import { punishment } from '../cases/model/punishment.ts'
import { type DisciplineSchool, disciplineSchool, must, type Pupil } from '../testing.ts'
import { barredFrom } from './server/effects.ts'
import { followServed } from './server/enter-force.ts'

let s: DisciplineSchool
beforeAll(async () => {
  s = await disciplineSchool()
})
afterAll(() => s.close())
const FACTS = ['discipline.inForce', 'discipline.barsAwards', 'discipline.barsOffices', 'discipline.barsTransfers']
const factsOf = async ({ id }: Pupil) => (await factsOfStudents(s.db, oneStudent(id), FACTS, today()))(id)
const graduates = async ({ id }: Pupil): Promise<boolean> => {
  const [item] = s.db.registered(auditItems).filter(i => i.code === 'discipline')
  const found = await s.db.query<{ id: string }>((await item?.judge(s.db, sql`select ${id}::uuid`, today())) ?? sql`select null as id`)
  return !found.some(f => f.id === id)
}
describe('effects', () => {
  it('50-PN13 each level blocks what the school says while it is in force, and only one place knows it', async () => {
    const blocked = {
      warning: [true, false, false, true],
      seriousWarning: [true, true, false, true],
      demerit: [true, true, true, true],
      probation: [true, true, true, false],
    } as const
    for (const [level, [awards, offices, transfers, mayGraduate]] of Object.entries(blocked)) {
      const who = await s.pupil()
      expect(await factsOf(who)).toMatchObject({ 'discipline.inForce': false, 'discipline.barsAwards': false })
      await s.served(who, level as keyof typeof blocked)
      expect(await factsOf(who)).toEqual({ 'discipline.inForce': true, 'discipline.barsAwards': awards, 'discipline.barsOffices': offices, 'discipline.barsTransfers': transfers })
      expect(await graduates(who)).toBe(mayGraduate)
      expect(await barOf(s.db, who.id)).toBeUndefined()
    }
  })
  it('50-PN13 work-study is blocked where the school wants it; after lifting nothing applies any more and no fact shows it', async () => {
    const who = await s.pupil()
    const id = await s.served(who, 'probation')
    await setParams(s, 'discipline', { 'bars.workStudy': 'demerit' })
    expect(await barOf(s.db, who.id)).toBe('留校察看')
    // until the lifting is decided it is in force
    await s.db.update(punishment, id, { state: 'liftPending' })
    expect((await barredFrom(s.db, [who.id], 'offices', today())).get(who.id)).toBe('probation')
    await s.db.update(punishment, id, { state: 'lifted', liftedOn: today() })
    expect(await barOf(s.db, who.id)).toBeUndefined()
    expect(await factsOf(who)).toEqual(Object.fromEntries(FACTS.map(f => [f, false])))
    expect(await graduates(who)).toBe(true)
    await setParams(s, 'discipline', {})
  })
})
describe('force', () => {
  it('a decision served by public notice is in force once its days are over, and is told once', async () => {
    const who = await s.pupil()
    const id = await s.decided(who, 'warning')
    await must(s.deliver(s.officer, id, 'decision', { result: 'failed' }))
    await must(s.deliver(s.officer, id, 'decision', { method: 'publicNotice', publicUrl: 'https://xx.edu.cn/1' }))
    await s.db.tx(db => followServed(db))
    expect((await s.punishment(id)).state).toBe('served')
    await s.db.query(sql`update punishment set served_on = ${today()}::date, period_start = ${today()}::date where id = ${id}`)
    await s.db.tx(db => followServed(db))
    expect((await s.punishment(id)).state).toBe('inForce')
    await s.server.settle()
    const stated = await s.db.query<{ title: string }>(sql`select title from evidence where source_type = 'discipline.punishment' and source_id = ${id}`)
    expect(stated).toEqual([{ title: '纪律处分' }])
  })
  it('50-PN11 expulsion is executed after the time of appeal and not before, and the student record follows', async () => {
    const who = await s.pupil()
    const id = await s.served(who, 'expulsion')
    const due = (await s.punishment(id)).appealDueOn ?? ''
    expect(await s.punishment(id)).toMatchObject({ state: 'served', periodEnd: null })
    await s.db.tx(db => followServed(db, due))
    expect((await s.punishment(id)).state).toBe('served')
    await s.db.tx(db => followServed(db, addDays(due, 1)))
    await s.server.settle()
    expect((await s.punishment(id)).state).toBe('executed')
    expect((await s.db.unscoped(student).one(who.id)).status).toBe('expelled')
  })
  it('50-PN16 a decided withdrawal is executed the same way', async () => {
    const who = await s.pupil()
    const id = await s.heard(who, null, { measure: 'withdrawal' })
    await must(s.fdy.post('discipline/punishment/submit', { id }))
    await s.approve(id)
    await must(s.deliver(s.officer, id, 'decision'))
    await s.db.tx(db => followServed(db, addDays(today(), 60)))
    await s.server.settle()
    expect((await s.db.unscoped(student).one(who.id)).status).toBe('withdrawn')
  })
  it('50-PN1 a suspension of studies holds the period, which ends as many days later', async () => {
    const who = await s.pupil()
    const id = await s.served(who, 'warning')
    const before = (await s.punishment(id)).periodEnd ?? ''
    await s.db.emit('student.statusChanged', { studentId: who.id, from: 'active', to: 'suspended', effectiveDate: addDays(today(), -20) })
    await s.server.settle()
    expect((await s.punishment(id)).pausedOn).toBe(addDays(today(), -20))
    await s.db.emit('student.statusChanged', { studentId: who.id, from: 'suspended', to: 'active', effectiveDate: today() })
    await s.server.settle()
    expect(await s.punishment(id)).toMatchObject({ pausedOn: null, periodEnd: addDays(before, 20) })
  })
})
describe('who reads what', () => {
  it('50-PN15 levels are masked and details withheld in lists; the student reads their own with other parties’ names left out', async () => {
    const [one, other] = [await s.pupil('周雨桐'), await s.pupil('钱多多')]
    const { parties } = await s.opened([one.id, other.id])
    const [id = ''] = parties
    const { studentNo } = await s.db.unscoped(student).one(other.id)
    await must(s.propose(id, 'demerit', { facts: `<p>与钱多多（${studentNo}）一起争吵</p>` }))
    await must(s.officer.post('discipline/punishment/issueNotice', { id }))
    await must(s.deliver(s.officer, id, 'notice'))
    const data = await must(s.officer.get<{ result: Array<Record<string, unknown>> }>('discipline/punishment/list', { id }))
    expect([data.result[0]?.proposedLevel, 'facts' in (data.result[0] ?? {})]).toEqual(['******', false])
    const mine = async () => must(one.actor.get<Array<{ facts: string; defenceAnswer: string | null; level: string; mayDefend: boolean }>>('discipline/punishment/mine'))
    expect(await mine()).toMatchObject([{ level: 'demerit', mayDefend: true, facts: '<p>与×××（）一起争吵</p>' }])
    await must(one.actor.post('discipline/punishment/defend', { id, kind: 'statement', text: '<p>他先动手</p>' }))
    await must(s.college.post('discipline/punishment/answerDefence', { id, answer: `<p>已向钱多多（${studentNo}）核实</p>` }))
    expect((await mine())[0]?.defenceAnswer).toBe('<p>已向×××（）核实</p>')
    expect(await must(other.actor.get<unknown[]>('discipline/punishment/mine'))).toEqual([])
  })
})
