import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { aidLevelSpan } from '../levels/model/span.ts'
import { type HardshipSchool, hardshipSchool, ruleOf } from '../testing.ts'
import { levelAdjustment } from './model/adjustment.ts'
import { levelCheck } from './model/check.ts'
import hold from './server/hold.ts'

let s: HardshipSchool
beforeAll(async () => {
  s = await hardshipSchool()
})
afterAll(() => s.close())
const held = async (studentId: string) => (await s.spansOf(studentId)).filter(x => x.from <= today() && x.to >= today()).map(x => x.level)
/** A student with a level. */
async function recognised(name: string, level: string) {
  const id = await s.student(name)
  await s.adjust(s.officer, id, level)
  return { id, self: await s.self(id) }
}
const lower = (studentId: string, level: string | null, by = s.fdy) =>
  by.post<{ id: string; answerBy: string }>('hardship/levelAdjustment/lower', { studentId, level, reason: '家庭收入明显好转' })
const decide = (id: string, isUpheld = true) => s.officer.post('hardship/levelAdjustment/decide', { id, isUpheld })

describe('40-D11 a higher level as an application', () => {
  expectApplication({ of: levelAdjustment, path: 'hardship/levelAdjustment', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    applicants: async () => [await s.self(await s.student('申一')), await s.self(await s.student('申二'))],
    form: () => ({ toLevel: 'hard', reason: '父亲上周因车祸住院', proofs: [] }),
    approvers: [s.fdy, s.officer],
  }))
})
describe('40-D11 adjustments within the year', () => {
  it('a higher level is applied for after an event, by counsellor and office, and holds at once', async () => {
    const who = await recognised('急难', 'general')
    const apply = (toLevel: string) => who.self.post<{ id: string }>('hardship/levelAdjustment/apply', { toLevel, reason: '父亲上周因车祸住院', proofs: [] })
    expect(ruleOf(await apply('general'))).toBe('notHigher')
    const { data } = await apply('special')
    expect(ruleOf(await apply('hard'))).toBe('open')
    for (const by of [s.fdy, s.officer]) {
      const task = (
        await s.db.query<{ id: string }>(sql`select t.id from process_task t join process_instance i on i.id = t.instance_id where i.biz_id = ${data.id} and t.state = 'todo'`)
      )[0]
      expect((await by.post('workflow/processTask/approve', { taskId: task?.id })).code).toBe(200)
    }
    expect(await held(who.id)).toEqual(['special'])
    expect(await s.db.unscoped(levelAdjustment).one(data.id)).toMatchObject({ state: 'effective', fromLevel: 'general', toLevel: 'special' })
  })
  it('a level is lowered only after the student was told and could answer for five days', async () => {
    const told = captureNotifications(s.server)
    const who = await recognised('好转', 'special')
    expect(ruleOf(await lower(who.id, 'special'))).toBe('notLower')
    const { data } = await lower(who.id, 'general')
    await s.server.settle()
    expect(await told('hardship.loweringNoticed')).toMatchObject([{ values: { from: { text: '特别困难' }, to: { text: '一般困难' }, until: data.answerBy } }])
    expect(data.answerBy).toBe(addDays(today(), 5))
    await s.db.update(levelAdjustment, data.id, { answerBy: today() })
    expect(ruleOf(await decide(data.id))).toBe('waiting')
    expect(await held(who.id)).toEqual(['special'])
    await s.db.update(levelAdjustment, data.id, { answerBy: addDays(today(), -1) })
    expect(ruleOf(await who.self.post('hardship/levelAdjustment/answer', { id: data.id, answer: '父亲仍在治疗' }))).toBe('over')
    expect((await decide(data.id)).code).toBe(200)
    expect(await held(who.id)).toEqual(['general'])
  })
  it('an answer may be decided on at once, and the level stays where the office drops the proposal', async () => {
    const who = await recognised('申辩', 'hard')
    const { data } = await lower(who.id, null)
    const other = await recognised('旁人', 'hard')
    expect((await other.self.post('hardship/levelAdjustment/answer', { id: data.id, answer: '不是我的' })).code).toBe(404)
    expect((await who.self.post('hardship/levelAdjustment/answer', { id: data.id, answer: '母亲失业，附证明' })).code).toBe(200)
    expect((await decide(data.id, false)).code).toBe(200)
    expect(await held(who.id)).toEqual(['hard'])
    expect((await s.fdy.post('hardship/levelAdjustment/decide', { id: data.id, isUpheld: true })).code).toBe(403)
  })
  it('five in a hundred of those with a level are drawn once a term, by whoever comes first, and each is a to-do of the counsellor', async () => {
    const ids: string[] = []
    for (let n = 0; n < 21; n++) ids.push(await s.student(`抽查${n}`))
    await s.db.insertMany(
      aidLevelSpan,
      ids.map(studentId => ({ studentId, level: 'hard', from: today(), to: addDays(today(), 90), cause: 'recognised' as const })),
    )
    const draw = () => s.officer.post<{ drawn: number }>('hardship/levelCheck/draw', {})
    expect(ruleOf(await draw())).toBe('noTerm')
    const [xn, startDate] = [schoolYearOf(today()), addDays(today(), -40)]
    await s.db.insert(schoolYear, { xn, startDate, endDate: addDays(today(), 200) })
    await s.db.insert(term, { xn, xqM: '1', name: '第一学期', week1Start: startDate, weeks: 20, startDate, endDate: addDays(today(), 90), switchDate: startDate })
    const [all] = await s.db.query<{
      n: number
    }>(sql`select count(distinct l.student_id)::int as n from aid_level_span l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
      where l.tenant_id = ${s.tenantId} and ${today()}::date between l."from" and l."to" and s.status = 'active'`)
    const share = Math.ceil((all?.n ?? 0) / 20)
    expect(share).toBeGreaterThan(1)
    expect((await Promise.all([draw(), draw(), draw()])).map(d => d.data.drawn).sort()).toEqual([0, 0, share])
    const todos = () =>
      s.db.query<{ id: string }>(sql`select biz_id as id from todo where tenant_id = ${s.tenantId} and user_id = ${s.fdy.userId} and biz_type = 'levelCheck' and state = 'open'`)
    const [check, ...more] = await todos()
    expect(more).toHaveLength(share - 1)
    expect((await s.fdy.post('hardship/levelCheck/record', { id: check?.id, result: 'unchanged', talk: '谈话了解，情况没有变化' })).code).toBe(200)
    expect(await s.db.unscoped(levelCheck).one(check?.id ?? '')).toMatchObject({ state: 'done', result: 'unchanged', checkedById: s.fdy.userId })
    expect(await todos()).toEqual(more)
  })
})
describe('40-D12 a false statement', () => {
  it('ends the level at once, holds unpaid aid and lists what was given', async () => {
    const who = await recognised('不实', 'special')
    const body = { studentId: who.id, reason: '核实家庭有多套商品房' }
    expect((await s.fdy.post('hardship/levelAdjustment/endForFalse', body)).code).toBe(403)
    expect((await s.officer.post('hardship/levelAdjustment/endForFalse', body)).data).toEqual({ paid: [] })
    expect(await held(who.id)).toEqual([])
    expect((await s.spansOf(who.id)).some(x => x.endCause === 'falseStatement')).toBe(true)
    expect(ruleOf(await s.officer.post('hardship/levelAdjustment/endForFalse', body))).toBe('noLevel')
    const [list] = await s.db.query<{ id: string }>(
      sql`insert into payout_list (tenant_id, list_no, title, source, biz_date) values (${s.tenantId}, 'F1', '助学金', 'subsidy', current_date) returning id`,
    )
    const [line] = await s.db.query<{ id: string }>(
      sql`insert into payout_line (tenant_id, list_id, student_id, grant_id, what, amount) values (${s.tenantId}, ${list?.id}, ${who.id}, 'g', '助学金', 100) returning id`,
    )
    expect([...(await hold.find(s.db, [{ id: line?.id ?? '' } as never]))]).toEqual([[line?.id, expect.stringContaining('不实')]])
  })
})
