import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '#model/random.ts'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { cqaIndex } from '../schemes/model/index-row.ts'
import { cqaPointRule } from '../schemes/model/point-rule.ts'
import { cqaScheme } from '../schemes/model/scheme.ts'
import { type CqaSchool, cqaSchool, endSchemes, XN } from '../testing.ts'
import { cqaScore, cqaSheet } from './model/sheet.ts'
import { calculate } from './server/api.ts'
import { referenceOf } from './testing.ts'

let s: CqaSchool
beforeAll(async () => {
  s = await cqaSchool()
})
afterAll(() => s.close())
afterEach(() => endSchemes(s))
const fixed = (n: number | null | undefined): string => (n ?? 0).toFixed(4)
const random = seededRandom(20261127)
const draw = (most: number): number => Math.floor(random() * most)
const pick = <T>(of: readonly T[]): T => of[draw(of.length)] as T
const group = { kind: 'group', combine: 'sum', maxScore: 100 } as const
const ADDED = [
  { evidenceKind: 'competition', points: 6.33, teamSplit: 'equal', sameAchievement: 'highest' },
  { evidenceKind: 'competition', level: 'national', points: 12.5, teamSplit: 'byRole', sameAchievement: 'highest' },
  { evidenceKind: 'competition', level: 'national', place: 'first', points: 20, teamSplit: 'equal', sameAchievement: 'highest', capPerStudent: 25 },
  { evidenceKind: 'competition', teamRole: 'member', points: 3.17, teamSplit: 'equal', sameAchievement: 'sum' },
  { evidenceKind: 'volunteer', points: 0.35, perUnit: true, capPerStudent: 4.2, sameAchievement: 'sum' },
] as const
const DEDUCTED = [
  { evidenceKind: 'punishment', titleHas: '记过', points: 6, dimensionCap: 20 },
  { evidenceKind: 'punishment', points: 1.25 },
] as const
const ALL_KINDS = {
  ...{ ...group, code: 'T', combine: 'weighted' as const },
  below: [
    {
      ...{ ...group, code: 'A', weight: 33.33, maxScore: 60 },
      below: [
        { code: 'A1', kind: 'auto', baseScore: 10, maxScore: 45, rules: ADDED },
        { code: 'A2', kind: 'deduct', baseScore: 10, minScore: 0, maxScore: 10, rules: DEDUCTED },
      ],
    },
    {
      ...{ ...group, code: 'B', combine: 'max' as const, weight: 33.33 },
      below: [
        { code: 'B1', kind: 'scored', scorer: 'group', baseScore: 50, minScore: 0, maxScore: 100 },
        { code: 'B2', kind: 'formula', formula: 'if(A1 >= 30, round(A1 / 3, 2), min(A1 × 2, 40)) + A2 ÷ 7', maxScore: 100 },
      ],
    },
    {
      ...{ ...group, code: 'C', weight: 33.34 },
      below: [
        { code: 'C1', kind: 'scored', scorer: 'group', maxScore: 100 },
        { code: 'C2', kind: 'formula', formula: '(A1 - B1) / (A2 - 10)', minScore: -20, maxScore: 20 },
      ],
    },
  ],
} as const
const randomEntry = (studentId: string, n: number) => ({
  ...{
    studentId,
    kind: pick(['competition', 'competition', 'volunteer', 'punishment']),
    occurredOn: '2026-03-01',
    xn: XN,
    sourceType: 'test',
    sourceId: `${studentId}${n}`,
    sourceSeq: 0,
  },
  ...{ level: pick(['national', 'school', null]), place: pick(['first', 'second', null]), teamRole: pick(['lead', 'member', null]), teamSize: pick([null, 2, 3, 7]) },
  ...{ quantity: pick([null, 0.5, 2.25, 7.33]), achievementKey: pick([null, 'x', 'y']), title: pick(['记过处分', '警告处分']) },
})
describe('50-CQ3 a calculation', () => {
  it('equals a plain reference on random data: caps, teams, hours, achievements, formulas, rounding; and is the same when calculated again', async () => {
    for (let n = 0; n < 60; n++) await s.student(`学生${n}`)
    const { id: schemeId } = await s.scheme({ tieBreakers: ['C1'] }, ALL_KINDS)
    const sheets = await s.db.unscoped(cqaSheet).all({ schemeId })
    const all = await s.db.unscoped(cqaIndex).all({ schemeId })
    const scored = all.filter(i => i.kind === 'scored')
    await s.db.insertMany(
      evidence,
      sheets.flatMap(({ studentId }) => Array.from({ length: draw(14) }, (_, n) => randomEntry(studentId, n))),
    )
    await s.db.insertMany(
      cqaScore,
      sheets.flatMap(({ id }) => scored.flatMap(i => (draw(3) ? [{ sheetId: id, indexId: i.id, stage: 'group' as const, score: draw(10_000) / 100 }] : []))),
    )
    await s.calculate(schemeId)
    const after = await s.db.unscoped(cqaSheet).all({ schemeId }, { sort: ['id'] })
    const rules = await s.db.unscoped(cqaPointRule).all({ indexId: all.map(i => i.id) })
    for (const { id, studentId, items, total } of after) {
      const entries = await s.db.unscoped(evidence).all({ studentId })
      const given = new Map((await s.db.unscoped(cqaScore).all({ sheetId: id })).map(g => [g.indexId, g.score]))
      const expected = referenceOf(all, rules, { entries, given, mean: null })
      expect(Object.fromEntries(Object.entries(items ?? {}).map(([code, n]) => [code, fixed(n)]))).toEqual(expected)
      expect(fixed(total)).toBe(expected.T)
    }
    // in parts, of which the last is not full
    await s.db.updateWhere(cqaSheet, { schemeId }, { hash: null, total: null, classRank: null }, { history: false })
    const scheme = await s.db.unscoped(cqaScheme).one(schemeId)
    expect(await s.db.tx(db => calculate(db, scheme, undefined, 7))).toBe(after.length)
    const ranked = (of: typeof after) => of.map(r => [r.id, r.hash, r.total, r.classRank])
    const inParts = await s.db.unscoped(cqaSheet).all({ schemeId }, { sort: ['id'] })
    expect(ranked(inParts)).toEqual(ranked(after))
    await s.calculate(schemeId, s.ids.s2301)
    expect((await s.db.unscoped(cqaSheet).all({ schemeId }, { sort: ['id'] })).map(r => [r.hash, r.version])).toEqual(inParts.map(r => [r.hash, r.version]))
  })
  it('50-CQ14 computes a formula once, however often others name it', async () => {
    const studentId = await s.student()
    const chain = Array.from({ length: 16 }, (_, n) => ({ code: `F${n}`, kind: 'formula' as const, formula: n ? `F${n - 1} + F${n - 1} - F${n - 1}` : '1.5', maxScore: 100 }))
    const { id } = await s.scheme({}, { ...group, code: 'T', below: chain })
    expect((await s.sheet(id, studentId)).total).toBe(24)
  })
})
