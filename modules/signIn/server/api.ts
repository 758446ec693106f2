import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { publishRound } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { LineState } from '../model/sign-line.ts'
import { signTask, taskActions } from '../model/sign-task.ts'

export { type NightSign, nightSigns } from './nights.ts'

/** What other modules may call. */
export type TaskFor = Pick<DraftOf<typeof signTask>, 'name' | 'beginTime' | 'endTime' | 'audience' | 'ways'> &
  Partial<DraftOf<typeof signTask>> & {
    sourceType: string
    sourceId: string
    /** Owner of the task, if not the caller. */
    owner?: { userId: string | null; teacherId: string } | undefined
  }
/** Creates and publishes the task of an activity, a labour session or a building. Idempotent per source: a repeat returns the existing task. */
export async function signTaskFor(ctx: Ctx, { sourceType, sourceId, owner, ...draft }: TaskFor): Promise<string> {
  const { db, me } = ctx
  const row = await db.insertOrSkip(signTask, {
    ...draft,
    sourceType,
    sourceId,
    processType: 'signTask',
    photoRule: draft.ways.includes('photo') ? 'live' : 'none',
    ownerId: owner ? owner.userId : me.userId || null,
    teacherId: owner ? owner.teacherId : me.teacherId,
    ownerDepartmentId: draft.ownerDepartmentId ?? me.departmentId,
    state: 'draft',
  })
  if (row) {
    await publishRound(ctx, signTask, taskActions, row.id)
    return row.id
  }
  const known = await db.unscoped(signTask).all({ sourceType, sourceId, 'state.in': 'draft,pending,published,paused,closed,archived' }, { limit: 1 }) // the caller names its own source
  return known[0]?.id ?? ''
}
export interface LineOf {
  studentId: string
  state: LineState
  signedAt: string | null
  outAt: string | null
}
/** Present and absent students of one date. The caller has checked access to the source. */
export const linesOf = (db: Db, occurrenceId: string): Promise<LineOf[]> =>
  db.query<LineOf>(
    sql`select student_id as "studentId", state, signed_at as "signedAt", out_at as "outAt" from sign_line where tenant_id = ${db.me.tenantId} and occurrence_id = ${occurrenceId} order by student_id`,
  )
