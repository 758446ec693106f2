import sql from 'sql-template-tag'
import { mustAllow, notAllowed } from '#model'
import { handle } from '#server/context.ts'
import { cancelTask, enqueueTask } from '#server/jobs/background-task.ts'
import { removeRun, simulate, stopRun } from '../model/actions.ts'
import { presortPlan } from '../model/plan.ts'
import { presortRun } from '../model/result.ts'
import { isOpenFor, lockPlan, runFor } from './plan.ts'
import { bedless, bedsFrom, givable, inPool, meant } from './pool.ts'

export const QUEUE = 'dormitory.presort'
const MOST_RUNS = 12

/** Queues a simulation of the plan with its current rules; a worker runs it. */
const start = handle(simulate, async ({ db, refuse }, { id, seed }) => {
  const plan = await lockPlan(db, id)
  mustAllow(presortPlan, plan, 'simulate')
  const runs = await db.unscoped(presortRun).all({ planId: id }, { sort: ['-runNo'] }) // of the locked plan
  const busy = runs.find(r => r.state === 'queued' || r.state === 'running')
  if (busy) refuse('busy', { runNo: busy.runNo })
  if (runs.length >= MOST_RUNS) refuse('most', { most: MOST_RUNS })
  const [there] = await db.query<{ students: boolean; beds: boolean }>(sql`select
    exists (select 1 from student s where s.tenant_id = ${db.me.tenantId} and ${meant(plan.studentFilter)} and ${bedless(db, plan.startDate)}) as students,
    exists (select 1 from ${bedsFrom(db)} where ${inPool(db, plan.poolFilter)} and ${givable(db, plan.startDate)}) as beds`)
  if (!there?.students) refuse('nobody')
  if (!there?.beds) refuse('noBeds')
  const run = await db.insert(presortRun, { planId: id, runNo: (runs[0]?.runNo ?? 0) + 1, seed: seed ?? plan.seed, rules: plan.rules })
  await enqueueTask(db, QUEUE, run.id, {})
  return { runId: run.id, runNo: run.runNo }
})
const stop = handle(stopRun, async ({ db }, { id }) => {
  const { run } = await runFor(db, id)
  await lockPlan(db, run.planId)
  const gone = await db.updateWhere(presortRun, { id, state: ['queued', 'running'] }, { state: 'cancelled', endedAt: sql`now()` })
  if (!gone.length) throw notAllowed(presortRun, run, 'stop')
  await cancelTask(db, id)
})
const drop = handle(removeRun, async ({ db, refuse }, { id }) => {
  const { run } = await runFor(db, id)
  const plan = await lockPlan(db, run.planId)
  if (run.state === 'queued' || run.state === 'running') refuse('working', { runNo: run.runNo })
  if (plan.runId === run.id && !isOpenFor(plan)) refuse('committed', { runNo: run.runNo })
  await db.removeWhere(presortRun, { id }) // its lines and confirmations are deleted with it
})
export default [start, stop, drop]
