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

/** Trip fields used in messages. */
export type ToldTrip = Pick<Trip, 'id' | 'place' | 'outPlanned' | 'backPlanned'>
/** Notifies the student of a trip. */
export const tellStudent = (db: Db, event: MessageEvent, who: StudentOf, trip: ToldTrip, more: More = {}): Promise<void> => tellStudents(db, event, [{ who, trip }], more)
/** One event to many students, each about their own trip. Students without an account are skipped. */
export const tellStudents = (db: Db, event: MessageEvent, each: ReadonlyArray<{ who: StudentOf; trip: ToldTrip }>, more: More): Promise<void> =>
  notifyEach(
    db,
    event,
    each.map(({ who, trip }) => told(who.userId ? [who.userId] : [], who, trip, more, `${LINK}?id=${trip.id}`)),
  )
/** Notifies the student's counsellors. */
export async function tellFdy(db: Db, event: MessageEvent, who: StudentOf, row: Trip, more: More = {}): Promise<string[]> {
  const people = await staffOf(db, who, 'fdy')
  await notify(db, event, told(people, who, row, more, `${STAFF_LINK}?q=${who.studentNo ?? ''}`))
  return people
}
function told(to: readonly string[], who: StudentOf, trip: ToldTrip, more: More, link: string): Notification {
  const values = { name: who.name, className: who.className ?? '', place: trip.place, from: schoolTimeText(trip.outPlanned), to: schoolTimeText(trip.backPlanned), ...more }
  return { to, values, bizType: 'goingOut', bizId: trip.id, link, mobileLink: link }
}
