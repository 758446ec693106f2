import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { setMoveInSlot } from '../model/move-in-actions.ts'
import { moveInPlan } from '../model/move-in-plan.ts'
import { isAhead, type Slot, slotText } from '../model/move-in-slots.ts'
import { lockSlots } from './move-in-slots.ts'

interface Filled extends Slot {
  taken: number
}
/** Slots with their plan's capacity, locked; overridden ones keep theirs. */
const following = (db: Db, { id, places }: Row<typeof moveInPlan>): Promise<Filled[]> =>
  db.query<Filled>(
    sql`select begin_at as "beginAt", end_at as "endAt", taken from move_in_slot where tenant_id = ${db.me.tenantId} and plan_id = ${id} and places = ${places} order by id for update`,
  )
/** The first slot with more people than the plan's new capacity. */
export const crowdedSlot = async (db: Db, plan: Row<typeof moveInPlan>, places: number): Promise<Filled | undefined> => (await following(db, plan)).find(s => s.taken > places)
/** Applies a changed capacity to the slots that follow the plan. */
export const followPlan = (db: Db, before: Row<typeof moveInPlan>, places: number): Promise<unknown> =>
  db.query(sql`update move_in_slot set places = ${places} where tenant_id = ${db.me.tenantId} and plan_id = ${before.id} and places = ${before.places}`)

/** Overrides one slot's capacity; recorded in the plan's history. */
export default handle(setMoveInSlot, async ({ db, me, refuse }, { id, places }) => {
  const slot = (await lockSlots(db, [id])).get(id)
  if (!slot || !(await db.visible(moveInPlan).find({ id: slot.planId }))) throw notFound()
  const taken = slot.places - slot.free
  if (!isAhead(slot, Date.now())) refuse('begun', { slot: slotText(slot) })
  if (places < taken) refuse('fewer', { slot: slotText(slot), taken }, 'places')
  if (places === slot.places) return { places, free: slot.free }
  await db.query(sql`update move_in_slot set places = ${places} where tenant_id = ${me.tenantId} and id = ${id}`)
  db.sourced('slot').logged(moveInPlan, slot.planId, { [slotText(slot)]: { from: slot.places, to: places } })
  return { places, free: places - taken }
})
