import { mustAllow } from '#model'
import { timesBetween } from '#model/service-hours.ts'
import { type Db, handle } from '#server/context.ts'
import { clockOf, dueTimes } from '../model/clock.ts'
import { workSheet } from '../model/sheet.ts'
import { resumeSheet } from '../model/work-actions.ts'
import { changeOrder, type Order, urgencyOf } from './orders.ts'
import { momentOf, ownSheet } from './own-sheet.ts'
import { settingsOf } from './settings.ts'

const MINUTE = 60_000
/** The clock runs on; what it stood still for is added to the due times. */
export async function resume(db: Db, order: Order, at: string): Promise<void> {
  const [urgency, settings] = [await urgencyOf(db, order.urgencyId), await settingsOf(db)]
  const [stood = 0] = timesBetween([[Date.parse(order.suspendedAt ?? at), Date.parse(at)]], clockOf(urgency, settings))
  const suspendedMin = (order.suspendedMin ?? 0) + Math.round(stood / MINUTE)
  const times = dueTimes(Date.parse(order.clockFrom ?? order.createdAt), suspendedMin, urgency, settings)
  await changeOrder(db, order.id, { state: 'working', suspendedMin, ...times, suspendedAt: null, suspendReason: null, resumeOn: null })
}
export default handle(resumeSheet, async (ctx, { id, at }) => {
  const { sheet, order } = await ownSheet(ctx, id)
  mustAllow(workSheet, sheet, 'resume')
  if (order.state !== 'suspended') ctx.refuse('notSuspended')
  await resume(ctx.db, order, momentOf(at, order.suspendedAt ?? sheet.assignedAt))
})
