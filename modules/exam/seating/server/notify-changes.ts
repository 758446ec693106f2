import sql, { type Sql } from 'sql-template-tag'
import type { MessageEvent, Row } from '#model'
import { venue } from '#modules/campus/model/places.ts'
import { accountsOfTeachers } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { subjectText } from '../../entry/model/dictionaries.ts'
import { DUTY_MESSAGES, SEATING_MESSAGES } from '../model/messages.ts'
import { examRoom } from '../model/room.ts'
import { examSeating } from '../model/seating.ts'
import type { examSession } from '../model/session.ts'

type Room = Row<typeof examRoom>
type Session = Row<typeof examSession>
type Values = Readonly<Record<string, string | { text: string }>>
interface Change {
  applicants: MessageEvent
  staff: MessageEvent
  batchId: string
  /** Of the seats it concerns. */
  seats: Sql
  rooms: readonly Room[]
  values: Values
}
/** 30-ER4: a ticket that somebody has printed says what is no longer so; before tickets were made nobody has been told anything. */
async function tell(db: Db, { applicants, staff, batchId, seats, rooms, values }: Change): Promise<void> {
  const seating = await db.unscoped(examSeating).find({ batchId }) // of the set-up
  if (!seating?.openedAt) return
  const batch = await db.unscoped(examBatch).one(batchId) // as above
  const ids = await db.query<{ id: string; room: string }>(sql`select e.application_id as id, min(r.room_no) as room from exam_seat e
    join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id where e.tenant_id = ${db.me.tenantId} and e.batch_id = ${batchId}::uuid and ${seats} group by 1`)
  const rows = await db.unscoped(examApplication).all({ id: ids.map(i => i.id), state: 'seated' }) // as above
  const about = {
    bizType: examApplication.name,
    link: () => `/dzks/exame/ticket?batch=${batchId}`,
    values: (row: (typeof rows)[number]) => ({ name: row.name, batch: batch.name }),
  }
  await notifyAbout(
    db,
    applicants,
    about,
    rows.map(row => ({ row, to: [row.userId], more: values })),
  )
  const used = new Set(ids.map(i => i.room))
  const duties = rooms.filter(r => used.has(r.roomNo))
  const accounts = await accountsOfTeachers(
    db,
    duties.flatMap(r => (r.invigilatorIds ?? []).flatMap(id => id ?? [])),
  )
  await notifyAbout(
    db,
    staff,
    { bizType: examRoom.name, link: () => '/exam/invigilate', values: (row: Room) => ({ batch: batch.name, room: row.roomNo }) },
    duties.map(row => ({ row, to: (row.invigilatorIds ?? []).flatMap(id => accounts.get(id ?? '') ?? []), more: values })),
  )
}
export async function tellMoved(db: Db, before: Session, after: Session): Promise<void> {
  if (before.date === after.date && before.from === after.from && before.to === after.to) return
  const { batchId } = after
  await tell(db, {
    ...{ applicants: SEATING_MESSAGES.moved, staff: DUTY_MESSAGES.dutyMoved, batchId, seats: sql`e.session_id = ${after.id}::uuid` },
    rooms: await db.unscoped(examRoom).all({ batchId }), // of the set-up
    values: { subject: subjectText(after.subject), date: after.date, hours: `${after.from.slice(0, 5)}–${after.to.slice(0, 5)}` },
  })
}
export async function tellRelocated(db: Db, before: Room, after: Room): Promise<void> {
  if (before.venueId === after.venueId) return
  const { batchId, id, roomNo } = after
  const place = (await db.cached(venue)).get(after.venueId)?.name ?? ''
  await tell(db, {
    ...{ applicants: SEATING_MESSAGES.relocated, staff: DUTY_MESSAGES.dutyRelocated, batchId, seats: sql`e.room_id = ${id}::uuid`, rooms: [after] },
    values: { room: roomNo, venue: place },
  })
}
