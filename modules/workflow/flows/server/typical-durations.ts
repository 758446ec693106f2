import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Recent working time of a step, in minutes. */
export interface Dwell {
  node: string
  count: number
  medianMin: number
  p90Min: number
  returnedPercent: number
}
/** Working time spent at each step of a flow in the last days, across people and versions. */
export const dwellOf = (db: Db, defId: string, days: number): Promise<Dwell[]> =>
  db.query<Dwell>(sql`select t.node_id as node, count(*)::int as count, round(percentile_cont(0.5) within group (order by t.work_min))::int as "medianMin",
      round(percentile_cont(0.9) within group (order by t.work_min))::int as "p90Min", round(100.0 * count(*) filter (where t.action = 'return') / count(*))::int as "returnedPercent"
    from process_instance i join process_task t on t.tenant_id = i.tenant_id and t.instance_id = i.id
    where i.tenant_id = ${db.me.tenantId} and i.def_id = ${defId} and i.started_at > now() - make_interval(days => ${days * 2})
      and t.state = 'done' and t.action in ('approve', 'reject', 'return') and t.work_min is not null and t.acted_at > now() - make_interval(days => ${days}) group by t.node_id`)

const USUAL_DAYS = 90
const FRESH_MS = 10 * 60_000
const MOST_KEPT = 2000
const kept = new LRUCache<string, { at: number; minutes: Promise<ReadonlyMap<string, number>> }>({ max: MOST_KEPT })
/** Step → usual duration in working minutes; absent without recent data. Needed by every page that shows a path, so cached for ten minutes. */
export function usualOf(db: Db, defId: string): Promise<ReadonlyMap<string, number>> {
  const key = `${db.me.tenantId}:${defId}`
  const found = kept.get(key)
  if (found && Date.now() - found.at < FRESH_MS) return found.minutes
  const minutes = dwellOf(db, defId, USUAL_DAYS).then(rows => new Map(rows.map(r => [r.node, r.medianMin])))
  kept.set(key, { at: Date.now(), minutes })
  minutes.catch(() => kept.delete(key))
  return minutes
}
