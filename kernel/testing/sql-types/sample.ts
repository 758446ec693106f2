import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Statements for the test of the check itself; never run. */
const NAMED = sql`r.id, r.name as title`
const byCode = (alias: string, code: string): Sql => sql`${raw(alias)}.code = ${code}`
const from = (alias = ''): Sql => (alias ? sql`role ${raw(alias)}` : sql`role`)
interface Named {
  id: string
  title: string
}
export const good = (db: Db, code: string): Promise<Named[]> => db.query<Named>(sql`select ${NAMED} from ${from('r')} where ${byCode('r', code)}`)
export const inferred = (db: Db): Promise<Array<{ id: string; n: number }>> => db.query(sql`select id, sort as n from ${from()}`)
export const noColumn = (db: Db): Promise<Named[]> => db.query<Named>(sql`select r.id, r.heading as title from role r`)
export const otherName = (db: Db): Promise<Named[]> => db.query<Named>(sql`select r.id, r.name from role r`)
export const otherType = (db: Db): Promise<Array<{ at: Date; id: number }>> => db.query<{ at: Date; id: number }>(sql`select r.created_at as at, r.id from role r`)
/** Its table is given by the caller, and one of the callers gives a wrong one. */
const count = (db: Db, table: string): Promise<Array<{ n: number }>> => db.query<{ n: number }>(sql`select count(*)::int as n from ${raw(table)}`)
export const both = (db: Db) => [count(db, 'role'), count(db, 'rolle')]
/** Columns that may be null: by their table, by an outer join, by an aggregate; a condition excludes the first. */
export const nullable = (db: Db) => [
  db.query<{ scope: string }>(sql`select scope_override as scope from role_menu`),
  db.query<{ scope: string }>(sql`select scope_override as scope from role_menu where scope_override is not null`),
  db.query<{ title: string }>(sql`select m.title from role_menu x left join menu m on m.tenant_id = x.tenant_id and m.id = x.menu_id`),
  db.query<{ last: number }>(sql`select max(sort) as last from role`),
]
