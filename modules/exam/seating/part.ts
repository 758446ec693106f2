import { definePart } from '#model'
import { attendanceActions, correctSeat, INVIGILATE } from './model/attendance.ts'
import { DUTY_MESSAGES, SEATING_MESSAGES } from './model/messages.ts'
import { SEATING_PARAMETERS } from './model/parameters.ts'
import { addRooms, examRoom, roomPapers } from './model/room.ts'
import { examSeat } from './model/seat.ts'
import { arrangeSeats, examSeating, openTickets, seatingActions } from './model/seating.ts'
import { examSession } from './model/session.ts'
import { ticketActions } from './model/ticket.ts'

const SEE = [
  'exam:examSeating:list',
  'exam:examSession:list',
  'exam:examSession:export',
  'exam:examRoom:list',
  'exam:examRoom:export',
  'exam:examSeat:list',
  'exam:examSeat:export',
]

/** Sessions, rooms and seats. */
export default definePart({
  code: 'seating',
  needs: ['entry'],
  entities: [examSeating, examSession, examRoom, examSeat],
  actions: [...seatingActions, addRooms, roomPapers, ...ticketActions, ...attendanceActions],
  menus: [
    { title: '考务安排', path: '/exam/seating', component: 'exam/SeatingPage', icon: 'layout-grid', of: [examSeating, arrangeSeats, openTickets] },
    { title: '考试场次', path: '/exam/sessions', component: 'exam/SessionPage', icon: 'calendar-clock', of: [examSession] },
    { title: '考场', path: '/exam/rooms', component: 'exam/RoomPage', icon: 'door-open', of: [examRoom, examSeat, correctSeat] },
    { title: '我的监考', path: '/exam/invigilate', component: 'exam/InvigilatePage', icon: 'scan-line', of: [INVIGILATE] },
  ],
  pages: [{ path: '/dzks/exame/ticket', title: '准考证', component: 'exam/TicketPage', access: 'signedIn', frame: 'bare' }],
  messages: [...Object.values(SEATING_MESSAGES), ...Object.values(DUTY_MESSAGES)],
  parameters: SEATING_PARAMETERS,
  events: ['exam.ticketReady'],
  grants: {
    admissions: [...SEE, 'exam:examSeating:*', 'exam:examSession:*', 'exam:examRoom:*', 'exam:examSeat:*'],
    officer: SEE,
    teacher: [INVIGILATE],
    fdy: [INVIGILATE],
    bzr: [INVIGILATE],
  },
})
