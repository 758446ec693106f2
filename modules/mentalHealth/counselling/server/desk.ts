import sql from 'sql-template-tag'
import { type Action, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf, withStudents } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { audit } from '#server/records/verbs.ts'
import { callOff, checkIn, deskAppointments, finishAppointment, missAppointment, openAppointment } from '../model/actions.ts'
import { type Appointment, mhAppointment } from '../model/appointment.ts'
import { COUNSELLING_MESSAGES } from '../model/messages.ts'
import { mhSlot } from '../model/slot.ts'

interface Line extends Pick<Appointment, 'id' | 'studentId' | 'urgency' | 'state'> {
  start: string
  end: string
  room: string | null
  isOnline: boolean
}
const desk = handle(deskAppointments, async ({ db, me }, { isPast }) => {
  const which = isPast ? sql`a.state in ('done', 'noShow', 'cancelled') and s.start > now() - interval '180 days'` : sql`a.state in ('booked', 'checkedIn')`
  const rows = await db.query<Line>(sql`select a.id, a.student_id as "studentId", a.urgency, a.state, s.start, s."end", s.room, s.is_online as "isOnline"
    from mh_appointment a join mh_slot s on s.tenant_id = a.tenant_id and s.id = a.slot_id
    where a.tenant_id = ${db.me.tenantId} and s.psychologist_id = ${me.userId} and ${which} order by s.start ${isPast ? sql`desc` : sql``}, a.id`)
  const told = await withStudents(db, rows)
  return { rows: told.map(({ row: { studentId: _id, ...row }, who }) => ({ ...row, name: who.name, studentNo: who.studentNo, className: who.className })) }
})
/** An appointment in an hour of the caller's own; for everybody else there is none. */
export async function ownHour({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string) {
  const row = await db.unscoped(mhAppointment).find({ id }) // its hour decides who may read it
  const slot = row && (await db.unscoped(mhSlot).find({ id: row.slotId, psychologistId: me.userId })) // the caller's own
  if (!slot) throw notFound()
  return { row, slot }
}
const open = handle(openAppointment, async (ctx, { id }) => {
  const { row } = await ownHour(ctx, id)
  // without the student: the audit log is read by people who must not learn who comes here
  await audit(ctx, 'reveal', mhAppointment.name, id, { fields: ['topic', 'intake'] })
  return { topic: row.topic, intake: row.intake }
})
type Deed = typeof checkIn | typeof finishAppointment | typeof missAppointment | typeof callOff
interface Step {
  verb: 'checkIn' | 'finish' | 'miss' | 'callOff'
  to: Appointment['state']
  /** How long before its hour it can be said at the earliest; without it always. */
  before?: number
  after?: (db: Db, row: Appointment, start: string) => Promise<void>
}
/** A step of an appointment. The student is locked first, as by whoever books: a missed hour counts for the next one. */
const step = (of: Deed, { verb, to, before, after }: Step) =>
  handle<Action<typeof of.input, 'none'>>(of, async (ctx, { id }) => {
    const { db } = ctx
    const { row, slot } = await ownHour(ctx, id)
    await studentOf(db, row.studentId, { lock: true })
    await db.unscoped(mhAppointment).lock(id, verb) // in an hour of the caller's own
    if (before !== undefined && Date.parse(slot.start) - Date.now() > before) throw refusalOf(mhAppointment, 'early', { from: schoolTimeText(slot.start) })
    await db.updateWhere(mhAppointment, { id }, { state: to }, { history: false })
    await after?.(db, row, slot.start)
  })
async function tellOff(db: Db, { studentId }: Pick<Appointment, 'studentId'>, start: string): Promise<void> {
  const who = await studentOf(db, studentId)
  const link = '/mentalHealth/book'
  await notify(db, COUNSELLING_MESSAGES.calledOff, { to: who?.userId ? [who.userId] : [], values: { at: schoolTimeText(start) }, link, mobileLink: link })
}
/** Calls off what is booked in an hour that does not take place. */
export async function callOffAll(db: Db, slotId: string): Promise<void> {
  const slot = await db.unscoped(mhSlot).one(slotId) // by whoever may close it
  const gone = await db.updateWhere(mhAppointment, { slotId, state: 'booked' }, { state: 'cancelled' }, { history: false, returning: ['studentId'] })
  for (const row of gone) await tellOff(db, row, slot.start)
}
export default [
  ...[desk, open],
  step(checkIn, { verb: 'checkIn', to: 'checkedIn', before: HOUR_MS }),
  step(finishAppointment, { verb: 'finish', to: 'done', before: 0 }),
  step(missAppointment, { verb: 'miss', to: 'noShow', before: 0 }),
  step(callOff, { verb: 'callOff', to: 'cancelled', after: tellOff }),
]
