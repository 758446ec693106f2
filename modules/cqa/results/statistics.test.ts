import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf, Row } from '#model'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { cqaScore, cqaSheet } from '../sheets/model/sheet.ts'
import { type CqaSchool, cqaSchool } from '../testing.ts'
import type { resultStatistics } from './model/statistics.ts'

let s: CqaSchool
let schemeId = ''
let away = ''
/** 德 of each student of two classes, given by their groups; everybody has a base of 20 by 智, the first 5 more for an activity. */
const GIVEN = { s2301: [40, 42, 44, 46, 48], s2302: [20, 22, 24, 26, 28] } as const
beforeAll(async () => {
  s = await cqaSchool()
  const people: Array<{ id: string; score: number }> = []
  for (const [name, scores] of Object.entries(GIVEN))
    for (const [n, score] of scores.entries()) people.push({ id: await s.student(`${name}${n}`, s.ids[name as keyof typeof GIVEN]), score })
  const guest = await s.student('交流')
  const { id, index } = await s.scheme(
    { audience: { classIds: [s.ids.s2301, s.ids.s2302] } },
    {
      ...{ code: 'T', kind: 'group', combine: 'sum', maxScore: 100 },
      below: [
        { code: 'D', kind: 'group', combine: 'sum', maxScore: 50, below: [{ code: 'D1', kind: 'scored', scorer: 'group', minScore: 0, maxScore: 50 }] },
        { code: 'Z', kind: 'auto', baseScore: 20, maxScore: 50, rules: [{ evidenceKind: 'activity', points: 5 }] },
      ],
    },
  )
  schemeId = id
  await s.entry(people[0]?.id ?? '', 'activity')
  away = (await s.sheet(id, guest)).id
  await exclude()
  for (const { id: studentId, score } of people) await s.db.insert(cqaScore, { sheetId: (await s.sheet(id, studentId)).id, indexId: index.get('D1') ?? '', stage: 'group', score })
  await s.calculate(id)
})
afterAll(() => s.close())
const exclude = async () => expect((await s.officer.post('cqa/cqaSheet/exclude', { id: away, reason: 'exchange' })).code).toBe(200)
/** A role over the whole school that may see figures, but not list results. */
async function figuresReader(): Promise<Actor> {
  await s.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${s.tenantId}, 'figures', 'figures', 'all') returning id)
    insert into role_menu (tenant_id, role_id, menu_id) select ${s.tenantId}, made.id, m.id from made cross join menu m
      where m.tenant_id = ${s.tenantId} and m.permission_key = 'cqa:cqaSheet:statistics'`)
  await s.server.core.principals.changed(s.tenantId)
  return s.as({ roles: ['figures'] })
}
const read = (by: Actor, more: object = {}) => by.get<OutputOf<typeof resultStatistics>>('cqa/cqaSheet/statistics', { from: addDays(today(), -7), to: today(), ...more })
const statistics = async (by: Actor, more: object = {}) => {
  const { code, msg, data } = await read(by, more)
  if (code !== 200) throw new Error(msg)
  return data
}
it('statistics show how totals are distributed, the mean of each dimension, and where points come from', async () => {
  const found = await statistics(s.officer)
  expect(found).toMatchObject({ students: 10, scored: 10, mean: 54.5, lowest: 40, highest: 68, objected: 0, objectionRate: null })
  expect(found.byBand.map(g => [g.key, g.label, g.students])).toEqual([
    ['40', '40–49.99', 5],
    ['60', '60–69.99', 5],
  ])
  expect(found.dimensions).toMatchObject([
    { name: '指标D', students: 10, mean: 34, rate: 68 },
    { name: '指标Z', students: 10, mean: 20.5, rate: 41 },
  ])
  expect(found.sources).toMatchObject([
    { source: 'scored', points: 34 },
    { source: 'base', points: 20 },
    { source: 'auto', points: 0.5 },
  ])
  for (const groups of [found.byCollege, found.byMajor, found.byGrade, found.byYear]) expect(groups).toMatchObject([{ students: 10, mean: 54.5 }])
  expect((await statistics(s.officer, { from: addDays(today(), -300), to: addDays(today(), -200) })).students).toBe(0)
  expect((await statistics(s.officer, { schemeId, departmentId: s.ids.art })).students).toBe(0)
})
/** The rows of results that take part, as the reader lists them. */
async function listed(by: Actor): Promise<Row<typeof cqaSheet>[]> {
  const { result } = (await by.get<{ result: Array<Row<typeof cqaSheet>> }>('cqa/cqaSheet/list', { schemeId, size: 100 })).data
  return result.filter(t => t.state !== 'excluded')
}
const count = <T>(of: readonly T[], keyOf: (one: T) => unknown): Array<[string, number]> =>
  [...Map.groupBy(of, one => String(keyOf(one)))].map(([key, some]): [string, number] => [key, some.length]).sort()
it('statistics add up to the results that the reader lists, in all and in each group', async () => {
  for (const by of [s.officer, s.college, s.fdy]) {
    const [found, rows] = [await statistics(by), await listed(by)]
    const totals = rows.map(t => t.total ?? 0)
    const mean = totals.reduce((a, b) => a + b, 0) / rows.length
    const deviation = Math.sqrt(totals.reduce((sum, t) => sum + (t - mean) ** 2, 0) / rows.length)
    expect([found.students, found.lowest, found.highest]).toEqual([rows.length, Math.min(...totals), Math.max(...totals)])
    expect([found.mean, found.deviation]).toEqual([expect.closeTo(mean, 2), expect.closeTo(deviation, 2)])
    const groups: Array<[Array<{ key: string; students: number }>, (t: (typeof rows)[number]) => unknown]> = [
      [found.byBand, t => Math.floor((t.total ?? 0) / 10) * 10],
      [found.byCollege, t => t.departmentId],
      [found.byMajor, t => t.majorId],
      [found.byGrade, t => t.grade],
    ]
    for (const [group, keyOf] of groups) expect(group.map(g => [g.key, g.students]).sort()).toEqual(count(rows, keyOf))
    for (const { name, students, mean: shown } of found.dimensions.flatMap(d => d ?? [])) {
      const scores = rows.flatMap(t => t.dimensions?.find(d => d.name === name)?.score ?? [])
      expect([students, shown]).toEqual([scores.length, expect.closeTo(scores.reduce((a, b) => a + b, 0) / scores.length, 2)])
    }
    expect(found.sources.reduce((sum, f) => sum + (f?.points ?? 0), 0)).toBeCloseTo(mean, 2) // no weights in this tree
  }
})
it('statistics show how far the classes of one major were marked apart', async () => {
  const { spreads } = await statistics(s.officer)
  expect(spreads.map(d => [d?.dimension, d?.major, d?.grade, d?.classes, d?.lowestClass, d?.lowest, d?.highestClass, d?.highest, d?.spread])).toEqual([
    ['指标D', '软件技术', 2023, 2, '软件2302', 24, '软件2301', 44, 20],
    ['指标Z', '软件技术', 2023, 2, '软件2302', 20, '软件2301', 21, 1],
  ])
})
it('statistics keep to the students of the reader', async () => {
  expect(await statistics(s.fdy)).toMatchObject({ students: 5, mean: 65, spreads: [] })
  expect((await statistics(await s.as({ roles: ['college'], departmentId: s.ids.art }))).students).toBe(0)
  const [sheet] = await s.db.unscoped(cqaSheet).all({ schemeId })
  expect((await read(await s.self(sheet?.studentId ?? ''))).code).toBe(403)
})
it('10-C5 statistics merge bands of fewer people than the school shows, for readers who may not list results', async () => {
  const reader = await figuresReader()
  expect((await s.officer.post('cqa/cqaSheet/include', { id: away })).code).toBe(200)
  const bands = async (by: Actor) => (await statistics(by)).byBand.map(g => [g.key, g.students])
  expect(await bands(s.officer)).toEqual([
    ['20', 1],
    ['40', 5],
    ['60', 5],
  ])
  expect(await bands(reader)).toEqual([
    ['60', 5],
    ['__merged', 6],
  ])
  expect((await statistics(reader)).dimensions.map(d => d?.students)).toEqual([11, 11])
  await exclude()
})
it('50-CQ11 statistics tell which share of the results on notice was objected to', async () => {
  const sheets = await s.db.unscoped(cqaSheet).all({ schemeId, state: 'open' })
  await s.db.updateWhere(cqaSheet, { id: sheets.map(t => t.id) }, { state: 'collegeDone' })
  expect((await s.officer.post('cqa/cqaScheme/publicise', { id: schemeId })).code).toBe(200)
  const own = sheets.find(t => t.classId === s.ids.s2301)
  const [line] = await s.db.query<{ id: string }>(sql`select id from public_notice_line where tenant_id = ${s.tenantId} and biz_id = ${own?.id ?? ''}`)
  const self = await s.self(own?.studentId ?? '')
  const raised = await self.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '品德表现的分数和公示的不一致' })
  expect(raised.code).toBe(200)
  expect((await s.officer.post('workflow/objection/decide', { id: raised.data.id, upheld: true, answer: '经核实已处理' })).code).toBe(200)
  await s.server.settle()
  expect(await statistics(s.officer)).toMatchObject({ noticed: 10, objected: 1, upheld: 1, objectionRate: percentOf(1, 10) })
})
