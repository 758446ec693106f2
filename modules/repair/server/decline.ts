import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { workSheet } from '../model/sheet.ts'
import { declineSheet } from '../model/work-actions.ts'
import { sendBack } from './dispatcher.ts'
import { settle } from './notify-order.ts'
import { ownSheet } from './own-sheet.ts'
import { DISPATCHER } from './report.ts'

/** 20-R4: with a reason; the next candidate is asked at once. */
export default handle(declineSheet, async (ctx, { id, reason }) => {
  const { db } = ctx
  const { sheet, order } = await ownSheet(ctx, id)
  mustAllow(workSheet, sheet, 'decline')
  await db.update(workSheet, id, { state: 'declined', endedAt: new Date().toISOString(), endReason: reason })
  await settle(db, [order], 'accept', '已拒单')
  await sendBack(db, [order.id])
  await notifyWorkers(db, DISPATCHER)
})
