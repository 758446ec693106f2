import sql from 'sql-template-tag'
import type { Row } from '#model'
import { holdsToday } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { PRESORT_MESSAGES } from '../model/messages.ts'
import { planStates, presortPlan } from '../model/plan.ts'

type Plan = Pick<Row<typeof presortPlan>, 'id' | 'name' | 'state'>
/** `hasConfirmed`: those whose to-do is followed have done their part. */
type Standing = Pick<Plan, 'id' | 'state'> & { hasConfirmed?: boolean }
const pageOf = (plan: Plan): string => `/dormitory/presort?plan=${plan.id}`
const aboutPlan: MessageAbout<Plan> = { bizType: 'presortPlan', values: plan => ({ plan: plan.name }), link: pageOf }

/** 20-DP7: a college's, until it has confirmed its students or the plan goes on without it. */
export const planTodos = rowTodos<Plan, 'confirm', Standing>(presortPlan, aboutPlan, {
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
export const collegesIn = (db: Db, runId: string): Promise<Array<{ id: string; hasConfirmed: boolean }>> =>
  db.query<{ id: string; hasConfirmed: boolean }>(sql`
    select distinct u.id, exists (select 1 from presort_part p where p.tenant_id = u.tenant_id and p.run_id = ${runId} and p.department_id = u.department_id) as "hasConfirmed"
    from sys_user u join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
    where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and account_is_active(u.status, u.valid_until) and r.code = 'college' and ${holdsToday()}
      and u.department_id in (select department_id from presort_line l where l.tenant_id = ${db.me.tenantId} and l.run_id = ${runId} and l.student_id is not null)`)
