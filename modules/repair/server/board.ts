import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { chooseWorker, isOnShift, ranked } from '../model/choose-worker.ts'
import { candidates, dispatchBoard } from '../model/dispatch-actions.ts'
import { repairOrder } from '../model/order.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

interface Building {
  id: string | null
  name: string | null
  pooled: number
  open: number
  breached: number
}
const board = handle(dispatchBoard, async ({ db }) => {
  const buildings = await db.query<Building>(sql`select o.building_id as id, b.name, count(*) filter (where o.pooled_at is not null)::int as pooled, count(*)::int as open,
      count(*) filter (where o.breached_at is not null)::int as breached
    from ${db.visible(repairOrder).rows()} o left join building b on b.tenant_id = o.tenant_id and b.id = o.building_id
    where o.state in ('submitted', 'reopened', 'dispatched', 'working', 'suspended') group by 1, 2 order by 3 desc, 4 desc limit 200`)
  const now = Date.now()
  const workers = await workersOf(db)
  return {
    buildings: buildings.map(b => ({ ...b, name: b.name ?? '—' })),
    workers: workers.map(({ id, name, open, maxOpen, minutes, shifts }) => ({ id, name, open, maxOpen, minutes, isOnShift: isOnShift(shifts, now) })),
  }
})
/** 20-R2, explained: each worker judged as if alone, those who fit first. */
const judged = handle(candidates, async ({ db }, { id }) => {
  const order = await db.visible(repairOrder).one(id)
  const job = await jobOf(db, order, (await askedBefore(db, [id])).get(id))
  const now = Date.now()
  const all = (await workersOf(db)).map(worker => ({ worker, choice: chooseWorker([worker], job, now) }))
  const best = ranked(
    all.map(j => j.worker),
    job,
  ).map(w => w.id)
  return all
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
export default [board, judged]
