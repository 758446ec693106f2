import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type CqaSchool, cqaSchool, endSchemes, FROM, inHours, ruleOf, TREE, WINDOWS } from '../testing.ts'
import type { schemeTree, uncoveredStudents } from './model/actions.ts'
import { cqaIndex } from './model/index-row.ts'
import { cqaPointRule } from './model/point-rule.ts'
import { cqaScheme } from './model/scheme.ts'

let s: CqaSchool
beforeAll(async () => {
  s = await cqaSchool()
})
afterAll(() => s.close())
afterEach(() => endSchemes(s))
const add = (more: object) => s.officer.post<{ id: string }>('cqa/cqaIndex/add', { maxScore: 100, name: '指标', kind: 'imported', ...more })

/** Ends of the stages inside a window. */
function stagesIn({ beginTime, endTime }: { beginTime: string; endTime: string }) {
  const [from, to] = [Date.parse(beginTime), Date.parse(endTime)]
  const at = (part: number) => new Date(from + (to - from) * part).toISOString()
  return { selfUntil: at(0.4), groupUntil: at(0.6), fdyUntil: at(0.8) }
}
describe('a scheme as a round', () => {
  const trees = new Map<string, Map<string, string>>()
  let who: Actor
  let days = 0
  beforeAll(async () => {
    who = await s.self(await s.student())
  })
  expectRound({ of: cqaScheme, path: 'cqa/cqaScheme', shut: ['window'] }, () => ({
    school: s,
    publisher: s.officer,
    draft(window) {
      const evidenceFrom = addDays(FROM, days++) // a student is in one scheme of a period (50-CQ2)
      return s.given({ ...window, ...stagesIn(window), evidenceFrom, evidenceTo: evidenceFrom })
    },
    prepare: async id => trees.set(id, await s.tree(id)),
    take: id => who.post('cqa/cqaScore/selfScore', { schemeId: id, indexId: trees.get(id)?.get('Z'), score: 80, version: null }),
  }))
})
describe('50-CQ1 publishing', () => {
  it('names every group whose children do not weigh 100, every empty one, and asks for one root', async () => {
    await s.student()
    const schemeId = await s.draft()
    expect(ruleOf(await s.publish(schemeId))).toBe('noRoot')
    const index = await s.tree(schemeId, {
      ...TREE,
      below: [
        { code: 'A', kind: 'group', combine: 'weighted', weight: 50, maxScore: 100, below: [{ code: 'A1', kind: 'imported', maxScore: 10, weight: 99.99 }] },
        { code: 'B', kind: 'group', combine: 'sum', weight: 50.5, maxScore: 100 },
      ],
    })
    const { data } = await s.officer.get<OutputOf<typeof schemeTree>>('cqa/cqaScheme/tree', { id: schemeId })
    expect(data.problems).toEqual(['这些分组没有下级：指标B', '这些分组的下级权重合计不是 100：指标T 100.5、指标A 99.99'])
    expect(data.nodes.map(n => [n?.code, n?.depth, n?.childWeight])).toEqual([
      ['T', 0, 100.5],
      ['A', 1, 99.99],
      ['A1', 2, null],
      ['B', 1, null],
    ])
    expect(ruleOf(await s.publish(schemeId))).toBe('empty')
    await add({ schemeId, parentId: index.get('B'), code: 'B1' })
    const refused = await s.publish(schemeId)
    expect([ruleOf(refused), refused.msg]).toEqual(['weights', expect.stringContaining('指标T 100.5、指标A 99.99')])
    const change = async (code: string, weight: number) => {
      const row = await s.db.unscoped(cqaIndex).one(index.get(code) ?? '')
      await s.officer.post('cqa/cqaIndex/update', { id: row.id, version: row.version, weight })
    }
    await change('B', 50)
    await change('A1', 100)
    expect((await s.publish(schemeId)).code).toBe(200)
  })
})
describe('50-CQ2 a period', () => {
  it('has one scheme for a student: an overlap is refused with the classes, whichever of two comes first', async () => {
    await s.student()
    const [one, two] = [await s.draft(), await s.draft({ audience: { grades: [2023] }, evidenceFrom: '2026-08-31', evidenceTo: '2027-08-31' })]
    await Promise.all([s.tree(one), s.tree(two)])
    const answers = await Promise.all([s.publish(one), s.publish(two)])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const refused = answers.find(a => a.code !== 200)
    expect([refused && ruleOf(refused), refused?.msg]).toEqual(['overlap', expect.stringContaining('软件2301')])
  })
  it('counts who is in none, by class', async () => {
    const uncovered = async (id: string) => (await s.officer.get<OutputOf<typeof uncoveredStudents>>('cqa/cqaScheme/uncovered', { id })).data
    await s.student('在班', s.ids.s2301)
    await s.student('别班', s.ids.n2301)
    const { id } = await s.scheme()
    const { count, classes } = await uncovered(id)
    expect(classes.map(c => c?.name)).not.toContain('软件2301')
    expect(classes.find(c => c?.name === '网络2301')?.count).toBe(1)
    expect(count).toBe(classes.reduce((sum, c) => sum + (c?.count ?? 0), 0))
  })
})
describe('50-CQ13 a published scheme', () => {
  it('is frozen with its tree and rules; only its windows become longer', async () => {
    await s.student()
    const { id, index } = await s.scheme()
    const row = await s.officer.get<{ version: number }>('cqa/cqaScheme/getOne', { id })
    expect(ruleOf(await s.officer.post('cqa/cqaScheme/update', { id, version: row.data.version, tieStyle: 'dense' }))).toBe('frozen')
    expect(ruleOf(await add({ schemeId: id, parentId: index.get('T'), code: 'X' }))).toBe('frozen')
    const d1 = await s.db.unscoped(cqaIndex).one(index.get('D1') ?? '')
    expect(ruleOf(await s.officer.post('cqa/cqaIndex/update', { id: d1.id, version: d1.version, maxScore: 50 }))).toBe('frozen')
    const [rule] = await s.db.unscoped(cqaPointRule).all({ indexId: d1.id })
    expect(ruleOf(await s.officer.post('cqa/cqaPointRule/update', { id: rule?.id, version: rule?.version, points: 9 }))).toBe('frozen')
    const { selfUntil, groupUntil, fdyUntil, endTime } = WINDOWS.self
    const extend = (more: object) => s.officer.post('cqa/cqaScheme/extendStages', { id, selfUntil, groupUntil, fdyUntil, endTime, reason: '多给几天', ...more })
    expect(ruleOf(await extend({}))).toBe('unchanged')
    expect(ruleOf(await extend({ selfUntil: inHours(5) }))).toBe('earlier')
    expect(ruleOf(await extend({ selfUntil: inHours(25) }))).toBe('order')
    expect((await extend({ selfUntil: inHours(15) })).code).toBe(200)
  })
  it('is copied with its tree, rules and codes to be changed', async () => {
    await s.student()
    const { id } = await s.scheme()
    await s.db.updateWhere(cqaScheme, { id }, { stage: 'locked', openedStage: 'college', remindedStage: 'fdy' })
    const made = await s.officer.post<{ id: string }>('cqa/cqaScheme/copy', { id, name: '下一年', beginTime: inHours(-2), endTime: inHours(60) })
    expect(await s.db.unscoped(cqaScheme).one(made.data.id)).toMatchObject({ state: 'draft', stage: 'scoring', versionNo: 2, calculatedAt: null })
    const { data } = await s.officer.get<OutputOf<typeof schemeTree>>('cqa/cqaScheme/tree', { id: made.data.id })
    expect(data.nodes.map(n => [n?.code, n?.depth, n?.ruleCount])).toEqual([
      ['T', 0, 0],
      ['D', 1, 0],
      ['D1', 2, 2],
      ['D2', 2, 0],
      ['Z', 1, 0],
    ])
    expect(data.isFrozen).toBe(false)
    expect((await s.officer.post('cqa/cqaScheme/remove', { ids: [made.data.id] })).data).toMatchObject({ done: 1 })
  })
  it('has windows that follow one another', async () => {
    const draft = { name: '窗口', xn: '2025-2026', audience: { all: true }, snapshotOn: '2026-09-01', evidenceFrom: '2025-09-01', evidenceTo: '2026-08-31', rankScopes: ['class'] }
    const rule = async (more: object) =>
      ruleOf(await s.officer.post('cqa/cqaScheme/add', { ...draft, ...WINDOWS.self, tieStyle: 'dense', fdyDelta: 1, gradeCourses: 'all', gradeRetakes: 'none', ...more }))
    expect(await rule({ groupUntil: WINDOWS.self.selfUntil })).toBe('order')
    expect(await rule({ endTime: inHours(25) })).toBe('order')
    expect(await rule({ evidenceTo: '2025-08-01' })).toBe('evidence')
    expect(await rule({ noticeWorkdays: 2 })).toBe('notice')
  })
})
describe('50-CQ14 on saving an index', () => {
  it('formulas name indexes of the scheme, and no index is made of itself', async () => {
    const schemeId = await s.draft()
    const index = await s.tree(schemeId)
    const formula = (code: string, text: string, parentId = index.get('D')) => add({ schemeId, parentId, code, kind: 'formula', formula: text })
    expect(ruleOf(await formula('F1', 'D1 +'))).toBe('formula')
    expect(ruleOf(await formula('F1', 'D9 + 1'))).toBe('unknownCode')
    expect(ruleOf(await formula('F1', 'F1 + 1'))).toBe('circle')
    expect(ruleOf(await formula('F1', 'T / 2'))).toBe('circle')
    const made = await formula('F1', 'D1 / 2')
    expect(made.code).toBe(200)
    const d2 = await s.db.unscoped(cqaIndex).one(index.get('D2') ?? '')
    expect(ruleOf(await s.officer.post('cqa/cqaIndex/update', { id: d2.id, version: d2.version, kind: 'formula', formula: 'F1' }))).toBeUndefined()
    expect((await s.officer.post('cqa/cqaIndex/remove', { ids: [index.get('D1')] })).data).toMatchObject({ done: 0 })
    expect(ruleOf(await add({ schemeId, parentId: index.get('D1'), code: 'Y' }))).toBe('parent')
    expect(ruleOf(await add({ schemeId, parentId: index.get('D'), code: 'max' }))).toBe('code')
    const d = await s.db.unscoped(cqaIndex).one(index.get('D') ?? '')
    expect(ruleOf(await s.officer.post('cqa/cqaIndex/update', { id: d.id, version: d.version, parentId: d.id }))).toBe('parent')
  })
  it('rules belong to indexes of evidence, one for each kind of entry', async () => {
    const schemeId = await s.draft()
    const index = await s.tree(schemeId)
    const rule = (code: string, more: object = {}) =>
      s.officer.post('cqa/cqaPointRule/add', { indexId: index.get(code), evidenceKind: 'activity', points: 1, teamSplit: 'full', sameAchievement: 'sum', ...more })
    expect(ruleOf(await rule('D2'))).toBe('kind')
    expect(ruleOf(await rule('D1'))).toBe('duplicate')
    expect((await rule('D1', { level: 'class' })).code).toBe(200)
  })
})
