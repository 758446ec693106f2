import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { lockVenue } from '#modules/campus/server/api.ts'
import { handle } from '#server/context.ts'
import { type Activity, activity } from '../model/activity.ts'
import { activityEnrolment } from '../model/enrolment.ts'
import { confirmMove, moveActivity } from '../model/moves.ts'
import { tell } from './about.ts'
import { ownEnrolments } from './enrol.ts'
import { mustBeInOrder, mustBeInTime, mustEarn, mustHavePlace } from './judge.ts'
import { findRun, wordsOf } from './organisers.ts'
import { takeVenue } from './venues.ts'

const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(activity, key, values)
}
const earlier = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? a : b)
/** Until when one may leave keeps its distance from the beginning; nobody enrols after it. */
function windowOf({ startAt: before, cancelUntil, enrolTo, splitUntil }: Activity, startAt: string) {
  const kept = Date.parse(startAt) - (Date.parse(before) - Date.parse(cancelUntil ?? before))
  return {
    cancelUntil: new Date(kept).toISOString(),
    enrolTo: earlier(enrolTo, startAt),
    splitUntil: splitUntil && (splitUntil === before ? startAt : earlier(splitUntil, startAt)),
  }
}
export default [
  /** 60-AT10: those with a seat are asked anew, everybody else who counts on it is told. */
  handle(moveActivity, async (ctx, { id, reason, ...to }) => {
    const { db } = ctx
    await findRun(ctx, id)
    const of = await db.unscoped(activity).lock(id, 'callOff') // the caller runs it
    const { title, startAt } = of
    if (Date.now() >= Date.parse(startAt)) refuse('begunMove', { title, start: schoolTimeText(startAt) })
    if (of.signTaskId) refuse('signing', { title })
    const place = { venueId: to.venueId ?? null, place: to.place?.trim() || null, online: to.online ?? false }
    const asked = { ...of, ...place, startAt: to.startAt, endAt: to.endAt, ...windowOf(of, to.startAt) }
    const isSame = Date.parse(asked.startAt) === Date.parse(startAt) && Date.parse(asked.endAt) === Date.parse(of.endAt)
    if (isSame && asked.venueId === of.venueId && asked.place === of.place && asked.online === of.online) refuse('unmoved', { title })
    if (Date.parse(asked.startAt) <= Date.now()) refuse('past', { start: schoolTimeText(asked.startAt) })
    mustBeInOrder(asked)
    mustHavePlace(asked)
    mustEarn(asked)
    // put off it needs no more notice than it had
    if (Date.parse(asked.startAt) < Date.parse(startAt)) await mustBeInTime(db, asked)
    const { endAt, cancelUntil, enrolTo, splitUntil } = asked
    await lockVenue(db, asked.venueId)
    const after = await db.update(activity, id, { ...place, startAt: asked.startAt, endAt, cancelUntil, enrolTo, splitUntil, moves: of.moves + 1 })
    await takeVenue(db, after, 'confirmed')
    const rows = await db.unscoped(activityEnrolment).all({ activityId: id, state: ['admitted', 'applied', 'offered', 'waiting'] }) // of the activity the caller runs
    const seated = rows.filter(r => r.state === 'admitted')
    await db.updateWhere(activityEnrolment, { id: seated.map(r => r.id) }, { isAsked: true })
    await db.updateWhere(activityEnrolment, { activityId: id, state: 'offered', 'offeredUntil.ge': after.startAt }, { offeredUntil: after.startAt })
    const more = { place: (await wordsOf(db, [after]))(after).place ?? '—', why: reason }
    await tell(db, 'asked', after, seated, more)
    await tell(
      db,
      'rescheduled',
      after,
      rows.filter(r => r.state !== 'admitted'),
      more,
    )
    return { asked: seated.length }
  }),
  /** Whoever comes says so to the change they have read. */
  handle(confirmMove, async (ctx, { id, moves }) => {
    const { db } = ctx
    const of = await db.unscoped(activity).lock((await ownEnrolments.find(ctx, id)).activityId) // of the caller's own row
    const row = await ownEnrolments.lock(ctx, id)
    if (!row.isAsked || row.state !== 'admitted') throw refusalOf(activityEnrolment, 'notAsked', { title: of.title })
    if (moves !== of.moves) throw refusalOf(activityEnrolment, 'movedAgain', { title: of.title, start: schoolTimeText(of.startAt) })
    await db.update(activityEnrolment, id, { isAsked: false })
  }),
]
