import sql from 'sql-template-tag'
import { MINUTE_MS } from '#model/days.ts'
import { schoolClock } from '#model/school-time.ts'
import { signOccurrence } from '#modules/signIn/model/sign-task.ts'
import { cameAt, linesOf, signInOfListed } from '#modules/signIn/server/api.ts'
import type { Db } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Activity, activity } from '../model/activity.ts'
import { activityEnrolment, type Outcome } from '../model/enrolment.ts'
import { closeBefore } from './choose.ts'
import { drawBefore } from './lottery.ts'
import { settingsOf } from './settings.ts'

export const SOURCE = 'activity'
const later = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString()
/** The sign-in of an activity, by a code that changes or a number, for those with a seat. From here on the list is closed. */
async function openOne(db: Db, id: string): Promise<void> {
  const of = await db.unscoped(activity).lock(id) // found by the clock
  if (of.signTaskId || of.state !== 'approved') return
  await drawBefore(db, of)
  await closeBefore(db, of)
  const admitted = await db.unscoped(activityEnrolment).all({ activityId: id, state: 'admitted' }) // as above
  const { openBefore, lateAfter } = await settingsOf(db)
  const late = later(of.startAt, lateAfter)
  const signTaskId = await signInOfListed(db, {
    ...{ name: of.title, direction: of.signRule, sourceType: SOURCE, sourceId: id, ownerDepartmentId: of.ownerDepartmentId },
    ...{ startAt: of.startAt, endAt: of.endAt, around: openBefore, studentIds: admitted.map(e => e.studentId) },
    lateTime: late < of.endAt ? schoolClock(late) : null,
    owner: { userId: of.applicantId, teacherId: of.advisorId },
  })
  if (signTaskId) await db.update(activity, id, { signTaskId })
}
/** 60-AT7: sign-ins of activities that begin soon. */
export async function openSignIns(db: Db, now = Date.now()): Promise<number> {
  const { openBefore } = await settingsOf(db)
  const due = await db.query<{ id: string }>(sql`select id from activity where tenant_id = ${db.me.tenantId} and state = 'approved' and sign_task_id is null
    and start_at <= ${later(new Date(now).toISOString(), 2 * openBefore)}::timestamptz and end_at > ${new Date(now).toISOString()}::timestamptz order by id`)
  await eachApart(due, ({ id }) => db.tx(tx => openOne(tx, id)))
  return due.length
}
export interface Seen {
  state: Outcome
  signedAt: string | null
  outAt: string | null
}
const STATES: Readonly<Record<string, Outcome>> = { signed: 'present', madeUp: 'present', late: 'late', excused: 'excused' }
export interface SignedIn {
  id: string
  isOpen: boolean
  closesAt: string
}
/** The occurrence of an activity’s sign-in, where it has one. */
export async function occurrenceOf(db: Db, { signTaskId }: Pick<Activity, 'signTaskId'>): Promise<SignedIn | undefined> {
  const [found] = signTaskId ? await db.unscoped(signOccurrence).all({ taskId: signTaskId }) : [] // of the task made for it
  return found && { id: found.id, isOpen: found.state === 'planned' || found.state === 'open', closesAt: found.closesAt }
}
/** What the sign-in says of each student; those it does not know were not there. */
export async function seenIn(db: Db, { startAt }: Activity, occurrence: SignedIn | undefined): Promise<(studentId: string) => Seen> {
  const lines = new Map((occurrence ? await linesOf(db, occurrence.id) : []).map(l => [l.studentId, l]))
  return studentId => {
    const line = lines.get(studentId)
    return { state: STATES[line?.state ?? ''] ?? 'absent', signedAt: cameAt(line, startAt), outAt: line?.outAt ?? null }
  }
}
export default scheduledJob('activity.signIns', '活动签到', '*/5 * * * *', db => openSignIns(db), {
  due: `select from activity where tenant_id = $1 and state = 'approved' and sign_task_id is null and start_at <= now() + interval '4 hours' and end_at > now()`,
})
