import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export interface Standing {
  id: string
  studentId: string
  schemeId: string
  period: string
  balance: number
  /** Of schemes of credits. */
  credits: number | null
}
/** 50-TS1, 50-TS8: accounts with their balance and, of schemes of credits, what each category comes to within its cap. A select; `accounts` selects their ids. */
export const standings = (db: Db, accounts: Sql): Sql => sql`select a.id, a.student_id, a.scheme_id, a.period, h.kind,
    least(greatest(h.base_score + a.points / 100.0, h.min_score), h.max_score) as balance,
    case when h.kind = 'credit' then (select round(coalesce(sum(least(c.points, k.cap)), 0) / h.points_per_credit, 2)
      from (${categoryPoints(sql`a.tenant_id`, sql`a.id`)}) c join ts_category k on k.tenant_id = a.tenant_id and k.id = c.category_id) end as credits
  from point_account a join ts_scheme h on h.tenant_id = a.tenant_id and h.id = a.scheme_id
  where a.tenant_id = ${db.me.tenantId} and a.id in (${accounts})`
/** Points of an account by category. */
export const categoryPoints = (tenant: Sql, account: Sql): Sql => sql`select i.category_id, sum(e.amount) / 100.0 as points
  from point_entry e join ts_item i on i.tenant_id = e.tenant_id and i.id = e.item_id
  where e.tenant_id = ${tenant} and e.account_id = ${account} and e.kind = 'counted' group by 1`
export const standingsOf = (db: Db, ids: readonly string[]): Promise<Standing[]> =>
  db.query<Standing>(sql`select x.id, x.student_id as "studentId", x.scheme_id as "schemeId", x.period, x.balance::float8 as balance, x.credits::float8 as credits
    from (${standings(db, sql`select unnest(${[...ids]}::uuid[])`)}) x order by x.id`)
