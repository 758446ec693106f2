import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addMonths, HOUR_MS } from '#model/days.ts'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { orgAppointment } from './model/appointment.ts'
import { type OrgEvalResult, orgEvalResult, orgEvaluation } from './model/evaluation.ts'
import type { myOrgEvaluations } from './model/evaluation-actions.ts'
import { proposedGrades, totalOf, wholeMonths } from './model/evaluation-marks.ts'
import { type OrgSchool, ok, orgSchool, type Pupil, ruleOf } from './testing.ts'

let s: OrgSchool
let guide: Actor
beforeAll(async () => {
  s = await orgSchool()
  guide = await s.as({ roles: ['teacher'], teacherId: s.ids.he, departmentId: s.ids.info })
})
afterAll(() => s.close())
const EVALUATION = 'studentOrg/orgEvaluation'
const RESULT = 'studentOrg/orgEvalResult'
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
interface Team {
  orgId: string
  holders: Pupil[]
  others: Pupil[]
}
/** A published team of a class's size: so many hold posts, the others are represented; held for so many months. */
async function team(holding: number, others: number, months = 6): Promise<Team> {
  const orgId = await s.org({ level: 'school' })
  const postId = await s.post(orgId, { seats: Math.max(1, holding) })
  const people: Pupil[] = []
  for (let n = 0; n < holding + others; n++) people.push(await s.pupil())
  const holders = people.slice(0, holding)
  for (const who of holders) {
    const { id } = ok(await s.league.post<{ id: string }>('studentOrg/orgAppointment/propose', { postId, studentId: who.id, from: today() }))
    const begun = addMonths(today(), -months)
    await s.db.updateWhere(orgAppointment, { id }, { state: 'active', begunOn: begun, from: begun }, { bookkeeping: true })
  }
  return { orgId, holders, others: people.slice(holding) }
}
const draft = ({ orgId, holders, others }: Pick<Team, 'orgId' | 'holders' | 'others'>, more: object = {}) => ({
  ...{ orgId, name: `考核${serial('orgEvaluation')}`, beginTime: inHours(-1), endTime: inHours(48) },
  ...{ audience: { userIds: [...holders, ...others].map(p => p.actor.userId) }, students: 40, guides: 40, colleagues: 20, excellentPercent: 20, ...more },
})
async function published(of: Team, more: object = {}): Promise<string> {
  const { id } = ok(await s.league.post<{ id: string }>(`${EVALUATION}/add`, draft(of, more)))
  ok(await s.league.post(`${EVALUATION}/publish`, { id }))
  return id
}
const resultsOf = (evaluationId: string): Promise<OrgEvalResult[]> => s.db.unscoped(orgEvalResult).all({ evaluationId })
/** Answers for everybody but the judge; `best` are given 5, the others `rest`. */
async function judge(who: Pupil, id: string, best: readonly Pupil[], rest = 3) {
  const marks = (await resultsOf(id)).filter(r => r.studentId !== who.id).map(r => ({ resultId: r.id, mark: best.some(b => b.id === r.studentId) ? 5 : rest }))
  return who.actor.post('studentOrg/orgEvalTurnout/answer', { id, marks })
}
const close = async (id: string) => ok(await s.league.post(`${EVALUATION}/close`, { id, reason: '评完了' }))
const settle = (id: string) => s.league.post<{ count: number }>(`${EVALUATION}/settle`, { id })
const announce = (id: string) => s.league.post(`${EVALUATION}/announce`, { id })
const markAll = async (id: string, markOf: (r: OrgEvalResult) => number) => {
  for (const r of await resultsOf(id)) ok(await guide.post(`${RESULT}/mark`, { id: r.id, mark: markOf(r) }))
}
const judged = async (id: string) => ok(await settle(id)).count
const mine = async (who: Pupil) => ok(await who.actor.get<Array<OutputOf<typeof myOrgEvaluations>>>('studentOrg/orgEvalTurnout/mine'))

describe('reckoning', () => {
  const mark = fc.option(
    fc.integer({ min: 0, max: 10_000 }).map(n => n / 100),
    { nil: null },
  )
  it('60-OG8 a total is the weighted mean of the marks there are, between the least and the greatest of them', () => {
    expect(totalOf({ students: 40, guides: 40, colleagues: 20 }, { students: 80, guides: 90, colleagues: 70 })).toBe(82)
    expect(totalOf({ students: 40, guides: 40, colleagues: 20 }, { students: null, guides: 90, colleagues: 60 })).toBe(80)
    expect(totalOf({ students: 100, guides: 0, colleagues: 0 }, { students: null, guides: 90, colleagues: 60 })).toBeNull()
    fc.assert(
      fc.property(fc.record({ students: mark, guides: mark, colleagues: mark }), marks => {
        const total = totalOf({ students: 40, guides: 40, colleagues: 20 }, marks)
        const given = Object.values(marks).filter(m => m !== null)
        expect(total === null).toBe(given.length === 0)
        if (given.length) expect(total).toBeGreaterThanOrEqual(Math.min(...given) - 0.01)
        expect(total ?? 0).toBeLessThanOrEqual(Math.max(0, ...given) + 0.01)
      }),
    )
  })
  it('60-OG8 never more are proposed excellent than the share allows, those with the highest totals, and of equals all or none', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 30 }), fc.integer({ min: 0, max: 100 }), (totals, percent) => {
        const rows = totals.map((total, n) => ({ id: String(n), total }))
        const grades = proposedGrades(rows, percent)
        const best = rows.filter(r => grades.get(r.id) === 'excellent')
        expect(best.length).toBeLessThanOrEqual(Math.floor((rows.length * percent) / 100))
        for (const r of rows) if (best.some(b => b.total === r.total)) expect(grades.get(r.id)).toBe('excellent')
        for (const r of rows) if (r.total < 60) expect(grades.get(r.id)).toBe('unfit')
      }),
    )
  })
  it('60-OG9 months in office are whole ones', () => {
    expect([
      wholeMonths('2026-01-31', '2026-02-28'),
      wholeMonths('2026-01-15', '2026-02-14'),
      wholeMonths('2026-01-15', '2026-07-15'),
      wholeMonths('2026-05-01', '2026-04-01'),
    ]).toEqual([1, 0, 6, 0])
  })
})
describe('an evaluation is a round', () => {
  let of: Team
  beforeAll(async () => {
    of = await team(2, 1)
  })
  expectRound({ of: orgEvaluation, path: EVALUATION }, () => ({
    school: s,
    publisher: s.league,
    draft: window => draft(of, window),
    take: id => judge(of.others[0] as Pupil, id, []),
  }))
})
describe('judging', () => {
  it('60-OG8 students, guides and colleagues count 40, 40 and 20, few are excellent, and who is unfit is removed after a hearing', { timeout: 60_000 }, async () => {
    const of = await team(6, 6)
    const [best, worst] = [of.holders[0] as Pupil, of.holders[5] as Pupil]
    expect(ruleOf(await s.league.post(`${EVALUATION}/add`, draft(of, { guides: 50 })))).toBe('weights')
    const id = await published(of)
    ok(await best.actor.post(`${RESULT}/report`, { id: (await resultsOf(id)).find(r => r.studentId === best.id)?.id, report: '这一年组织了十二次志愿服务。' }))
    const foreign = (await resultsOf(id)).find(r => r.studentId === worst.id)?.id
    expect((await best.actor.post(`${RESULT}/report`, { id: foreign, report: '替别人写的述职，不算数。' })).code).toBe(404)
    expect((await mine(of.others[0] as Pupil))[0]?.people).toContainEqual(expect.objectContaining({ report: '这一年组织了十二次志愿服务。', isMine: false, total: null }))
    for (const who of of.others) ok(await judge(who, id, [best], 3))
    for (const who of of.holders) ok(await judge(who, id, [best], 2))
    expect(ruleOf(await settle(id))).toBe('running')
    await close(id)
    expect(ruleOf(await settle(id))).toBe('unmarked')
    expect(ruleOf(await s.league.post(`${RESULT}/mark`, { id: foreign, mark: 100 }))).toBe('notGuide')
    await markAll(id, r => (r.studentId === best.id ? 90 : r.studentId === worst.id ? 20 : 85))
    expect(await judged(id)).toBe(6)
    const [first, ...rest] = (await resultsOf(id)).toSorted((a, b) => (b.total ?? 0) - (a.total ?? 0))
    // 100 × 40 + 90 × 40 + 100 × 20; of the others 60 × 40 + 85 × 40 + 40 × 20
    expect([first?.studentId, first?.total, first?.grade, first?.studentsMark, first?.colleaguesMark, first?.months]).toEqual([best.id, 96, 'excellent', 100, 100, 6])
    const last = rest.find(r => r.studentId === worst.id)
    expect([last?.total, last?.grade]).toEqual([40, 'unfit'])
    expect(rest.filter(r => r !== last).map(r => [r.total, r.grade])).toEqual(Array.from({ length: 4 }, () => [66, 'competent']))
    // a mark that came later would stand beside a total it is not in
    expect(ruleOf(await guide.post(`${RESULT}/mark`, { id: last?.id, mark: 100 }))).toBe('counted')
    expect(ruleOf(await s.league.post(`${RESULT}/grade`, { id: rest[0]?.id, grade: 'excellent', reason: '进步大' }))).toBe('excellent')
    expect((await s.db.unscoped(orgEvalResult).one(rest[0]?.id ?? '')).grade).toBe('competent')
    expect(ruleOf(await s.league.post(`${EVALUATION}/extend`, { id, endTime: inHours(72), reason: '再评' }))).toBe('settled')
    expect((await mine(best))[0]?.people.find(p => p.isMine)?.grade).toBeNull()
    ok(await announce(id))
    expect((await mine(best))[0]?.people.find(p => p.isMine)).toMatchObject({ grade: 'excellent', total: 96 })
    expect(ruleOf(await s.league.post(`${RESULT}/dismiss`, { id: first?.id, hearing: '团委书记听取了意见' }))).toBe('fit')
    expect((await s.league.post(`${RESULT}/dismiss`, { id: last?.id, hearing: '' })).code).toBe(400)
    ok(await s.league.post(`${RESULT}/dismiss`, { id: last?.id, hearing: '11 月 2 日团委书记听取意见，本人同意。' }))
    expect(await s.db.unscoped(orgAppointment).one(last?.appointmentId ?? '')).toMatchObject({ state: 'removed', endReason: '考核不称职' })
    expect(ruleOf(await s.league.post(`${RESULT}/dismiss`, { id: last?.id, hearing: '再免一次。' }))).toBe('gone')
  })
  it('60-OG8 whoever presses on two devices is counted once, nobody marks themselves, and no row joins judge and mark', { timeout: 60_000 }, async () => {
    const of = await team(3, 2)
    const id = await published(of)
    const [a, b] = of.others as [Pupil, Pupil]
    const holder = of.holders[0] as Pupil
    const answers = await Promise.all([judge(a, id, []), judge(a, id, []), judge(a, id, [])])
    expect(answers.map(r => r.code).toSorted()).toEqual([200, 422, 422])
    const all = (await resultsOf(id)).map(r => ({ resultId: r.id, mark: 5 }))
    expect(ruleOf(await holder.actor.post('studentOrg/orgEvalTurnout/answer', { id, marks: all }))).toBe('marks')
    expect(ruleOf(await b.actor.post('studentOrg/orgEvalTurnout/answer', { id, marks: all.slice(1) }))).toBe('marks')
    const stranger = await s.pupil()
    expect(ruleOf(await stranger.actor.post('studentOrg/orgEvalTurnout/answer', { id, marks: all }))).toBe('notInAudience')
    ok(await judge(holder, id, []))
    const rows = await s.db.query<Record<string, unknown>>(sql`select t.* from org_eval_answer t where t.evaluation_id = ${id}`)
    expect(rows).toHaveLength(3 + 2)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['evaluation_id', 'id', 'is_colleague', 'mark', 'result_id', 'tenant_id'])
    const kept = await s.db.query(
      sql`select 1 from org_eval_turnout t where t.evaluation_id = ${id} and t.used_on is not null and (t.updated_by is distinct from t.created_by or t.updated_at <> t.created_at or t.version <> 1)`,
    )
    expect(kept).toEqual([])
    // the control: as they came, the marks of transactions join judge and answers
    const joined = async () =>
      (
        await s.db.query(
          sql`select 1 from org_eval_turnout t where t.evaluation_id = ${id} and exists (select from org_eval_answer a where a.evaluation_id = ${id} and a.xmin = t.xmin)`,
        )
      ).length
    expect(await joined()).toBe(2)
    // of fewer answers than the smallest group shown no mean is told: the marks of the guides carry the total
    await close(id)
    expect(await joined()).toBe(0)
    await markAll(id, () => 70)
    await judged(id)
    expect((await resultsOf(id)).map(r => [r.studentsMark, r.colleaguesMark, r.total])).toEqual(Array.from({ length: 3 }, () => [null, null, 70]))
  })
})
describe('points', () => {
  it('60-OG9 evidence follows grade and months served, not the post', { timeout: 60_000 }, async () => {
    const [long, short] = [await team(2, 0, 6), await team(1, 1, 2)]
    const entriesOf = async (who: Pupil) => (await s.db.unscoped(evidence).all({ studentId: who.id, kind: 'office' })).map(e => [e.title.split(' ').at(-1), e.quantity, e.level])
    const run = async (of: Team, markOf: (r: OrgEvalResult) => number) => {
      const id = await published(of)
      await close(id)
      await markAll(id, markOf)
      await judged(id)
      ok(await announce(id))
      await s.server.settle()
    }
    const [good, bad] = long.holders as [Pupil, Pupil]
    expect(await entriesOf(good)).toEqual([])
    await run(long, r => (r.studentId === good.id ? 80 : 30))
    await run(short, () => 80)
    expect(await entriesOf(good)).toEqual([['考核称职', 6, 'school']])
    expect([await entriesOf(bad), await entriesOf(short.holders[0] as Pupil)]).toEqual([[], []])
  })
})
