import sql from 'sql-template-tag'
import type { Row } from '#model'
import { holdersOf } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { PRESORT_MESSAGES } from '../model/messages.ts'
import { planStates, presortPlan } from '../model/plan.ts'

type Plan = Pick<Row<typeof presortPlan>, 'id' | 'name' | 'state'>
/** `hasConfirmed`: those whose to-do is followed have done their part. */
type PlanState = Pick<Plan, 'id' | 'state'> & { hasConfirmed?: boolean }
const pageOf = (plan: Plan): string => `/dormitory/presort?plan=${plan.id}`
const aboutPlan: MessageAbout<Plan> = { bizType: 'presortPlan', values: plan => ({ plan: plan.name }), link: pageOf }

/** 20-DP7: a college's, until it has confirmed its students or the plan goes on without it. */
export const planTodos = rowTodos<Plan, 'confirm', PlanState>(presortPlan, aboutPlan, {
  confirm: {
    text: '请确认{plan}中本学院的床位分配',
    while: plan => planStates.allows(plan, 'commit') && !plan.hasConfirmed,
    done: plan => (plan.hasConfirmed ? '已确认' : planStates.labels[plan.state]),
    link: pageOf,
    priority: 'high',
    message: PRESORT_MESSAGES.presortConfirm,
  },
})
/** Managers of colleges with students in a simulation, each with whether their college has confirmed it. */
export async function collegesIn(db: Db, runId: string): Promise<Array<{ id: string; hasConfirmed: boolean }>> {
  const colleges = await db.query<{ id: string | null; hasConfirmed: boolean }>(sql`
    select l.department_id as id, exists (select from presort_part p where p.tenant_id = l.tenant_id and p.run_id = l.run_id and p.department_id = l.department_id) as "hasConfirmed"
    from (select distinct tenant_id, run_id, department_id from presort_line where tenant_id = ${db.me.tenantId} and run_id = ${runId} and student_id is not null) l`)
  const confirmed = new Map(colleges.map(c => [c.id, c.hasConfirmed]))
  return (await holdersOf(db, 'college')).flatMap(({ id, departmentId }) => {
    const hasConfirmed = departmentId ? confirmed.get(departmentId) : undefined
    return hasConfirmed === undefined ? [] : [{ id, hasConfirmed }]
  })
}
