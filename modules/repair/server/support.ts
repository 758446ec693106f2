import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { handle } from '#server/context.ts'
import { supportOrder } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'

/** 20-R1: "me too". Supporters get every message of the order. Appended in the database, so that two at once both count. */
export default handle(supportOrder, async ({ db, me }, { id }) => {
  const row = await db.unscoped(repairOrder).lock(id) // offered to everybody who reports the same
  mustAllow(repairOrder, row, 'support')
  if (row.applicantId === me.userId || row.supporterIds?.includes(me.userId)) return
  await db.updateWhere(repairOrder, { id }, { supporterIds: sql`coalesce(t.supporter_ids, '[]') || to_jsonb(${me.userId}::text)` })
})
