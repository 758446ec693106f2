import sql, { raw } from 'sql-template-tag'
import type { Db } from '../context.ts'

/**
 * Takes the next numbers of a series that may have no gaps, and returns the first. `table` is the module's own, with `tenant_id`, `series` and `last`. Its row stays locked until the
 * numbers are stored, and a transaction that fails gives them back.
 */
export async function takeNext(db: Db, table: `${string}_series`, series: string, count = 1): Promise<number> {
  const [taken] = await db.query<{ last: number }>(sql`insert into ${raw(table)} as t (tenant_id, series, last) values (${db.me.tenantId}, ${series}, ${count})
    on conflict (tenant_id, series) do update set last = t.last + excluded.last returning last`)
  return (taken?.last ?? 0) - count + 1
}
/** Lets a series go on after this number, unless it is already there: numbers up to it were given elsewhere, such as on paper. */
export async function goOnAfter(db: Db, table: `${string}_series`, series: string, last: number): Promise<void> {
  await db.query(sql`insert into ${raw(table)} as t (tenant_id, series, last) values (${db.me.tenantId}, ${series}, ${last})
    on conflict (tenant_id, series) do update set last = greatest(t.last, excluded.last)`)
}
