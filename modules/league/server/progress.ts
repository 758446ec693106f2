import sql, { type Sql } from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { leagueFee } from '../model/fee.ts'
import { feeProgress } from '../model/fee-actions.ts'
import { leagueFeePlan } from '../model/plan.ts'

interface Counted {
  id: string
  name: string
  heads: number
  paidHeads: number
  amount: number
  paid: number
  percent: number | null
}
const figures = sql`count(distinct f.member_id) filter (where f.amount > 0)::int as heads, (count(distinct f.member_id) filter (where f.amount > 0)
    - count(distinct f.member_id) filter (where f.state in ('due', 'overdue')))::int as "paidHeads",
  coalesce(sum(f.amount), 0)::float8 as amount, coalesce(sum(f.paid), 0)::float8 as paid, (100 * sum(f.paid) / nullif(sum(f.amount), 0))::int as percent`
const grouped = (db: Ctx['db'], rows: Sql, id: Sql, name: Sql, from: Sql): Promise<Counted[]> =>
  db.query<Counted>(sql`select ${id} as id, ${name} as name, ${figures} from ${rows} f ${from} group by 1, 2 order by percent nulls last, 2`)

/** Fees of a plan inside the reader's scope, summed one level below what is asked for. */
export default handle(feeProgress, async ({ db }, { planId, departmentId, branchId }) => {
  const plans = await db.visible(leagueFeePlan).all({ state: ['published', 'closed', 'paused', 'archived'] }, { sort: ['-fromMonth'], limit: 20 })
  const plan = plans.find(p => p.id === planId) ?? plans[0]
  const named = plans.map(({ id, name }) => ({ id, name }))
  const none = { planId: null, plans: named, whole: null, groups: [], people: [] }
  if (!plan) return none
  const of = branchId ? sql`and b.id = ${branchId}` : departmentId ? sql`and b.department_id = ${departmentId}` : sql``
  const rows = sql`(select f.*, b.department_id, b.name as branch_name from ${db.visible(leagueFee).rows()} f join league_branch b on b.tenant_id = f.tenant_id and b.id = f.branch_id
    where f.plan_id = ${plan.id} and f.kind = 'plan' ${of})`
  const [whole] = await grouped(db, rows, sql`${plan.id}::text`, sql`${plan.name}::text`, sql``)
  const groups = branchId
    ? []
    : departmentId
      ? await grouped(db, rows, sql`f.branch_id`, sql`f.branch_name`, sql``)
      : await grouped(db, rows, sql`f.department_id`, sql`d.name`, sql`join department d on d.tenant_id = f.tenant_id and d.id = f.department_id`)
  return { planId: plan.id, plans: named, whole: whole ?? null, groups, people: branchId ? await people(db, plan.id, branchId) : [] }
})
async function people(db: Ctx['db'], planId: string, branchId: string) {
  const fees = await db.visible(leagueFee).all({ planId, branchId, kind: 'plan' }, { sort: ['dueDate', 'id'], limit: 400 })
  const names = await studentsOf(
    db,
    fees.map(f => f.studentId),
  )
  return fees.map(({ id, studentId, months, amount, paid, state, ground, paidAt }) => ({ id, name: names.get(studentId)?.name ?? '', months, amount, paid, state, ground, paidAt }))
}
