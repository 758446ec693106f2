import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { isOnShift } from '../model/choose-worker.ts'
import { dispatchBoard } from '../model/dispatch-actions.ts'
import { repairOrder } from '../model/order.ts'
import { workersOf } from './workers.ts'

interface Building {
  id: string | null
  name: string | null
  pooled: number
  open: number
  breached: number
}
export default handle(dispatchBoard, async ({ db }) => {
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
