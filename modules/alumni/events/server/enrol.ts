import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { randomCode } from '#server/base/random-code.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { isMemberOf } from '../../clubs/server/api.ts'
import type { Alumnus } from '../../records/model/alumnus.ts'
import { mustBeAlumnus } from '../../records/server/api.ts'
import { type Activity, alumniActivity, alumniEnrolment, type Enrolment } from '../model/activity.ts'
import { cancelEnrolment, enrolInActivity } from '../model/activity-actions.ts'
import { paidFor, seatsOf } from './fees.ts'
import { giveUp, seat, setCounts, tellEnrolled } from './seats.ts'

const CODE = 10
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(alumniEnrolment, key, values, field)
}
/** Whether an activity is meant for this alumnus: those of a club are for its members. */
async function isMeant(db: Db, own: Alumnus, { clubId }: Activity): Promise<boolean> {
  if (!clubId) return true
  const [found] = await db.query<{ is: boolean }>(sql`select ${isMemberOf(db, sql`${clubId}::uuid`, sql`${own.id}::uuid`)} as is`)
  return found?.is === true
}
/** 30-AN2: in the order in which the server takes the calls: seats for all who come along, else a place in the queue, under the lock of the activity. */
const enrol = handle(enrolInActivity, async (ctx: Ctx, { activityId, companions, plate }) => {
  const { db, me } = ctx
  const own = await mustBeAlumnus(ctx)
  const shown = await db.unscoped(alumniActivity).find({ id: activityId }) // whether it is meant for the caller is checked next
  if (!shown || shown.state === 'draft' || !(await isMeant(db, own, shown))) throw notFound()
  const of = await db.unscoped(alumniActivity).lock(activityId) // as above
  const { title } = of
  if (of.state !== 'published' || Date.now() > Date.parse(of.enrolTo)) refuse('over', { title, enrolTo: schoolTimeText(of.enrolTo) })
  const seats = seatsOf({ companions: companions ?? 0 })
  if ((companions ?? 0) > (of.companions ?? 0)) refuse('tooMany', { title, most: of.companions ?? 0 }, 'companions')
  if (seats > of.capacity) refuse('larger', { title, capacity: of.capacity, n: seats }, 'companions')
  const before = await db.unscoped(alumniEnrolment).find({ activityId, alumnusId: own.id }) // the caller's own
  if (before && before.state !== 'cancelled') refuse('already', { title })
  const waiting = await db.unscoped(alumniEnrolment).count({ activityId, state: 'waitlist' }) // only the number is told
  const isIn = waiting === 0 && of.taken + seats <= of.capacity
  const payer = { payerType: me.studentId ? ('student' as const) : ('alumnus' as const), payerId: me.studentId ?? me.userId }
  const row = {
    ...{ activityId, alumnusId: own.id, companions: companions ?? 0, plate: of.hasPass ? (plate ?? null) : null, seq: of.arrivals + 1, ...payer },
    ...{ state: isIn ? ('enrolled' as const) : ('waitlist' as const), enrolledAt: new Date().toISOString(), checkedAt: null, code: randomCode(CODE) },
  }
  const made = before ? await db.update(alumniEnrolment, before.id, row) : await db.insert(alumniEnrolment, row)
  await setCounts(db, activityId, { arrivals: row.seq, ...(isIn && { taken: of.taken + seats }) })
  if (isIn) await seat(db, of, [made])
  return { state: row.state, position: isIn ? null : waiting + 1 }
})
const cancel = handle(cancelEnrolment, async (ctx, { id }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const found = await db.unscoped(alumniEnrolment).find({ id, alumnusId: own.id }) // the caller's own
  if (!found) throw notFound()
  const of = await db.unscoped(alumniActivity).lock(found.activityId) // of the caller's own
  const row = await db.unscoped(alumniEnrolment).lock(id, 'cancel') // as above
  if (Date.now() >= Date.parse(of.from)) refuse('started', { title: of.title })
  return { kept: await giveUp(db, of, [row]) }
})
/** Seats that were not paid for in time go to whoever waits. */
export async function lapseSeats(db: Db): Promise<number> {
  const due = await db.query<{
    activityId: string
  }>(sql`select distinct e.activity_id as "activityId" from alumni_enrolment e join bill_line l on l.tenant_id = e.tenant_id and l.id = e.bill_line_id
    where e.tenant_id = ${db.me.tenantId} and e.state = 'enrolled' and e.pay_by < ${today()}::date and l.owed > 0 order by 1`)
  let lapsed = 0
  for (const { activityId } of due) {
    const of = await db.unscoped(alumniActivity).lock(activityId) // found by the clock
    const late = await db.unscoped(alumniEnrolment).all({ activityId, state: 'enrolled', 'payBy.le': addDays(today(), -1) }) // as above
    const unpaid = await unpaidAmong(db, late)
    if (!unpaid.length) continue
    await giveUp(db, of, unpaid)
    await tellEnrolled(db, 'unpaid', of, unpaid)
    lapsed += unpaid.length
  }
  return lapsed
}
/** Of these enrolments those that owe for their seats. */
export async function unpaidAmong(db: Db, rows: readonly Enrolment[]): Promise<Enrolment[]> {
  const paid = await paidFor(
    db,
    rows.flatMap(r => r.billLineId ?? []),
  )
  return rows.filter(r => r.due !== null && (paid.get(r.billLineId ?? '') ?? 0) < r.due)
}
export default [enrol, cancel]
