import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolDate, schoolInstant, schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { venue } from '../model/places.ts'
import { venueBooking } from '../model/venue-booking.ts'
import { lessonTimes } from './lessons.ts'
import { settingsOf } from './settings.ts'
import { venueUseIn } from './venue-uses.ts'

type Venue = Row<typeof venue>
export interface BookingSource {
  sourceType: string
  sourceId: string
}
export interface BookingDraft extends BookingSource {
  venueId: string
  /** What for, and who. */
  title: string
  holder: string
  from: string
  to: string
  /** How many it must hold; null where nobody counts them. */
  people: number | null
  setupMin: number
  clearMin: number
}
const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(venueBooking, key, values, 'venueId')
}
interface Busy {
  busyFrom: string
  busyTo: string
}
const minutes = (at: string, n: number): string => new Date(Date.parse(at) + n * MINUTE_MS).toISOString()
const LIVE = ['held', 'confirmed'] as const
/** Ends holds whose time has passed, at one venue or at all. */
async function lapse(db: Db, venueId?: string): Promise<number> {
  const late = await db.updateWhere(venueBooking, { state: 'held', 'heldUntil.le': new Date().toISOString(), ...(venueId && { venueId }) }, { state: 'released', heldUntil: null })
  return late.length
}
interface Taken {
  title: string
  holder: string
  from: string
  to: string
  heldUntil: string | null
}
/** GV1: neither somebody else's booking nor a lesson, nor the time for which it is closed. The caller holds the venue. */
async function mustBeFree(
  db: Db,
  { id, name, isEnabled, closedFrom, closedTo, closedReason }: Venue,
  { busyFrom, busyTo }: Busy,
  { sourceType, sourceId }: BookingSource,
): Promise<void> {
  const said = (b: { from: string; to: string }) => ({ venue: name, from: schoolTimeText(b.from), to: schoolTimeText(b.to) })
  const [taken] = await db.query<Taken>(sql`select title, holder, "from", "to", held_until as "heldUntil" from venue_booking
    where tenant_id = ${db.me.tenantId} and venue_id = ${id} and state <> 'released' and busy_from < ${busyTo}::timestamptz and busy_to > ${busyFrom}::timestamptz
      and not (source_type = ${sourceType} and source_id = ${sourceId}) order by "from" limit 1`)
  if (taken) {
    const values = { ...said(taken), holder: taken.holder, title: taken.title }
    if (taken.heldUntil) refuse('heldBy', { ...values, until: schoolTimeText(taken.heldUntil) })
    refuse('takenBy', values)
  }
  const use = await venueUseIn(db, id, busyFrom, busyTo)
  if (use) refuse('takenBy', { ...said(use), holder: use.holder, title: use.title })
  const [first, last] = [schoolDate(busyFrom), schoolDate(busyTo)]
  if (!isEnabled || (closedFrom && closedFrom <= last && (!closedTo || closedTo >= first)))
    refuse('venueOff', { venue: name, from: closedFrom ?? first, reason: closedReason ?? '—' })
  for (const l of await lessonTimes(db, { venueId: id }, first, last)) {
    const [from, to] = [schoolInstant(l.date, l.begin.slice(0, 5)), schoolInstant(l.date, l.end.slice(0, 5))]
    if (Date.parse(from) < Date.parse(busyTo) && Date.parse(to) > Date.parse(busyFrom)) refuse('taught', { ...said({ from, to }), course: l.courseName })
  }
}
/** GV1: what a module is about to have at these venues without a booking meets nobody's. Locks the venues, so that of two at once the second reads who was first. */
export async function mustBeUnbooked(db: Db, venueIds: readonly string[], spans: ReadonlyArray<{ from: string; to: string }>): Promise<void> {
  if (!venueIds.length || !spans.length) return
  await db.unscoped(venue).lockAll([...venueIds]) // whose use is asked for
  await lapse(db)
  const [taken] = await db.query<Taken & { venue: string }>(sql`select v.name as venue, b.title, b.holder, b."from", b."to", b.held_until as "heldUntil"
    from venue_booking b join venue v on v.tenant_id = b.tenant_id and v.id = b.venue_id
    join unnest(${spans.map(s => s.from)}::timestamptz[], ${spans.map(s => s.to)}::timestamptz[]) as s(starts, ends) on b.busy_from < s.ends and b.busy_to > s.starts
    where b.tenant_id = ${db.me.tenantId} and b.venue_id = any(${[...venueIds]}::uuid[]) and b.state <> 'released' order by b."from", v.name limit 1`)
  if (!taken) return
  const values = { venue: taken.venue, holder: taken.holder, title: taken.title, from: schoolTimeText(taken.from), to: schoolTimeText(taken.to) }
  if (taken.heldUntil) refuse('heldBy', { ...values, until: schoolTimeText(taken.heldUntil) })
  refuse('takenBy', values)
}
/** GV3: what may be booked, and holds as many as come. */
function mustSuit({ name, bookable, capacity }: Venue, people: number | null): void {
  if (!bookable) refuse('venueClosed', { venue: name })
  if (people !== null && people > capacity) refuse('venueSmall', { venue: name, capacity, quota: people })
}
/** Locks a venue before a row that refers to it is written: its foreign key would share the venue, and two at once then wait for each other in `book`. */
export async function lockVenue(db: Db, venueId: string | null | undefined): Promise<void> {
  if (venueId) await db.unscoped(venue).lock(venueId) // whose use is asked for
}
/** Under the lock of the venue, so that of two at once the second reads who was first; the exclusion of the table is behind it. */
async function book(db: Db, { people, ...draft }: BookingDraft, state: 'held' | 'confirmed'): Promise<void> {
  const { sourceType, sourceId, from, to, setupMin, clearMin } = draft
  const at = await db.unscoped(venue).lock(draft.venueId) // whose use is asked for
  await lapse(db, at.id)
  mustSuit(at, people)
  const busy = { busyFrom: minutes(from, -setupMin), busyTo: minutes(to, clearMin) }
  await mustBeFree(db, at, busy, draft)
  const { holdHours } = await settingsOf(db)
  const heldUntil = state === 'held' ? new Date(Date.now() + holdHours * HOUR_MS).toISOString() : null
  const [same] = await db.query<{ id: string }>(sql`select id from venue_booking where tenant_id = ${db.me.tenantId} and source_type = ${sourceType} and source_id = ${sourceId}
    and venue_id = ${at.id} and state = any(${[...LIVE]}::text[]) and busy_from = ${busy.busyFrom}::timestamptz and busy_to = ${busy.busyTo}::timestamptz`)
  if (same) return void (await db.update(venueBooking, same.id, { ...draft, state, heldUntil }))
  await releaseVenue(db, { sourceType, sourceId })
  await db.insert(venueBooking, { ...draft, ...busy, state, heldUntil })
}
/** Holds a venue while something waits for approval; what the same source had before falls. Refused where somebody else has it. Locks the venue. */
export const holdVenue = (db: Db, draft: BookingDraft): Promise<void> => book(db, draft, 'held')
/** Books it for good; a hold that has lapsed meanwhile is tried again. Locks the venue. */
export const confirmVenue = (db: Db, draft: BookingDraft): Promise<void> => book(db, draft, 'confirmed')
/** Gives back what a source holds or has booked. */
export async function releaseVenue(db: Db, { sourceType, sourceId }: BookingSource): Promise<void> {
  const isTheirs = sql`t.source_type = ${sourceType} and t.source_id = ${sourceId} and t.state = any(${[...LIVE]}::text[])`
  await db.updateWhere(venueBooking, isTheirs, { state: 'released', heldUntil: null }, { history: false })
}
export default scheduledJob('campus.venueHolds', '场地保留到期', '15 * * * *', db => lapse(db), {
  due: `select from venue_booking where tenant_id = $1 and state = 'held' and held_until <= now()`,
})
