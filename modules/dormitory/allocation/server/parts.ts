import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { askColleges, confirmPart } from '../model/actions.ts'
import { PRESORT_MESSAGES } from '../model/messages.ts'
import { presortPlan } from '../model/plan.ts'
import { presortLine, presortPart } from '../model/result.ts'
import { lockPlan, runFor } from './plan.ts'

/** A college confirms the placement of its students. Later changes reset the confirmation. */
const confirm = handle(confirmPart, async ({ db, me, refuse }, { runId, note }) => {
  const { run, plan } = await runFor(db, runId)
  mustAllow(presortPlan, plan, 'update')
  if (run.state !== 'done') refuse('notDone', { runNo: run.runNo })
  const own = await db.query<{ id: string; n: number }>(
    sql`select l.department_id as id, count(*)::int as n from ${db.visibleFor(presortLine, confirmPart.permission).rows()} l where l.run_id = ${runId} and l.student_id is not null and l.department_id is not null group by 1`,
  )
  if (!own.length) refuse('nobody')
  const confirmed = { planId: plan.id, runId, confirmedAt: new Date().toISOString(), confirmedBy: me.userId, note: note ?? null }
  await db.upsert(
    presortPart,
    ['runId', 'departmentId'],
    own.map(o => ({ ...confirmed, departmentId: o.id })),
  )
  return { students: own.reduce((sum, o) => sum + o.n, 0) }
})
/** Asks managers of colleges with unconfirmed students. */
const ask = handle(askColleges, async ({ db, refuse }, { id }) => {
  const { run, plan } = await runFor(db, id)
  await lockPlan(db, plan.id)
  if (run.state !== 'done') refuse('notDone', { runNo: run.runNo })
  const people = await db.query<{ id: string }>(sql`
    select distinct u.id from sys_user u join role_user x on x.tenant_id = u.tenant_id and x.user_id = u.id join role r on r.tenant_id = x.tenant_id and r.id = x.role_id
    where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.status = 'enabled' and r.code = 'college'
      and u.department_id in (select department_id from presort_line l where l.tenant_id = ${db.me.tenantId} and l.run_id = ${id} and l.student_id is not null)
      and not exists (select 1 from presort_part p where p.tenant_id = u.tenant_id and p.run_id = ${id} and p.department_id = u.department_id)`)
  const link = `/dormitory/presort?plan=${plan.id}&run=${id}`
  await notify(db, PRESORT_MESSAGES.presortConfirm, { to: people.map(p => p.id), values: { plan: plan.name }, bizType: 'presortRun', bizId: id, link, mobileLink: link })
  return { told: people.length }
})
export default [confirm, ask]
