import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { backgroundTask, type Task } from '#server/jobs/background-task.ts'
import { leagueFee } from '../model/fee.ts'
import { monthAfter, monthOf } from '../model/months.ts'
import { leagueFeePlan } from '../model/plan.ts'
import { chargeFees, type Fee } from './charges.ts'
import { tellDue } from './notify-members.ts'
import { membersOf, owedBy, type PlanMember } from './owed.ts'
import type { Plan } from './plans.ts'
import { standardsOf } from './standards.ts'

export const FEES_QUEUE = 'league.makeFees'
/** Members of a portion: one transaction. */
const AT_ONCE = 1000
/** Fees of a plan for these members, with their bill lines. */
export async function writeFees(tx: Db, plan: Plan, members: readonly PlanMember[]): Promise<Fee[]> {
  const from = monthOf(plan.fromMonth)
  const { owed, exempt } = await owedBy(tx, plan, members, await standardsOf(tx, from, plan.standards))
  const common = { planId: plan.id, kind: 'plan', dueDate: plan.dueDate } as const
  const none = { fromMonth: from, toMonth: monthAfter(from, plan.months - 1), months: 0, monthly: 0, amount: 0 }
  await tx.insertMany(leagueFee, [...owed.map(o => ({ ...common, ...o, state: 'due' as const })), ...exempt.map(e => ({ ...common, ...none, ...e, state: 'exempt' as const }))], {
    history: false,
  })
  const fees = await tx.unscoped(leagueFee).all({ planId: plan.id, memberId: members.map(m => m.id), state: 'due' }, { sort: ['id'], limit: AT_ONCE * 4 }) // just written
  await chargeFees(tx, fees)
  return fees
}
/** The next members, with one message each. A member has fees once: whoever has any is not among the next. */
async function portion(db: Db, plan: Plan): Promise<number> {
  return db.tx(async tx => {
    const members = await membersOf(tx, plan, AT_ONCE)
    if (members.length) await tellDue(tx, await writeFees(tx, plan, members))
    return members.length
  })
}
async function work(db: Db, task: Task<object>) {
  const plan = await db.unscoped(leagueFeePlan).one(task.id) // the plan of this task
  while (await portion(db, plan)) task.signal.throwIfAborted()
  const sums = sql`from league_fee f where f.tenant_id = t.tenant_id and f.plan_id = t.id`
  return (tx: Db) =>
    tx.updateWhere(
      leagueFeePlan,
      { id: plan.id },
      { feesState: 'done', heads: sql`(select count(distinct f.member_id) filter (where f.months > 0)::int ${sums})`, total: sql`(select coalesce(sum(f.amount), 0) ${sums})` },
      { history: false },
    )
}
export default backgroundTask(FEES_QUEUE, { atOnce: 1, run: work, failed: (tx, { id }) => tx.updateWhere(leagueFeePlan, { id }, { feesState: 'failed' }) })
