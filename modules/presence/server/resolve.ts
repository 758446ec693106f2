import { endTempFor, openIncident } from '#modules/dormitory/server/api.ts'
import { closeLeaveFor } from '#modules/leave/server/api.ts'
import { endStayFor } from '#modules/offCampus/server/api.ts'
import { endTripFor } from '#modules/outing/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { CONFLICT_CODES, OFFERED, presenceConflict, resolveConflict } from '../model/conflict.ts'
import { presenceState } from '../model/presence-state.ts'
import { type Conflict, conflictTodos } from './write-conflicts.ts'

type Resolving = ActionCtx<typeof resolveConflict>
/** 60-PR5: the return is noted where the absence is kept, under the caller's own permission for it there. */
async function noteBack(ctx: Resolving, { code, at, sourceKind, sourceId }: Conflict, note: string | null): Promise<void> {
  if (!sourceId || !sourceKind) return ctx.refuse('noSource')
  // seen on campus while on leave: back since then; else now
  const back = { backAt: code === 'PC1' ? at : new Date().toISOString(), note }
  const port = { leave: closeLeaveFor, tempLocation: endTempFor, trip: endTripFor, offCampus: endStayFor }[sourceKind]
  if (!(await port(ctx, sourceId, back))) ctx.refuse('gone')
}
/** 20-DN6: an incident in the duty log of the student's building. */
async function search(ctx: Resolving, { studentId }: Conflict, note: string | null): Promise<void> {
  const seen = await ctx.db.unscoped(presenceState).find({ studentId }) // of the conflict in the caller's scope
  const who = await studentOf(ctx.db, studentId)
  if (!seen?.dormId || !who) return ctx.refuse('noDorm')
  await openIncident(ctx.db, {
    dormId: seen.dormId,
    studentIds: [studentId],
    text: [`${who.className ?? ''} ${who.name} 多日没有任何记录，开始寻找`.trim(), note].filter(Boolean).join('：'),
  })
}
export default handle(resolveConflict, async (ctx, { id, result, note: given }) => {
  const { db, me } = ctx
  const note = given ?? null
  const row = await db.visible(presenceConflict).lock(id, 'resolve')
  if (!OFFERED[row.code].includes(result)) ctx.refuse('notOffered', { code: CONFLICT_CODES[row.code] })
  if (result === 'back' || result === 'movedBack') await noteBack(ctx, row, note)
  if (result === 'searching') await search(ctx, row, note)
  const after = await db.update(presenceConflict, id, { state: 'resolved', result, note, byId: me.userId, closedAt: new Date().toISOString() })
  await conflictTodos.follow(db, [after])
})
