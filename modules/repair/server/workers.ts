import sql, { empty } from 'sql-template-tag'
import type { WeekSpan } from '#model/week-spans.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import type { Db } from '#server/context.ts'
import { anyOf } from '#server/data/where.ts'
import type { Job, Worker } from '../model/choose-worker.ts'
import { repairType } from '../model/faults.ts'

import { type Order, urgencyOf } from './orders.ts'
import { lineOf } from './types.ts'

export interface NamedWorker extends Worker {
  name: string
}
type Stored = Omit<NamedWorker, 'buildingIds' | 'shifts'> & { dormIds: string[] | null; shifts: WeekSpan[] | null }
/** Workers who take sheets, with what they have in hand. `lock`: nobody else gives them sheets until the transaction ends; read by a statement of its own, after the locks. */
export async function workersOf(db: Db, { ids, lock = false }: { ids?: readonly string[]; lock?: boolean } = {}): Promise<NamedWorker[]> {
  const { tenantId } = db.me
  const chosen = ids ? sql`and k.repairer_id = ${anyOf(ids, 'uuid')}` : empty
  if (lock) await db.query(sql`select from repair_skill k where k.tenant_id = ${tenantId} and k.is_enabled ${chosen} order by k.id for no key update`)
  const rows = await db.query<Stored>(sql`
    select u.id, u.nick_name as name, k.type_ids as "typeIds", k.dorm_ids as "dormIds", k.shifts, k.max_open as "maxOpen", h.open, h.minutes, h.at,
      coalesce((select extract(epoch from max(s.assigned_at)) * 1000 from work_sheet s where s.tenant_id = k.tenant_id and s.repairer_id = k.repairer_id), 0)::float8 as "lastAt"
    from repair_skill k join active_account u on u.tenant_id = k.tenant_id and u.id = k.repairer_id
    cross join lateral (select count(*)::int as open, coalesce(sum(t.usual_minutes * g.weight), 0)::float8 as minutes, coalesce(jsonb_agg(o.building_id) filter (where o.building_id is not null), '[]') as at
      from work_sheet s join repair_order o on o.tenant_id = s.tenant_id and o.id = s.order_id join repair_type t on t.tenant_id = o.tenant_id and t.id = o.type_id
        join repair_urgency g on g.tenant_id = o.tenant_id and g.id = o.urgency_id
      where s.tenant_id = k.tenant_id and s.repairer_id = k.repairer_id and s.state in ('assigned', 'accepted', 'arrived')) h
    where k.tenant_id = ${tenantId} and k.is_enabled ${chosen} order by u.nick_name, u.id`)
  const dorms = await db.cached(dormBuilding)
  return rows.map(({ dormIds, shifts, ...w }) => ({ ...w, shifts: shifts ?? [], buildingIds: (dormIds ?? []).flatMap(id => dorms.get(id)?.buildingId ?? []) }))
}
/** Workers who declined orders or let them lapse, by order. */
export async function askedBefore(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; asked: string[] }>(sql`select order_id as id, array_agg(repairer_id::text) as asked from work_sheet
    where tenant_id = ${db.me.tenantId} and order_id = ${anyOf(orderIds, 'uuid')} and state in ('declined', 'transferred') group by 1`)
  return new Map(rows.map(r => [r.id, r.asked]))
}
/** What an order asks of a worker. */
export async function jobOf(db: Db, order: Order, asked: readonly string[] = []): Promise<Job> {
  const line = lineOf(await db.cached(repairType), order.typeId)
  const { weight } = await urgencyOf(db, order.urgencyId)
  return {
    typeIds: line.map(t => t.id),
    buildingId: order.buildingId,
    minutes: (line[0]?.usualMinutes ?? 30) * weight,
    asked,
    preferred: order.state === 'reopened' ? order.workerId : null,
  }
}
