import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { closeTodosLater } from '#server/notifications/todos.ts'
import { repairOrder } from '../model/order.ts'
import { orderStates } from '../model/states.ts'
import { repairUrgency } from '../model/urgency.ts'

export type Order = Row<typeof repairOrder>
export type Urgency = Row<typeof repairUrgency>
type Acting = Pick<Ctx, 'db' | 'me'>

export const idsOf = (rows: ReadonlyArray<{ id: string }>): string[] => rows.map(r => r.id)
export const urgencyOf = async (db: Db, id: string): Promise<Urgency> => (await db.cached(repairUrgency)).get(id) ?? (await db.unscoped(repairUrgency).one(id)) // a setting without scope
/** Tells other modules; only a cost that the applicant bears, by consent or by decision, is handed in to fees (40-F18). */
export const tellChanges = (db: Db, rows: readonly Order[]): Promise<void> =>
  db.emitMany(
    'repair.orderChanged',
    rows.map(r => {
      const payBy = r.payBy === 'student' && r.chargeState !== 'charged' ? null : r.payBy
      return { orderId: r.id, roomId: r.roomId, state: r.state, payBy, ...(payBy === 'student' ? { payerId: r.applicantId, amount: r.costTotal } : {}) }
    }),
  )
const OFF: readonly string[] = ['rejected', 'withdrawn', 'merged']
/** Changes one order and tells so. Nobody has anything to do about an order that is off, nor about the breach of one that is done. */
export async function changeOrder(db: Db, id: string, patch: Partial<Order>): Promise<Order> {
  const after = await db.update(repairOrder, id, patch)
  await tellChanges(db, [after])
  const isOff = OFF.includes(after.state)
  if (isOff || after.state === 'done')
    await closeTodosLater(db, { bizType: 'repairOrder', bizId: id, ...(isOff ? {} : { node: 'breach' }) }, 'done', orderStates.labels[after.state])
  return after
}
/** The caller's own order, locked. */
export async function ownOrder({ db, me }: Acting, id: string): Promise<Order> {
  const row = await db.unscoped(repairOrder).lock(id) // ownership is checked next
  if (row.applicantId !== me.userId) throw notFound()
  return row
}
/** Applicants and supporters of an order and of those merged into it. */
export async function audienceOf(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; people: string[] }>(sql`
    select coalesce(o.merged_into_id, o.id) as id, array_agg(distinct p.id) as people from repair_order o
      cross join lateral (select o.applicant_id::text as id where o.applicant_id is not null union select jsonb_array_elements_text(o.supporter_ids)) p
    where o.tenant_id = ${db.me.tenantId} and (o.id = any(${[...orderIds]}::uuid[]) and o.merged_into_id is null or o.merged_into_id = any(${[...orderIds]}::uuid[])) group by 1`)
  return new Map(rows.map(r => [r.id, r.people]))
}
/** An order that the caller reported, supports, or reported a second time, locked. */
export async function concernedOrder(ctx: Acting, id: string): Promise<Order> {
  const row = await ctx.db.unscoped(repairOrder).lock(id) // whom it concerns is checked next
  if (!(await audienceOf(ctx.db, [id])).get(id)?.includes(ctx.me.userId)) throw notFound()
  return row
}
/** An order in the dispatcher's scope, locked. */
export async function visibleOrder({ db }: Acting, id: string): Promise<Order> {
  await db.visible(repairOrder).one(id)
  return db.unscoped(repairOrder).lock(id) // found in scope just before
}
