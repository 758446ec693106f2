import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { classStaff } from '#modules/campus/model/people.ts'
import { shuffleLately } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { fdyEvalScheme } from './model/scheme.ts'
import { fdyEvalTurnout } from './model/turnout.ts'
import { EVAL_ANSWER } from './server/anonymous-answer.ts'
import { type EvaluationSchool, evaluationSchool, ok, ruleOf } from './testing.ts'

let s: EvaluationSchool
beforeAll(async () => {
  s = await evaluationSchool()
})
afterAll(() => s.close())
/** Two marks tell the twelve apart. */
const marksOf = (n: number): number[] => [1 + (n % 5), 1 + Math.floor(n / 5)]
interface Held {
  n: number
  xmin: string
}
interface Given extends Held {
  id: string
}
const turnout = async (id: string): Promise<Held[]> => {
  const used = await s.db.query<{ who: string; xmin: string }>(
    sql`select student_id as who, xmin::text as xmin from fdy_eval_turnout where scheme_id = ${id} and used_on is not null order by ctid`,
  )
  return used.map(({ who, xmin }) => ({ n: s.pupilIds.indexOf(who), xmin }))
}
const answers = async (id: string): Promise<Given[]> => {
  const given = await s.db.query<{ id: string; scores: number[]; xmin: string }>(
    sql`select id, scores, xmin::text as xmin from fdy_eval_answer where scheme_id = ${id} order by ctid`,
  )
  return given.map(({ scores: [a = 0, b = 0], ...g }) => ({ ...g, n: a - 1 + (b - 1) * 5 }))
}
/** How many pairs the operator gets right by laying both in the order of storage, forwards or backwards, or of the ids. */
async function rightByOrder(id: string): Promise<number> {
  const [held, given] = [await turnout(id), await answers(id)]
  const right = (all: readonly Given[]) => held.filter(({ n }, i) => all[i]?.n === n).length
  return Math.max(right(given), right(given.toReversed()), right(given.toSorted((a, b) => a.id.localeCompare(b.id))))
}
async function rightByTransaction(id: string): Promise<number> {
  const given = await answers(id)
  return (await turnout(id)).filter(t => given.filter(a => a.xmin === t.xmin).length === 1).length
}
/** Of 12 pairs, chance gets one right; eight or more come once in fifty thousand times. */
const FEW = 8

it('50-CW7 the database operator joins no answer to a person by value, order or transaction once the round has ended, nor after the night', async () => {
  const id = await s.published()
  for (const [n, who] of s.pupils.entries()) ok(await s.rate(who, id, marksOf(n)))
  // the control: as they came, order and transaction tell all
  expect([await rightByOrder(id), await rightByTransaction(id)]).toEqual([12, 12])
  expect(await shuffleLately(s.db, fdyEvalScheme, EVAL_ANSWER)).toBeGreaterThanOrEqual(12)
  expect(await rightByOrder(id)).toBeLessThan(FEW)
  const nightly = (await answers(id)).map(a => a.id)
  ok(await s.officer.post('counsellor/fdyEvalScheme/close', { id, reason: '评完了' }))
  expect(await rightByOrder(id)).toBeLessThan(FEW)
  expect(await rightByTransaction(id)).toBe(0)
  const ids = (await answers(id)).map(a => a.id)
  expect([new Set(ids.map(one => one[14])), ids.some(one => nightly.includes(one))]).toEqual([new Set(['4']), false])
})
it('50-CW7 an answer has no creator and no moment, its turnout nothing finer than the day, and no other table holds what was sent', async () => {
  const id = await s.published()
  const who = s.pupils[0] as EvaluationSchool['officer']
  const body = { id, scores: [3, 1] }
  ok(await who.post('counsellor/fdyEvalTurnout/answer', body, { 'idempotency-key': 'k'.repeat(32) }))
  await s.server.settle()
  const columns = await s.db.query<{ name: string }>(sql`select column_name as name from information_schema.columns where table_name = 'fdy_eval_answer' order by 1`)
  expect(columns.map(c => c.name)).toEqual(['id', 'scheme_id', 'scores', 'teacher_id', 'tenant_id'])
  const tables = await s.db.query<{ name: string }>(
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')`,
  )
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  for (const { name } of tables) {
    const found = await s.db.query({ text: `select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`, values: [hash] } as never)
    expect([name, found.length]).toEqual([name, 0])
  }
  const row = await s.db.unscoped(fdyEvalTurnout).find({ schemeId: id, studentId: s.pupilIds[0] as string })
  expect([row?.usedOn, row?.createdAt === row?.updatedAt, row?.version]).toEqual([today(), true, 1])
  expect(await s.db.query(sql`select 1 from operation_log where biz_id = ${row?.id}`)).toEqual([])
  // staff see rates, never who
  expect(ruleOf(await s.officer.get('counsellor/fdyEvalTurnout/lacking', { id }))).toBe('anonymous')
  expect(ok(await s.officer.get<{ expected: number; answered: number }>('counsellor/fdyEvalTurnout/board', { id }))).toMatchObject({ expected: 14, answered: 1 })
})
it('50-CW8 a student answers once, from whichever tab, about the counsellor who had them longest', async () => {
  const id = await s.published()
  const [who, other] = s.pupils as [EvaluationSchool['officer'], EvaluationSchool['officer']]
  const both = await Promise.all([s.rate(who, id, [5, 5]), s.rate(who, id, [1, 1])])
  expect(both.map(ruleOf).filter(rule => rule === 'answered')).toHaveLength(1)
  expect(await s.db.query(sql`select teacher_id as of from fdy_eval_answer where scheme_id = ${id}`)).toEqual([{ of: s.ids.lin }])
  expect(ruleOf(await s.rate(other, id, [5]))).toBe('scores')
  expect(ok(await who.get<Array<{ id: string; counsellor: string; isAnswered: boolean }>>('counsellor/fdyEvalTurnout/mine')).find(one => one.id === id)).toMatchObject({
    counsellor: '林知夏',
    isAnswered: true,
  })
  ok(await s.officer.post('counsellor/fdyEvalScheme/close', { id, reason: '够了' }))
  expect(ruleOf(await s.rate(other, id))).toBe('notOpen')
})
it('50-CW8 only students served long enough answer; whose class was handed over rates who had it longer', async () => {
  const [mine] = await s.db.unscoped(classStaff).all({ classId: s.ids.n2301, role: 'fdy' })
  if (!mine) throw new Error('nobody has the class')
  // forty days ago 何文博 gave the class to 林知夏
  await s.db.update(classStaff, mine.id, { endDate: addDays(today(), -40) })
  await s.db.insert(classStaff, { classId: s.ids.n2301, teacherId: s.ids.lin, role: 'fdy', startDate: addDays(today(), -40), isPrimary: true })
  const of = async (id: string) => (await s.db.unscoped(fdyEvalTurnout).all({ schemeId: id })).filter(t => s.fewIds.includes(t.studentId)).map(t => t.teacherId)
  expect(await of(await s.published())).toEqual([s.ids.he, s.ids.he])
  // of the last 75 days neither had them for two months
  const late = await s.published({ periodFrom: addDays(today(), -75), serviceMonths: 2 })
  expect(await of(late)).toEqual([])
  expect(ruleOf(await s.rate(s.few[0] as EvaluationSchool['officer'], late))).toBe('notInAudience')
})
it('50-CW9 weights sum to 100, each part once, and nothing promised changes once it is published', async () => {
  const add = (more: object) => s.officer.post('counsellor/fdyEvalScheme/add', s.draft(more))
  expect(ruleOf(await add({ parts: [{ kind: 'students', weight: 60 }] }))).toBe('weights')
  expect(
    ruleOf(
      await add({
        parts: [
          { kind: 'students', weight: 50 },
          { kind: 'students', weight: 50 },
        ],
      }),
    ),
  ).toBe('twice')
  expect(ruleOf(await s.officer.post('counsellor/fdyEvalScheme/publish', { id: await s.drafted({ periodFrom: today(), serviceMonths: 12 }) }))).toBe('nobodyServed')
  expect(ruleOf(await add({ indicators: ['公正', '公正'] }))).toBe('sameIndicator')
  expect(ruleOf(await add({ periodFrom: today(), periodTo: addDays(today(), -1) }))).toBe('period')
  const id = await s.published()
  const { version } = ok(await s.officer.get<{ version: number }>('counsellor/fdyEvalScheme/getOne', { id }))
  expect(ruleOf(await s.officer.post('counsellor/fdyEvalScheme/update', { id, version, minResponses: 5 }))).toBe('frozen')
})
