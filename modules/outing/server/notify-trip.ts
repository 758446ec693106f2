import { schoolTimeText } from '#model/school-time.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { goingOut } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { isConfirmed } from '../model/rules.ts'
import type { Trip } from './trips.ts'

export const LINK = '/outing/mine'
export const STAFF_LINK = '/outing/trips'
/** Link to a student's trips for staff. */
export const staffLink = ({ studentNo }: Pick<StudentOf, 'studentNo'>): string => `${STAFF_LINK}?q=${studentNo ?? ''}`
type Named = Pick<Trip, 'id' | 'place' | 'outPlanned' | 'backPlanned'>
const ownLink = (trip: Named): string => `${LINK}?id=${trip.id}`
export const aboutTrip: MessageAbout<Named> = {
  bizType: 'goingOut',
  link: ownLink,
  values: trip => ({ place: trip.place, from: schoolTimeText(trip.outPlanned), to: schoolTimeText(trip.backPlanned) }),
}
/** A member's, to say whether they come along; the counsellor's, to see to somebody who is late. */
export const tripTodos = rowTodos<Named, 'confirm' | 'late', Pick<Trip, 'id' | 'state' | 'confirmedAt'>>(goingOut, aboutTrip, {
  confirm: {
    text: '{by} 为你登记了外出，请确认',
    while: trip => trip.state === 'registered' && !isConfirmed(trip),
    done: () => '已确认',
    gone: trip => !isConfirmed(trip),
    link: ownLink,
    summary: trip => trip.place,
    dueAt: trip => trip.outPlanned,
    message: OUTING_MESSAGES.invited,
  },
  late: {
    text: '{name} 外出逾期未归',
    while: trip => trip.state === 'overdue',
    gone: trip => trip.state === 'cancelled',
    link: () => `${STAFF_LINK}?view=late`,
    summary: trip => trip.place,
    priority: 'urgent',
    message: OUTING_MESSAGES.lateFdy,
  },
})
