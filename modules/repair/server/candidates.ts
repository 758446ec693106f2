import { handle } from '#server/context.ts'
import { chooseWorker, ranked } from '../model/choose-worker.ts'
import { candidates } from '../model/dispatch-actions.ts'
import { repairOrder } from '../model/order.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

/** 20-R2, explained: each worker judged as if alone, those who fit first. */
export default handle(candidates, async ({ db }, { id }) => {
  const order = await db.visible(repairOrder).one(id)
  const job = await jobOf(db, order, (await askedBefore(db, [id])).get(id))
  const now = Date.now()
  const judged = (await workersOf(db)).map(worker => ({ worker, choice: chooseWorker([worker], job, now) }))
  const best = ranked(
    judged.map(j => j.worker),
    job,
  ).map(w => w.id)
  return judged
    .map(({ worker: { id, name, open, maxOpen, minutes, at, lastAt }, choice }) => ({
      id,
      name,
      open,
      maxOpen,
      minutes,
      lacks: 'reason' in choice ? choice.reason : null,
      isNear: at.includes(job.buildingId ?? ''),
      lastAt: lastAt ? new Date(lastAt).toISOString() : null,
    }))
    .sort((a, b) => Number(a.lacks !== null) - Number(b.lacks !== null) || best.indexOf(a.id) - best.indexOf(b.id))
})
