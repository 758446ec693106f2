import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Measure, MeasureOf } from '#model'
import type { Actor } from '#testing/school.ts'
import { cqaScheme } from '../schemes/model/scheme.ts'
import { cqaScore, cqaSheet, sheetStates } from '../sheets/model/sheet.ts'
import { type CqaSchool, cqaSchool } from '../testing.ts'
import { COMPARISON_SCREEN, PROGRESS_SCREEN } from './model/big-screens.ts'
import { wallChange, wallEvenness, wallHeat, wallMeans, wallSources, wallYears } from './model/comparison-measures.ts'
import { wallClasses, wallClock, wallColleges, wallDimensions, wallHistogram, wallStages } from './model/progress-measures.ts'
import { mergedBands } from './server/progress.ts'

let s: CqaSchool
let schemeId = ''
/** 德 of each student of two classes; everybody has a base of 20 by 智, the first 5 more for an activity. */
const GIVEN = { s2301: [40, 42, 44, 46, 48], s2302: [20, 22, 24, 26, 28] } as const
beforeAll(async () => {
  s = await cqaSchool()
  const people: Array<{ id: string; score: number }> = []
  for (const [name, scores] of Object.entries(GIVEN))
    for (const [n, score] of scores.entries()) people.push({ id: await s.student(`${name}${n}`, s.ids[name as keyof typeof GIVEN]), score })
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
  for (const { id: studentId, score } of people) await s.db.insert(cqaScore, { sheetId: (await s.sheet(id, studentId)).id, indexId: index.get('D1') ?? '', stage: 'group', score })
  await s.calculate(id)
})
afterAll(() => s.close())
const shown = async (by: Actor, screen: string) => {
  const { code, msg, data } = await by.get<{ measures: Array<{ code: string; data: unknown }> }>('screen/wall/read', { screen })
  if (code !== 200) throw new Error(msg)
  return <M extends Measure>(of: M) => data.measures.find(m => m.code === of.code)?.data as MeasureOf<M>
}
const sheets = () => s.db.unscoped(cqaSheet).all({ schemeId }, { sort: ['id'] })
const setState = async (state: keyof typeof sheetStates.labels, of: (n: number) => boolean) => {
  for (const [n, sheet] of (await sheets()).entries()) if (of(n)) await s.db.update(cqaSheet, sheet.id, { state, excludedReason: state === 'excluded' ? 'other' : null })
}
/** What a row says, without what the gate writes itself. */
const copyOf = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'].includes(key)))

describe('big screen of progress', () => {
  it('60-BS5 its stages equal the lists in the same state; who takes no part is counted apart', async () => {
    await setState('excluded', n => n === 0)
    await setState('fdyDone', n => n === 1)
    // values are kept for an hour: the office's are read once all is final
    const of = await shown(s.college, PROGRESS_SCREEN.code)
    const { total, excluded, stages } = of(wallStages)
    expect([total, excluded]).toEqual([9, 1])
    for (const state of ['open', 'fdyDone', 'final'] as const) {
      const listed = (await s.college.get<{ result: unknown[] }>('cqa/cqaSheet/list', { schemeId, state, size: 100 })).data.result.length
      expect([state, stages.find(one => one?.label === sheetStates.labels[state])?.count]).toEqual([state, listed])
    }
    expect(of(wallColleges).colleges).toMatchObject([{ done: 1, total: 9 }])
    expect(of(wallClasses).classes.reduce((sum, c) => sum + (c?.total ?? 0), 0)).toBe(9)
    expect(of(wallClock).windows.length).toBeGreaterThan(0)
    // nothing is final yet, and nothing was before
    expect(of(wallDimensions)).toEqual({ isFormer: true, dimensions: [] })
    await setState('open', () => true)
  })
  it('20-DS5 needs the permission of the screen', async () => {
    for (const { code } of [PROGRESS_SCREEN, COMPARISON_SCREEN]) await expect(shown(s.fdy, code)).rejects.toThrow()
  })
  it('60-BS4 merges bands of too few with those beside them and loses nobody', () => {
    const band = (from: number, count: number) => ({ from, until: from + 5, count })
    expect(mergedBands([band(40, 2), band(45, 9), band(50, 1), band(60, 7), band(65, 3)], 5)).toEqual([
      { from: 40, until: 50, count: 11 },
      { from: 50, until: 70, count: 11 },
    ])
    expect(mergedBands([band(40, 4)], 5)).toEqual([])
    expect(mergedBands([band(40, 2)], 1)).toEqual([band(40, 2)])
  })
})
describe('big screen of comparison', () => {
  it('shows what is final: rates by college, uneven marking, sources, years and changes; few students are not told', async () => {
    await setState('final', () => true)
    const scheme = await s.db.update(cqaScheme, schemeId, { stage: 'locked', xn: '2025-2026' })
    const progress = await shown(s.officer, PROGRESS_SCREEN.code)
    expect(progress(wallDimensions)).toMatchObject({
      isFormer: false,
      dimensions: [
        { name: '指标D', mean: 34, rate: 68 },
        { name: '指标Z', mean: 20.5, rate: 41 },
      ],
    })
    // totals 40 to 48 of one class and 60 to 73 of the other
    expect(progress(wallHistogram).bands.reduce((sum, b) => sum + (b?.count ?? 0), 0)).toBe(10)
    const former = await s.db.insert(cqaScheme, { ...copyOf(scheme), name: '上一年', xn: '2024-2025' } as never)
    for (const sheet of await sheets()) await s.db.insert(cqaSheet, { ...copyOf(sheet), schemeId: former.id, total: (sheet.total ?? 0) - 2 } as never)
    const of = await shown(s.officer, COMPARISON_SCREEN.code)
    expect(of(wallHeat)).toMatchObject({ xn: '2025-2026', dimensions: ['指标D', '指标Z'], colleges: [{ rates: [{ rate: 68 }, { rate: 41 }] }] })
    expect(of(wallEvenness).dimensions).toEqual([
      { name: '指标D', deviation: 10 },
      { name: '指标Z', deviation: 0.5 },
    ])
    expect(of(wallSources).sources).toEqual([{ label: '活动', points: 0.5, share: 100 }])
    expect(of(wallYears).years.map(y => y?.xn)).toEqual(['2024-2025', '2025-2026'])
    expect(of(wallChange).grades).toMatchObject([{ change: 2, students: 10 }])
    expect(of(wallMeans)).toEqual({ majors: [], grades: [] })
    await setState('excluded', n => n < 6)
    expect((await shown(s.college, COMPARISON_SCREEN.code))(wallHeat).colleges).toEqual([])
  })
})
