import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import { handle } from '#server/context.ts'
import { mask } from '#server/data/mask.ts'
import { fileReader } from '#server/files/readers.ts'
import { chooseWorker } from '../model/choose-worker.ts'
import { repairOrder, type Slot } from '../model/order.ts'
import { OPEN_SHEET, workSheet } from '../model/sheet.ts'
import { grabbable, myRoute, myScores } from '../model/work-actions.ts'
import { isConcerned, type Order } from './orders.ts'
import { jobOf, workersOf } from './workers.ts'

const LATELY = 30
/** 20-R13: the order is over; the telephone number is masked again. */
const OVER: readonly string[] = ['closed', 'rejected', 'withdrawn', 'merged']
type Stored<L> = Omit<L, 'slots'> & { slots: Slot[] | null }
type RouteLine = OutputOf<typeof myRoute>
type Claimable = OutputOf<typeof grabbable>
const slotsText = (slots: readonly Slot[] | null): string[] => (slots ?? []).map(s => `${s.date} ${s.from}–${s.to}`)
const PLACE = sql`o.id as "orderId", o.order_no as "orderNo", o.place, b.name as "buildingName", t.name as "typeName", g.name as "urgencyName", g.level, o.description, o.title,
  o.due_finish as "dueFinish", o.slots, coalesce(o.enter_alone, false) as "enterAlone"`
const JOINS = sql`left join building b on b.tenant_id = o.tenant_id and b.id = o.building_id join repair_type t on t.tenant_id = o.tenant_id and t.id = o.type_id
  join repair_urgency g on g.tenant_id = o.tenant_id and g.id = o.urgency_id`

/** Open sheets in the order of a walk: the most urgent first, then building by building; finished ones of the last month below. */
const route = handle(myRoute, async ({ db, me }) => {
  const rows = await db.query<
    Stored<RouteLine>
  >(sql`select s.id, s.state, o.state as "orderState", ${PLACE}, s.accept_by as "acceptBy", s.coming_at as "comingAt", s.arrived_at as "arrivedAt", s.done_at as "doneAt",
      o.resume_on as "resumeOn", t.chargeable, coalesce(o.caller_name, u.nick_name) as "applicantName", o.phone, coalesce(o.photos, '[]') as photos
    from work_sheet s join repair_order o on o.tenant_id = s.tenant_id and o.id = s.order_id ${JOINS} left join sys_user u on u.tenant_id = o.tenant_id and u.id = o.applicant_id
    where s.tenant_id = ${me.tenantId} and s.repairer_id = ${me.userId} and (s.state in ('assigned', 'accepted', 'arrived') or s.state = 'done' and s.done_at > now() - make_interval(days => ${LATELY}))
    order by s.state = 'done', o.state = 'suspended', g.level, b.name, o.place, o.due_finish limit 200`)
  return rows.map(line => ({
    ...line,
    slots: slotsText(line.slots),
    phone: OVER.includes(line.orderState) ? String(mask(repairOrder.fields.phone, line.phone ?? '')) : line.phone,
  }))
})
/** 20-R3: what this worker could claim now. */
const claims = handle(grabbable, async ({ db, me }) => {
  const rows = await db.query<Stored<Claimable> & { id: string }>(sql`select o.id, ${PLACE}, o.created_at as "createdAt" from repair_order o ${JOINS}
    where o.tenant_id = ${me.tenantId} and o.state in ('submitted', 'reopened') and o.dispatch_at is not null and t.mode = 'grab' order by g.level, o.created_at limit 50`)
  const [own] = await workersOf(db, { ids: [me.userId] })
  const orders = new Map((await db.unscoped(repairOrder).all({ id: rows.map(r => r.id) })).map(o => [o.id, o])) // offered to all workers
  const fits = await Promise.all(rows.map(async r => own && 'workerId' in chooseWorker([own], await jobOf(db, orders.get(r.id) as Order), Date.now())))
  return rows.filter((_, n) => fits[n]).map(({ id: _id, slots, ...line }) => ({ ...line, slots: slotsText(slots) }))
})
/** Photos of an order: applicants, supporters and the workers who had it. */
const photos = fileReader(repairOrder, async (db, id) => {
  const theirs = { orderId: id, repairerId: db.me.userId, state: [...OPEN_SHEET, 'done' as const] }
  return (await isConcerned(db, id)) || (await db.unscoped(workSheet).count(theirs)) > 0 // of the worker who asks
})
/** 20-R9: by day only, so that no applicant is recognised by the time. */
const scores = handle(myScores, async ({ db, me }) =>
  db.query(sql`select s.id, t.name as "typeName", s.mean, s.text, (s.created_at at time zone 'Asia/Shanghai')::date as day from repair_score s
      join repair_order o on o.tenant_id = s.tenant_id and o.id = s.order_id join repair_type t on t.tenant_id = o.tenant_id and t.id = o.type_id
    where s.tenant_id = ${me.tenantId} and s.repairer_id = ${me.userId} order by s.created_at desc limit 100`),
)
export default [route, claims, photos, scores]
