import { notAllowed } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { handle } from '#server/context.ts'
import { comeBackTemp } from '../model/actions.ts'
import { tempLocation } from '../model/temp-location.ts'
import { temps } from './application.ts'
import { endTemps, isAway } from './end-temps.ts'

/** 20-DT5: the student reports back. */
export default handle(comeBackTemp, async (ctx, { id }) => {
  const row = await temps.own.lock(ctx, id)
  if (row.state === 'approved' && !isAway(row)) ctx.refuse('notBegun', { from: schoolTimeText(row.from) })
  if (!isAway(row)) throw notAllowed(tempLocation, row, 'comeBack')
  const backAt = new Date().toISOString()
  await endTemps(ctx.db, [row], { backAt, backWay: 'self' })
  const { actualNights, state } = await ctx.db.unscoped(tempLocation).one(id) // one's own, closed just before
  return { backAt, actualNights: actualNights ?? 0, state }
})
