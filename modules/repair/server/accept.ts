import { mustAllow } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { handle } from '#server/context.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { workSheet } from '../model/sheet.ts'
import { acceptSheet } from '../model/work-actions.ts'
import { settle, tellAudience } from './notify-order.ts'
import { momentOf, ownSheet } from './own-sheet.ts'

export default handle(acceptSheet, async (ctx, { id, comingAt, at }) => {
  const { db, me } = ctx
  const { sheet, order } = await ownSheet(ctx, id)
  mustAllow(workSheet, sheet, 'accept')
  await db.update(workSheet, id, { state: 'accepted', acceptedAt: momentOf(at, sheet.assignedAt), comingAt: comingAt ?? null })
  await settle(db, [order], 'accept', '已接单')
  await tellAudience(db, REPAIR_MESSAGES.accepted, [order], () => ({ worker: me.nickName, comingAt: comingAt ? schoolTimeText(comingAt) : { text: '尽快' } }))
})
