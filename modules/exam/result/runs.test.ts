import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Entrant, type ExamSchool, examSchool, ok, ruleOf } from '../testing.ts'
import { examined, placed, tryRun } from './testing.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())
const idOf = (who: readonly Entrant[], n: number): string => who[n]?.id ?? ''

describe('30-ES6 trial runs', () => {
  it('30-ES6 are repeated at will with the same result; lines make another, and the comparison says for whom', async () => {
    const { batch, who } = await examined(s, [140, 120, 100, 90], [{ quotas: [{ category: 'regular', places: 2 }] }])
    const [plan = ''] = batch.plans
    const [first, again] = [ok(await tryRun(s, batch.id)), ok(await tryRun(s, batch.id))]
    expect(await placed(s, first.id)).toEqual({ [idOf(who, 0)]: plan, [idOf(who, 1)]: plan, [idOf(who, 2)]: null, [idOf(who, 3)]: null })
    expect(await placed(s, again.id)).toEqual(await placed(s, first.id))
    // trials tell applicants nothing
    expect((await s.row(who[0] as Entrant)).state).toBe('scored')
    ok(await s.admissions.post('exam/examLine/add', { batchId: batch.id, category: 'regular', min: 230 }))
    const higher = ok(await tryRun(s, batch.id))
    expect(higher.placed).toBe(1)
    const compare = async (otherId: string) =>
      ok(
        await s.admissions.get<{ plans: Array<{ one: object; other: object }>; count: number; people: Array<{ ksh: string; before: string | null; after: string | null }> }>(
          'exam/admissionRun/compare',
          { id: first.id, otherId },
        ),
      )
    expect((await compare(again.id)).count).toBe(0)
    const of = await compare(higher.id)
    expect(of.plans).toMatchObject([{ one: { places: 2, filled: 2, highest: 240, lowest: 220, average: 230 }, other: { places: 2, filled: 1, lowest: 240 } }])
    expect(of.people).toMatchObject([{ ksh: who[1]?.ksh, after: null }])
    const other = await examined(s, [100], [{}])
    expect(ruleOf(await s.admissions.get('exam/admissionRun/compare', { id: first.id, otherId: ok(await tryRun(s, other.batch.id)).id }))).toBe('otherBatch')
    expect((await (who[0] as Entrant).actor.get('exam/admissionPlacement/list', { runId: first.id })).code).toBe(401)
  })
  it('30-ES4 equals at the last place are marked, and admissions decides', async () => {
    const { batch, who } = await examined(s, [120, 120, 130], [{ quotas: [{ category: 'regular', places: 2 }] }])
    const run = ok(await tryRun(s, batch.id))
    expect(run).toMatchObject({ placed: 2, tied: 2 })
    const out = Object.entries(await placed(s, run.id)).find(([, plan]) => !plan)?.[0]
    ok(await s.admissions.post('exam/admissionRun/decideTie', { applicationId: out, precedence: 1, reason: '面试成绩高' }))
    const decided = ok(await tryRun(s, batch.id))
    expect(decided).toMatchObject({ placed: 2, tied: 0 })
    expect((await placed(s, decided.id))[out ?? '']).toBe(batch.plans[0])
    expect((await placed(s, decided.id))[idOf(who, 2)]).toBe(batch.plans[0])
  })
  it('are made of published scores, and name the points of a method by steps', async () => {
    const batch = await s.batch()
    expect(ruleOf(await tryRun(s, batch.id))).toBe('notPublished')
    const { batch: scored } = await examined(s, [100], [{}])
    expect(ruleOf(await tryRun(s, scored.id, { method: 'step' }))).toBe('noStep')
    ok(await tryRun(s, scored.id, { method: 'step', step: 5, spillOrder: ['regular'] }))
  })
})
