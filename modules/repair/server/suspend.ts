import { mustAllow } from '#model'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { suspendReason } from '../model/order.ts'
import { workSheet } from '../model/sheet.ts'
import { suspendSheet } from '../model/work-actions.ts'
import { tellAudience } from './notify-order.ts'
import { changeOrder } from './orders.ts'
import { momentOf, mustRun, ownSheet } from './own-sheet.ts'
import { settingsOf } from './settings.ts'

/** 20-R5: stops the clock, with a reason and a date, a few times at most. */
export default handle(suspendSheet, async (ctx, { id, reason, resumeOn, note, at }) => {
  const { db, refuse } = ctx
  const { sheet, order } = await ownSheet(ctx, id)
  mustAllow(workSheet, sheet, 'suspend')
  mustRun(order)
  const { suspendMost } = await settingsOf(db)
  const count = order.suspendCount ?? 0
  if (count >= suspendMost) refuse('often', { count, most: suspendMost })
  if (resumeOn <= today()) refuse('resumePast', { day: resumeOn }, 'resumeOn')
  const suspendedAt = momentOf(at, sheet.arrivedAt ?? sheet.assignedAt)
  const after = await changeOrder(db, order.id, { state: 'suspended', suspendReason: reason, resumeOn, stateNote: note ?? null, suspendCount: count + 1, suspendedAt })
  const label = suspendReason.items.find(i => i.key === reason)?.value ?? reason
  await tellAudience(db, REPAIR_MESSAGES.suspended, [after], () => ({ reason: { text: label }, resumeOn }))
})
