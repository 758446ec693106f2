import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { type EvidenceFact, evidenceStores } from '#server/extensions/evidence.ts'
import type { Actor } from '#testing/school.ts'
import { evidence } from './model/evidence.ts'
import { isAlike, similarity } from './model/similar.ts'
import { evidenceOf, evidenceUse } from './server/api.ts'

/** Locked results of a module made up for this test: an evaluation of whatever it is asked about. */
const owners: string[] = []
const evaluation = evidenceUse({
  code: 'evaluation',
  locked: async (_db, ids) => ids.map(evidenceId => ({ evidenceId, ownerIds: owners, what: '综合测评', link: '/evaluation' })),
})
let s: SmallSchool
let officer: Actor
let fdy: Actor
beforeAll(async () => {
  s = await smallSchool()
  ;(s.server.core.registry.registrations as Map<string, readonly unknown[]>).set(evaluation.kind, [evaluation])
  officer = await s.as({ roles: ['officer'] })
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
  owners.push(officer.userId)
})
afterAll(() => s.close())
const newStudent = async () => (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301))).data.id
const settle = (ids: string[], facts: EvidenceFact[]) => s.db.tx(async db => evidenceStores.of(db)?.settle(db, 'test.thing', ids, facts, '更正'))
const factOf = (studentId: string, more: Partial<EvidenceFact> = {}): EvidenceFact => ({
  ...{ studentId, occurredOn: today(), sourceId: 'one', kind: 'competition', level: 'provincial', title: '程序设计竞赛' },
  ...more,
})
const entriesOf = (studentId: string) => s.db.unscoped(evidence).all({ studentId }, { sort: ['createdAt', 'id'] })
const standingOf = (studentId: string) =>
  s.db.query<{ title: string; place: string | null }>(sql`select title, place from (${evidenceOf(s.db, sql`select ${studentId}::uuid`, '2000-01-01', today())}) e order by title`)

describe('50-EV1 an entry', () => {
  it('is kept once of an event that comes five times at once', async () => {
    const id = await newStudent()
    await Promise.all(Array.from({ length: 5 }, () => settle(['one'], [factOf(id)])))
    expect((await entriesOf(id)).map(e => [e.kind, e.title, e.sourceType, e.classId])).toEqual([['competition', '程序设计竞赛', 'test.thing', s.ids.s2301]])
  })
  it('is kept once of what is stated again, whatever its decimals', async () => {
    const id = await newStudent()
    for (let n = 0; n < 2; n++) await settle(['one'], [factOf(id, { quantity: 12.345 })])
    expect((await entriesOf(id)).map(e => e.quantity)).toEqual([12.35])
  })
  it('is kept of thousands of rows at once, and what changes of them is corrected', async () => {
    const id = await newStudent()
    const ids = Array.from({ length: 3000 }, (_, n) => `many${id}${n}`)
    const stated = (title: string) => ids.map(sourceId => factOf(id, { sourceId, title }))
    for (let n = 0; n < 2; n++) await settle(ids, stated('晨跑'))
    expect(await s.db.unscoped(evidence).count({ studentId: id })).toBe(3000)
    await settle(ids, [...stated('晨跑').slice(0, 1000), ...stated('夜跑').slice(1000, 2500)])
    const titles = (await standingOf(id)).map(e => e.title)
    expect([titles.filter(t => t === '晨跑').length, titles.filter(t => t === '夜跑').length]).toEqual([1000, 1500])
  })
  it('is written by nothing else: the application has no right to change one, and no page to add one', async () => {
    const id = await newStudent()
    await settle(['one'], [factOf(id)])
    const [row] = await entriesOf(id)
    await expect(s.db.query(sql`update evidence set title = 'x' where id = ${row?.id}`)).rejects.toThrow(/permission denied/)
    await expect(s.db.query(sql`delete from evidence where id = ${row?.id}`)).rejects.toThrow(/permission denied/)
    for (const verb of ['add', 'update', 'remove']) expect((await officer.post(`evidence/evidence/${verb}`, { id: row?.id, ids: row?.id, title: 'x' })).code).toBe(404)
  })
})
describe('50-EV2 a correction', () => {
  it('is a reversal and a new entry, and what a source states no more is reversed', async () => {
    const id = await newStudent()
    await settle(['one'], [factOf(id)])
    await settle(['one'], [factOf(id, { place: 'first' })])
    expect((await entriesOf(id)).map(e => [e.place, e.reversesId !== null, e.reason])).toEqual([
      [null, false, null],
      [null, true, '更正'],
      ['first', false, null],
    ])
    expect(await standingOf(id)).toEqual([{ title: '程序设计竞赛', place: 'first' }])
    await settle(['one'], [])
    expect(await standingOf(id)).toEqual([])
    await settle(['one'], [factOf(id, { place: 'first' })]) // and comes back
    expect(await standingOf(id)).toEqual([{ title: '程序设计竞赛', place: 'first' }])
  })
  it('leaves what a source states last, whatever it stated before', async () => {
    const places = fc.constantFrom(null, 'first', 'second')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(fc.constantFrom('a', 'b'), places), { minLength: 1, maxLength: 5 }), async stages => {
        const id = await newStudent()
        for (const stage of stages)
          await settle(
            [`a${id}`, `b${id}`],
            Object.entries(stage).map(([key, place]) => factOf(id, { sourceId: `${key}${id}`, title: key, place })),
          )
        const last = stages.at(-1) ?? {}
        expect(await standingOf(id)).toEqual(
          Object.entries(last)
            .map(([title, place]) => ({ title, place }))
            .sort((a, b) => (a.title < b.title ? -1 : 1)),
        )
      }),
      { numRuns: 10 },
    )
  })
  it('by hand is the office’s, with a reason, once', async () => {
    const id = await newStudent()
    await settle(['one'], [factOf(id)])
    const [row] = await entriesOf(id)
    const reverse = (who: Actor, rowId = row?.id) => who.post('evidence/evidence/reverse', { id: rowId, reason: '名单有误，不是本人' })
    expect((await reverse(fdy)).code).toBe(403)
    const twice = await Promise.all([reverse(officer), reverse(officer)])
    expect(twice.map(a => String(a.errors[0]?.rule ?? a.code)).sort()).toEqual(['200', 'evidence.evidence.reversed'])
    const reversal = (await entriesOf(id)).find(e => e.reversesId)
    expect((await reverse(officer, reversal?.id)).errors[0]?.rule).toBe('evidence.evidence.reversal')
    const mine = await (await selfOf(s, id)).get<{ entries: Array<{ isReversed: boolean; reason: string }> }>('evidence/evidence/mine', {})
    expect(mine.data.entries).toMatchObject([{ isReversed: true, reason: '名单有误，不是本人' }])
  })
})
it('50-EV3 takes no health, consultation, attention or hardship facts, and nothing of the future', async () => {
  const id = await newStudent()
  for (const kind of ['health', 'consultation', 'attention', 'hardship'])
    await expect(settle(['one'], [factOf(id, { kind: kind as never })])).rejects.toMatchObject({ issues: [{ rule: 'evidence.evidence.kind' }] })
  await expect(settle(['one'], [factOf(id, { occurredOn: '2999-01-01' })])).rejects.toMatchObject({ issues: [{ rule: 'evidence.evidence.future' }] })
  expect(await entriesOf(id)).toEqual([])
})
describe('50-EV4 alike titles', () => {
  it('have most pairs of characters in common, whatever their signs and spaces; unlike ones do not', () => {
    expect(isAlike('第十五届蓝桥杯全国软件大赛', '第十五届“蓝桥杯” 全国软件大赛 Java 组')).toBe(true)
    expect(isAlike('蓝桥杯全国软件大赛', '全国大学生数学建模竞赛')).toBe(false)
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => similarity(a, b) === similarity(b, a) && similarity(a, b) >= 0 && similarity(a, b) <= 1 && similarity(a, a) === 1))
  })
})
it('50-EV5 a reversal changes no locked result, and asks its owner', async () => {
  const id = await newStudent()
  await settle(['one'], [factOf(id, { title: '校运会跳远' })])
  await settle(['one'], [])
  const { data } = await officer.get<{ result: Array<{ title: string; link: string }> }>('base/todo/mine', { bizType: 'evidenceCorrection' })
  expect(data.result.filter(t => t.title.includes('校运会跳远'))).toMatchObject([{ link: '/evaluation' }])
})
