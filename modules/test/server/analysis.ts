import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { type Level, readAnalysis, readChoices, type Verdict } from '../model/analysis-actions.ts'
import { correctedContent, hasKey, writtenKey } from '../model/correction.ts'
import { LETTERS, type QuestionType, testQuestion } from '../model/question.ts'
import { testSchedule } from '../model/schedule.ts'
import { attemptsWith, contentIn } from './correct.ts'
import { correctionsOf } from './corrections.ts'
import { endedIn, itemFigures, thousandths } from './item-figures.ts'
import { settingsOf } from './settings.ts'

interface Sums {
  attempts: number
  mean: number | null
  passRate: number | null
  alpha: number | null
}
/** Sums of the attempts. Cronbach's α is known only where everybody had the same questions. */
async function sumsOf(db: Db, scheduleId: string, passScore: number): Promise<Sums> {
  const [found] = await db.query<Sums>(sql`with tries as (${endedIn(db, scheduleId)}),
    scores as (select i.item ->> 'q' as q, t.id, coalesce(a.score, 0)::float8 as score from tries t cross join lateral jsonb_array_elements(t.form -> 'items') i(item)
      left join test_answer a on a.tenant_id = ${db.me.tenantId} and a.attempt_id = t.id and a.question_id = (i.item ->> 'q')::uuid),
    items as (select q, count(*) as n, var_pop(score) as spread from scores group by q),
    sums as (select var_pop(s.total) as spread from (select id, sum(score) as total from scores group by id) s),
    whole as (select count(*)::int as attempts, avg(total) as mean, avg((total >= ${passScore}::float8)::int)::float8 as rate from tries)
    select w.attempts, w.mean, w.rate as "passRate",
      (select case when count(*) > 1 and min(n) = w.attempts and max(s.spread) > 0 then count(*)::float8 / (count(*) - 1) * (1 - sum(i.spread) / max(s.spread)) end from items i cross join sums s) as alpha
    from whole w`)
  return found ?? { attempts: 0, mean: null, passRate: null, alpha: null }
}
const HARD = 0.3
const EASY = 0.9
const levelOf = (p: number): Level | null => (p < HARD ? 'hard' : p > EASY ? 'easy' : null)
const verdictOf = (d: number): Verdict => (d >= 0.4 ? 'good' : d >= 0.3 ? 'fair' : d >= 0.2 ? 'revise' : d >= 0 ? 'reject' : 'wrongKey')
const analysis = handle(readAnalysis, async ({ db }, { id }) => {
  const row = await db.visible(testSchedule).one(id)
  const { analysisFrom } = await settingsOf(db)
  const [figures, sums, corrections] = await Promise.all([itemFigures(db, id), sumsOf(db, id, row.passScore), correctionsOf(db, [id])])
  const questions = await db.unscoped(testQuestion).all({ id: figures.map(f => f.questionId) }) // asked in a test in the caller's scope
  const fixes = corrections.get(id)
  const items = figures.flatMap(({ questionId, n, p, d, r }) => {
    const question = questions.find(q => q.id === questionId)
    if (!question) return []
    const { no, stem } = question
    const known = { questionId, no, type: question.type as QuestionType, stem, n, correctedAs: fixes?.get(questionId)?.way ?? null }
    const isKnown = n >= analysisFrom
    const of = (figure: number | null): number | null => (isKnown && figure !== null ? thousandths(figure) : null)
    return [{ ...known, p: of(p), d: of(d), r: of(r), level: isKnown ? levelOf(p) : null, verdict: isKnown ? verdictOf(d) : null }]
  })
  return {
    ...{ name: row.name, attempts: sums.attempts, mean: sums.mean === null ? null : Math.round(sums.mean * 10) / 10 },
    ...{ passRate: sums.passRate === null ? null : thousandths(sums.passRate), alpha: sums.alpha === null || sums.attempts < analysisFrom ? null : thousandths(sums.alpha) },
    from: analysisFrom,
    items: items.toSorted((a, b) => (a.d ?? 2) - (b.d ?? 2) || a.no.localeCompare(b.no)),
  }
})
/** How often each option was chosen, by thirds of the attempts. An answer is one key or a list of keys. */
const chosenIn = (db: Db, scheduleId: string, questionId: string): Promise<Array<{ place: number; third: number; n: number }>> =>
  db.query<{ place: number; third: number; n: number }>(sql`with tries as (select t.id, ntile(3) over (order by t.total desc, t.id) as third, i.item
      from (${endedIn(db, scheduleId)}) t cross join lateral jsonb_array_elements(t.form -> 'items') i(item) where i.item ->> 'q' = ${questionId})
    select (k.pair ->> 1)::int as place, t.third, count(*)::int as n from tries t join test_answer a on a.tenant_id = ${db.me.tenantId} and a.attempt_id = t.id and a.question_id = ${questionId}
      cross join lateral jsonb_array_elements(t.item -> 'o') k(pair) where a.answer @> (k.pair -> 0) group by 1, 2`)
const choices = handle(readChoices, async ({ db, refuse }, { id, questionId }) => {
  const row = await db.visible(testSchedule).one(id)
  const [first] = await attemptsWith(db, id, questionId)
  const asked = first ? await contentIn(db, first, questionId) : null
  if (!asked) return refuse('notAsked', { name: row.name })
  const content = correctedContent(asked, (await correctionsOf(db, [id])).get(id)?.get(questionId))
  const isPicked = content.type === 'single' || content.type === 'multi' || content.type === 'judge'
  const found = isPicked ? await chosenIn(db, id, questionId) : []
  const count = (place: number, third: number): number => found.find(one => one.place === place && one.third === third)?.n ?? 0
  return {
    ...{ stem: content.stem, key: writtenKey(content), hasKey: hasKey(content) },
    options: (isPicked ? content.options : []).map((text, at) => ({
      ...{ letter: LETTERS[at] ?? '', text, isRight: content.picks.includes(at) },
      ...{ upper: count(at, 1), middle: count(at, 2), lower: count(at, 3) },
    })),
  }
})
export default [analysis, choices]
