import { type Row, refusalOf, type StateVerb } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { timesBetween } from '#model/service-hours.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { chooseWorker, UNFIT_REASONS } from '../model/choose-worker.ts'
import { clockOf, dueTimes } from '../model/clock.ts'
import { repairType } from '../model/faults.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder, suspendReason, UNASSIGNED } from '../model/order.ts'
import { workSheet } from '../model/sheet.ts'
import { acceptSheet, arriveSheet, declineSheet, grabOrder, resumeSheet, suspendSheet } from '../model/work-actions.ts'
import { give } from './assign.ts'
import { changeOrder, changeOrders, sendBack, sheetTodos, tellAudience } from './order-news.ts'
import { type Order, type Urgency, urgenciesOf } from './orders.ts'
import { settingsOf } from './settings.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

export type Sheet = Row<typeof workSheet>
/** A worker's own sheets. */
const ownSheets = ownRows(workSheet, 'repairerId')
/** The caller's sheet and its order, both locked, the order first. Only resuming is done on a suspended order (20-R5). */
export async function ownSheet(ctx: Pick<Ctx, 'db' | 'me'>, id: string, verb: StateVerb<typeof workSheet>): Promise<{ sheet: Sheet; order: Order }> {
  const { orderId } = await ownSheets.find(ctx, id)
  const order = await ctx.db.unscoped(repairOrder).lock(orderId) // of the caller's own sheet
  const sheet = await ownSheets.lock(ctx, id, verb)
  const isSuspended = order.state === 'suspended'
  if (isSuspended !== (verb === 'resume')) throw refusalOf(workSheet, isSuspended ? 'suspended' : 'notSuspended')
  return { order, sheet }
}
export async function changeSheet(db: Db, { id, orderId }: Sheet, patch: Partial<Sheet>): Promise<void> {
  const { state } = await db.update(workSheet, id, patch)
  await sheetTodos.follow(db, [{ id: orderId, state }])
}
/** When it happened: now, or as recorded without a network, after `since`. */
export function momentOf(at: string | null | undefined, since: string): string {
  const moment = at ? Date.parse(at) : Date.now()
  if (moment < Date.parse(since) - MINUTE_MS || moment > Date.now() + MINUTE_MS)
    throw refusalOf(workSheet, 'timeWrong', { at: schoolTimeText(moment), from: schoolTimeText(since) }, 'at')
  return new Date(moment).toISOString()
}
/** 20-R3: the first valid claim wins. The order is locked, so that the others see that it is gone. */
const grab = handle(grabOrder, async ({ db, me, refuse, lang }, { orderId }) => {
  const order = await db.unscoped(repairOrder).lock(orderId) // offered to all workers
  const type = (await db.cached(repairType)).get(order.typeId)
  if (type?.mode !== 'grab' || !UNASSIGNED.some(state => state === order.state)) refuse('taken')
  const workers = await workersOf(db, { ids: [me.userId], lock: true })
  const choice = chooseWorker(workers, await jobOf(db, order, (await askedBefore(db, [orderId])).get(orderId)), Date.now())
  if ('reason' in choice) return refuse('unfit', { why: translate(lang, UNFIT_REASONS[choice.reason]) })
  const [id = ''] = await give(db, [{ order, repairerId: me.userId, way: 'grab', why: null }])
  return { id }
})
const accept = handle(acceptSheet, async (ctx, { id, comingAt, at }) => {
  const { db, me } = ctx
  const { sheet, order } = await ownSheet(ctx, id, 'accept')
  await changeSheet(db, sheet, { state: 'accepted', acceptedAt: momentOf(at, sheet.assignedAt), comingAt: comingAt ?? null })
  await tellAudience(db, REPAIR_MESSAGES.accepted, [order], { worker: me.nickName, comingAt: comingAt ? schoolTimeText(comingAt) : { text: '尽快' } })
})
/** 20-R4: with a reason; the next candidate is asked at once. */
const decline = handle(declineSheet, async (ctx, { id, reason }) => {
  const { sheet, order } = await ownSheet(ctx, id, 'decline')
  await changeSheet(ctx.db, sheet, { state: 'declined', endedAt: new Date().toISOString(), endReason: reason })
  await sendBack(ctx.db, [order])
})
const arrive = handle(arriveSheet, async (ctx, { id, at }) => {
  const { sheet, order } = await ownSheet(ctx, id, 'arrive')
  const arrivedAt = momentOf(at, sheet.assignedAt)
  await changeSheet(ctx.db, sheet, { state: 'arrived', arrivedAt, acceptedAt: sheet.acceptedAt ?? arrivedAt })
  await changeOrder(ctx.db, order, { state: 'working', arrivedAt })
})
/** 20-R5: stops the clock, with a reason and a date, a few times at most. */
const suspend = handle(suspendSheet, async (ctx, { id, reason, resumeOn, note, at }) => {
  const { db, refuse } = ctx
  const { sheet, order } = await ownSheet(ctx, id, 'suspend')
  const [count, { suspendMost }] = [order.suspendCount ?? 0, await settingsOf(db)]
  if (count >= suspendMost) refuse('often', { count, most: suspendMost })
  if (resumeOn <= today()) refuse('resumePast', { day: resumeOn }, 'resumeOn')
  const suspendedAt = momentOf(at, sheet.arrivedAt ?? sheet.assignedAt)
  const after = await changeOrder(db, order, { state: 'suspended', suspendReason: reason, resumeOn, stateNote: note ?? null, suspendCount: count + 1, suspendedAt })
  const label = suspendReason.items.find(i => i.key === reason)?.value ?? reason
  await tellAudience(db, REPAIR_MESSAGES.suspended, [after], { reason: { text: label }, resumeOn })
})
/** The clock runs on; what it stood still for is added to the due times. */
export async function resumeAll(db: Db, orders: readonly Order[], at: string): Promise<void> {
  const [settings, urgencies] = [await settingsOf(db), await urgenciesOf(db, orders)]
  await changeOrders(db, orders, o => {
    const urgency = urgencies.get(o.urgencyId) as Urgency // of one of these orders
    const [stood = 0] = timesBetween([[Date.parse(o.suspendedAt ?? at), Date.parse(at)]], clockOf(urgency, settings))
    const suspendedMin = (o.suspendedMin ?? 0) + Math.round(stood / MINUTE_MS)
    const times = dueTimes(Date.parse(o.clockFrom ?? o.createdAt), suspendedMin, urgency, settings)
    return { state: 'working', suspendedMin, ...times, suspendedAt: null, suspendReason: null, resumeOn: null }
  })
}
const goOn = handle(resumeSheet, async (ctx, { id, at }) => {
  const { sheet, order } = await ownSheet(ctx, id, 'resume')
  await resumeAll(ctx.db, [order], momentOf(at, order.suspendedAt ?? sheet.assignedAt))
})
export default [grab, accept, decline, arrive, suspend, goOn, ownSheets.files]
