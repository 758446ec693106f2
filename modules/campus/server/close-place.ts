import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { closeBuilding, closeVenue, reopenBuilding, reopenVenue } from '../model/place-actions.ts'
import { building, venue } from '../model/places.ts'

interface Closing {
  from: string
  to?: string | null
  reason: string
}
/** Columns written by closing. Without an end date the place is disabled, immediately if the day has come. */
function closed(ctx: ActionCtx<typeof closeVenue>, place: Row<typeof venue> | Row<typeof building>, { from, to, reason }: Closing) {
  if (to && to < from) ctx.refuse('spanReversed', { from, to }, 'to')
  if (!place.isEnabled) ctx.refuse('alreadyOff', { name: place.name })
  return { closedFrom: from, closedTo: to ?? null, closedReason: reason, ...(to || from > today() ? {} : { isEnabled: false }) }
}
const reopened = { isEnabled: true, closedFrom: null, closedTo: null, closedReason: null }

/** Closing a place, temporarily or permanently, emits an event for modules with plans there (BO2). */
export default [
  handle(closeVenue, async (ctx, { id, ...closing }) => {
    await ctx.db.update(venue, id, closed(ctx, await ctx.db.visible(venue).lock(id), closing))
    await ctx.db.emit('campus.venueClosed', { venueId: id, from: closing.from, to: closing.to ?? null })
  }),
  handle(closeBuilding, async (ctx, { id, ...closing }) => {
    await ctx.db.update(building, id, closed(ctx, await ctx.db.visible(building).lock(id), closing))
    await ctx.db.emit('campus.venueClosed', { buildingId: id, from: closing.from, to: closing.to ?? null })
  }),
  handle(reopenVenue, async ({ db }, { id }) => {
    await db.update(venue, (await db.visible(venue).lock(id)).id, reopened)
  }),
  handle(reopenBuilding, async ({ db }, { id }) => {
    await db.update(building, (await db.visible(building).lock(id)).id, reopened)
  }),
]
