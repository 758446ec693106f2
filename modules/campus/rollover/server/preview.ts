import { mustAllow, refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { previewRollover, rolloverYears } from '../model/rollover-actions.ts'
import { rolloverRun } from '../model/rollover-run.ts'
import { offeredYears } from './offered-years.ts'
import { planRun } from './plan.ts'
import { LIVE, lockRuns } from './run-lock.ts'
import type { RolloverYears } from './step.ts'

const years = handle(rolloverYears, async ({ db }) => {
  const runs = await db.visible(rolloverRun).all({ state: LIVE })
  const offered = (await offeredYears(db)).map(({ fromXn, toXn }) => {
    const run = runs.find(r => r.toXn === toXn)
    return { fromXn, toXn, runId: run?.id ?? null, state: run?.state ?? null }
  })
  return offered.sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done'))
})
const preview = handle(previewRollover, async ({ db, refuse }, { toXn }) => {
  const pair = (await offeredYears(db)).find(y => y.toXn === toXn)
  if (!pair) return refuse('notOffered', { toXn }, 'toXn')
  const run = await runOf(db, pair)
  mustAllow(rolloverRun, run, 'preview')
  if (run.isUndo) refuse('undoing', { toXn })
  await planRun(db, run)
  return { id: run.id }
})
/** The run of these years, locked, and begun where there is none. Whoever does not reach the whole school does not see it. */
async function runOf(db: Db, { fromXn, toXn }: RolloverYears) {
  await db.insertOrSkip(rolloverRun, { fromXn, toXn, steps: [] })
  const run = (await lockRuns(db)).find(r => r.toXn === toXn)
  if (!run) throw refusalOf(rolloverRun, 'notOffered', { toXn })
  await db.visible(rolloverRun).one(run.id)
  return run
}
export default [years, preview]
