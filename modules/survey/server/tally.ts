import sql, { type Sql } from 'sql-template-tag'
import { setting } from '#modules/system/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { isOneChoice, isSilent, numbersOf, type Question, scaleOf } from '../model/question.ts'
import { STRATA, type Stratum } from '../model/strata.ts'
import type { Survey } from './versions.ts'

/** A question or a stratum that answers are counted by. */
export interface Facet {
  key: string
  label: string
  values: Array<{ key: string; label: string }>
  /** Each answer has one of its values at most. */
  isSingle: boolean
  /** The values of an answer, as a set of text. */
  tokens: Sql
}
const GENDERS: Readonly<Record<string, string>> = { 1: '男', 2: '女' }
/** Options of a question as the values that are counted: of a matrix, those of each row. */
export function valuesOf(q: Question): Array<{ key: string; label: string }> {
  const options = (q.options ?? []).map(({ key, label }) => ({ key, label }))
  const { low, high } = scaleOf(q)
  const marks = Array.from({ length: Math.max(0, Math.floor(high - low) + 1) }, (_, i) => ({ key: String(low + i), label: String(low + i) }))
  if (q.type === 'scale' || q.type === 'nps') return marks
  if (q.type !== 'matrix') return options
  return (q.rows ?? []).flatMap(row => (q.cell === 'scale' ? marks : options).map(cell => ({ key: `${row.key}=${cell.key}`, label: `${row.label}：${cell.label}` })))
}
const COUNTED: ReadonlySet<Question['type']> = new Set(['single', 'multi', 'dropdown', 'scale', 'nps', 'matrix'])
export const isCounted = (q: Question): boolean => COUNTED.has(q.type) && !q.prefill
const array = (value: Sql): Sql => sql`case when jsonb_typeof(${value}) = 'array' then ${value} else '[]'::jsonb end`
const object = (value: Sql): Sql => sql`case when jsonb_typeof(${value}) = 'object' then ${value} else '{}'::jsonb end`
/** The values of an answer to one question: a key, several, or those of the rows of a matrix. */
const tokensOf = (value: Sql): Sql => sql`(select ${value} #>> '{}' where jsonb_typeof(${value}) in ('string', 'number')
  union all select jsonb_array_elements_text(${array(value)})
  union all select o.key || '=' || (o.value #>> '{}') from jsonb_each(${object(value)}) o where jsonb_typeof(o.value) in ('string', 'number')
  union all select o.key || '=' || i.item from jsonb_each(${object(value)}) o cross join lateral jsonb_array_elements_text(${array(sql`o.value`)}) i(item))`
export const facetOf = (q: Question): Facet => ({
  key: q.key,
  label: q.title,
  values: valuesOf(q),
  isSingle: isOneChoice(q) || q.type === 'scale' || q.type === 'nps',
  tokens: tokensOf(sql`r.answers -> ${q.key}`),
})
const stratumFacet = async (db: Db, row: Survey, name: Stratum): Promise<Facet> => {
  const found = await db.query<{ value: string }>(
    sql`select distinct r.strata ->> ${name} as value from survey_result r where r.tenant_id = ${db.me.tenantId} and r.survey_id = ${row.id} and r.strata ? ${name} order by 1`,
  )
  return {
    key: name,
    label: STRATA[name],
    values: found.map(({ value }) => ({ key: value, label: name === 'gender' ? (GENDERS[value] ?? value) : value })),
    isSingle: true,
    tokens: sql`(select r.strata ->> ${name})`,
  }
}
/** Everything that results can be filtered and crossed by. */
export async function facetsOf(db: Db, row: Survey, questions: readonly Question[]): Promise<Facet[]> {
  const strata = await Promise.all((row.keptStrata?.by ?? []).map(name => stratumFacet(db, row, name)))
  return [...strata.filter(facet => facet.values.length), ...questions.filter(isCounted).map(facetOf)]
}
/** Cells smaller than this are not shown: none of a named survey, nor to those who may read confidential answers. */
export async function leastOf(ctx: Ctx, row: Survey): Promise<number> {
  if (row.anonymity === 'named' || (row.anonymity === 'confidential' && row.analystIds?.includes(ctx.me.userId))) return 0
  return Number(await setting(ctx.db, 'privacy', 'minCell'))
}
/** Answers by the values of two facets, with those who have a value of each. */
export async function crossed(db: Db, row: Survey, rows: Facet, columns: Facet): Promise<{ cells: number[][]; rowTotals: number[]; columnTotals: number[]; total: number }> {
  const found = await db.query<{
    a: string | null
    b: string | null
    n: number
    set: number
  }>(sql`select x.token as a, y.token as b, grouping(x.token, y.token) as set, count(distinct r.id)::int as n
    from survey_result r cross join lateral ${rows.tokens} x(token) cross join lateral ${columns.tokens} y(token)
    where r.tenant_id = ${db.me.tenantId} and r.survey_id = ${row.id} and r.is_valid group by grouping sets ((x.token, y.token), (x.token), (y.token), ())`)
  const at = (a: string | undefined, b: string | undefined, set: number): number =>
    found.find(f => f.set === set && (a === undefined || f.a === a) && (b === undefined || f.b === b))?.n ?? 0
  return {
    cells: rows.values.map(x => columns.values.map(y => at(x.key, y.key, 0))),
    rowTotals: rows.values.map(x => at(x.key, undefined, 1)),
    columnTotals: columns.values.map(y => at(undefined, y.key, 2)),
    total: at(undefined, undefined, 3),
  }
}
/** How often each value of each question was chosen, and how many answered it, in one statement. */
export async function tallied(db: Db, row: Survey): Promise<{ values: Map<string, number>; answered: Map<string, number>; all: number }> {
  const found = await db.query<{ question: string | null; token: string | null; n: number; set: number }>(sql`
    select e.key as question, x.token, grouping(e.key, x.token) as set, count(distinct r.id)::int as n
    from survey_result r left join lateral jsonb_each(r.answers) e(key, value) on true left join lateral ${tokensOf(sql`e.value`)} x(token) on true
    where r.tenant_id = ${db.me.tenantId} and r.survey_id = ${row.id} and r.is_valid group by grouping sets ((e.key, x.token), (e.key), ())`)
  return {
    values: new Map(found.flatMap(f => (f.set === 0 && f.token !== null ? [[`${f.question} ${f.token}`, f.n] as const] : []))),
    answered: new Map(found.flatMap(f => (f.set === 1 && f.question !== null ? [[f.question, f.n] as const] : []))),
    all: found.find(f => f.set === 3)?.n ?? 0,
  }
}
/** The questions that are asked, with their numbers. */
export function numbered(questions: readonly Question[]): Array<{ q: Question; number: number }> {
  const numbers = numbersOf(questions)
  return questions.filter(q => !isSilent(q)).map(q => ({ q, number: numbers.get(q.key) ?? 0 }))
}
