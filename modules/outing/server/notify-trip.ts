import type { MessageEvent } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Notification, notify, notifyEach } from '#server/notifications/notify.ts'
import type { Trip } from './trips.ts'

export const LINK = '/outing/mine'
export const STAFF_LINK = '/outing/trips'
type More = NonNullable<Notification['values']>

/** What a message says of a trip. */
export type ToldTrip = Pick<Trip, 'id' | 'place' | 'outPlanned' | 'backPlanned'>
/** Tells the student of a trip. */
export const tellStudent = (db: Db, event: MessageEvent, who: StudentOf, trip: ToldTrip, more: More = {}): Promise<void> => tellStudents(db, event, [{ who, trip }], more)
/** The same event to many students, each about a trip of their own. Who has no account is told nothing. */
export const tellStudents = (db: Db, event: MessageEvent, each: ReadonlyArray<{ who: StudentOf; trip: ToldTrip }>, more: More): Promise<void> =>
  notifyEach(
    db,
    event,
    each.map(({ who, trip }) => told(who.userId ? [who.userId] : [], who, trip, more, `${LINK}?id=${trip.id}`)),
  )
/** Tells whoever counsels the student. */
export async function tellFdy(db: Db, event: MessageEvent, who: StudentOf, row: Trip, more: More = {}): Promise<string[]> {
  const people = await staffOf(db, who, 'fdy')
  await notify(db, event, told(people, who, row, more, `${STAFF_LINK}?q=${who.studentNo ?? ''}`))
  return people
}
function told(to: readonly string[], who: StudentOf, trip: ToldTrip, more: More, link: string): Notification {
  const values = { name: who.name, className: who.className ?? '', place: trip.place, from: schoolTimeText(trip.outPlanned), to: schoolTimeText(trip.backPlanned), ...more }
  return { to, values, bizType: 'goingOut', bizId: trip.id, link, mobileLink: link }
}
