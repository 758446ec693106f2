import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { askColleges, confirmPart } from '../model/actions.ts'
import { presortPlan } from '../model/plan.ts'
import { presortLine, presortPart } from '../model/result.ts'
import { lockPlan, runFor } from './plan.ts'
import { collegesIn, planTodos } from './plan-todos.ts'

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
  const done = (await collegesIn(db, runId)).filter(college => college.hasConfirmed)
  await planTodos.follow(db, [{ ...plan, hasConfirmed: true }], () => done.map(college => college.id))
  return { students: own.reduce((sum, o) => sum + o.n, 0) }
})
/** Asks managers of colleges with unconfirmed students. */
const ask = handle(askColleges, async ({ db, refuse }, { id }) => {
  const { run, plan } = await runFor(db, id)
  await lockPlan(db, plan.id)
  if (run.state !== 'done') refuse('notDone', { runNo: run.runNo })
  const to = (await collegesIn(db, id)).flatMap(college => (college.hasConfirmed ? [] : [college.id]))
  await planTodos.open(db, 'confirm', [{ row: plan, to, link: `/dormitory/presort?plan=${plan.id}&run=${id}` }])
  return { told: to.length }
})
export default [confirm, ask]
