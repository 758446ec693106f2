import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { notFixed } from '../model/apply-actions.ts'
import { dueTimes } from '../model/clock.ts'
import { repairOrder } from '../model/order.ts'
import { repairUrgency } from '../model/urgency.ts'
import { settle } from './notify-order.ts'
import { changeOrder, concernedOrder, urgencyOf } from './orders.ts'
import { DISPATCHER } from './report.ts'
import { settingsOf } from './settings.ts'

/** 20-R8: one urgency higher, with new due times. The dispatcher asks the same worker first, and the second time a person. */
export default handle(notFixed, async (ctx, { id, reason }) => {
  const { db } = ctx
  const row = await concernedOrder(ctx, id)
  mustAllow(repairOrder, row, 'notFixed')
  const now = await urgencyOf(db, row.urgencyId)
  const higher = [...(await db.cached(repairUrgency)).values()].filter(u => u.level < now.level).sort((a, b) => b.level - a.level)[0] ?? now
  const at = new Date().toISOString()
  const times = { ...dueTimes(Date.parse(at), 0, higher, await settingsOf(db)), clockFrom: at, suspendedMin: 0, alerted: 0, breachedAt: null, doneAt: null }
  await changeOrder(db, id, { state: 'reopened', stateNote: reason, reopenCount: (row.reopenCount ?? 0) + 1, urgencyId: higher.id, dispatchAt: at, ...times })
  await settle(db, [row], 'confirm', '没修好')
  await notifyWorkers(db, DISPATCHER)
})
