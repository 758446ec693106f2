import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import type { Trip } from './trips.ts'

export const LINK = '/outing/mine'
export const STAFF_LINK = '/outing/trips'
/** Link to a student's trips for staff. */
export const staffLink = ({ studentNo }: Pick<StudentOf, 'studentNo'>): string => `${STAFF_LINK}?q=${studentNo ?? ''}`
export const aboutTrip: MessageAbout<Pick<Trip, 'id' | 'place' | 'outPlanned' | 'backPlanned'>> = {
  bizType: 'goingOut',
  link: trip => `${LINK}?id=${trip.id}`,
  values: trip => ({ place: trip.place, from: schoolTimeText(trip.outPlanned), to: schoolTimeText(trip.backPlanned) }),
}
