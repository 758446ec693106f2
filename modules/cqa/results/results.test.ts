import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { publicNotice } from '#modules/workflow/notices/model/notice.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { factsOfStudents, oneStudent } from '#modules/workflow/server/api.ts'
import { type EvidenceFact, evidenceStores } from '#server/extensions/evidence.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { courseGrade } from '../grades/model/course-grade.ts'
import { cqaScheme } from '../schemes/model/scheme.ts'
import { cqaCorrection } from '../sheets/model/correction.ts'
import { cqaScore, cqaSheet } from '../sheets/model/sheet.ts'
import { type CqaSchool, cqaSchool, inHours, ruleOf, startAfresh, TREE, XN } from '../testing.ts'
import type { resultDifferences, schemeProgress } from './model/actions.ts'

let s: CqaSchool
beforeAll(async () => {
  s = await cqaSchool()
})
afterAll(() => s.close())
afterEach(() => startAfresh(s))
/** 德 by a group, 智 by evidence, the total being their sum. */
const SUM = {
  ...TREE,
  combine: 'sum',
  below: [
    { code: 'D', kind: 'group', combine: 'sum', maxScore: 50, below: [{ code: 'D1', kind: 'scored', scorer: 'group', minScore: 0, maxScore: 50 }] },
    { code: 'Z', kind: 'auto', maxScore: 50, rules: [{ evidenceKind: 'activity', points: 5 }] },
  ],
} as const
/** Students of a class whose sheets their college has confirmed, with these scores of 德. */
async function confirmed(given: readonly number[], more: object = {}, tree: Parameters<CqaSchool['scheme']>[1] = SUM) {
  const ids: string[] = []
  for (const [n] of given.entries()) ids.push(await s.student(`学生${n}`))
  const { id, index } = await s.scheme(more, tree)
  const sheets = await Promise.all(ids.map(student => s.sheet(id, student)))
  await s.db.insertMany(
    cqaScore,
    sheets.flatMap((sheet, n) => (index.has('D1') ? { sheetId: sheet.id, indexId: index.get('D1') ?? '', stage: 'group' as const, score: given[n] ?? 0 } : [])),
  )
  await s.calculate(id, s.ids.s2301)
  await s.db.updateWhere(cqaSheet, { schemeId: id }, { state: 'collegeDone' })
  return { id, ids, sheets, sheet: (n: number) => s.sheet(id, ids[n] ?? ''), stage: async () => (await s.db.unscoped(cqaScheme).one(id)).stage }
}
const publicise = (id: string, by = s.officer) => by.post<{ count: number; endAt: string }>('cqa/cqaScheme/publicise', { id })
async function endNotices(): Promise<void> {
  await s.db.updateWhere(publicNotice, { state: 'running' }, { endAt: new Date(Date.now() - 1000).toISOString(), beginAt: inHours(-48) })
  await followNotices(s.db, Date.now())
  await s.server.settle()
}
/** A scheme whose results are final. */
async function final(given: readonly number[], more: object = {}) {
  const c = await confirmed(given, more)
  expect((await publicise(c.id)).code).toBe(200)
  await endNotices()
  return c
}
const shownOf = (id: string) =>
  s.db.query<{ id: string; bizId: string; shown: Record<string, string>; state: string }>(
    sql`select l.id, l.biz_id as "bizId", l.shown, l.state from public_notice_line l join public_notice n on n.tenant_id = l.tenant_id and n.id = l.notice_id
      where n.round_id = ${id} and n.state in ('scheduled', 'running') order by l.id`,
  )
async function object(by: string, lineId: string | undefined): Promise<string> {
  const answer = await (await s.self(by)).post<{ id: string }>('workflow/objection/raise', { lineId, grounds: '品德表现的分数和公示的不一致' })
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
const decide = (id: string, upheld: boolean) => s.officer.post('workflow/objection/decide', { id, upheld, answer: '经核实已处理' })
const progress = async (id: string) => (await s.officer.get<Array<OutputOf<typeof schemeProgress>>>('cqa/cqaScheme/progress')).data.find(p => p.id === id)
const differences = async (id: string) => s.officer.get<OutputOf<typeof resultDifferences>>('cqa/cqaSheet/differences', { id })
const correct = (id: string, seen: string, reason = '佐证有变') => s.officer.post<{ count: number }>('cqa/cqaSheet/correct', { id, seen, reason })

describe('50-CQ11 the public notice', () => {
  it('waits for the last confirmation, shows dimensions, total and rank of everybody, and nothing of how they came about', async () => {
    const c = await confirmed([40, 45, 30])
    await s.db.updateWhere(cqaSheet, { id: c.sheets[2]?.id ?? '' }, { state: 'fdyDone' })
    const early = await publicise(c.id)
    expect([ruleOf(early), early.msg]).toEqual(['unconfirmed', expect.stringContaining('软件2301')])
    await s.db.updateWhere(cqaSheet, { id: c.sheets[2]?.id ?? '' }, { state: 'collegeDone' })
    expect((await publicise(c.id, s.college)).code).toBe(403)
    const answers = await Promise.all([publicise(c.id), publicise(c.id)])
    expect(answers.map(a => (a.code === 200 ? a.data.count : ruleOf(a))).sort()).toEqual([3, 'nothing'])
    const lines = await shownOf(c.id)
    expect(lines.map(l => l.shown)).toEqual([
      { name: '学生1', dimensions: '指标D 45.00，指标Z 0.00', total: '45.00', rank: '班级 1/3，年级专业 1/3' },
      { name: '学生0', dimensions: '指标D 40.00，指标Z 0.00', total: '40.00', rank: '班级 2/3，年级专业 2/3' },
      { name: '学生2', dimensions: '指标D 30.00，指标Z 0.00', total: '30.00', rank: '班级 3/3，年级专业 3/3' },
    ])
    expect([await c.stage(), (await c.sheet(0)).state]).toEqual(['publicised', 'publicised'])
    expect(await progress(c.id)).toMatchObject({
      stage: 'publicised',
      scoring: 0,
      publicised: 3,
      final: 0,
      openObjections: 0,
      noticeEndAt: new Date(answers.find(a => a.code === 200)?.data.endAt ?? 0).toISOString(),
    })
    const excluded = await s.officer.post('cqa/cqaSheet/exclude', { id: c.sheets[0]?.id, reason: 'other' })
    expect(excluded.code).toBe(422)
  })
  it('counts what was verified last, leaves out who does not take part, and lists without scores who lacks a grade (50-CQ5)', async () => {
    const tree = { ...SUM, below: [...SUM.below, { code: 'G', kind: 'grades' as const, maxScore: 100 }] }
    const c = await confirmed([10, 20, 30], {}, tree)
    await s.db.insertMany(
      courseGrade,
      [0, 1].map(n => ({
        studentId: c.ids[n] ?? '',
        xn: XN,
        xqM: '1' as const,
        courseNo: 'A',
        courseName: '高数',
        credit: 1,
        score: n ? null : 80,
        examKind: 'normal' as const,
        isRequired: true,
      })),
    )
    await s.db.updateWhere(cqaSheet, { id: c.sheets[2]?.id ?? '' }, { state: 'excluded', excludedReason: 'other' })
    await s.entry(c.ids[0] ?? '', 'activity')
    expect((await publicise(c.id)).data.count).toBe(2)
    expect((await shownOf(c.id)).map(l => l.shown)).toEqual([
      { name: '学生0', dimensions: '指标D 10.00，指标Z 5.00，指标G 80.00', total: '95.00', rank: '班级 1/1，年级专业 1/1' },
      { name: '学生1', dimensions: '—', total: '—', rank: '—' },
    ])
  })
  it('makes results final at its end; one that is objected to waits for the answer, and the scheme for the last result', async () => {
    const told = captureNotifications(s.server)
    const c = await confirmed([40, 45])
    const other = await s.self(c.ids[1] ?? '')
    await publicise(c.id)
    const lines = await shownOf(c.id)
    const id = await object(c.ids[0] ?? '', lines.find(l => l.bizId === c.sheets[0]?.id)?.id)
    expect((await progress(c.id))?.openObjections).toBe(1)
    await endNotices()
    expect([(await c.sheet(0)).state, (await c.sheet(1)).state, await c.stage()]).toEqual(['publicised', 'final', 'publicised'])
    expect(await told('cqa.final', other.userId)).toHaveLength(1)
    expect((await decide(id, false)).code).toBe(200)
    await s.server.settle()
    expect([(await c.sheet(0)).state, await c.stage()]).toEqual(['final', 'locked'])
  })
  it('is held again for who was objected to with success, once the result is corrected', async () => {
    const c = await confirmed([40, 45])
    await publicise(c.id)
    const id = await object(c.ids[1] ?? '', (await shownOf(c.id)).find(l => l.bizId === c.sheets[0]?.id)?.id)
    const score = { id: c.sheets[0]?.id, indexCode: 'D1', score: 46, reason: '漏计一项' }
    expect((await s.officer.post('cqa/cqaSheet/correctScore', score)).code).toBe(422)
    expect((await decide(id, true)).code).toBe(200)
    await s.server.settle()
    expect(await c.sheet(0)).toMatchObject({ state: 'collegeDone', returnedReason: '公示异议成立', total: 40 })
    expect(ruleOf(await differences(c.id))).toBe('noticed')
    await endNotices()
    expect([(await c.sheet(1)).state, await c.stage()]).toEqual(['final', 'publicised'])
    expect(ruleOf(await s.officer.post('cqa/cqaSheet/correctScore', { ...score, score: 51 }))).toBe('range')
    expect(ruleOf(await s.officer.post('cqa/cqaSheet/correctScore', { ...score, indexCode: 'Z' }))).toBe('notGiven')
    expect((await s.officer.post('cqa/cqaSheet/correctScore', score)).code).toBe(200)
    expect((await c.sheet(0)).total).toBe(40)
    await correct(c.id, (await differences(c.id)).data.seen)
    expect((await publicise(c.id)).data.count).toBe(1)
    expect((await shownOf(c.id)).map(l => [l.shown.name, l.shown.total, l.shown.rank])).toEqual([['学生0', '46.00', '班级 1/2，年级专业 1/2']])
    await endNotices()
    expect([(await c.sheet(0)).state, (await c.sheet(1)).classRank, await c.stage()]).toEqual(['final', 2, 'locked'])
  })
})
describe('40-A1 facts of the last school year', () => {
  it('are those of its final result, and none before', async () => {
    if (!(await s.db.unscoped(schoolYear).count({ xn: XN }))) await s.db.insert(schoolYear, { xn: XN, startDate: '2025-09-01', endDate: '2026-08-31' })
    const c = await confirmed([40, 45, 45, 30])
    const names = ['cqa.total', 'cqa.rank', 'cqa.rankSize', 'cqa.rankShare']
    const of = async (n: number) => (await factsOfStudents(s.db, oneStudent(c.ids[n] ?? ''), names, '2026-10-15'))(c.ids[n] ?? '')
    expect((await of(0))['cqa.rankShare'] ?? null).toBe(null)
    await publicise(c.id)
    expect((await of(0))['cqa.rankShare'] ?? null).toBe(null)
    await endNotices()
    expect([await of(0), await of(2)]).toMatchObject([
      { 'cqa.total': 40, 'cqa.rank': 3, 'cqa.rankSize': 4, 'cqa.rankShare': 75 },
      { 'cqa.total': 45, 'cqa.rank': 1, 'cqa.rankSize': 4, 'cqa.rankShare': 25 },
    ])
  })
})
describe('50-CQ12 a final result', () => {
  it('is made of scores that count at once where they are corrected before the notice', async () => {
    const c = await confirmed([40])
    expect((await s.officer.post('cqa/cqaSheet/correctScore', { id: c.sheets[0]?.id, indexCode: 'D1', score: 46, reason: '漏计一项' })).code).toBe(200)
    expect(await c.sheet(0)).toMatchObject({ state: 'collegeDone', total: 46, resultNo: 1 })
  })
  it('changes by an approved list only: who, from what, to what and why; the new version supersedes the old', async () => {
    const [told, heard] = [captureNotifications(s.server), captureBeside(s.server, 'cqa.resultCorrected')]
    const c = await final([40, 42, 30])
    const self = await s.self(c.ids[0] ?? '')
    expect(ruleOf(await correct(c.id, 'x'))).toBe('same')
    expect(ruleOf(await s.officer.post('cqa/cqaScheme/cancel', { id: c.id, reason: '方案有误' }))).toBe('locked')
    await s.entry(c.ids[0] ?? '', 'activity')
    expect((await s.officer.post('cqa/cqaSheet/calculate', { schemeId: c.id, classId: s.ids.s2301 })).code).toBe(422)
    const { data } = await differences(c.id)
    expect(data.rows.map(r => [r?.name, r?.fromTotal, r?.toTotal, r?.fromRank, r?.toRank, r?.changes, r?.isRankOnly])).toEqual([
      ['学生0', 40, 45, 2, 1, '指标Z 0.00 → 5.00', false],
      ['学生1', 42, 42, 1, 2, '名次随他人变动', true],
    ])
    expect(await c.sheet(0)).toMatchObject({ total: 40, classRank: 2, resultNo: 1 })
    await s.entry(c.ids[2] ?? '', 'activity')
    expect(ruleOf(await correct(c.id, data.seen))).toBe('changed')
    expect((await s.college.get('cqa/cqaSheet/differences', { id: c.id })).code).toBe(403)
    const { seen } = (await differences(c.id)).data
    const answers = await Promise.all([correct(c.id, seen, '活动补录'), correct(c.id, seen, '活动补录')])
    expect(answers.map(a => (a.code === 200 ? a.data.count : ruleOf(a))).sort()).toEqual([3, 'same'])
    expect(await c.sheet(0)).toMatchObject({ state: 'final', total: 45, classRank: 1, classSize: 3, majorRank: 1, rankShare: 33.33, resultNo: 2 })
    expect(await c.sheet(1)).toMatchObject({ total: 42, classRank: 2, resultNo: 2 })
    expect(await c.sheet(2)).toMatchObject({ total: 35, classRank: 3, resultNo: 2 })
    const corrections = await s.db.unscoped(cqaCorrection).all({ schemeId: c.id, studentId: c.ids[0] ?? '' })
    expect(corrections).toMatchObject([
      { resultNo: 2, fromTotal: 40, toTotal: 45, fromRank: 2, toRank: 1, changes: '指标Z 0.00 → 5.00', reason: '活动补录', approverId: s.officer.userId },
    ])
    const [mine] = (await self.get<Array<{ corrections: object[] }>>('cqa/cqaSheet/mine')).data
    expect(mine?.corrections).toMatchObject([{ fromTotal: 40, toTotal: 45, reason: '活动补录' }])
    await s.server.settle()
    expect((await told('cqa.corrected', self.userId)).map(h => h.values?.toTotal)).toEqual(['45.00'])
    expect(heard.map(h => [h.schemeId, [...(h.studentIds as string[])].sort()])).toEqual([[c.id, [...c.ids].sort()]])
    expect((await differences(c.id)).data.count).toBe(0)
  })
  it('stays when evidence that was counted is reversed, and whoever answers for it is asked (50-EV5)', async () => {
    const id = await s.student('撤销')
    const state = (facts: EvidenceFact[]) => s.db.tx(async db => evidenceStores.of(db)?.settle(db, 'test.thing', ['a'], facts, '更正'))
    await state([{ studentId: id, occurredOn: '2026-03-01', sourceId: 'a', kind: 'activity', title: '运动会' }])
    const { id: schemeId } = await s.scheme({}, SUM)
    await s.db.updateWhere(cqaSheet, { schemeId }, { state: 'collegeDone' })
    await publicise(schemeId)
    await endNotices()
    expect((await s.sheet(schemeId, id)).total).toBe(5)
    await state([])
    expect((await s.sheet(schemeId, id)).total).toBe(5)
    const todos = await s.db.query<{ title: string; link: string }>(
      sql`select title, link from todo where tenant_id = ${s.tenantId} and user_id = ${s.officer.userId} and biz_type = 'evidenceCorrection' and state = 'open'`,
    )
    expect(todos).toEqual([{ title: expect.stringContaining('“运动会”已冲销'), link: '/cqa/notices' }])
    expect((await differences(schemeId)).data.rows.map(r => [r?.fromTotal, r?.toTotal])).toEqual([[5, 0]])
  })
})
