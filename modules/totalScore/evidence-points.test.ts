import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsOfStudents } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type EvidenceFact, evidenceStores } from '#server/extensions/evidence.ts'
import { auditItems } from '#server/extensions/graduation-items.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { ok, type PointSchool, pointSchool, ruleOf } from './testing.ts'

let s: PointSchool
let hours = ''
let national = ''
let award = ''
beforeAll(async () => {
  s = await pointSchool()
  const common = { schemeId: s.creditId, categoryId: s.volunteerId, source: 'evidence', pointsMin: 2, pointsMax: 2 }
  hours = await s.item({ ...common, unit: 'hour', evidenceKind: 'volunteer' })
  award = await s.item({ ...common, evidenceKind: 'award' })
  national = await s.item({ ...common, evidenceKind: 'award', evidenceLevel: 'national', pointsMin: 8, pointsMax: 8 })
})
afterAll(() => s.close())
const fact = (n: number, more: Partial<EvidenceFact> = {}): EvidenceFact => ({
  studentId: s.pupil(n).id,
  occurredOn: today(),
  sourceId: `${n}`,
  kind: 'volunteer',
  quantity: 3,
  title: '社区支教',
  ...more,
})
async function state(sourceIds: readonly string[], facts: EvidenceFact[], reason = '更正') {
  await s.db.tx(async db => evidenceStores.of(db)?.settle(db, 'test.thing', sourceIds, facts, reason))
  await s.server.settle()
}
describe('50-TS8 points of evidence', () => {
  it('are entered by kind, level and counted hours, once, and taken back when it is reversed', async () => {
    const { id } = s.pupil(0)
    await state(['0'], [fact(0)])
    await state(['0'], [fact(0)])
    expect((await s.entries(id, hours)).map(e => [e.amount, e.reason])).toEqual([[600, '社区支教']])
    // corrected: four hours are meant
    await state(['0'], [fact(0, { quantity: 4 })], '时长更正')
    expect((await s.entries(id, hours)).map(e => e.amount).toSorted((a, b) => a - b)).toEqual([-600, 600, 800])
    await state(['0'], [], '不属实')
    expect((await s.account(id, s.creditId))?.points).toBe(0)
    // an event that comes again finds nothing to do
    const [entry] = await s.db.query<{ id: string }>(sql`select id from evidence where student_id = ${id} and reverses_id is null limit 1`)
    await s.db.emit('evidence.posted', { evidenceId: entry?.id, studentId: id, kind: 'volunteer', level: null })
    await s.db.emit('evidence.reversed', { evidenceId: entry?.id, studentId: id, kind: 'volunteer', level: null })
    await s.server.settle()
    expect((await s.account(id, s.creditId))?.points).toBe(0)
  })
  it('count for the item of the level where there is one, else for that of the kind', async () => {
    const { id } = s.pupil(1)
    await state(
      ['a', 'b'],
      [fact(1, { sourceId: 'a', kind: 'award', level: 'national' }), fact(1, { sourceId: 'b', kind: 'award', level: 'school' }), fact(1, { sourceId: 'c', kind: 'paper' })],
    )
    expect([(await s.entries(id, national)).map(e => e.amount), (await s.entries(id, award)).map(e => e.amount)]).toEqual([[800], [200]])
    expect((await s.account(id, s.creditId))?.points).toBe(1000)
  })
  it('need a kind and fixed points, one item each; recorders and students cannot give them', async () => {
    const add = async (more: object) => {
      const form = {
        schemeId: s.creditId,
        categoryId: s.volunteerId,
        name: '佐证',
        direction: 'add',
        pointsMin: 1,
        pointsMax: 1,
        unit: 'once',
        source: 'evidence',
        isEnabled: true,
      }
      return ruleOf(await s.officer.post('totalScore/tsItem/add', { ...form, code: `E${crypto.randomUUID().slice(0, 8)}`, ...more }))
    }
    expect([await add({}), await add({ evidenceKind: 'paper', pointsMax: 2 }), await add({ evidenceKind: 'volunteer' })]).toEqual(['evidence', 'evidence', 'sameEvidence'])
    expect((await Promise.all([add({ evidenceKind: 'paper' }), add({ evidenceKind: 'paper' })])).toSorted()).toEqual(['sameEvidence', undefined])
    expect(ruleOf(await s.record([s.pupil(2).id], hours))).toBe('item')
  })
})
describe('50-TS8 credits', () => {
  const judged = async (code: string, ids: readonly string[]) => {
    const item = s.db.registered(auditItems).find(i => i.code === code)
    const query = await item?.judge(s.db, sql`select unnest(${[...ids]}::uuid[])`, today())
    const rows = query ? await s.db.query<{ id: string; pass: boolean; actual: string | null }>(query) : []
    return new Map(rows.map(r => [r.id, item?.said?.(r.actual ?? '')]))
  }
  it('of graduation: the total and the least of every category are needed', async () => {
    const [short, enough, none] = [s.pupil(3).id, s.pupil(4).id, s.pupil(5).id]
    const ids = [short, enough, none]
    expect(await judged('totalScore.credits', ids)).toEqual(new Map())
    ok(await s.officer.post('totalScore/tsThreshold/add', { schemeId: s.creditId, comparison: 'lt', value: 1, action: 'graduationGate', isEnabled: true }))
    await state(['s', 'e'], [fact(3, { sourceId: 's', quantity: 2 }), fact(4, { sourceId: 'e', quantity: 6 })])
    const credits = await judged('totalScore.credits', ids)
    expect([credits.get(short), credits.get(enough), credits.get(none)]).toEqual([
      { text: '还差 {n} 学分', values: { n: 0.6 } },
      undefined,
      { text: '还差 {n} 学分', values: { n: 1 } },
    ])
    const categories = await judged('totalScore.categories', ids)
    expect([categories.get(short), categories.has(enough), categories.get(none)]).toMatchObject([
      { values: { names: '志愿公益 4/5' } },
      false,
      { values: { names: '志愿公益 0/5' } },
    ])
    // what exceeds the cap of its category makes no credits
    await state(['x'], [fact(3, { sourceId: 'x', quantity: 50 })])
    const facts = await factsOfStudents(s.db, sql`select unnest(${ids}::uuid[])`, ['totalScore.credits', 'totalScore.balance'], today())
    expect([short, enough, none].map(id => facts(id))).toMatchObject([
      { 'totalScore.credits': 2, 'totalScore.balance': 100 },
      { 'totalScore.credits': 1.2 },
      { 'totalScore.credits': 0, 'totalScore.balance': 100 },
    ])
  })
  it('stand on the transcript with the entries they come from, for whoever may see the student', async () => {
    const { id } = s.pupil(1)
    const account = await s.account(id, s.creditId)
    const print = (who: typeof s.officer) => who.post('sheet/print/issue', { code: 'pointTranscript', ids: [account?.id] })
    const words = wordsOfPdf((await print(s.officer)).raw)
    for (const text of ['积分成绩单', '第二课堂', '社区支教', '扫码核验真伪']) expect(words).toContain(text)
    expect((await print(await s.as({ roles: ['college'], departmentId: s.ids.art }))).code).toBe(404)
  })
})
