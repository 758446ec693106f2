import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolInstant, schoolTimeText } from '#model/school-time.ts'
import { mustBeUnbooked } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { examRoom } from '../model/room.ts'
import { examSeating } from '../model/seating.ts'
import { examSession } from '../model/session.ts'

export type Seating = Row<typeof examSeating>
/** Examinations share venues and people, so they are set up one after the other: all are locked, in the order of their ids. */
export async function lockSetup(db: Db, batchId: string): Promise<Seating> {
  const all = await db.query<{ id: string }>(sql`select id from exam_seating where tenant_id = ${db.me.tenantId}`)
  const rows = await db.unscoped(examSeating).lockAll(all.map(one => one.id)) // to keep others waiting
  const own = rows.find(row => row.batchId === batchId)
  if (!own) throw refusalOf(examSession, 'noSeating', {}, 'batchId')
  return own
}
/** 30-ER3: seats and numbers stay once tickets were made. */
export function mustNotBeOpened({ openedAt }: Seating): void {
  if (openedAt) throw refusalOf(examSeating, 'opened', { at: schoolTimeText(openedAt) })
}
interface Clash {
  name: string
  batch: string
  date: string
  from: string
}
const at = ({ date, from }: Clash) => ({ date, from: from.slice(0, 5) })
/** 60-GV1: nor does an examination sit where somebody has booked. */
async function mustNotMeetBookings(db: Db, batchId: string): Promise<void> {
  const rooms = await db.unscoped(examRoom).all({ batchId }) // of the set-up
  const sessions = await db.unscoped(examSession).all({ batchId }) // as above
  const spans = sessions.map(({ date, from, to }) => ({ from: schoolInstant(date, from.slice(0, 5)), to: schoolInstant(date, to.slice(0, 5)) }))
  await mustBeUnbooked(
    db,
    rooms.map(r => r.venueId),
    spans,
  )
}
/** 30-ER2: no venue and nobody who invigilates serves two examinations at once, and no venue an examination and a booking. Asked after the change, under the lock of the set-up. */
export async function mustNotClash(db: Db, batchId: string): Promise<void> {
  const { tenantId } = db.me
  const mine = sql`exam_room r join exam_session s on s.tenant_id = r.tenant_id and s.batch_id = r.batch_id
    join exam_session t on t.tenant_id = s.tenant_id and t.batch_id <> s.batch_id and t.date = s.date and t."from" < s."to" and s."from" < t."to"
    join exam_room o on o.tenant_id = t.tenant_id and o.batch_id = t.batch_id join exam_batch b on b.tenant_id = o.tenant_id and b.id = o.batch_id and b.state <> 'cancelled'`
  const [place] = await db.query<Clash>(sql`select v.name, b.name as batch, t.date::text as date, t."from"::text as "from" from ${mine}
    join venue v on v.tenant_id = r.tenant_id and v.id = r.venue_id
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId}::uuid and o.venue_id = r.venue_id order by 1, 2, 3, 4 limit 1`)
  if (place) throw refusalOf(examSession, 'venueTaken', { venue: place.name, batch: place.batch, ...at(place) })
  const [person] = await db.query<Clash>(sql`select p.name, b.name as batch, t.date::text as date, t."from"::text as "from" from ${mine}
    join teacher p on p.tenant_id = r.tenant_id and r.invigilator_ids ? p.id::text
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId}::uuid and o.invigilator_ids ? p.id::text order by 1, 2, 3, 4 limit 1`)
  if (person) throw refusalOf(examSession, 'invigilatorTaken', { name: person.name, batch: person.batch, ...at(person) })
  await mustNotMeetBookings(db, batchId)
}
/** 30-ER2: nobody has a seat in two sessions at once, of this examination or of another. Asked after the change, under the lock of the set-up. */
export async function mustNotOverlap(db: Db, batchId: string): Promise<void> {
  const [found] = await db.query<{ one: string; other: string; count: number }>(sql`select s.subject as one, t.subject as other, count(*)::int as count
    from exam_session s join exam_session t on t.tenant_id = s.tenant_id and t.batch_id = s.batch_id and t.date = s.date and t.id > s.id and t."from" < s."to" and s."from" < t."to"
    join exam_seat a on a.tenant_id = s.tenant_id and a.session_id = s.id join exam_seat b on b.tenant_id = t.tenant_id and b.session_id = t.id and b.application_id = a.application_id
    where s.tenant_id = ${db.me.tenantId} and s.batch_id = ${batchId}::uuid group by 1, 2 order by 1, 2 limit 1`)
  if (found) throw refusalOf(examSession, 'overlap', { one: subjectText(found.one), other: subjectText(found.other), count: found.count })
  const [elsewhere] = await db.query<{
    one: string
    other: string
    batch: string
    count: number
  }>(sql`select s.subject as one, t.subject as other, b.name as batch, count(*)::int as count
    from exam_seat e join exam_session s on s.tenant_id = e.tenant_id and s.id = e.session_id
    join exam_application a on a.tenant_id = e.tenant_id and a.id = e.application_id and a.state <> 'lapsed' join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id
    join exam_applicant q on q.tenant_id = p.tenant_id and q.person_id = p.person_id and q.batch_id <> p.batch_id
    join exam_batch b on b.tenant_id = q.tenant_id and b.id = q.batch_id and b.state <> 'cancelled'
    join exam_application o on o.tenant_id = q.tenant_id and o.exam_applicant_id = q.id and o.state <> 'lapsed'
    join exam_seat f on f.tenant_id = o.tenant_id and f.application_id = o.id
    join exam_session t on t.tenant_id = f.tenant_id and t.id = f.session_id and t.date = s.date and t."from" < s."to" and s."from" < t."to"
    where e.tenant_id = ${db.me.tenantId} and e.batch_id = ${batchId}::uuid group by 1, 2, 3 order by 3, 1, 2 limit 1`)
  if (elsewhere)
    throw refusalOf(examSession, 'overlapElsewhere', { one: subjectText(elsewhere.one), other: subjectText(elsewhere.other), batch: elsewhere.batch, count: elsewhere.count })
}
