import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { leagueFeePlan } from '../model/plan.ts'
import { OPEN_REMITTANCES, remittance } from '../model/remittance.ts'
import type { Branch } from './reach.ts'

interface Ready {
  planId: string
  plan: string
  amount: number
}
/** Plans for which a branch has collected more than its remittances cover. */
const readyOf = (db: Db, fromId: string): Promise<Ready[]> =>
  db.query<Ready>(sql`select p.id as "planId", p.name as plan, (f.paid - coalesce(r.covered, 0))::float8 as amount from league_fee_plan p
    join (select plan_id, sum(paid) as paid from league_fee where tenant_id = ${db.me.tenantId} and branch_id = ${fromId} group by 1) f on f.plan_id = p.id
    left join (select plan_id, sum(collected) as covered, bool_or(state = any(${[...OPEN_REMITTANCES]}::text[])) as is_open from remittance
      where tenant_id = ${db.me.tenantId} and from_id = ${fromId} group by 1) r on r.plan_id = p.id
    where p.tenant_id = ${db.me.tenantId} and f.paid > coalesce(r.covered, 0) and not coalesce(r.is_open, false) order by p.from_month`)
/** What a secretary hands up: sums that are on their way, and what was collected since. */
export async function handUpOf(db: Db, { id }: Branch) {
  const [open, ready] = await Promise.all([
    db.unscoped(remittance).all({ fromId: id, state: OPEN_REMITTANCES }, { sort: ['createdAt'] }), // of the caller's own branch
    readyOf(db, id),
  ])
  const plans = new Map((await db.unscoped(leagueFeePlan).all({ id: open.map(r => r.planId) })).map(p => [p.id, p.name])) // names
  const shown = open.map(({ id: remittanceId, planId, due, state, note }) => ({ planId, plan: plans.get(planId) ?? '', amount: due, remittanceId, state, note }))
  return [...shown, ...ready.map(of => ({ ...of, remittanceId: null, state: null, note: null }))]
}
