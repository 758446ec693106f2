import { refusalOf } from '#model'
import { PRESENT } from '#modules/student/model/status.ts'
import { type StudentOf, studentsByNo } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { openTodos, type TodoDraft } from '#server/notifications/todos.ts'
import { goingOut, trip } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { aboutTrip, LINK } from './notify-trip.ts'
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
  const invited = trips.flatMap((trip, at) => (members[at] ? [{ trip, who: members[at] }] : []))
  await notifyAbout(
    db,
    OUTING_MESSAGES.invited,
    aboutTrip,
    invited.map(({ trip: row, who }) => ({ row, who, more: { by: leader.name } })),
  )
  await openTodos(
    db,
    invited.flatMap(({ trip, who }) => (who.userId ? [confirmTodo(who.userId, trip, leader)] : [])),
  )
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
const confirmTodo = (userId: string, { id, outPlanned, place }: Pick<Trip, 'id' | 'outPlanned' | 'place'>, leader: StudentOf): TodoDraft => ({
  userId,
  kind: 'task',
  title: { text: '{name} 为你登记了外出，请确认', values: { name: leader.name } },
  bizType: 'goingOut',
  bizId: id,
  link: `${LINK}?id=${id}`,
  mobileLink: `${LINK}?id=${id}`,
  dueAt: outPlanned,
  applicantName: leader.name,
  summary: place,
})
