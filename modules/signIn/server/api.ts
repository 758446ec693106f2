import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { publishRound } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { type LineState, signLine } from '../model/sign-line.ts'
import { signOccurrence, signTask, taskActions } from '../model/sign-task.ts'
import { closeAll, dropPlanned } from './close-dates.ts'
import { followLines } from './sign-todos.ts'

export { type LastSign, lastSigns, signersOf } from './last-signs.ts'
export { type NightSign, nightSigns } from './nights.ts'

/** What other modules may call. */
export type TaskFor = Pick<DraftOf<typeof signTask>, 'name' | 'beginTime' | 'endTime' | 'audience' | 'ways'> &
  Partial<DraftOf<typeof signTask>> & {
    sourceType: string
    sourceId: string
    /** Owner of the task, if not the caller. */
    owner?: { userId: string | null; teacherId: string | null } | undefined
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
type Listed = Pick<TaskFor, 'name' | 'direction' | 'lateTime' | 'makeupHours' | 'ownerDepartmentId' | 'sourceType' | 'sourceId' | 'owner'> & {
  startAt: string
  endAt: string
  /** Minutes before the beginning from which people may sign in, and after the end until which they may sign out. */
  around: number
  studentIds: readonly string[]
}
/** Publishes the sign-in of something that has a list of people, by a code that changes, a number or the list. Null where nobody on it has an account. */
export async function signInOfListed(db: Db, { startAt, endAt, around, studentIds, ...task }: Listed): Promise<string | null> {
  const accounts = await accountsOf(db, studentIds)
  if (!accounts.size) return null
  const at = (moment: string, minutes: number): string => new Date(Date.parse(moment) + minutes * MINUTE_MS).toISOString()
  const span = { beginTime: at(startAt, -around), endTime: at(endAt, task.direction === 'inOut' ? around : 0) }
  const ctx = { db, me: db.me, lang: 'zh-cn' as const, ip: '', traceId: '' }
  return signTaskFor(ctx, { ...task, ...span, kind: 'activity', audience: { userIds: [...accounts.values()] }, ways: ['qr', 'number', 'staff'] })
}
/** What the task was made for will not be: its dates end, and whoever has not signed is excused, not absent. */
export async function callOffTask(db: Db, id: string, reason: string): Promise<void> {
  await db.update(signTask, id, { state: 'cancelled', stateNote: reason })
  await dropPlanned(db, id)
  const open = await db.unscoped(signOccurrence).all({ taskId: id, state: 'open' }) // of the task that ends
  const asked = { occurrenceId: open.map(o => o.id), state: 'pending' as const }
  await followLines(db, await db.updateWhere(signLine, asked, { state: 'excused', excuse: 'staff', reason }, { returning: ['occurrenceId', 'studentId', 'state'], history: false }))
  await closeAll(db, id)
}
export interface LineOf {
  studentId: string
  state: LineState
  signedAt: string | null
  outAt: string | null
}
/** When somebody came, by their line; whoever was signed by list after the end was there from the beginning. Null where they were not there. */
export function cameAt(line: Pick<LineOf, 'state' | 'signedAt'> | undefined, startAt: string): string | null {
  if (line?.state === 'madeUp') return startAt
  return line?.state === 'signed' || line?.state === 'late' ? line.signedAt : null
}
/** Present and absent students of one date. The caller has checked access to the source. */
export const linesOf = (db: Db, occurrenceId: string): Promise<LineOf[]> =>
  db.query<LineOf>(
    sql`select student_id as "studentId", state, signed_at as "signedAt", out_at as "outAt" from sign_line where tenant_id = ${db.me.tenantId} and occurrence_id = ${occurrenceId} order by student_id`,
  )
