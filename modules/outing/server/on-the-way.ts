import { notAllowed } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { locatedAt, type PhonePosition } from '#model/geo.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { placeAtSchool } from '#modules/campus/server/api.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { comeBack, confirmOuting, declineOuting, goOut, reportSafe, rollGroup } from '../model/actions.ts'
import { outingSubject } from '../model/flow.ts'
import { goingOut, NOT_BACK, type SafeReport } from '../model/going-out.ts'
import { isConfirmed } from '../model/rules.ts'
import { trips } from './application.ts'
import { settingsOf } from './settings.ts'
import { changeTrip, markBack, markOut } from './transitions.ts'

const confirm = handle(confirmOuting, async (ctx, { id, contactPhone }) => {
  const row = await trips.own.lock(ctx, id, 'confirm')
  const mine = await changeTrip(ctx.db, id, { confirmedAt: row.confirmedAt ?? new Date().toISOString(), ...(contactPhone ? { contactPhone } : {}) })
  if (!isConfirmed(row) && (await settingsOf(ctx.db)).mode === 'approve') await submit(ctx, outingSubject, mine)
})
const decline = handle(declineOuting, async (ctx, { id }) => {
  const row = await trips.own.lock(ctx, id, 'decline')
  if (isConfirmed(row)) throw notAllowed(goingOut, row, 'decline')
  await changeTrip(ctx.db, id, { state: 'cancelled' })
})
type Located = ActionCtx<typeof comeBack> | ActionCtx<typeof goOut>
/** Place of the student relative to the campus; the position is checked for this request only and not stored. */
async function seenAt(ctx: Located, position: PhonePosition) {
  const found = await placeAtSchool(ctx.db, position)
  return 'problem' in found ? ctx.refuse(found.problem, found.values) : found
}
const leave = handle(goOut, async (ctx, { id, ...position }) => {
  const row = await trips.own.lock(ctx, id, 'leave')
  if (!isConfirmed(row)) throw notAllowed(goingOut, row, 'leave')
  if (Date.parse(row.outPlanned) - Date.now() > 2 * HOUR_MS) ctx.refuse('early', { from: schoolTimeText(row.outPlanned) })
  const { isInside, accuracy } = await seenAt(ctx, position)
  if (isInside) ctx.refuse('near', { accuracy })
  await markOut(ctx.db, row, { at: new Date().toISOString(), way: 'location' })
})
const back = handle(comeBack, async (ctx, { id, ...position }) => {
  const row = await trips.own.lock(ctx, id, 'comeBack')
  const { away, accuracy } = await seenAt(ctx, position)
  if (away) ctx.refuse('far', { distance: away, accuracy })
  await markBack(ctx.db, row, { at: new Date().toISOString(), way: 'location' })
})
/** 20-G4: one tap; the position is optional. */
const safe = handle(reportSafe, async (ctx, { id, note, ...position }) => {
  const row = await trips.own.lock(ctx, id, 'safe')
  const at = new Date().toISOString()
  const spot = locatedAt(position)
  const report: SafeReport = { at, ...(note ? { note } : {}), ...(spot ? { latitude: spot.latitude, longitude: spot.longitude } : {}) }
  await ctx.db.update(goingOut, id, { lastSafeAt: at, safeReports: [...(row.safeReports ?? []), report] })
})
/** 20-G5: the leader of the group records who came back. */
const roll = handle(rollGroup, async (ctx, { id, presentIds }) => {
  const row = await trips.own.lock(ctx, id)
  const members = (await ctx.db.unscoped(goingOut).all({ groupId: id, state: NOT_BACK })).filter(isConfirmed) // the group of one's own trip
  if (row.groupId || !members.length) ctx.refuse('notLeader')
  const present = members.filter(m => presentIds.includes(m.id))
  for (const m of present) await markBack(ctx.db, await ctx.db.unscoped(goingOut).lock(m.id), { at: new Date().toISOString(), way: 'leader' }) // see above
  return { back: present.length, missing: members.length - present.length }
})
export default [confirm, decline, leave, back, safe, roll]
