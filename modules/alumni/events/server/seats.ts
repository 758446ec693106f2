import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { alumnus } from '../../records/model/alumnus.ts'
import { alumniAccounts } from '../../records/server/api.ts'
import { type Activity, alumniActivity, alumniDayPass, alumniEnrolment, type Enrolment } from '../model/activity.ts'
import { ACTIVITY_MESSAGES } from '../model/event-messages.ts'
import { chargeSeats, giveBack, seatsOf } from './fees.ts'

export const PAGE = '/alumni/activities'
const about: MessageAbout<Activity> = { bizType: 'alumniActivity', link: () => PAGE, values: ({ title, from }) => ({ title, from: schoolTimeText(from) }) }
type Named = Enrolment & { name: string }
/** Tells people about their enrolments; each may have values of their own. */
export async function tellEnrolled(
  db: Db,
  event: keyof typeof ACTIVITY_MESSAGES,
  of: Activity,
  rows: readonly Enrolment[],
  more: (row: Enrolment) => Record<string, string> = () => ({}),
): Promise<void> {
  const accounts = await alumniAccounts(
    db,
    rows.map(r => r.alumnusId),
  )
  await notifyAbout(
    db,
    ACTIVITY_MESSAGES[event],
    about,
    rows.map(row => ({ row: of, to: accounts.get(row.alumnusId) ?? [], more: more(row) })),
  )
}
export async function withNames(db: Db, rows: readonly Enrolment[]): Promise<Named[]> {
  const names = new Map((await db.unscoped(alumnus).all({ id: rows.map(r => r.alumnusId) })).map(a => [a.id, a.name])) // of people who have enrolled
  return rows.map(row => ({ ...row, name: names.get(row.alumnusId) ?? '' }))
}
/** Numbers nobody edits: they leave the version of the activity alone. */
export const setCounts = (db: Db, id: string, set: Partial<Pick<Activity, 'taken' | 'arrivals'>>): Promise<unknown> =>
  db.updateWhere(alumniActivity, { id }, set, { bookkeeping: true })
/** 30-AN3, AN4: what comes with a seat: the fee, and the pass for the gate. */
export async function seat(db: Db, of: Activity, rows: readonly Enrolment[]): Promise<Enrolment[]> {
  const named = await withNames(db, rows)
  const owed = await chargeSeats(db, of, named)
  const set = named.map(({ id }) => ({ id, state: 'enrolled' as const, ...owed.get(id) }))
  await db.updateMany(alumniEnrolment, set)
  if (of.hasPass) {
    const days = { fromDay: schoolDate(Date.parse(of.from)), toDay: schoolDate(Date.parse(of.to)) }
    await db.insertMany(
      alumniDayPass,
      named.map(row => ({ activityId: of.id, enrolmentId: row.id, name: row.name, people: seatsOf(row), plate: row.plate, ...days })),
      { history: false },
    )
  }
  return named.map(row => ({ ...row, ...owed.get(row.id), state: 'enrolled' as const }))
}
/** 30-AN2: free seats go to whoever waits longest; who is next and needs more than there are keeps the place. Holds the activity. */
export async function fill(db: Db, of: Activity, taken: number): Promise<void> {
  const isOver = of.state !== 'published' || Date.now() >= Date.parse(of.from)
  const free = of.capacity - taken
  const queue = isOver || free <= 0 ? [] : await db.unscoped(alumniEnrolment).all({ activityId: of.id, state: 'waitlist' }, { sort: ['seq'], limit: free }) // the activity's own
  const next: Enrolment[] = []
  let left = free
  for (const row of queue) {
    if (seatsOf(row) > left) break
    left -= seatsOf(row)
    next.push(row)
  }
  await setCounts(db, of.id, { taken: of.capacity - left })
  if (!next.length) return
  const seated = await seat(db, of, next)
  if (of.fee) await tellEnrolled(db, 'movedUpToPay', of, seated, row => ({ by: row.payBy ?? '', amount: yuanText(row.due ?? 0) }))
  else await tellEnrolled(db, 'movedUp', of, seated)
}
/** Ends enrolments of an activity, which the caller holds: fees go back, passes go, seats go to who waits. Returns what was kept of the fees. */
export async function giveUp(db: Db, of: Activity, rows: readonly Enrolment[], { isAll = false, fills = true } = {}): Promise<number> {
  const kept = await giveBack(db, of, await withNames(db, rows), isAll)
  const ids = rows.map(r => r.id)
  await db.removeWhere(alumniDayPass, sql`t.enrolment_id = any(${ids}::uuid[])`, { history: false })
  await db.updateWhere(alumniEnrolment, { id: ids }, { state: 'cancelled', plate: null, due: null, payBy: null, code: null })
  const freed = rows.filter(r => r.state === 'enrolled').reduce((sum, r) => sum + seatsOf(r), 0)
  if (fills) await fill(db, of, of.taken - freed)
  else await setCounts(db, of.id, { taken: of.taken - freed })
  return kept
}
