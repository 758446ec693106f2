import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { isOpen, phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { type Ctx, handle } from '#server/context.ts'
import { compareRounds, crossTable, openTexts, sharedResults, surveyResults } from '../model/analysis-actions.ts'
import { associationOf } from '../model/association.ts'
import { FLAGS, type Flag } from '../model/flags.ts'
import { isSilent, numbersOf, type Question } from '../model/question.ts'
import { shownCounts } from '../model/suppression.ts'
import { survey } from '../model/survey.ts'
import { surveyTicket } from '../model/survey-rows.ts'
import { writtenTo } from './open-answers.ts'
import { filteredResults, resultsOf, shownCross } from './results.ts'
import { facetsOf, leastOf } from './tally.ts'
import { questionsOf, type Survey } from './versions.ts'

const PAGE = 50
const FORMER = 20
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

const results = handle(surveyResults, async (ctx, { id, by, value }) => {
  const { db, refuse } = ctx
  const row = await db.visible(survey).one(id)
  const questions = await questionsOf(db, row)
  const facets = await facetsOf(db, row, questions)
  const facet = facets.find(f => f.key === by)
  if (by && !facet?.isSingle) return refuse('filter', { by })
  const made = facet && value ? await filteredResults(ctx, row, questions, facet, value) : await resultsOf(ctx, row, questions)
  const least = await leastOf(ctx, row)
  const former = await db.visible(survey).all({ state: ['closed', 'published', 'archived'] }, { sort: ['-beginTime'], limit: FORMER })
  return {
    ...made,
    ...{ name: row.name, anonymity: row.anonymity, isGuarded: least > 0 },
    ...(await usedOf(ctx, row, least)),
    ...(await paceOf(ctx, row, least)),
    dropOuts: await dropOutsOf(ctx, row, questions, least),
    facets: facets.map(({ key, label, values, isSingle }) => ({ key, label, values: isSingle ? values : [] })),
    former: former.flatMap(f => (f.id === id ? [] : [{ id: f.id, name: f.name }])),
  }
})
/** Groups that add up to a total the reader knows, without those that are too small and those they would follow from (60-SV6). */
function shownGroups<G extends { n: number }>(groups: readonly G[], least: number): G[] {
  const shown = shownCounts(
    groups.map(g => g.n),
    least,
    true,
  )
  return groups.filter((_, i) => shown[i] !== null)
}
/** Asked and answered, and the days on which they were; of no single moment. */
async function usedOf({ db }: Ctx, { id }: Survey, least: number) {
  const days = await db.query<{
    day: string | null
    n: number
    own: number
  }>(sql`select used_on::text as day, count(*)::int as n, (count(*) filter (where respondent_type <> 'device'))::int as own
    from survey_ticket where tenant_id = ${db.me.tenantId} and survey_id = ${id} group by 1 order by 1`)
  const sum = (all: typeof days): number => all.reduce((n, { own }) => n + own, 0)
  // who comes by the public page was not asked
  return {
    asked: sum(days),
    used: sum(days.filter(d => d.day !== null)),
    curve: shownGroups(
      days.flatMap(({ day, n }) => (day ? [{ day, n }] : [])),
      least,
    ),
  }
}
async function paceOf({ db }: Ctx, { id }: Survey, least: number) {
  const [pace] = await db.query<{ median: number | null; n: number }>(sql`select percentile_cont(0.5) within group (order by seconds)::float8 as median, count(*)::int as n
    from survey_result where tenant_id = ${db.me.tenantId} and survey_id = ${id}`)
  const flagged = await db.query<{ flag: Flag; n: number }>(sql`select f.flag, count(*)::int as n from survey_result r cross join lateral jsonb_array_elements_text(r.flags) f(flag)
    where r.tenant_id = ${db.me.tenantId} and r.survey_id = ${id} group by 1`)
  const countOf = (flag: Flag): number => flagged.find(f => f.flag === flag)?.n ?? 0
  return {
    medianSeconds: pace?.median === null || pace === undefined || pace.n < least ? null : Math.round(pace.median),
    flags: (Object.keys(FLAGS) as Flag[]).map(flag => ({ flag, n: countOf(flag) < least ? null : countOf(flag) })),
  }
}
/** The last question of drafts that were not handed in; of an anonymous survey there are none. */
async function dropOutsOf({ db }: Ctx, { id }: Survey, questions: readonly Question[], least: number) {
  const drafts = await db.query<{ draft: Record<string, unknown> }>(
    sql`select draft from survey_ticket where tenant_id = ${db.me.tenantId} and survey_id = ${id} and used_on is null and draft is not null`,
  )
  const numbers = numbersOf(questions)
  const last = drafts.map(({ draft }) => Math.max(0, ...Object.keys(draft).map(key => numbers.get(key) ?? 0)))
  const stops = [...Map.groupBy(last, number => number)].filter(([number]) => number > 0).map(([number, all]) => ({ number, n: all.length }))
  return shownGroups(stops, least).sort((a, b) => a.number - b.number)
}
const cross = handle(crossTable, async (ctx, { id, rows, columns }) => {
  const { db, refuse } = ctx
  const row = await db.visible(survey).one(id)
  const facets = await facetsOf(db, row, await questionsOf(db, row))
  const [a, b] = [facets.find(f => f.key === rows), facets.find(f => f.key === columns)]
  if (!a || !b || a === b) return refuse('unknown', { key: a && a !== b ? columns : rows })
  const { cells, ...shown } = await shownCross(ctx, row, a, b)
  // the test supposes that everybody is counted once
  const found = a.isSingle && b.isSingle ? associationOf(cells) : undefined
  return {
    ...shown,
    rows: shown.rows.map(line => ({ ...line, cells: line.cells.map(n => ({ n })) })),
    totals: shown.totals.map(n => ({ n })),
    chiSquare: found ? rounded(found.chiSquare, 3) : null,
    freedom: found?.freedom ?? null,
    p: found ? rounded(found.p, 6) : null,
    v: found ? rounded(found.v, 3) : null,
    isSparse: found?.isSparse ?? false,
  }
})
const texts = handle(openTexts, async (ctx, { id, question, keyword, current }) => {
  const { db } = ctx
  const row = await db.visible(survey).one(id)
  const written = await writtenTo(ctx, row, question)
  if (!written) return { total: 0, texts: [] }
  const isWanted = sql`strpos(s.words, ${keyword ?? ''}) > 0`
  const [counted] = await db.query<{ wanted: number }>(sql`select count(*)::int as wanted from ${written.rows} where ${isWanted}`)
  const page = await db.query<{ words: string }>(sql`select s.words from ${written.rows} where ${isWanted} order by s.place limit ${PAGE} offset ${((current ?? 1) - 1) * PAGE}`)
  return { total: counted?.wanted ?? 0, texts: page.map(p => p.words) }
})
const compare = handle(compareRounds, async (ctx, { id, former }) => {
  const { db } = ctx
  const [row, other] = [await db.visible(survey).one(id), await db.visible(survey).one(former)]
  const [now, then] = [await resultsOf(ctx, row, await questionsOf(db, row)), await resultsOf(ctx, other, await questionsOf(db, other))]
  const before = new Map(then.questions.map(q => [q.key, q]))
  return now.questions.flatMap(q => {
    const was = before.get(q.key)
    return q.mean !== null && was?.type === q.type && was.mean !== null ? [{ number: q.number, title: q.title, before: was.mean, now: q.mean }] : []
  })
})
const shared = handle(sharedResults, async (ctx, { id }) => {
  const { db, me, refuse } = ctx
  const ticket = await db.unscoped(surveyTicket).find({ surveyId: id, respondentType: 'user', respondentId: me.userId }) // the caller's own
  const row = await db.unscoped(survey).one(id) // shared by its author, or refused next
  const { name } = row
  if (!ticket) throw refusalOf(survey, 'notInAudience', { name })
  if (row.resultsFor === 'owner') refuse('notShared', { name })
  if (row.kind === 'vote' && phaseOf(row) !== 'closed') refuse('notYet', { name })
  if (row.resultsFor === 'answered' && !ticket.usedOn && isOpen(row)) refuse('mustAnswer', { name })
  const questions = (await questionsOf(db, row)).filter(q => !isSilent(q) && !q.sensitivity && !q.prefill)
  // whoever answered is no reader: the smallest group holds for them whatever the survey is
  const made = await resultsOf(ctx, { ...row, anonymity: row.kind === 'vote' ? row.anonymity : 'anonymous' }, questions)
  return { ...made, name, outcome: row.outcome }
})
export default [results, cross, texts, compare, shared]
