import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shuffleLately } from '#modules/workflow/server/api.ts'
import { survey } from './model/survey.ts'
import { surveyTicket } from './model/survey-rows.ts'
import { ANONYMOUS_ANSWER } from './server/anonymous-answer.ts'
import { ok, QUESTIONS, ruleOf, type SurveySchool, surveySchool } from './testing.ts'

let s: SurveySchool
beforeAll(async () => {
  s = await surveySchool()
})
afterAll(() => s.close())
const said = (n: number): string => `独有的话 ${n} 号`
/** Everybody answers, one after the other, each with words of their own. */
async function answered(id: string): Promise<void> {
  for (const [n, who] of everybody().entries()) ok(await s.submit(who, id, { food: 'yes', more: said(n) }, { seconds: 60 + n }))
}
const everybody = () => [...s.pupils, ...s.away]
interface Held {
  who: string
  xmin: string
}
/** What the database operator reads of the tickets, in the order in which they were used. */
const tickets = (id: string) =>
  s.db.query<Held>(sql`select respondent_id as who, xmin::text as xmin from survey_ticket where survey_id = ${id} and used_on is not null order by ctid`)
const answers = (id: string) =>
  s.db.query<{ id: string; words: string; xmin: string }>(
    sql`select id, answers ->> 'more' as words, xmin::text as xmin from survey_anonymous_answer where survey_id = ${id} order by ctid`,
  )
const wordsOf = (who: string): string => said(everybody().findIndex(actor => actor.userId === who))
/** How many pairs the operator gets right by laying both in the order of storage, forwards or backwards. */
async function rightByOrder(id: string): Promise<number> {
  const [held, given] = [await tickets(id), await answers(id)]
  const right = (all: typeof given) => held.filter((ticket, i) => all[i]?.words === wordsOf(ticket.who)).length
  return Math.max(right(given), right(given.toReversed()), right(given.toSorted((a, b) => a.id.localeCompare(b.id))))
}
async function rightByTransaction(id: string): Promise<number> {
  const given = await answers(id)
  return (await tickets(id)).filter(ticket => given.filter(a => a.xmin === ticket.xmin).length === 1).length
}
/** Of 14 pairs, chance gets one right; eight or more come once in fifty thousand times. */
const FEW = 8

it('60-SV4 the database operator joins no anonymous answer to a ticket, by value, order, transaction or log, once the survey has ended', async () => {
  const id = await s.published({ anonymity: 'anonymous' })
  await answered(id)
  // the control: as they came, order and transaction tell all, and a rewriting that keeps the order still tells by it
  expect([await rightByOrder(id), await rightByTransaction(id)]).toEqual([14, 14])
  await s.db.query(sql`with gone as (delete from survey_anonymous_answer where survey_id = ${id} returning *) insert into survey_anonymous_answer select * from gone`)
  expect([await rightByOrder(id), await rightByTransaction(id)]).toEqual([14, 0])
  expect(await shuffleLately(s.db, survey, ANONYMOUS_ANSWER)).toBe(14)
  expect(await rightByOrder(id)).toBeLessThan(FEW)
  const nightly = (await answers(id)).map(a => a.id)
  ok(await s.officer.post('survey/survey/close', { id, reason: '够了' }))
  expect(await rightByOrder(id)).toBeLessThan(FEW)
  expect(await rightByTransaction(id)).toBe(0)
  const ids = (await answers(id)).map(a => a.id)
  expect([new Set(ids.map(one => one[14])), ids.some(one => nightly.includes(one))]).toEqual([new Set(['4']), false])
})
it('60-SV4 no other table holds words, hash or moment of an anonymous answer', async () => {
  const id = await s.published({ anonymity: 'anonymous' })
  const body = { id, versionNo: 1, answers: { food: 'yes', more: '只此一句' } }
  const who = s.pupils[0] as SurveySchool['officer']
  ok(await who.post('survey/surveyAnswer/submit', body, { 'idempotency-key': 'k'.repeat(32) }))
  await s.server.settle()
  const tables = await s.db.query<{ name: string }>(
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')`,
  )
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  const holding: string[] = []
  for (const { name } of tables) {
    const found = await s.db.query({ text: `select 1 from "${name}" t where t::text like '%只此一句%' or strpos(t::text, $1) > 0 limit 1`, values: [hash] } as never)
    if (found.length) holding.push(name)
  }
  expect(holding).toEqual(['survey_anonymous_answer'])
  const columns = await s.db.query<{ name: string }>(sql`select column_name as name from information_schema.columns where table_name = 'survey_anonymous_answer' order by 1`)
  expect(columns.map(c => c.name)).toEqual(['answers', 'channel', 'flags', 'id', 'is_valid', 'strata', 'survey_id', 'tenant_id', 'version_no'])
  // the ticket tells its day and nothing finer, neither of its row nor in the history
  const ticket = await s.db.unscoped(surveyTicket).find({ surveyId: id, respondentId: who.userId })
  expect([ticket?.usedOn !== null, ticket?.createdAt === ticket?.updatedAt, ticket?.version]).toEqual([true, true, 1])
  expect(await s.db.query(sql`select 1 from operation_log where biz_id = ${ticket?.id}`)).toEqual([])
})
it('60-SV4 an anonymous draft stays on the device', async () => {
  const id = await s.published({ anonymity: 'anonymous' })
  expect(ruleOf(await (s.pupils[0] as SurveySchool['officer']).post('survey/surveyAnswer/saveDraft', { id, answers: { food: 'yes' } }))).toBe('anonymous')
})
it('60-SV4 keeps strata only where each combination counts five in the audience, and says which', async () => {
  const id = await s.published({ anonymity: 'anonymous', strata: ['college', 'grade'] })
  const who = s.pupils[0] as SurveySchool['officer']
  const strataOf = async (of: string) => ok(await who.get<{ strata: string[] }>('survey/surveyAnswer/form', { id: of })).strata
  // two of one college are too few
  expect(await strataOf(id)).toEqual([])
  const inClass = await s.published({ anonymity: 'anonymous', strata: ['college', 'grade'], audience: { classIds: [s.ids.s2301] } })
  expect(await strataOf(inClass)).toEqual(['college', 'grade'])
  ok(await s.submit(who, inClass, { food: 'yes' }))
  expect(await s.db.query(sql`select strata from survey_anonymous_answer where survey_id = ${inClass}`)).toEqual([{ strata: { college: '信息工程学院', grade: '2023' } }])
})
it('60-SV5 of an anonymous survey the board shows rates and no names, and no class under five', async () => {
  const id = await s.published({ anonymity: 'anonymous' }, QUESTIONS)
  const board = ok(await s.officer.get<{ expected: number; byClass: Array<{ label: string }> }>('survey/surveyTicket/board', { id }))
  // 软件2301 would tell by its difference from the total what 视觉2301, with two, is not shown of
  expect([board.expected, board.byClass]).toEqual([14, []])
  const inClass = await s.published({ anonymity: 'anonymous', audience: { classIds: [s.ids.s2301] } }, QUESTIONS)
  expect(ok(await s.officer.get<typeof board>('survey/surveyTicket/board', { id: inClass })).byClass.map(c => c.label)).toEqual(['软件2301'])
  expect(ruleOf(await s.officer.get('survey/surveyTicket/lacking', { id }))).toBe('anonymous')
  // nor by the number of those reminded, by a college beside the whole, or where the whole is two
  expect(ruleOf(await s.officer.post('survey/surveyTicket/remind', { id, classId: s.ids.a2301 }))).toBe('anonymous')
  expect(ruleOf(await s.officer.get('survey/surveyTicket/board', { id, departmentId: s.ids.info }))).toBe('whole')
  const few = await s.published({ anonymity: 'anonymous', audience: { classIds: [s.ids.a2301] } }, QUESTIONS)
  expect(ruleOf(await s.officer.get('survey/surveyTicket/board', { id: few }))).toBe('few')
  expect(ok(await s.officer.post<{ told: number }>('survey/surveyTicket/remind', { id })).told).toBe(14)
})
