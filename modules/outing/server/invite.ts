import { refusalOf } from '#model'
import { PRESENT } from '#modules/student/model/status.ts'
import { type StudentOf, studentsByNo, studentsOf } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { goingOut, trip } from '../model/going-out.ts'
import { tripTodos } from './notify-trip.ts'
import { type Form, objectionsTo, type Trip } from './trips.ts'

/** 20-G5: creates a trip for each member, validated against their own timetable; valid once they confirm. */
export async function invite(db: Db, leader: StudentOf, row: Trip, numbers: readonly string[]): Promise<void> {
  const members = await membersOf(db, leader, row, numbers)
  const form = only(trip, row)
  const trips = members.map(who => ({
    ...{ ...form, id: uuidv7(), groupId: row.id, state: 'registered' as const },
    ...{ studentId: who.id, departmentId: who.departmentId, classId: who.classId, contactPhone: who.phone ?? row.contactPhone },
  }))
  await db.insertMany(goingOut, trips)
  await tripTodos.open(
    db,
    'confirm',
    trips.map((row, at) => ({ row, to: [members[at]?.userId ?? []].flat(), more: { by: leader.name, name: members[at]?.name ?? '' } })),
  )
}
/** 20-G5: asks the members of these trips anew, for the leader's trip as it is now. */
export async function inviteAgain(db: Db, row: Trip, before: readonly Trip[]): Promise<void> {
  const students = await studentsOf(db, [row.studentId, ...before.map(m => m.studentId)])
  const leader = students.get(row.studentId)
  const numbers = before.flatMap(m => students.get(m.studentId)?.studentNo ?? [])
  if (leader) await invite(db, leader, row, numbers)
}
/** Students by number; refused unless all may go. A member's conflicts (lessons, another trip) are private: the leader learns only that there are some. */
async function membersOf(db: Db, leader: StudentOf, form: Form, numbers: readonly string[]): Promise<StudentOf[]> {
  const wanted = [...new Set(numbers)]
  countTriedNumbers(db.me, wanted.length)
  const found = wanted.length ? await studentsByNo(db, wanted) : []
  const unknown = wanted.find(no => !found.some(s => s.studentNo === no))
  if (unknown) throw refusalOf(goingOut, 'memberUnknown', { no: unknown }, 'members')
  if (found.some(s => s.id === leader.id)) throw refusalOf(goingOut, 'memberSelf', {}, 'members')
  const objections = found.length ? await objectionsTo(db, found, form) : []
  const busy = found.find(({ status }, at) => !status || !PRESENT.includes(status) || objections[at]?.length)
  if (busy) throw refusalOf(goingOut, 'memberBusy', { no: busy.studentNo }, 'members')
  return found
}
