import sql from 'sql-template-tag'
import { type InputOf, type Row, refusalOf } from '#model'
import { schoolMs } from '#model/school-time.ts'
import type { Ctx, Db } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { applyRepair } from '../model/apply-actions.ts'
import { dueTimes } from '../model/clock.ts'
import { repairOrder } from '../model/order.ts'
import { repairOutage } from '../model/outage.ts'
import { OPEN_ORDER } from '../model/states.ts'
import { ordersChanged } from './change-order.ts'
import { type Order, urgencyOf } from './orders.ts'
import { type FoundPlace, placeOf } from './places.ts'
import { settingsOf } from './settings.ts'
import { leafOf, type Type } from './types.ts'

/** Name of the queue that dispatches orders. */
export const DISPATCHER = 'repair.dispatch'
const MOST_MB = 30
export type Report = InputOf<typeof applyRepair>
export interface Reporter {
  applicantId: string | null
  enteredById?: string
  callerName?: string | null
}
type Outage = Row<typeof repairOutage>

/** 20-R1: open orders of this type at this place. */
export async function similarOrders(db: Db, { placeType, roomId, venueId, buildingId, publicPlace }: FoundPlace, typeId: string): Promise<Order[]> {
  const at = placeType === 'room' ? { roomId } : placeType === 'venue' ? { venueId } : { buildingId, publicPlace }
  return db.unscoped(repairOrder).all({ placeType, ...at, typeId, state: OPEN_ORDER }, { limit: 10 }) // told to everybody who reports the same
}
/** Beyond: a planned outage of this type in this building, now. */
export async function outageAt(db: Db, { buildingId }: FoundPlace, line: readonly Type[], now = Date.now()): Promise<Outage | undefined> {
  const at = new Date(now).toISOString()
  const running = await db.unscoped(repairOutage).all({ 'startAt.le': at, 'endAt.ge': at }) // announced to everybody
  return running.find(o => line.some(t => o.typeIds.includes(t.id)) && (!o.buildingIds?.length || (buildingId !== null && o.buildingIds.includes(buildingId))))
}
function mustBeFuture(slots: Report['slots']): void {
  for (const slot of slots ?? []) {
    if (!slot || !/^\d{4}-\d\d-\d\d$/.test(slot.date) || !(slot.from < slot.to)) throw refusalOf(repairOrder, 'slotForm', {}, 'slots')
    if (schoolMs(slot.date, slot.to) <= Date.now()) throw refusalOf(repairOrder, 'slotPast', { slot: `${slot.date} ${slot.from}–${slot.to}` }, 'slots')
  }
}
/** Files at most as large as a photo or a short video may be. */
async function mustBeSmall(db: Db, ids: readonly string[]): Promise<void> {
  const [large] = ids.length
    ? await db.query<{ name: string }>(
        sql`select name from attachment where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) and size > ${MOST_MB * 1_048_576} limit 1`,
      )
    : []
  if (large) throw refusalOf(applyRepair, 'photoSize', { name: large.name, most: MOST_MB }, 'photos')
}
/** Stores a report and wakes the dispatcher. `permission`: of staff who report from rooms it reaches. */
export async function report(ctx: Ctx, form: Report, reporter: Reporter, permission?: string): Promise<Order> {
  const { db } = ctx
  const [place, { type, line }] = [await placeOf(ctx, form, permission), await leafOf(db, form.typeId)]
  mustBeFuture(form.slots)
  const outage = await outageAt(db, place, line)
  if (outage) throw refusalOf(repairOrder, 'outage', { place: place.place, name: outage.name, until: outage.endAt })
  const count = form.isNew ? 0 : (await similarOrders(db, place, type.id)).length
  if (count) throw refusalOf(repairOrder, 'similar', { count })
  const { doorCode: _door, isNew: _new, photos, slots, ...said } = form
  const given = (photos ?? []).flatMap(id => id ?? [])
  await mustBeSmall(db, given)
  const [urgency, settings] = [await urgencyOf(db, type.defaultUrgencyId), await settingsOf(db)]
  const now = new Date().toISOString()
  const times = dueTimes(Date.parse(now), 0, urgency, settings)
  const row = await db.insert(repairOrder, {
    ...said,
    ...place,
    ...reporter,
    ...times,
    clockFrom: now,
    photos: given,
    slots: (slots ?? []).flatMap(s => s ?? []),
    title: form.title || type.name,
    orderNo: await serialNo(db, 'BX', 'repair_order_no_seq'),
    urgencyId: urgency.id,
    // 20-R3: whoever grabs it first; unclaimed in the time to respond, it is dispatched
    dispatchAt: type.mode === 'grab' ? times.dueRespond : now,
  })
  await attachFiles(db, repairOrder, row.id, { photos: given })
  await ordersChanged(db, [row])
  await notifyWorkers(db, DISPATCHER)
  return row
}
