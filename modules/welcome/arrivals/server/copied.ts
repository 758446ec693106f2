import { DAY_MS } from '#model/days.ts'
import { copiedWithBatch } from '../../steps/server/api.ts'
import { arrivalSlot } from '../model/slot.ts'

/** The same hours of the same days of arrival, with nobody in them. */
export default copiedWithBatch(async (db, fromId, toId, days) => {
  const moved = (at: string): string => new Date(Date.parse(at) + days * DAY_MS).toISOString()
  const slots = await db.unscoped(arrivalSlot).all({ batchId: fromId }) // of a batch the caller may copy
  await db.insertMany(
    arrivalSlot,
    slots.map(({ campusId, from, to, capacity }) => ({ batchId: toId, campusId, from: moved(from), to: moved(to), capacity })),
  )
})
