import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { cqaScheme } from '../schemes/model/scheme.ts'
import { type CqaSchool, cqaSchool, ruleOf, TREE } from '../testing.ts'
import { cqaItemScore } from './model/item-score.ts'
import { cqaSheet } from './model/sheet.ts'

let s: CqaSchool
beforeAll(async () => {
  s = await cqaSchool()
})
afterAll(() => s.close())
const HEADERS = ['测评方案', '学生', '指标代码', '得分']
async function load(rows: Array<Array<string | number>>) {
  const answer = await upload<{ jobId: string }>(s.officer, 'cqa/cqaItemScore/import', await sheet(HEADERS, rows), '体测.xlsx', { mode: 'upsert' })
  return settled(s.officer, answer.data.jobId)
}
it('50-CQ3 scores of a list count under their index; named are lines of other indexes, out of range, or of students without a sheet; after the notice the office corrects them', async () => {
  const [id, stranger] = [await s.student(), await s.student('外班', s.ids.n2301)]
  const below = [
    { code: 'P1', kind: 'imported', baseScore: 60, maxScore: 100 },
    { code: 'Z', kind: 'scored', scorer: 'group', maxScore: 100 },
  ] as const
  const { id: schemeId } = await s.scheme({ name: '体测方案' }, { ...TREE, combine: 'sum', below })
  const numbers = await s.db.query<{ id: string; no: string }>(sql`select id, student_no as no from student where id = any(${[id, stranger]}::uuid[])`)
  const noOf = (of: string) => numbers.find(n => n.id === of)?.no ?? ''
  const total = async () => {
    await s.calculate(schemeId, s.ids.s2301)
    return (await s.sheet(schemeId, id)).total
  }
  expect(await total()).toBe(60)
  const bad = await load([
    ['体测方案', noOf(id), 'Z', 80],
    ['体测方案', noOf(id), 'P1', 100.01],
    ['体测方案', noOf(id), 'P1', 80.125],
    ['体测方案', noOf(stranger), 'P1', 80],
  ])
  expect(bad.errors.map(e => [e.row, e.field, e.rule.split('.').at(-1)])).toEqual([
    [2, 'indexCode', 'index'],
    [3, 'score', 'range'],
    [4, 'score', expect.any(String)],
    [5, 'studentId', 'noSheet'],
  ])
  const good = await load([['体测方案', noOf(id), 'P1', 82.5]])
  expect([good.bad, (await commit(s.officer, good)).state, await total()]).toEqual([0, 'done', 82.5])
  const changed = await load([['体测方案', noOf(id), 'P1', 90]])
  expect([changed.toAdd, changed.toChange]).toEqual([0, 1])
  await commit(s.officer, changed)
  expect(await total()).toBe(90)
  const add = (more: object) => s.officer.post('cqa/cqaItemScore/add', { schemeId, studentId: id, indexCode: 'P1', score: 1, ...more })
  expect(ruleOf(await add({ studentId: stranger }))).toBe('noSheet')
  await s.db.updateWhere(cqaScheme, { id: schemeId }, { stage: 'publicised' }, { history: false })
  expect(ruleOf(await add({}))).toBe('locked')
  const { id: sheetId } = await s.sheet(schemeId, id)
  await s.db.updateWhere(cqaSheet, { id: sheetId }, { state: 'final' }, { history: false })
  expect((await s.officer.post('cqa/cqaSheet/correctScore', { id: sheetId, indexCode: 'P1', score: 70, reason: '复测' })).code).toBe(200)
  expect([(await s.db.unscoped(cqaItemScore).find({ schemeId, studentId: id }))?.score, (await s.sheet(schemeId, id)).total]).toEqual([70, 90])
})
