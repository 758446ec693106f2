import { type InputOf, isUuid, notAllowed } from '#model'
import { locatedAt } from '#model/geo.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { placeAtSchool } from '#modules/campus/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { type ActionCtx, type Ctx, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { closeLeaves, comeBack, deskCode, remindBack } from '../model/actions.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { leaves } from './application.ts'
import { codeAt, codeKey, readCode } from './codes.ts'
import { endLeave, isAway } from './end-leave.ts'
import { aboutLeave } from './people.ts'
import { settingsOf } from './settings.ts'

type Back = ActionCtx<typeof comeBack>
type Seen = Omit<InputOf<typeof comeBack>, 'id'>
/** The position is checked for this request only and not stored. */
async function backWay(ctx: Back, { code, ...position }: Seen): Promise<'scan' | 'location'> {
  if (code) {
    const { slipSeconds } = await settingsOf(ctx.db)
    if (!readCode(codeKey(ctx.db), ctx.me.tenantId, 'desk', code, slipSeconds, Date.now())) ctx.refuse('code', {}, 'code')
    return 'scan'
  }
  if (!locatedAt(position)) ctx.refuse('noPosition')
  const found = await placeAtSchool(ctx.db, position)
  if ('problem' in found) return ctx.refuse(found.problem, found.values)
  if (found.away) ctx.refuse('far', { distance: found.away, accuracy: found.accuracy })
  return 'location'
}
const back = handle(comeBack, async (ctx, { id, ...seen }) => {
  const row = await leaves.own.lock(ctx, id)
  if (row.state === 'approved' && !isAway(row)) ctx.refuse('notBegun', { from: schoolTimeText(row.startAt) })
  if (!isAway(row)) throw notAllowed(leave, row, 'comeBack')
  const way = await backWay(ctx, seen)
  const { backAt, actualDays, state } = await endLeave(ctx, row, { backAt: new Date().toISOString(), backWay: way })
  return { backAt: backAt ?? '', actualDays: actualDays ?? 0, state }
})
const close = handle(closeLeaves, async (ctx, { ids, backAt, note }) => {
  const { db, refuse } = ctx
  const at = backAt ?? new Date().toISOString()
  if (Date.parse(at) > Date.now()) refuse('future', { backAt: schoolTimeText(at) }, 'backAt')
  for (const id of new Set(ids)) {
    const row = await db.visible(leave).lock(id)
    if (!isAway(row)) throw notAllowed(leave, row, 'close')
    if (Date.parse(at) < Date.parse(row.startAt)) refuse('before', { backAt: schoolTimeText(at), leaveNo: row.leaveNo, from: schoolTimeText(row.startAt) }, 'backAt')
    await endLeave(ctx, row, { backAt: at, backWay: 'staff', note: note ?? null })
  }
  return { closed: new Set(ids).size }
})
/**
 * For other modules: ends a leave of which they know that the student is back, within the caller's permission to close it. False where the student is not away on it
 * any more.
 */
export async function closeLeaveFor(ctx: Ctx, id: string, { backAt, note }: { backAt: string; note: string | null }): Promise<boolean> {
  const row = await ctx.db.visibleFor(leave, closeLeaves.permission).lock(id)
  if (!isAway(row)) return false
  await endLeave(ctx, row, { backAt, backWay: 'staff', note })
  return true
}
const remind = handle(remindBack, async ({ db }, { ids }) => {
  const rows = (await db.visible(leave).all({ id: ids.filter(isUuid) })).filter(row => isAway(row))
  await notifyAbout(db, LEAVE_MESSAGES.overdue, aboutLeave, await withStudents(db, rows))
  return { told: rows.length }
})
/** The code displayed at a counsellor's desk for returning students. */
const desk = handle(deskCode, async ctx => {
  const { slipSeconds } = await settingsOf(ctx.db)
  return { code: codeAt(codeKey(ctx.db), ctx.me.tenantId, 'desk', ctx.me.userId, slipSeconds, Date.now()), seconds: slipSeconds }
})
export default [back, close, remind, desk]
