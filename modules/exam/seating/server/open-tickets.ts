import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { type Application, aboutApplication, type Batch } from '../../entry/server/api.ts'
import { SEATING_MESSAGES } from '../model/messages.ts'
import { examSeat } from '../model/seat.ts'
import { addLate, examSeating, openTickets } from '../model/seating.ts'
import { zkzhOf } from '../model/zkzh.ts'
import { freeSeats } from './free-seats.ts'
import { lockSetup, mustNotClash, mustNotOverlap, type Seating } from './setup.ts'
import { type Applicant, sittersOf } from './sitters.ts'
import { checkSessions, write } from './write-seats.ts'

const LEAST_INVIGILATORS = 2
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(examSeating, key, values)
}
/** Rooms in use need two people each. */
async function checkInvigilators(db: Db, batchId: string): Promise<void> {
  const rooms = await db.query<{ room: string }>(sql`select r.room_no as room from exam_room r where r.tenant_id = ${db.me.tenantId} and r.batch_id = ${batchId}::uuid
    and coalesce(jsonb_array_length(r.invigilator_ids), 0) < ${LEAST_INVIGILATORS} and exists (select from exam_seat e where e.tenant_id = r.tenant_id and e.room_id = r.id) order by 1`)
  if (rooms.length)
    refuse('invigilators', {
      count: rooms.length,
      rooms: firstOf(
        rooms.map(r => r.room),
        10,
      ),
    })
}
interface Placed {
  id: string
  applicantId: string
  personId: string
  planId: string | null
  roomNo: string
  seatNo: number
}
/** 30-ER3: gives these people their numbers and the state that goes with them. Their registrations are locked. */
export async function seat(db: Db, seating: Seating, batch: Batch, rows: readonly Application[]): Promise<void> {
  const places =
    await db.query<Placed>(sql`select distinct a.id, a.exam_applicant_id as "applicantId", p.person_id as "personId", (a.choices ->> 0)::uuid as "planId", r.room_no as "roomNo", e.seat_no as "seatNo"
    from exam_application a join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id
    join exam_seat e on e.tenant_id = a.tenant_id and e.application_id = a.id join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id
    where a.tenant_id = ${db.me.tenantId} and a.id = any(${rows.map(r => r.id)}::uuid[])`)
  const numbers = new Map(places.map(p => [p.id, zkzhOf(seating.zkzhPattern, { ...batch, ...p })]))
  await db.updateMany(
    examApplicant,
    places.map(p => ({ id: p.applicantId, zkzh: numbers.get(p.id) ?? null })),
  )
  await db.updateMany(
    examApplication,
    places.map(({ id }) => ({ id, state: 'seated' as const })),
  )
  const of = new Map(rows.map(row => [row.id, row]))
  await notifyAbout(
    db,
    SEATING_MESSAGES.ticket,
    {
      ...aboutApplication,
      link: row => `/dzks/exame/ticket?batch=${row.batchId}`,
      values: ({ name }) => ({ name, batch: batch.name }), // read once for all of them
    },
    places.map(({ id }) => {
      const row = of.get(id) as Application
      return { row, to: [row.userId], more: { zkzh: numbers.get(id) ?? '', until: schoolTimeText(seating.ticketTo) } }
    }),
  )
  await db.emitMany(
    'exam.ticketReady',
    places.map(({ id, personId, planId }) => ({ examApplicationId: id, personId, planId })),
  )
}
/** The set-up first, as whoever writes seats locks it first too; then those without a number. Whoever leaves meanwhile waits, and is then told that the seats were given. */
async function lockSitters(db: Db, id: string): Promise<{ batch: Batch; seating: Seating; rows: Application[]; sitters: Applicant[] }> {
  const { batchId } = await db.visible(examSeating).one(id)
  const batch = await db.unscoped(examBatch).one(batchId) // of the seating in the caller's scope
  const seating = await lockSetup(db, batchId)
  const complete = await db.query<{ id: string }>(sql`select id from exam_application where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}::uuid and state = 'paid'`)
  const rows = (await db.unscoped(examApplication).lockAll(complete.map(c => c.id))).filter(r => r.state === 'paid') // of the batch
  const locked = new Set(rows.map(row => row.id))
  const { sitters } = await sittersOf(db, batchId)
  return { batch, seating, rows, sitters: sitters.filter(s => locked.has(s.id)) }
}
const opened = handle(openTickets, async ({ db }, { id }) => {
  const { batch, seating, rows, sitters } = await lockSitters(db, id)
  const batchId = batch.id
  if (seating.openedAt) refuse('opened', { at: schoolTimeText(seating.openedAt) })
  if (!seating.arrangedAt) refuse('notArranged')
  await checkInvigilators(db, batchId)
  await checkSessions(db, batchId, sitters)
  const due = new Set(sitters.flatMap(s => s.subjects.map(subject => `${s.id} ${subject}`)))
  const given = await db.query<{ key: string }>(
    sql`select e.application_id || ' ' || x.subject as key from exam_seat e join exam_session x on x.tenant_id = e.tenant_id and x.id = e.session_id where e.tenant_id = ${db.me.tenantId} and e.batch_id = ${batchId}::uuid`,
  )
  const there = new Set(given.map(g => g.key))
  const unseated = new Set([...due].filter(key => !there.has(key)).map(key => key.split(' ')[0]))
  if (unseated.size) refuse('unseated', { count: unseated.size })
  const sits = new Set(sitters.map(s => s.id))
  await db.removeWhere(examSeat, sql`t.batch_id = ${batchId}::uuid and not (t.application_id = any(${[...sits]}::uuid[]))`, { history: false })
  await mustNotClash(db, batchId)
  await mustNotOverlap(db, batchId)
  await seat(
    db,
    seating,
    batch,
    rows.filter(row => sits.has(row.id)),
  )
  await db.update(examSeating, id, { openedAt: new Date().toISOString() })
  return { count: sits.size }
})
/** 30-ER3: who comes after the tickets gets a seat that nobody has had, in a spare room or, for special needs, a special one. */
const late = handle(addLate, async ({ db }, { id }) => {
  const { batch, seating, rows, sitters } = await lockSitters(db, id)
  const batchId = batch.id
  if (!seating.openedAt) refuse('notOpened')
  if (!sitters.length) refuse('nobodyLate')
  await checkSessions(db, batchId, sitters)
  const seated = await freeSeats(db, batchId, sitters)
  await write(db, batchId, seated, new Map(sitters.map(s => [s.id, s.subjects])))
  await mustNotOverlap(db, batchId)
  await checkInvigilators(db, batchId)
  const sits = new Set(sitters.map(s => s.id))
  await seat(
    db,
    seating,
    batch,
    rows.filter(row => sits.has(row.id)),
  )
  return { count: sits.size }
})
export default [opened, late]
