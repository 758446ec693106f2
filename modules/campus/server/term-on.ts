import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** First day of the term in which a day lies, as a date expression; null between terms. `day` may be a column. */
export const termStartOn = (db: Db, day: Sql): Sql =>
  sql`(select t.start_date from term t where t.tenant_id = ${db.me.tenantId} and t.start_date <= ${day} and t.end_date >= ${day})`
/** First day of its school year; null outside of the years the school has entered. */
export const yearStartOn = (db: Db, day: Sql): Sql =>
  sql`(select y.start_date from school_year y where y.tenant_id = ${db.me.tenantId} and y.start_date <= ${day} and y.end_date >= ${day})`
/** Its name; where the school has not entered it, that of the year from September on, as `schoolYearOn` says it. */
export const xnOn = (db: Db, day: Sql): Sql => {
  const year = sql`extract(year from ${day} - interval '8 months')::int`
  return sql`coalesce((select y.xn from school_year y where y.tenant_id = ${db.me.tenantId} and y.start_date <= ${day} and y.end_date >= ${day}), ${year} || '-' || ${year} + 1)`
}
/** The first of September of a school year, which a text expression names; `yearBegins` in SQL. */
export const yearBeginsOn = (xn: Sql): Sql => sql`make_date(left(${xn}, 4)::int, 9, 1)`
