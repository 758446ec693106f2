import { schoolTimeText } from '#model/school-time.ts'
import { timesBetween } from '#model/service-hours.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { clockOf, dueTimes } from '../model/clock.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { suspendReason } from '../model/order.ts'
import { acceptSheet, arriveSheet, declineSheet, resumeSheet, suspendSheet } from '../model/work-actions.ts'
import { changeOrder } from './change-order.ts'
import { sendBack } from './dispatcher.ts'
import { tellAudience } from './order-news.ts'
import { type Order, urgencyOf } from './orders.ts'
import { changeSheet, momentOf, mustRun, ownSheet } from './own-sheet.ts'
import { DISPATCHER } from './report.ts'
import { settingsOf } from './settings.ts'

const accept = handle(acceptSheet, async (ctx, { id, comingAt, at }) => {
  const { db, me } = ctx
  const { sheet, order } = await ownSheet(ctx, id, 'accept')
  await changeSheet(db, sheet, { state: 'accepted', acceptedAt: momentOf(at, sheet.assignedAt), comingAt: comingAt ?? null })
  await tellAudience(db, REPAIR_MESSAGES.accepted, [order], () => ({ worker: me.nickName, comingAt: comingAt ? schoolTimeText(comingAt) : { text: '尽快' } }))
})
/** 20-R4: with a reason; the next candidate is asked at once. */
const decline = handle(declineSheet, async (ctx, { id, reason }) => {
  const { sheet, order } = await ownSheet(ctx, id, 'decline')
  await changeSheet(ctx.db, sheet, { state: 'declined', endedAt: new Date().toISOString(), endReason: reason })
  await sendBack(ctx.db, [order.id])
  await notifyWorkers(ctx.db, DISPATCHER)
})
const arrive = handle(arriveSheet, async (ctx, { id, at }) => {
  const { sheet, order } = await ownSheet(ctx, id, 'arrive')
  const arrivedAt = momentOf(at, sheet.assignedAt)
  await changeSheet(ctx.db, sheet, { state: 'arrived', arrivedAt, acceptedAt: sheet.acceptedAt ?? arrivedAt })
  await changeOrder(ctx.db, order.id, { state: 'working', arrivedAt })
})
/** 20-R5: stops the clock, with a reason and a date, a few times at most. */
const suspend = handle(suspendSheet, async (ctx, { id, reason, resumeOn, note, at }) => {
  const { db, refuse } = ctx
  const { sheet, order } = await ownSheet(ctx, id, 'suspend')
  mustRun(order)
  const [count, { suspendMost }] = [order.suspendCount ?? 0, await settingsOf(db)]
  if (count >= suspendMost) refuse('often', { count, most: suspendMost })
  if (resumeOn <= today()) refuse('resumePast', { day: resumeOn }, 'resumeOn')
  const suspendedAt = momentOf(at, sheet.arrivedAt ?? sheet.assignedAt)
  const after = await changeOrder(db, order.id, { state: 'suspended', suspendReason: reason, resumeOn, stateNote: note ?? null, suspendCount: count + 1, suspendedAt })
  const label = suspendReason.items.find(i => i.key === reason)?.value ?? reason
  await tellAudience(db, REPAIR_MESSAGES.suspended, [after], () => ({ reason: { text: label }, resumeOn }))
})
const MINUTE = 60_000
/** The clock runs on; what it stood still for is added to the due times. */
export async function resume(db: Db, order: Order, at: string): Promise<void> {
  const [urgency, settings] = [await urgencyOf(db, order.urgencyId), await settingsOf(db)]
  const [stood = 0] = timesBetween([[Date.parse(order.suspendedAt ?? at), Date.parse(at)]], clockOf(urgency, settings))
  const suspendedMin = (order.suspendedMin ?? 0) + Math.round(stood / MINUTE)
  const times = dueTimes(Date.parse(order.clockFrom ?? order.createdAt), suspendedMin, urgency, settings)
  await changeOrder(db, order.id, { state: 'working', suspendedMin, ...times, suspendedAt: null, suspendReason: null, resumeOn: null })
}
const goOn = handle(resumeSheet, async (ctx, { id, at }) => {
  const { sheet, order } = await ownSheet(ctx, id, 'resume')
  if (order.state !== 'suspended') ctx.refuse('notSuspended')
  await resume(ctx.db, order, momentOf(at, order.suspendedAt ?? sheet.assignedAt))
})
export default [accept, decline, arrive, suspend, goOn]
