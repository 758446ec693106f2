import sql, { join, raw, type Sql } from 'sql-template-tag'
import { addDays } from '#model/days.ts'
import { termStartOn, yearStartOn } from '#modules/campus/server/api.ts'
import { studentsOn } from '#modules/student/server/api.ts'
import { gateFor, systemPrincipal } from '#server/access/calls.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type Question, questions } from '#server/statistics/questions.ts'
import type { School } from './school.ts'

/** Reads the whole school under one permission. */
export const readerWith = ({ server, tenantId }: School, permission: string): Promise<Db> =>
  gateFor(
    server.core,
    { ...systemPrincipal(tenantId), permissions: new Map([[permission, [{ roleCode: 'officer', scope: 'all' }]]]) },
    { permission, source: 'test', ip: null, traceId: null },
  )
/** The question and its rows of the day `d.day`, as somebody asks who may read them of the whole school. */
async function asked(s: School, code: string, oldest: string): Promise<{ q: Question; db: Db; rows: Sql }> {
  const q = s.db.registered(questions).find(r => r.code === code)
  if (!q) throw new Error(`nobody answers ${code}`)
  const db = await readerWith(s, q.listedBy)
  const day = sql`d.day`
  return {
    q,
    db,
    rows: await q.rows({ db, day, oldest: sql`${oldest}::date`, students: studentsOn(db, day, q.listedBy), termStart: termStartOn(db, day), yearStart: yearStartOn(db, day) }),
  }
}
const figuresOf = (q: Question): Sql =>
  join(q.figures.flatMap(f => [sql`(${f.n})::float8 as ${raw(`"${f.code}"`)}`, ...(f.of ? [sql`(${f.of})::float8 as ${raw(`"${f.code}Of"`)}`] : [])]))
export type Answered = { day: string; group: string | null } & Record<string, number | string | null>
/**
 * What a question answers on these days: its figures, as `{code}Of` what a share or rate is counted of, and where asked for its groups by a key over the rows. One statement for all days, as
 * a trend asks it.
 */
export async function askedOn(s: School, code: string, days: readonly string[], by?: Sql): Promise<Answered[]> {
  const { q, db, rows } = await asked(s, code, days.toSorted()[0] ?? today())
  return db.query<Answered>(sql`
    select d.day::text as day, f.* from (select g::date as day from unnest(${[...days]}::text[]) g) d
      cross join lateral (select ${by ? sql`(${by})::text` : sql`null::text`} as "group", ${figuresOf(q)} from (${rows}) x ${by ? sql`group by 1` : sql``}) f
    order by 1, 2`)
}
/** A school year and a term around today, where the school has none. */
export async function termAround({ db, tenantId }: School): Promise<void> {
  const [from, to] = [addDays(today(), -30), addDays(today(), 30)]
  await db.query(sql`insert into school_year (tenant_id, xn, start_date, end_date) values (${tenantId}, '2098-2099', ${from}, ${to}) on conflict do nothing`)
  await db.query(sql`insert into term (tenant_id, xn, xq_m, name, week1_start, weeks, start_date, end_date, switch_date)
    select ${tenantId}, y.xn, '3', '测试学期', ${from}::date, 9, ${from}::date, ${to}::date, ${from}::date from school_year y
    where y.tenant_id = ${tenantId} and ${today()}::date between y.start_date and y.end_date on conflict do nothing`)
}
/** Who is behind its first figure on a day, by id. */
export async function listedOn(s: School, code: string, day: string): Promise<string[]> {
  const { q, db, rows } = await asked(s, code, day)
  if (!q.listed) throw new Error(`${code} lists nobody`)
  const columns = q.listed.columns.map((c, i) => sql`(${c.value})::text as ${raw(`c${i}`)}`)
  const found = await db.query<{ id: string }>(sql`
    select ${join([sql`x.student_id as id`, ...columns])} from (select ${day}::date as day) d cross join lateral (${rows}) x where ${q.listed.where} order by 1`)
  return found.map(f => f.id)
}
