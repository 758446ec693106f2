import sql from 'sql-template-tag'
import { mustAllow } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { supportOrder } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'
import type { Order } from './orders.ts'
import { ownRoom, scannedRoom } from './places.ts'

/** Rooms are private: only who could report from there joins a report. */
async function mustBeThere({ db }: Pick<Ctx, 'db'>, order: Order, doorCode: string | null | undefined): Promise<void> {
  if (order.placeType !== 'room') return
  const roomId = doorCode ? await scannedRoom(db, doorCode) : (await ownRoom(db))?.id
  if (roomId !== order.roomId) throw notFound()
}
/** 20-R1: "me too". Supporters get every message of the order. Appended in the database, so that two at once both count. */
export default handle(supportOrder, async ({ db, me }, { id, doorCode }) => {
  const row = await db.unscoped(repairOrder).lock(id) // whether the caller is at its place is checked next
  await mustBeThere({ db }, row, doorCode)
  mustAllow(repairOrder, row, 'support')
  if (row.applicantId === me.userId || row.supporterIds?.includes(me.userId)) return
  await db.updateWhere(repairOrder, { id }, { supporterIds: sql`coalesce(t.supporter_ids, '[]') || to_jsonb(${me.userId}::text)` })
})
