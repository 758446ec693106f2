import sql from 'sql-template-tag'
import { mustAllow, type Row, type StateVerb } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { repairUrgency } from '../model/faults.ts'
import { repairOrder } from '../model/order.ts'

export type Order = Row<typeof repairOrder>
export type Urgency = Row<typeof repairUrgency>
/** An applicant's own orders. */
export const ownOrders = ownRows(repairOrder, 'applicantId')
export const idsOf = (rows: ReadonlyArray<{ id: string }>): string[] => rows.map(r => r.id)
export const urgencyOf = async (db: Db, id: string): Promise<Urgency> => (await db.cached(repairUrgency)).get(id) ?? (await db.unscoped(repairUrgency).one(id)) // a setting without scope
/** Urgencies of orders, by id. */
export async function urgenciesOf(db: Db, orders: ReadonlyArray<{ urgencyId: string }>): Promise<ReadonlyMap<string, Urgency>> {
  const ids = [...new Set(orders.map(o => o.urgencyId))]
  return new Map((await Promise.all(ids.map(id => urgencyOf(db, id)))).map(u => [u.id, u]))
}
/** Applicants and supporters of an order and of those merged into it. */
export async function audienceOf(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; people: string[] }>(sql`
    select coalesce(o.merged_into_id, o.id) as id, array_agg(distinct p.id) as people from repair_order o
      cross join lateral (select o.applicant_id::text as id where o.applicant_id is not null union select jsonb_array_elements_text(o.supporter_ids)) p
    where o.tenant_id = ${db.me.tenantId} and (o.id = any(${[...orderIds]}::uuid[]) and o.merged_into_id is null or o.merged_into_id = any(${[...orderIds]}::uuid[])) group by 1`)
  return new Map(rows.map(r => [r.id, r.people]))
}
/** Whether the caller reported an order, supports it, or reported it a second time. */
export const isConcerned = async (db: Db, id: string): Promise<boolean> => (await audienceOf(db, [id])).get(id)?.includes(db.me.userId) ?? false
/** An order that concerns the caller, locked. */
export async function concernedOrder({ db }: Pick<Ctx, 'db'>, id: string, verb: StateVerb<typeof repairOrder>): Promise<Order> {
  const row = await db.unscoped(repairOrder).lock(id) // whom it concerns is checked next
  if (!(await isConcerned(db, id))) throw notFound()
  mustAllow(repairOrder, row, verb)
  return row
}
