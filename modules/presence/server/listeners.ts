import { signersOf } from '#modules/signIn/server/api.ts'
import { onMany } from '#server/context.ts'
import { touch } from './touched.ts'

const id = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
/** What other modules tell of a student: its state is found anew from what they know then, in whatever order they told it. */
const STUDENT = [
  ...['student.enrolled', 'student.statusChanged', 'student.classChanged'],
  ...[
    'dormitory.passage',
    'dormitory.stayCheckedIn',
    'dormitory.stayEnded',
    'dormitory.presenceChanged',
    'dormitory.tempLocationChanged',
    'dormitory.departed',
    'dormitory.returnLate',
  ],
  ...['leave.approved', 'leave.changed', 'leave.closed', 'leave.overdue'],
  ...['outing.started', 'outing.ended', 'outing.overdue', 'outing.destinationAnswered', 'outing.destinationEnded'],
  ...['offCampus.begun', 'offCampus.changed', 'offCampus.ended'],
]
const ofStudents = onMany(STUDENT, 'presence.followStudents', ({ db }, payloads) =>
  touch(
    db,
    payloads.flatMap(p => id(p.studentId)),
  ),
)
/** A patrol or a roll-call names all whom it saw. */
const ofNights = onMany('dormitory.nightSeen', 'presence.followNights', ({ db }, payloads) =>
  touch(
    db,
    payloads.flatMap(p => (Array.isArray(p.studentIds) ? p.studentIds.flatMap(id) : [])),
  ),
)
const ofSignIn = onMany(['signIn.occurrenceClosed', 'signIn.occurrenceSettled'], 'presence.followSignIn', async ({ db }, payloads) =>
  touch(db, await signersOf(db, [...new Set(payloads.flatMap(p => id(p.occurrenceId)))])),
)
export default [ofStudents, ofNights, ofSignIn]
