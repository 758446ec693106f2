import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment, OPEN, SEATED, TOOK_SEATS } from '../model/enrolment.ts'
import { seated } from '../model/split.ts'
import { tell } from './about.ts'
import { groupsOf, isSplitOver, seatsOf } from './groups.ts'
import { settingsOf } from './settings.ts'

interface Queue {
  admitted: number
  waiting: number
  /** For the draw. */
  applied: number
  position: number | null
}
/** How many have a seat and wait in each of these activities, and where in the order a student stands. */
export async function queuesIn(db: Db, activityIds: readonly string[], studentId: string | null = null): Promise<(id: string) => Queue> {
  const found = await db.query<
    Queue & { id: string }
  >(sql`select e.activity_id as id, count(*) filter (where e.state = any(${[...TOOK_SEATS]}::text[]))::int as admitted, count(*) filter (where e.state = 'waiting')::int as waiting,
      count(*) filter (where e.state = 'applied')::int as applied,
      nullif(count(*) filter (where e.state = 'waiting' and e.seq <= own.seq and e.split_key is not distinct from own.split_key), 0)::int as position
    from activity_enrolment e left join activity_enrolment own on own.tenant_id = e.tenant_id and own.activity_id = e.activity_id and own.student_id = ${studentId}::uuid and own.state = 'waiting'
    where e.tenant_id = ${db.me.tenantId} and e.activity_id = any(${[...activityIds]}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  return id => of.get(id) ?? { admitted: 0, waiting: 0, applied: 0, position: null }
}
/** Numbers nobody edits: they leave the version of the activity alone. */
export const setCounts = (db: Db, id: string, set: Partial<Pick<Activity, 'held' | 'arrivals'>>): Promise<unknown> => db.updateWhere(activity, { id }, set, { bookkeeping: true })
/** Who has waited longest, where seats are shared out in their groups. */
async function nextOf(db: Db, of: Activity, free: number): Promise<ActivityEnrolment[]> {
  const waiting = await db.unscoped(activityEnrolment).all({ activityId: of.id, state: 'waiting' }, { sort: ['seq'], ...(!of.splitBy && { limit: free }) }) // the activity's own
  return of.splitBy && waiting.length ? seated(waiting, seatsOf(of, await groupsOf(db, of))) : waiting
}
/** 60-AT6: free seats go to whoever waits longest: offered for some hours, shortly before the beginning given at once, until its sign-in opens. Holds the activity. */
async function fill(db: Db, of: Activity, held: number): Promise<void> {
  const [start, now] = [Date.parse(of.startAt), Date.now()]
  const free = of.quota === null || of.state !== 'approved' || of.signTaskId || now >= start ? 0 : of.quota - held
  const next = free > 0 ? await nextOf(db, of, free) : []
  await setCounts(db, of.id, { held: held + next.length })
  if (!next.length) return
  const { offerHours, atOnceHours } = await settingsOf(db)
  const isAtOnce = start - now <= atOnceHours * HOUR_MS
  const offeredUntil = isAtOnce ? null : new Date(Math.min(start, now + offerHours * HOUR_MS)).toISOString()
  await db.updateMany(
    activityEnrolment,
    next.map(({ id }) => ({ id, state: isAtOnce ? ('admitted' as const) : ('offered' as const), offeredUntil, admittedAt: isAtOnce ? new Date().toISOString() : null })),
  )
  await tell(db, isAtOnce ? 'movedUp' : 'offered', of, next, offeredUntil ? { until: schoolTimeText(offeredUntil) } : {})
}
/** What groups have not used is for everybody by the clock, and was not given yet. */
export const isSplitDue = (of: Activity): boolean => of.enrolWay === 'first' && Boolean(of.splitBy) && !of.splitFreedAt && isSplitOver(of)
/** Gives it to whoever waits, of whatever group. Holds the activity. */
export async function freeSplit(db: Db, of: Activity): Promise<Activity> {
  await fill(db, of, of.held)
  await db.updateWhere(activity, { id: of.id }, { splitFreedAt: new Date().toISOString() }, { bookkeeping: true })
  return db.unscoped(activity).one(of.id) // the caller holds it
}
const HOLDS: readonly string[] = SEATED
interface Ended {
  state: 'cancelled' | 'expired'
  note: string | null
}
/** Ends enrolments of one activity, which the caller holds, and gives their seats to others. Returns those that had not ended before. */
export async function giveUp(db: Db, of: Activity, ids: readonly string[], { state, note }: Ended): Promise<ActivityEnrolment[]> {
  const rows = await db.unscoped(activityEnrolment).all({ id: [...ids], activityId: of.id, state: [...OPEN] }) // under the lock of their activity
  await db.updateWhere(activityEnrolment, { id: rows.map(r => r.id) }, { state, note, isAsked: false, offeredUntil: null, cancelledAt: new Date().toISOString() })
  const seats = rows.filter(r => HOLDS.includes(r.state)).length
  if (seats) await fill(db, of, of.held - seats)
  return rows
}
/** Offers that nobody has taken in time. Locks the activity. */
export async function expireOffers(db: Db, activityId: string, now = Date.now()): Promise<void> {
  const of = await db.unscoped(activity).lock(activityId) // found by the clock
  const late = await db.unscoped(activityEnrolment).all({ activityId, state: 'offered', 'offeredUntil.le': new Date(now).toISOString() }) // as above
  await giveUp(
    db,
    of,
    late.map(r => r.id),
    { state: 'expired', note: '没有按时确认' },
  )
}
