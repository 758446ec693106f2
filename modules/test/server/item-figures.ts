import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { testQuestion } from '../model/question.ts'
import { settingsOf } from './settings.ts'

/** Marked attempts of a test. */
export const endedIn = (db: Db, scheduleId: string): Sql =>
  sql`select t.id, t.total::float8 as total, t.form from test_attempt t where t.tenant_id = ${db.me.tenantId} and t.schedule_id = ${scheduleId} and t.state in ('marked', 'released') and t.total is not null`
interface ItemFigures {
  questionId: string
  n: number
  p: number
  d: number
  r: number | null
}
/** Share of the upper and of the lower group (60-OT14). */
const GROUP = 0.27
/** 60-OT14: of each question how much of its score was earned, by how much the best 27 % earn more than the last, and how its score goes with the total. What was not answered earned nothing. */
export const itemFigures = (db: Db, scheduleId: string): Promise<ItemFigures[]> =>
  db.query<ItemFigures>(sql`with tries as (${endedIn(db, scheduleId)}),
    items as (select (i.item ->> 'q')::uuid as q, t.id, t.total, coalesce(a.score, 0)::float8 / (i.item ->> 'm')::float8 as share
      from tries t cross join lateral jsonb_array_elements(t.form -> 'items') i(item)
      left join test_answer a on a.tenant_id = ${db.me.tenantId} and a.attempt_id = t.id and a.question_id = (i.item ->> 'q')::uuid),
    ranked as (select *, count(*) over (partition by q) as n, row_number() over (partition by q order by total desc, id) as place from items)
    select q as "questionId", max(n)::int as n, avg(share) as p,
      avg(share) filter (where place <= ceil(n * ${GROUP}::float8)) - avg(share) filter (where place > n - ceil(n * ${GROUP}::float8)) as d, corr(share, total) as r
    from ranked group by q`)
export const thousandths = (n: number): number => Math.round(n * 1000) / 1000
/** Keeps with the questions of a test how they did in it, for whoever chooses questions next. */
export async function keepFigures(db: Db, scheduleId: string): Promise<void> {
  const { analysisFrom } = await settingsOf(db)
  const figures = await itemFigures(db, scheduleId)
  const ids = figures.map(f => f.questionId)
  const used = await db.query<{ id: string; n: number }>(
    sql`select question_id as id, count(*)::int as n from test_answer where tenant_id = ${db.me.tenantId} and question_id = any(${ids}::uuid[]) group by 1`,
  )
  const usedCount = new Map(used.map(one => [one.id, one.n]))
  const rows = figures.map(({ questionId: id, n, p, d }) => ({ id, usedCount: usedCount.get(id) ?? 0, ...(n < analysisFrom ? {} : { p: thousandths(p), d: thousandths(d) }) }))
  const [known, unknown] = [rows.filter(row => 'p' in row), rows.filter(row => !('p' in row))]
  for (const some of [known, unknown]) if (some.length) await db.updateMany(testQuestion, some, { history: false })
}
