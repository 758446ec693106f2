import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { namedByStudent, studentOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notify } from '#server/notifications/notify.ts'
import { audit } from '#server/records/verbs.ts'
import { isHead, isPsychologist } from '../../attention/server/api.ts'
import { ACTIVE, type Appointment, mhAppointment } from '../model/appointment.ts'
import { COUNSELLING_MESSAGES } from '../model/messages.ts'
import { acceptReferral, declineReferral, deskReferrals, finishReferral, mhReferral, offerHour, openReferral, type Referral } from '../model/referral.ts'
import { mhSlot } from '../model/slot.ts'
import { freeSlots } from './free-slots.ts'
import { followReferral, lockedReferral, tellReferrer } from './refer.ts'

interface Line extends Pick<Referral, 'id' | 'studentId' | 'isDanger' | 'state' | 'reply'> {
  by: string
  at: string
  takenBy: string | null
  start: string | null
  appointment: Appointment['state'] | null
}
const desk = handle(deskReferrals, async ({ db, me }, { isPast }) => {
  // administrators hold every permission; they are not of the centre
  if (!isPsychologist(db)) return { rows: [], free: [] }
  const isOwn = (await isHead(db)) ? sql`true` : sql`r.taken_by_id = ${me.userId}`
  const which = isPast ? sql`r.state in ('done', 'declined') and ${isOwn}` : sql`(r.state = 'sent' or r.state in ('accepted', 'offered') and ${isOwn})`
  const rows =
    await db.query<Line>(sql`select r.id, r.student_id as "studentId", r.is_danger as "isDanger", r.state, r.reply, r.created_at as at, u.nick_name as by, w.nick_name as "takenBy", s.start, a.state as appointment
    from mh_referral r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.referred_by_id left join sys_user w on w.tenant_id = r.tenant_id and w.id = r.taken_by_id
      left join mh_appointment a on a.tenant_id = r.tenant_id and a.id = r.appointment_id left join mh_slot s on s.tenant_id = a.tenant_id and s.id = a.slot_id
    where r.tenant_id = ${me.tenantId} and ${which} order by r.is_danger desc, r.created_at ${isPast ? sql`desc` : sql``}, r.id`)
  const free = await freeSlots(db, { of: me.userId })
  return {
    rows: await namedByStudent(db, rows),
    free: free.map(({ psychologist: _own, ...hour }) => hour),
  }
})
/** Psychologists as long as nobody has taken it on; then whoever has, and the head. What waits for the student, or was never sent, is not there for the centre. */
async function isOfDesk(db: Db, { state, takenById }: Referral): Promise<boolean> {
  if (!isPsychologist(db)) return false
  return takenById === null ? state === 'sent' : takenById === db.me.userId || isHead(db)
}
const open = handle(openReferral, async (ctx, { id }) => {
  const { db } = ctx
  const row = await db.unscoped(mhReferral).find({ id }) // decided below
  if (!(row && (await isOfDesk(db, row)))) throw notFound()
  // without the student: the audit log is read by people who must not learn who was sent here
  await audit(ctx, 'reveal', mhReferral.name, id, { fields: ['reason', 'dangerReason', 'note'] })
  const { reason, dangerReason, agreedAt, signedOn, note } = row
  return { reason, dangerReason, agreedAt, signedOn, note }
})
const accepted = handle(acceptReferral, async ({ db, me }, { id }) => {
  const { row } = await lockedReferral(db, id, 'accept', found => isOfDesk(db, found))
  await db.updateWhere(mhReferral, { id }, { state: 'accepted', takenById: me.userId }, { history: false })
  await followReferral(db, id, [me.userId])
  await tellReferrer(db, row)
})
/** An hour of the caller's own for the student. Missed hours stop what students book, not what the centre offers. */
const offered = handle(offerHour, async ({ db, me }, { id, slotId }) => {
  const { row } = await lockedReferral(db, id, 'offer', found => isOfDesk(db, found))
  const { studentId } = row
  if (await db.unscoped(mhAppointment).count({ studentId, state: [...ACTIVE] })) throw refusalOf(mhReferral, 'booked') // of the student who is locked
  if (!(await db.unscoped(mhSlot).find({ id: slotId, psychologistId: me.userId }))) throw notFound() // the caller's own
  const slot = await db.unscoped(mhSlot).lock(slotId) // the same
  const others = await db.unscoped(mhAppointment).count({ slotId, state: ['booked', 'checkedIn', 'done', 'noShow'] }) // of the hour, whoever has it
  if (slot.state !== 'open' || Date.parse(slot.start) <= Date.now() || others) throw refusalOf(mhReferral, 'slot', {}, 'slotId')
  const urgency = row.isDanger ? ('urgent' as const) : ('routine' as const)
  await db.insertMany(mhAppointment, [{ slotId, studentId, topic: 'other', urgency, intake: null, state: 'booked' }], { history: false })
  const made = await db.unscoped(mhAppointment).find({ slotId, state: 'booked' }) // just made
  await db.updateWhere(mhReferral, { id }, { state: 'offered', appointmentId: made?.id ?? null }, { history: false })
  const who = await studentOf(db, studentId)
  const link = '/mentalHealth/book'
  await notify(db, COUNSELLING_MESSAGES.offered, { to: who?.userId ? [who.userId] : [], values: { at: schoolTimeText(slot.start) }, link, mobileLink: link })
  if (row.state === 'accepted') await tellReferrer(db, row)
})
const declined = handle(declineReferral, async ({ db, me }, { id, reply, note }) => {
  const { row } = await lockedReferral(db, id, 'decline', found => isOfDesk(db, found))
  await db.updateWhere(mhReferral, { id }, { state: 'declined', takenById: row.takenById ?? me.userId, reply, note: note.trim() }, { history: false })
  await followReferral(db, id, [])
  await tellReferrer(db, row)
})
const finished = handle(finishReferral, async ({ db }, { id, reply, note }) => {
  const { row } = await lockedReferral(db, id, 'finish', found => isOfDesk(db, found))
  await db.updateWhere(mhReferral, { id }, { state: 'done', reply, note: note?.trim() || null }, { history: false })
  await followReferral(db, id, [])
  await tellReferrer(db, row)
})
export default [desk, open, accepted, offered, declined, finished]
