import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { studentOf, withStudents } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { audit } from '#server/records/verbs.ts'
import { psychologists } from '../../attention/server/api.ts'
import { mhAppointment } from '../model/appointment.ts'
import { type CounsellingRecord, mhRecord, openRecord, ownRecords, writeRecord } from '../model/record.ts'
import { mhSlot } from '../model/slot.ts'
import { ownHour } from './desk.ts'

/** 50-MH15: a diagnosis is quoted from a paper, which has a hospital and a day. */
function mustBeQuoted({ quote, hospital, hospitalOn }: Pick<CounsellingRecord, 'quote' | 'hospital' | 'hospitalOn'>): void {
  if ((quote === null) !== (hospital === null) || (quote === null) !== (hospitalOn === null))
    throw refusalOf(mhRecord, 'hospital', {}, hospital === null ? 'hospital' : 'hospitalOn')
  if (hospitalOn && hospitalOn > today()) throw refusalOf(mhRecord, 'future', { day: hospitalOn }, 'hospitalOn')
}
async function mustSupervise({ db, me }: Pick<Ctx, 'db' | 'me'>, supervisorId: string | null): Promise<void> {
  if (supervisorId === null) return
  const isOne = (await psychologists(db)).includes(supervisorId)
  if (!isOne || supervisorId === me.userId) throw refusalOf(mhRecord, 'supervisor', {}, 'supervisorId')
}
const words = (value: string | null | undefined): string | null => value?.trim() || null
const said = (given: InputOf<typeof writeRecord>) => ({
  ...{ notes: given.notes.trim(), risk: given.risk, plan: words(given.plan), nextOn: given.nextOn ?? null },
  ...{ quote: words(given.quote), hospital: words(given.hospital), hospitalOn: given.hospitalOn ?? null, supervisorId: given.supervisorId ?? null },
})
const write = handle(writeRecord, async (ctx, given) => {
  const { db, me } = ctx
  const { row } = await ownHour(ctx, given.appointmentId)
  const values = said(given)
  mustBeQuoted(values)
  await mustSupervise(ctx, values.supervisorId)
  const { state } = await db.unscoped(mhAppointment).lock(row.id) // in an hour of the caller's own: of two writers the second sees the first
  if (state !== 'checkedIn' && state !== 'done') throw refusalOf(mhRecord, 'notYet')
  const known = await db.unscoped(mhRecord).find({ appointmentId: row.id, psychologistId: me.userId }) // the caller's own
  if ((known?.version ?? null) !== (given.version ?? null)) throw refusalOf(mhRecord, 'changed')
  // no history: it is read by more people than a record is
  if (known) await db.updateWhere(mhRecord, { id: known.id }, values, { history: false })
  else await db.insertMany(mhRecord, [{ ...values, appointmentId: row.id, studentId: row.studentId, psychologistId: me.userId }], { history: false })
})
/** 50 §9, ML3: the record of an appointment for whoever wrote it, or is named in it as supervisor. For everybody else there is none. */
export async function readable(db: Db, appointmentId: string): Promise<CounsellingRecord> {
  const row = await db.unscoped(mhRecord).find({ appointmentId }) // decided below
  if (!row || (row.psychologistId !== db.me.userId && row.supervisorId !== db.me.userId)) throw notFound()
  return row
}
const open = handle(openRecord, async (ctx, { appointmentId }) => {
  const { db, me } = ctx
  const row = await readable(db, appointmentId)
  // without the student: the audit log is read by people who must not learn who comes here
  await audit(ctx, 'reveal', mhRecord.name, row.id, { fields: ['notes', 'risk', 'plan', 'quote', 'hospital'] })
  const { slotId } = await db.unscoped(mhAppointment).one(appointmentId) // of the record
  const { start } = await db.unscoped(mhSlot).one(slotId) // the same
  const [who, nameOf] = [await studentOf(db, row.studentId), await accountNamer(db, [row.psychologistId])]
  const { version, supervisorId, notes, risk, plan, nextOn, quote, hospital, hospitalOn } = row
  const about = { version, name: who?.name ?? '', start, psychologist: nameOf(row.psychologistId), isOwn: row.psychologistId === me.userId, supervisorId }
  return { ...about, notes, risk, plan, nextOn, quote, hospital, hospitalOn }
})
interface Line {
  appointmentId: string
  studentId: string
  start: string
  end: string
  psychologist: string
  isOwn: boolean
  nextOn: string | null
  writtenAt: string | null
}
const mine = handle(ownRecords, async ({ db, me }, { isWaiting }) => {
  const which = isWaiting
    ? sql`r.id is null and s.psychologist_id = ${me.userId} and a.state in ('checkedIn', 'done')`
    : sql`(r.psychologist_id = ${me.userId} or r.supervisor_id = ${me.userId})`
  const rows = await db.query<Line>(sql`select a.id as "appointmentId", a.student_id as "studentId", s.start, s."end", u.nick_name as psychologist,
      s.psychologist_id = ${me.userId} as "isOwn", r.next_on::text as "nextOn", r.updated_at as "writtenAt"
    from mh_appointment a join mh_slot s on s.tenant_id = a.tenant_id and s.id = a.slot_id join sys_user u on u.tenant_id = s.tenant_id and u.id = s.psychologist_id
    left join mh_record r on r.tenant_id = a.tenant_id and r.appointment_id = a.id
    where a.tenant_id = ${db.me.tenantId} and ${which} order by s.start desc, a.id`)
  const told = await withStudents(db, rows)
  return { rows: told.map(({ row: { studentId: _id, ...row }, who }) => ({ ...row, name: who.name, studentNo: who.studentNo })) }
})
export default [write, open, mine]
