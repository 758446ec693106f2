import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type Entrant, ok, ruleOf } from '../testing.ts'
import { complete, enterBoth, examined, formulas, mine, publish, type ResultSchool, resultSchool, SCORE, scoreOf, todoAbout, tryRun } from './testing.ts'

let s: ResultSchool
beforeAll(async () => {
  s = await resultSchool()
})
afterAll(() => s.close())
const RECHECK = 'exam/scoreRecheck'
const PLAN = { quotas: [{ category: 'regular', places: 2 }] }
const ask = ({ actor }: Pick<Entrant, 'actor'>, batchId: string, subject = 'skill', grounds = 'sum') => actor.post<{ id: string }>(`${RECHECK}/ask`, { batchId, subject, grounds })
const check = (who: Actor, id: string, value: number) => who.post<{ state: string }>(`${RECHECK}/check`, { id, value, answer: '已调卷重新合分' })
const confirm = (who: Actor, id: string, value: number) => who.post<{ state: string }>(`${RECHECK}/confirm`, { id, value })
interface Shown {
  recheckUntil: string | null
  scores: Array<{ subject: string; value: number; recheck: string | null; before: number | null; answer: string | null; mayRecheck: boolean }>
}
const shown = async (who: Entrant, batchId: string, subject = 'skill') =>
  ok(await who.actor.get<Shown>(`${SCORE}/mine`, { batchId })).scores.find(score => score.subject === subject)

describe('30-ES2 rechecks', () => {
  it('30-ES2 an unchanged mark is answered by one; a changed one needs two different people who find the same, and moves the ranking', async () => {
    const { batch, who } = await examined(s, [140, 120, 110], [PLAN])
    const [, second, third] = who as [Entrant, Entrant, Entrant]
    expect(await shown(third, batch.id)).toMatchObject({ value: 110, recheck: null, mayRecheck: true })
    const trial = ok(await tryRun(s, batch.id))
    // twice at once is one
    const both = await Promise.all([ask(third, batch.id), ask(third, batch.id, 'skill', 'missing')])
    expect(both.map(a => (a.code === 200 ? 'asked' : ruleOf(a))).sort()).toEqual(['asked', 'asked'])
    expect(both.filter(a => a.code === 200)).toHaveLength(1)
    const { id } = ok(both.find(a => a.code === 200) as (typeof both)[number])
    expect(await shown(third, batch.id)).toMatchObject({ recheck: 'asked', answer: null, mayRecheck: false })
    const other = ok(await ask(second, batch.id)).id
    expect(ok(await check(s.admissions, other, 120)).state).toBe('unchanged')
    expect(await shown(second, batch.id)).toMatchObject({ value: 120, recheck: 'unchanged', answer: '已调卷重新合分' })
    expect(ruleOf(await check(s.second, other, 121))).toBe('state')
    expect(ruleOf(await check(s.admissions, id, 150.5))).toBe('overFull')
    const checks = await Promise.all([check(s.admissions, id, 125.5), check(s.second, id, 125.5)])
    expect(checks.map(a => (a.code === 200 ? a.data.state : ruleOf(a))).sort()).toEqual(['second', 'state'])
    const [first, next] = checks[0]?.code === 200 ? [s.admissions, s.second] : [s.second, s.admissions]
    // nothing counts before the second, who does not read what the first has found
    expect(await shown(third, batch.id)).toMatchObject({ value: 110, recheck: 'second', answer: null })
    const listed = ok(await next.get<{ result: Array<Record<string, unknown>> }>(`${RECHECK}/list`, { batchId: batch.id, state: 'second' })).result
    expect([listed.length, JSON.stringify(listed).includes('125.5')]).toEqual([1, false])
    expect(ruleOf(await confirm(first, id, 125.5))).toBe('samePerson')
    // who find differently begin anew
    expect(ok(await confirm(next, id, 124)).state).toBe('asked')
    expect(await shown(third, batch.id)).toMatchObject({ value: 110, recheck: 'asked', answer: null })
    ok(await check(next, id, 125.5))
    const ends = await Promise.all([confirm(first, id, 125.5), confirm(first, id, 125.5)])
    expect(ends.map(a => (a.code === 200 ? a.data.state : ruleOf(a))).sort()).toEqual(['changed', 'state'])
    expect(await shown(third, batch.id)).toMatchObject({ value: 125.5, before: 110, recheck: 'changed', answer: '已调卷重新合分', mayRecheck: false })
    expect((await scoreOf(s, third, 'skill'))?.value).toBe(125.5)
    expect((await Promise.all(who.map(one => s.row(one)))).map(r => [r.total, r.rank])).toEqual([
      [240, 1],
      [220, 3],
      [225.5, 2],
    ])
    expect(ok(await mine(third, batch.id)).total).toBe(225.5)
    expect(await s.told('exam.recheck', third.actor.userId)).toHaveLength(1)
    // what was tried before is no longer what it comes to
    expect(ruleOf(await s.admissions.post('exam/admissionRun/finalise', { id: trial.id }))).toBe('changed')
    expect(ruleOf(await ask(third, batch.id))).toBe('asked')
  })
  it('30-ES2 asks within the days set, of marks of one’s own alone', async () => {
    const batch = await s.batch({}, [PLAN])
    await formulas(s, batch.id)
    const [a, b] = (await complete(s, batch, 2)) as [Entrant, Entrant]
    expect(ruleOf(await ask(a, batch.id))).toBe('notScored')
    await enterBoth(s, batch.id, 'skill', [
      [a, 120],
      [b, '缺考'],
    ])
    await enterBoth(s, batch.id, 'chinese', [
      [a, 100],
      [b, 100],
    ])
    ok(await publish(s.admissions, batch.id))
    expect(ruleOf(await ask(b, batch.id))).toBe('noMark')
    expect(ruleOf(await ask(await s.stranger(), batch.id))).toBe('notScored')
    expect((await a.actor.get(`${RECHECK}/list`, {})).code).toBe(401)
    const { id } = ok(await ask(a, batch.id, 'chinese'))
    expect((await check(a.actor, id, 100)).code).toBe(401)
    await s.db.query(sql`update exam_batch set scores_at = scores_at - interval '5 days' where id = ${batch.id}::uuid`)
    expect(ruleOf(await ask(a, batch.id))).toBe('over')
    expect(await shown(a, batch.id)).toMatchObject({ mayRecheck: false })
    await setParams(s, 'exam', { recheckDays: 6 })
    ok(await ask(a, batch.id))
    await setParams(s, 'exam', { recheckDays: 3 })
    expect(ok(await check(s.admissions, id, 100)).state).toBe('unchanged')
  })
  it('30-ES2 nobody is placed while a mark is doubted, and no mark changes under a final run', async () => {
    const { batch, who } = await examined(s, [140, 120, 110], [PLAN])
    const [first, , third] = who as [Entrant, Entrant, Entrant]
    const { id } = ok(await ask(third, batch.id))
    const run = ok(await tryRun(s, batch.id)).id
    const finalise = () => s.admissions.post('exam/admissionRun/finalise', { id: run })
    const publishRun = () => s.admissions.post('exam/admissionRun/publish', { id: run })
    expect(ruleOf(await finalise())).toBe('rechecks')
    const todo = (who: Actor) => todoAbout(s, who, 'examRechecks', batch.id)
    expect([await todo(s.admissions), (await todo(s.second))?.title]).toEqual([
      { state: 'open', title: expect.stringContaining('1 条成绩复核') },
      (await todo(s.admissions))?.title,
    ])
    ok(await check(s.admissions, id, 110))
    expect((await todo(s.second))?.state).toBe('done')
    ok(await finalise())
    const late = ok(await ask(first, batch.id)).id
    await s.agree(run)
    expect(ruleOf(await publishRun())).toBe('rechecks')
    expect(ruleOf(await check(s.admissions, late, 141))).toBe('frozen')
    ok(await s.admissions.post('exam/admissionRun/unfreeze', { id: run, reason: '更正成绩' }))
    expect(ok(await check(s.admissions, late, 141)).state).toBe('second')
    expect(ruleOf(await finalise())).toBe('rechecks')
    expect(ok(await confirm(s.second, late, 141)).state).toBe('changed')
    const again = ok(await tryRun(s, batch.id)).id
    ok(await s.admissions.post('exam/admissionRun/finalise', { id: again }))
    await s.agree(again)
    await s.noticed(again)
    // one of the two wins; neither leaves an open request behind a publication
    const [out, asked] = await Promise.all([s.admissions.post('exam/admissionRun/publish', { id: again }), ask(third, batch.id, 'chinese')])
    expect([out.code === 200, asked.code === 200].filter(Boolean)).toHaveLength(1)
    expect(out.code === 200 ? ruleOf(asked) : ruleOf(out)).toBe(out.code === 200 ? 'notScored' : 'rechecks')
  })
})
