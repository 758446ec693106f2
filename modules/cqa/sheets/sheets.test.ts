import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { courseGrade } from '../grades/model/course-grade.ts'
import { cqaScheme } from '../schemes/model/scheme.ts'
import { type CqaSchool, cqaSchool, endSchemes, FROM, ruleOf, startAfresh, TREE, XN } from '../testing.ts'
import { cqaScore } from './model/sheet.ts'

let s: CqaSchool
beforeAll(async () => {
  s = await cqaSchool()
})
afterAll(() => s.close())
afterEach(() => startAfresh(s))
/** Gives a total by the score of 智, of which the rest is alike. */
async function give(schemeId: string, studentId: string, indexId: string | undefined, score: number, stage: 'group' | 'self' = 'group') {
  const sheet = await s.sheet(schemeId, studentId)
  await s.db.upsert(cqaScore, ['sheetId', 'indexId', 'stage'], [{ sheetId: sheet.id, indexId: indexId ?? '', stage, score }], { history: false })
}
describe('50-CQ3 a score', () => {
  it('comes from evidence by the most exact rule, is capped by index, weighed by group, and says so', async () => {
    const id = await s.student()
    await Promise.all([
      s.entry(id, 'activity', { title: '运动会', level: 'school' }),
      s.entry(id, 'activity', { title: '班会', level: 'class' }),
      s.entry(id, 'volunteer', { title: '支教' }),
      s.entry(id, 'activity', { title: '太早', level: 'school', occurredOn: '2025-08-31' }),
    ])
    const { id: schemeId } = await s.scheme()
    const sheet = await s.sheet(schemeId, id)
    expect([sheet.total, sheet.state, sheet.classId]).toEqual([26.8, 'open', s.ids.s2301])
    const explained = await s.explain(s.fdy, sheet.id)
    const d1 = explained.nodes.find(n => n?.code === 'D1')
    expect(d1).toMatchObject({ score: 67, maxScore: 90 })
    expect(d1?.lines.map(l => [l?.title, l?.points, l?.counts, l?.rule]).sort()).toEqual([
      ['班会', 2, true, '2分'],
      ['运动会', 5, true, '5分'],
    ])
    expect(explained.unused.map(l => l?.title)).toEqual(['支教'])
    expect(explained.nodes.find(n => n?.code === 'T')).toMatchObject({ how: 'D × 40% + Z × 60%', score: 26.8 })
    const form = wordsOfPdf((await s.fdy.post('sheet/print/issue', { code: 'cqaForm', ids: [sheet.id] })).raw)
    for (const word of ['学生综合测评表', '周雨桐', '软件2301', '26.80', '运动会', '5.00']) expect(form).toContain(word)
    for (const word of ['支教', '太早']) expect(form).not.toContain(word)
    const self = await s.self(id)
    expect((await self.get<Array<{ total: number }>>('cqa/cqaSheet/mine')).data[0]?.total).toBe(26.8)
    expect((await self.get('cqa/cqaSheet/list')).code).toBe(403)
    expect((await (await s.self(await s.student('没有'))).get('cqa/cqaSheet/mine')).data).toEqual([])
  })
})
describe('50-CQ4 evidence', () => {
  it('counts in the period only, one achievement once at its highest, and not what was reversed', async () => {
    const id = await s.student()
    const rules = [
      { evidenceKind: 'competition', level: 'school', points: 3 },
      { evidenceKind: 'competition', level: 'national', points: 9 },
    ]
    const { id: schemeId } = await s.scheme(
      {},
      { ...TREE, combine: 'sum', below: [{ code: 'D', kind: 'group', combine: 'sum', maxScore: 100, below: [{ code: 'D1', kind: 'auto', maxScore: 100, rules }] }] },
    )
    await s.entry(id, 'competition', { level: 'school', achievementKey: 'robot' })
    const gone = await s.entry(id, 'competition', { level: 'national', achievementKey: 'robot', occurredOn: FROM })
    await s.entry(id, 'competition', { level: 'school', achievementKey: 'other', occurredOn: '2026-08-31' })
    await s.entry(id, 'competition', { level: 'national', occurredOn: '2026-09-01' })
    await s.calculate(schemeId, s.ids.s2301)
    expect((await s.sheet(schemeId, id)).total).toBe(12)
    const explained = await s.explain(s.fdy, (await s.sheet(schemeId, id)).id)
    expect(explained.nodes.find(n => n?.code === 'D1')?.lines.filter(l => !l?.counts)).toHaveLength(1)
    await s.db.query(sql`insert into evidence (tenant_id, student_id, occurred_on, source_type, source_id, kind, title, reverses_id, reason)
      select tenant_id, student_id, occurred_on, 'reversal', ${gone}, kind, title, id, '取消' from evidence where id = ${gone}`)
    await s.calculate(schemeId, s.ids.s2301)
    expect((await s.sheet(schemeId, id)).total).toBe(6)
  })
})
const grade = (studentId: string, courseNo: string, score: number | null, credit = 2) => ({
  ...{ studentId, xn: XN, xqM: '1' as const, courseNo, courseName: `课程${courseNo}`, credit, score },
  ...{ examKind: 'normal' as const, isRequired: true },
})
describe('50-CQ5 grades', () => {
  it('count as the scheme says: of its terms, required courses only, a better retake; a make-up at most 60', async () => {
    const id = await s.student()
    await s.db.insertMany(courseGrade, [
      ...[grade(id, 'A', 50), { ...grade(id, 'A', 70), examKind: 'retake' as const }, grade(id, 'B', 40), { ...grade(id, 'B', 90), examKind: 'makeup' as const }],
      ...[
        { ...grade(id, 'C', 100, 5), isRequired: false },
        { ...grade(id, 'D', 10, 9), xqM: '2' as const },
      ],
    ])
    const averaged = async (more: object) => {
      const { id: schemeId } = await s.scheme(more, { ...TREE, combine: 'sum', below: [{ code: 'Z', kind: 'grades', maxScore: 100 }] })
      const { total } = await s.sheet(schemeId, id)
      await endSchemes(s)
      return total
    }
    expect(await averaged({ gradeTerms: ['1'], gradeCourses: 'required', gradeRetakes: 'better' })).toBe(65)
    expect(await averaged({ gradeTerms: ['1'], gradeCourses: 'required' })).toBe(55)
    expect(await averaged({ gradeTerms: ['1'] })).toBe(80)
    expect(await averaged({})).toBe(45)
  })
  it('make a sheet pending while one is missing, named and not ranked; never 0', async () => {
    const [whole, lacking, none] = [await s.student('齐'), await s.student('缺'), await s.student('无')]
    await s.db.insertMany(courseGrade, [grade(whole, 'A', 80, 1), grade(whole, 'B', 85, 2), grade(lacking, 'A', 99), grade(lacking, 'B', null)])
    const { id: schemeId } = await s.scheme({}, { ...TREE, combine: 'sum', below: [{ code: 'Z', kind: 'grades', maxScore: 100 }] })
    const rows = await Promise.all([whole, lacking, none].map(id => s.sheet(schemeId, id)))
    expect(rows.map(r => [r.pendingReason, r.classRank, r.classSize])).toEqual([
      [null, 1, 1],
      ['课程B', null, null],
      ['没有成绩', null, null],
    ])
    expect(rows[0]?.total).toBe(83.3333)
    await s.db.updateWhere(courseGrade, { studentId: lacking, courseNo: 'B' }, { score: 59 })
    await s.calculate(schemeId, s.ids.s2301)
    expect((await s.sheet(schemeId, lacking)).total).toBe(79)
  })
})
describe('50-CQ6 a punishment', () => {
  it('deducts by its words and caps its dimension; a class is calculated without the others', async () => {
    const id = await s.student()
    const { id: schemeId } = await s.scheme(
      {},
      {
        ...TREE,
        below: [
          {
            code: 'D',
            kind: 'group',
            combine: 'sum',
            weight: 40,
            maxScore: 100,
            below: [
              { code: 'D1', kind: 'imported', baseScore: 90, maxScore: 100 },
              {
                code: 'D2',
                kind: 'deduct',
                minScore: -50,
                maxScore: 0,
                rules: [
                  { evidenceKind: 'punishment', titleHas: '警告', points: 5 },
                  { evidenceKind: 'punishment', titleHas: '严重警告', points: 10, dimensionCap: 59 },
                ],
              },
            ],
          },
          { code: 'Z', kind: 'imported', weight: 60, maxScore: 100, baseScore: 100 },
        ],
      },
    )
    expect((await s.sheet(schemeId, id)).total).toBe(96)
    await s.entry(id, 'punishment', { title: '警告处分' })
    await s.calculate(schemeId, s.ids.s2301)
    expect((await s.sheet(schemeId, id)).total).toBe(94)
    await s.entry(id, 'punishment', { title: '严重警告处分' })
    await s.calculate(schemeId, s.ids.s2301)
    expect((await s.sheet(schemeId, id)).dimensions?.[0]).toMatchObject({ code: 'D', score: 59 })
  })
})
describe('50-CQ10 ranks', () => {
  it('of equal totals go by the tie-breakers, in their order', async () => {
    const people = [await s.student('甲'), await s.student('乙'), await s.student('丙')] as const
    const below = ['D', 'Z1', 'Z2'].map(code => ({ code, kind: 'scored' as const, scorer: 'group' as const, maxScore: 100 }))
    const { id: schemeId, index } = await s.scheme({ tieBreakers: ['D', 'Z1'] }, { ...TREE, combine: 'sum', below })
    const given = { D: [80, 79, 79], Z1: [0, 1, 0], Z2: [0, 0, 1] }
    for (const [code, scores] of Object.entries(given)) for (const [n, score] of scores.entries()) await give(schemeId, people[n] ?? '', index.get(code), score)
    const ranks = async () => {
      await s.calculate(schemeId, s.ids.s2301)
      return Promise.all(people.map(async id => (await s.sheet(schemeId, id)).classRank))
    }
    expect(await ranks()).toEqual([1, 2, 3])
    await s.db.updateWhere(cqaScheme, { id: schemeId }, { tieBreakers: ['Z1', 'D'] }, { history: false })
    expect(await ranks()).toEqual([2, 1, 3])
  })
  it('share a rank where these are equal too, skip those who share it, compare two decimals; excluded students are not counted', async () => {
    const people: string[] = []
    for (let n = 0; n < 6; n++) people.push(await s.student(`名次${n}`))
    const tree = {
      ...TREE,
      combine: 'sum' as const,
      below: [
        { code: 'D', kind: 'imported' as const, maxScore: 100 },
        {
          code: 'Z',
          kind: 'group' as const,
          combine: 'weighted' as const,
          maxScore: 100,
          below: [
            { code: 'Z1', kind: 'imported' as const, weight: 50, maxScore: 100 },
            { code: 'Z2', kind: 'imported' as const, weight: 50, maxScore: 100 },
          ],
        },
      ],
    }
    const { id: schemeId, index } = await s.scheme({ tieBreakers: ['D'] }, tree)
    const totals = [90, 80, 80, 80, 70, 99]
    for (const [n, id] of people.entries()) await give(schemeId, id, index.get('D'), totals[n] ?? 0)
    await give(schemeId, people[3] ?? '', index.get('Z1'), 0.01) // 80.005 shows as 80.01
    const out = await s.sheet(schemeId, people[5] ?? '')
    await s.calculate(schemeId)
    expect((await s.officer.post('cqa/cqaSheet/exclude', { id: out.id, reason: 'exchange' })).code).toBe(200)
    const ranks = async () => Promise.all(people.map(async id => (await s.sheet(schemeId, id)).classRank))
    expect(await ranks()).toEqual([1, 3, 3, 2, 5, null])
    await give(schemeId, people[3] ?? '', index.get('Z1'), 0)
    await s.calculate(schemeId)
    expect(await ranks()).toEqual([1, 2, 2, 2, 5, null])
    expect((await s.sheet(schemeId, people[1] ?? '')).rankShare).toBe(40)
    await s.db.updateWhere(cqaScheme, { id: schemeId }, { tieStyle: 'dense' }, { history: false })
    await s.calculate(schemeId)
    expect(await ranks()).toEqual([1, 2, 2, 2, 3, null])
    expect((await s.officer.post('cqa/cqaSheet/include', { id: out.id })).code).toBe(200)
    expect(await ranks()).toEqual([2, 3, 3, 3, 4, 1])
  })
  it('leaves out who came after the snapshot or had suspended, and who suspends while scores are given: none of them is counted', async () => {
    const [stays, leaves, late, away] = [await s.student('在'), await s.student('走'), await s.student('晚'), await s.student('休')]
    await s.db.query(sql`update class_history set "from" = '2026-09-15' where student_id = ${late}`)
    await s.db.query(sql`update student set status = 'suspended' where id = ${away}`)
    const { id: schemeId } = await s.scheme({ snapshotOn: '2026-09-10' })
    const sheets = () => Promise.all([stays, leaves, late, away].map(async id => s.sheet(schemeId, id)))
    expect((await sheets()).map(t => [t.state, t.excludedReason, t.classSize])).toEqual([
      ['open', null, 2],
      ['open', null, 2],
      ['excluded', 'late', null],
      ['excluded', 'suspended', null],
    ])
    await s.db.emit('student.statusChanged', { studentId: leaves, from: 'active', to: 'suspended' })
    await s.server.settle()
    expect((await sheets()).slice(0, 2).map(t => [t.excludedReason, t.classSize])).toEqual([
      [null, 1],
      ['suspended', null],
    ])
  })
  it('is calculated by the office, for classes it knows; a running calculation is not begun twice', async () => {
    await s.student()
    const { id: schemeId } = await s.scheme()
    expect((await s.fdy.post('cqa/cqaSheet/calculate', { schemeId })).code).toBe(403)
    await s.db.updateWhere(cqaScheme, { id: schemeId }, { calculatingSince: new Date().toISOString() }, { history: false })
    expect(ruleOf(await s.officer.post('cqa/cqaSheet/calculate', { schemeId }))).toBe('running')
    await s.officer.post('cqa/cqaSheet/cancelCalculation', { schemeId })
    expect((await s.officer.post('cqa/cqaSheet/calculate', { schemeId })).code).toBe(200)
  })
})
