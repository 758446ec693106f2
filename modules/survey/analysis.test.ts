import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { crossTable, surveyResults } from './model/analysis-actions.ts'
import { question } from './model/question.ts'
import { choose, inHours, ok, QUESTIONS, ruleOf, type SurveySchool, surveySchool } from './testing.ts'

let s: SurveySchool
beforeAll(async () => {
  s = await surveySchool()
})
afterAll(() => s.close())
const SPLIT = [
  choose('food', '对食堂满意吗'),
  choose('room', '对宿舍满意吗'),
  question({ key: 'nps', type: 'nps', title: '推荐' }),
  question({ key: 'more', type: 'text', title: '其他建议' }),
]
const everybody = () => [...s.pupils, ...s.away]
/** Twelve answers: the first `no` of them are not content with the food, the last half not with their room. */
async function answered(more: object, no = 2, ask = SPLIT): Promise<string> {
  const id = await s.published({ audience: { classIds: [s.ids.s2301] }, ...more }, ask)
  for (const [n, who] of s.pupils.entries())
    ok(await s.submit(who, id, { food: n < no ? 'no' : 'yes', room: n < 6 ? 'no' : 'yes', nps: n < 6 ? 10 : 3, more: `建议 ${n}` }, { seconds: 10 + n }))
  return id
}
const results = async (id: string, who = s.officer, more = {}) => ok(await who.get<OutputOf<typeof surveyResults>>('survey/survey/results', { id, ...more }))
const cross = async (id: string, rows: string, columns: string) => ok(await s.officer.get<OutputOf<typeof crossTable>>('survey/survey/cross', { id, rows, columns }))
const barsOf = (data: OutputOf<typeof surveyResults>, key: string) => data.questions.find(q => q.key === key)?.bars.map(b => b.n)

it('counts each question exactly, with mean and net promoter score', async () => {
  const data = await results(await answered({}))
  expect([data.answers, data.asked, data.used, data.medianSeconds, data.isGuarded]).toEqual([12, 12, 12, 16, false])
  expect([barsOf(data, 'food'), barsOf(data, 'room')]).toEqual([
    [10, 2],
    [6, 6],
  ])
  expect(data.questions.find(q => q.key === 'nps')).toMatchObject({ mean: 6.5, nps: 0, answered: 12 })
})
it('60-SV6 shows nothing under the smallest group of an anonymous or confidential survey, nor what it follows from', async () => {
  for (const more of [{ anonymity: 'anonymous' }, { anonymity: 'confidential', analystIds: [s.fdy.userId] }]) {
    const id = await answered(more)
    const data = await results(id)
    expect([data.isGuarded, barsOf(data, 'food'), barsOf(data, 'room')]).toEqual([true, [null, null], [6, 6]])
    // the four cells of the table are 2, 4, 4 and 2 or under: nothing but what each question says by itself
    const table = await cross(id, 'room', 'food')
    expect(table.rows.map(r => r.cells.map(c => c.n))).toEqual([
      [null, null],
      [null, null],
    ])
    expect(table.rows.map(r => r.total)).toEqual([6, 6])
    expect(table.totals.map(c => c.n)).toEqual([null, null])
    // a filter is a row of that table
    const filtered = await results(id, s.officer, { by: 'room', value: 'no' })
    expect(barsOf(filtered, 'food')).toEqual([null, null])
    const sheet = await s.officer.get('survey/survey/exportResults', { id, what: 'csv', as: 'codes' })
    const text = sheet.raw.toString('utf8')
    expect([text.charCodeAt(0), text.includes('"food","no","—"'), text.includes('建议')]).toEqual([0xfeff, true, false])
  }
})
it('60-SV6 shows neither days nor stops of few, nor the next ones from which those would follow', async () => {
  const id = await answered({ anonymity: 'anonymous' })
  const usedOn = (n: number, day: string) =>
    s.db.query(sql`update survey_ticket set used_on = ${day}::date where id in (select id from survey_ticket where survey_id = ${id} and used_on > '2000-03-01' limit ${n})`)
  const curveOf = async () => (await results(id)).curve.map(d => d.n)
  expect(await curveOf()).toEqual([12])
  await usedOn(3, '2000-01-01')
  expect(await curveOf()).toEqual([])
  // 3 and 2 are five together
  await usedOn(2, '2000-01-02')
  expect(await curveOf()).toEqual([7])
  const other = await s.published({ anonymity: 'confidential', analystIds: [s.fdy.userId] }, SPLIT)
  const stopped = async (who: SurveySchool['officer'], answers: object) => ok(await who.post('survey/surveyAnswer/saveDraft', { id: other, answers }))
  for (const who of s.pupils.slice(0, 6)) await stopped(who, { food: 'yes', room: 'no' })
  for (const who of s.pupils.slice(6, 8)) await stopped(who, { food: 'yes' })
  const stops = async (who: SurveySchool['officer']) => (await results(other, who)).dropOuts.map(d => d.n)
  expect(await stops(s.officer)).toEqual([])
  for (const who of s.pupils.slice(8, 11)) await stopped(who, { food: 'yes' })
  expect(await stops(s.officer)).toEqual([5, 6])
})
it('pages open answers, and finds words in them', async () => {
  const many = await s.published({}, [question({ key: 'more', type: 'text', title: '其他建议' })])
  await s.db.query(sql`insert into survey_answer (tenant_id, survey_id, version_no, respondent_type, respondent_id, answers, submitted_at, is_valid)
    select ${s.tenantId}, ${many}, 1, 'device', 'x' || n, jsonb_build_object('more', '第 ' || n || ' 条%'), now(), true from generate_series(1, 60) n`)
  const page = async (more: object) => ok(await s.officer.get<{ total: number; texts: string[] }>('survey/survey/texts', { id: many, question: 'more', ...more }))
  const [first, second] = [await page({}), await page({ current: 2 })]
  expect([first.total, first.texts.length, second.texts.length, new Set([...first.texts, ...second.texts]).size]).toEqual([60, 50, 10, 60])
  expect(await page({ keyword: '第 7 条%' })).toEqual({ total: 1, texts: ['第 7 条%'] })
})
it('60-SV6 shows open answers unlinked, in an order that is none of theirs, and none where too few wrote', async () => {
  const id = await answered({ anonymity: 'anonymous' })
  const texts = ok(await s.officer.get<{ total: number; texts: string[] }>('survey/survey/texts', { id, question: 'more' }))
  expect([texts.total, [...texts.texts].sort()]).toEqual([12, s.pupils.map((_, n) => `建议 ${n}`).sort()])
  expect(texts.texts).not.toEqual(s.pupils.map((_, n) => `建议 ${n}`))
  expect(ok(await s.officer.get<{ texts: string[] }>('survey/survey/texts', { id, question: 'more', keyword: '建议 11' })).texts).toEqual(['建议 11'])
  const few = await s.published({ anonymity: 'anonymous' }, SPLIT)
  ok(await s.submit(s.pupils[0] as SurveySchool['officer'], few, { food: 'yes', room: 'yes', more: '只有我写了' }))
  expect(ok(await s.officer.get<{ total: number }>('survey/survey/texts', { id: few, question: 'more' })).total).toBe(0)
})
it('confidential answers are read by the named readers', async () => {
  const id = await answered({ anonymity: 'confidential', analystIds: [s.officer.userId] })
  expect(barsOf(await results(id), 'food')).toEqual([10, 2])
  const sheet = (await s.officer.get('survey/survey/exportResults', { id, what: 'csv', as: 'labels' })).raw.toString('utf8')
  expect([sheet.includes('学生1'), sheet.includes('不满意'), sheet.split('\r\n').length]).toEqual([true, true, 14])
})
it('crosses two questions with chi-square and Cramér’s V, and warns where few were expected', async () => {
  const table = await cross(await answered({}, 6), 'food', 'room')
  expect(table.rows.map(r => r.cells.map(c => c.n))).toEqual([
    [6, 0],
    [0, 6],
  ])
  expect(table).toMatchObject({ total: 12, chiSquare: 12, freedom: 1, v: 1, isSparse: true })
  expect(table.p).toBeCloseTo(0.000532, 6)
  expect(ruleOf(await s.officer.get('survey/survey/cross', { id: await answered({}), rows: 'food', columns: 'nothing' }))).toBe('unknown')
})
it('60-SV9 counts the flags, which delete nothing', async () => {
  const id = await s.published({}, QUESTIONS)
  ok(await s.submit(s.pupils[0] as SurveySchool['officer'], id, { food: 'yes' }, { seconds: 1 }))
  const data = await results(id)
  expect([data.answers, data.flags.find(f => f.flag === 'fast')?.n]).toEqual([1, 1])
})
it('says where drafts stopped', async () => {
  const id = await s.published({}, SPLIT)
  ok(await (s.pupils[0] as SurveySchool['officer']).post('survey/surveyAnswer/saveDraft', { id, answers: { food: 'yes', room: 'no' } }))
  expect((await results(id)).dropOuts).toEqual([{ number: 2, n: 1 }])
})
it('is read by whom its author shows it to: votes after the end only', async () => {
  const [me, other] = [s.pupils[0], s.pupils[1]] as [SurveySchool['officer'], SurveySchool['officer']]
  const read = (who: typeof me, id: string) => who.get('survey/surveyAnswer/results', { id })
  const own = await s.published()
  ok(await s.submit(me, own, { food: 'yes' }))
  expect(ruleOf(await read(me, own))).toBe('notShared')
  const shared = await s.published({ resultsFor: 'answered' })
  ok(await s.submit(me, shared, { food: 'yes' }))
  expect([(await read(me, shared)).code, ruleOf(await read(other, shared))]).toEqual([200, 'mustAnswer'])
  const vote = await s.published({ kind: 'vote', resultsFor: 'public' })
  ok(await s.submit(me, vote, { food: 'yes' }))
  expect(ruleOf(await read(me, vote))).toBe('notYet')
  ok(await s.officer.post('survey/survey/close', { id: vote, reason: '投完了' }))
  expect((await read(other, vote)).code).toBe(200)
})
it('tells everybody who was asked what came of it, once it has ended', async () => {
  const told = captureNotifications(s.server)
  const id = await s.published()
  const tell = () => s.officer.post<{ told: number }>('survey/survey/tellOutcome', { id, outcome: '下月起换供应商' })
  expect(ruleOf(await tell())).toBe('notClosed')
  ok(await s.officer.post('survey/survey/close', { id, reason: '够了' }))
  expect(ok(await tell()).told).toBe(everybody().length)
  expect((await told('survey.outcome')).flatMap(n => n.to).sort()).toEqual(
    everybody()
      .map(who => who.userId)
      .sort(),
  )
  expect(await s.db.query(sql`select outcome from survey where id = ${id}`)).toEqual([{ outcome: '下月起换供应商' }])
})
it('is compared with an earlier one by the keys of its questions', async () => {
  const before = await answered({})
  const { id } = ok(await s.officer.post<{ id: string }>('survey/survey/copy', { id: before, name: '又一次', beginTime: inHours(-1), endTime: inHours(5) }))
  ok(await s.officer.post('survey/survey/publish', { id }))
  ok(await s.submit(s.pupils[0] as SurveySchool['officer'], id, { food: 'yes', room: 'yes', nps: 8 }))
  expect(ok(await s.officer.get('survey/survey/compare', { id, former: before }))).toEqual([{ number: 3, title: '推荐', before: 6.5, now: 8 }])
})
