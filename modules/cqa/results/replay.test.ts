import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { seededRandom } from '#model/random.ts'
import { evidence } from '#modules/evidence/model/evidence.ts'
import { courseGrade } from '../grades/model/course-grade.ts'
import { cqaIndex } from '../schemes/model/index-row.ts'
import { cqaScheme } from '../schemes/model/scheme.ts'
import type { tryStudent } from '../sheets/model/actions.ts'
import { cqaItemScore } from '../sheets/model/item-score.ts'
import { cqaScore, cqaSheet } from '../sheets/model/sheet.ts'
import { type CqaSchool, cqaSchool, endSchemes, inHours, ruleOf, XN } from '../testing.ts'
import type { replayScheme } from './model/replay.ts'

type Tree = NonNullable<Parameters<CqaSchool['tree']>[1]>
/** 德 by the group, 智 by activities, which are worth so much. */
const treeOf = (points: number, more: Tree[] = []): Tree => ({
  ...{ code: 'T', kind: 'group', combine: 'sum', maxScore: 200 },
  below: [
    { code: 'D', kind: 'group', combine: 'sum', maxScore: 100, below: [{ code: 'D1', kind: 'scored', scorer: 'group', minScore: 0, maxScore: 50 }, ...more] },
    { code: 'Z', kind: 'auto', maxScore: 50, rules: [{ evidenceKind: 'activity', points }] },
  ],
})
let s: CqaSchool
let formerId = ''
const ids: string[] = []
/** 40 with an activity, 43 and 30: ranks 2, 1 and 3. Activities were worth 1. */
beforeAll(async () => {
  s = await cqaSchool()
  for (const n of [0, 1, 2]) ids.push(await s.student(`学生${n}`))
  await s.entry(ids[0] ?? '', 'activity')
  const { id, index } = await s.scheme({ rankScopes: ['class'] }, treeOf(1))
  formerId = id
  for (const [n, score] of [40, 43, 30].entries())
    await s.db.insert(cqaScore, { sheetId: (await s.sheet(id, ids[n] ?? '')).id, indexId: index.get('D1') ?? '', stage: 'group', score })
  await s.calculate(id)
})
afterAll(() => s.close())
const replay = (id: string, over = formerId, by = s.officer) => by.get<OutputOf<typeof replayScheme>>('cqa/cqaScheme/replay', { id, formerId: over })
const draft = async (tree: Tree) => {
  const id = await s.draft({ rankScopes: ['class'], evidenceFrom: '2026-09-01', evidenceTo: '2027-08-31', xn: '2026-2027' })
  await s.tree(id, tree)
  return id
}
/** Results are final. */
async function lock(id: string): Promise<void> {
  await s.db.updateWhere(cqaSheet, { schemeId: id }, { state: 'final' })
  await s.db.updateWhere(cqaScheme, { id }, { stage: 'locked' }, { history: false })
}
const stored = () => s.db.query(sql`select id, total, items, class_rank, version, hash from cqa_sheet where tenant_id = ${s.tenantId} order by id`)

it('50-CQ12 a changed rule is tried on the results of a former evaluation: who moves, by how much; nothing is stored', async () => {
  const id = await draft(treeOf(10, [{ code: 'N1', name: '新指标', kind: 'scored', scorer: 'group', minScore: 0, maxScore: 10, baseScore: 2 }]))
  expect(ruleOf(await replay(id))).toBe('unfinished')
  await lock(formerId)
  const before = await stored()
  const { data } = await replay(id)
  expect(data).toMatchObject({ students: 3, gained: 1, lost: 1, moved: 0.7, unscored: ['新指标'] })
  expect(data.rows.map(r => [r?.name, r?.className, r?.fromTotal, r?.toTotal, r?.fromRank, r?.toRank])).toEqual([
    ['学生0', '软件2301', 41, 52, 2, 1],
    ['学生1', '软件2301', 43, 45, 1, 2],
    ['学生2', '软件2301', 30, 32, 3, 3],
  ])
  expect([await stored(), await s.db.unscoped(cqaScore).count({})]).toEqual([before, 3])
  expect((await replay(await draft(treeOf(1)))).data).toMatchObject({ students: 3, gained: 0, lost: 0, moved: 0, unscored: [], rows: [] })
})
it('50-CQ12 a rule is tried by the office only, on another evaluation, with a tree that can be calculated', async () => {
  const id = await draft(treeOf(1))
  expect(ruleOf(await replay(formerId))).toBe('itself')
  expect(ruleOf(await replay(await draft({ code: 'T', kind: 'group', combine: 'sum', maxScore: 100 })))).toBe('empty')
  expect((await replay(id, formerId, s.fdy)).code).toBe(403)
  await endSchemes(s)
})
it('50-CQ3 a draft is tried with one student: each point with its entry and rule, what nobody scored with its base; nothing is stored', async () => {
  const id = await s.draft({ rankScopes: ['class'] })
  await s.tree(id, treeOf(10, [{ code: 'N1', kind: 'scored', scorer: 'group', minScore: 0, maxScore: 10, baseScore: 2 }]))
  const attempt = (studentId = ids[0], by = s.officer, schemeId = id) => by.get<OutputOf<typeof tryStudent>>('cqa/cqaScheme/tryStudent', { schemeId, studentId })
  const before = await stored()
  const { data } = await attempt()
  expect(data).toMatchObject({ name: '学生0', total: 12, pendingReason: null, unused: [] })
  expect(data.nodes.map(n => [n?.code, n?.score])).toEqual([
    ['T', 12],
    ['D', 2],
    ['D1', 0],
    ['N1', 2],
    ['Z', 10],
  ])
  expect(data.nodes.at(-1)?.lines).toEqual([expect.objectContaining({ kind: 'activity', points: 10, counts: true, rule: '10分' })])
  expect(await stored()).toEqual(before)
  // a published one counts what people gave so far
  expect((await attempt(ids[1], s.officer, formerId)).data.nodes.find(n => n?.code === 'D1')).toMatchObject({ score: 43, stage: 'group' })
  expect((await attempt(ids[0], s.fdy)).code).toBe(403)
  expect(ruleOf(await attempt(ids[0], s.officer, await draft({ code: 'T', kind: 'group', combine: 'sum', maxScore: 100 })))).toBe('empty')
})
const group = { kind: 'group', combine: 'sum', maxScore: 100 } as const
const evidenceRules = [
  { evidenceKind: 'competition', points: 6.33, teamSplit: 'equal' },
  { evidenceKind: 'competition', level: 'national', points: 12.5, teamSplit: 'byRole', sameAchievement: 'sum' },
  // as exact as the one before and worth the same: the older one counts
  { evidenceKind: 'competition', place: 'first', points: 12.5, teamSplit: 'full' },
  { evidenceKind: 'volunteer', points: 0.35, perUnit: true, capPerStudent: 4.2, sameAchievement: 'sum' },
] as const
const deducted = [{ evidenceKind: 'punishment', points: 1.25, dimensionCap: 18 }] as const
/** Schemes with every source of points, every way to combine them, every scope and way of ties. */
const SCHEMES: ReadonlyArray<{ more: object; tree: Tree }> = [
  {
    more: { rankScopes: ['class', 'majorGrade'], tieBreakers: ['B1'] },
    tree: {
      ...{ ...group, code: 'T', combine: 'weighted' },
      below: [
        {
          ...{ ...group, code: 'A', weight: 33.33 },
          below: [
            { code: 'A1', kind: 'auto', baseScore: 10, maxScore: 45, rules: evidenceRules },
            { code: 'A2', kind: 'deduct', baseScore: 10, minScore: 0, maxScore: 10, rules: deducted },
          ],
        },
        { ...group, code: 'B', weight: 66.67, below: [{ code: 'B1', kind: 'scored', scorer: 'self', needsProof: true, baseScore: 50, minScore: 0, maxScore: 100 }] },
      ],
    },
  },
  {
    more: { rankScopes: ['schoolGrade'], tieStyle: 'dense' },
    tree: {
      ...{ ...group, code: 'T', combine: 'max' },
      below: [
        { code: 'G', kind: 'grades', maxScore: 100 },
        { code: 'P', kind: 'imported', baseScore: 60, maxScore: 100 },
        { code: 'F', kind: 'formula', formula: 'if(P >= 70, round(G ÷ 3, 2), min(P × 2, 40)) + G ÷ 7', maxScore: 90 },
      ],
    },
  },
  {
    more: { rankScopes: ['collegeGrade'], tieBreakers: ['C', 'D'] },
    tree: {
      ...{ ...group, code: 'T' },
      below: [
        { code: 'C', kind: 'scored', scorer: 'group', maxScore: 5 },
        { code: 'D', kind: 'imported', maxScore: 3 },
        { code: 'E', kind: 'auto', maxScore: 4, rules: [{ evidenceKind: 'volunteer', points: 2 }] },
      ],
    },
  },
]
const random = seededRandom(20261128)
const draw = (most: number): number => Math.floor(random() * most)
const pick = <T>(of: readonly T[]): T => of[draw(of.length)] as T
const entryOf = (studentId: string, n: number) => ({
  ...{ studentId, kind: pick(['competition', 'volunteer', 'punishment']), occurredOn: '2026-03-01', xn: XN, sourceType: 'test', sourceId: `${studentId}${n}`, sourceSeq: 0 },
  ...{ level: pick(['national', 'school', null]), place: pick(['first', null]), teamRole: pick(['lead', 'member', null]), teamSize: pick([null, 2, 7]) },
  ...{ quantity: pick([null, 0.5, 7.33]), achievementKey: pick([null, 'x', 'y']), title: '佐证' },
})
/** Scores that people, at one stage or two, and lists gave some of the students. */
async function giveScores(schemeId: string): Promise<void> {
  const sheets = await s.db.unscoped(cqaSheet).all({ schemeId })
  const all = await s.db.unscoped(cqaIndex).all({ schemeId, kind: ['scored', 'imported'] })
  const some = sheets.flatMap(sheet => all.filter(() => draw(4)).map(index => ({ sheet, index, score: draw(index.maxScore * 4 + 1) / 4 })))
  await s.db.insertMany(
    cqaScore,
    some
      .filter(g => g.index.kind === 'scored')
      .flatMap(({ sheet, index, score }) =>
        pick([['self'], ['group', 'fdy'], ['self', 'college']] as const).map(stage => ({ sheetId: sheet.id, indexId: index.id, stage, score })),
      ),
  )
  await s.db.insertMany(
    cqaItemScore,
    some.flatMap(({ sheet, index, score }) => (index.kind === 'imported' ? [{ schemeId, studentId: sheet.studentId, indexCode: index.code, score }] : [])),
  )
}
it('50-CQ12 a scheme that was not changed gives every student the total and the rank that are stored', async () => {
  await endSchemes(s)
  const students = [...ids]
  for (let n = 3; n < 20; n++) students.push(await s.student(`学生${n}`, n % 2 ? s.ids.s2301 : s.ids.s2302))
  await s.db.insertMany(
    evidence,
    students.flatMap(id => Array.from({ length: draw(9) }, (_, n) => entryOf(id, n))),
  )
  const grade = { xn: XN, xqM: '1', courseNo: 'A', courseName: '课程A', credit: 2, examKind: 'normal', isRequired: true } as const
  await s.db.insertMany(
    courseGrade,
    students.flatMap((studentId, n) => (n ? [{ ...grade, studentId, score: n === 1 ? null : draw(101) }] : [])),
  )
  for (const { more, tree } of SCHEMES) {
    const { id } = await s.scheme({ ...more, audience: { classIds: [s.ids.s2301, s.ids.s2302] } }, tree)
    await giveScores(id)
    await s.calculate(id)
    await lock(id)
    const copy = await s.officer.post<{ id: string }>('cqa/cqaScheme/copy', { id, name: '没有改', beginTime: inHours(-2), endTime: inHours(60) })
    const before = await stored()
    const { code, msg, data } = await replay(copy.data.id, id)
    expect([code, code === 200 ? '' : msg]).toEqual([200, ''])
    expect(data).toMatchObject({ students: students.length, gained: 0, lost: 0, moved: 0, unscored: [], rows: [] })
    expect(await stored()).toEqual(before)
    await endSchemes(s)
  }
})
