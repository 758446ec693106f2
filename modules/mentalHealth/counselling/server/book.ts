import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { ownStudentId, type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { bookSlot, cancelAppointment, ownAppointments } from '../model/actions.ts'
import { ACTIVE, type Appointment, mhAppointment } from '../model/appointment.ts'
import { COUNSELLING_MESSAGES } from '../model/messages.ts'
import { mhSlot } from '../model/slot.ts'
import { bookableUntil, freeSlots, type Hour } from './free-slots.ts'
import { settingsOf } from './settings.ts'

export const DESK_LINK = '/mentalHealth/appointments'
/** 50-MH9: until when the student books no routine hour. Each full number of missed ones counts from the last of them. */
async function stoppedUntil(db: Db, studentId: string): Promise<{ n: number; until: string } | undefined> {
  const { noShows, noShowDays } = await settingsOf(db)
  const [missed] = await db.query<{ n: number; last: string | null }>(sql`select count(*)::int as n, max(s.start) as last
    from mh_appointment a join mh_slot s on s.tenant_id = a.tenant_id and s.id = a.slot_id where a.tenant_id = ${db.me.tenantId} and a.student_id = ${studentId} and a.state = 'noShow'`)
  if (!missed?.last || missed.n % noShows !== 0) return undefined
  const until = new Date(Date.parse(missed.last) + noShowDays * DAY_MS)
  return until.getTime() > Date.now() ? { n: missed.n, until: until.toISOString() } : undefined
}
const NAMED = 3
async function taken(db: Db): Promise<Error> {
  const next = (await freeSlots(db, { most: NAMED })).map(({ start, psychologist }) => `${schoolTimeText(start)} ${psychologist}`)
  return next.length ? refusalOf(mhAppointment, 'taken', { next: next.join('、') }, 'slotId') : refusalOf(mhAppointment, 'full', {}, 'slotId')
}
type Wanted = Pick<Appointment, 'slotId' | 'topic' | 'urgency' | 'intake'>
/** Books an hour for a student whose row is locked: what they have, and have missed, stays as it is read here. The hour is locked behind it; the unique indices hold both. */
async function makeAppointment(db: Db, studentId: string, { slotId, ...said }: Wanted): Promise<void> {
  if (await db.unscoped(mhAppointment).count({ studentId, state: [...ACTIVE] })) throw refusalOf(mhAppointment, 'active') // the student's own
  const stop = said.urgency === 'routine' ? await stoppedUntil(db, studentId) : undefined
  if (stop) throw refusalOf(mhAppointment, 'stopped', { n: stop.n, until: schoolTimeText(stop.until) })
  const slot = await db.unscoped(mhSlot).lock(slotId) // students book at any psychologist
  const until = await bookableUntil(db)
  if (slot.state !== 'open' || Date.parse(slot.start) <= Date.now()) throw refusalOf(mhAppointment, 'past', {}, 'slotId')
  if (Date.parse(slot.start) >= Date.parse(until)) throw refusalOf(mhAppointment, 'far', { until: schoolDate(Date.parse(until) - 1) }, 'slotId')
  const others = await db.unscoped(mhAppointment).count({ slotId, state: ['booked', 'checkedIn', 'done', 'noShow'] }) // of the hour, whoever has it
  if (others) throw await taken(db)
  // no history: whoever reads changes of rows must not learn who was here
  await db.insertMany(mhAppointment, [{ slotId, studentId, ...said, state: 'booked' as const }], { history: false })
  await notify(db, COUNSELLING_MESSAGES.taken, { to: [slot.psychologistId], values: { at: schoolTimeText(slot.start) }, link: DESK_LINK, mobileLink: DESK_LINK })
}
const book = handle(bookSlot, async (ctx, { slotId, topic, urgency, intake }) => {
  const { id }: StudentOf = await selfStudent(ctx, { lock: true })
  await makeAppointment(ctx.db, id, { slotId, topic, urgency: urgency ?? 'routine', intake: intake?.trim() || null })
})
const cancel = handle(cancelAppointment, async ({ db, me }, { id }) => {
  const own = db.unscoped(mhAppointment) // the caller's own, by student
  const row = await own.find({ id, studentId: ownStudentId(me) })
  if (!row) throw notFound()
  await own.lock(id, 'cancel')
  const slot = await db.unscoped(mhSlot).one(row.slotId) // of the own appointment
  const { cancelHours } = await settingsOf(db)
  if (Date.parse(slot.start) - Date.now() < cancelHours * HOUR_MS) throw refusalOf(mhAppointment, 'late', { hours: cancelHours })
  await db.updateWhere(mhAppointment, { id }, { state: 'cancelled' }, { history: false })
  await notify(db, COUNSELLING_MESSAGES.released, { to: [slot.psychologistId], values: { at: schoolTimeText(slot.start) }, link: DESK_LINK, mobileLink: DESK_LINK })
})
const mine = handle(ownAppointments, async ctx => {
  const { db } = ctx
  const studentId = ownStudentId(ctx.me)
  const { cancelHours } = await settingsOf(db)
  const own = await db.query<Hour & Pick<Appointment, 'id' | 'state'>>(sql`select a.id, a.state, s.start, s."end", u.nick_name as psychologist, s.room, s.is_online as "isOnline"
    from mh_appointment a join mh_slot s on s.tenant_id = a.tenant_id and s.id = a.slot_id join sys_user u on u.tenant_id = s.tenant_id and u.id = s.psychologist_id
    where a.tenant_id = ${db.me.tenantId} and a.student_id = ${studentId} order by s.start desc, a.id limit 20`)
  const canCancel = ({ state, start }: (typeof own)[number]): boolean => state === 'booked' && Date.parse(start) - Date.now() >= cancelHours * HOUR_MS
  const stop = await stoppedUntil(db, studentId)
  return { own: own.map(row => ({ ...row, canCancel: canCancel(row) })), free: await freeSlots(db), stoppedUntil: stop?.until ?? null }
})
export default [book, cancel, mine]
