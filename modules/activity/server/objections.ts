import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment, OBJECTIONS } from '../model/enrolment.ts'
import { ACTIVITY_MESSAGES } from '../model/messages.ts'
import { decideObjection, objectToAbsence } from '../model/objections.ts'
import { aboutRoster, tell } from './about.ts'
import { ownEnrolments } from './enrol.ts'
import { findRun } from './organisers.ts'
import { settingsOf } from './settings.ts'
import { lineOf, post, seenAs } from './settle.ts'

const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(activityEnrolment, key, values)
}
const untilOf = ({ settledAt, endAt }: Activity, days: number): number => Date.parse(settledAt ?? endAt) + days * DAY_MS
/** Whether an absence can be objected to now. */
export const mayObject = (of: Activity, { state, objection }: ActivityEnrolment, days: number): boolean =>
  state === 'absent' && !objection && of.state === 'settled' && Date.now() <= untilOf(of, days)
export default [
  /** 60-AT9: once, within some days; it counts against enrolling until it is granted. */
  handle(objectToAbsence, async (ctx, { id, reason }) => {
    const { db, me } = ctx
    const of = await db.unscoped(activity).lock((await ownEnrolments.find(ctx, id)).activityId) // of the caller's own row
    const row = await ownEnrolments.lock(ctx, id, 'object')
    const { title } = of
    if (row.objection) refuse('objected', { title })
    if (of.state !== 'settled') refuse('notSettled', { title })
    const { objectDays } = await settingsOf(db)
    const until = untilOf(of, objectDays)
    if (Date.now() > until) refuse('objectionOver', { title, until: schoolTimeText(new Date(until).toISOString()) })
    const after = await db.update(activityEnrolment, id, { objection: 'open', objectionReason: reason })
    // whoever proposed it, unless they object themselves
    const to = of.applicantId === me.userId ? (await holdersOf(db, 'league')).map(h => h.id) : [of.applicantId]
    const more = { activity: title, start: schoolTimeText(of.startAt), why: reason }
    const [one] = await withStudents(db, [after])
    if (one) await notifyAbout(db, ACTIVITY_MESSAGES.objected, aboutRoster, [{ ...one, to, more: { ...more, name: one.who.name } }])
  }),
  /** Whoever runs the activity, but the student; what they are owed is posted at once. */
  handle(decideObjection, async (ctx, { id, outcome, cameAt, leftAt, reply }) => {
    const { db, me } = ctx
    const found = await db.unscoped(activityEnrolment).find({ id }) // whether the caller runs its activity is checked next
    if (!found) throw notFound()
    await findRun(ctx, found.activityId)
    if (found.studentId === me.studentId) refuse('ownObjection')
    const of = await db.unscoped(activity).lock(found.activityId) // the caller runs it
    const row = await db.unscoped(activityEnrolment).lock(id) // as above
    if (row.objection !== 'open') refuse('noObjection', { title: of.title })
    const objection = outcome === 'absent' ? ('refused' as const) : ('granted' as const)
    // a sign-in made up for meanwhile may have settled it already: what was posted stays
    if (objection === 'granted' && row.state === 'absent') await post(db, of, [await lineOf(db, of, row, seenAs(of, row, outcome, { cameAt, leftAt }))])
    const after = await db.update(activityEnrolment, id, { objection, objectionReply: reply, ...(objection === 'granted' && { markedById: me.userId }) })
    await tell(db, 'objectionDecided', of, [after], { result: { text: OBJECTIONS[objection] }, why: reply })
  }),
]
