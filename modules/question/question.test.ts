import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { questions } from '#server/statistics/questions.ts'
import { readWorkbook } from '#testing/read-workbook.ts'
import type { Actor } from '#testing/school.ts'
import type { askQuestion, pinnedQuestions, questionList, questionRows, questionTrend } from './model/actions.ts'

type Answer = OutputOf<typeof askQuestion>
const CODE = 'question.neverReached'
let s: SmallSchool
let officer: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())
const folder = mkdtempSync(join(tmpdir(), 'question-'))
const ask = (who: Actor, more = {}, code = CODE) => who.get<Answer>('question/question/ask', { code, ...more })
const rules = (answer: { errors: Array<{ rule: string }> }) => answer.errors.map(e => e.rule.split('.').at(-1))
const add = async (classId: string, given: Record<string, unknown> = {}): Promise<string> => {
  const made = await officer.post<{ id: string }>('base/student/add', draftOf(classId, given))
  if (made.code !== 200) throw new Error(made.msg)
  return made.data.id
}
/** A role that asks questions about the whole school and lists nobody. */
async function asker(): Promise<Actor> {
  await s.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${s.tenantId}, 'asker', 'asker', 'all') returning id)
    insert into role_menu (tenant_id, role_id, menu_id) select ${s.tenantId}, made.id, m.id from made cross join menu m where m.tenant_id = ${s.tenantId} and m.permission_key = 'question:question:ask'`)
  await s.server.core.principals.changed(s.tenantId)
  return s.as({ roles: ['asker'] })
}
describe('a question', () => {
  let moved: string
  let lin: Actor
  beforeAll(async () => {
    for (let n = 0; n < 6; n++) await add(s.ids.s2301)
    moved = await add(s.ids.s2301)
    await add(s.ids.s2401)
    for (let n = 0; n < 3; n++) await add(s.ids.a2301)
    const row = (await officer.get<{ version: number }>('base/student/getOne', { id: moved })).data
    await officer.post('base/student/update', { id: moved, version: row.version, classId: s.ids.s2302 })
    lin = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info })
  })
  const shown = (a: Answer) => a.groups.map(g => [g?.label, g?.values[0]?.n, g?.values[0]?.of])

  it('60-ST1 is answered as of a day, with the class of that day, and goes from college to grade to class', async () => {
    const now = (await ask(officer)).data
    expect(now.figures[0]).toMatchObject({ as: 'share', now: { n: 11, of: 11 } })
    expect(shown(now)).toEqual([
      ['信息工程学院', 8, 8],
      ['艺术设计学院', 3, 3],
    ])
    expect(shown((await ask(officer, { departmentId: s.ids.info })).data)).toEqual([
      ['2023级', 7, 7],
      ['2024级', 1, 1],
    ])
    const classes = async (on: string) => shown((await ask(officer, { departmentId: s.ids.info, grade: 2023, on })).data)
    expect(await classes(today())).toEqual([
      ['软件2301', 6, 6],
      ['软件2302', 1, 1],
    ])
    expect(await classes(addDays(today(), -1))).toEqual([['软件2301', 7, 7]])
    expect(rules(await ask(officer, { on: addDays(today(), 1) }))).toEqual(['future'])
    expect(rules(await ask(officer, { by: 'blood' }))).toEqual(['grouping'])
    expect(rules(await ask(officer, {}, 'question.nothing'))).toEqual(['unknown'])
    expect(shown((await ask(officer, { by: 'counsellor' })).data)).toEqual([['林知夏', 6, 6]])
  })
  it('60-ST1 compares with the same day of the last term and of last year, and shows how it went', async () => {
    const [now, before] = [
      { startDate: addDays(today(), -30), endDate: addDays(today(), 60) },
      { startDate: addDays(today(), -200), endDate: addDays(today(), -90) },
    ]
    for (const [n, span] of [before, now].entries()) {
      const xn = `${1990 + n}-${1991 + n}`
      await s.db.insert(schoolYear, { xn, ...span })
      await s.db.insert(term, { xn, xqM: '1', name: xn, week1Start: span.startDate, weeks: 10, switchDate: span.startDate, ...span })
    }
    const seen = (await ask(officer)).data
    expect([seen.lastTermOn, seen.lastYearOn?.slice(5)]).toEqual([addDays(before.startDate, 30), addDays(today(), 0).slice(5)])
    expect(seen.figures[0]).toMatchObject({ lastTerm: { n: 11, of: 11 } })
    const { points } = (await officer.get<OutputOf<typeof questionTrend>>('question/question/trend', { code: CODE })).data
    expect([points.length, points.at(-1)?.on, points.at(-1)?.value]).toEqual([12, today(), { n: 11, of: 11, rate: null }])
  })
  it('60-ST2 merges groups of few for whoever may not read the rows, and tells nothing of few alone', async () => {
    const who = await asker()
    const seen = (await ask(who)).data
    expect([shown(seen), seen.mayList]).toEqual([[['其他（人数较少）', 11, 11]], false])
    expect(rules(await ask(who, { departmentId: s.ids.art }))).toEqual(['tooFew'])
    expect(rules(await ask(who, { departmentId: s.ids.info, grade: 2024 }))).toEqual(['tooFew'])
    for (const path of ['rows', 'exportRows']) expect(rules(await who.get(`question/question/${path}`, { code: CODE }))).toEqual(['notListed'])
    const [first] = (await who.get<OutputOf<typeof questionList>>('question/question/list')).data.questions
    expect(first?.code).toBeTruthy()
  })
  it('is answered within the scope of whoever asks, lists who is behind it, and is exported', async () => {
    expect(shown((await ask(lin)).data)).toEqual([['信息工程学院', 6, 6]])
    const list = async (who: Actor, more = {}) => (await who.get<OutputOf<typeof questionRows>>('question/question/rows', { code: CODE, size: 5, ...more })).data
    const seen = await list(lin)
    expect([seen.page.total, seen.result.length, new Set(seen.result.map(r => r?.className))]).toEqual([6, 5, new Set(['软件2301'])])
    expect((await list(officer, { departmentId: s.ids.art })).page.total).toBe(3)
    expect((await list(officer)).page.total).toBe((await ask(officer)).data.figures[0]?.now.n)
    const sheet = async (path: string, more = {}) => {
      const file = join(folder, 'answer.xlsx')
      writeFileSync(file, (await officer.get(`question/question/${path}`, { code: CODE, ...more })).raw)
      return readWorkbook(file)
    }
    expect((await sheet('exportRows', { departmentId: s.ids.art })).length).toBeGreaterThan(3)
    expect(JSON.stringify(await sheet('exportGroups'))).toContain('信息工程学院')
  })
  it('is pinned by each for themselves, and answered on the desktop', async () => {
    const pinned = async (who: Actor) => (await who.get<OutputOf<typeof pinnedQuestions>>('question/question/pinned')).data.answers
    expect((await officer.post('question/questionPin/pin', { code: CODE, departmentId: s.ids.art })).code).toBe(200)
    expect((await officer.post('question/questionPin/pin', { code: CODE, departmentId: s.ids.art })).code).toBe(200)
    expect(await pinned(officer)).toMatchObject([{ code: CODE, departmentId: s.ids.art, sentence: expect.stringMatching(/^3 名学生.*艺术设计学院|^3 名学生.*2023级/) }])
    expect(await pinned(lin)).toEqual([])
    const widgets = async (who: Actor) =>
      (await who.get<{ widgets: Array<{ widget: string }> }>('base/desktopLayout/mine')).data.widgets.filter(w => w.widget === 'question.pinned').length
    expect([await widgets(officer), await widgets(lin)]).toEqual([1, 0])
    await officer.post('question/questionPin/unpin', { code: CODE })
    expect(await pinned(officer)).toEqual([])
  })
  it('60-ST1 each that the modules declare is answered by all its groups, on a day with nothing as well, and says nothing its figures do not', async () => {
    for (const { code, listed, says, figures } of s.server.core.registry.of(questions)) {
      const seen = await ask(officer, { on: '2001-01-01' }, code)
      expect([code, seen.msg]).toEqual([code, '成功'])
      for (const { key } of seen.data.offered.flatMap(o => o ?? [])) expect([code, key, (await ask(officer, { by: key }, code)).msg]).toEqual([code, key, '成功'])
      expect((await officer.get('question/question/trend', { code })).msg).toBe('成功')
      if (listed) expect((await officer.get('question/question/rows', { code })).msg).toBe('成功')
      else expect(seen.data.link).toMatch(/^\//)
      const known = figures.flatMap(f => [f.code, `${f.code}Of`, `${f.code}Percent`])
      expect([...says.matchAll(/\{(\w+)\}/g)].flatMap(m => (known.includes(m[1] ?? '') ? [] : m[1]))).toEqual([])
    }
  })
})
