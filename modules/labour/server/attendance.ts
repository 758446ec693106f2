import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { attendedHours } from '#modules/signIn/model/attended-hours.ts'
import { cameAt, linesOf } from '#modules/signIn/server/api.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { correctAttendance, labourAttendance, rollCall } from '../model/attendance.ts'
import { HELD, labourEnrolment } from '../model/enrolment.ts'
import { labourSession } from '../model/project.ts'
import { DEFAULT_MINUTES } from '../model/rules.ts'
import { SOURCE } from './sign-tasks.ts'

type Session = Row<typeof labourSession>
type Attendance = Row<typeof labourAttendance>
type State = Attendance['state']
interface Seen {
  state: State
  signIn: string | null
  signOut: string | null
}
const ABSENT: Seen = { state: 'absent', signIn: null, signOut: null }
const spanOf = ({ startsAt, endsAt, hours }: Session) => ({ start: startsAt, end: endsAt, hours })
/** Minutes of an hour by student, as their plans say. */
async function minutesOf(db: Db, studentIds: readonly string[]): Promise<(studentId: string) => number> {
  const found = await db.query<{ id: string; minutes: number }>(sql`select s.id, p.minutes_per_hour as minutes from student s
    join labour_plan p on p.tenant_id = s.tenant_id and p.education_level = s.level and p.grade = s.grade where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...studentIds]}::uuid[])`)
  const of = new Map(found.map(f => [f.id, f.minutes]))
  return id => of.get(id) ?? DEFAULT_MINUTES
}
/** Writes what became of everybody with a place at a session; what a teacher has corrected stays. */
async function record(
  db: Db,
  session: Session,
  seenOf: (studentId: string) => Seen & { signLineId?: string },
  by: Pick<Attendance, 'method'> & Partial<Pick<Attendance, 'reason'>>,
): Promise<number> {
  const { id: sessionId, projectId, teacherId, ownerDepartmentId } = session
  const held = await db.unscoped(labourEnrolment).all({ projectId, state: [...HELD] }) // of the session
  const known = new Map((await db.unscoped(labourAttendance).all({ sessionId })).map(a => [a.studentId, a])) // of the session
  const people = held.filter(e => !known.get(e.studentId)?.correctedById)
  const minutes = await minutesOf(
    db,
    people.map(e => e.studentId),
  )
  const drafts = people.map(({ studentId }) => {
    const seen = seenOf(studentId)
    const hours = attendedHours(spanOf(session), seen, minutes(studentId))
    return { sessionId, projectId, teacherId, ownerDepartmentId, studentId, date: schoolDate(session.startsAt), ...seen, hours, ...by }
  })
  if (drafts.length) await db.upsert(labourAttendance, ['sessionId', 'studentId'], drafts)
  return drafts.length
}
/** 50-LB3: when a sign-in is over, and again when one of its lines changes. */
const signed = on('signIn.occurrenceSettled', 'labour.attendance', async ({ db }, { occurrenceId, sourceType, sourceId }) => {
  if (sourceType !== SOURCE) return
  const session = await db.unscoped(labourSession).find({ id: String(sourceId) }) // of the event
  if (!session) return
  const lines = new Map((await linesOf(db, String(occurrenceId))).map(l => [l.studentId, l]))
  await record(
    db,
    session,
    studentId => {
      const line = lines.get(studentId)
      if (line?.state === 'excused') return { ...ABSENT, state: 'excused' }
      const signIn = cameAt(line, session.startsAt)
      return line && signIn ? { state: line.outAt ? 'present' : 'noOut', signIn, signOut: line.outAt } : ABSENT
    },
    { method: 'sign' },
  )
})
const roll = handle(rollCall, async ({ db }, { id, reason }) => {
  const session = await db.visibleFor(labourSession, rollCall.permission).lock(id)
  if (Date.parse(session.endsAt) > Date.now()) throw refusalOf(labourAttendance, 'notOver', { end: schoolTimeText(session.endsAt) })
  const count = await record(db, session, () => ({ state: 'present', signIn: session.startsAt, signOut: session.endsAt }), { method: 'staff', reason })
  return { count }
})
const correct = handle(correctAttendance, async ({ db, me }, { id, signIn = null, signOut = null, isExcused, reason }) => {
  const row = await db.visible(labourAttendance).lock(id, 'correct')
  const session = await db.unscoped(labourSession).one(row.sessionId) // of a row in scope
  if (signOut && !signIn) throw refusalOf(labourAttendance, 'noIn', {}, 'signIn')
  if (signIn && Date.parse(signIn) >= Date.parse(session.endsAt))
    throw refusalOf(labourAttendance, 'outside', { in: schoolTimeText(signIn), end: schoolTimeText(session.endsAt) }, 'signIn')
  if (signIn && signOut && Date.parse(signOut) <= Date.parse(signIn))
    throw refusalOf(labourAttendance, 'order', { in: schoolTimeText(signIn), out: schoolTimeText(signOut) }, 'signOut')
  const minutes = await minutesOf(db, [row.studentId])
  const state: State = signIn ? (signOut ? 'present' : 'noOut') : isExcused ? 'excused' : 'absent'
  const hours = attendedHours(spanOf(session), { signIn, signOut }, minutes(row.studentId))
  await db.update(labourAttendance, id, { signIn, signOut, state, hours, method: 'staff', reason, correctedById: me.userId })
})
export default [signed, roll, correct, ...studentNumbers(labourAttendance)]
