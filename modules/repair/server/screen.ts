import sql from 'sql-template-tag'
import { screenRepairs } from '#modules/dormitory/overview/model/measures.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { repairOrder } from '../model/order.ts'

interface Line {
  name: string
  level: number
  orders: number
  oldestAt: string
}
/** The repairs of the dormitory wall. */
export default computeMeasure(screenRepairs, async ({ db }) => {
  const rows = await db.query<Line>(sql`select g.name, g.level, count(*)::int as orders, min(o.created_at) as "oldestAt" from ${db.visible(repairOrder).rows()} o
    join repair_urgency g on g.tenant_id = o.tenant_id and g.id = o.urgency_id where o.state in ('submitted', 'reopened', 'dispatched', 'working', 'suspended') group by 1, 2 order by 2`)
  const times = rows.map(r => Date.parse(r.oldestAt))
  return {
    open: rows.reduce((n, r) => n + r.orders, 0),
    byUrgency: rows.map(({ name, level, orders }) => ({ name, level, orders })),
    oldestAt: times.length ? new Date(Math.min(...times)).toISOString() : null,
  }
})
