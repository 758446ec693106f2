import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

interface InCategory {
  accountId: string
  categoryId: string
  points: number
}
/** Points of accounts by category, of all entries that count. `accounts` selects their ids. */
const categoryPoints = (db: Db, accounts: Sql): Sql => sql`select e.account_id, i.category_id, sum(e.amount) / 100.0 as points
  from point_entry e join ts_item i on i.tenant_id = e.tenant_id and i.id = e.item_id
  where e.tenant_id = ${db.me.tenantId} and e.account_id in (${accounts}) and e.kind = 'counted' group by 1, 2`
export const pointsByCategory = (db: Db, ids: readonly string[]): Promise<InCategory[]> =>
  db.query<InCategory>(
    sql`select c.account_id as "accountId", c.category_id as "categoryId", c.points::float8 as points from (${categoryPoints(db, sql`select unnest(${[...ids]}::uuid[])`)}) c`,
  )
/** 50-TS8: credits of those of these accounts that belong to a scheme of credits: the points of each category within its cap, over the points of a credit. */
export async function creditsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; credits: number }>(sql`select a.id, round(coalesce(sum(least(c.points, k.cap)), 0) / h.points_per_credit, 2)::float8 as credits
    from point_account a join ts_scheme h on h.tenant_id = a.tenant_id and h.id = a.scheme_id and h.kind = 'credit'
      left join (${categoryPoints(db, sql`select unnest(${[...ids]}::uuid[])`)}) c on c.account_id = a.id
      left join ts_category k on k.tenant_id = a.tenant_id and k.id = c.category_id
    where a.tenant_id = ${db.me.tenantId} and a.id = any(${[...ids]}::uuid[]) group by a.id, h.points_per_credit`)
  return new Map(rows.map(r => [r.id, r.credits]))
}
