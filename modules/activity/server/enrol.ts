import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { isPresent, STUDENT_STATUS } from '#modules/student/model/status.ts'
import { type StudentOf, selfStudent, studentNumbers } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { overlaps, takenTimesOf } from '#server/extensions/taken-times.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { type Activity, activity, activityPhases, phaseOf } from '../model/activity.ts'
import { type ActivityEnrolment, acceptSeat, activityEnrolment, cancelEnrolment, dropEnrolment, enrolInActivity } from '../model/enrolment.ts'
import { tell } from './about.ts'
import { whyNot } from './audience.ts'
import { mustNotBeBarred } from './bars.ts'
import { groupOf, groupsOf, nameOfGroup, type Place, placeIn } from './groups.ts'
import { findRun } from './organisers.ts'
import { freeSplit, giveUp, isSplitDue, queuesIn, setCounts } from './seats.ts'
import { settingsOf } from './settings.ts'

export const ownEnrolments = ownRows(activityEnrolment, 'studentId')
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(activityEnrolment, key, values, field)
}
/** 60-AT5: refused, or warned of: the student says that they know. Called under the lock of the student. */
async function mustBeFree(db: Db, who: StudentOf, { id, title, startAt, endAt }: Activity, isKnown: boolean): Promise<void> {
  if (isKnown && !(await settingsOf(db)).refusesClash) return
  const span = { from: startAt, to: endAt }
  const other = (await takenTimesOf(db, who, span)).find(t => t.sourceId !== id && overlaps(t, span))
  if (!other) return
  refuse('clash', { title, start: schoolTimeText(startAt), what: other.name, from: schoolTimeText(other.from), to: schoolTimeText(other.to) }, 'isClashKnown')
}
function mustBeOpen(of: Activity): void {
  const phase = phaseOf(of)
  if (phase !== 'enrolling')
    refuse('notOpen', { title: of.title, phase: { text: activityPhases.labels[phase] }, from: schoolTimeText(of.enrolFrom), to: schoolTimeText(of.enrolTo) })
}
/** Who left, or let an offer pass, may come again. */
const ENDED = ['cancelled', 'expired'] as const
const hasEnded = ({ state }: ActivityEnrolment): boolean => ENDED.some(e => e === state)
/** Of thousands who press at once most find neither a seat nor a place in the queue: they are told so by one statement, and wait for nobody. */
async function mustHaveRoom(db: Db, activityId: string, studentId: string | null): Promise<void> {
  const [full] = await db.query<{ title: string; quota: number; waiting: number }>(sql`select a.title, a.quota, q.waiting from activity a
    cross join lateral (select count(*)::int as waiting from activity_enrolment e where e.tenant_id = a.tenant_id and e.activity_id = a.id and e.state = 'waiting') q
    where a.tenant_id = ${db.me.tenantId} and a.id = ${activityId} and a.state = 'approved' and a.enrol_way = 'first' and a.split_by is null and now() between a.enrol_from and a.enrol_to
      and a.held >= a.quota and q.waiting >= a.waitlist
      and not exists (select from activity_enrolment o where o.tenant_id = a.tenant_id and o.activity_id = a.id and o.student_id = ${studentId}::uuid and o.state <> all(${[...ENDED]}::text[]))`)
  if (full) refuse('full', { ...full })
}
/** Seats for somebody of a group, and how many of it wait: of the whole where nothing is shared out. */
async function placeOf(db: Db, of: Activity, key: string | null): Promise<Place> {
  const { id, quota, held } = of
  if (of.splitBy) return placeIn(of, await groupsOf(db, of), key)
  if (quota === null || held < quota) return { room: quota === null ? null : quota - held, waiting: 0 }
  return { room: 0, waiting: (await queuesIn(db, [id]))(id).waiting }
}
const isIn = ({ room }: Place): boolean => room === null || room > 0
/** Neither a seat nor a place in the queue. */
async function mustFit(db: Db, of: Activity, key: string | null, place: Place): Promise<void> {
  const { title, quota, splitBy, waitlist } = of
  const { waiting } = place
  if (of.enrolWay !== 'first' || isIn(place) || waiting < waitlist) return
  if (splitBy) refuse('groupFull', { title, group: await nameOfGroup(db, of, key), waiting })
  refuse('full', { title, quota, waiting })
}
/** 60-AT3, AT4: a number to be drawn, or, in the order in which the server takes the calls: a seat, then a place in the queue, under the lock of the activity. */
const enrol = handle(enrolInActivity, async (ctx, { activityId, isClashKnown }) => {
  const { db } = ctx
  await mustHaveRoom(db, activityId, ctx.me.studentId)
  const who = await selfStudent(ctx, { lock: true })
  if (!who.status || !isPresent(who.status)) refuse('away', { status: { text: who.status ? STUDENT_STATUS[who.status] : '—' } })
  const shown = await db.unscoped(activity).find({ id: activityId }) // whether it is offered to the caller is checked next
  const why = shown && (await whyNot(db, shown, who.id))
  if (shown?.state !== 'approved') throw notFound()
  if (why) refuse(why.key, why.values)
  mustBeOpen(shown) // before it is locked: who settles an activity locks its students after it
  const splitKey = await groupOf(db, shown, who)
  // as above, where seats are shared out: without the lock, which thousands would wait for
  if (shown.splitBy && !isSplitDue(shown)) await mustFit(db, shown, splitKey, await placeOf(db, shown, splitKey))
  if (shown.enrolWay === 'first') await mustNotBeBarred(db, who.id)
  await mustBeFree(db, who, shown, isClashKnown === true)
  // under the lock of the student, before that of the activity, which everybody waits for
  const before = await db.unscoped(activityEnrolment).find({ activityId, studentId: who.id }) // the caller's own
  if (before && !hasEnded(before)) refuse('already', { title: shown.title })
  const locked = await db.unscoped(activity).lock(activityId) // as above
  mustBeOpen(locked)
  const of = isSplitDue(locked) ? await freeSplit(db, locked) : locked
  const isApplied = of.enrolWay !== 'first'
  const place = await placeOf(db, of, splitKey)
  await mustFit(db, of, splitKey, place)
  const isSeated = !isApplied && isIn(place)
  const state = isApplied ? ('applied' as const) : isSeated ? ('admitted' as const) : ('waiting' as const)
  const seq = of.arrivals + 1
  const own = { departmentId: who.departmentId, classId: who.classId, advisorId: of.advisorId, ownerDepartmentId: of.ownerDepartmentId }
  const at = new Date().toISOString()
  const taken = { admittedAt: isSeated ? at : null, drawNo: of.enrolWay === 'lottery' ? seq : null }
  const row = { activityId, studentId: who.id, ...own, splitKey, seq, state, ...taken, enrolledAt: at, offeredUntil: null, cancelledAt: null, note: null, isAsked: false }
  if (before) await db.update(activityEnrolment, before.id, row)
  else await db.insert(activityEnrolment, row)
  await setCounts(db, activityId, { arrivals: seq, ...(isSeated && { held: of.held + 1 }) })
  return { state, position: state === 'waiting' ? place.waiting + 1 : null }
})
/** One's own enrolment, with its activity locked first. */
async function lockOwn(ctx: Ctx, id: string, verb: 'cancel' | 'accept') {
  const { activityId } = await ownEnrolments.find(ctx, id)
  const of = await ctx.db.unscoped(activity).lock(activityId) // of the caller's own row
  return { of, row: await ownEnrolments.lock(ctx, id, verb) }
}
/** 60-AT6, AT10: a seat is given back until the day the activity names, by who is asked anew until it begins; who waits may leave at any time. */
const cancel = handle(cancelEnrolment, async (ctx, { id }) => {
  const { of, row } = await lockOwn(ctx, id, 'cancel')
  const until = of.cancelUntil ?? of.startAt
  const isFree = row.isAsked && Date.now() < Date.parse(of.startAt)
  if (row.state === 'admitted' && !isFree && Date.now() > Date.parse(until)) refuse('late', { title: of.title, until: schoolTimeText(until) })
  await giveUp(ctx.db, of, [id], { state: 'cancelled', note: null })
})
const accept = handle(acceptSeat, async (ctx, { id }) => {
  const { of, row } = await lockOwn(ctx, id, 'accept')
  const until = row.offeredUntil ?? of.startAt
  if (Date.now() > Date.parse(until)) refuse('offerOver', { title: of.title, until: schoolTimeText(until) })
  await ctx.db.update(activityEnrolment, id, { state: 'admitted', admittedAt: new Date().toISOString(), offeredUntil: null })
})
const drop = handle(dropEnrolment, async (ctx, { id, reason }) => {
  const { db } = ctx
  const found = await db.unscoped(activityEnrolment).find({ id }) // whether the caller runs its activity is checked next
  if (!found) throw notFound()
  await findRun(ctx, found.activityId)
  const of = await db.unscoped(activity).lock(found.activityId) // the caller runs it
  await db.unscoped(activityEnrolment).lock(id, 'drop') // as above
  await tell(db, 'dropped', of, await giveUp(db, of, [id], { state: 'cancelled', note: reason }), { why: reason })
})
export default [enrol, cancel, accept, drop, ...studentNumbers(activityEnrolment)]
